/// The namespace declarations in scope at the current position of a document.
struct XMLNamespaces {
  private struct Binding {
    let prefix: String
    var vocabulary: XMLVocabulary
    let depth: Int
  }

  /// The maximum number of declarations in scope, which keeps each lookup short: more than any feed has.
  private static let limit = 64

  private var bindings: [Binding] = []

  /// The vocabulary of names without a prefix where no default namespace is declared.
  private var undeclaredDefault = XMLVocabulary.rss

  /// Adds the namespace declarations among the attributes of an element that was just opened.
  mutating func enter(_ attributes: Range<Int>, of bytes: [UInt8], depth: Int) {
    var reader = XMLAttributes(bytes, attributes)
    while let attribute = reader.next(), bindings.count < Self.limit {
      guard attribute.name.count <= 24, bytes.hasBytes("xmlns", at: attribute.name.lowerBound) else { continue }
      let parts = bytes.string(in: attribute.name).split(separator: ":", maxSplits: 1)
      guard parts.first == "xmlns" else { continue }
      let vocabulary = XMLVocabulary(address: bytes.string(in: attribute.value.prefix(120)))
      bindings.append(Binding(prefix: parts.count == 2 ? String(parts[1]) : "", vocabulary: vocabulary, depth: depth))
    }
  }

  /// Removes the declarations of an element that is about to be closed.
  mutating func leave(depth: Int) {
    while let last = bindings.last, last.depth >= depth { bindings.removeLast() }
  }

  /// Treats the default namespace, whether it is undeclared or has an unknown name, as a vocabulary.
  mutating func readDefault(as vocabulary: XMLVocabulary) {
    undeclaredDefault = vocabulary
    for place in bindings.indices where bindings[place].prefix.isEmpty { bindings[place].vocabulary = vocabulary }
  }

  /// Returns the vocabulary of a prefix, or of names without a prefix if it is "".
  func vocabulary(of prefix: String) -> XMLVocabulary {
    if let binding = bindings.last(where: { $0.prefix == prefix }) { return binding.vocabulary }
    return prefix.isEmpty ? undeclaredDefault : XMLVocabulary(undeclaredPrefix: prefix)
  }
}
