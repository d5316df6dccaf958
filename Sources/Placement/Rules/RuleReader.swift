/// A parser that reads the words of a rule line into a rule set.
struct RuleReader {
  private(set) var rules = PlacementRules()
  private var words: RuleWords
  private var seen: Set<PlacementRules.Word> = []

  init(_ line: String) { words = RuleWords(line) }

  /// Reads one word and its value; returns false at the end of the line.
  mutating func readRule() throws(PlacementError) -> Bool {
    guard let token = words.next() else { return false }
    guard let word = PlacementRules.Word(rawValue: token.text) else {
      throw .unknownWord(token.text, column: token.column)
    }
    if word == .max {
      try readMax(token)
    } else {
      try note(word, token)
      try readValue(of: word, token)
    }
    return true
  }

  private mutating func readValue(of word: PlacementRules.Word, _ token: RuleWords.Word) throws(PlacementError) {
    switch word.values {
    case .number(let property, let range):
      property.set(&rules, try number(after(token), of: word, in: range))
    case .numbers(let property, let orNone):
      property.set(&rules, orNone && words.skip("none") ? [] : try numbers(token, of: word))
    case .distance(let property):
      let isNumber = words.peek?.text.utf8.first.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? false
      property.set(&rules, isNumber ? try number(after(token), of: word, in: 1...RowMap.limit) : RowMap.limit)
    case .share(let property): property.set(&rules, try number(after(token), of: word, in: 0...1))
    case .flag(let property): property.set(&rules, true)
    case .tags(let property): property.set(&rules, try tags(token, of: word))
    }
  }

  /// Reads `max m`, or `max m in all`.
  private mutating func readMax(_ token: RuleWords.Word) throws(PlacementError) {
    let count = try number(after(token), of: .max, in: 0...RowMap.limit)
    guard let preposition = words.peek, words.skip("in") else {
      try note(.max, token)
      return rules.max = count
    }
    let all = try after(preposition)
    guard all.text == "all" else {
      throw .invalidValue(word: "in", value: all.text, expected: "all", column: all.column)
    }
    try note(.maxInAll, token)
    rules.maxInAll = count
  }

  /// Records that a word was read, and throws if it was read before.
  private mutating func note(_ word: PlacementRules.Word, _ token: RuleWords.Word) throws(PlacementError) {
    if !seen.insert(word).inserted { throw .repeatedWord(word.rawValue, column: token.column) }
  }

  private mutating func after(_ token: RuleWords.Word) throws(PlacementError) -> RuleWords.Word {
    guard let value = words.next() else { throw .missingValue(word: token.text, column: token.column) }
    return value
  }
}

// MARK: - Values

extension RuleReader {
  private func number<Number: LosslessStringConvertible & Comparable>(
    _ value: RuleWords.Word, of word: PlacementRules.Word, in range: ClosedRange<Number>
  ) throws(PlacementError) -> Number {
    // The parsers would also accept signs, "nan", "inf" and hexadecimal numbers.
    let isPlain = value.text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: ".") }
    guard isPlain, let number = Number(value.text), range ~= number else {
      throw word.invalid(value.text, column: value.column)
    }
    return number
  }

  private mutating func numbers(
    _ token: RuleWords.Word, of word: PlacementRules.Word
  ) throws(PlacementError) -> [Int] {
    guard let values = words.nextList() else { throw .missingValue(word: token.text, column: token.column) }
    var numbers: [Int] = []
    for value in values { numbers.append(try number(value, of: word, in: 0...RowMap.limit)) }
    return numbers
  }

  private mutating func tags(
    _ token: RuleWords.Word, of word: PlacementRules.Word
  ) throws(PlacementError) -> [String] {
    guard let tags = words.nextTags() else { throw .missingValue(word: token.text, column: token.column) }
    for tag in tags where tag.text.isEmpty || !tag.isWhole { throw word.invalid("'\(tag.text)'", column: tag.column) }
    return tags.map(\.text)
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

  /// Consumes the next word if it is a given one; returns whether it is.
  fileprivate mutating func skip(_ text: String) -> Bool {
    if peek?.text != text { return false }
    _ = next()
    return true
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
