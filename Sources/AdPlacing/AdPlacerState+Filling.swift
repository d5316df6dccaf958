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
    var work = AdPlacerWork<Creative>()
    guard isLoaded else { return work }
    for index in tenants.indices { tenants[index].idle = 0 }
    if !pendingRemovals.isEmpty { clear(pendingRemovals.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, &work) }
    let isLeft = judgesAds && withdrawForbidden(&work, traits, at: now, isInView)
    replaceUnfitAds(&work, at: now, isInView)
    if isLeft { needsRuleCheck = true }
    fill(&work, traits, at: now)
    takeReplaced(&work)
    assert(checkInvariants())
    return work
  }

  /// Whether ads may have moved to places that are forbidden, and are withdrawn from there.
  private var judgesAds: Bool { options.withdraws && needsRuleCheck }

  /// Whether the work that is due can only fill places.
  func onlyFillsPlaces(at now: Duration) -> Bool {
    pendingRemovals.isEmpty && replaced.isEmpty && !judgesAds && !needsReplacements(at: now)
  }

  /// Clears the places again that work has filled, for which the tenants had other ads.
  mutating func undoFilling(_ work: AdPlacerWork<Creative>, tenants former: [TenantState<Creative>]) {
    tenants = former
    for ad in work.placed { standing.remove(ad.place) }
    live.clear(work.placed.map(\.place))
    assert(checkInvariants())
  }

  /// Clears ads out of view that a rule forbids; returns whether there are more in view.
  private mutating func withdrawForbidden(
    _ work: inout AdPlacerWork<Creative>, _ traits: ContentTraits, at now: Duration, _ isInView: (PlaceID) -> Bool
  ) -> Bool {
    let all = live.forbidden(traits: traits)
    let forbidden = all.filter { !isInView($0.id) }
    giveBackUnseen(forbidden.map(\.id), at: now)
    clear(forbidden.map { ($0.id, .rule($0.reason)) }, &work)
    return forbidden.count < all.count
  }

  /// Fills places from the top down with ready ads.
  private mutating func fill(_ work: inout AdPlacerWork<Creative>, _ traits: ContentTraits, at now: Duration) {
    findFillDistance()
    let mayFill = tenants.indices.map { hasAds(ofTenant: $0, at: now) }
    let unfilled = mayFill.contains(true) ? place(&work, traits, mayFill, at: now) : fillableCounts(traits)
    for index in tenants.indices {
      tenants[index].wanted = min(unfilled[index] + standing.unseenHouseAds(of: index), AdQueuePolicy.limit)
      if unfilled[index] > 0 { discardUseless(ofTenant: index, at: now) }
      if tenants[index].wanted > 0, !hasStock(ofTenant: index, at: now) {
        tenants[index].idle = tenants[index].queue?.shelf.count ?? 0
      }
    }
  }

  /// Fills places from the top down; returns for each tenant how many places have remained unfilled.
  private mutating func place(
    _ work: inout AdPlacerWork<Creative>, _ traits: ContentTraits, _ mayFill: [Bool], at now: Duration
  ) -> [Int] {
    let (places, unfilled) = choosePlaces(traits, mayFill, at: now)
    notePlaced(live.fill(at: places), &work)
    return unfilled
  }

  /// Takes ads for places from the top down; returns the places, and for each tenant how many remain unfilled.
  private mutating func choosePlaces(
    _ traits: ContentTraits, _ mayFill: [Bool], at now: Duration
  ) -> (places: [LivePlacement.PlaceIndex], unfilled: [Int]) {
    var (column, mayFill) = (AdColumn(self), mayFill)
    var unfilled = [Int](repeating: 0, count: tenants.count)
    let (live, policy, distance) = (live, options.fillPolicy, fillDistance)
    let places = live.placesToFill(policy: policy, within: distance, traits: traits) { place, row in
      if closed.contains(place.id) { return false }
      guard mayFill[place.tenant], let ad = takeAd(for: place, row: row, &column, at: now) else {
        unfilled[place.tenant] += 1
        if mayFill[place.tenant] { mayFill[place.tenant] = hasAds(ofTenant: place.tenant, at: now) }
        return false
      }
      standing.put(ad, at: place.id)
      column?.come(ad.ad.creativeID, ofTenant: ad.tenant, section: place.content.section, row: row)
      return true
    }
    return (places, unfilled)
  }

  private mutating func takeAd(
    for place: LivePlace, row: Int, _ column: inout AdColumn?, at now: Duration
  ) -> AdAtPlace<Creative>? {
    let near = column?.near(section: place.content.section, row: row, isFilled: false, in: standing) {
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
    if work.cleared.isEmpty {
      for id in ids {
        if let ad = placedAd(at: id) { work.placed.append(ad) }
      }
      return
    }
    var gone: [PlaceID: PlacedAd<Creative>] = [:]
    for cleared in work.cleared where gone[cleared.ad.place] == nil { gone[cleared.ad.place] = cleared.ad }
    for id in ids {
      if let former = gone[id] {
        note(former, replacedAt: id)
      } else if let ad = placedAd(at: id) {
        work.placed.append(ad)
      }
    }
    if !ids.isEmpty { work.cleared.removeAll { replaced[$0.ad.place] != nil } }
  }

  /// Clears the places of ads, and records the removed ads with their reasons.
  mutating func clear(_ ads: [(id: PlaceID, reason: AdClearing)], _ work: inout AdPlacerWork<Creative>) {
    if ads.isEmpty { return }
    for (id, reason) in ads {
      guard let placed = replaced.removeValue(forKey: id) ?? placedAd(at: id) else { continue }
      standing.remove(id)
      pendingRemovals[id] = nil
      work.cleared.append((ad: placed, reason: reason))
    }
    live.clear(ads.map { $0.id })
    needsRuleCheck = true
  }

  /// Returns ads that nobody has seen to the front of their queues, in their order.
  mutating func giveBackUnseen(_ ids: [PlaceID], at now: Duration) {
    for ad in ids.reversed().compactMap({ standing[$0] }) where !ad.isDisplayed { putBack(ad, at: now) }
  }

  /// Records the ad that the row of a place shows until it is reloaded.
  mutating func note(_ former: PlacedAd<Creative>?, replacedAt id: PlaceID) {
    if let former, replaced[id] == nil { replaced[id] = former }
  }

  private mutating func takeReplaced(_ work: inout AdPlacerWork<Creative>) {
    if replaced.isEmpty { return }
    for id in live.inFeedOrder(replaced.keys) {
      if let former = replaced[id], let other = placedAd(at: id) { work.replaced.append((ad: former, other: other)) }
    }
    replaced = [:]
  }
}

/// The changes of ads in one change of the list.
struct AdPlacerWork<Creative> {
  /// Cleared ads, with the reasons.
  var cleared: [(ad: PlacedAd<Creative>, reason: AdClearing)] = []
  /// Replaced ads, with their replacements.
  var replaced: [(ad: PlacedAd<Creative>, other: PlacedAd<Creative>)] = []
  /// Placed ads.
  var placed: [PlacedAd<Creative>] = []
}
