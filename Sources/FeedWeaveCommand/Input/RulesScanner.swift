import FeedFormats

/// Walks over the JSON of a file of rules, which nests no deeper than an array in an object.
struct RulesScanner {
  private let bytes: [UInt8]
  private(set) var offset = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
  }

  /// The byte that the scanner stands before.
  var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// The line and the column of an offset, both counted from 1.
  func position(of offset: Int) -> SourcePosition {
    let before = bytes.prefix(offset)
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return SourcePosition(line: before.count { $0 == 0x0A } + 1, column: offset - lineStart + 1)
  }

  mutating func skip(_ count: Int) { offset += count }

  mutating func skipSpace() {
    while let next, [0x20, 0x09, 0x0A, 0x0D].contains(next) { offset += 1 }
  }

  mutating func expect(_ character: Unicode.Scalar, _ words: String) throws(RulesFault) {
    guard next == UInt8(ascii: character) else { throw fault("expected \(words)") }
    offset += 1
  }

  /// Scans elements between commas up to a closing bracket, behind the opening one.
  mutating func scanList(
    until end: Unicode.Scalar, _ scanElement: (inout RulesScanner) throws(RulesFault) -> Void
  ) throws(RulesFault) {
    skipSpace()
    if next == UInt8(ascii: end) { return offset += 1 }
    while true {
      skipSpace()
      try scanElement(&self)
      skipSpace()
      if next == UInt8(ascii: end) { return offset += 1 }
      try expect(",", "',' or '\(end)'")
    }
  }

  mutating func scanArray<Element>(
    _ scanElement: (inout RulesScanner) throws(RulesFault) -> Element
  ) throws(RulesFault) -> [Element] {
    var elements: [Element] = []
    try expect("[", "an array")
    try scanList(until: "]") { (scanner: inout RulesScanner) throws(RulesFault) in
      elements.append(try scanElement(&scanner))
    }
    return elements
  }

  mutating func scanBool() throws(RulesFault) -> Bool {
    let start = offset
    switch scanWord() {
    case "true": return true
    case "false": return false
    default: throw RulesFault(offset: start, "expected true or false")
    }
  }

  mutating func scanInteger() throws(RulesFault) -> Int {
    let (start, text) = (offset, scanWord())
    guard Self.isNumber(text), let number = Int(text) else {
      throw RulesFault(offset: start, "expected a whole number")
    }
    return number
  }

  mutating func scanFraction() throws(RulesFault) -> Double {
    let (start, text) = (offset, scanWord())
    guard Self.isNumber(text), let number = Double(text) else { throw RulesFault(offset: start, "expected a number") }
    return number
  }

  /// The letters, digits, points and signs that follow.
  private mutating func scanWord() -> String {
    let start = offset
    while let next, Self.isOfWord(next) { offset += 1 }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    let character = Character(Unicode.Scalar(byte))
    return byte < 0x80 && (character.isLetter || character.isNumber || "+-.".contains(character))
  }

  /// Whether a word is a number as JSON spells it; Swift's own readers also take other spellings.
  private static func isNumber(_ word: String) -> Bool {
    let digits = word.utf8.drop { $0 == UInt8(ascii: "-") }
    guard let first = digits.first, word.utf8.count - digits.count <= 1 else { return false }
    let isLeadingZero = first == UInt8(ascii: "0") && (digits.dropFirst().first.map(isDigit) ?? false)
    return isDigit(first) && !isLeadingZero && isDigit(digits.last ?? 0)
      && digits.allSatisfy { isDigit($0) || "+-.eE".utf8.contains($0) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  func fault(_ problem: String) -> RulesFault {
    RulesFault(offset: offset, next == nil ? "the file ends too early; \(problem)" : problem)
  }
}

/// Where a file of rules stops making sense, and why.
struct RulesFault: Error {
  let offset: Int
  let problem: String

  init(offset: Int, _ problem: String) {
    self.offset = offset
    self.problem = problem
  }
}
