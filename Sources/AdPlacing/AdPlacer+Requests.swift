public import AdServing
import FeedWeave
public import Placement

/// Queries about ads, places and their reasons.
extension AdPlacer {
  /// Returns the ad that a row of the feed shows; nil for content, and for a recalled ad.
  public func ad(at path: FeedPath) -> PlacedAd<Creative>? {
    place(at: path).flatMap { state.due.removes($0) ? nil : state.placedAd(at: $0) }
  }

  /// Returns the ad at a place; nil for an unfilled place.
  public func ad(at place: PlaceID) -> PlacedAd<Creative>? { state.placedAd(at: place) }

  /// All ads in the feed, from the top down.
  ///
  /// - Complexity: O(places).
  public var ads: [PlacedAd<Creative>] { state.filledPlaces.compactMap { state.placedAd(at: $0) } }

  /// Returns the present feed path of the ad at a place; nil if the place is unfilled, or waits for content.
  public func feedPath(of place: PlaceID) -> FeedPath? { state.live.feedPath(of: place) }

  /// The places of the feed, filled and unfilled.
  public var placement: LivePlacement { state.live }

  /// Returns a tenant's ads in stock, in the order in which they will be used; empty for a tenant without a source.
  public func stock(of tenant: String) -> [Ad<Creative>] {
    state.tenants.first { $0.name == tenant }?.queue?.stock ?? []
  }

  /// The times at which the user saw each campaign, as far as caps need them.
  ///
  /// Set the stored history before attaching the placer.
  public var frequency: FrequencyHistory {
    get { state.frequency }
    set {
      whenChanged { [weak self] in
        self?.state.frequency = newValue
        self?.doDueWork()
      }
    }
  }

  /// The number, density and distances of the ads in the feed.
  ///
  /// - Complexity: O(sections + ads).
  public var measures: FeedMeasures {
    let map = state.live.shown
    return (0..<map.feedSectionCount).reduce(into: FeedMeasures()) { measures, section in
      let rows = map.insertedRows(inFeedSection: section).enumerated().map { rank, row in row - rank }
      let count = (map.feedCount(inFeedSection: section) ?? 0) - rows.count
      measures.append(FeedMeasures(contentCount: count, adsBefore: rows))
    }
  }

  /// Explains a row of the feed: the ad and its rule, or the unfilled places before a content row.
  ///
  /// - Returns: An explanation; nil for a row that the feed does not have.
  public func explain(_ path: FeedPath) -> AdExplanation<Creative>? {
    if let ad = ad(at: path) { return .ad(ad) }
    guard let user = state.live.shown.userPath(for: path) else { return nil }
    let places = state.live.places.filter { !$0.isFilled && $0.content == user }
    return .content(
      user, places.map { UnfilledPlace($0, state.reason($0, traits), tenant: state.tenants[$0.tenant].name) })
  }

  func place(at path: FeedPath) -> PlaceID? {
    weaver?.map.insertionIndex(at: path).flatMap { state.place(number: $0) }
  }

  /// Returns the ad that the tracker counts for a row.
  func identity(at path: FeedPath) -> AdIdentity? {
    // Not by methods of the state, which would be copied for each.
    guard let place = weaver?.insertion(at: path).map(PlaceID.init), !state.due.removes(place) else { return nil }
    return state.ads[place]?.ad.identity
  }

  /// Records that an ad was counted as seen.
  func count(_ impression: Impression) {
    let (caps, id) = (state.tenants.flatMap(\.caps), place(of: impression))
    whenChanged { [weak self] in
      guard let self else { return }
      state.frequency.record(impression.ad, caps: caps, at: impression.at)
      if let id { state.ads.advance(id, to: .counted) }
      notices.append(.counted(impression))
      activity.isDue = true
    }
  }

  /// Finds the present place of the ad of an impression, even if content has moved it since.
  private func place(of impression: Impression) -> PlaceID? {
    let ads = state.ads
    if let id = place(at: impression.place), ads[id]?.ad.id == impression.adID { return id }
    return ads.places.first { id in
      ads[id].map { $0.ad.id == impression.adID && $0.progress == .displayed } ?? false
    }
  }
}

// MARK: - Requests

/// Requests to sources, and their answers.
extension AdPlacer {
  /// Accepts a source's answer to a request, and places the ads where possible.
  ///
  /// On return the ads are in the queue; they are placed later if the list can't be changed now. Ads that arrive after
  /// the request's timeout are accepted as long as any are lacking. A second answer to a request has no effect.
  ///
  /// - Returns: Whether the answer was expected, and which ads were refused and why; nil if no tenant with a source
  ///   made the request.
  @discardableResult
  public func answer(_ request: AdRequest, with answer: AdAnswer<Creative>) -> AdReceipt? {
    guard let tenant = state.tenant(named: request.tenant) else { return nil }
    let now = time()
    let receipt = state.tenants[tenant].answer(request, with: answer, at: now)
    activity.duringListChange { change in
      change.answers.append { [weak self] in _ = self?.state.tenants[tenant].answer(request, with: answer, at: now) }
    }
    doDueWork()
    return receipt
  }

  /// Restores a tenant's stock of an earlier launch, as returned by ``stock(of:)``; its source is asked for fewer ads
  /// then.
  ///
  /// - Returns: The refused ads, with reasons; nil for an unknown tenant or one without a source.
  @discardableResult
  public func restock(_ tenant: String, with ads: [Ad<Creative>]) -> [AdReceipt.RefusedAd]? {
    guard let index = state.tenant(named: tenant) else { return nil }
    let now = time()
    let refused = state.tenants[index].queue?.restock(ads, at: now)
    activity.duringListChange { change in
      change.answers.append { [weak self] in _ = self?.state.tenants[index].queue?.restock(ads, at: now) }
    }
    doDueWork()
    return refused
  }

  /// Requests the lacking ads from every source; returns whether any request was made.
  func ask(at now: Duration, wanted: [Int]? = nil) -> Bool {
    var isAsked = false
    for tenant in state.tenants.indices {
      let (count, idle) = wanted.map { ($0[tenant], 0) } ?? state.tenants[tenant].lack
      for request in state.tenants[tenant].queue?.requests(at: now, wanted: count, idle: idle) ?? [] {
        isAsked = true
        inFeedSpace(of: weaver) { sources[tenant]?.placer(self, requests: request) }
      }
    }
    return isAsked
  }

  /// Asks sources that have failed or had no ads again at once, for example when the network is back.
  public func resumeRequests() {
    whenChanged { [weak self] in
      guard let self else { return }
      for tenant in state.tenants.indices { state.tenants[tenant].queue?.resume() }
      doDueWork()
    }
  }
}

extension AdPlacerState {
  /// Returns the index of a tenant; nil for an unknown name.
  fileprivate func tenant(named name: String) -> Int? {
    for index in tenants.indices where tenants[index].name == name { return index }
    return nil
  }

  /// Returns how many ads of each tenant could be placed, up to the limit of a queue.
  func fillableCounts(_ traits: ContentTraits) -> [Int] {
    live.fillableCounts(
      policy: options.fillPolicy, within: reach.rows, traits: traits, but: closed, limit: AdQueuePolicy.limit)
  }

  /// Returns the next time at which work is due without any event.
  ///
  /// While the list can't be changed, an ad that has already expired has no deadline: it waits for an event.
  func nextDeadline(at now: Duration, isBehind: Bool) -> Duration? {
    var next: Duration?
    for index in tenants.indices { next = .least(next, tenants[index].queue?.nextDeadline(at: now)) }
    if let expiry = ads.nextExpiry, !isBehind || expiry > now { next = .least(next, expiry) }
    return .least(next, capOpening(at: now))
  }

  /// Returns the next time at which caps allow an ad in stock again for which places wait.
  private func capOpening(at now: Duration) -> Duration? {
    var next: Duration?
    // By their indices: a copy of a tenant counts references to all that it has.
    for index in tenants.indices where tenants[index].wanted > 0 && !tenants[index].caps.isEmpty {
      let tenant = tenants[index]
      for ad in tenant.queue?.shelf ?? AdStock() {
        let opening = frequency.nextAllowed(
          ad.identity, caps: tenant.caps, reserved: ads.reserved, at: now)
        if let opening, opening > now { next = .least(next, opening) }
      }
    }
    return next
  }
}
