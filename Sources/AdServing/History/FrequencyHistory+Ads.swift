/// What a user has seen of an ad: each cap counts by one of its names.
extension FrequencyHistory {
  /// Returns whether all of the caps allow an ad to be seen once more.
  ///
  /// `reserved` are the ads that are placed and not recorded yet; they count as seen now.
  /// - Complexity: O(caps · advertisers of the ad).
  public func allows(
    _ ad: AdIdentity, caps: [FrequencyCap], reserved: ReservedAds = ReservedAds(), at now: Duration
  ) -> Bool {
    if caps.isEmpty { return true }
    let now = FrequencyHistory.milliseconds(now)
    return opening(of: ad, caps: caps, reserved: reserved).map { $0 <= now } ?? false
  }

  /// Returns the first time from now on at which all caps allow an ad once more; nil for never.
  ///
  /// This assumes that nothing is recorded before then, and that reserved ads stay reserved; if they alone use up a
  /// cap, there is no such time.
  /// - Complexity: O(caps · advertisers of the ad).
  public func nextAllowed(
    _ ad: AdIdentity, caps: [FrequencyCap], reserved: ReservedAds = ReservedAds(), at now: Duration
  ) -> Duration? {
    if caps.isEmpty { return now }
    guard let opening = opening(of: ad, caps: caps, reserved: reserved) else { return nil }
    return opening <= FrequencyHistory.milliseconds(now) ? now : .milliseconds(opening)
  }

  /// Records that an ad was seen, under each of its names that a cap counts by, and removes all times that no cap needs
  /// any more.
  ///
  /// Pass all caps that ever apply to the ad, of all tenants.
  /// - Complexity: O(*n*) in the times of the ad's names, as for a campaign.
  public mutating func record(_ ad: AdIdentity, caps: [FrequencyCap], at now: Duration) {
    let now = FrequencyHistory.milliseconds(now)
    for unit in caps.units { ad.forEachName(by: unit) { record($0, by: unit, caps: caps, at: now) } }
    assert(checkInvariants())
  }

  private func opening(of ad: AdIdentity, caps: [FrequencyCap], reserved: ReservedAds) -> Int64? {
    var latest: Int64? = 0
    for unit in caps.units {
      ad.forEachName(by: unit) { name in
        let opening = opening(of: name, caps: caps, by: unit, reserved: reserved.count(name, by: unit))
        latest = if let opening, let former = latest { max(opening, former) } else { nil }
      }
    }
    return latest
  }
}

extension [FrequencyCap] {
  /// The units by which any of the caps counts.
  var units: some Sequence<FrequencyCap.Unit> {
    FrequencyCap.Unit.allCases.lazy.filter { unit in contains { $0.unit == unit } }
  }
}

extension AdIdentity {
  /// Calls a closure with each name that a cap of a unit counts by.
  func forEachName(by unit: FrequencyCap.Unit, _ body: (String) -> Void) {
    switch unit {
    case .campaign: body(campaign)
    case .creative: body(creativeID)
    case .advertiser: for advertiser in Set(advertisers) { body(advertiser) }
    }
  }
}

// MARK: - Reserved ads

/// The numbers of ads that a user will see or may be seeing, by what caps count: they count as seen now.
///
/// ```swift
/// let reserved = ReservedAds(direct)          // of another pool, on the same page
/// let network = await pool.take(upTo: 2, within: caps, seen: history, reserved: reserved)
/// ```
public struct ReservedAds: Hashable, Sendable {
  private struct Name: Hashable {
    let unit: FrequencyCap.Unit
    let name: String
  }

  /// The counts that are not 0.
  private var counts: [Name: Int] = [:]

  /// Makes a value without ads.
  public init() {}

  /// Makes the value of some ads.
  public init<Creative>(_ ads: some Sequence<Ad<Creative>>) { for ad in ads { add(ad.identity) } }

  /// Makes the value of some ads of which a client knows the campaigns alone.
  public init(campaigns: [String: Int]) {
    for (name, count) in campaigns where count > 0 { counts[Name(unit: .campaign, name: name)] = count }
  }

  /// The number of ads of a campaign, of a creative, or for an advertiser.
  public func count(_ name: String, by unit: FrequencyCap.Unit = .campaign) -> Int {
    counts[Name(unit: unit, name: name)] ?? 0
  }

  /// Adds an ad.
  public mutating func add(_ ad: AdIdentity) { change(ad, by: 1) }

  /// Removes an ad that was added.
  public mutating func remove(_ ad: AdIdentity) { change(ad, by: -1) }

  /// Returns the counts less one for each name that has any in another value.
  package func removingOne(ofEachNameOf other: ReservedAds) -> ReservedAds {
    var rest = self
    for name in other.counts.keys {
      if let count = counts[name] { rest.counts[name] = count > 1 ? count - 1 : nil }
    }
    return rest
  }

  private mutating func change(_ ad: AdIdentity, by difference: Int) {
    for unit in FrequencyCap.Unit.allCases {
      ad.forEachName(by: unit) { name in
        let rest = counts[Name(unit: unit, name: name), default: 0] + difference
        counts[Name(unit: unit, name: name)] = rest > 0 ? rest : nil
      }
    }
  }
}
