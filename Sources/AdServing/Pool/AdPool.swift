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

  var held: PoolStock<Creative>
  var clock: PoolClock
  let cancelsOverdueRequests: Bool
  let source: Fetch
  let log: @Sendable (AdQueueEvent) -> Void
  /// The requests that run, in the order of their numbers.
  var fetches: [RunningFetch] = []
  /// The callers that wait for ads, by their numbers in the line.
  var waiters: [Int: CheckedContinuation<[Ad<Creative>], Never>] = [:]
  /// The time since the clock's start until which nothing is requested for callers that have refused the whole stock,
  /// since the last answer suited none of them.
  var vainUntil = Duration.zero
  var alarm: PoolAlarm?
  var nextAlarm = 0
  /// Wakes ``run()``, which then does what is due.
  let wakeUps: AsyncStream<Void>
  let wakeUp: AsyncStream<Void>.Continuation
  var hasStarted = false
  var hasGivenUp = false
  /// The number of ads that have expired in stock, as far as that has been noted.
  var notedExpiries = 0

  /// Whether the pool has been shut down, by ``shutdown()`` or by the end of ``run()``.
  public internal(set) var isShutDown = false
  var counted = ServingCounters()

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

  var queue: AdQueue<Creative> {
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
