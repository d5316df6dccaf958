internal import AdServing
internal import Dispatch
internal import Placement
internal import Synchronization

/// The cost of ads that are taken from a pool and put back, by what is in stock and by who waits.
extension ServingBenchmarks {
  static let pools: [Benchmark] = [
    Benchmark(
      "4 ads taken from a pool of 1,000 and put back", group: group, baseline: "the same of 10", limit: 1.5
    ) { compared(PoolWorld(stock: 1_000), with: PoolWorld(stock: 10)) },
    Benchmark(
      "the same", group: group, baseline: "an empty put-back", limit: nil, timeLimit: 12_000
    ) {
      let world = PoolWorld(stock: 1_000)
      return .clocked(
        measured: { world.time { await $0.putBack($0.take(upTo: 4)) } },
        baseline: { world.time { await $0.putBack([]) } })
    },
    Benchmark(
      "the same while 200 users wait whose caps are used up", group: group, baseline: "the same while nobody waits",
      limit: 1.5
    ) { compared(PoolWorld(stock: 400, waiting: 200), with: PoolWorld(stock: 400)) },
  ]

  private static func compared(_ one: PoolWorld, with other: PoolWorld) -> Benchmark.Work {
    .clocked(
      measured: { one.time { await $0.putBack($0.take(upTo: 4)) } },
      baseline: { other.time { await $0.putBack($0.take(upTo: 4)) } })
  }
}

/// A pool that runs, with ads of 40 campaigns, and users who wait for others.
private final class PoolWorld: Sendable {
  private static let start = Duration.seconds(1_790_000_000)
  private static let operations = 500

  private let pool: AdPool<Int>
  private let tasks: [Task<Void, Never>]

  init(stock: Int, waiting: Int = 0) {
    let number = Atomic(0)
    let caps = ServingBenchmarks.made { try FrequencyCap.list("1 per 24h") }
    let pool = ServingBenchmarks.made {
      try AdPool<Int>(
        tenant: "sales", policy: AdQueuePolicy(stock: stock, batch: 200, concurrent: 5), startingAt: Self.start
      ) { request in
        (0..<request.count).map { _ in
          let ad = number.add(1, ordering: .relaxed).newValue
          return Ad(id: "ad \(ad)", campaign: "campaign \(ad % 40)", creative: ad)
        }
      }
    }
    var seen = FrequencyHistory()
    for campaign in 0..<40 { seen.record("campaign \(campaign)", caps: caps, at: Self.start) }
    let users = (0..<waiting).map { _ in
      Task { [seen] in _ = await pool.take(upTo: 4, within: caps, seen: seen, waiting: .seconds(3_600)) }
    }
    (self.pool, tasks) = (pool, users + [Task { await pool.run() }])
    Self.wait {
      while await pool.stock.count < stock { await Task.yield() }
      while await pool.waitingCount < waiting { await Task.yield() }
    }
  }

  deinit { for task in tasks { task.cancel() } }

  /// Returns how many nanoseconds an operation takes.
  func time(_ operation: @escaping @Sendable (AdPool<Int>) async -> Void) -> Double {
    let time = Mutex(Duration.zero), pool = pool
    Self.wait {
      let taken = await ContinuousClock().measure { for _ in 0..<Self.operations { await operation(pool) } }
      time.withLock { $0 = taken }
    }
    return time.withLock { $0 } / .nanoseconds(Self.operations)
  }

  private static func wait(_ body: @escaping @Sendable () async -> Void) {
    let isDone = DispatchSemaphore(value: 0)
    Task.detached {
      await body()
      isDone.signal()
    }
    isDone.wait()
  }
}
