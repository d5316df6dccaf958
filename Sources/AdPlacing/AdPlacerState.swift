import AdServing
import FeedWeave
import Placement

/// The places of a feed, the ads that stand in it, and where more of them come from, without a list.
///
/// It is a value, so that what a list does not take can be undone, and knows neither list nor clock: a shell tells it what happens,
/// and carries out in the list what it answers.
struct AdPlacerState<Creative> {
  typealias PlaceID = LivePlacement.PlaceID

  let options: AdPlacerOptions
  /// The places, filled and unfilled.
  var live: LivePlacement
  var tenants: [TenantState<Creative>]
  /// The ads that stand at the filled places.
  var standing = StandingAds<Creative>()
  /// What has been seen when.
  var frequency = FrequencyHistory()
  /// Whether the content has been loaded.
  private(set) var isLoaded = false
  /// Ads that are to go when the list can be changed next, by place.
  var doomed: [PlaceID: AdClearing] = [:]
  /// Ads that have been replaced, and whose rows show the former ones still.
  var replaced: [PlaceID: PlacedAd<Creative>] = [:]
  /// Places that have been cleared by request, and stay so.
  var closed: Set<PlaceID> = []
  /// Whether an ad that has expired was left to stand, since somebody looked at it.
  var isOverdue = false
  /// Whether ads may have come to stand where they must not.
  var needsJudging = false

  init(_ tenants: [AdTenant<Creative>], options: AdPlacerOptions) throws(AdPlacerError) {
    self.options = options
    self.tenants = []
    for tenant in tenants {
      do throws(AdServingError) {
        self.tenants.append(try TenantState(tenant, seed: options.seed))
      } catch { throw .invalidTenant(tenant.name, error) }
    }
    do throws(PlacementError) {
      live = try LivePlacement(tenants.map { Tenant(name: $0.name, rules: $0.rules) })
    } catch { throw .placement(error) }
  }
}

// MARK: - What happens

extension AdPlacerState {
  /// The content is loaded: all places are forgotten, and named again.
  ///
  /// - Throws: `PlacementError` where the rules cannot be kept; then ads can stand nowhere until the next load.
  mutating func load(userCounts: [Int], traits: ContentTraits) throws(PlacementError) {
    try live.load(userCounts: userCounts, traits: traits)
    isLoaded = true
  }

  /// Takes all ads out, of which those of sources are the next of their queues again, in their order.
  ///
  /// - Returns: the ads that stood, in feed order.
  mutating func unload(at now: Duration) -> [PlacedAd<Creative>] {
    let ids = filledPlaces
    let gone = ids.compactMap { replaced[$0] ?? placedAd(at: $0) }
    for ad in ids.reversed().compactMap({ doomed[$0] == nil ? standing[$0] : nil }) { putBack(ad, at: now) }
    standing = StandingAds()
    live.clear(ids)
    (doomed, replaced, closed, isLoaded, isOverdue) = ([:], [:], [], false, false)
    return gone
  }

  /// What the list is to show.
  func map(userCounts: [Int]) throws(PlacementError) -> InsertionMap {
    isLoaded ? live.shown : try InsertionMap(userCounts: userCounts)
  }

  /// The content has changed, and places have gone with it.
  ///
  /// - Returns: the ads that stood in content that is gone.
  /// - Throws: `PlacementError` where the update is none of this content; then nothing has changed.
  mutating func apply(
    _ update: ContentUpdate, traits: ContentTraits, at now: Duration
  ) throws(PlacementError) -> [PlacedAd<Creative>] {
    guard isLoaded else { return [] }
    let dropped = try live.apply(update, traits: traits).dropped
    needsJudging = true
    let gone = dropped.compactMap { replaced[$0] ?? placedAd(at: $0) }
    giveBackUnseen(dropped.filter { doomed[$0] == nil }, at: now)
    for id in dropped {
      standing.remove(id)
      closed.remove(id)
      doomed[id] = nil
      replaced[id] = nil
    }
    return gone
  }

  /// A row is about to be shown.
  mutating func display(_ row: OwnedRow) {
    switch row.owner {
    case .content(let user):
      if let path = live.shown.feedPath(for: user) { live.didDisplay(path) }
    case .insertion(let number):
      guard let id = place(number: number) else { return }
      let isThere = live.shown.insertionIndex(at: row.path) == number
      if let path = isThere ? row.path : live.feedPath(of: id) { live.didDisplay(path) }
      standing.display(id)
    }
  }

  /// Gives an ad of a source back, to be the next that is taken.
  mutating func putBack(_ ad: StandingAd<Creative>, at now: Duration) {
    if !ad.isHouseAd, !ad.isByHand { tenants[ad.tenant].queue?.putBack(ad.ad, at: now) }
  }
}

// MARK: - What there is

extension AdPlacerState {
  /// The place of an insertion of the list, if an ad stands there.
  func place(number: Int) -> PlaceID? {
    let id = PlaceID(number: number)
    return standing[id] == nil ? nil : id
  }

  /// The ad at a place.
  func placedAd(at id: PlaceID) -> PlacedAd<Creative>? {
    standing[id].map { ad in
      PlacedAd(
        ad: ad.ad, place: id, origin: ad.origin, tenant: tenants[ad.tenant].name, isHouseAd: ad.isHouseAd)
    }
  }

  /// The places at which ads stand, from the top down.
  var filledPlaces: [PlaceID] { live.places.filter(\.isFilled).map(\.id) }

  /// Whether the places and the ads belong together.
  func checkInvariants() -> Bool {
    standing.checkInvariants() && live.checkInvariants() && Set(filledPlaces) == Set(standing.places)
      && doomed.keys.allSatisfy { standing[$0] != nil } && replaced.keys.allSatisfy { standing[$0] != nil }
  }
}

// MARK: - Choosing

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

// MARK: - Renewing

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
