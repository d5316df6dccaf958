/// How the runtime describes a type in memory: the little of it that the standard library gives no safe access to.
///
/// It reads the type metadata that the compiler emits, whose form is part of Swift's stable binary interface.
@safe
struct TypeShape {
  /// The elements of a tuple, with where each stands in memory; nil for a type that is no tuple.
  let elements: [ArgumentsLayout.Element]?
  /// Whether it is the type of functions.
  let isFunction: Bool

  /// Reads the shape of a type.
  init(of type: any Any.Type) {
    // The metadata of a type lives for ever, and begins with a word that says of which kind it is.
    let metadata = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    let kind = unsafe metadata.load(as: UInt.self)
    isFunction = kind == TypeShape.functionKind
    elements = kind == TypeShape.tupleKind ? unsafe TypeShape.elements(ofTuple: metadata) : nil
  }

  private static var tupleKind: UInt { 0x301 }
  private static var functionKind: UInt { 0x302 }

  /// A tuple's metadata: its kind, how many elements there are, their labels, then a type and an offset for each.
  @unsafe
  private static func elements(ofTuple metadata: UnsafeRawPointer) -> [ArgumentsLayout.Element] {
    let word = MemoryLayout<UInt>.size
    let count = Int(unsafe metadata.load(fromByteOffset: word, as: UInt.self))
    let text = unsafe metadata.load(fromByteOffset: 2 * word, as: UnsafePointer<CChar>?.self)
    let labels = labels(in: unsafe text.map { unsafe String(cString: $0) } ?? "")
    return (0..<count).map { index in
      let place = (3 + 2 * index) * word
      return ArgumentsLayout.Element(
        type: unsafe metadata.load(fromByteOffset: place, as: Any.Type.self),
        label: labels.indices.contains(index) ? labels[index] : nil,
        offset: Int(unsafe metadata.load(fromByteOffset: place + word, as: UInt32.self)))
    }
  }

  /// A blank follows each label; where an element has none, there is the blank alone.
  private static func labels(in text: String) -> [String?] {
    text.split(separator: " ", omittingEmptySubsequences: false).map { $0.isEmpty ? nil : String($0) }
  }
}
