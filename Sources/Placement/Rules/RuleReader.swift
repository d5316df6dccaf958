/// A parser that reads the words of a rule line into a rule set.
struct RuleReader {
  private(set) var rules = PlacementRules()
  private var words: RuleWords
  private var seen: Set<String> = []

  init(_ line: String) { words = RuleWords(line) }

  /// Reads one word and its value; returns false at the end of the line.
  mutating func readRule() throws(PlacementError) -> Bool {
    guard let word = words.next() else { return false }
    if word.text != "max" { try note(word) }
    switch word.text {
    case "at": rules.at = try numbers(word)
    case "every": rules.every = try number(word, from: 2)
    case "from": rules.from = try number(word)
    case "max": try readMax(word)
    case "maxInAll": rules.maxInAll = try number(word)
    case "gap": rules.gap = try number(word)
    case "before": rules.before = try number(word)
    case "after": rules.after = try number(word)
    case "share": rules.share = try share(word)
    case "trailing": rules.trailing = true
    case "sections": rules.sections = try sections(word)
    case "except": rules.except = try numbers(word)
    case "avoid": rules.avoid = try tags(word)
    case "seed": rules.seed = try number(word, to: .max)
    default: throw .unknownWord(word.text, column: word.column)
    }
    return true
  }

  /// Reads `max m`, or `max m in all`.
  private mutating func readMax(_ word: RuleWords.Word) throws(PlacementError) {
    let count = try number(word)
    guard words.peek?.text == "in" else {
      try note(word)
      return rules.max = count
    }
    let preposition = words.next()
    guard let all = words.next() else { throw .missingValue(word: "in", column: preposition?.column ?? word.column) }
    guard all.text == "all" else {
      throw .invalidValue(word: "in", value: all.text, expected: "all", column: all.column)
    }
    try note(RuleWords.Word(text: "maxInAll", column: word.column))
    rules.maxInAll = count
  }
}

// MARK: - Values

extension RuleReader {
  /// Records that a word was read, and throws if it was read before.
  private mutating func note(_ word: RuleWords.Word) throws(PlacementError) {
    if !seen.insert(word.text).inserted { throw .repeatedWord(word.text, column: word.column) }
  }

  private mutating func value(of word: RuleWords.Word) throws(PlacementError) -> RuleWords.Word {
    guard let value = words.next() else { throw .missingValue(word: word.text, column: word.column) }
    return value
  }

  private mutating func number(
    _ word: RuleWords.Word, from least: Int = 0, to most: Int = RowMap.limit
  ) throws(PlacementError) -> Int {
    try number(value(of: word), of: word.text, in: least...most)
  }

  private func number(
    _ value: RuleWords.Word, of word: String, in range: ClosedRange<Int>
  ) throws(PlacementError) -> Int {
    let isPlain = value.text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    guard isPlain, let number = Int(value.text), range ~= number else {
      let expected = PlacementRules.range(from: range.lowerBound, to: range.upperBound)
      throw .invalidValue(word: word, value: value.text, expected: expected, column: value.column)
    }
    return number
  }

  private mutating func numbers(_ word: RuleWords.Word) throws(PlacementError) -> [Int] {
    guard let values = words.nextList() else { throw .missingValue(word: word.text, column: word.column) }
    var numbers: [Int] = []
    for value in values { numbers.append(try number(value, of: word.text, in: 0...RowMap.limit)) }
    return numbers
  }

  private mutating func sections(_ word: RuleWords.Word) throws(PlacementError) -> [Int] {
    if words.peek?.text == "none" {
      _ = words.next()
      return []
    }
    return try numbers(word)
  }

  private mutating func tags(_ word: RuleWords.Word) throws(PlacementError) -> [String] {
    guard let tags = words.nextTags() else { throw .missingValue(word: word.text, column: word.column) }
    for tag in tags where tag.text.isEmpty || !tag.isWhole {
      throw .invalidValue(
        word: word.text, value: "'\(tag.text)'", expected: PlacementRules.tagRange, column: tag.column)
    }
    return tags.map(\.text)
  }

  private mutating func share(_ word: RuleWords.Word) throws(PlacementError) -> Double {
    let value = try value(of: word)
    // Double's parser would also accept "nan", "inf" and hexadecimal numbers.
    let isPlain = value.text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: ".") }
    guard isPlain, let share = Double(value.text), 0...1 ~= share else {
      throw .invalidValue(
        word: word.text, value: value.text, expected: PlacementRules.shareRange, column: value.column)
    }
    return share
  }
}

/// A tokenizer of rule lines, which returns one word after another with the column where it starts.
package struct RuleWords {
  /// A word or a value, and its first byte's column, counted from 1.
  package struct Word {
    package var text: String
    package var column: Int
    /// Whether its opening quote, if any, is closed by a quote at its end.
    fileprivate var isWhole = true
  }

  private let bytes: [UInt8]
  private var position = 0

  package init(_ line: String) { bytes = Array(line.utf8) }

  /// The next word, which is not consumed.
  package var peek: Word? {
    var copy = self
    return copy.next()
  }

  /// The column after the last byte.
  package var endColumn: Int { bytes.count + 1 }

  /// Consumes and returns the next word.
  package mutating func next() -> Word? {
    skipSpaces()
    return position < bytes.count ? piece(until: RuleWords.isSpace) : nil
  }

  /// Consumes and returns a list of values separated by commas, which spaces may follow.
  fileprivate mutating func nextList() -> [Word]? {
    list { words in words.piece(until: RuleWords.endsValue) }
  }

  /// Consumes and returns a list of values that may be quoted.
  fileprivate mutating func nextTags() -> [Word]? {
    list { words in
      words.byte == RuleWords.quote ? words.quotedPiece() : words.piece(until: RuleWords.endsValue)
    }
  }

  /// Returns a value in the form that a list of tags has, quoted where necessary.
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
  /// The next byte; nil at the end.
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
      // If only spaces follow a comma, the value is empty and its column is right after the comma.
      values.append(byte == nil ? Word(text: "", column: column) : value(&self))
    }
    return values
  }

  private mutating func piece(until isEnd: (UInt8) -> Bool) -> Word {
    let start = position
    while let byte, !isEnd(byte) { position += 1 }
    return Word(text: String(decoding: bytes[start..<position], as: UTF8.self), column: start + 1)
  }

  /// Consumes and returns a quoted value without quotes; if no quote ends the value, returns it with quotes and what
  /// follows.
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
