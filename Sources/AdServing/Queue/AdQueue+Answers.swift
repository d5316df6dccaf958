extension AdQueue {
  /// Processes a source's answer.
  ///
  /// Its ads are accepted in order while the queue has fewer ads than it keeps or has requested, even if the answer has
  /// more than its request. An ad without an expiry gets the policy's lifetime from now. If the queue needs ads and
  /// none of the answer's can be used, the answer counts as no fill: no request is made until the pause is over. An
  /// answer that arrives at its deadline or later is late: its ads are accepted if the queue still needs any, and then
  /// the source counts as working again; otherwise the answer changes nothing.
  /// - Returns: When the answer arrived, and which ads were not accepted and why.
  /// - Complexity: Amortized O(*r* + *n* log *s*) for *r* requests outstanding, *n* ads in the answer and *s* in stock.
  @discardableResult
  public mutating func answer(
    _ request: AdRequest, with answer: AdAnswer<Creative>, at now: Duration
  ) -> AdReceipt {
    advance(to: now)
    let ceiling = min(max(target, shelf.count + owed), AdQueuePolicy.limit)
    var receipt = AdReceipt(removeRequest(request))
    switch answer {
    case .ads(let ads) where !ads.isEmpty && receipt.arrival != .unexpected:
      let room = ceiling - shelf.count
      receive(ads, upTo: ceiling, receipt: &receipt)
      noteFill(receipt, hadRoom: room > 0, hasExpired: ads.contains { $0.hasExpired(at: clock) })
    case .ads(let ads) where !ads.isEmpty: break
    case .ads, .noFill: if receipt.arrival == .inTime { pause() }
    case .failure: if receipt.arrival == .inTime { fail(request) }
    }
    assert(checkInvariants())
    return receipt
  }

  /// Adds ads that were in stock in an earlier launch after those in stock, although they were not requested.
  ///
  /// An ``Ad`` is Codable if its creative is, so ``stock`` can be stored as it is. An ad without an expiry gets the
  /// policy's lifetime from now.
  /// - Returns: The ads that were not accepted, and why; ``AdRefusal/surplus`` beyond ``AdQueuePolicy/limit``.
  /// - Complexity: Amortized O(*n* log *s*) for *n* `ads` and *s* in stock.
  @discardableResult
  public mutating func restock(_ ads: [Ad<Creative>], at now: Duration) -> [AdReceipt.RefusedAd] {
    restock(ads, judgedAt: now, at: now)
  }

  /// Restocks ads of which those that have expired at another time are refused as well.
  mutating func restock(_ ads: [Ad<Creative>], judgedAt time: Duration, at now: Duration) -> [AdReceipt.RefusedAd] {
    advance(to: now)
    let refused = take(ads, judgedAt: time, upTo: AdQueuePolicy.limit)
    assert(checkInvariants())
    return refused
  }

  /// Removes an answered request from the outstanding or overdue ones, and returns when its answer arrived.
  private mutating func removeRequest(_ request: AdRequest) -> AdReceipt.Arrival {
    if let index = waiting.firstIndex(where: { $0.request == request }) {
      owed -= waiting.remove(at: index).owed
      return .inTime
    }
    guard let index = overdue.firstIndex(of: request) else { return .unexpected }
    overdue.remove(at: index)
    return .late
  }

  private mutating func receive(_ ads: [Ad<Creative>], upTo ceiling: Int, receipt: inout AdReceipt) {
    receipt.refused = take(ads, upTo: ceiling)
    receipt.taken = ads.count - receipt.refused.count
    if receipt.taken > 0 { lastUntakenFill = clock }
    release(owed + shelf.count - ceiling)
  }

  /// Appends the acceptable ads until there are `ceiling` ads in stock, and returns the others.
  private mutating func take(
    _ ads: [Ad<Creative>], judgedAt time: Duration? = nil, upTo ceiling: Int
  ) -> [AdReceipt.RefusedAd] {
    var refused: [AdReceipt.RefusedAd] = []
    for ad in ads {
      if let reason = refusal(of: ad, judgedAt: time) ?? (shelf.count < ceiling ? nil : .surplus) {
        refused.append(AdReceipt.RefusedAd(id: ad.id, reason: reason))
      } else {
        add(ad)
      }
    }
    return refused
  }

  /// Appends an ad; one without an expiry gets the policy's lifetime.
  private mutating func add(_ ad: Ad<Creative>) {
    var ad = ad
    ad.expires = ad.expires ?? policy.lifetime.map { clock + $0 }
    ad.received = clock
    shelf.append(ad)
    stockIndex.insert(ad.id, campaign: ad.campaign, expires: ad.expires)
  }

  /// Expects fewer ads from the latest requests, since other ads have arrived instead.
  private mutating func release(_ count: Int) {
    var rest = count
    for index in waiting.indices.reversed() where rest > 0 {
      let part = min(rest, waiting[index].owed)
      waiting[index].owed -= part
      owed -= part
      rest -= part
    }
  }

  private mutating func noteFill(_ receipt: AdReceipt, hadRoom: Bool, hasExpired: Bool) {
    switch receipt.arrival {
    case .inTime where hadRoom && receipt.taken == 0: pause(isForExpiry: hasExpired)
    case .inTime: pacing.reset()
    case .late where receipt.taken > 0: pacing.reset()
    case .late, .unexpected: break
    }
  }

  private mutating func pause(isForExpiry: Bool = false) {
    pacing.pause(until: clock + policy.noFillPause, isForExpiry: isForExpiry)
  }

  private mutating func fail(_ request: AdRequest) {
    pacing.fail(request.attempt, at: clock, retry: policy.retry, using: &random)
  }
}
