extension PlacementRules {
  /// Reads a line such as `at 3,9 every 6 from 12 max 8 max 20 in all gap 2 trailing`.
  ///
  /// The words are the members' names; `max m in all` and `maxInAll m` say the same.
  /// - Complexity: O(*n* log *n*) in the length of the line.
  /// - Throws: ``PlacementError``, with the column of the word or value that is wrong.
  public init(_ line: String) throws(PlacementError) {
    var reader = RuleReader(line)
    while try reader.readRule() {}
    self = reader.rules
    try validate()
  }
}

extension PlacementRules: CustomStringConvertible {
  /// The line that says the same: `every 6 from 3 max 8`.
  public var description: String {
    var parts: [String] = []
    func add(_ word: String, _ value: String?) { if let value { parts.append("\(word) \(value)") } }
    add("at", at.isEmpty ? nil : PlacementRules.list(at))
    add("every", every.map(String.init))
    add("from", from.map(String.init))
    add("max", max.map(String.init))
    add("maxInAll", maxInAll.map(String.init))
    add("gap", gap == 0 ? nil : String(gap))
    add("before", before == 0 ? nil : String(before))
    add("after", after == 0 ? nil : String(after))
    add("share", share.map { String($0) })
    if trailing { parts.append("trailing") }
    add("sections", sections.map { $0.isEmpty ? "none" : PlacementRules.list($0) })
    add("except", except.isEmpty ? nil : PlacementRules.list(except))
    add("avoid", avoid.isEmpty ? nil : avoid.joined(separator: ","))
    add("seed", seed.map(String.init))
    return parts.joined(separator: " ")
  }

  private static func list(_ numbers: [Int]) -> String { numbers.map(String.init).joined(separator: ",") }
}

/// Reads the words of a rule line into a rule set.
private struct RuleReader {
  var rules = PlacementRules()
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

  private mutating func list(_ word: RuleWords.Word) throws(PlacementError) -> [RuleWords.Word] {
    guard let values = words.nextList() else { throw .missingValue(word: word.text, column: word.column) }
    return values
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
    var numbers: [Int] = []
    for value in try list(word) { numbers.append(try number(value, of: word.text, in: 0...RowMap.limit)) }
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
    let tags = try list(word)
    for tag in tags where tag.text.isEmpty {
      throw .invalidValue(word: word.text, value: "''", expected: "tags with commas between", column: tag.column)
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
