import Placement

/// Choosing an ad for a place.
extension AdPlacerState {
  /// Takes the first ad that may stand at a place that no ad stands at: of the tenant's source, or else one of its house ads.
  mutating func takeAd(
    for place: LivePlace, near: [NearAd], at now: Duration, orHouseAd: Bool = true
  ) -> StandingAd<Creative>? {
    // Not the whole tenant, whose queue would be copied when an ad is taken.
    let (tenant, caps) = (place.tenant, tenants[place.tenant].caps)
    let isApart = { (ad: Ad<Creative>) in near.allSatisfy { $0.allows(ad.id) } }
    let (standing, frequency) = (standing, frequency)
    let paid = tenants[tenant].queue?.take(at: now) { ad in
      isApart(ad)
        && frequency.allows(ad.campaign, caps: caps, reserved: standing.reserved(ad.campaign), at: now)
    }
    if let paid { return StandingAd(ad: paid, tenant: tenant, isHouseAd: false, origin: place.origin) }
    tenants[tenant].idle = tenants[tenant].queue?.shelf.count ?? 0
    guard orHouseAd, let house = tenants[tenant].takeHouseAd(at: now, where: isApart) else { return nil }
    return StandingAd(ad: house, tenant: tenant, isHouseAd: true, origin: place.origin)
  }

  /// Whether a tenant's source has given ads that its caps allow, wherever they could stand.
  ///
  /// Nothing changes that while ads are placed but taking some, and a house ad that gives way.
  func hasStock(ofTenant index: Int, at now: Duration) -> Bool {
    let tenant = tenants[index]
    return tenant.queue?.shelf.contains { ad in
      let reserved = standing.reserved(ad.campaign) - (tenant.houseCampaigns.contains(ad.campaign) ? 1 : 0)
      return !ad.hasExpired(at: now) && frequency.allows(ad.campaign, caps: tenant.caps, reserved: reserved, at: now)
    } ?? false
  }

  /// Whether a tenant has any ad that might be placed.
  func hasAds(ofTenant index: Int, at now: Duration) -> Bool {
    hasStock(ofTenant: index, at: now) || tenants[index].houseAds.contains { !$0.hasExpired(at: now) }
  }

  /// The least distance of two rows with the same ad, of two tenants.
  func repeatDistance(_ tenant: Int, _ other: Int) -> Int {
    max(tenants[tenant].repeatDistance, tenants[other].repeatDistance)
  }

  /// How far from a row ads matter to what may stand there.
  var repeatReach: Int { max(1, tenants.map(\.repeatDistance).max() ?? 1) - 1 }
}

/// An ad near a place, by the rows between, and by how many it must at least be apart from its like.
struct NearAd {
  let adID: String
  /// How many rows below the place it stands; above it, less than zero.
  let distance: Int
  let least: Int

  /// Whether an ad may stand at the place.
  func allows(_ adID: String) -> Bool {
    RepeatRule(rows: least).allows(adID, inRow: 0, beside: CollectionOfOne((row: distance, adID: self.adID)))
  }
}
