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
    let judges = checksRules
    guard judges || needsReplacements(at: now) else { return }
    (due.checksRules, due.checksExpiry) = (false, false)
    var column = AdColumn(self)
    var unfit: [(id: PlaceID, reason: AdClearing)] = []
    var isStocked = tenants.indices.map { hasStock(ofTenant: $0, at: now) }
    for (place, row) in shownPlaces {
      guard let ad = ads[place.id] else { continue }
      let givesWay = ad.isUnseenHouseAd && isStocked[place.tenant]
      guard judges || givesWay || ad.ad.hasExpired(at: now) else {
        column?.keep(ad.ad.creativeID, ofTenant: ad.tenant)
        continue
      }
      let near =
        column?.near(section: place.content.section, row: row, isFilled: true, in: ads, expiringBy: now) {
          repeatDistance(place.tenant, $0)
        } ?? []
      let fault = fault(of: ad, near: near, judges: judges, at: now)
      // An ad in view stays, whatever is wrong with it; its fault is noted for later.
      let staysFilled: Bool
      if isInView(place.id) {
        if let fault {
          if fault == .expiry { due.checksExpiry = true } else { due.checksRules = true }
        }
        staysFilled = true
      } else {
        staysFilled = renew(place, ad, fault, near, at: now, &work)
      }
      if givesWay || fault != nil { isStocked[place.tenant] = hasStock(ofTenant: place.tenant, at: now) }
      if let fault, !staysFilled { unfit.append((place.id, fault)) }
      column?.keep(staysFilled ? ads[place.id]?.ad.creativeID : nil, ofTenant: ad.tenant)
    }
    putBackUnseen(unfit.filter { $0.reason == .repetition }.map(\.id), at: now)
    clear(unfit, &work)
    ads.findNextExpiry(after: now)
  }

  /// Whether any ad may have expired, or any house ad could be replaced.
  func needsReplacements(at now: Duration) -> Bool {
    if due.checksExpiry || ads.nextExpiry.map({ $0 <= now }) ?? false { return true }
    return tenants.indices.contains { index in
      ads.unseenHouseAds(of: index) > 0 && hasStock(ofTenant: index, at: now)
    }
  }

  private func fault(
    of ad: AdAtPlace<Creative>, near: [NearAd], judges: Bool, at now: Duration
  ) -> AdClearing? {
    if ad.ad.hasExpired(at: now) { return .expiry }
    let isRepetition = judges && near.contains { $0.distance < 0 && !$0.allows(ad.ad.creativeID) }
    return isRepetition ? .repetition : nil
  }

  /// Replaces an ad that has a fault, or a house ad if possible; returns whether the place has an allowed ad now.
  private mutating func renew(
    _ place: LivePlace, _ former: AdAtPlace<Creative>, _ fault: AdClearing?, _ near: [NearAd], at now: Duration,
    _ work: inout AdPlacerWork<Creative>
  ) -> Bool {
    guard fault != nil || former.isUnseenHouseAd, let shown = placedAd(at: place.id) else { return true }
    // The former ad must not count against its possible replacements.
    ads[place.id] = nil
    let other = takeAd(for: place, near: near, at: now, orHouseAd: fault != nil)
    ads[place.id] = former
    guard let other else { return fault == nil }
    if fault == .repetition { putBackUnseen([place.id], at: now) }
    setAd(other, at: place.id, &work)
    due.replace(shown, at: place.id)
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
