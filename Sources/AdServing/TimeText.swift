/// A length of time as a word such as `90s`, `30m`, `24h` or `7d`, in whole milliseconds (`500ms`).
struct TimeText: Hashable {
  /// The length, below 2⁵³.
  var milliseconds: Int64

  static let expected = "a whole time such as 500ms, 90s, 30m, 24h or 7d"

  private static let units: [(name: String, milliseconds: Int64)] = [
    ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1),
  ]

  /// Refuses a time below a millisecond or beyond what is told apart.
  static func check(_ word: String, _ time: Duration?) throws(AdServingError) {
    guard let time, !(.milliseconds(1) ... .latest ~= time) else { return }
    throw .invalidValue(word: word, value: "\(time)", expected: "a time from 1ms to 2⁵³ ms", column: nil)
  }

  init(_ time: Duration) { milliseconds = time.nearestMilliseconds }

  /// Reads a word; nil where it is none.
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
  /// The word with the largest unit of which it is a whole number.
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
      throw AdServingError.invalidValue(word: name, value: word, expected: TimeText.expected, column: nil)
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
  /// The latest time that is told apart from later ones: so many whole milliseconds as a Double holds exactly, 285,000 years.
  package static let latest = Duration.milliseconds(latestMilliseconds)

  /// The same in milliseconds.
  package static let latestMilliseconds: Int64 = 1 << 53 - 1

  /// The time brought into `-latest...latest`, where sums of a few cannot overflow.
  package var inRange: Duration { Swift.min(Swift.max(self, .zero - .latest), .latest) }

  /// The whole milliseconds that have passed, of the time in range; rounded down, also below zero.
  package var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = inRange.components
    let (quotient, remainder) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000_000)
    return seconds * 1_000 + quotient - (remainder < 0 ? 1 : 0)
  }

  /// The nearest whole milliseconds of the time in range.
  var nearestMilliseconds: Int64 { (inRange + .microseconds(500)).wholeMilliseconds }
}
