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
  /// - Returns: Whether there was an ad to replace; false, too, if `ad` has an empty name, or has expired.
  /// - Complexity: As the work that is due after it; O(log ads) if none is.
  @discardableResult
  public func replace(_ id: PlaceID, with ad: Ad<Creative>) -> Bool {
    if ad.identity.isUnnamed || ad.hasExpired(at: time()) { return false }
    guard state.keepsAd(at: id) else { return false }
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
    guard state.keepsAd(at: id) else { return false }
    whenChanged { [weak self] in
      guard let self, state.ads[id] != nil else { return }
      state.remove(id, because: .request)
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

  /// Removes all ads of a name everywhere at once: from the feed, the queues and the house ads.
  ///
  /// Sources' ads of the name are refused from then on, until ``readmit(_:)``; house ads do not come back.
  /// - Returns: The number of removed ads.
  /// - Complexity: O(ads in the feed + ads in the queues), and a reload of the rows of those in the feed.
  @discardableResult
  public func recall(_ name: AdName) -> Int {
    // Counted on a copy, since the recall itself may have to wait.
    var trial = state
    let count = trial.recall(name)
    whenChanged { [weak self] in
      guard let self else { return }
      _ = state.recall(name)
      doDueWork()
    }
    return count
  }

  /// Accepts sources' ads of a name again that was recalled.
  public func readmit(_ name: AdName) {
    whenChanged { [weak self] in
      guard let self else { return }
      for index in state.tenants.indices { state.tenants[index].queue?.readmit(name) }
    }
  }
}

extension AdPlacerState {
  mutating func replace(_ id: PlaceID, with ad: Ad<Creative>) {
    guard let former = ads[id], let shown = placedAd(at: id) else { return }
    ads[id] = AdAtPlace(ad: ad, tenant: former.tenant, supplier: .client, origin: former.origin)
    due.replace(shown, at: id)
  }

  mutating func recall(_ name: AdName) -> Int {
    var count = 0
    for id in ads.places(where: { name.names($0.ad.identity) }) where !due.removes(id) {
      remove(id, because: .recall)
      count += 1
    }
    for index in tenants.indices { count += tenants[index].recall(name) }
    return count
  }
}
