public import Placement

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
