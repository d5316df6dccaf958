/// The times at which one user saw each campaign, as far as frequency caps still need them.
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
/// most ``limit`` times. A time takes 8 bytes, and at most 17 in JSON. Times are whole milliseconds, rounded down, from
/// 0 to 2⁵³ − 1.
///
/// Times later than now count as now, since another device's clock may be ahead. If a clock was set far ahead by
/// mistake, call ``forget(after:)``.
public struct FrequencyHistory: Hashable, Sendable {
  /// The times in milliseconds of each campaign, ascending; a time is repeated as often as the campaign was seen then.
  var times: [String: [Int64]] = [:]
  /// The number of times of all campaigns.
  public internal(set) var count = 0

  /// The largest number of times that are kept for all campaigns together; if there are more, the oldest are removed.
  public static let limit = 4_096

  /// Makes a history in which nothing has been seen.
  public init() {}

  /// The campaigns with at least one time, in order of their names.
  /// - Complexity: O(*c* log *c*) in their number.
  public var campaigns: [String] { times.keys.sorted() }

  /// Returns the times kept for a campaign, oldest first.
  /// - Complexity: O(*n*) in their number.
  public func times(of campaign: String) -> [Duration] { times[campaign, default: []].map { .milliseconds($0) } }
}

// MARK: - Judging

extension FrequencyHistory {
  /// Returns whether all of the caps allow a campaign to be seen once more.
  ///
  /// `reserved` is the number of ads of the campaign that are placed and not recorded yet; they count as seen now.
  /// - Complexity: O(caps).
  public func allows(_ campaign: String, caps: [FrequencyCap], reserved: Int = 0, at now: Duration) -> Bool {
    let now = FrequencyHistory.milliseconds(now)
    return caps.allSatisfy { cap in opening(of: campaign, cap: cap, reserved: reserved).map { $0 <= now } ?? false }
  }

  /// Returns the first time from now on at which a campaign may be seen once more; nil for never.
  ///
  /// This assumes that nothing is recorded before then, and that reserved ads stay reserved; if they alone use up a
  /// cap, there is no such time.
  /// - Complexity: O(caps).
  public func nextAllowed(
    _ campaign: String, caps: [FrequencyCap], reserved: Int = 0, at now: Duration
  ) -> Duration? {
    var latest: Int64 = 0
    for cap in caps {
      guard let opening = opening(of: campaign, cap: cap, reserved: reserved) else { return nil }
      latest = max(latest, opening)
    }
    return latest <= FrequencyHistory.milliseconds(now) ? now : .milliseconds(latest)
  }

  /// Returns the first time at which a cap allows one more; nil for never.
  private func opening(of campaign: String, cap: FrequencyCap, reserved: Int) -> Int64? {
    let reserved = min(max(reserved, 0), cap.most)
    let times = times[campaign, default: []]
    let free = cap.most - reserved
    if free == 0 { return nil }
    if times.count < free { return 0 }
    return cap.window.map { times[times.count - free] + $0 }
  }
}

// MARK: - Recording

extension FrequencyHistory {
  /// Records that a campaign was seen, and removes times that no cap needs any more.
  ///
  /// Pass all caps that ever apply to the campaign, of all tenants; without any, no time is kept.
  /// - Complexity: O(*n*) in the times of the campaign, and in all times beyond ``limit``.
  public mutating func record(_ campaign: String, caps: [FrequencyCap], at now: Duration) {
    if campaign.isEmpty { return }
    let time = FrequencyHistory.milliseconds(now)
    let index = times[campaign, default: []].lastIndex { $0 <= time }.map { $0 + 1 } ?? 0
    times[campaign, default: []].insert(time, at: index)
    count += 1
    prune(campaign, caps: caps, at: now)
    keepNewest(FrequencyHistory.limit)
  }

  /// Removes times that no cap needs any more, for every campaign.
  ///
  /// The closure must return all caps that ever apply to a campaign.
  /// - Complexity: O(*n* · caps + *c* log *c*) for *c* campaigns, for which the closure is called in order of their
  ///   names.
  public mutating func prune(at now: Duration, caps: (String) throws -> [FrequencyCap]) rethrows {
    for campaign in campaigns { prune(campaign, caps: try caps(campaign), at: now) }
  }

  /// Removes all times after a given one, for a clock that was ahead.
  /// - Complexity: O(*n* + *c* log *c*) for *n* times of *c* campaigns.
  public mutating func forget(after time: Duration) {
    let last = FrequencyHistory.milliseconds(time)
    for campaign in campaigns { keep(times[campaign, default: []].filter { $0 <= last }, of: campaign) }
  }

  /// Removes all times of a campaign.
  public mutating func forget(_ campaign: String) { keep([], of: campaign) }

  /// Removes times that no cap needs: the *r*-th newest is needed by caps that count at least *r*, while it is in their
  /// window.
  private mutating func prune(_ campaign: String, caps: [FrequencyCap], at now: Duration) {
    guard let times = times[campaign] else { return }
    let now = FrequencyHistory.milliseconds(now)
    let needed = times.enumerated().filter { rank, time in
      caps.contains { cap in times.count - rank <= cap.most && cap.window.map { now - $0 < time } ?? true }
    }
    keep(needed.map(\.element), of: campaign)
  }

  /// Replaces the times of a campaign.
  mutating func keep(_ rest: [Int64], of campaign: String) {
    count += rest.count - times[campaign, default: []].count
    times[campaign] = rest.isEmpty ? nil : rest
  }

  /// Returns a time in the unit in which it is kept; negative times become 0.
  static func milliseconds(_ time: Duration) -> Int64 { max(0, time.wholeMilliseconds) }
}

// MARK: - Merging

/// Merging the histories of one user on several devices: a state-based replicated data type.
///
/// Shapiro, Preguiça, Baquero and Zawirski, "Conflict-free replicated data types", 2011: merging takes the least upper bound.
extension FrequencyHistory {
  /// Returns the union of the histories of one user on two devices.
  ///
  /// If both have a campaign at the same millisecond, the larger of the two counts is taken, so that times merged
  /// before are not counted twice: histories can be merged in any order, repeatedly and with any copies. What one of
  /// them does not allow, the result does not allow either, unless both together have more than ``limit`` times; then
  /// only the newest are kept. Pruning after merging gives the same result as pruning both before and after.
  /// - Complexity: O(*n* + *m*) in the times of both.
  public func merging(_ other: FrequencyHistory) -> FrequencyHistory { merging(other, limit: FrequencyHistory.limit) }

  /// Adds the history of the same user on another device.
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

  /// Returns two ascending lists merged into one, with each time as often as in the list that has it more often.
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

  /// Removes the oldest times beyond a limit; of equal times, those of campaigns whose names sort last.
  ///
  /// The result depends only on the times, so that histories can be merged in any order.
  private mutating func keepNewest(_ limit: Int) {
    if count <= limit { return }
    let entries = times.flatMap { campaign, times in times.map { (time: $0, campaign: campaign) } }
    let oldestFirst = entries.sorted { ($0.time, $1.campaign) < ($1.time, $0.campaign) }
    var gone: [String: Int] = [:]
    for entry in oldestFirst.prefix(count - limit) { gone[entry.campaign, default: 0] += 1 }
    for (campaign, number) in gone { keep(Array(times[campaign, default: []].dropFirst(number)), of: campaign) }
  }
}

// MARK: - Codable

extension FrequencyHistory: Codable {
  /// The version that is encoded, and the only one that can be decoded.
  static let version = 1

  private enum CodingKeys: String, CodingKey {
    case version, campaigns
  }

  /// The encoded form of a campaign.
  private struct Entry: Codable {
    let id: String
    let times: [Int64]
  }

  /// Decodes a history.
  /// - Throws: ``AdServingError/invalidHistory(_:)``, which names the value, and the decoder's own errors.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let version = try container.decode(Int.self, forKey: .version)
    guard version == FrequencyHistory.version else {
      throw AdServingError.invalidHistory("version \(version) is not known")
    }
    var entries = try container.nestedUnkeyedContainer(forKey: .campaigns)
    while !entries.isAtEnd { try add(entries.decode(Entry.self)) }
  }

  /// Encodes the campaigns in order of their names, each with its times in milliseconds, oldest first.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(FrequencyHistory.version, forKey: .version)
    let entries = campaigns.map { Entry(id: $0, times: times[$0, default: []]) }
    try container.encode(entries, forKey: .campaigns)
  }

  private mutating func add(_ entry: Entry) throws(AdServingError) {
    let (id, times) = (entry.id, entry.times)
    if id.isEmpty { throw .invalidHistory("a campaign has no name") }
    if self.times[id] != nil { throw .invalidHistory("'\(id)' stands there twice") }
    if times.isEmpty { throw .invalidHistory("'\(id)' has no times") }
    if count + times.count > FrequencyHistory.limit {
      throw .invalidHistory(
        "with '\(id)' it has \(count + times.count) times, and \(FrequencyHistory.limit) is the most")
    }
    for time in times where !(0...Duration.latestMilliseconds ~= time) {
      throw .invalidHistory("'\(id)' has \(time), which is not within 0 and \(Duration.latestMilliseconds)")
    }
    for (time, next) in zip(times, times.dropFirst()) where time > next {
      throw .invalidHistory("'\(id)' has \(next) after \(time)")
    }
    keep(times, of: id)
  }
}
