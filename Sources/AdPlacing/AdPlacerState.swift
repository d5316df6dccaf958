import AdServing
import FeedWeave
import Placement

/// The places of a feed, the ads at them, and the tenants' stocks, independent of any list.
///
/// It is a value, so that a change which a list does not make can be undone, and uses neither list nor clock: the
/// placer passes it events, and carries out the resulting work in the list.
struct AdPlacerState<Creative> {
  typealias PlaceID = LivePlacement.PlaceID

  let options: AdPlacerOptions
  /// The places, filled and unfilled.
  var live: LivePlacement
  var tenants: [TenantState<Creative>]
  /// The ads at the filled places.
  var standing = AdsByPlace<Creative>()
  /// When campaigns were seen.
  var frequency = FrequencyHistory()
  /// Whether the content has been loaded.
  private(set) var isLoaded = false
  /// The content's counts if it was planned by them alone, and has not changed since.
  private var plannedCounts: [Int]?
  /// Ads to be removed at the next change of the list, by place, with the reasons.
  var pendingRemovals: [PlaceID: AdClearing] = [:] {
    didSet { standing.noteChange() }
  }
  /// The former ads of places whose ad was replaced but whose row was not reloaded yet.
  var replaced: [PlaceID: PlacedAd<Creative>] = [:]
  /// Places cleared by request, which stay unfilled.
  var closed: Set<PlaceID> = []
  /// Whether an expired ad was left in the feed because it was in view.
  var hasExpiredAdInView = false
  /// How far below the displayed rows places are filled, which follows the displayed rows.
  private var reach = PlacerReach()
  /// The number of rows below the last displayed one in which places are filled, as of the last work; nil for no limit.
  private(set) var fillDistance: Int?
  /// Until when no work is due; nil if it may be due with every displayed row.
  var rest: PlacerRest?
  /// Whether ads may have moved to places that a rule or the repeat distance forbids.
  var needsRuleCheck = false

  init(_ tenants: [AdTenant<Creative>], options: AdPlacerOptions) throws(AdPlacerError) {
    self.options = options
    fillDistance = options.lookahead
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
  /// Loads content: discards all places and makes new ones.
  ///
  /// - Throws: `PlacementError` if the rules can't be applied to the content; then no ads are placed until the next
  ///   load.
  mutating func load(userCounts: [Int], traits: ContentTraits) throws(PlacementError) {
    try live.load(userCounts: userCounts, traits: traits)
    isLoaded = true
    plannedCounts = traits.areUnknown ? userCounts : nil
  }

  /// Loads content again if the places remain the same, and the ads that are the first to fill them.
  ///
  /// That is so if the content has as many rows as when it was planned, the places were filled from the top down, and any
  /// ad of a source may be at any place of its tenant.
  ///
  /// - Returns: The ads removed since they are beyond the lookahead, in feed order; nil, without any change, if places have
  ///   to be planned and filled again.
  mutating func reload(userCounts: [Int], traits: ContentTraits, at now: Duration) -> [PlacedAd<Creative>]? {
    guard isLoaded, plannedCounts == userCounts, traits.areUnknown, pendingRemovals.isEmpty, replaced.isEmpty,
      closed.isEmpty, !hasExpiredAdInView, standing.areInterchangeable(at: now), tenants.allSatisfy({ $0.placesAnyAd }),
      let beyond = live.startAgain(within: options.lookahead)
    else { return nil }
    var gone: [PlacedAd<Creative>] = []
    for id in beyond {
      if let ad = placedAd(at: id) { gone.append(ad) }
    }
    for id in beyond.reversed() {
      if let ad = standing.remove(id) { putBack(ad, at: now) }
    }
    live.clear(beyond)
    standing.forgetDisplays()
    resetReach()
    return gone
  }

  /// Removes all ads.
  ///
  /// Those of sources return to the front of their queues, in their order.
  ///
  /// - Returns: The removed ads, in feed order.
  mutating func unload(at now: Duration) -> [PlacedAd<Creative>] {
    let ids = filledPlaces
    let gone = ids.compactMap { replaced[$0] ?? placedAd(at: $0) }
    for ad in ids.reversed().compactMap({ pendingRemovals[$0] == nil ? standing[$0] : nil }) { putBack(ad, at: now) }
    standing.removeAll()
    live.clear(ids)
    resetReach()
    (pendingRemovals, replaced, closed, isLoaded, hasExpiredAdInView) = ([:], [:], [], false, false)
    return gone
  }

  /// Returns the map that the list is to show.
  func map(userCounts: [Int]) throws(PlacementError) -> InsertionMap {
    isLoaded ? live.shown : try InsertionMap(userCounts: userCounts)
  }

  /// Applies a content update, which moves and removes places.
  ///
  /// - Returns: The ads removed with their content.
  /// - Throws: `PlacementError` if the update does not match the content; then nothing has changed.
  mutating func apply(
    _ update: ContentUpdate, traits: ContentTraits, at now: Duration
  ) throws(PlacementError) -> [PlacedAd<Creative>] {
    guard isLoaded else { return [] }
    let dropped = try live.apply(update, traits: traits).dropped
    (needsRuleCheck, plannedCounts) = (true, nil)
    resetReach()
    let gone = dropped.compactMap { replaced[$0] ?? placedAd(at: $0) }
    giveBackUnseen(dropped.filter { pendingRemovals[$0] == nil }, at: now)
    for id in dropped {
      standing.remove(id)
      closed.remove(id)
      pendingRemovals[id] = nil
      replaced[id] = nil
    }
    return gone
  }

  private mutating func resetReach() { (reach, fillDistance) = (PlacerReach(), options.lookahead) }

  /// Finds out how far below the displayed rows places are filled now.
  mutating func findFillDistance() {
    fillDistance = reach.rows(live, lookahead: options.lookahead, policy: options.fillPolicy)
  }

  /// Records that a row is about to be displayed.
  mutating func display(_ row: OwnedRow) {
    switch row.owner {
    case .content(let user):
      live.didDisplay(user)
    case .insertion(let number):
      guard let id = place(number: number) else { return }
      let isThere = live.shown.insertionIndex(at: row.path) == number
      if let path = isThere ? row.path : live.feedPath(of: id) { live.didDisplay(path) }
      standing.display(id)
    }
  }

  /// Returns an ad to the front of its queue, if it came from a source.
  mutating func putBack(_ ad: AdAtPlace<Creative>, at now: Duration) {
    if !ad.isHouseAd, !ad.isByHand { tenants[ad.tenant].queue?.putBack(ad.ad, at: now) }
  }
}

// MARK: - What there is

extension AdPlacerState {
  /// Returns the place of an insertion, if it has an ad.
  func place(number: Int) -> PlaceID? {
    let id = PlaceID(number: number)
    return standing[id] == nil ? nil : id
  }

  /// Returns the ad at a place.
  func placedAd(at id: PlaceID) -> PlacedAd<Creative>? {
    standing[id].map { ad in
      PlacedAd(
        ad: ad.ad, place: id, origin: ad.origin, tenant: tenants[ad.tenant].name, isHouseAd: ad.isHouseAd)
    }
  }

  /// The filled places, from the top down.
  var filledPlaces: [PlaceID] { live.filledPlaces.map(\.id) }

  /// Whether the places and the ads match.
  func checkInvariants() -> Bool {
    standing.checkInvariants() && live.checkInvariants() && Set(filledPlaces) == Set(standing.places)
      && pendingRemovals.keys.allSatisfy { standing[$0] != nil } && replaced.keys.allSatisfy { standing[$0] != nil }
  }
}

// MARK: - Choosing

/// Choosing ads for places.
extension AdPlacerState {
  /// Takes the first suitable ad for an unfilled place: of the tenant's source, or else one of its house ads.
  mutating func takeAd(
    for place: LivePlace, near: [NearAd], at now: Duration, orHouseAd: Bool = true
  ) -> AdAtPlace<Creative>? {
    // Not the whole tenant: its queue would be copied when an ad is taken.
    let (tenant, caps) = (place.tenant, tenants[place.tenant].caps)
    let isApart = { (ad: Ad<Creative>) in near.allSatisfy { $0.allows(ad.creativeID) } }
    let paid: Ad<Creative>?
    if caps.isEmpty {
      paid = tenants[tenant].queue?.take(at: now, where: isApart)
    } else {
      let (reserved, frequency) = (standing.reserved, frequency)
      paid = tenants[tenant].queue?.take(at: now) { ad in
        isApart(ad) && frequency.allows(ad.identity, caps: caps, reserved: reserved, at: now)
      }
    }
    if let paid { return AdAtPlace(ad: paid, tenant: tenant, isHouseAd: false, origin: place.origin) }
    tenants[tenant].idle = tenants[tenant].queue?.shelf.count ?? 0
    guard orHouseAd, let house = tenants[tenant].takeHouseAd(at: now, where: isApart) else { return nil }
    return AdAtPlace(ad: house, tenant: tenant, isHouseAd: true, origin: place.origin)
  }

  /// Whether the stock from a tenant's source has ads that its caps allow, at any place.
  ///
  /// While ads are placed, only taking an ad or replacing a house ad changes this.
  func hasStock(ofTenant index: Int, at now: Duration) -> Bool {
    guard tenants[index].queue?.hasStock(at: now) ?? false else { return false }
    guard !tenants[index].caps.isEmpty, let queue = tenants[index].queue else { return true }
    let (caps, frequency) = (tenants[index].caps, frequency)
    // In the place of a house ad, one that shares a name with it may stand once more.
    let reserved = standing.reserved.removingOne(ofEachNameOf: tenants[index].formerHouseAds)
    return queue.shelf.contains { ad in
      !ad.hasExpired(at: now) && frequency.allows(ad.identity, caps: caps, reserved: reserved, at: now)
    }
  }

  /// Whether a tenant has any ad that could be placed.
  func hasAds(ofTenant index: Int, at now: Duration) -> Bool {
    hasStock(ofTenant: index, at: now)
      || !tenants[index].houseAds.isEmpty && tenants[index].houseAds.contains { !$0.hasExpired(at: now) }
  }

  /// Returns the least distance in rows between equal ads of two tenants.
  func repeatDistance(_ tenant: Int, _ other: Int) -> Int {
    max(tenants[tenant].repeatDistance, tenants[other].repeatDistance)
  }

  /// The greatest number of rows at which an ad affects what a place may have.
  var repeatReach: Int {
    var reach = 1
    for index in tenants.indices { reach = max(reach, tenants[index].repeatDistance) }
    return reach - 1
  }
}

extension ContentTraits {
  /// Whether nothing is known about any row, so that rules do not depend on it.
  fileprivate var areUnknown: Bool { tags == nil && isAdAllowedBeside == nil }
}

/// Until when a placer has no work, if it is not told of anything but displayed rows.
struct PlacerRest {
  /// The first row whose display makes work due; rows of other sections do as well.
  let row: FeedPath
  /// The time at which work is due; nil for never.
  let deadline: Duration?

  /// Returns whether the display of a row makes work due.
  func ends(with path: FeedPath) -> Bool { path.section != row.section || path.row >= row.row }
}

extension AdPlacerState {
  /// Finds out until when no work is due, when all has been done.
  mutating func findRest(at now: Duration) {
    rest = nil
    guard isLoaded, options.fillPolicy == .belowDisplayed, !tenants.indices.contains(where: { tenants[$0].wanted > 0 })
    else { return }
    guard let row = live.nextRowToReach(within: options.lookahead) else { return }
    rest = PlacerRest(row: row, deadline: nextDeadline(at: now, isBehind: false))
  }
}

/// An ad near a place, with its distance in rows and the least distance to an equal ad.
struct NearAd {
  let creativeID: String
  /// The number of rows from the place down to the ad; negative if the ad is above.
  let distance: Int
  let least: Int

  /// Returns whether an ad is allowed at the place.
  func allows(_ creativeID: String) -> Bool {
    RepeatRule(rows: least)
      .allows(creativeID, inRow: 0, beside: CollectionOfOne((row: distance, creativeID: self.creativeID)))
  }
}
