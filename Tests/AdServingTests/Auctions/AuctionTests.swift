import AdServing
import TestSupport
import Testing

@Suite struct AuctionTests {
  private func ads(_ prices: KeyValuePairs<String, Int64>) -> [Ad<Int>] {
    prices.map { Ad(id: $0, price: try? Price(micros: $1, currency: "USD"), creative: 0) }
  }

  /// A world in which an auction named `page` has begun.
  private func world(seed: UInt64 = 1) -> AuctionWorld {
    let world = AuctionWorld(seed: seed)
    world.hold("page")
    world.settle()
    return world
  }

  @Test func `it ends when all sources have answered`() {
    let world = world()
    #expect(world.polite.requests.map(\.context) == ["page"] && world.stubborn.requests.map(\.floors.count) == [2])
    world.stubborn.answer(0, with: ads(["a": 3, "b": 4]))
    world.settle()
    #expect(world.winners() == nil)
    world.clock.advance(by: .milliseconds(7))
    world.polite.answer(0, with: ads(["c": 5]))
    world.settle()
    #expect(world.winners() == ["c", "b"] && world.clock.sleeperCount == 0)
    let first = AuctionAnswer.Result.ads(ads(["c": 5]), after: .milliseconds(7))
    #expect(world.results() == [first, .ads(ads(["a": 3, "b": 4]), after: .zero)])
  }

  @Test func `it ends at its deadline whatever the sources do`() {
    let world = world()
    world.advance(by: 9)
    #expect(world.winners() == nil)
    world.advance(by: 1)
    #expect(world.winners() == [] && world.results() == [.timeout, .timeout])
    #expect(world.polite.open.isEmpty && world.stubborn.open == [0], "one ignores that it is cancelled")
    world.stubborn.answer(0, with: ads(["a": 3, "b": 4]))
    world.settle()
    #expect(world.winners() == [] && world.lateNames == ["a", "b"])
    let losers = world.late.change { $0.map(\.loser) }
    #expect(losers.allSatisfy { $0.reason == .late && $0.source == "stubborn" })
  }

  @Test func `a source that fails does not delay the others`() {
    let world = world()
    world.polite.answer(0, with: nil)
    world.stubborn.answer(0, with: ads(["a": 3]))
    world.settle()
    #expect(world.winners() == ["a"] && world.results()[0] == .failure("Failure()"))
  }

  /// The answer comes when the deadline has passed and the auction has not noticed, in any order of its tasks.
  @Test func `what comes at the deadline is late`() {
    for seed in 0..<Sample.of(1_000 as UInt64, few: 100) {
      let world = world(seed: seed)
      world.clock.advance(by: .milliseconds(seed % 2 == 0 ? 10 : 3_000))
      world.stubborn.answer(0, with: ads(["a": 3]))
      world.settle()
      #expect(world.winners() == [] && world.lateNames == ["a"], "seed \(seed)")
      #expect(world.results() == [.timeout, .timeout], "seed \(seed)")
    }
  }

  /// An answer just before the deadline takes part, or is late if its task runs too late: never both, and never neither.
  @Test func `an answer is either judged or late`() {
    var counts = [0, 0]
    for seed in 0..<Sample.of(1_000 as UInt64, few: 100) {
      let world = AuctionWorld(seed: seed)
      world.hold("page", "other")
      world.settle()
      for number in world.stubborn.open { world.stubborn.answer(number, with: ads(["\(number)": 3])) }
      if seed % 3 == 0 { world.cancel("page") }
      if seed % 2 == 0 { world.clock.advance(by: .milliseconds(10)) }
      world.settle()
      world.advance(by: 10)
      let won = (world.winners("page") ?? []) + (world.winners("other") ?? [])
      #expect((won + world.lateNames).sorted() == ["0", "1"], "seed \(seed)")
      counts[0] += won.count
      counts[1] += world.lateNames.count
    }
    #expect(counts[0] > 0 && counts[1] > 0)
  }

  @Test func `ten thousand ads are judged`() throws {
    let world = world()
    let many = (0..<10_000).map { Ad(id: "\($0)", price: try? Price(micros: $0, currency: "USD"), creative: 0) }
    world.polite.answer(0, with: many)
    world.stubborn.answer(0, with: many + ads(["best": 10_000]))
    world.settle()
    #expect(world.winners() == ["best", "9999"])
    let losers = try #require(world.outcomes.value["page"]?.losers)
    #expect(losers.count == 19_999 && losers.count { $0.reason == .sameName } == 10_000)
  }

  @Test func `an ad that expires before the end does not win`() {
    let world = AuctionWorld()
    world.hold("page", at: .seconds(1_000))
    world.settle()
    var ads = ads(["a": 3, "b": 2])
    ads[0].expires = .seconds(1_000) + .milliseconds(10)
    ads[1].expires = .seconds(1_000) + .milliseconds(11)
    world.stubborn.answer(0, with: ads)
    world.settle()
    world.advance(by: 10)
    #expect(world.winners() == ["b"] && world.outcomes.value["page"]?.losers.map(\.reason) == [.expired])
  }

  // MARK: Cancellation

  @Test func `a caller that is cancelled gets what has come`() {
    let world = world()
    world.polite.answer(0, with: ads(["a": 3]))
    world.settle()
    world.cancel("page")
    world.settle()
    #expect(world.winners() == ["a"] && world.results()[1] == .cancelled && world.clock.sleeperCount == 0)
    world.stubborn.answer(0, with: ads(["b": 3]))
    world.settle()
    #expect(world.lateNames == ["b"])
  }

  @Test func `nobody is asked in vain`() {
    let world = AuctionWorld()
    world.hold("page")
    world.cancel("page")
    world.settle()
    #expect(world.results().isEmpty && world.winners() == [] && world.polite.requests.isEmpty)
  }

  // MARK: Sources that do not end

  @Test func `a source that does not end is passed over`() {
    let world = AuctionWorld()
    let limit = Auction<Int, String>.overdueLimit
    for number in 0..<limit { world.hold("\(number)") }
    world.settle()
    world.advance(by: 10)
    #expect(world.stubborn.open.count == limit && world.polite.open.isEmpty)
    world.hold("page")
    world.settle()
    world.polite.answer(world.polite.open[0], with: ads(["a": 1]))
    world.settle()
    #expect(world.winners() == ["a"] && world.results()[1] == .passedOver && world.stubborn.requests.count == limit)
    // Each that ends makes room for one.
    world.stubborn.answer(3, with: nil)
    world.settle()
    for (name, result) in [("next", AuctionAnswer<Int>.Result.timeout), ("last", .passedOver)] {
      world.hold(name)
      world.settle()
      world.advance(by: 10)
      #expect(world.results(name)[1] == result && world.stubborn.open.count == limit, "\(name)")
    }
    #expect(world.lateNames.isEmpty)
  }

  @Test func `an auction whose sources are all passed over ends at once`() async throws {
    let (clock, asked) = (ManualClock(), Shared(0))
    let floor = try Price("0 USD")
    let isEnding = Shared(false)
    let auction = Auction<Int, Int>(
      [
        Auction.Source("stubborn") { _ in
          asked.change { $0 += 1 }
          while !isEnding.value { await Task.yield() }
          return []
        }
      ], clock: clock)
    for context in 0...Auction<Int, Int>.overdueLimit {
      let request = PageRequest(for: context, places: 1, floor: floor, timeout: .zero)
      let outcome = await auction.hold(for: request, at: .zero)
      let isAsked = context < Auction<Int, Int>.overdueLimit
      #expect(outcome.answers.map(\.result) == [isAsked ? .timeout : .passedOver], "\(context)")
    }
    isEnding.change { $0 = true }
  }

  // MARK: Many threads

  /// Run under the thread sanitizer as well.
  @Test func `every ad of many auctions has one fate`() async throws {
    let (sent, late, judged) = (Shared<[String]>([]), Shared<[String]>([]), Shared<[String]>([]))
    let (clock, running, isDone) = (ManualClock(), Shared(0), Shared(false))
    let floor = try Price("0.000002 USD")
    let sources = (0..<3).map { source in
      Auction<Int, Int>.Source("\(source)") { request in
        running.change { $0 += 1 }
        defer { running.change { $0 -= 1 } }
        return try await Self.ask(source, request, sent)
      }
    }
    let auction = Auction<Int, Int>(
      sources, clock: clock, late: { _, losers in late.change { $0 += losers.map(\.ad.id) } })
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        while !isDone.value {
          clock.advance(by: .milliseconds(1))
          await Task.yield()
        }
      }
      await withTaskGroup(of: Void.self) { callers in
        for caller in 0..<8 {
          callers.addTask {
            for number in 0..<Sample.of(2_000, few: 150) {
              let request = PageRequest(
                for: caller * 100_000 + number, places: number % 4, floor: floor, timeout: .milliseconds(number % 9))
              let holding = Task { await auction.hold(for: request, at: .zero) }
              if number % 5 == 0 { holding.cancel() }
              let outcome = await holding.value
              judged.change { $0 += outcome.winners.map(\.ad.id) + outcome.losers.map(\.ad.id) }
            }
          }
        }
      }
      isDone.change { $0 = true }
    }
    while running.value > 0 || judged.value.count + late.value.count < sent.value.count { await Task.yield() }
    let all = judged.value + late.value
    #expect(Set(all).count == all.count && Set(all) == Set(sent.value) && clock.sleeperCount == 0)
    #expect(!judged.value.isEmpty && !late.value.isEmpty)
  }

  /// Answers at once, after others, not before it is cancelled, or not at all; every ad has its own name.
  @Sendable private static func ask(
    _ source: Int, _ request: PageRequest<Int>, _ sent: Shared<[String]>
  ) async throws -> [Ad<Int>] {
    switch (request.context + source) % 5 {
    case 0: throw CancellationError()
    case 1: for _ in 0..<20 { await Task.yield() }
    case 2: while !Task.isCancelled { await Task.yield() }
    default: break
    }
    let ads = (0..<5).map { number in
      Ad(
        id: "\(source).\(request.context).\(number)", price: try? Price(micros: Int64(number), currency: "USD"),
        creative: 0)
    }
    sent.change { $0 += ads.map(\.id) }
    return ads
  }
}
