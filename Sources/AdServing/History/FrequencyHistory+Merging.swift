import Placement

/// Merging the histories of one user on several devices: a state-based replicated data type.
///
/// Shapiro, Preguiça, Baquero and Zawirski, "Conflict-free replicated data types", 2011: merging takes the least upper bound.
extension FrequencyHistory {
  /// Returns the union of the histories of one user on two devices.
  ///
  /// If both have a campaign at the same millisecond, the larger of the two counts is taken, so that times merged
  /// before are not counted twice: histories can be merged in any order, repeatedly and with any copies. The time is
  /// kept for as long as the one that keeps it longer does. What one of them does not allow, the result does not allow
  /// either, unless both together have more than ``limit`` times; then only the newest are kept. Pruning after merging
  /// gives the same result as pruning both before and after.
  /// - Complexity: O(*n* + *m*) in the times of both.
  public func merging(_ other: FrequencyHistory) -> FrequencyHistory { merging(other, limit: FrequencyHistory.limit) }

  /// Adds the history of the same user on another device.
  /// - Complexity: O(*n* + *m*) in the times of both.
  public mutating func merge(_ other: FrequencyHistory) { self = merging(other) }

  func merging(_ other: FrequencyHistory, limit: Int) -> FrequencyHistory {
    var merged = self
    for (campaign, times) in other.seen {
      merged.keep(merged.seen[campaign].map { FrequencyHistory.union($0, times) } ?? times, of: campaign)
    }
    merged.keepNewest(limit)
    assert(merged.checkInvariants())
    return merged
  }

  /// Returns two ascending lists merged into one, with each time as often as in the list that has it more often.
  private static func union(_ one: OneOrMore<SeenTime>, _ other: OneOrMore<SeenTime>) -> OneOrMore<SeenTime>? {
    var union: [SeenTime] = []
    union.reserveCapacity(one.count + other.count)
    var (here, there) = (one[...], other[...])
    while let time = [here.first?.time, there.first?.time].compactMap(\.self).min() {
      let (mine, theirs) = (here.prefix { $0.time == time }, there.prefix { $0.time == time })
      // Equal times of one history have the same retention.
      let retention = max(mine.first?.retention ?? 0, theirs.first?.retention ?? 0)
      let run = repeatElement(SeenTime(time: time, retention: retention), count: max(mine.count, theirs.count))
      union.append(contentsOf: run)
      here.removeFirst(mine.count)
      there.removeFirst(theirs.count)
    }
    return OneOrMore(union)
  }
}
