import Placement

/// A duration as a word such as `90s`, `30m`, `24h`, `7d` or `500ms`, in whole milliseconds.
struct TimeText: Hashable {
  /// The duration in milliseconds, at most 2⁵³.
  var milliseconds: Int64

  static let expected = "a whole time such as 500ms, 90s, 30m, 24h or 7d"

  private static let units: [(name: String, milliseconds: Int64)] = [
    ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1),
  ]

  /// Throws for a time below a millisecond or above 2⁵³ milliseconds.
  static func check(_ word: String, _ time: Duration?) throws(AdServingError) {
    guard let time, !(.milliseconds(1) ... .latest ~= time) else { return }
    throw .invalidValue(word: word, value: "\(time)", expected: "a time from 1ms to 2⁵³ ms", column: nil)
  }

  init(_ time: Duration) { milliseconds = time.nearestMilliseconds }

  /// Parses a word; returns nil if it is not a duration.
  init?(_ word: String) {
    let digits = word.prefix { ("0"..."9").contains($0) }
    let name = word.dropFirst(digits.count)
    guard let unit = TimeText.units.first(where: { $0.name == name }), let count = Int64(digits) else { return nil }
    let (product, overflow) = count.multipliedReportingOverflow(by: unit.milliseconds)
    guard !overflow, product <= Duration.latestMilliseconds else { return nil }
    milliseconds = product
  }

  var duration: Duration { .milliseconds(milliseconds) }
}

extension TimeText: CustomStringConvertible {
  /// The word with the largest unit of which the duration is a whole multiple.
  var description: String {
    let unit = TimeText.units.first { milliseconds != 0 && milliseconds % $0.milliseconds == 0 } ?? ("s", 1_000)
    return "\(milliseconds / unit.milliseconds)\(unit.name)"
  }
}

extension TimeText: Codable {
  init(from decoder: any Decoder) throws {
    let word = try decoder.singleValueContainer().decode(String.self)
    guard let time = TimeText(word) else {
      let name = decoder.codingPath.last?.stringValue ?? "time"
      let reason = AdServingError.invalidValue(word: name, value: word, expected: TimeText.expected, column: nil)
      throw DecodingError.refused(reason, at: decoder.codingPath)
    }
    self = time
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

// MARK: - Range

extension Duration {
  /// The latest time; later ones count as this one.
  ///
  /// A Double holds whole milliseconds exactly up to it, 285,000 years.
  package static let latest = Duration.milliseconds(latestMilliseconds)

  /// The latest time in milliseconds.
  package static let latestMilliseconds: Int64 = 1 << 53 - 1

  /// The time clamped to `-latest...latest`, where sums of a few times cannot overflow.
  package var inRange: Duration { Swift.min(Swift.max(self, .zero - .latest), .latest) }

  /// The clamped time in whole milliseconds, rounded down, also if negative.
  package var wholeMilliseconds: Int64 {
    let (quotient, remainder) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000_000)
    let milliseconds = quotient - (remainder < 0 ? 1 : 0)
    let limit = Int128(Duration.latestMilliseconds)
    return Int64(Swift.max(-limit, Swift.min(milliseconds, limit)))
  }

  /// The clamped time, rounded to the nearest millisecond.
  var nearestMilliseconds: Int64 { (inRange + .microseconds(500)).wholeMilliseconds }
}
