import AdServing
import Placement

/// Replacing ads that must not stay, and house ads.
extension AdPlacerState {
  /// Replaces ads out of view that have expired or repeat another, and house ads that nobody has seen.
  ///
  /// Expired and repeated ads without a replacement are cleared.
  mutating func replaceUnfitAds(
    _ work: inout AdPlacerWork<Creative>, at now: Duration, _ isInView: (PlaceID) -> Bool
  ) {
    let judges = options.withdraws && needsRuleCheck
    guard judges || needsReplacements(at: now) else { return }
    (needsRuleCheck, hasExpiredAdInView) = (false, false)
    var column = AdColumn(self)
    var gone: [(id: PlaceID, reason: AdClearing)] = []
    var isStocked = tenants.indices.map { hasStock(ofTenant: $0, at: now) }
    for (place, row) in shownPlaces {
      guard let ad = standing[place.id] else { continue }
      let givesWay = ad.isUnseenHouseAd && isStocked[place.tenant]
      guard judges || givesWay || ad.ad.hasExpired(at: now) else {
        column?.stay(ad.ad.creativeID, ofTenant: ad.tenant)
        continue
      }
      let near =
        column?.near(section: place.content.section, row: row, isFilled: true, in: standing) {
          repeatDistance(place.tenant, $0)
        } ?? []
      let fault = fault(of: ad, near: near, judges: judges, at: now)
      // An ad in view stays, whatever is wrong with it; its fault is noted for later.
      let staysFilled: Bool
      if isInView(place.id) {
        noteFaultInView(fault)
        staysFilled = true
      } else {
        staysFilled = renew(place, ad, fault, near, at: now)
      }
      if givesWay || fault != nil { isStocked[place.tenant] = hasStock(ofTenant: place.tenant, at: now) }
      if let fault, !staysFilled { gone.append((place.id, fault)) }
      column?.stay(staysFilled ? standing[place.id]?.ad.creativeID : nil, ofTenant: ad.tenant)
    }
    giveBackUnseen(gone.filter { $0.reason == .repetition }.map(\.id), at: now)
    clear(gone, &work)
    standing.findNextExpiry(after: now)
  }

  /// Whether any ad may have expired, or any house ad could be replaced.
  func needsReplacements(at now: Duration) -> Bool {
    if hasExpiredAdInView || standing.nextExpiry.map({ $0 <= now }) ?? false { return true }
    return tenants.indices.contains { index in
      standing.unseenHouseAds(of: index) > 0 && hasStock(ofTenant: index, at: now)
    }
  }

  private func fault(
    of ad: AdAtPlace<Creative>, near: [NearAd], judges: Bool, at now: Duration
  ) -> AdClearing? {
    if ad.ad.hasExpired(at: now) { return .expiry }
    let isRepetition = judges && near.contains { $0.distance < 0 && !$0.allows(ad.ad.creativeID) }
    return isRepetition ? .repetition : nil
  }

  /// Records the fault of an ad in view, which stays until it is out of view.
  private mutating func noteFaultInView(_ fault: AdClearing?) {
    if fault == .expiry { hasExpiredAdInView = true } else if fault != nil { needsRuleCheck = true }
  }

  /// Replaces an ad that has a fault, or a house ad if possible; returns whether the place has an allowed ad now.
  private mutating func renew(
    _ place: LivePlace, _ former: AdAtPlace<Creative>, _ fault: AdClearing?, _ near: [NearAd], at now: Duration
  ) -> Bool {
    guard fault != nil || former.isUnseenHouseAd else { return true }
    let was = placedAd(at: place.id)
    // The former ad must not count against its possible replacements.
    standing.remove(place.id)
    guard let other = takeAd(for: place, near: near, at: now, orHouseAd: fault != nil) else {
      standing.put(former, at: place.id)
      return fault == nil
    }
    standing.put(other, at: place.id)
    note(was, replacedAt: place.id)
    if fault == .repetition, !former.isDisplayed { putBack(former, at: now) }
    return true
  }

  /// The places whose ads are shown, from the top down, with their rows.
  private var shownPlaces: [(place: LivePlace, row: Int)] {
    var rank = (section: -1, count: 0)
    return live.filledPlaces.compactMap { place in
      if rank.section != place.content.section { rank = (place.content.section, 0) }
      defer { rank.count += 1 }
      guard rank.count < live.shown.insertedRowCount(inFeedSection: rank.section) else { return nil }
      return (place, place.content.row + rank.count)
    }
  }
}
