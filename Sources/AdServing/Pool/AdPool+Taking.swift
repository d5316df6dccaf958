extension AdPool {
  /// Removes and returns up to `count` ads for a page: the first that have not expired and are allowed, in order.
  ///
  /// Returns at once if there are any. Otherwise it waits for ads that come into stock and are allowed, but no longer
  /// than `waiting`, and not at all if the source cannot be asked in time because of failures or a pause. Callers that
  /// wait are served in their order. Ads that a caller has refused are not offered to it again while it waits, nor, if all
  /// its caps count by campaign and it has no `isAllowed`, others of their campaigns. Returns no ads if the task is
  /// cancelled or the pool is shut down while it waits. A caller from whom caps keep an ad is counted in
  /// ``ServingCounters/Total/capHits``, once.
  ///
  /// ```swift
  /// let ads = await pool.take(upTo: 4, within: caps, seen: history, waiting: .milliseconds(50)) { ad, chosen in
  ///   !chosen.contains { $0.creativeID == ad.creativeID }
  /// }
  /// ```
  /// - Parameters:
  ///   - count: The largest number of ads; it is clamped to 0 to ``AdQueuePolicy/limit``.
  ///   - caps: The caps of the user, which count the ads that are chosen as seen.
  ///   - seen: What the user has seen.
  ///   - reserved: The ads that the page has already, such as from another pool, or that the client holds.
  ///   - now: The time by which caps are judged, and by which ads must not have expired, in addition to that of the pool's
  ///     clock; nil for that alone.
  ///   - waiting: The longest time to wait for the first ads, at most a day.
  ///   - isAllowed: Returns whether an ad that the caps allow may be on the page with those that are chosen before it.
  /// - Complexity: As ``AdQueue/take(upTo:at:where:)``; O(campaigns in stock) if caps by campaign refuse all of them.
  public func take(
    upTo count: Int, within caps: [FrequencyCap] = [], seen: FrequencyHistory = FrequencyHistory(),
    reserved: ReservedAds = ReservedAds(), at now: Duration? = nil, waiting: Duration = .zero,
    where isAllowed: (@Sendable (_ ad: Ad<Creative>, _ chosen: [Ad<Creative>]) -> Bool)? = nil
  ) async -> [Ad<Creative>] {
    advance()
    let demand = PoolStock<Creative>.Demand(
      count: min(max(count, 0), AdQueuePolicy.limit), start: now.map { $0.inRange - clock.elapsed() }, caps: caps,
      seen: seen, reserved: reserved, isAllowed: isAllowed)
    let (ads, hasMetCaps) = held.take(demand, start: clock.start, elapsed: clock.elapsed())
    guard ads.isEmpty, demand.count > 0, waiting > .zero, !isShutDown else {
      wakeIfDue()
      return ads
    }
    return await wait(for: demand, upTo: waiting, hasMetCaps: hasMetCaps)
  }

  private func wait(
    for demand: PoolStock<Creative>.Demand, upTo waiting: Duration, hasMetCaps: Bool
  ) async -> [Ad<Creative>] {
    let deadline = clock.elapsed() + min(waiting, PoolClock.longestSleep)
    let number = held.add(demand, until: deadline, hasMetCaps: hasMetCaps)
    return await withTaskGroup(of: Void.self) { group in
      group.addTask { [clock] in
        // It throws if the caller's task is cancelled, or the wait is over.
        try? await clock.sleep(deadline)
        await self.endWait(number)
      }
      // The child task cannot end the wait before it has begun, since both run on the actor.
      let ads = await withCheckedContinuation { continuation in
        waiters[number] = continuation
        wakeUp.yield()
      }
      group.cancelAll()
      return ads
    }
  }

  /// Puts ads back that a page did not use, in their order, as the next ones to be taken.
  /// - Parameters:
  ///   - ads: The ads.
  ///   - now: A time by which ads must not have expired, in addition to that of the pool's clock; nil for that alone.
  /// - Returns: The ads that were not accepted, and why, as ``AdQueue/putBack(contentsOf:at:)`` returns them.
  /// - Complexity: Amortized O(*n* log *s*) for *n* ads and *s* in stock, and what callers that wait take.
  @discardableResult
  public func putBack(
    _ ads: some Sequence<Ad<Creative>> & Sendable, at now: Duration? = nil
  ) -> [AdReceipt.RefusedAd] {
    let time = advance()
    let before = queue.shelf.count
    let refused = queue.putBack(ads, judgedAt: now ?? time, at: time)
    note(expired: refused.count { $0.reason == .expired })
    offer(0..<queue.shelf.count - before)
    wakeIfDue()
    return refused
  }

  /// Offers ads that have come into stock, at some positions, to the callers that wait.
  func offer(_ positions: Range<Int>) {
    for (number, ads) in held.offer(positions, start: clock.start, elapsed: clock.elapsed()) {
      vainUntil = .zero
      resume(number, with: ads)
    }
  }

  /// Returns no ads to a caller that waits in vain.
  private func endWait(_ number: Int) { if held.remove(number) { resume(number, with: []) } }

  func endWaits(_ numbers: [Int]) { for number in numbers { resume(number, with: []) } }

  private func resume(_ number: Int, with ads: [Ad<Creative>]) {
    waiters.removeValue(forKey: number)?.resume(returning: ads)
    wakeUp.yield()
  }
}

// MARK: - Removal and recovery

extension AdPool {
  /// Removes the ads of a name from the stock, and refuses them from now on, whoever brings them or puts them back.
  /// - Returns: The number of ads that were removed.
  /// - Complexity: O(*n*) in the number of ads in stock.
  @discardableResult
  public func recall(_ name: AdName) -> Int { changeStock { $0.recall(name) } }

  /// Accepts the ads of a name again that was recalled.
  public func readmit(_ name: AdName) { changeStock { $0.readmit(name) } }

  /// The names that are recalled, to be recalled again when the process is started anew.
  public var recalled: Set<AdName> { queue.recalled }

  /// Removes ads that can never be shown; then the source is not asked for ``AdQueuePolicy/noFillPause``.
  /// - Returns: The ads that were removed.
  /// - Complexity: O(*n*) in the number of ads in stock.
  @discardableResult
  public func discard(where isUseless: @Sendable (Ad<Creative>) -> Bool) -> [Ad<Creative>] {
    let now = advance()
    return changeStock { $0.discard(at: now, where: isUseless) }
  }

  /// Adds ads that were in stock when an earlier process ended.
  /// - Parameters:
  ///   - ads: The ads.
  ///   - now: A time by which ads must not have expired, in addition to that of the pool's clock; nil for that alone.
  /// - Returns: The ads that were not accepted, and why.
  /// - Complexity: Amortized O(*n* log *s*) for *n* ads and *s* in stock, and what callers that wait take.
  @discardableResult
  public func restock(_ ads: [Ad<Creative>], at now: Duration? = nil) -> [AdReceipt.RefusedAd] {
    let time = advance()
    let before = queue.shelf.count
    let refused = queue.restock(ads, judgedAt: now ?? time, at: time)
    offer(before..<queue.shelf.count)
    wakeIfDue()
    return refused
  }

  /// Forgets failures and pauses, for example when the source is known to work again: missing ads are requested at once.
  public func resume() {
    changeStock { $0.resume() }
    (hasGivenUp, vainUntil) = (false, .zero)
  }

  private func changeStock<Result>(_ change: (inout AdQueue<Creative>) -> Result) -> Result {
    advance()
    defer { wakeUp.yield() }
    return change(&queue)
  }
}
