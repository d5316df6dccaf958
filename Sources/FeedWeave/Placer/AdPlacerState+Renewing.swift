import Placement

/// Putting other ads in the place of those that must not stay, or that only stand in.
extension AdPlacerState {
  /// Replaces ads out of view that have expired, repeat another, or are house ads that nobody has seen.
  ///
  /// Those that must not stay and for which there is no other are cleared.
  mutating func renewUnfit(
    _ work: inout AdPlacerWork<Creative>, at now: Duration, _ isInView: (PlaceID) -> Bool
  ) {
    let judges = options.withdraws && needsJudging
    guard judges || mayRenew(at: now) else { return }
    (needsJudging, isOverdue) = (false, false)
    var column = AdColumn(self)
    var gone: [(id: PlaceID, reason: AdClearing)] = []
    var isStocked = tenants.indices.map { hasStock(ofTenant: $0, at: now) }
    for (place, row) in shownPlaces {
      guard let ad = standing[place.id] else { continue }
      let givesWay = ad.isUnseenHouseAd && isStocked[place.tenant]
      guard judges || givesWay || ad.ad.hasExpired(at: now) else {
        column.stay(ad.ad.id, ofTenant: ad.tenant)
        continue
      }
      let near = column.near(section: place.content.section, row: row, isFilled: true, in: standing) {
        repeatDistance(place.tenant, $0)
      }
      let fault = fault(of: ad, near: near, judges: judges, at: now)
      let isLeft = isInView(place.id) ? leave(fault) : renew(place, ad, fault, near, at: now)
      if givesWay || fault != nil { isStocked[place.tenant] = hasStock(ofTenant: place.tenant, at: now) }
      if let fault, !isLeft { gone.append((place.id, fault)) }
      column.stay(isLeft ? standing[place.id]?.ad.id : nil, ofTenant: ad.tenant)
    }
    giveBackUnseen(gone.filter { $0.reason == .repetition }.map(\.id), at: now)
    clear(gone, &work)
    standing.findNextExpiry(after: now)
  }

  /// Whether any ad may have expired, or could give way.
  private func mayRenew(at now: Duration) -> Bool {
    if isOverdue || standing.nextExpiry.map({ $0 <= now }) ?? false { return true }
    return tenants.indices.contains { index in
      standing.unseenHouseAds(of: index) > 0 && hasStock(ofTenant: index, at: now)
    }
  }

  private func fault(
    of ad: StandingAd<Creative>, near: [NearAd], judges: Bool, at now: Duration
  ) -> AdClearing? {
    if ad.ad.hasExpired(at: now) { return .expiry }
    let isRepetition = judges && near.contains { $0.distance < 0 && !$0.allows(ad.ad.id) }
    return isRepetition ? .repetition : nil
  }

  /// Leaves an ad that is in view, and notes what is wrong with it.
  private mutating func leave(_ fault: AdClearing?) -> Bool {
    if fault == .expiry { isOverdue = true } else if fault != nil { needsJudging = true }
    return true
  }

  /// Puts another ad at a place if that has to be, or if it would be better; answers whether one stands there that may.
  private mutating func renew(
    _ place: LivePlace, _ former: StandingAd<Creative>, _ fault: AdClearing?, _ near: [NearAd], at now: Duration
  ) -> Bool {
    guard fault != nil || former.isUnseenHouseAd else { return true }
    let was = placedAd(at: place.id)
    // It does not count against those that would stand in its place.
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

  /// The places at which ads are shown, from the top down, with their rows.
  var shownPlaces: [(place: LivePlace, row: Int)] {
    var rank = (section: -1, count: 0)
    return live.places.compactMap { place in
      guard place.isFilled else { return nil }
      if rank.section != place.content.section { rank = (place.content.section, 0) }
      defer { rank.count += 1 }
      guard rank.count < live.shown.insertedRowCount(inFeedSection: rank.section) else { return nil }
      return (place, place.content.row + rank.count)
    }
  }
}
