import Placement

/// How often a campaign may be seen, within a sliding window of time or ever.
///
/// ```swift
/// let caps = try FrequencyCap.list("3 per 1h, 10 per 24h")
/// let once = try FrequencyCap("1")
/// ```
/// The time is a sliding window: what was seen at *t* counts from *t* until just before *t* + `within`, when it does not count
/// any more. Several caps hold together.
public struct FrequencyCap: Hashable, Sendable {
  /// The most that a campaign may be seen, from 0 to ``limit``.
  public let most: Int
  /// The time within which, in whole milliseconds; nil for ever.
  public let within: Duration?

  /// The largest number of a cap, which bounds what a history needs to keep of a campaign.
  public static let limit = 1_000

  /// Makes a cap; of a time, from a millisecond up, the nearest whole milliseconds count.
  /// - Throws: ``AdServingError/invalidValue(word:value:expected:column:)``.
  public init(most: Int, within: Duration? = nil) throws(AdServingError) {
    guard 0...FrequencyCap.limit ~= most else {
      throw .invalidValue(word: "cap", value: "\(most)", expected: FrequencyCap.expected, column: nil)
    }
    try TimeText.check("per", within)
    self.most = most
    self.within = within.map { .milliseconds($0.nearestMilliseconds) }
  }

  static let expected = PlacementRules.range(from: 0, to: limit)

  /// The time in milliseconds; nil for ever.
  var window: Int64? { within?.wholeMilliseconds }
}

// MARK: - Text

extension FrequencyCap {
  /// Reads a cap such as `3 per 24h`, with a time in `ms`, `s`, `m`, `h` or `d`, or `10` for ten times ever.
  /// - Throws: ``AdServingError``, with the column of the word or value that is wrong.
  public init(_ text: String) throws(AdServingError) { try self.init(text, column: 0) }

  /// Reads caps with commas between, such as `3 per 1h, 10 per 24h`; none of an empty line.
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

  /// Reads a part of a line, with so many bytes before it.
  private init(_ text: String, column: Int) throws(AdServingError) {
    var words = RuleWords(text)
    guard let most = words.next() else { throw .missingValue(word: "cap", column: column + words.endColumn) }
    guard let number = FrequencyCap.number(most.text) else {
      let column = column + most.column
      throw .invalidValue(word: "cap", value: most.text, expected: FrequencyCap.expected, column: column)
    }
    try self.init(most: number, within: FrequencyCap.readWindow(&words, column: column))
    if let rest = words.next() {
      let column = column + rest.column
      throw .invalidValue(word: "cap", value: rest.text, expected: "a comma before another cap", column: column)
    }
  }

  private static func readWindow(_ words: inout RuleWords, column: Int) throws(AdServingError) -> Duration? {
    guard let per = words.next() else { return nil }
    guard per.text == "per" else {
      let column = column + per.column
      throw .invalidValue(word: "cap", value: per.text, expected: "'per' and a time, if anything", column: column)
    }
    guard let word = words.next() else { throw .missingValue(word: "per", column: column + per.column) }
    guard let time = TimeText(word.text), time.milliseconds > 0 else {
      let column = column + word.column
      throw .invalidValue(word: "per", value: word.text, expected: TimeText.expected, column: column)
    }
    return time.duration
  }

  private static func number(_ word: String) -> Int? {
    let isPlain = word.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    return isPlain ? Int(word).flatMap { 0...limit ~= $0 ? $0 : nil } : nil
  }
}

extension FrequencyCap: CustomStringConvertible {
  /// The text that says the same, with the largest unit that fits: `3 per 1d`.
  public var description: String { "\(most)" + (within.map { " per \(TimeText($0))" } ?? "") }
}

extension FrequencyCap: Codable {
  /// Reads a cap's text.
  /// - Throws: ``AdServingError``, and the decoder's own errors.
  public init(from decoder: any Decoder) throws {
    try self.init(decoder.singleValueContainer().decode(String.self))
  }

  /// Writes the cap's text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
