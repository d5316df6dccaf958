/// When one user saw what campaign, as far as frequency caps still need it.
///
/// It is a small value that can be stored, sent to another device and merged there.
///
/// ```swift
/// var history = FrequencyHistory()
/// let caps = try FrequencyCap.list("2 per 24h")
/// history.record("spring", caps: caps, at: now)
/// history.allows("spring", caps: caps, at: now)                  // true
/// history.allows("spring", caps: caps, reserved: 1, at: now)     // false, another stands and will count
/// ```
/// Of a campaign it keeps at most as many times as its largest cap counts, of the longest window; ``limit`` times in all. A time
/// takes 8 bytes, and at most 17 in JSON. Times are whole milliseconds, rounded down, from 0 to 2⁵³ − 1.
///
/// What was seen later than now counts as if it were now: another device's clock may be ahead. Where a clock was set far ahead by
/// mistake, ``forget(after:)`` helps.
public struct FrequencyHistory: Hashable, Sendable {
  /// The times in milliseconds of each campaign that has any, ascending; each as often as the campaign was seen then.
  var times: [String: [Int64]] = [:]
  /// How many times there are in all.
  public internal(set) var count = 0

  /// The most times that are kept of all campaigns together; beyond it the oldest are forgotten.
  public static let limit = 4_096

  /// A history in which nothing has been seen.
  public init() {}

  /// The campaigns of which anything is kept, in order of their names.
  /// - Complexity: O(*c* log *c*) in their number.
  public var campaigns: [String] { times.keys.sorted() }

  /// The times of a campaign that are kept, oldest first.
  /// - Complexity: O(*n*) in their number.
  public func times(of campaign: String) -> [Duration] { times[campaign, default: []].map { .milliseconds($0) } }
}

// MARK: - Judging

extension FrequencyHistory {
  /// Whether a campaign may be seen once more under all of some caps.
  ///
  /// Reserved are ads of the campaign that stand and have not been recorded yet; they count as seen now.
  /// - Complexity: O(caps).
  public func allows(_ campaign: String, caps: [FrequencyCap], reserved: Int = 0, at now: Duration) -> Bool {
    let now = FrequencyHistory.milliseconds(now)
    return caps.allSatisfy { cap in opening(of: campaign, cap: cap, reserved: reserved).map { $0 <= now } ?? false }
  }

  /// The first time from now on at which a campaign may be seen once more, if nothing is recorded before; nil for never.
  ///
  /// Ads that stand are taken to stand on, so that where they alone use up a cap there is no such time.
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

  /// The first time at which a cap allows one more; nil for never.
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
  /// Takes note that a campaign was seen, and forgets what no cap needs any more.
  ///
  /// The caps must be all that the campaign is ever judged by, of all tenants; without any nothing is kept.
  /// - Complexity: O(*n*) in the times of the campaign, and in all beyond ``limit``.
  public mutating func record(_ campaign: String, caps: [FrequencyCap], at now: Duration) {
    if campaign.isEmpty { return }
    let time = FrequencyHistory.milliseconds(now)
    let index = times[campaign, default: []].lastIndex { $0 <= time }.map { $0 + 1 } ?? 0
    times[campaign, default: []].insert(time, at: index)
    count += 1
    prune(campaign, caps: caps, at: now)
    keepNewest(FrequencyHistory.limit)
  }

  /// Forgets what no cap needs any more, of every campaign.
  ///
  /// The caps must be all that a campaign is ever judged by.
  /// - Complexity: O(*n* · caps + *c* log *c*) for *c* campaigns, which are asked for in order of their names.
  public mutating func prune(at now: Duration, caps: (String) throws -> [FrequencyCap]) rethrows {
    for campaign in campaigns { prune(campaign, caps: try caps(campaign), at: now) }
  }

  /// Forgets what lies after a time, as where a clock was ahead.
  /// - Complexity: O(*n* + *c* log *c*) in all times, of *c* campaigns.
  public mutating func forget(after time: Duration) {
    let last = FrequencyHistory.milliseconds(time)
    for campaign in campaigns { keep(times[campaign, default: []].filter { $0 <= last }, of: campaign) }
  }

  /// Forgets all of a campaign.
  public mutating func forget(_ campaign: String) { keep([], of: campaign) }

  /// A time that is the *r*-th newest is needed by caps that count at least *r*, as long as it lies in their window.
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

  /// A time as it is kept.
  static func milliseconds(_ time: Duration) -> Int64 { max(0, time.wholeMilliseconds) }
}

// MARK: - Merging

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

// MARK: - Codable

extension FrequencyHistory: Codable {
  /// The version that is written, and the only one that is read.
  static let version = 1

  private enum CodingKeys: String, CodingKey {
    case version, campaigns
  }

  /// A campaign as it is written.
  private struct Entry: Codable {
    let id: String
    let times: [Int64]
  }

  /// Reads a history.
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

  /// Writes the campaigns in order of their names, each with its times in milliseconds, oldest first.
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
