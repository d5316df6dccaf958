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
  /// The times in milliseconds of each campaign, ascending; a time stands as often as the campaign was seen then. None is empty.
  var times: [String: [Int64]] = [:]
  /// How many times there are in all.
  public internal(set) var count = 0

  /// The most times that are kept of all campaigns together; beyond it the oldest are forgotten.
  public static let limit = 4_096

  /// A history in which nothing has been seen.
  public init() {}

  /// The campaigns of which anything is kept, in order of their names.
  public var campaigns: [String] { times.keys.sorted() }

  /// The times of a campaign that are kept, oldest first.
  public func times(of campaign: String) -> [Duration] { times[campaign, default: []].map { .milliseconds($0) } }
}

// MARK: - Judging

extension FrequencyHistory {
  /// Whether a campaign may be seen once more under all of some caps.
  /// - Parameter reserved: How many ads of the campaign stand and have not been recorded yet, which count as seen now.
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

// MARK: - Recording and forgetting

extension FrequencyHistory {
  /// Takes note that a campaign was seen, and forgets what no cap needs any more.
  /// - Parameter caps: All caps that the campaign is ever judged by, of all tenants; without any nothing is kept.
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
  /// - Parameter caps: All caps that a campaign is ever judged by.
  /// - Complexity: O(*n* + campaigns).
  public mutating func prune(at now: Duration, caps: (String) throws -> [FrequencyCap]) rethrows {
    for campaign in campaigns { prune(campaign, caps: try caps(campaign), at: now) }
  }

  /// Forgets what lies after a time, as where a clock was ahead.
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
