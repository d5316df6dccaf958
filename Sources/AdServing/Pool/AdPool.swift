/// The ads that a service has ready from one demand source, which it asks over the network by itself.
///
/// It owns an ``AdQueue``, sends the queue's requests to the source, and wakes itself when something is due. Any number
/// of tasks share one pool; a service has one for each source.
///
/// ```swift
/// let pool = try AdPool(tenant: "sales", policy: AdQueuePolicy(stock: 20), startingAt: sinceEpoch) { request in
///   try await network.banners(request.count)
/// }
/// group.addTask { await pool.run() }                             // until its task is cancelled, or shutdown()
/// let ads = await pool.take(upTo: 4, waiting: .milliseconds(50))
/// let page = try merger.merge(posts, with: ads)
/// await pool.putBack(ads.dropFirst(page.slots.count))
/// ```
/// ``run()`` is the only method that asks the source. All tasks of a pool are children of the tasks that call its
/// methods: none is left when these return. A pool holds at most ``AdQueuePolicy/limit`` ads, and runs at most
/// ``AdQueuePolicy/concurrent`` requests and ``overdueLimit`` that have timed out. An ad is either in stock or with
/// the one caller that took it; cancellation loses none.
///
/// The pool judges by its clock, which ``correctClock(to:)`` corrects. A caller that knows the time better passes it: its
/// ads are then judged by that time as well, and those of others are not.
///
/// A client that draws a list uses `AdPlacer` instead, and code that has its own event loop uses ``AdQueue``.
public actor AdPool<Creative: Sendable> {
  /// Asks the source for ads: none means that it has none at the moment, an error that it failed.
  ///
  /// It should end soon after its task is cancelled, since ``run()`` returns only when it has ended.
  public typealias Fetch = @Sendable (AdRequest) async throws -> [Ad<Creative>]

  /// The largest number of requests that have timed out and still run; beyond it, every further request fails.
  public static var overdueLimit: Int { 64 }

  private var held: PoolStock<Creative>
  private var clock: PoolClock
  private let cancelsOverdueRequests: Bool
  private let source: Fetch
  private let log: @Sendable (AdQueueEvent) -> Void
  /// The requests that run, in the order of their numbers.
  private var fetches: [RunningFetch] = []
  /// The callers that wait for ads, by their numbers in the line.
  private var waiters: [Int: CheckedContinuation<[Ad<Creative>], Never>] = [:]
  /// The time since the clock's start until which nothing is requested for callers that have refused the whole stock,
  /// since the last answer suited none of them.
  private var vainUntil = Duration.zero
  private var alarm: PoolAlarm?
  private var nextAlarm = 0
  /// Wakes ``run()``, which then does what is due.
  private let wakeUps: AsyncStream<Void>
  private let wakeUp: AsyncStream<Void>.Continuation
  private var hasStarted = false
  private var hasGivenUp = false
  /// The number of ads that have expired in stock, as far as that has been noted.
  private var notedExpiries = 0

  /// Whether the pool has been shut down, by ``shutdown()`` or by the end of ``run()``.
  public private(set) var isShutDown = false
  private var counted = ServingCounters()

  /// Makes a pool without ads.
  /// - Parameters:
  ///   - tenant: The name of the source, which its requests and events carry.
  ///   - policy: The number of ads that are kept ready, and how the source is asked.
  ///   - seed: The seed of the waits' jitter.
  ///   - clock: The clock by which requests time out and ads expire.
  ///   - start: The time now, since the origin that ads' expiries and histories count from, such as the Unix epoch;
  ///     ``correctClock(to:)`` corrects it.
  ///   - cancelsOverdueRequests: Whether the task of a request that times out is cancelled; otherwise its late ads are
  ///     accepted if the queue lacks any.
  ///   - log: Receives each event in order; it runs on the pool, which waits for it.
  ///   - source: Asks the source.
  /// - Throws: What ``AdQueuePolicy/validate()`` throws.
  public init(
    tenant: String, policy: AdQueuePolicy = AdQueuePolicy(), seed: UInt64 = 0,
    clock: some Clock<Duration> = ContinuousClock(), startingAt start: Duration, cancelsOverdueRequests: Bool = true,
    log: @escaping @Sendable (AdQueueEvent) -> Void = { _ in }, source: @escaping Fetch
  ) throws(AdServingError) {
    held = PoolStock(try AdQueue(tenant: tenant, policy: policy, seed: seed))
    self.clock = PoolClock(clock, startingAt: start)
    self.cancelsOverdueRequests = cancelsOverdueRequests
    self.log = log
    self.source = source
    (wakeUps, wakeUp) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// The ads that are ready, in the order in which they are taken.
  /// - Complexity: O(*n*) in their number.
  public var stock: [Ad<Creative>] {
    advance()
    return queue.stock
  }

  /// The number of callers that wait for ads.
  public var waitingCount: Int { held.line.callers.count }

  private var queue: AdQueue<Creative> {
    _read { yield held.queue }
    _modify { yield &held.queue }
  }
}

// MARK: - Watching

extension AdPool {
  /// The counts of requests by outcome, of the source's latency, of ads that expired unused and of callers whom caps kept
  /// from an ad, and ``count(_:)``'s.
  public var counters: ServingCounters {
    var counters = counted
    counters.totals[.capHits] += held.capHits
    return counters
  }

  /// Counts what the pool does not see, such as pages, together with its own counts.
  public func count(_ change: @Sendable (inout ServingCounters) -> Void) { change(&counted) }

  /// What the pool has and does now.
  /// - Complexity: O(*n*) in the number of ads in stock.
  public var status: AdPoolStatus {
    let now = advance()
    return AdPoolStatus(
      stock: queue.shelf.count, stockAge: queue.shelf.lazy.compactMap(\.received).min().map { now - $0 },
      waitingCallers: waitingCount, runningRequests: fetches.count)
  }
}

// MARK: - Taking and putting back

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
  private func offer(_ positions: Range<Int>) {
    for (number, ads) in held.offer(positions, start: clock.start, elapsed: clock.elapsed()) {
      vainUntil = .zero
      resume(number, with: ads)
    }
  }

  /// Returns no ads to a caller that waits in vain.
  private func endWait(_ number: Int) { if held.remove(number) { resume(number, with: []) } }

  private func endWaits(_ numbers: [Int]) { for number in numbers { resume(number, with: []) } }

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

// MARK: - Running

extension AdPool {
  /// Asks the source for what the stock lacks until the task is cancelled or ``shutdown()`` is called.
  ///
  /// Call it once, in a task group beside the tasks that take ads. It returns when all requests have ended; those that
  /// run when it ends are cancelled, and the ads that they bring nevertheless are in ``stock``.
  /// - Precondition: It has not been called before.
  public func run() async {
    precondition(!hasStarted, "An ad pool runs only once")
    hasStarted = true
    await withDiscardingTaskGroup { group in
      wakeUp.yield()
      for await _ in wakeUps where !isShutDown {
        advance()
        endWaits(held.removeEnded(at: clock.elapsed()))
        for fetch in startRequests() { group.addTask { await self.fetch(fetch) } }
        if fetches.isEmpty { endWaitsInVain() }
        if let alarm = setAlarm() { group.addTask { await self.wait(for: alarm) } }
      }
      shutdown()
      group.cancelAll()
    }
  }

  /// Ends ``run()``, cancels what is under way, and returns no ads to callers that wait.
  ///
  /// The stock stays: it can still be taken, or stored for ``restock(_:at:)`` in another process.
  public func shutdown() {
    if isShutDown { return }
    isShutDown = true
    wakeUp.finish()
    endWaits(held.removeAll { _ in true })
  }

  /// Makes the requests that are due, which the caller is to run.
  private func startRequests() -> [RunningFetch] {
    let now = clock.now
    defer {
      noteExpiries()
      noteGivingUp()
    }
    return queue.requests(at: now, wanted: wanted).compactMap { request in
      note(.requested(request))
      guard fetches.count(where: \.isOverdue) < Self.overdueLimit else {
        queue.answer(request, with: .failure, at: now)
        note(.failed(request, reason: "\(Self.overdueLimit) requests that have timed out still run"))
        return nil
      }
      let fetch = RunningFetch(request: request, began: clock.elapsed())
      fetches.append(fetch)
      return fetch
    }
  }

  /// The number of ads to request for callers who wait, beside the policy's stock.
  ///
  /// They have refused all that is in stock. So a batch of others is tried, unless the last answer was in vain.
  private var wanted: Int {
    let wanted = held.line.wanted
    return queue.shelf.isEmpty ? min(wanted, AdQueuePolicy.limit) : isVain ? 0 : min(wanted, queue.policy.batch)
  }

  private var isVain: Bool { clock.elapsed() < vainUntil }

  /// Returns no ads to callers whose waits end before the source can be asked.
  private func endWaitsInVain() {
    let opening = queue.opening(at: clock.now).map { $0 - clock.start }
    if held.line.isEmpty || opening.map({ $0 <= clock.elapsed() }) ?? false { return }
    endWaits(held.removeAll { caller in opening.map { $0 >= caller.deadline } ?? true })
  }

  private func fetch(_ fetch: RunningFetch) async {
    let request = fetch.request
    let answer = await fetch.cancellation.run { [source] in
      do { return FetchAnswer<Creative>.ads(try await source(request)) } catch { return .failure("\(error)") }
    }
    let now = advance()
    fetches.removeAll { $0.request == request }
    switch answer {
    case .ads(let ads):
      counted.latency.add(clock.elapsed() - fetch.began)
      let receipt = queue.answer(request, with: .ads(ads), at: now)
      if receipt.arrival != .inTime {
        note(.late(request, receipt))
      } else {
        note(ads.isEmpty ? .noFill(request) : .answered(request, receipt))
      }
      if !held.line.isEmpty { vainUntil = clock.elapsed() + queue.policy.noFillPause }
      offer(queue.shelf.count - receipt.taken..<queue.shelf.count)
    case .failure(let reason):
      let isInTime = queue.answer(request, with: .failure, at: now).arrival == .inTime
      if isInTime { note(Task.isCancelled ? .cancelled(request) : .failed(request, reason: reason)) }
    }
    noteGivingUp()
    wakeUp.yield()
  }
}

// MARK: - Time

extension AdPool {
  /// Has the pool's clock show a time, for example when the machine's clock has been corrected.
  ///
  /// Ads that have expired by then are removed. A pause after an answer whose ads had expired by the clock as it was
  /// ends; timeouts, waits and other pauses last as long as before. An ad whose source gave no expiry keeps the one that
  /// the policy gave it by the clock as it was.
  /// - Complexity: O(requests outstanding), and O(*n*) in the number of ads in stock if any has expired.
  public func correctClock(to now: Duration) {
    advance()
    queue.correctClock(by: clock.correct(to: now.inRange))
    noteExpiries()
    alarm?.cancellation.cancel()
    alarm = nil
    wakeUp.yield()
  }

  /// Brings the queue to the present time and notes what has happened by itself; returns the time.
  @discardableResult
  private func advance() -> Duration {
    let now = clock.now
    queue.advance(to: now)
    noteExpiries()
    noteTimeouts()
    noteGivingUp()
    return now
  }

  /// The next time at which something is due.
  private var nextDeadline: Duration? {
    let next = queue.nextDeadline(at: clock.now)
    return held.line.isEmpty || !isVain ? next : .least(next, clock.start + vainUntil)
  }

  /// Wakes ``run()`` if something is due before the alarm goes off.
  private func wakeIfDue() {
    let isDue = nextDeadline.map { next in alarm.map { next < $0.time } ?? true } ?? false
    if isDue || wanted != queue.wanted { wakeUp.yield() }
  }

  /// Sets the alarm that is next due; nil if one is set that goes off no later.
  private func setAlarm() -> PoolAlarm? {
    guard let time = nextDeadline, alarm.map({ time < $0.time }) ?? true else { return nil }
    alarm?.cancellation.cancel()
    nextAlarm += 1
    alarm = PoolAlarm(number: nextAlarm, time: time)
    return alarm
  }

  private func wait(for alarm: PoolAlarm) async {
    await alarm.cancellation.run { [clock] in try? await clock.sleep(alarm.time - clock.start) }
    guard self.alarm?.number == alarm.number else { return }
    self.alarm = nil
    wakeUp.yield()
  }

  private func noteTimeouts() {
    // Requests time out in their order.
    let firstInTime = queue.waiting.first?.request.number ?? .max
    for index in fetches.indices where !fetches[index].isOverdue {
      let fetch = fetches[index]
      if fetch.request.number >= firstInTime { return }
      fetches[index].isOverdue = true
      note(.timedOut(fetch.request))
      if cancelsOverdueRequests { fetch.cancellation.cancel() }
    }
  }

  private func noteGivingUp() {
    if queue.hasGivenUp, !hasGivenUp { note(.gaveUp(tenant: queue.tenant)) }
    hasGivenUp = queue.hasGivenUp
  }

  private func noteExpiries() {
    note(expired: queue.expiredCount - notedExpiries)
    notedExpiries = queue.expiredCount
  }

  private func note(expired count: Int) {
    if count > 0 { note(.expired(tenant: queue.tenant, ads: count)) }
  }

  private func note(_ event: AdQueueEvent) {
    counted.count(event)
    log(event)
  }
}
