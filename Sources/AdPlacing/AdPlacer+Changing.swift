public import AdServing
import FeedWeave
import ListModel
public import Placement

/// Changing single ads.
extension AdPlacer {
  /// Replaces an ad with another, even in view.
  ///
  /// Only its row is reloaded.
  ///
  /// Caps and repeat distances are not checked. The new ad stays until the list is reloaded, and is never put into a
  /// queue.
  ///
  /// - Returns: Whether there was an ad to replace; false, too, if `ad` has no name or no campaign, or has expired.
  @discardableResult
  public func replace(_ id: PlaceID, with ad: Ad<Creative>) -> Bool {
    if ad.id.isEmpty || ad.campaign.isEmpty || ad.hasExpired(at: time()) { return false }
    guard state.standing[id] != nil, state.pendingRemovals[id] == nil else { return false }
    whenChanged { [weak self] in
      guard let self else { return }
      state.replace(id, with: ad)
      doDueWork()
    }
    return true
  }

  /// Replaces the ad at a row of the feed, as ``replace(_:with:)`` does.
  ///
  /// - Returns: Whether an ad was replaced.
  @discardableResult
  public func replaceAd(at path: FeedPath, with ad: Ad<Creative>) -> Bool {
    place(at: path).map { replace($0, with: ad) } ?? false
  }

  /// Removes an ad from the feed; its place stays unfilled until the list is reloaded.
  ///
  /// - Returns: Whether there was an ad.
  @discardableResult
  public func clear(_ id: PlaceID) -> Bool {
    guard state.standing[id] != nil, state.pendingRemovals[id] == nil else { return false }
    whenChanged { [weak self] in
      guard let self, state.standing[id] != nil else { return }
      state.pendingRemovals[id] = .request
      state.closed.insert(id)
      doDueWork()
    }
    return true
  }

  /// Removes the ad at a row from the feed; its place stays unfilled until the list is reloaded.
  ///
  /// - Returns: Whether there was an ad.
  @discardableResult
  public func clearAd(at path: FeedPath) -> Bool { place(at: path).map { clear($0) } ?? false }

  /// Removes an ad everywhere at once: from the feed, the queues and the house ads.
  ///
  /// - Returns: The number of removed ads.
  @discardableResult
  public func recall(adID: String) -> Int { recall({ $0.id == adID }) { $0.recall(adID: adID) } }

  /// Removes all ads of a campaign everywhere at once: from the feed, the queues and the house ads.
  ///
  /// - Returns: The number of removed ads.
  @discardableResult
  public func recall(campaign: String) -> Int {
    recall({ $0.campaign == campaign }) { $0.recall(campaign: campaign) }
  }

  private func recall(
    _ isRecalled: @escaping (Ad<Creative>) -> Bool, _ recall: @escaping (inout TenantState<Creative>) -> Int
  ) -> Int {
    // Counted on a copy, since the recall itself may have to wait.
    var trial = state
    let count = trial.recall(isRecalled, recall)
    whenChanged { [weak self] in
      guard let self else { return }
      _ = state.recall(isRecalled, recall)
      doDueWork()
    }
    return count
  }
}

extension AdPlacerState {
  mutating func replace(_ id: PlaceID, with ad: Ad<Creative>) {
    guard let former = standing[id], let was = placedAd(at: id) else { return }
    standing.put(
      AdAtPlace(ad: ad, tenant: former.tenant, isHouseAd: false, origin: former.origin, isByHand: true), at: id)
    note(was, replacedAt: id)
  }

  mutating func recall(
    _ isRecalled: (Ad<Creative>) -> Bool, _ recall: (inout TenantState<Creative>) -> Int
  ) -> Int {
    var count = 0
    for id in standing.places(where: { isRecalled($0.ad) }) where pendingRemovals[id] == nil {
      pendingRemovals[id] = .recall
      count += 1
    }
    for index in tenants.indices { count += recall(&tenants[index]) }
    return count
  }
}
