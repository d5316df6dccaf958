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
/// A client that draws a list uses `AdPlacer` instead, and code that has its own event loop uses ``AdQueue``.
public actor AdPool<Creative: Sendable> {
  /// Asks the source for ads: none means that it has none at the moment, an error that it failed.
  ///
  /// It should end soon after its task is cancelled, since ``run()`` returns only when it has ended.
  public typealias Fetch = @Sendable (AdRequest) async throws -> [Ad<Creative>]

  /// The largest number of requests that have timed out and still run; beyond it, every further request fails.
  public static var overdueLimit: Int { 64 }

  private var queue: AdQueue<Creative>
  private let clock: PoolClock
  private let cancelsOverdueRequests: Bool
  private let source: Fetch
  private let log: @Sendable (AdQueueEvent) -> Void
  /// The requests that run, in the order of their numbers.
  private var fetches: [RunningFetch] = []
  /// The callers that wait for ads, in the order in which they came.
  private var waiters: [Waiter] = []
  private var nextWaiter = 0
  private var alarm: Alarm?
  private var nextAlarm = 0
  /// Wakes ``run()``, which then does what is due.
  private let wakeUps: AsyncStream<Void>
  private let wakeUp: AsyncStream<Void>.Continuation
  private var hasStarted = false
  private var hasGivenUp = false

  /// Whether the pool has been shut down, by ``shutdown()`` or by the end of ``run()``.
  public private(set) var isShutDown = false
  /// The counts of requests by outcome, of ads that expired unused and of ads that caps refused, and ``count(_:)``'s.
  public private(set) var counters = ServingCounters()

  /// Makes a pool without ads.
  /// - Parameters:
  ///   - tenant: The name of the source, which its requests and events carry.
  ///   - policy: The number of ads that are kept ready, and how the source is asked.
  ///   - seed: The seed of the waits' jitter.
  ///   - clock: The clock by which requests time out and ads expire.
  ///   - start: The time now, since the origin that ads' expiries and histories count from, such as the Unix epoch.
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
    queue = try AdQueue(tenant: tenant, policy: policy, seed: seed)
    self.clock = PoolClock(clock, startingAt: start)
    self.cancelsOverdueRequests = cancelsOverdueRequests
    self.log = log
    self.source = source
    (wakeUps, wakeUp) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// The ads that are ready, in the order in which they are taken.
  public var stock: [Ad<Creative>] {
    advance()
    return queue.stock
  }

  /// Counts what the pool does not see, such as pages, together with its own counts.
  public func count(_ change: @Sendable (inout ServingCounters) -> Void) { change(&counters) }
}

// MARK: - Taking and putting back

extension AdPool {
  /// Removes and returns up to `count` ads for a page: the first that have not expired and are allowed, in order.
  ///
  /// Returns at once if there are any. Otherwise it waits for the first that are allowed, but no longer than `waiting`,
  /// and not at all if the source cannot be asked in time because of a back-off or a pause. Callers that wait are
  /// served in their order. Returns no ads if the task is cancelled or the pool is shut down while it waits.
  /// - Parameters:
  ///   - count: The largest number of ads; it is clamped to 0 to ``AdQueuePolicy/limit``.
  ///   - waiting: The longest time to wait for the first ads, at most a day.
  ///   - isAllowed: Returns whether an ad may be on the page with those that are already chosen for it.
  public func take(
    upTo count: Int, waiting: Duration = .zero,
    where isAllowed: @escaping @Sendable (_ ad: Ad<Creative>, _ chosen: [Ad<Creative>]) -> Bool = { _, _ in true }
  ) async -> [Ad<Creative>] {
    await take(Demand(count: count) { ad, chosen, _ in isAllowed(ad, chosen) }, waiting: waiting)
  }

  /// Removes and returns up to `count` ads that the caps of a user allow, each campaign as often as they still allow.
  ///
  /// Otherwise it is ``take(upTo:waiting:where:)``. The ads that caps refused are counted in
  /// ``ServingCounters/Total/capHits``, once for each call that they did not suit.
  /// - Parameters:
  ///   - count: The largest number of ads; it is clamped to 0 to ``AdQueuePolicy/limit``.
  ///   - caps: The caps.
  ///   - seen: What the user has seen.
  ///   - reserved: How many ads of each campaign the page has already, such as from another pool, or the client holds.
  ///   - waiting: The longest time to wait for the first ads, at most a day.
  public func take(
    upTo count: Int, within caps: [FrequencyCap], seen: FrequencyHistory, reserved: [String: Int] = [:],
    waiting: Duration = .zero
  ) async -> [Ad<Creative>] {
    let demand = Demand(count: count, countsRefusals: true) { ad, chosen, now in
      let held = min(max(reserved[ad.campaign, default: 0], 0), AdQueuePolicy.limit)
      let others = held + chosen.count { $0.campaign == ad.campaign }
      return seen.allows(ad.campaign, caps: caps, reserved: others, at: now)
    }
    return await take(demand, waiting: waiting)
  }

  /// Puts ads back that a page did not use, in their order, as the next ones to be taken.
  /// - Returns: The ads that were not accepted, and why, as ``AdQueue/putBack(contentsOf:at:)`` returns them.
  @discardableResult
  public func putBack(_ ads: some Sequence<Ad<Creative>> & Sendable) -> [AdReceipt.RefusedAd] {
    let now = advance()
    let refused = queue.putBack(contentsOf: ads, at: now)
    note(expired: refused.count { $0.reason == .expired })
    serve(at: now)
    return refused
  }

  private func take(_ demand: Demand, waiting: Duration) async -> [Ad<Creative>] {
    let now = advance()
    let draw = draw(demand, at: now)
    guard draw.ads.isEmpty, demand.count > 0, waiting > .zero, !isShutDown else {
      if demand.countsRefusals { counters.totals[.capHits] += draw.refused }
      wakeUp.yield()
      return draw.ads
    }
    let number = nextWaiter
    nextWaiter += 1
    let deadline = now + min(waiting, PoolClock.longestSleep)
    return await withTaskGroup(of: Void.self) { group in
      group.addTask { [clock] in
        // It throws if the caller's task is cancelled, or the wait is over.
        try? await clock.sleep(deadline)
        await self.endWaits { $0.number == number }
      }
      // The child task cannot end the wait before it has begun, since both run on the actor.
      let ads = await withCheckedContinuation { continuation in
        waiters.append(
          Waiter(
            number: number, demand: demand, deadline: deadline, refused: draw.refused, continuation: continuation))
        wakeUp.yield()
      }
      group.cancelAll()
      return ads
    }
  }

  private func draw(_ demand: Demand, at now: Duration) -> (ads: [Ad<Creative>], refused: Int) {
    var judged = 0
    let ads = queue.take(upTo: demand.count, at: now) { ad, chosen in
      judged += 1
      return demand.isAllowed(ad, chosen, now)
    }
    return (ads, judged - ads.count)
  }

  /// Gives waiting callers the ads that they allow, and has what is missing then requested.
  private func serve(at now: Duration) {
    let callers = waiters
    waiters = []
    for var waiter in callers {
      let draw = draw(waiter.demand, at: now)
      waiter.refused = draw.refused
      if draw.ads.isEmpty { waiters.append(waiter) } else { finish(waiter, with: draw.ads) }
    }
    wakeUp.yield()
  }

  /// Returns no ads to those callers that wait in vain.
  private func endWaits(where isOver: (Waiter) -> Bool) {
    let callers = waiters.filter(isOver)
    if callers.isEmpty { return }
    waiters.removeAll(where: isOver)
    for waiter in callers { finish(waiter, with: []) }
    wakeUp.yield()
  }

  private func finish(_ waiter: Waiter, with ads: [Ad<Creative>]) {
    if waiter.demand.countsRefusals { counters.totals[.capHits] += waiter.refused }
    waiter.continuation.resume(returning: ads)
  }
}

// MARK: - Removal and recovery

extension AdPool {
  /// Removes an ad from the stock, and refuses it when it is put back or comes with a running request.
  /// - Returns: The number of ads that were removed.
  @discardableResult
  public func recall(adID: String) -> Int { changeStock { $0.recall(adID: adID) } }

  /// Removes a campaign's ads from the stock, and refuses them when they are put back or come with a running request.
  /// - Returns: The number of ads that were removed.
  @discardableResult
  public func recall(campaign: String) -> Int { changeStock { $0.recall(campaign: campaign) } }

  /// Removes ads that can never be shown; then the source is not asked for ``AdQueuePolicy/noFillPause``.
  /// - Returns: The ads that were removed.
  @discardableResult
  public func discard(where isUseless: @Sendable (Ad<Creative>) -> Bool) -> [Ad<Creative>] {
    let now = advance()
    return changeStock { $0.discard(at: now, where: isUseless) }
  }

  /// Adds ads that were in stock when an earlier process ended.
  /// - Returns: The ads that were not accepted, and why.
  @discardableResult
  public func restock(_ ads: [Ad<Creative>]) -> [AdReceipt.RefusedAd] {
    let now = advance()
    defer { serve(at: now) }
    return queue.restock(ads, at: now)
  }

  /// Forgets failures and pauses, for example when the source is known to work again: missing ads are requested at once.
  public func resume() {
    changeStock { $0.resume() }
    hasGivenUp = false
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
        let now = advance()
        endWaits { $0.deadline <= now }
        for fetch in startRequests(at: now) { group.addTask { await self.fetch(fetch) } }
        if fetches.isEmpty {
          // No ad can arrive in time.
          let next = queue.nextDeadline(at: now)
          endWaits { waiter in next.map { $0 >= waiter.deadline } ?? true }
        }
        if let alarm = setAlarm(at: now) { group.addTask { await self.wait(for: alarm) } }
      }
      shutdown()
      group.cancelAll()
    }
  }

  /// Ends ``run()``, cancels what is under way, and returns no ads to callers that wait.
  ///
  /// The stock stays: it can still be taken, or stored for ``restock(_:)`` in another process.
  public func shutdown() {
    if isShutDown { return }
    isShutDown = true
    wakeUp.finish()
    endWaits { _ in true }
  }

  /// Makes the requests that are due, which the caller is to run.
  private func startRequests(at now: Duration) -> [RunningFetch] {
    let wanted = waiters.reduce(0) { min($0 + $1.demand.count, AdQueuePolicy.limit) }
    // All that is in stock has been refused by every caller that waits.
    let requests = queue.requests(at: now, wanted: wanted, idle: waiters.isEmpty ? 0 : queue.shelf.count)
    let hasRoom = fetches.count(where: \.isOverdue) < Self.overdueLimit
    defer { noteGivingUp() }
    return requests.compactMap { request in
      note(.requested(request))
      guard hasRoom else {
        queue.answer(request, with: .failure, at: now)
        note(.failed(request, reason: "\(Self.overdueLimit) requests that have timed out still run"))
        return nil
      }
      let fetch = RunningFetch(request: request)
      fetches.append(fetch)
      return fetch
    }
  }

  private func fetch(_ fetch: RunningFetch) async {
    let request = fetch.request
    let answer = await fetch.cancellation.run { [source] in
      do { return FetchAnswer.ads(try await source(request)) } catch { return .failure("\(error)") }
    }
    let now = advance()
    fetches.removeAll { $0.request == request }
    switch answer {
    case .ads(let ads):
      let receipt = queue.answer(request, with: .ads(ads), at: now)
      if receipt.arrival != .inTime {
        note(.late(request, receipt))
      } else {
        note(ads.isEmpty ? .noFill(request) : .answered(request, receipt))
      }
      if receipt.taken > 0 { serve(at: now) }
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
  /// Brings the queue to the present time and notes what has happened by itself; returns the time.
  @discardableResult
  private func advance() -> Duration {
    let now = clock.now()
    let expired = queue.expiredCount
    queue.advance(to: now)
    note(expired: queue.expiredCount - expired)
    noteTimeouts()
    noteGivingUp()
    return now
  }

  /// Sets the alarm that is next due; nil if one is set that goes off no later.
  private func setAlarm(at now: Duration) -> Alarm? {
    guard let time = queue.nextDeadline(at: now), alarm.map({ time < $0.time }) ?? true else { return nil }
    alarm?.cancellation.cancel()
    nextAlarm += 1
    alarm = Alarm(number: nextAlarm, time: time)
    return alarm
  }

  private func wait(for alarm: Alarm) async {
    await alarm.cancellation.run { [clock] in try? await clock.sleep(alarm.time) }
    guard self.alarm?.number == alarm.number else { return }
    self.alarm = nil
    wakeUp.yield()
  }

  private func noteTimeouts() {
    // Requests time out in their order.
    let firstInTime = queue.waiting.first?.request.number ?? .max
    for index in fetches.indices where !fetches[index].isOverdue && fetches[index].request.number < firstInTime {
      let fetch = fetches[index]
      fetches[index].isOverdue = true
      note(.timedOut(fetch.request))
      if cancelsOverdueRequests { fetch.cancellation.cancel() }
    }
  }

  private func noteGivingUp() {
    if queue.hasGivenUp, !hasGivenUp { note(.gaveUp(tenant: queue.tenant)) }
    hasGivenUp = queue.hasGivenUp
  }

  private func note(expired count: Int) {
    if count > 0 { note(.expired(tenant: queue.tenant, ads: count)) }
  }

  private func note(_ event: AdQueueEvent) {
    counters.count(event)
    log(event)
  }
}

// MARK: - State

extension AdPool {
  /// What a caller takes.
  fileprivate struct Demand: Sendable {
    let count: Int
    /// Whether the ads that it does not allow are counted as refused by caps.
    let countsRefusals: Bool
    let isAllowed: @Sendable (_ ad: Ad<Creative>, _ chosen: [Ad<Creative>], _ now: Duration) -> Bool

    init(
      count: Int, countsRefusals: Bool = false,
      isAllowed: @escaping @Sendable (Ad<Creative>, [Ad<Creative>], Duration) -> Bool
    ) {
      self.count = min(max(count, 0), AdQueuePolicy.limit)
      self.countsRefusals = countsRefusals
      self.isAllowed = isAllowed
    }
  }

  /// A caller that waits for ads.
  fileprivate struct Waiter {
    let number: Int
    let demand: Demand
    let deadline: Duration
    /// The number of ads in stock that it refused last.
    var refused: Int
    let continuation: CheckedContinuation<[Ad<Creative>], Never>
  }

  /// A request that runs.
  fileprivate struct RunningFetch {
    let request: AdRequest
    let cancellation = CancellationSwitch()
    var isOverdue = false
  }

  fileprivate enum FetchAnswer: Sendable {
    case ads([Ad<Creative>])
    case failure(String)
  }

  /// A time at which something is due.
  fileprivate struct Alarm {
    let number: Int
    let time: Duration
    let cancellation = CancellationSwitch()
  }
}
