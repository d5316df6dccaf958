/// Reads the words of a rule line into a rule set.
struct RuleReader {
  private(set) var rules = PlacementRules()
  private var words: RuleWords
  private var seen: Set<String> = []

  init(_ line: String) { words = RuleWords(line) }

  /// Reads one word and its value; false at the end of the line.
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
  /// Remembers that a word was read, and refuses it the second time.
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
    // Double's own reader would also take "nan", "inf" and hexadecimal numbers.
    let isPlain = value.text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: ".") }
    guard isPlain, let share = Double(value.text), 0...1 ~= share else {
      throw .invalidValue(
        word: word.text, value: value.text, expected: PlacementRules.shareRange, column: value.column)
    }
    return share
  }
}
