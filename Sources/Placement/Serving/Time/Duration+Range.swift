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
