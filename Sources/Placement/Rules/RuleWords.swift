/// The words of a rule line, one after another, each with the column where it starts.
struct RuleWords {
  /// A word or a value, and its first byte's column, counted from 1.
  struct Word {
    var text: String
    var column: Int
    /// Whether the quotes that it begins with are closed, and end it.
    var isWhole = true
  }

  private let bytes: [UInt8]
  private var position = 0

  init(_ line: String) { bytes = Array(line.utf8) }

  /// The next word without taking it.
  var peek: Word? {
    var copy = self
    return copy.next()
  }

  /// Takes the next word.
  mutating func next() -> Word? {
    skipSpaces()
    return position < bytes.count ? piece(until: RuleWords.isSpace) : nil
  }

  /// Takes a list of values, which go on after a comma even when a space follows it.
  mutating func nextList() -> [Word]? {
    list { words in words.piece(until: RuleWords.endsValue) }
  }

  /// Takes a list of values that may stand in quotes.
  mutating func nextTags() -> [Word]? {
    list { words in
      words.byte == RuleWords.quote ? words.quotedPiece() : words.piece(until: RuleWords.endsValue)
    }
  }

  /// A value as it stands in a list of tags: in quotes where it would be taken for something else.
  static func quotedWhereNeeded(_ tag: String) -> String {
    guard tag.utf8.first == quote || tag.utf8.contains(where: endsValue) else { return tag }
    var bytes = [quote]
    for byte in tag.utf8 {
      if byte == quote || byte == escape { bytes.append(escape) }
      bytes.append(byte)
    }
    return String(decoding: bytes + [quote], as: UTF8.self)
  }
}

// MARK: - Pieces

extension RuleWords {
  /// The byte that is next; nil at the end.
  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpaces() {
    while let byte, RuleWords.isSpace(byte) { position += 1 }
  }

  private mutating func list(_ value: (inout RuleWords) -> Word) -> [Word]? {
    skipSpaces()
    if byte == nil { return nil }
    var values = [value(&self)]
    while byte == RuleWords.comma {
      position += 1
      let column = position + 1
      skipSpaces()
      // Nothing but spaces behind a comma is a value that is empty, and stands right there.
      values.append(byte == nil ? Word(text: "", column: column) : value(&self))
    }
    return values
  }

  private mutating func piece(until isEnd: (UInt8) -> Bool) -> Word {
    let start = position
    while let byte, !isEnd(byte) { position += 1 }
    return Word(text: String(decoding: bytes[start..<position], as: UTF8.self), column: start + 1)
  }

  /// What stands between quotes; with the quotes and what follows where they are not closed, or do not end the value.
  private mutating func quotedPiece() -> Word {
    let start = position
    var text: [UInt8] = []
    position += 1
    while let byte, byte != RuleWords.quote {
      if byte == RuleWords.escape { position += 1 }
      if let byte = self.byte { text.append(byte) }
      position = Swift.min(position + 1, bytes.count)
    }
    let isClosed = byte != nil
    if isClosed { position += 1 }
    if isClosed, byte.map(RuleWords.endsValue) ?? true {
      return Word(text: String(decoding: text, as: UTF8.self), column: start + 1)
    }
    _ = piece(until: RuleWords.endsValue)
    return Word(text: String(decoding: bytes[start..<position], as: UTF8.self), column: start + 1, isWhole: false)
  }

  private static let comma = UInt8(ascii: ",")
  private static let quote = UInt8(ascii: "\"")
  private static let escape = UInt8(ascii: "\\")

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (UInt8(ascii: "\t")...UInt8(ascii: "\r") ~= byte)
  }

  private static func endsValue(_ byte: UInt8) -> Bool { byte == comma || isSpace(byte) }
}
