public import AdServing
import FeedWeave
public import Placement

/// Asking what stands where, and why.
extension AdPlacer {
  /// The ad that a row of the feed shows; nil for content, and for an ad that was recalled.
  public func ad(at path: FeedPath) -> PlacedAd<Creative>? {
    place(at: path).flatMap { state.doomed[$0] == nil ? state.placedAd(at: $0) : nil }
  }

  /// The ad at a place; nil where none stands.
  public func ad(at place: PlaceID) -> PlacedAd<Creative>? { state.placedAd(at: place) }

  /// All ads that stand in the feed, from the top down.
  ///
  /// - Complexity: O(places).
  public var ads: [PlacedAd<Creative>] { state.filledPlaces.compactMap { state.placedAd(at: $0) } }

  /// Where the ad at a place stands now; nil where none stands, or it waits for content.
  public func feedPath(of place: PlaceID) -> FeedPath? { state.live.feedPath(of: place) }

  /// The places of the feed, filled and unfilled.
  public var placement: LivePlacement { state.live }

  /// The ads that a tenant has ready, in the order in which they are taken; none of a tenant without a source.
  public func stock(of tenant: String) -> [Ad<Creative>] {
    state.tenants.first { $0.name == tenant }?.queue?.stock ?? []
  }

  /// When the user saw which campaign, as far as caps need it; set what was stored before the placer is attached.
  public var frequency: FrequencyHistory {
    get { state.frequency }
    set {
      whenChanged { [weak self] in
        self?.state.frequency = newValue
        self?.settle()
      }
    }
  }

  /// How many ads there are in the feed, how dense, and how far apart.
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

  /// Why a row of the feed shows what it does: the ad and its rule, or the places ahead of the content row that stay content.
  ///
  /// - Returns: nil for a row that the feed does not have.
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

  /// Which ad the tracker is to count for a row.
  func identity(at path: FeedPath) -> AdIdentity? {
    ad(at: path).map { AdIdentity(adID: $0.ad.id, campaign: $0.ad.campaign) }
  }

  /// Takes note that an ad has been seen.
  func count(_ impression: Impression) {
    let (caps, id) = (state.tenants.flatMap(\.caps), place(of: impression))
    whenChanged { [weak self] in
      guard let self else { return }
      state.frequency.record(impression.campaign, caps: caps, at: impression.at)
      if let id { state.standing.count(id) }
      notices.append(.counted(impression))
      activity.isDue = true
    }
  }

  /// Finds the place of the ad that has been seen, wherever content has taken it since.
  private func place(of impression: Impression) -> PlaceID? {
    let ads = state.standing
    if let id = place(at: impression.place), ads[id]?.ad.id == impression.adID { return id }
    return ads.places.first { id in
      ads[id].map { $0.ad.id == impression.adID && $0.isDisplayed && !$0.isCounted } ?? false
    }
  }
}

// MARK: - Requests

/// Asking sources, and what they answer.
extension AdPlacer {
  /// Takes in what a source answers to a request, and places what can be placed.
  ///
  /// The ads are in the queue when it returns, at any time; while the list cannot be changed they are placed later.
  /// Ads that come after the request has timed out are taken as long as any are lacking; a second answer to one request changes
  /// nothing.
  ///
  /// - Returns: whether it was expected, and which ads were not taken and why; nil for a request of no tenant with a source.
  @discardableResult
  public func answer(_ request: AdRequest, with answer: AdAnswer<Creative>) -> AdReceipt? {
    guard let tenant = state.tenants.firstIndex(where: { $0.name == request.tenant }) else { return nil }
    let now = time()
    let receipt = state.tenants[tenant].answer(request, with: answer, at: now)
    if activity.isChangingList {
      activity.answers.append { [weak self] in _ = self?.state.tenants[tenant].answer(request, with: answer, at: now) }
    }
    settle()
    return receipt
  }

  /// Gives a tenant back what it had ready in an earlier launch, as ``stock(of:)`` said; its source is asked for less then.
  ///
  /// - Returns: which ads were not taken, and why; nil for a tenant that is not there, or has no source.
  @discardableResult
  public func restock(_ tenant: String, with ads: [Ad<Creative>]) -> [AdReceipt.RefusedAd]? {
    guard let index = state.tenants.firstIndex(where: { $0.name == tenant }) else { return nil }
    let now = time()
    let refused = state.tenants[index].queue?.restock(ads, at: now)
    if activity.isChangingList {
      activity.answers.append { [weak self] in _ = self?.state.tenants[index].queue?.restock(ads, at: now) }
    }
    settle()
    return refused
  }

  /// Asks every source for what lacks; answers whether any was asked.
  func ask(at now: Duration, wanted: [Int]? = nil) -> Bool {
    var isAsked = false
    for tenant in state.tenants.indices {
      let (count, idle) = wanted.map { ($0[tenant], 0) } ?? state.tenants[tenant].lack
      for request in state.tenants[tenant].queue?.requests(at: now, wanted: count, idle: idle) ?? [] {
        isAsked = true
        sources[tenant]?.placer(self, requests: request)
      }
    }
    return isAsked
  }

  /// Asks sources that have failed or had nothing again at once, as when the network has come back.
  public func resumeRequests() {
    whenChanged { [weak self] in
      guard let self else { return }
      for tenant in state.tenants.indices { state.tenants[tenant].queue?.resume() }
      settle()
    }
  }
}

extension AdPlacerState {
  /// How many ads of each tenant could be placed, as far as a queue would want them.
  func fillableCounts(_ traits: ContentTraits) -> [Int] {
    live.fillableCounts(
      policy: options.fillPolicy, within: options.lookahead, traits: traits, but: closed, limit: AdQueuePolicy.limit)
  }

  /// The next time at which something is due that no event brings about.
  ///
  /// An ad that has expired waits for an event where the list cannot be changed.
  func nextDeadline(at now: Duration, isBehind: Bool) -> Duration? {
    let queues = tenants.compactMap { $0.queue?.nextDeadline(at: now) }
    let expiry = standing.nextExpiry.flatMap { isBehind && $0 <= now ? nil : $0 }
    return (queues + [expiry].compactMap(\.self) + capOpenings(at: now)).min()
  }

  /// When ads in stock may be seen once more, for which places wait.
  private func capOpenings(at now: Duration) -> [Duration] {
    tenants.filter { $0.wanted > 0 && !$0.caps.isEmpty }.flatMap { tenant in
      (tenant.queue?.stock ?? []).compactMap { ad in
        frequency.nextAllowed(ad.campaign, caps: tenant.caps, reserved: standing.reserved(ad.campaign), at: now)
      }.filter { $0 > now }
    }
  }
}
