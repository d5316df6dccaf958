import AdServing
import Placement

/// Doing due work: removing, replacing and placing ads.
extension AdPlacerState {
  /// Does all work that is due, and returns what was done.
  ///
  /// - Parameter isInView: Whether the row of an ad is in view. Such an ad is changed only by a recall or a request.
  /// - Complexity: O(sections + *u* log places) for *u* unfilled places within reach if no ad is changed, else
  ///   O(sections + places + *n* log *n*) for *n* removed ads.
  mutating func work(
    at now: Duration, traits: ContentTraits, isInView: (PlaceID) -> Bool
  ) -> AdPlacerWork<Creative> {
    var work = AdPlacerWork(self)
    guard isLoaded else { return work }
    for index in tenants.indices { tenants[index].idle = 0 }
    if !due.changes.isEmpty { removeDue(&work) }
    let isLeft = checksRules && withdrawForbidden(&work, traits, at: now, isInView)
    replaceUnfitAds(&work, at: now, isInView)
    if isLeft { due.checksRules = true }
    fill(&work, traits, at: now)
    if !due.changes.isEmpty { takeReplaced(&work) }
    assert(checkInvariants())
    return work
  }

  /// Undoes work that the list does not show.
  mutating func undo(_ work: AdPlacerWork<Creative>) {
    for (id, ad) in work.formerAds.reversed() { ads[id] = ad }
    (tenants, due, ads.nextExpiry) = (work.tenants, work.due, work.nextExpiry)
    let changed = Set(work.formerAds.map(\.id)).map { (id: $0, isDisplayed: ads[$0]?.isDisplayed) }
    live.restore(work.shown, changed)
    assert(checkInvariants())
  }

  /// Whether ads are withdrawn from forbidden places, and may have moved there.
  var checksRules: Bool { options.withdraws && due.checksRules }

  /// Changes the ad of a place, so that it can be undone.
  mutating func setAd(_ ad: AdAtPlace<Creative>?, at id: PlaceID, _ work: inout AdPlacerWork<Creative>) {
    work.formerAds.append((id, ads[id]))
    ads[id] = ad
  }

  /// Removes the ads whose removal is due.
  private mutating func removeDue(_ work: inout AdPlacerWork<Creative>) {
    let removals = due.changes.sorted { $0.key < $1.key }.compactMap { id, change in
      if case .removal(let reason, _) = change { (id: id, reason: reason) } else { nil }
    }
    clear(removals, &work)
  }

  /// Takes the replaced ads whose rows are to be reloaded.
  private mutating func takeReplaced(_ work: inout AdPlacerWork<Creative>) {
    for id in live.inFeedOrder(due.changes.keys) {
      if let former = due.changes[id]?.shown, let other = placedAd(at: id) { work.replaced.append((former, other)) }
    }
    due.changes = [:]
  }

  /// Clears ads out of view that a rule forbids; returns whether there are more in view.
  private mutating func withdrawForbidden(
    _ work: inout AdPlacerWork<Creative>, _ traits: ContentTraits, at now: Duration, _ isInView: (PlaceID) -> Bool
  ) -> Bool {
    let all = live.forbidden(traits: traits)
    let forbidden = all.filter { !isInView($0.id) }
    putBackUnseen(forbidden.map(\.id), at: now)
    clear(forbidden.map { ($0.id, .rule($0.reason)) }, &work)
    return forbidden.count < all.count
  }

  /// Fills places from the top down with ready ads.
  private mutating func fill(_ work: inout AdPlacerWork<Creative>, _ traits: ContentTraits, at now: Duration) {
    reach.follow(live, policy: options.fillPolicy)
    let mayFill = tenants.indices.map { hasAds(ofTenant: $0, at: now) }
    var unfilled: [Int]
    if mayFill.contains(true) {
      let places: [LivePlacement.PlaceIndex]
      (places, unfilled) = choosePlaces(&work, traits, mayFill, at: now)
      notePlaced(live.fill(at: places), &work)
    } else {
      unfilled = fillableCounts(traits)
    }
    for index in tenants.indices {
      tenants[index].wanted = min(unfilled[index] + ads.unseenHouseAds(of: index), AdQueuePolicy.limit)
      if unfilled[index] > 0 { discardUseless(ofTenant: index, at: now) }
      if tenants[index].wanted > 0, !hasStock(ofTenant: index, at: now) {
        tenants[index].idle = tenants[index].queue?.shelf.count ?? 0
      }
    }
  }

  /// Takes ads for places from the top down; returns the places, and for each tenant how many remain unfilled.
  private mutating func choosePlaces(
    _ work: inout AdPlacerWork<Creative>, _ traits: ContentTraits, _ mayFill: [Bool], at now: Duration
  ) -> (places: [LivePlacement.PlaceIndex], unfilled: [Int]) {
    var (column, mayFill) = (AdColumn(self), mayFill)
    var unfilled = [Int](repeating: 0, count: tenants.count)
    let (live, policy, distance) = (live, options.fillPolicy, reach.rows)
    let places = live.placesToFill(policy: policy, within: distance, traits: traits) { place, row in
      if closed.contains(place.id) { return false }
      guard mayFill[place.tenant], let ad = takeAd(for: place, row: row, &column, at: now) else {
        unfilled[place.tenant] += 1
        if mayFill[place.tenant] { mayFill[place.tenant] = hasAds(ofTenant: place.tenant, at: now) }
        return false
      }
      setAd(ad, at: place.id, &work)
      column?.insert(ad.ad.creativeID, ofTenant: ad.tenant, section: place.content.section, row: row)
      return true
    }
    return (places, unfilled)
  }

  private mutating func takeAd(
    for place: LivePlace, row: Int, _ column: inout AdColumn?, at now: Duration
  ) -> AdAtPlace<Creative>? {
    let near = column?.near(section: place.content.section, row: row, isFilled: false, in: ads) {
      repeatDistance(place.tenant, $0)
    }
    return takeAd(for: place, near: near ?? [], at: now)
  }

  /// Makes room in a full queue while places wait: discards ads that expire before their caps allow them again.
  private mutating func discardUseless(ofTenant tenant: Int, at now: Duration) {
    if tenants[tenant].caps.isEmpty { return }
    let (caps, frequency, wanted) = (tenants[tenant].caps, frequency, tenants[tenant].wanted)
    guard let queue = tenants[tenant].queue,
      queue.shelf.count(where: { !$0.hasExpired(at: now) }) >= min(queue.policy.stock + wanted, AdQueuePolicy.limit)
    else { return }
    tenants[tenant].queue?.discard(at: now) { ad in
      frequency.nextAllowed(ad.identity, caps: caps, at: now).map { ad.hasExpired(at: $0) } ?? true
    }
  }

  /// Reports new ads as placed, or as replacing the ad just cleared from the same place.
  private mutating func notePlaced(_ ids: [PlaceID], _ work: inout AdPlacerWork<Creative>) {
    var cleared: [PlaceID: PlacedAd<Creative>] = [:]
    for one in work.cleared where cleared[one.ad.place] == nil { cleared[one.ad.place] = one.ad }
    for id in ids {
      if !cleared.isEmpty, let former = cleared[id] {
        due.replace(former, at: id)
      } else if let ad = placedAd(at: id) {
        work.placed.append(ad)
      }
    }
    if !cleared.isEmpty { work.cleared.removeAll { due.changes[$0.ad.place] != nil } }
  }

  /// Clears the places of ads, and records the removed ads with their reasons.
  mutating func clear(_ places: [(id: PlaceID, reason: AdClearing)], _ work: inout AdPlacerWork<Creative>) {
    if places.isEmpty { return }
    for (id, reason) in places {
      guard let ad = shownAd(at: id) else { continue }
      setAd(nil, at: id, &work)
      due.changes[id] = nil
      work.cleared.append((ad, reason))
    }
    live.clear(places.map { $0.id })
    due.checksRules = true
  }
}

/// The changes of ads in one change of the list, and what undoes them.
struct AdPlacerWork<Creative> {
  /// Cleared ads, with the reasons.
  var cleared: [(ad: PlacedAd<Creative>, reason: AdClearing)] = []
  /// Replaced ads, with their replacements.
  var replaced: [(ad: PlacedAd<Creative>, other: PlacedAd<Creative>)] = []
  /// Placed ads.
  var placed: [PlacedAd<Creative>] = []

  /// The map, the tenants, the changes that were due and the next expiry before the work.
  let shown: InsertionMap
  fileprivate let tenants: [TenantState<Creative>]
  fileprivate let due: DueChanges<Creative>
  fileprivate let nextExpiry: Duration?
  /// The former ads of places, in the order of the changes; nil for an unfilled place.
  fileprivate var formerAds: [(id: LivePlacement.PlaceID, ad: AdAtPlace<Creative>?)] = []

  init(_ state: AdPlacerState<Creative>) {
    (shown, tenants, due, nextExpiry) = (state.live.shown, state.tenants, state.due, state.ads.nextExpiry)
  }
}
