/// The words, numbers and marks of a date, which are read one after another.
struct DateTokens {
  enum Token: Equatable {
    case number(Int, digits: Int)
    /// A word in small ASCII letters, as ``DateWords`` has it.
    case word(String)
    case mark(Unicode.Scalar)
  }

  private var tokens: [Token] = []

  /// The number of tokens that have been read.
  var position = 0

  /// Takes a text, of which the first 100 characters are read.
  init(_ text: String) {
    var scalars = DateWords.folded(text.unicodeScalars.prefix(100))[...]
    while let first = scalars.first {
      if first.isDigit {
        let digits = scalars.prefix { $0.isDigit }
        tokens.append(.number(Int(digits.map(String.init).joined()) ?? .max, digits: digits.count))
        scalars = scalars.dropFirst(digits.count)
      } else if first.isLetter {
        let letters = scalars.prefix { $0.isLetter || $0 == "_" }
        tokens.append(.word(letters.map(String.init).joined()))
        scalars = scalars.dropFirst(letters.count)
      } else {
        if !first.properties.isWhitespace { tokens.append(.mark(first)) }
        scalars = scalars.dropFirst()
      }
    }
  }

  /// The number of tokens.
  var count: Int { tokens.count }

  /// The last token.
  var last: Token? { tokens.last }

  /// The token at an offset from the next one; nil if there is none.
  subscript(offset: Int) -> Token? {
    tokens.indices.contains(position + offset) ? tokens[position + offset] : nil
  }

  /// Returns the number at an offset from the next token, if it has as many digits.
  func number(_ offset: Int, digits: ClosedRange<Int>) -> Int? {
    if case .number(let value, let count)? = self[offset], digits.contains(count) { value } else { nil }
  }

  /// Returns whether a mark is at an offset from the next token.
  func isMark(_ mark: Unicode.Scalar, _ offset: Int) -> Bool { self[offset] == .mark(mark) }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { "0"..."9" ~= self }
  fileprivate var isLetter: Bool { "a"..."z" ~= self || value > 0x7F && properties.isAlphabetic }
}
