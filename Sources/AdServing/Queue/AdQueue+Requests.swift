extension AdQueue {
  /// The requests that wait for an answer, oldest first, as of the last call that was told the time.
  public var outstanding: [AdRequest] { waiting.map(\.request) }

  /// Whether it asks for nothing, since all attempts have failed, until it is resumed or more is wanted.
  public var hasGivenUp: Bool { pacing.hasGivenUp }

  /// The requests to make now, for ads that the stock lacks and ads that are wanted at once.
  ///
  /// Whatever is handed over counts as asked for: hand each request on once, and its answer to ``answer(_:with:at:)``. After a
  /// failure nothing is due before the wait is over, and when the attempts are used up nothing at all, until ``resume()``,
  /// or one more attempt when more is wanted than in the call before. What is wanted is brought into 0 to ``AdQueuePolicy/limit``.
  ///
  /// Ads that lie idle do not keep others from being asked for, up to ``AdQueuePolicy/limit`` in all. The source would likely bring
  /// the same again: after an answer of which nothing has been taken, and while all in stock is idle, others are asked for when as
  /// long as after no fill has passed.
  /// - Parameters:
  ///   - now: The time.
  ///   - wanted: How many ads could be shown at once.
  ///   - idle: How many ads in stock may be shown nowhere where one is wanted, as caps and repeats are now.
  /// - Complexity: O(*n*) in the number of ads in stock and requests outstanding.
  public mutating func requests(at now: Duration, wanted: Int = 0, idle: Int = 0) -> [AdRequest] {
    advance(to: now)
    want(wanted)
    self.idle = max(idle, 0)
    var made: [AdRequest] = []
    while nextAsking == clock { made.append(ask()) }
    assert(checkInvariants())
    return made
  }

  /// Forgets failures and waits, as when the network has come back: what lacks is due at once.
  public mutating func resume() {
    pacing.reset()
    untried = nil
  }

  /// The next time at which something is due: a request to be made, one that times out, or an ad that expires.
  ///
  /// It is the time itself where a request is due already, and nil where nothing happens until an answer, a take or a want.
  /// - Complexity: O(*n*) in the number of ads in stock and requests outstanding.
  public func nextDeadline(at now: Duration) -> Duration? {
    var later = self
    later.advance(to: now)
    let dates = [later.nextAsking, later.waiting.first?.deadline, later.shelf.lazy.compactMap(\.expires).min()]
    return dates.compactMap(\.self).min()
  }
}

extension AdQueue {
  /// How many ads there should be, in stock or owed.
  var target: Int {
    let useful = policy.stock + wanted
    return max(useful, min(useful + min(idle, shelf.count), AdQueuePolicy.limit))
  }

  /// How many ads outstanding requests are counted on for.
  var owed: Int { waiting.reduce(0) { $0 + $1.owed } }

  /// When the next request is due as things stand; nil where none is.
  var nextAsking: Duration? {
    let room = pacing.failures > 0 ? 1 : policy.concurrent
    guard shelf.count + owed < target, waiting.count < room else { return nil }
    return pacing.opening(from: max(clock, vainSince.map { $0 + policy.noFillPause } ?? clock))
  }

  /// When an answer last brought ads, where neither these nor others in stock may be shown where one is wanted.
  private var vainSince: Duration? { shelf.isEmpty || idle < shelf.count ? nil : untried }

  private mutating func want(_ count: Int) {
    let count = min(max(count, 0), AdQueuePolicy.limit)
    if count > wanted { pacing.allowOneMore() }
    wanted = count
  }

  private mutating func ask() -> AdRequest {
    let count = min(target - shelf.count - owed, policy.batch)
    let request = AdRequest(number: nextNumber, tenant: tenant, count: count, attempt: pacing.attempt)
    nextNumber += 1
    waiting.append(Waiting(request: request, deadline: policy.timeout.map { clock + $0 }, owed: count))
    return request
  }
}

// MARK: - Answers

extension AdQueue {
  /// Takes a source's answer in.
  ///
  /// Its ads are taken in order while the queue has fewer than it keeps or has asked for; more than were asked for are as welcome
  /// as others. An ad that says no time gets the policy's lifetime from now. An answer of which no ad can be used although some
  /// lack is as good as no fill: nothing is asked for until the pause is over. One that comes at its deadline is late: its ads
  /// are taken if the queue still lacks any, and then the source counts as working again, else it changes nothing.
  /// - Returns: Whether it was expected, and which ads were not taken and why.
  /// - Complexity: O(*n*) in the number of ads in stock and in the answer.
  @discardableResult
  public mutating func answer(
    _ request: AdRequest, with answer: AdAnswer<Creative>, at now: Duration
  ) -> AdReceipt {
    advance(to: now)
    let ceiling = max(target, shelf.count + owed)
    var receipt = AdReceipt(settle(request))
    switch answer {
    case .ads(let ads) where !ads.isEmpty && receipt.arrival != .unexpected:
      let room = ceiling - shelf.count
      receive(ads, of: request, upTo: ceiling, receipt: &receipt)
      noteFill(receipt, hadRoom: room > 0)
    case .ads(let ads) where !ads.isEmpty: break
    case .ads, .noFill: if receipt.arrival == .inTime { pause() }
    case .failure: if receipt.arrival == .inTime { fail(request) }
    }
    assert(checkInvariants())
    return receipt
  }

  /// Takes in ads that were in stock in an earlier launch, behind those that are there, though nobody has asked for them.
  ///
  /// An ``Ad`` is Codable where what it shows is, so ``stock`` can be stored as it is. One that says no time gets the policy's
  /// lifetime from now.
  /// - Returns: Which were not taken, and why; ``AdRefusal/surplus`` beyond ``AdQueuePolicy/limit``.
  /// - Complexity: O(*n*) in the number of ads in stock and of those.
  @discardableResult
  public mutating func restock(_ ads: [Ad<Creative>], at now: Duration) -> [AdReceipt.RefusedAd] {
    advance(to: now)
    let refused = take(ads, askedBy: .min, upTo: AdQueuePolicy.limit)
    assert(checkInvariants())
    return refused
  }

  /// Strikes a request from those that wait, and says when its answer came.
  private mutating func settle(_ request: AdRequest) -> AdReceipt.Arrival {
    if let index = waiting.firstIndex(where: { $0.request == request }) {
      waiting.remove(at: index)
      return .inTime
    }
    guard let index = overdue.firstIndex(of: request) else { return .unexpected }
    overdue.remove(at: index)
    return .late
  }

  private mutating func receive(
    _ ads: [Ad<Creative>], of request: AdRequest, upTo ceiling: Int, receipt: inout AdReceipt
  ) {
    receipt.refused = take(ads, askedBy: request.number, upTo: ceiling)
    receipt.taken = ads.count - receipt.refused.count
    if receipt.taken > 0 { untried = clock }
    release(owed + shelf.count - ceiling)
  }

  /// Puts ads last that may be taken, up to so many in stock; answers the others.
  private mutating func take(
    _ ads: [Ad<Creative>], askedBy request: Int, upTo ceiling: Int
  ) -> [AdReceipt.RefusedAd] {
    var refused: [AdReceipt.RefusedAd] = []
    for ad in ads {
      if let reason = refusal(of: ad, askedBy: request) ?? (shelf.count < ceiling ? nil : .surplus) {
        refused.append(AdReceipt.RefusedAd(id: ad.id, reason: reason))
      } else {
        add(ad)
      }
    }
    return refused
  }

  /// Puts an ad last, with an end to its life where the policy has one.
  private mutating func add(_ ad: Ad<Creative>) {
    var ad = ad
    ad.expires = ad.expires ?? policy.lifetime.map { clock + $0 }
    shelf.append(ad)
    stockedIDs.insert(ad.id)
    recalledAds.remove(ad.id)
    recalledCampaigns.remove(ad.campaign)
  }

  /// Counts on fewer ads of the latest requests, since others have come instead.
  private mutating func release(_ count: Int) {
    var rest = count
    for index in waiting.indices.reversed() where rest > 0 {
      let part = min(rest, waiting[index].owed)
      waiting[index].owed -= part
      rest -= part
    }
  }

  private mutating func noteFill(_ receipt: AdReceipt, hadRoom: Bool) {
    switch receipt.arrival {
    case .inTime where hadRoom && receipt.taken == 0: pause()
    case .inTime: pacing.reset()
    case .late where receipt.taken > 0: pacing.reset()
    case .late, .unexpected: break
    }
  }

  private mutating func pause() { pacing.pause(until: clock + policy.noFillPause) }

  private mutating func fail(_ request: AdRequest) {
    pacing.fail(request.attempt, at: clock, retry: policy.retry, using: &random)
  }
}
