import Placement

/// Ads that count when they are served: a user may have several connections, each of which takes ads at the same time.
extension FrequencyHistory {
  /// Records ads in their order, each if the caps allow it with those before it, and says which may be served.
  ///
  /// If one connection checks, and records later, others check meanwhile, and together they exceed the caps. So keep the
  /// history where one caller at a time changes it, such as in an actor, and serve what this call allows.
  ///
  /// ```swift
  /// let (ads, refused) = histories[user, default: FrequencyHistory()].record(taken, within: caps, at: now)
  /// await pool.putBack(refused)     // another user may see them
  /// ```
  /// The caps hold as long as the history has at most ``limit`` times.
  /// - Returns: The ads that are recorded, and those that the caps refuse, which are to be put back.
  /// - Complexity: O(*n* · *t*) for *n* ads of campaigns with *t* times.
  public mutating func record<Creative>(
    _ ads: some Sequence<Ad<Creative>>, within caps: [FrequencyCap], at now: Duration
  ) -> (allowed: [Ad<Creative>], refused: [Ad<Creative>]) {
    var (allowed, refused): ([Ad<Creative>], [Ad<Creative>]) = ([], [])
    for ad in ads {
      if allows(ad.identity, caps: caps, at: now) {
        record(ad.identity, caps: caps, at: now)
        allowed.append(ad)
      } else {
        refused.append(ad)
      }
    }
    return (allowed, refused)
  }

  /// Removes one record of an ad at a time, for one that was recorded and not served; without one, does nothing.
  ///
  /// A history that it was merged into meanwhile keeps the record.
  /// - Complexity: O(*n*) in the times of the ad's names.
  public mutating func withdraw(_ ad: AdIdentity, at time: Duration) {
    let time = FrequencyHistory.milliseconds(time)
    for unit in FrequencyCap.Unit.allCases {
      ad.forEachName(by: unit) { name in
        guard let key = FrequencyHistory.key(of: name, by: unit), let times = seen[key].map(Array.init),
          let index = times.lastIndex(where: { $0.time == time })
        else { return }
        keep(OneOrMore(times[..<index] + times[(index + 1)...]), of: key)
      }
    }
    assert(checkInvariants())
  }
}
