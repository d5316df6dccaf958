import Placement

/// The number of times that a campaign, creative or advertiser may be seen, within a sliding window of time or ever.
///
/// ```swift
/// let caps = try FrequencyCap.list("3 per 1h, 10 per 24h by advertiser")
/// let once = try FrequencyCap("1")          // by campaign
/// ```
/// The time is a sliding window: an ad seen at *t* counts from *t* until just before *t* + `within`. If there are
/// several caps, all must hold.
public struct FrequencyCap: Hashable, Sendable {
  /// What a cap counts together.
  public enum Unit: String, Hashable, Sendable, CaseIterable {
    case campaign, creative, advertiser
  }

  /// The largest number of times that one may be seen, from 0 to ``limit``.
  public let most: Int
  /// The length of the sliding window in whole milliseconds; nil if the cap counts for ever.
  public let within: Duration?
  /// What is counted together; an ad of several advertisers counts for each.
  public let unit: Unit
  /// The length of the window in milliseconds; nil for ever.
  let window: Int64?

  /// The largest number of a cap, which bounds how many times a history keeps for one name.
  public static let limit = 1_000

  /// Makes a cap; the time must be at least a millisecond, and is rounded to the nearest whole milliseconds.
  /// - Throws: ``AdServingError/invalidValue(word:value:expected:column:)``.
  public init(most: Int, within: Duration? = nil, by unit: Unit = .campaign) throws(AdServingError) {
    guard 0...FrequencyCap.limit ~= most else {
      throw .invalidValue(word: "cap", value: "\(most)", expected: FrequencyCap.expected, column: nil)
    }
    try TimeText.check("per", within)
    self.most = most
    self.unit = unit
    window = within?.nearestMilliseconds
    self.within = window.map { .milliseconds($0) }
  }

  static let expected = PlacementRules.range(from: 0, to: limit)
}

// MARK: - Text

extension FrequencyCap {
  /// Parses a cap such as `3 per 24h by advertiser`, with a time in `ms`, `s`, `m`, `h` or `d`, or `10` for ten times ever.
  ///
  /// Without `by` it counts by campaign.
  /// - Throws: ``AdServingError``, with the column of the word or value that is wrong.
  public init(_ text: String) throws(AdServingError) { try self.init(text, column: 0) }

  /// Parses caps separated by commas, such as `3 per 1h, 10 per 24h`; an empty line has none.
  /// - Complexity: O(*n*) in the length of the line.
  /// - Throws: ``AdServingError``, with the column of the word or value that is wrong.
  public static func list(_ line: String) throws(AdServingError) -> [FrequencyCap] {
    if RuleWords(line).peek == nil { return [] }
    var (caps, column): ([FrequencyCap], Int) = ([], 0)
    for part in line.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      caps.append(try FrequencyCap(String(Substring(part)), column: column))
      column += part.count + 1
    }
    return caps
  }

  /// Parses a part of a line that has `column` bytes before it.
  private init(_ text: String, column: Int) throws(AdServingError) {
    var words = RuleWords(text)
    guard let most = words.next() else { throw .missingValue(word: "cap", column: column + words.endColumn) }
    guard let number = FrequencyCap.number(most.text) else {
      let column = column + most.column
      throw .invalidValue(word: "cap", value: most.text, expected: FrequencyCap.expected, column: column)
    }
    try self.init(
      most: number, within: FrequencyCap.readWindow(&words, column: column),
      by: FrequencyCap.readUnit(&words, column: column))
    if let rest = words.next() {
      let column = column + rest.column
      throw .invalidValue(word: "cap", value: rest.text, expected: "a comma before another cap", column: column)
    }
  }

  private static func readWindow(_ words: inout RuleWords, column: Int) throws(AdServingError) -> Duration? {
    guard let per = words.peek, per.text != "by" else { return nil }
    _ = words.next()
    guard per.text == "per" else {
      let column = column + per.column
      throw .invalidValue(word: "cap", value: per.text, expected: "'per' and a time, or 'by'", column: column)
    }
    guard let word = words.next() else { throw .missingValue(word: "per", column: column + per.column) }
    guard let time = TimeText(word.text), time.milliseconds > 0 else {
      let column = column + word.column
      throw .invalidValue(word: "per", value: word.text, expected: TimeText.expected, column: column)
    }
    return time.duration
  }

  private static func readUnit(_ words: inout RuleWords, column: Int) throws(AdServingError) -> Unit {
    guard let by = words.peek, by.text == "by" else { return .campaign }
    _ = words.next()
    guard let word = words.next() else { throw .missingValue(word: "by", column: column + by.column) }
    guard let unit = Unit(rawValue: word.text) else {
      let column = column + word.column
      let units = Unit.allCases.map(\.rawValue).joined(separator: ", ")
      throw .invalidValue(word: "by", value: word.text, expected: "one of \(units)", column: column)
    }
    return unit
  }

  private static func number(_ word: String) -> Int? {
    let isPlain = word.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    return isPlain ? Int(word).flatMap { 0...limit ~= $0 ? $0 : nil } : nil
  }
}

extension FrequencyCap: CustomStringConvertible {
  /// The text from which the cap can be parsed, with the largest unit that fits, such as `3 per 1d`.
  public var description: String {
    "\(most)" + (within.map { " per \(TimeText($0))" } ?? "") + (unit == .campaign ? "" : " by \(unit.rawValue)")
  }
}

extension FrequencyCap: Codable {
  /// Decodes a cap from its text.
  /// - Throws: `DecodingError`; its underlying error is an ``AdServingError``, if it is not the decoder's own.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    self = try decoder.checking { try FrequencyCap(text) }
  }

  /// Encodes the cap as its text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
