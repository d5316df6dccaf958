extension AdQueue {
  /// Removes an ad from the stock, and refuses it in the answers to what has been asked for until now.
  ///
  /// A request that is made later may bring it again: whoever answers it knows of the recall. The last 256 recalls are
  /// remembered, of ads and of campaigns. An ad that was taken is not in the queue any more: it is refused when it is put back.
  /// - Returns: How many ads were removed.
  /// - Complexity: O(*n*) in the number of ads in stock.
  @discardableResult
  public mutating func recall(adID: String) -> Int {
    recalledAds.add(adID, nextRequest: nextNumber)
    return removeStock { $0.id == adID }
  }

  /// Removes a campaign's ads from the stock, and refuses them in the answers to what has been asked for until now.
  /// - Returns: How many ads were removed.
  /// - Complexity: O(*n*) in the number of ads in stock.
  @discardableResult
  public mutating func recall(campaign: String) -> Int {
    recalledCampaigns.add(campaign, nextRequest: nextNumber)
    return removeStock { $0.campaign == campaign }
  }

  /// Removes the ads that nothing may show, such as those of a campaign that has been seen often enough, to make room for others.
  ///
  /// The source would likely bring the same again: where any are removed nothing is asked for as long as after no fill.
  /// - Returns: The ads that were removed.
  /// - Complexity: O(*n*) in the number of ads in stock.
  @discardableResult
  public mutating func discard(at now: Duration, where isUseless: (Ad<Creative>) -> Bool) -> [Ad<Creative>] {
    advance(to: now)
    let useless = shelf.filter(isUseless)
    if useless.isEmpty { return [] }
    let ids = Set(useless.lazy.map(\.id))
    removeStock { ids.contains($0.id) }
    pacing.wait(until: clock + policy.noFillPause)
    return useless
  }

  /// Why an ad that a request brings is not taken, but for room.
  func refusal(of ad: Ad<Creative>, askedBy request: Int) -> AdRefusal? {
    if ad.id.isEmpty || ad.campaign.isEmpty { return .unnamed }
    if recalledAds.contains(ad.id, since: request) || recalledCampaigns.contains(ad.campaign, since: request) {
      return .recalled
    }
    if ad.hasExpired(at: clock) { return .expired }
    return stockedIDs.contains(ad.id) ? .inStock : nil
  }
}
