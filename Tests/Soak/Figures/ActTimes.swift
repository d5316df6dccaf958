/// The kinds of acts that are timed.
enum Act: String, CaseIterable {
  /// Scrolled by a line, or by a screen.
  case scroll, screen
  /// Scrolled to a row anywhere, to the top or to the end.
  case jump
  /// A row touched.
  case tap
  /// A page appended; one change of the content; many changes at once.
  case page, edit, batch
  /// The list loaded again.
  case reload
  /// Ads arrived, expired or changed.
  case ads
}

/// The times of acts, each with what follows it in the list and in the placer.
struct ActTimes {
  private var seconds: [Act: [Double]] = [:]

  /// The number of all acts.
  var count: Int { seconds.values.reduce(0) { $0 + $1.count } }

  mutating func record(_ act: Act, _ time: Duration) {
    let (seconds, attoseconds) = time.components
    self.seconds[act, default: []].append(Double(seconds) + Double(attoseconds) / 1e18)
  }

  /// Adds other times.
  mutating func add(_ other: ActTimes) { seconds.merge(other.seconds) { $0 + $1 } }

  /// Returns the number of acts of a kind.
  func count(of act: Act) -> Int { seconds[act]?.count ?? 0 }

  /// Returns the time in milliseconds that a share of the acts of a kind stays below; nil if there were none.
  func quantile(_ share: Double, of act: Act) -> Double? {
    guard let sorted = seconds[act]?.sorted(), !sorted.isEmpty else { return nil }
    return sorted[min(Int(Double(sorted.count) * share), sorted.count - 1)] * 1_000
  }
}
