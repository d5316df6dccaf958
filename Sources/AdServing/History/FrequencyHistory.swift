import Placement

/// The times at which one user saw each campaign, creative and advertiser, as far as frequency caps still need them.
///
/// It is a small value that can be stored, sent to another device and merged there.
///
/// ```swift
/// var history = FrequencyHistory()
/// let caps = try FrequencyCap.list("2 per 24h")
/// history.record("spring", caps: caps, at: now)
/// history.allows("spring", caps: caps, at: now)                  // true
/// history.allows("spring", caps: caps, reserved: 1, at: now)     // false, another ad is placed and will count
/// ```
/// For each campaign it keeps at most as many times as the largest cap counts, within the longest window; in total at
/// most ``limit`` times. Recording any campaign removes the times of all that no cap needs any more. Times are whole
/// milliseconds, rounded down, from 0 to 2⁵³ − 1. <doc:HistoryText> describes the JSON.
///
/// Times later than now count as now, since another device's clock may be ahead. If a clock was set far ahead by
/// mistake, call ``forget(after:)``.
public struct FrequencyHistory: Sendable {
  /// The times of each campaign, ascending; a time is repeated as often as the campaign was seen then.
  private(set) var seen: [String: OneOrMore<SeenTime>] = [:]
  /// The number of times of all campaigns.
  public private(set) var count = 0
  /// The earliest end of any time that is kept, or an earlier time; it is not part of the history's value.
  private var earliestEnd = Int64.max

  /// The largest number of times that are kept for all campaigns together; if there are more, the oldest are removed.
  public static let limit = 4_096
  /// The largest number of UTF-8 bytes of a campaign's name, and one more than that of a creative's or an advertiser's.
  ///
  /// A longer one is not recorded, and no cap allows it; nor a campaign that begins with U+0001 or U+0002.
  public static let longestName = 256

  /// Makes a history in which nothing has been seen.
  public init() {}

  /// The campaigns with at least one time, in order of their names.
  /// - Complexity: O(*c* log *c*) in their number.
  public var campaigns: [String] { names.filter { !FrequencyHistory.isMarked($0) } }

  /// The keys of all times: names of campaigns, and marked ones of creatives and advertisers.
  private var names: [String] { seen.keys.sorted() }

  /// Returns the times kept for a campaign, oldest first.
  /// - Complexity: O(*n*) in their number.
  public func times(of campaign: String) -> [Duration] {
    seen[campaign].map { times in times.map { .milliseconds($0.time) } } ?? []
  }
}

extension FrequencyHistory: Hashable {
  /// Returns whether both have the same times, and keep them for as long.
  public static func == (one: FrequencyHistory, other: FrequencyHistory) -> Bool { one.seen == other.seen }

  /// Hashes the times.
  public func hash(into hasher: inout Hasher) { hasher.combine(seen) }
}

/// A time at which a campaign was seen, and for how long it is needed.
struct SeenTime: Hashable {
  /// The time in milliseconds.
  let time: Int64
  /// The longest window of the caps that count the time, in milliseconds.
  var retention: Int64

  /// The retention for a cap without a window, which is longer than that of any other.
  static let forever = Duration.latestMilliseconds + 1

  /// The first time at which no cap needs it any more.
  var end: Int64 { time + retention }
}

// MARK: - Names

extension FrequencyHistory {
  /// Returns the key of a name in a history: a campaign's is its name, others are marked by a character before it.
  ///
  /// It is nil for a name that is too long, and for a campaign's that looks as if it were marked.
  static func key(of name: String, by unit: FrequencyCap.Unit) -> String? {
    if unit == .campaign { return name.utf8.count <= longestName && !isMarked(name) ? name : nil }
    return name.utf8.count < longestName ? (unit == .creative ? "\u{1}" : "\u{2}") + name : nil
  }

  private static func isMarked(_ name: String) -> Bool { name.utf8.first.map { $0 == 1 || $0 == 2 } ?? false }
}

// MARK: - Judging

extension FrequencyHistory {
  /// Returns whether all of the caps by campaign allow a campaign to be seen once more; others are passed over.
  ///
  /// `reserved` is the number of ads of the campaign that are placed and not recorded yet; they count as seen now.
  /// - Complexity: O(caps).
  public func allows(_ campaign: String, caps: [FrequencyCap], reserved: Int = 0, at now: Duration) -> Bool {
    if caps.isEmpty { return true }
    let now = FrequencyHistory.milliseconds(now)
    return opening(of: campaign, caps: caps, by: .campaign, reserved: reserved).map { $0 <= now } ?? false
  }

  /// Returns the first time from now on at which caps by campaign allow a campaign once more; nil for never.
  ///
  /// This assumes that nothing is recorded before then, and that reserved ads stay reserved; if they alone use up a
  /// cap, there is no such time.
  /// - Complexity: O(caps).
  public func nextAllowed(
    _ campaign: String, caps: [FrequencyCap], reserved: Int = 0, at now: Duration
  ) -> Duration? {
    if caps.isEmpty { return now }
    guard let opening = opening(of: campaign, caps: caps, by: .campaign, reserved: reserved) else { return nil }
    return opening <= FrequencyHistory.milliseconds(now) ? now : .milliseconds(opening)
  }

  /// Returns the first time at which all caps of a unit allow one more of a name; nil for never.
  func opening(of name: String, caps: [FrequencyCap], by unit: FrequencyCap.Unit, reserved: Int) -> Int64? {
    guard let key = FrequencyHistory.key(of: name, by: unit) else { return caps.contains { $0.unit == unit } ? nil : 0 }
    let times = seen[key]
    var latest: Int64 = 0
    for cap in caps where cap.unit == unit {
      let free = cap.most - min(max(reserved, 0), cap.most)
      if free == 0 { return nil }
      guard let times, times.count >= free else { continue }
      guard let window = cap.window else { return nil }
      latest = max(latest, times[times.count - free].time + window)
    }
    return latest
  }
}

// MARK: - Recording

extension FrequencyHistory {
  /// Records that a campaign was seen, and removes all times that no cap needs any more.
  ///
  /// Only caps by campaign keep it; pass an ``AdIdentity`` for the others. Pass all caps that
  /// ever apply to the campaign, of all tenants; without any, no time is kept. The times of another
  /// campaign are removed when the longest window that was passed for it is over, never if one of its caps has none.
  /// - Complexity: O(*n*) in the times of the campaign; in all times when some are over, or beyond ``limit``.
  public mutating func record(_ campaign: String, caps: [FrequencyCap], at now: Duration) {
    record(campaign, by: .campaign, caps: caps, at: FrequencyHistory.milliseconds(now))
    assert(checkInvariants())
  }

  mutating func record(_ name: String, by unit: FrequencyCap.Unit, caps: [FrequencyCap], at now: Int64) {
    guard !name.isEmpty, let name = FrequencyHistory.key(of: name, by: unit) else { return }
    let new = SeenTime(time: now, retention: 0)
    // The name is looked up once.
    if let index = seen.index(forKey: name) {
      var times = seen.values[index]
      times.insert(new, at: times.lastIndex { $0.time <= now }.map { $0 + 1 } ?? 0)
      keep(FrequencyHistory.needed(of: &times, caps: caps, by: unit, at: now), at: index)
    } else {
      var times = OneOrMore(new)
      keep(FrequencyHistory.needed(of: &times, caps: caps, by: unit, at: now), of: name)
    }
    keepNewest(FrequencyHistory.limit)
    if now >= earliestEnd { removeEnded(at: now) }
  }

  /// Removes times of campaigns that no cap needs any more.
  ///
  /// The closure must return all caps that ever apply to a campaign. Those of creatives and advertisers stay until they
  /// are over.
  /// - Complexity: O(*n* · caps + *c* log *c*) for *c* campaigns, for which the closure is called in order of their
  ///   names.
  public mutating func prune(at now: Duration, caps: (String) throws -> [FrequencyCap]) rethrows {
    let now = FrequencyHistory.milliseconds(now)
    for campaign in campaigns {
      let caps = try caps(campaign)
      guard var times = seen[campaign] else { continue }
      keep(FrequencyHistory.needed(of: &times, caps: caps, by: .campaign, at: now), of: campaign)
    }
  }

  /// Removes all times after a given one, for a clock that was ahead.
  /// - Complexity: O(*n* + *c* log *c*) for *n* times of *c* campaigns.
  public mutating func forget(after time: Duration) {
    let last = FrequencyHistory.milliseconds(time)
    for name in names { filter(name) { $0.time <= last } }
  }

  /// Removes all times of a campaign.
  public mutating func forget(_ campaign: String) { keep(nil, of: campaign) }

  /// Returns the times that caps need: the *r*-th newest is needed by caps that count at least *r*, while it is in their
  /// window.
  ///
  /// It sets the retention of each, to 0 for those that are not needed.
  private static func needed(
    of times: inout OneOrMore<SeenTime>, caps: [FrequencyCap], by unit: FrequencyCap.Unit, at now: Int64
  ) -> OneOrMore<SeenTime>? {
    var retention: Int64 = 0
    for cap in caps where cap.most > 0 && cap.unit == unit {
      retention = max(retention, cap.window ?? SeenTime.forever)
    }
    let count = times.count
    var areAllNeeded = true
    for position in 0..<count {
      let time = times[position].time
      let isNeeded = caps.contains { cap in
        cap.unit == unit && count - position <= cap.most && cap.window.map { now - $0 < time } ?? true
      }
      times[position].retention = isNeeded ? retention : 0
      areAllNeeded = areAllNeeded && isNeeded
    }
    return areAllNeeded ? times : OneOrMore(times.lazy.filter { $0.retention > 0 })
  }

  /// Removes the times that have ended, of every campaign.
  private mutating func removeEnded(at now: Int64) {
    earliestEnd = .max
    var ended: [String] = []
    for (campaign, times) in seen {
      var isEnded = false
      for time in times {
        if time.end <= now { isEnded = true } else { earliestEnd = min(earliestEnd, time.end) }
      }
      if isEnded { ended.append(campaign) }
    }
    for campaign in ended { filter(campaign) { $0.end > now } }
  }

  /// Removes the times of a campaign for which a condition does not hold.
  private mutating func filter(_ campaign: String, _ isKept: (SeenTime) -> Bool) {
    keep(seen[campaign].flatMap { OneOrMore($0.filter(isKept)) }, of: campaign)
  }

  /// Replaces the times of a campaign, or removes the campaign; returns whether it had any.
  @discardableResult
  mutating func keep(_ rest: OneOrMore<SeenTime>?, of campaign: String) -> Bool {
    let former = if let rest { seen.updateValue(rest, forKey: campaign) } else { seen.removeValue(forKey: campaign) }
    note(rest, former: former?.count ?? 0)
    return former != nil
  }

  /// Replaces the times of a campaign that is there, or removes the campaign.
  private mutating func keep(_ rest: OneOrMore<SeenTime>?, at index: Dictionary<String, OneOrMore<SeenTime>>.Index) {
    note(rest, former: seen.values[index].count)
    if let rest { seen.values[index] = rest } else { seen.remove(at: index) }
  }

  private mutating func note(_ times: OneOrMore<SeenTime>?, former: Int) {
    count -= former
    guard let times else { return }
    count += times.count
    for time in times { earliestEnd = min(earliestEnd, time.end) }
  }

  /// Removes the oldest times beyond a limit; of equal times, those of campaigns whose names sort last.
  ///
  /// The result depends only on the times, so that histories can be merged in any order.
  mutating func keepNewest(_ limit: Int) {
    if count <= limit { return }
    if count == limit + 1 {
      // Each further record of a full history, without sorting its times.
      let oldest = seen.min { ($0.value[0].time, $1.key) < ($1.value[0].time, $0.key) }
      if let oldest { keep(OneOrMore(oldest.value.dropFirst()), of: oldest.key) }
      return
    }
    let entries = seen.flatMap { campaign, times in times.map { (time: $0.time, campaign: campaign) } }
    let oldestFirst = entries.sorted { ($0.time, $1.campaign) < ($1.time, $0.campaign) }
    var removed: [String: Int] = [:]
    for entry in oldestFirst.prefix(count - limit) { removed[entry.campaign, default: 0] += 1 }
    for (campaign, number) in removed {
      keep(seen[campaign].flatMap { OneOrMore($0.dropFirst(number)) }, of: campaign)
    }
  }

  mutating func reserveCapacity(_ campaigns: Int) { seen.reserveCapacity(campaigns) }

  /// Returns a time in the unit in which it is kept; negative times become 0.
  static func milliseconds(_ time: Duration) -> Int64 { max(0, time.wholeMilliseconds) }

  /// Returns whether the history's properties are consistent with each other; a long history is not walked.
  func checkInvariants() -> Bool {
    count > 256
      || seen.values.allSatisfy { times in
        times.allSatisfy { $0.end >= earliestEnd && 1...SeenTime.forever ~= $0.retention }
          && zip(times, times.dropFirst()).allSatisfy { $0.time < $1.time || $0 == $1 }
      } && seen.values.map(\.count).reduce(0, +) == count
  }
}
