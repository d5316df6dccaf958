import AdServing
import TestSupport
import Testing

@Suite struct AdPoolTests {
  /// No jitter, one request at a time.
  private static let steady = AdQueuePolicy(
    stock: 2, batch: 4, lifetime: nil, timeout: .milliseconds(10),
    retry: Backoff(first: .milliseconds(5), factor: 1, most: .milliseconds(5), jitter: 0),
    noFillPause: .milliseconds(20))

  private func world(
    _ policy: AdQueuePolicy = steady, cancels: Bool = true, heedsCancellation: Bool = true, start: Duration = .zero
  ) throws -> PoolWorld {
    let world = try PoolWorld(
      policy, cancelsOverdueRequests: cancels, heedsCancellation: heedsCancellation, startingAt: start)
    world.start()
    return world
  }

  private func ads(_ names: String..., until expires: Duration? = nil) -> [Ad<Int>] {
    names.map { Ad(id: $0, expires: expires, creative: 0) }
  }

  private func names(_ ads: [Ad<Int>]?) -> [String]? { ads?.map(\.id) }

  // MARK: Asking

  @Test func `what the stock lacks is requested and refilled`() throws {
    let world = try world()
    #expect(world.source.requests.map(\.count) == [2])
    world.answer(world.source.requests[0], with: ads("a", "b"))
    #expect(world.stock.map(\.id) == ["a", "b"] && world.source.requests.isEmpty)
    world.take { await $0.take(upTo: 1) }
    #expect(names(world.taken.value[0]) == ["a"] && world.source.requests.map(\.count) == [1])
  }

  @Test func `an overdue request is cancelled and made again after the back off`() throws {
    let world = try world()
    world.advance(by: 9)
    #expect(world.source.requests.map(\.number) == [1])
    world.advance(by: 1)
    #expect(world.source.requests.isEmpty)
    world.advance(by: 5)
    #expect(world.source.requests.map(\.attempt) == [2])
    #expect(world.counters.requests[.timeout] == 1 && world.counters.requests.total == 1)
  }

  @Test func `an overdue request that is left brings its ads late`() throws {
    let world = try world(cancels: false)
    let request = world.source.requests[0]
    world.advance(by: 12)
    world.answer(request, with: ads("a", "b"))
    #expect(world.stock.map(\.id) == ["a", "b"] && world.counters.requests[.late] == 1)
    #expect(world.source.requests.isEmpty)
  }

  @Test func `a source that heeds nothing does not gather requests for ever`() throws {
    let world = try world(heedsCancellation: false)
    world.advance(by: 2_000)
    #expect(world.source.requests.count == AdPool<Int>.overdueLimit)
    #expect(world.counters.requests[.failure] > 0)
    #expect(world.counters.requests[.timeout] == AdPool<Int>.overdueLimit)
    world.answer(world.source.requests[3], with: ads("a", "b"))
    #expect(world.counters.requests[.late] == 1)
    world.advance(by: 50)
    #expect(world.source.requests.count <= AdPool<Int>.overdueLimit)
    world.cancelRun()
    #expect(!world.hasEnded.value, "the requests still run")
    for request in world.source.requests { world.answer(request, with: nil) }
    #expect(world.hasEnded.value)
  }

  @Test func `an ad that expires is replaced and counted`() throws {
    let world = try world()
    world.answer(world.source.requests[0], with: ads("a", until: .milliseconds(30)) + ads("b"))
    world.advance(by: 29)
    #expect(world.source.requests.isEmpty)
    world.advance(by: 1)
    #expect(world.source.requests.map(\.count) == [1] && world.counters.totals[.expiredAds] == 1)
  }

  @Test func `times count from the origin of the caller`() throws {
    let world = try world(start: .seconds(1_000_000))
    world.answer(
      world.source.requests[0], with: ads("past", until: .seconds(999_999)) + ads("a", until: .seconds(1_000_001)))
    #expect(world.stock.map(\.id) == ["a"])
    world.advance(by: 1_000)
    #expect(world.stock.isEmpty)
  }

  // MARK: Waiting

  @Test func `callers that wait are served in their order`() throws {
    let world = try world()
    world.take(1) { await $0.take(upTo: 2, waiting: .milliseconds(50)) }
    world.take(2) { await $0.take(upTo: 2, waiting: .milliseconds(50)) { ad, _ in ad.id != "c" } }
    world.take(3) { await $0.take(upTo: 1, waiting: .milliseconds(50)) }
    #expect(world.taken.value.isEmpty)
    world.answer(world.source.requests[0], with: ads("a", "b"))
    #expect(names(world.taken.value[1]) == ["a", "b"] && world.taken.value.count == 1)
    world.answer(world.source.requests[0], with: ads("c", "d"))
    #expect(names(world.taken.value[2]) == ["d"] && names(world.taken.value[3]) == ["c"])
  }

  @Test func `a wait ends at its deadline or with its task`() throws {
    let world = try world()
    world.take(1) { await $0.take(upTo: 1, waiting: .milliseconds(4)) }
    world.take(2) { await $0.take(upTo: 1, waiting: .milliseconds(9)) }
    world.advance(by: 3)
    #expect(world.taken.value.isEmpty)
    world.cancel(2)
    #expect(names(world.taken.value[2]) == [])
    world.advance(by: 1)
    #expect(names(world.taken.value[1]) == [])
    world.answer(world.source.requests[0], with: ads("a", "b"))
    #expect(world.stock.map(\.id) == ["a", "b"], "no ad went to a caller that had left")
  }

  @Test func `nobody waits for a source that is not asked in time`() throws {
    let world = try world()
    world.answer(world.source.requests[0], with: [])
    world.take(1) { await $0.take(upTo: 1, waiting: .milliseconds(20)) }
    #expect(names(world.taken.value[1]) == [])
    world.take(2) { await $0.take(upTo: 1, waiting: .milliseconds(21)) }
    #expect(world.taken.value[2] == nil)
    world.advance(by: 20)
    world.answer(world.source.requests[0], with: ads("a"))
    #expect(names(world.taken.value[2]) == ["a"])
  }

  @Test func `a page is chosen as a whole`() throws {
    let world = try world(AdQueuePolicy(stock: 4))
    let all = [("a", "x"), ("b", "x"), ("c", "y"), ("d", "z")].map { Ad(id: $0, campaign: $1, creative: 0) }
    world.answer(world.source.requests[0], with: all)
    let caps = (try? FrequencyCap.list("1 per 1h")) ?? []
    var seen = FrequencyHistory()
    seen.record("y", caps: caps, at: .zero)
    world.take { [seen] in await $0.take(upTo: 9, within: caps, seen: seen) }
    #expect(names(world.taken.value[0]) == ["a", "d"] && world.counters.totals[.capHits] == 1)
    #expect(world.stock.map(\.id) == ["b", "c"])
  }

  @Test func `what another pool has given is reserved`() throws {
    let caps = try FrequencyCap.list("2 per 1h")
    for (reserved, taken) in [
      ([:], ["a", "b"]), (["x": 1], ["a"]), (["x": 2], []), (["x": .max], []), (["x": -5], ["a", "b"]),
    ] {
      let world = try world(AdQueuePolicy(stock: 4))
      world.answer(world.source.requests[0], with: ["a", "b", "c"].map { Ad(id: $0, campaign: "x", creative: 0) })
      world.take {
        await $0.take(upTo: 9, within: caps, seen: FrequencyHistory(), reserved: ReservedAds(campaigns: reserved))
      }
      #expect(names(world.taken.value[0]) == taken, "\(reserved)")
    }
  }

  // MARK: Crowds

  @Test func `callers that refuse all are not asked again about what is put back`() throws {
    let world = try world(AdQueuePolicy(stock: 20, batch: 20))
    world.answer(world.source.requests[0], with: (0..<20).map { Ad(id: "\($0)", creative: 0) })
    let judged = Shared(0)
    for caller in 1...50 {
      world.take(caller) {
        await $0.take(upTo: 4, waiting: .seconds(9)) { _, _ in
          judged.change { $0 += 1 }
          return false
        }
      }
    }
    #expect(judged.value == 50 * 20)
    for _ in 0..<20 { world.with { await $0.putBack(await $0.take(upTo: 4)) } }
    #expect(judged.value == 50 * 24, "each was offered the four ads once")
  }

  @Test func `a crowd that nothing suits does not fill the stock`() throws {
    let policy = AdQueuePolicy(stock: 20, batch: 10, concurrent: 4, noFillPause: .milliseconds(40))
    let (world, caps) = (try world(policy), try FrequencyCap.list("1 per 1h"))
    var (seen, next) = (FrequencyHistory(), 0)
    for campaign in 0..<5 { seen.record("c\(campaign)", caps: caps, at: .zero) }
    func answerAll() {
      while let request = world.source.requests.first {
        world.answer(
          request, with: (0..<request.count).map { Ad(id: "\($0 + next)", campaign: "c\($0 % 5)", creative: 0) })
        next += request.count
      }
    }
    answerAll()
    for caller in 1...50 {
      world.take(caller) { [seen] in await $0.take(upTo: 4, within: caps, seen: seen, waiting: .seconds(9)) }
    }
    for _ in 0..<10 {
      answerAll()
      world.with { await $0.putBack(await $0.take(upTo: 4)) }
      world.advance(by: 3)
    }
    #expect(world.stock.count == 30, "the stock and one batch in vain")
    world.advance(by: 20)
    answerAll()
    #expect(world.stock.count == 30 && world.source.requests.isEmpty, "nor another one after the pause")
    #expect(world.taken.value.isEmpty)
    // Somebody has used an ad up, and what replaces it suits one of those who wait.
    world.with { _ = await $0.take(upTo: 30) }
    let request = try #require(world.source.requests.first)
    world.answer(request, with: [Ad(id: "x", campaign: "new", creative: 0)])
    #expect(names(world.taken.value[1]) == ["x"] && world.taken.value.count == 1)
  }

  @Test func `a pool never holds more than the limit`() throws {
    let world = try world(AdQueuePolicy(stock: 1_000, batch: 1_000, concurrent: 2))
    world.answer(world.source.requests[0], with: (0..<1_000).map { Ad(id: "\($0)", creative: 0) })
    world.take(1) { await $0.take(upTo: 900, waiting: .seconds(9)) { _, _ in false } }
    #expect(world.source.requests.isEmpty && world.stock.count == 1_000)
    world.take(2) { await $0.take(upTo: 900) }
    world.with { [taken = world.taken.value[2] ?? []] in await $0.putBack(taken) }
    for request in world.source.requests {
      world.answer(request, with: (0..<request.count).map { Ad(id: "n\($0)", creative: 0) })
    }
    #expect(world.stock.count == 1_000)
  }

  @Test func `a source is asked for as much as is sensible`() throws {
    let world = try world(AdQueuePolicy(stock: 400, batch: 200, concurrent: 4))
    var (next, requests) = (0, 0)
    let takes = Sample.of(2_000, few: 200)
    for _ in 0..<takes {
      while let request = world.source.requests.first {
        requests += 1
        world.answer(request, with: (0..<request.count).map { Ad(id: "\($0 + next)", creative: 0) })
        next += request.count
      }
      world.with { _ = await $0.take(upTo: 3) }
    }
    #expect(requests <= 2 + 3 * takes / 200)
  }

  // MARK: Wrong clocks

  @Test func `a pool whose clock was slow hands out no ad after its end`() throws {
    let right = Duration.seconds(10_000)
    let world = try world(start: right - .seconds(600))
    world.answer(world.source.requests[0], with: ads("a", until: right + .seconds(2)) + ads("b"))
    world.take(1) { await $0.take(upTo: 2, at: right + .seconds(4)) }
    #expect(names(world.taken.value[1]) == ["b"])
    let refused = world.with { await $0.putBack([Ad(id: "c", expires: right, creative: 0)], at: right) }
    #expect(refused.map(\.reason) == [.expired] && world.stock.map(\.id) == ["a"])
    world.with { await $0.correctClock(to: right + .seconds(4)) }
    #expect(world.stock.isEmpty && world.counters.totals[.expiredAds] == 2)
  }

  @Test func `a pool whose clock was fast asks again once it is right`() throws {
    let right = Duration.seconds(10_000)
    let world = try world(start: right + .seconds(7_200))
    world.answer(world.source.requests[0], with: ads("a", until: right + .seconds(3_600)))
    #expect(world.stock.isEmpty && world.source.requests.isEmpty)
    #expect(world.counters.requests[.noFill] == 1 && world.counters.totals[.refusedAds] == 1)
    world.with { await $0.correctClock(to: right) }
    world.answer(world.source.requests[0], with: ads("a", until: right + .seconds(3_600)))
    #expect(world.stock.map(\.id) == ["a"] && world.counters.requests[.fill] == 1)
  }

  @Test func `a correction changes neither timeouts nor waits nor pauses`() throws {
    for change in [-600, 600] {
      let world = try world(start: .seconds(1_000))
      world.take(1) { await $0.take(upTo: 1, waiting: .milliseconds(8)) }
      world.advance(by: 5)
      world.with { await $0.correctClock(to: .seconds(1_000 + change)) }
      world.advance(by: 2)
      #expect(world.taken.value.isEmpty && world.source.requests.map(\.number) == [1], "by \(change) s")
      world.advance(by: 1)
      #expect(names(world.taken.value[1]) == [], "by \(change) s")
      world.advance(by: 2)
      #expect(world.source.requests.isEmpty && world.counters.requests[.timeout] == 1, "by \(change) s")
      world.with { await $0.correctClock(to: .seconds(1_000 - change)) }
      world.advance(by: 5)
      #expect(world.source.requests.map(\.attempt) == [2], "by \(change) s")
    }
  }

  // MARK: Watching

  @Test func `the status says what stands and how old it is`() throws {
    let world = try world(AdQueuePolicy(stock: 4))
    #expect(world.with { await $0.status }.stockAge == nil)
    world.advance(by: 30)
    world.answer(world.source.requests[0], with: ads("a", "b", "c"))
    world.advance(by: 7)
    world.take(0) { await $0.take(upTo: 1) }
    world.advance(by: 5)
    world.with { [taken = world.taken.value[0] ?? []] in await $0.putBack(taken) }
    world.take(1) { await $0.take(upTo: 1, waiting: .seconds(1)) { ad, _ in ad.id == "z" } }
    let status = world.with { await $0.status }
    #expect(status.stock == 3 && status.stockAge == .milliseconds(12), "an ad that is put back is as old as before")
    #expect(status.waitingCallers == 1 && status.runningRequests == world.source.requests.count)
    #expect(world.counters.latency.count == 1 && world.counters.latency.sum == .milliseconds(30))
    #expect(
      AdPoolStatus.prometheusText(of: [(["source": "sales"], status)]).hasPrefix(
        """
        # HELP feedweave_stock_ads Ads in stock.
        # TYPE feedweave_stock_ads gauge
        feedweave_stock_ads{source="sales"} 3
        # HELP feedweave_stock_age_seconds The age of the oldest ad in stock.
        # TYPE feedweave_stock_age_seconds gauge
        feedweave_stock_age_seconds{source="sales"} 0.012

        """))
  }

  // MARK: Putting back

  @Test func `what a page did not use is in front again in its order`() throws {
    let world = try world(AdQueuePolicy(stock: 5))
    world.answer(
      world.source.requests[0], with: ads("a", "b") + ads("c", until: .milliseconds(5)) + ads("d", "e"))
    world.take { await $0.take(upTo: 4) }
    let taken = try #require(world.taken.value[0])
    world.with { await $0.recall(.ad("b")) }
    world.advance(by: 5)
    let refused = world.with { await $0.putBack(taken) }
    #expect(world.stock.map(\.id) == ["a", "d", "e"])
    #expect(refused.map(\.id) == ["b", "c"] && refused.map(\.reason) == [.recalled, .expired])
    #expect(world.counters.totals[.expiredAds] == 1)
    #expect(world.with { await $0.putBack(taken) }.map(\.reason) == [.inStock, .recalled, .expired, .inStock])
  }

  @Test func `an ad that is put back goes to whom waits`() throws {
    let world = try world()
    world.answer(world.source.requests[0], with: ads("a", "b"))
    world.take(1) { await $0.take(upTo: 2) }
    world.take(2) { await $0.take(upTo: 2, waiting: .milliseconds(9)) }
    let taken = try #require(world.taken.value[1])
    world.with { await $0.putBack(taken.suffix(1)) }
    #expect(names(world.taken.value[2]) == ["b"])
  }

  // MARK: The end

  @Test(arguments: [false, true]) func `the end cancels what is under way and keeps the stock`(byCancellation: Bool)
    throws
  {
    let world = try world()
    world.with { await $0.restock([Ad(id: "old", creative: 0)]) }
    world.take(1) { await $0.take(upTo: 1, waiting: .seconds(9)) { _, _ in false } }
    if byCancellation { world.cancelRun() } else { world.with { await $0.shutdown() } }
    #expect(world.hasEnded.value && world.source.requests.isEmpty && world.clock.sleeperCount == 0)
    #expect(names(world.taken.value[1]) == [] && world.counters.requests[.cancelled] == 1)
    world.take(2) { await $0.take(upTo: 1, waiting: .seconds(9)) }
    #expect(names(world.taken.value[2]) == ["old"])
    world.take(3) { await $0.take(upTo: 1, waiting: .seconds(9)) }
    #expect(names(world.taken.value[3]) == [])
  }

  @Test func `ads that come as the pool ends are in stock`() throws {
    let world = try world(heedsCancellation: false)
    world.with { await $0.shutdown() }
    #expect(!world.hasEnded.value)
    world.answer(world.source.requests[0], with: ads("a", "b"))
    #expect(world.hasEnded.value && world.stock.map(\.id) == ["a", "b"])
  }

  @Test func `a pool that is shut down before it runs does nothing`() throws {
    let world = try PoolWorld(Self.steady)
    world.with { await $0.shutdown() }
    world.start()
    #expect(world.hasEnded.value && world.events.value.isEmpty)
  }

  @Test func `a pool runs once`() async {
    await #expect(processExitsWith: .failure) {
      let pool = try AdPool<Int>(tenant: "t", startingAt: .zero) { _ in [] }
      await pool.shutdown()
      await pool.run()
      await pool.run()
    }
  }

  @Test func `ages are not too long for the clock of the platform`() async throws {
    let ages = Duration.seconds(1 << 42)
    let policy = AdQueuePolicy(stock: 1, lifetime: ages, timeout: ages, noFillPause: ages)
    let pool = try AdPool<Int>(tenant: "t", policy: policy, startingAt: .zero) { request in
      request.number == 1 ? [Ad(id: "a", creative: 0)] : []
    }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await pool.run() }
      #expect(await pool.take(upTo: 1, waiting: ages).map(\.id) == ["a"])
      #expect(await pool.take(upTo: 1, waiting: .seconds(60)).isEmpty)
      await pool.shutdown()
    }
  }

  // MARK: Events

  @Test func `a log hears of all in order`() throws {
    var policy = Self.steady
    policy.retry.attempts = 1
    let world = try world(policy, cancels: false)
    let request = world.source.requests[0]
    world.advance(by: 10)
    world.answer(request, with: ads("a", "a", until: .milliseconds(12)))
    world.answer(world.source.requests[0], with: [])
    world.advance(by: 20)
    world.answer(world.source.requests[0], with: ads("c", until: .seconds(9)) + ads("c"))
    world.answer(world.source.requests[0], with: nil)
    #expect(
      world.events.value.map(\.description) == [
        "t: request 1 for 2 ads, attempt 1", "t: request 1 timed out", "t: all attempts have failed",
        "t: request 1, which had timed out, brought 2 ads, 1 refused: an ad of its name is in stock",
        "t: request 2 for 1 ad, attempt 1", "t: request 2 brought no ad", "t: 1 ad expired unused",
        "t: request 3 for 2 ads, attempt 1",
        "t: request 3 brought 2 ads, 1 refused: an ad of its name is in stock",
        "t: request 4 for 1 ad, attempt 1", "t: request 4 failed: Failure()", "t: all attempts have failed",
      ])
    let cancelled = try self.world(Self.steady)
    cancelled.cancelRun()
    #expect(cancelled.events.value.last?.description == "t: request 1 was cancelled")
  }
}
