import AdServing
import ListModel
import Placement
import Synchronization
import TestSupport
import Testing
import WeavingSupport

@testable import AdPlacing
import FeedWeave

/// Where and when ads come into a feed.
struct AdPlacerTests {
  private func world(
    _ rules: String, _ source: TestAds, count: Int = 20, options: AdPlacerOptions = AdPlacerOptions(),
    house: [String] = [], queue: AdQueuePolicy = AdQueuePolicy(stock: 2), repeats: Int = 1, caps: String = ""
  ) throws -> PlacerWorld {
    try PlacerWorld(
      [PlacerWorld.articles(count)],
      [tenant(rules, source, house: house, queue: queue, repeats: repeats, caps: caps)], options: options)
  }

  @Test func `ads that are to be had at once stand there from the first`() throws {
    let world = try world("every 3", .endless("a"), count: 7)
    #expect(world.look() == ["u0", "u1", "[a0]", "u2", "u3", "[a1]"])
    #expect(world.line == "u0 u1 [a0] u2 u3 [a1] u4 u5 [a2] u6")
    #expect(world.takeLog() == ["placed a0", "placed a1", "placed a2"])
  }

  @Test func `ads are asked for ahead of the list`() throws {
    let source = TestAds()
    let world = try world("every 3", source)
    #expect(source.asked.map(\.count) == [2])
    world.placer.answer(source.open.removeFirst(), with: .ads([ad("a"), ad("b")]))
    #expect(world.placer.stock(of: "ads").map(\.id) == ["a", "b"])
    world.look()
    #expect(world.ids == ["a", "b"])
    #expect(world.placer.placement.places.compactMap { world.placer.ad(at: $0.id)?.ad.id } == ["a", "b"])
  }

  @Test func `ads that come late are placed only below what has been displayed`() throws {
    let source = TestAds()
    let world = try world("every 3", source)
    #expect(world.look() == ["u0", "u1", "u2", "u3", "u4", "u5"])
    world.placer.answer(try #require(source.open.first), with: .ads((0..<9).map { ad("a\($0)") }))
    #expect(world.line.hasPrefix("u0 u1 u2 u3 u4 u5 [a0] u6 u7 [a1] u8"))
    #expect(world.look() == ["u0", "u1", "u2", "u3", "u4", "u5"])
  }

  @Test func `places are filled within the lookahead and further down when they come within reach`() throws {
    let world = try world("every 3", .endless("a"), count: 40, options: AdPlacerOptions(lookahead: 6))
    world.look()
    #expect(world.ids == ["a0", "a1", "a2", "a3"])
    world.scroll(to: 6)
    // The next place within reach, at row 14, brings those down to row 23 with it.
    #expect(world.ids == ["a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7"])
    #expect(world.takeLog().count == 8)
  }

  @Test func `appending a page leaves every ad where it is`() throws {
    let world = try world("every 3", .endless("a"), count: 9)
    world.look()
    let before = world.feed[0]
    try world.append(PlacerWorld.articles(6, from: 9))
    #expect(Array(world.feed[0].prefix(before.count)) == before)
    #expect(world.line == "u0 u1 [a0] u2 u3 [a1] u4 u5 [a2] u6 u7 [a3] u8 u9 [a4] u10 u11 [a5] u12 u13 [a6] u14")
  }

  @Test func `a place without an ad stays content and moves nothing when it is filled later`() throws {
    let source = TestAds { _ in .noFill }
    let world = try world("every 3", source)
    world.look()
    #expect(world.ids.isEmpty)
    #expect(try world.placer.advance() == world.clock.now + .seconds(60))
    source.answer = { request in .ads((0..<request.count).map { ad("late\($0)") }) }
    world.clock.now += .seconds(59)
    try world.placer.advance()
    #expect(world.ids.isEmpty)
    world.clock.now += .seconds(1)
    try world.placer.advance()
    #expect(!world.ids.isEmpty)
    #expect(world.look() == ["u0", "u1", "u2", "u3", "u4", "u5"])
  }

  @Test func `a source that fails is asked again after the wait that grows`() throws {
    let source = TestAds { _ in .failure }
    let retry = Backoff(first: .seconds(2), factor: 2, most: .seconds(60), jitter: 0, attempts: nil)
    let world = try world("every 3", source, queue: AdQueuePolicy(stock: 1, retry: retry))
    #expect(source.asked.count == 1)
    #expect(try world.placer.advance() == world.clock.now + .seconds(2))
    world.clock.now += .seconds(2)
    #expect(try world.placer.advance() == world.clock.now + .seconds(4))
    #expect(source.asked.map(\.attempt) == [1, 2])
    world.placer.resumeRequests()
    #expect(source.asked.map(\.attempt) == [1, 2, 1])
  }

  @Test func `a clock that is set by hours leaves waits and ads as they are`() throws {
    for (hours, isRead) in [(-2, false), (-2, true), (2, false)] {
      let source = TestAds { _ in .noFill }
      let world = try world("every 3", source)
      world.look()
      world.clock.now += .seconds(20)
      try world.placer.advance()
      let change = Duration.seconds(hours * 3_600)
      world.clock.now += change
      if isRead { try world.placer.advance() }
      world.placer.correctClock(by: change)
      #expect(try world.placer.advance() == world.clock.now + .seconds(40), "\(hours) hours")
      let expiry = world.clock.now + .seconds(100)
      source.answer = { request in .ads((0..<request.count).map { ad("\($0)", expires: expiry) }) }
      world.clock.now += .seconds(40)
      try world.placer.advance()
      world.clock.now += .seconds(59)
      #expect(try world.placer.advance() == expiry && !world.ids.isEmpty, "\(hours) hours")
    }
  }

  @Test func `ads expire by the clock as it was set`() throws {
    let source = TestAds.endless("a", expires: .seconds(5_000))
    let world = try world("every 3", source)
    world.look()
    #expect(world.ids.count > 2)
    source.answer = { _ in .noFill }
    world.clock.now += .seconds(7_200)
    world.placer.correctClock(by: .seconds(7_200))
    // Those in view stay.
    #expect(world.ids == ["a0", "a1"] && world.placer.stock(of: "ads").isEmpty)
  }

  @Test func `the same ad does not stand twice within the distance`() throws {
    let source = TestAds { _ in .ads([ad("a"), ad("b")]) }
    let world = try world("every 2", source, count: 12, repeats: 5)
    world.look()
    for _ in 0..<3 {
      world.clock.now += .seconds(60)
      try world.placer.advance()
    }
    // The rows 1, 3, 5 …: every second one can be neither of the two.
    let rows = world.feed[0].enumerated().filter { $1.hasPrefix("[") }
    for (row, text) in rows {
      #expect(rows.allSatisfy { $0.offset == row || $0.element != text || abs($0.offset - row) >= 5 }, "\(world.line)")
    }
    #expect(world.ids.count > 2)
  }

  @Test func `a campaign is placed no more often than its cap allows counting what stands unseen`() throws {
    let world = try world("every 3", .endless("a", campaigns: 1), caps: "2 per 1h")
    world.look()
    #expect(world.ids == ["a0", "a1"])
    #expect(world.placer.frequency.campaigns == [])
    world.clock.now += .seconds(2)
    #expect(try world.placer.advance() != nil)
    #expect(world.placer.frequency.times(of: "a.0").count == 2)
    #expect(world.takeLog().filter { $0.hasPrefix("counted") } == ["counted a0", "counted a1"])
    #expect(world.ids == ["a0", "a1"])
  }

  @Test func `a cap that opens again lets a place be filled`() throws {
    let queue = AdQueuePolicy(stock: 2, lifetime: nil)
    let source = TestAds.endless("a", campaigns: 1)
    let world = try world("every 3", source, queue: queue, caps: "2 per 1h")
    world.look()
    world.clock.now += .seconds(2)
    #expect(try world.placer.advance() == .seconds(1060))
    source.answer = { _ in .noFill }
    world.clock.now = .seconds(4590)
    #expect(try world.placer.advance() == .seconds(1001) + .seconds(3600))
    #expect(world.ids.count == 2)
    world.clock.now = .seconds(1001) + .seconds(3600)
    try world.placer.advance()
    #expect(world.ids.count == 4)
  }

  @Test(arguments: [[], ["h"]])
  func `ads that may not stand now do not keep others from being asked for`(house: [String]) throws {
    let source = TestAds.endless("a", campaigns: 1)
    let world = try world("every 3", source, house: house, queue: AdQueuePolicy(batch: 50), caps: "1 per 30m")
    world.look()
    // Ahead of the list, when it is loaded, and once more since one has been taken; that answer is in vain.
    #expect(source.asked.count == 3)
    for minute in 1...3 {
      world.clock.now += .seconds(59)
      try world.placer.advance()
      #expect(source.asked.count == 2 + minute)
      world.clock.now += .seconds(1)
      try world.placer.advance()
      #expect(source.asked.count == 3 + minute)
    }
    #expect(world.ids.filter { $0 != "h" } == ["a0"])
    source.answer = TestAds.endless("b").answer
    world.clock.now += .seconds(60)
    try world.placer.advance()
    #expect(world.ids.count { $0.hasPrefix("b") } > 4)
    #expect(world.placer.stock(of: "ads").contains { $0.id == "a1" })
    let count = source.asked.count
    for _ in 0..<20 {
      world.clock.now += .seconds(60)
      try world.placer.advance()
    }
    #expect(source.asked.count == count)
  }

  @Test func `an ad that would repeat another does not keep others from being asked for`() throws {
    let source = TestAds { _ in .ads([ad("a"), ad("b")]) }
    let world = try world("every 3", source, repeats: 100)
    world.look()
    world.clock.now += .seconds(60)
    try world.placer.advance()
    #expect(world.ids == ["a", "b"] && world.placer.stock(of: "ads").map(\.id) == ["a", "b"])
    let count = source.asked.count
    source.answer = TestAds.endless("c").answer
    world.clock.now += .seconds(60)
    try world.placer.advance()
    #expect(source.asked.count > count && world.ids.count == 9)
  }

  @Test func `an ad that content has taken on since it was seen uses up its cap once`() throws {
    let world = try world("at 2,9", .endless("a", campaigns: 1), caps: "2")
    world.look()
    #expect(world.ids == ["a0", "a1"])
    world.placer.clearAd(at: FeedPath(section: 0, row: 9))
    world.clock.now += .seconds(2)
    try world.insert(["n"], at: 0)
    world.look()
    #expect(world.placer.frequency.times(of: "a.0").count == 1)
    #expect(world.placer.state.ads.reserved.count("a.0") == 0)
  }

  @Test func `whoever hears of impressions does not keep them from the caps`() throws {
    let world = try world("every 3", .endless("a", campaigns: 1), caps: "2")
    var heard: [String] = []
    world.placer.impressions.onImpression = { heard.append($0.adID) }
    world.look()
    world.clock.now += .seconds(2)
    try world.placer.advance()
    #expect(heard == ["a0", "a1"])
    #expect(world.placer.frequency.times(of: "a.0").count == 2)
  }

  @Test func `ads of a campaign that has been seen enough give way to others in a full queue`() throws {
    let source = TestAds.endless("a", campaigns: 1)
    let world = try world("every 3", source, caps: "2")
    world.look()
    world.clock.now += .seconds(2)
    try world.placer.advance()
    #expect(world.ids == ["a0", "a1"])
    source.answer = { request in .ads((0..<request.count).map { ad("other\($0)") }) }
    world.clock.now += .seconds(60)
    try world.placer.advance()
    #expect(world.ids.prefix(3) == ["a0", "a1", "other0"])
  }

  @Test func `ads that are of no use give way however many places wait`() throws {
    let source = TestAds.endless("a", campaigns: 1)
    let world = try world(
      "every 2", source, count: Sample.of(2_500, few: 400), options: AdPlacerOptions(lookahead: nil),
      queue: AdQueuePolicy(stock: 2, batch: AdQueuePolicy.limit), caps: "2")
    world.look()
    world.clock.now += .seconds(2)
    try world.placer.advance()
    #expect(world.ids == ["a0", "a1"])
    source.answer = { request in .ads((0..<request.count).map { ad("other\($0)") }) }
    world.clock.now += .seconds(60)
    try world.placer.advance()
    #expect(world.ids.prefix(3) == ["a0", "a1", "other0"])
  }

  @Test func `no more places are judged than a queue can want where nobody has an ad`() throws {
    let source = TestAds { _ in .noFill }
    let world = try world("every 2 avoid sad", source, count: 5_000, options: AdPlacerOptions(lookahead: nil))
    let asked = Atomic(0)
    world.placer.traits = ContentTraits(tags: { _ in
      asked.add(1, ordering: .relaxed)
      return []
    })
    world.look()
    asked.store(0, ordering: .relaxed)
    world.scroll(to: 1)
    #expect((1...2 * AdQueuePolicy.limit) ~= asked.load(ordering: .relaxed))
  }

  @Test func `the history of a user goes from one placer to the next`() throws {
    let first = try world("every 3", .endless("a", campaigns: 1), caps: "2")
    first.look()
    first.clock.now += .seconds(2)
    try first.placer.advance()
    let second = try world("every 3", .endless("a", campaigns: 1), caps: "2")
    second.placer.frequency = first.placer.frequency
    second.look()
    #expect(second.ids == [])
  }

  @Test func `what was ready is given back to the next placer before its source is asked`() throws {
    let first = try world("every 3", .endless("a"), count: 6)
    first.look()
    let saved = first.placer.stock(of: "ads")
    #expect(saved.map(\.id) == ["a2", "a3"])
    let source = TestAds()
    let next = try PlacerWorld([PlacerWorld.articles(6)], [tenant("every 3", source)], isAttached: false)
    next.placer.frequency = first.placer.frequency
    #expect(try next.placer.advance() == nil && source.asked.isEmpty)
    #expect(next.placer.restock("ads", with: saved) == [])
    #expect(next.placer.restock("nobody", with: saved) == nil)
    try next.placer.attach(to: next.list.weaver)
    #expect(source.asked.isEmpty)
    next.look()
    #expect(next.ids == ["a2", "a3"] && source.asked.map(\.count) == [2])
  }

  @Test func `several tenants have their own rules and the first goes before the others`() throws {
    let world = try PlacerWorld(
      [PlacerWorld.articles(12)],
      [
        tenant("at 2 every 6", .endless("s"), name: "sales"), tenant("every 3", .endless("f"), name: "fillers"),
      ])
    world.look()
    #expect(world.placer.ads.first?.tenant == "sales")
    #expect(Set(world.placer.ads.map(\.tenant)) == ["sales", "fillers"])
    #expect(world.placer.placement.forbidden().isEmpty)
  }

  @Test func `a reload that changes nothing keeps every ad at its place`() throws {
    let world = try world("every 3", .endless("a"), count: 8)
    world.look()
    let (line, places) = (world.line, world.placer.ads.map(\.place))
    _ = world.takeLog()
    world.list.reloadData()
    #expect(world.line == line)
    #expect(world.placer.ads.map(\.place) == places)
    #expect(world.takeLog() == [])
  }

  @Test func `a reload of more rows places the same ads again`() throws {
    let world = try world("every 3", .endless("a"), count: 8)
    world.look()
    let ids = world.ids
    _ = world.takeLog()
    world.desk.articles[0].append("more")
    world.list.reloadData()
    world.look()
    #expect(Array(world.ids.prefix(ids.count)) == ids)
    #expect(
      world.takeLog().prefix(2) == ["cleared a0: the list was loaded anew", "cleared a1: the list was loaded anew"])
  }

  @Test func `a list that is loaded already gets ads below what it shows`() throws {
    let world = try PlacerWorld(
      [PlacerWorld.articles(12)], [tenant("every 3", .endless("a"))], isAttached: false)
    world.look()
    try world.placer.attach(to: world.list.weaver)
    #expect(world.line.hasPrefix("u0 u1 u2 u3 u4 u5 [a0] u6"))
  }
}
