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
