import WeavingSupport

/// The names that Swift source declares: methods as selectors, properties and types as they are.
///
/// It knows as much of the grammar as the sources of this package need.
struct SourceDeclarations {
  /// The methods, as `name(label:_:)`.
  private(set) var methods: Set<String> = []
  /// The properties and the types.
  private(set) var names: Set<String> = []

  init(_ texts: some Sequence<String>) {
    for text in texts {
      let code = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
      methods.formUnion(Self.methods(in: code))
      for match in code.matches(of: /\b(?:var|let|struct|enum|class|protocol|typealias|case) (\w+)/) {
        names.insert(String(match.1))
      }
    }
  }

  /// What the bodies of the protocols in a text require, of those whose name is wanted.
  init(requirementsIn text: String, where isWanted: (Substring) -> Bool = { _ in true }) {
    let bodies = text.matches(of: /protocol (\w+)[^{]*\{/).filter { isWanted($0.1) }.map { match in
      String(Self.prefix(of: text[match.range.upperBound...], closing: "}", opening: "{"))
    }
    self.init(bodies)
  }

  private static func methods(in code: String) -> [String] {
    code.matches(of: /\bfunc (\w+)(?:<[^(]*>)?\(/).map { match in
      let parameters = prefix(of: code[match.range.upperBound...], closing: ")", opening: "(")
      return "\(match.1)(\(labels(of: parameters)))"
    }
  }

  /// The text up to what closes it.
  private static func prefix(of text: Substring, closing: Character, opening: Character) -> Substring {
    var depth = 1
    return text.prefix { character in
      if character == opening { depth += 1 }
      if character == closing { depth -= 1 }
      return depth > 0
    }
  }

  /// The labels of parameters: what stands before each colon that is in no bracket and follows a comma, or the start.
  private static func labels(of parameters: Substring) -> String {
    var labels = ""
    var word = ""
    var depth = 0
    var isLabel = true
    for character in parameters {
      switch character {
      case "(", "[", "<", "{": depth += 1
      case ")", "]", "}": depth -= 1
      case ">" where depth > 0: depth -= 1
      case "," where depth == 0: (word, isLabel) = ("", true)
      case ":" where depth == 0 && isLabel:
        labels += (word.split(whereSeparator: \.isWhitespace).first ?? "_") + ":"
        isLabel = false
      default: if isLabel, depth == 0 { word.append(character) }
      }
    }
    return labels
  }
}
