import AdServing
import FeedWeave
import Placement

/// The places of a feed, the ads at them, and the tenants' stocks, independent of any list.
///
/// It is a value that uses neither list nor clock: the placer passes it events, and shows the resulting work in the list.
/// Work that a list does not show is undone by ``undo(_:)``.
struct AdPlacerState<Creative> {
  typealias PlaceID = LivePlacement.PlaceID

  let options: AdPlacerOptions
  /// The places, filled and unfilled.
  var live: LivePlacement
  var tenants: [TenantState<Creative>]
  /// The ads at the filled places.
  var ads = AdsByPlace<Creative>()
  /// When campaigns were seen.
  var frequency = FrequencyHistory()
  /// What is due at the next change of the list.
  var due = DueChanges<Creative>()
  /// Places cleared by request, which stay unfilled.
  var closed: Set<PlaceID> = []
  /// Until when no work is due; nil if it may be due with every displayed row.
  var rest: PlacerRest?
  /// How far below the displayed rows places are filled.
  var reach: PlacerReach
  private var content = Content.unloaded

  private enum Content: Equatable {
    case unloaded
    /// It was planned by its counts alone, and has not changed since.
    case planned(userCounts: [Int])
    case loaded
  }

  init(_ tenants: [AdTenant<Creative>], options: AdPlacerOptions) throws(AdPlacerError) {
    self.options = options
    reach = PlacerReach(lookahead: options.lookahead)
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

/// What is due at the next change of a placer's list.
struct DueChanges<Creative> {
  /// A change of the ad at a place.
  enum Change {
    /// It is to be removed; the row may still show the ad that it has replaced.
    case removal(AdClearing, shown: PlacedAd<Creative>?)
    /// It has replaced another, which the row still shows.
    case replacement(shown: PlacedAd<Creative>)

    /// The ad that the row shows, if it is not the one at the place.
    var shown: PlacedAd<Creative>? {
      switch self {
      case .removal(_, let shown): shown
      case .replacement(let shown): shown
      }
    }
  }

  var changes: [LivePlacement.PlaceID: Change] = [:]
  /// Whether ads may have moved to places that a rule or the repeat distance forbids.
  var checksRules = false
  /// Whether an expired ad was left because it was in view.
  var checksExpiry = false

  /// Returns whether the ad at a place is to be removed.
  func removes(_ id: LivePlacement.PlaceID) -> Bool {
    // Most often there is nothing to look up.
    if !changes.isEmpty, case .removal = changes[id] { true } else { false }
  }

  /// Has the row of a place reloaded, which shows a former ad.
  mutating func replace(_ former: PlacedAd<Creative>, at id: LivePlacement.PlaceID) {
    switch changes[id] {
    case nil: changes[id] = .replacement(shown: former)
    case .removal(let reason, shown: nil): changes[id] = .removal(reason, shown: former)
    case .removal, .replacement: break
    }
  }
}

// MARK: - What happens

extension AdPlacerState {
  /// Whether the content has been loaded.
  var isLoaded: Bool { content != .unloaded }

  /// Loads content: discards all places and makes new ones.
  ///
  /// - Throws: `PlacementError` if the rules can't be applied to the content; then no ads are placed until the next
  ///   load.
  mutating func load(userCounts: [Int], traits: ContentTraits) throws(PlacementError) {
    try live.load(userCounts: userCounts, traits: traits)
    content = traits.areUnknown ? .planned(userCounts: userCounts) : .loaded
  }

  /// Loads content again if the places remain the same, and the ads that are the first to fill them.
  ///
  /// That is so if the content has as many rows as when it was planned, the places were filled from the top down, and any
  /// ad of a source may be at any place of its tenant.
  ///
  /// - Returns: The ads removed since they are beyond the lookahead, in feed order; nil, without any change, if places have
  ///   to be planned and filled again.
  mutating func reload(userCounts: [Int], traits: ContentTraits, at now: Duration) -> [PlacedAd<Creative>]? {
    guard content == .planned(userCounts: userCounts), traits.areUnknown, due.changes.isEmpty, closed.isEmpty,
      !due.checksExpiry, ads.areInterchangeable(at: now), tenants.allSatisfy({ $0.placesAnyAd }),
      let beyond = live.startAgain(within: options.lookahead)
    else { return nil }
    let removed = beyond.compactMap { placedAd(at: $0) }
    putBack(beyond, at: now)
    for id in beyond { ads[id] = nil }
    live.clear(beyond)
    ads.forgetDisplays()
    reach = PlacerReach(lookahead: options.lookahead)
    return removed
  }

  /// Removes all ads.
  ///
  /// Those of sources return to the front of their queues, in their order.
  ///
  /// - Returns: The removed ads, in feed order.
  mutating func unload(at now: Duration) -> [PlacedAd<Creative>] {
    let ids = filledPlaces
    let removed = ids.compactMap { shownAd(at: $0) }
    putBack(ids.filter { !due.removes($0) }, at: now)
    live.clear(ids)
    ads.removeAll()
    (due, closed, content) = (DueChanges(), [], .unloaded)
    reach = PlacerReach(lookahead: options.lookahead)
    return removed
  }

  /// Returns the map that the list is to show.
  func map(userCounts: [Int]) throws(PlacementError) -> InsertionMap {
    isLoaded ? live.shown : try InsertionMap(userCounts: userCounts)
  }

  /// Has the ad at a place removed at the next change of the list.
  mutating func remove(_ id: PlaceID, because reason: AdClearing) {
    due.changes[id] = .removal(reason, shown: due.changes[id]?.shown)
    ads.noteChange()
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
    due.checksRules = true
    content = .loaded
    reach = PlacerReach(lookahead: options.lookahead)
    let removed = dropped.compactMap { shownAd(at: $0) }
    putBackUnseen(dropped.filter { !due.removes($0) }, at: now)
    for id in dropped {
      ads[id] = nil
      closed.remove(id)
      due.changes[id] = nil
    }
    return removed
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
      ads.advance(id, to: .displayed)
    }
  }

  /// Returns those ads of places to their queues that nobody has seen.
  mutating func putBackUnseen(_ ids: [PlaceID], at now: Duration) {
    putBack(ids.filter { ads[$0]?.isDisplayed == false }, at: now)
  }

  /// Returns the ads of places to the front of their queues, in their order, if they came from sources.
  private mutating func putBack(_ ids: [PlaceID], at now: Duration) {
    for ad in ids.reversed().compactMap({ ads[$0] }) where ad.supplier == .source {
      tenants[ad.tenant].queue?.putBack(ad.ad, at: now)
    }
  }
}

// MARK: - What there is

extension AdPlacerState {
  /// Returns the place of an insertion, if it has an ad.
  func place(number: Int) -> PlaceID? {
    let id = PlaceID(number: number)
    return ads[id] == nil ? nil : id
  }

  /// Returns whether a place has an ad that is not about to be removed.
  func keepsAd(at id: PlaceID) -> Bool { ads[id] != nil && !due.removes(id) }

  /// Returns the ad at a place.
  func placedAd(at id: PlaceID) -> PlacedAd<Creative>? {
    ads[id].map { ad in
      PlacedAd(
        ad: ad.ad, place: id, origin: ad.origin, tenant: tenants[ad.tenant].name, isHouseAd: ad.isHouseAd)
    }
  }

  /// Returns the ad that the row of a place shows, which may have been replaced already.
  func shownAd(at id: PlaceID) -> PlacedAd<Creative>? { due.changes[id]?.shown ?? placedAd(at: id) }

  /// The filled places, from the top down.
  var filledPlaces: [PlaceID] { live.filledPlaces.map(\.id) }

  /// Whether the places and the ads match.
  func checkInvariants() -> Bool {
    ads.checkInvariants() && live.checkInvariants() && Set(filledPlaces) == Set(ads.places)
      && due.changes.keys.allSatisfy { ads[$0] != nil }
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
      let (reserved, frequency) = (ads.reserved, frequency)
      paid = tenants[tenant].queue?.take(at: now) { ad in
        isApart(ad) && frequency.allows(ad.identity, caps: caps, reserved: reserved, at: now)
      }
    }
    if let paid { return AdAtPlace(ad: paid, tenant: tenant, supplier: .source, origin: place.origin) }
    tenants[tenant].idle = tenants[tenant].queue?.shelf.count ?? 0
    guard orHouseAd, let house = tenants[tenant].takeHouseAd(at: now, where: isApart) else { return nil }
    return AdAtPlace(ad: house, tenant: tenant, supplier: .houseAds, origin: place.origin)
  }

  /// Whether the stock from a tenant's source has ads that its caps allow, at any place.
  ///
  /// While ads are placed, only taking an ad or replacing a house ad changes this.
  func hasStock(ofTenant index: Int, at now: Duration) -> Bool {
    guard tenants[index].queue?.hasStock(at: now) ?? false else { return false }
    guard !tenants[index].caps.isEmpty, let queue = tenants[index].queue else { return true }
    let (caps, frequency) = (tenants[index].caps, frequency)
    // In the place of a house ad, one that shares a name with it may stand once more.
    let reserved = ads.reserved.removingOne(ofEachNameOf: tenants[index].formerHouseAds)
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
