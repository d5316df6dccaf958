/// Bringing together what one user saw on several devices: a state-based replicated data type.
///
/// Shapiro, Preguiça, Baquero and Zawirski, "Conflict-free replicated data types", 2011: merging takes the least upper bound.
extension FrequencyHistory {
  /// What the same user saw on two devices, taken together.
  ///
  /// A campaign that both saw in the same millisecond counts as often as the one that saw it more often, so that what has been
  /// merged before is not counted twice: it makes no difference in what order, how often or with what copies one merges. What
  /// either does not allow the result does not allow, unless both together have more than ``limit`` times, of which
  /// the newest stay. Merging and then pruning gives the same as pruning before as well.
  /// - Complexity: O(*n* + *m*) in the times of both.
  public func merging(_ other: FrequencyHistory) -> FrequencyHistory { merging(other, limit: FrequencyHistory.limit) }

  /// Takes in what the same user saw on another device.
  /// - Complexity: O(*n* + *m*) in the times of both.
  public mutating func merge(_ other: FrequencyHistory) { self = merging(other) }

  func merging(_ other: FrequencyHistory, limit: Int) -> FrequencyHistory {
    var merged = self
    for (campaign, times) in other.times {
      merged.keep(FrequencyHistory.union(merged.times[campaign, default: []], times), of: campaign)
    }
    merged.keepNewest(limit)
    return merged
  }

  /// Two ascending lists as one, in which each time stands as often as in the list that has it more often.
  private static func union(_ one: [Int64], _ other: [Int64]) -> [Int64] {
    var union: [Int64] = []
    union.reserveCapacity(one.count + other.count)
    var rest = other[...]
    for time in one {
      while let next = rest.first, next < time { union.append(rest.removeFirst()) }
      if rest.first == time { rest.removeFirst() }
      union.append(time)
    }
    return union + rest
  }

  /// Forgets the oldest times of all; of the same age those of the campaigns whose names come last.
  ///
  /// What stays depends on nothing but the times, which is what lets histories be merged in any order.
  mutating func keepNewest(_ limit: Int) {
    if count <= limit { return }
    let entries = times.flatMap { campaign, times in times.map { (time: $0, campaign: campaign) } }
    let oldestFirst = entries.sorted { ($0.time, $1.campaign) < ($1.time, $0.campaign) }
    var gone: [String: Int] = [:]
    for entry in oldestFirst.prefix(count - limit) { gone[entry.campaign, default: 0] += 1 }
    for (campaign, number) in gone { keep(Array(times[campaign, default: []].dropFirst(number)), of: campaign) }
  }
}
