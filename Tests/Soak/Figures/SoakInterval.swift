/// What was measured in a part of the simulated time.
struct SoakInterval {
  /// The simulated time at its end.
  let end: Duration
  /// The times of its acts.
  var times = ActTimes()
  /// The resident memory at several moments in it, in mebibytes; empty where it is unknown.
  var memory: [Double] = []
  /// The rows of the content, and the ads in the list, at its end.
  var rows = 0
  var ads = 0
  /// The ads placed, cleared and counted as seen in it.
  var placed = 0
  var cleared = 0
  var seen = 0

  init(end: Duration) { self.end = end }

  /// Returns the measurements of several intervals as those of one.
  static func all(_ intervals: some Collection<SoakInterval>) -> SoakInterval {
    var sum = SoakInterval(end: intervals.map(\.end).max() ?? .zero)
    for interval in intervals {
      sum.times.add(interval.times)
      sum.memory += interval.memory
      (sum.rows, sum.ads) = (interval.rows, interval.ads)
      sum.placed += interval.placed
      sum.cleared += interval.cleared
      sum.seen += interval.seen
    }
    return sum
  }

  /// The mean of the resident memory, in mebibytes; nil where it is unknown.
  var resident: Double? { memory.isEmpty ? nil : memory.reduce(0, +) / Double(memory.count) }
}
