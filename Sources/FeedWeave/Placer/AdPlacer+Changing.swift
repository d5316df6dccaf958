public import Placement

/// Changing ads by hand.
extension AdPlacer {
  /// Replaces an ad with another, in view or not: its row is reloaded, and nothing else.
  ///
  /// Caps and repeats are not asked. It stands until the list is reloaded, and goes into no queue.
  ///
  /// - Returns: whether an ad stood there; false, too, for one that has no name or no campaign, or that has expired.
  @discardableResult
  public func replace(_ id: PlaceID, with ad: Ad<Creative>) -> Bool {
    if ad.id.isEmpty || ad.campaign.isEmpty || ad.hasExpired(at: time()) { return false }
    guard state.standing[id] != nil, state.doomed[id] == nil else { return false }
    whenChanged { [weak self] in
      guard let self else { return }
      state.replace(id, with: ad)
      settle()
    }
    return true
  }

  /// Has another ad stand at a row of the feed at which one stands, as ``replace(_:with:)`` does.
  ///
  /// - Returns: whether an ad stood there that it has replaced.
  @discardableResult
  public func replaceAd(at path: FeedPath, with ad: Ad<Creative>) -> Bool {
    place(at: path).map { replace($0, with: ad) } ?? false
  }

  /// Takes an ad out of the feed; its place stays content until the list is reloaded.
  ///
  /// - Returns: whether an ad stood there.
  @discardableResult
  public func clear(_ id: PlaceID) -> Bool {
    guard state.standing[id] != nil, state.doomed[id] == nil else { return false }
    whenChanged { [weak self] in
      guard let self, state.standing[id] != nil else { return }
      state.doomed[id] = .request
      state.closed.insert(id)
      settle()
    }
    return true
  }

  /// Takes the ad at a row out of the feed; its place stays content until the list is reloaded.
  ///
  /// - Returns: whether an ad stood there.
  @discardableResult
  public func clearAd(at path: FeedPath) -> Bool { place(at: path).map { clear($0) } ?? false }

  /// Takes an ad out at once, wherever it stands, out of the queues and from among the house ads.
  ///
  /// - Returns: how many there were.
  @discardableResult
  public func recall(adID: String) -> Int { recall({ $0.id == adID }) { $0.recall(adID: adID) } }

  /// Takes all ads of a campaign out at once, wherever they stand, out of the queues and from among the house ads.
  ///
  /// - Returns: how many there were.
  @discardableResult
  public func recall(campaign: String) -> Int {
    recall({ $0.campaign == campaign }) { $0.recall(campaign: campaign) }
  }

  private func recall(
    _ isRecalled: @escaping (Ad<Creative>) -> Bool, _ recall: @escaping (inout TenantState<Creative>) -> Int
  ) -> Int {
    // Counted on a copy, since it may have to wait.
    var trial = state
    let count = trial.recall(isRecalled, recall)
    whenChanged { [weak self] in
      guard let self else { return }
      _ = state.recall(isRecalled, recall)
      settle()
    }
    return count
  }
}

extension AdPlacerState {
  mutating func replace(_ id: PlaceID, with ad: Ad<Creative>) {
    guard let former = standing[id], let was = placedAd(at: id) else { return }
    standing.put(
      StandingAd(ad: ad, tenant: former.tenant, isHouseAd: false, origin: former.origin, isByHand: true), at: id)
    note(was, replacedAt: id)
  }

  mutating func recall(
    _ isRecalled: (Ad<Creative>) -> Bool, _ recall: (inout TenantState<Creative>) -> Int
  ) -> Int {
    var count = 0
    for id in standing.places(where: { isRecalled($0.ad) }) where doomed[id] == nil {
      doomed[id] = .recall
      count += 1
    }
    for index in tenants.indices { count += recall(&tenants[index]) }
    return count
  }
}
