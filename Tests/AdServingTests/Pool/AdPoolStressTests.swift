import AdServing
import TestSupport
import Testing

/// Pools whose tasks run on many threads, under the thread sanitizer as well.
@Suite struct AdPoolStressTests {
  /// A source that answers at once, after others, not before it is cancelled, or not at all; every ad has its own name.
  @Sendable private static func fetch(_ request: AdRequest, _ sent: Shared<Set<String>>) async throws -> [Ad<Int>] {
    switch request.number % 7 {
    case 0: throw CancellationError()
    case 1: for _ in 0..<20 { await Task.yield() }
    case 2: return []
    case 3: while !Task.isCancelled { await Task.yield() }
    default: break
    }
    let ads = (0..<request.count).map { Ad(id: "\(request.number).\($0)", campaign: "c\($0 % 3)", creative: 0) }
    sent.change { $0.formUnion(ads.map(\.id)) }
    return ads
  }

  @Test func `no ad is lost nor given to two`() async throws {
    let sent = Shared<Set<String>>([])
    let (refused, shown) = (Shared<[String]>([]), Shared<[String]>([]))
    let clock = ManualClock()
    let policy = AdQueuePolicy(
      stock: 20, batch: 6, concurrent: 3, lifetime: nil, timeout: .milliseconds(20),
      retry: Backoff(first: .milliseconds(1), most: .milliseconds(4)), noFillPause: .milliseconds(2))
    let pool = try AdPool(
      tenant: "t", policy: policy, clock: clock, startingAt: .zero,
      log: { event in
        switch event {
        case .answered(_, let receipt), .late(_, let receipt): refused.change { $0 += receipt.refused.map(\.id) }
        default: break
        }
      }
    ) { try await Self.fetch($0, sent) }
    let isDone = Shared(false)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await pool.run() }
      group.addTask {
        while !isDone.value {
          clock.advance(by: .milliseconds(1))
          await Task.yield()
        }
        await pool.shutdown()
      }
      await withTaskGroup(of: Void.self) { callers in
        for caller in 0..<8 { callers.addTask { await Self.call(pool, seed: UInt64(caller), shown) } }
      }
      isDone.change { $0 = true }
    }
    let held = await pool.stock.map(\.id) + shown.value + refused.value
    #expect(Set(held).count == held.count && Set(held) == sent.value)
    #expect(clock.sleeperCount == 0 && shown.value.count > 0)
  }

  /// Takes pages, puts back what was not used, and leaves some of its waits.
  @Sendable private static func call(_ pool: AdPool<Int>, seed: UInt64, _ shown: Shared<[String]>) async {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<Sample.of(2_000, few: 150) {
      let count = Int.random(in: 1...5, using: &random)
      let wait = Duration.milliseconds(Int.random(in: 0...4, using: &random))
      let taking = Task { await pool.take(upTo: count, waiting: wait) { ad, _ in ad.campaign != "c\(count)" } }
      if Int.random(in: 0...2, using: &random) == 0 { taking.cancel() }
      let ads = await taking.value
      let used = ads.prefix(Int.random(in: 0...5, using: &random))
      shown.change { $0 += used.map(\.id) }
      await pool.putBack(ads.dropFirst(used.count))
    }
  }
}
