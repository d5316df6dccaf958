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
