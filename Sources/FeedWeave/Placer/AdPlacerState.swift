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
      do throws(PlacementError) {
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
  /// The content is loaded: all places are forgotten, and named anew.
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
