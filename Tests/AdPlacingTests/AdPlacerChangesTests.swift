import AdPlacing
import AdServing
import FeedWeave
import Interception
import ListModel
import Placement
import Testing
import WeavingSupport

/// What becomes of ads that stand in a feed.
struct AdPlacerChangesTests {
  private func world(
    _ rules: String, _ source: TestAds?, count: Int = 20, options: AdPlacerOptions = AdPlacerOptions(),
    house: [String] = [], queue: AdQueuePolicy = AdQueuePolicy(stock: 2), repeats: Int = 1, caps: String = ""
  ) throws -> PlacerWorld {
    let world = try PlacerWorld(
      [PlacerWorld.articles(count)],
      [tenant(rules, source, house: house, queue: queue, repeats: repeats, caps: caps)], options: options)
    world.look()
    _ = world.takeLog()
    return world
  }

  // MARK: House ads

  @Test func `house ads stand in in turn and do not repeat either`() throws {
    let world = try world("every 3", nil, count: 8, house: ["h0", "h1", "h2"])
    #expect(world.line == "u0 u1 [h0] u2 u3 [h1] u4 u5 [h2] u6 u7")
    let near = try self.world("every 3", nil, count: 12, house: ["h0", "h1"], repeats: 7)
    #expect(near.line == "u0 u1 [h0] u2 u3 [h1] u4 u5 u6 u7 [h0] u8 u9 [h1] u10 u11")
  }

  @Test func `a house ad gives way to an ad of the source while nobody has seen it`() throws {
    let source = TestAds()
    let world = try world("every 3", source, count: 12, house: ["h0", "h1"])
    #expect(world.line == "u0 u1 [h0] u2 u3 [h1] u4 u5 [h0] u6 u7 [h1] u8 u9 [h0] u10 u11")
    let cells = world.cells
    world.placer.answer(source.open.removeFirst(), with: .ads([ad("a"), ad("b"), ad("c")]))
    #expect(world.line == "u0 u1 [h0] u2 u3 [h1] u4 u5 [a] u6 u7 [b] u8 u9 [c] u10 u11")
    #expect(world.takeLog() == ["replaced h0 by a", "replaced h1 by b", "replaced h0 by c"])
    #expect(world.cells == cells)
  }

  // MARK: Expiry

  @Test func `an ad that expires out of view is replaced in place`() throws {
    var next = 0
    let source = TestAds { request in
      .ads(
        (0..<request.count).map { _ in
          next += 1
          return ad("a\(next)", expires: next <= 3 ? .seconds(1010) : nil)
        })
    }
    let world = try world("every 3", source, count: 10)
    #expect(world.ids == ["a1", "a2", "a3", "a4"])
    let copy = try FeedCopy(of: world.list, world.desk)
    #expect(try world.placer.advance() == .seconds(1001))
    world.clock.now = .seconds(1010)
    try world.placer.advance()
    // The first two are in view.
    #expect(world.ids == ["a1", "a2", "a5", "a4"])
    #expect(world.takeLog().filter { !$0.hasPrefix("counted") } == ["replaced a3 by a5"])
    #expect(copy.changes == [.update(try SectionedListChanges(rows: ListChanges(reloads: [feed(0, 8)])))])
    world.scroll(to: 8)
    #expect(world.ids.prefix(2) == ["a6", "a7"])
  }

  @Test func `an ad that expires out of view is cleared where no other is ready`() throws {
    var isFirst = true
    let source = TestAds { _ in
      defer { isFirst = false }
      return isFirst ? .ads((0..<4).map { ad("a\($0)", expires: .seconds(1010)) }) : .noFill
    }
    let world = try world("every 3", source, count: 10, queue: AdQueuePolicy(stock: 4))
    #expect(world.ids.count == 4)
    world.clock.now = .seconds(1010)
    try world.placer.advance()
    #expect(world.ids == ["a0", "a1"])
    #expect(
      world.takeLog().filter { !$0.hasPrefix("counted") } == [
        "cleared a2: it has expired", "cleared a3: it has expired",
      ])
    #expect(world.look() == ["u0", "u1", "[a0]", "u2", "u3", "[a1]"])
  }

  // MARK: By hand

  @Test func `an ad is replaced by hand with the reload of its row alone`() throws {
    let world = try world("every 3", .endless("a"), count: 8)
    let copy = try FeedCopy(of: world.list, world.desk)
    #expect(world.placer.replaceAd(at: feed(0, 2), with: ad("other")))
    #expect(!world.placer.replaceAd(at: feed(0, 1), with: ad("other")))
    #expect(copy.changes == [.update(try SectionedListChanges(rows: ListChanges(reloads: [feed(0, 2)])))])
    #expect(world.look() == ["u0", "u1", "[other]", "u2", "u3", "[a1]"])
    #expect(world.takeLog() == ["replaced a0 by other"])
  }

  @Test func `an ad put there by hand stands until the list is reloaded and goes into no queue`() throws {
    let world = try world("every 3", .endless("a"), count: 8)
    #expect(world.placer.replaceAd(at: feed(0, 2), with: ad("mine")))
    world.list.reloadData()
    world.look()
    #expect(world.ids.first == "a1" && !world.ids.contains("mine"))
    #expect(world.placer.replaceAd(at: feed(0, 8), with: ad("mine")))
    world.placer.remove()
    #expect(world.placer.stock(of: "ads").map(\.id).prefix(3) == ["a1", "a2", "a4"])
    #expect(!world.placer.stock(of: "ads").contains { $0.id == "mine" })
  }

  @Test func `an ad without a name or time is not put there by hand`() throws {
    let world = try world("every 3", .endless("a"), count: 8)
    for other in [ad(""), ad("x", campaign: ""), ad("late", expires: world.clock.now)] {
      #expect(!world.placer.replaceAd(at: feed(0, 2), with: other))
    }
    #expect(world.ids.first == "a0")
  }

  @Test func `an ad that is cleared by hand leaves its place to the content`() throws {
    let world = try world("every 3", .endless("a"), count: 20, options: AdPlacerOptions(fillPolicy: .anywhere))
    #expect(world.placer.clearAd(at: feed(0, 5)))
    #expect(world.line.hasPrefix("u0 u1 [a0] u2 u3 u4 u5 [a2]"))
    try world.placer.advance()
    #expect(world.line.hasPrefix("u0 u1 [a0] u2 u3 u4 u5 [a2]"))
    #expect(world.takeLog().first == "cleared a1: it was cleared")
    #expect(!world.placer.clearAd(at: feed(0, 0)))
  }

  @Test func `a recalled ad goes at once everywhere`() throws {
    let world = try world("every 3", .endless("a", campaigns: 2), count: 8, house: ["h"])
    let stock = world.placer.stock(of: "ads").map(\.id)
    #expect(world.placer.recall(.ad("a0")) == 1)
    #expect(world.line == "u0 u1 u2 u3 [a1] u4 u5 [a2] u6 u7")
    #expect(world.placer.recall(.ad(try #require(stock.first))) == 1)
    #expect(!world.placer.stock(of: "ads").map(\.id).contains(stock[0]))
    #expect(world.placer.recall(.ad("h")) == 1)
    #expect(world.placer.recall(.ad("nobody")) == 0)
    let campaign = try #require(world.placer.ads.first?.ad.campaign)
    #expect(world.placer.recall(.campaign(campaign)) > 0)
    #expect(!world.placer.ads.contains { $0.ad.campaign == campaign })
  }

  @Test func `a recalled ad below the displayed gives its place to another`() throws {
    let world = try world("every 3", .endless("a"), count: 12)
    #expect(world.ids.prefix(4) == ["a0", "a1", "a2", "a3"])
    let copy = try FeedCopy(of: world.list, world.desk)
    world.placer.recall(.ad("a2"))
    #expect(!world.ids.contains("a2") && world.ids.count == 5)
    #expect(copy.changes == [.update(try SectionedListChanges(rows: ListChanges(reloads: [feed(0, 8)])))])
    #expect(world.takeLog().first?.hasPrefix("replaced a2 by") ?? false)
  }

  // MARK: Changes of the content

  @Test func `content takes its ads along`() throws {
    let world = try world("every 3", .endless("a"), count: 8)
    try world.insert(["x", "y"], at: 1)
    #expect(world.line == "u0 x y u1 [a0] u2 u3 [a1] u4 u5 [a2] u6 u7")
    try world.delete(0..<3)
    #expect(world.line == "u1 [a0] u2 u3 [a1] u4 u5 [a2] u6 u7")
    #expect(world.takeLog() == [])
  }

  @Test func `an ad goes with its section and comes again if nobody has seen it`() throws {
    let world = try PlacerWorld(
      [PlacerWorld.articles(4), PlacerWorld.articles(4, "v")], [tenant("every 3", .endless("a"))], height: 4)
    world.look()
    #expect(world.feed[1] == ["v0", "v1", "[a1]", "v2", "v3"])
    _ = world.takeLog()
    world.desk.articles.removeLast()
    try world.list.deleteSections([1])
    #expect(world.takeLog() == ["cleared a1: the content that it stood in is gone"])
    #expect(world.placer.stock(of: "ads").first?.id == "a1")
    try world.append(PlacerWorld.articles(4, from: 4))
    #expect(world.line == "u0 u1 [a0] u2 u3 [a1] u4 u5 [a2] u6 u7")
  }

  @Test func `content that all gives way to other takes its ads with it`() throws {
    let world = try world("every 3", .endless("a"), count: 5)
    try world.list.performBatchUpdates { () throws(ListUpdateError) in
      world.desk.articles[0] = PlacerWorld.articles(5, "n")
      try world.list.deleteRows(at: (0..<5).map { path(0, $0) })
      try world.list.insertRows(at: (0..<5).map { path(0, $0) })
    }
    #expect(world.list.weaver.map == world.placer.placement.shown)
    #expect(world.takeLog().first == "cleared a0: the content that it stood in is gone")
    #expect(world.feed[0].filter { !$0.hasPrefix("[") } == PlacerWorld.articles(5, "n"))
  }

  @Test func `what a rule forbids where it has come to stand is withdrawn out of view if asked for`() throws {
    for withdraws in [true, false] {
      let world = try world(
        "every 4 gap 2", .endless("a"), count: 20, options: AdPlacerOptions(withdraws: withdraws))
      #expect(world.line.hasPrefix("u0 u1 u2 [a0] u3 u4 u5 [a1] u6 u7 u8 [a2] u9"))
      try world.delete(6..<8)
      #expect(world.line.contains("[a2]") != withdraws)
      let cleared = world.takeLog().filter { $0.hasPrefix("cleared") }
      #expect(cleared == (withdraws ? ["cleared a2: it is forbidden by gap 2"] : []))
    }
  }

  @Test func `what a rule forbids in view stays until nobody looks`() throws {
    let world = try world("every 3 gap 2", .endless("a"), count: 20, options: AdPlacerOptions(withdraws: true))
    try world.delete(2..<3)
    #expect(world.line.hasPrefix("u0 u1 [a0] u3 [a1] u4"))
    world.scroll(to: 8)
    #expect(world.line.hasPrefix("u0 u1 [a0] u3 u4"))
  }

  @Test func `an ad that comes too close to itself is replaced out of view if asked for`() throws {
    var next = 0
    let source = TestAds { request in
      .ads(
        (0..<request.count).map { _ in
          next += 1
          return ad("a\(next % 4)")
        })
    }
    let world = try world("every 3", source, count: 30, options: AdPlacerOptions(withdraws: true), repeats: 12)
    for _ in 0..<4 {
      world.clock.now += .seconds(60)
      try world.placer.advance()
    }
    try world.delete(6..<10)
    let ads = world.feed[0].enumerated().filter { $1.hasPrefix("[") }
    for (row, text) in ads {
      #expect(ads.allSatisfy { $0.offset == row || $0.element != text || abs($0.offset - row) >= 12 }, "\(world.line)")
    }
  }

  // MARK: Deferral

  @Test func `what comes inside a batch waits for its end`() throws {
    let source = TestAds()
    let world = try world("every 3", source, count: 12)
    world.list.beginUpdates()
    world.placer.answer(try #require(source.open.first), with: .ads([ad("a")]))
    #expect(world.placer.isBehind && world.ids.isEmpty)
    world.desk.articles[0].append("new")
    try world.list.insertRows(at: [path(0, 12)])
    try world.list.endUpdates()
    #expect(!world.placer.isBehind && world.ids == ["a"])
    #expect(world.list.weaver.map == world.placer.placement.shown)
  }

  @Test func `what comes inside a batch of nothing is done by the next call or layout`() throws {
    for isLaidOut in [false, true] {
      let source = TestAds()
      let world = try world("every 3", source, count: 12)
      world.list.beginUpdates()
      world.placer.answer(try #require(source.open.first), with: .ads([ad("a")]))
      try world.list.endUpdates()
      if isLaidOut { world.look() } else { try world.placer.advance() }
      #expect(!world.placer.isBehind && world.ids == ["a"], "\(isLaidOut)")
    }
  }

  @Test func `a batch that is open is not waited for by time`() throws {
    let source = TestAds()
    let queue = AdQueuePolicy(stock: 1, lifetime: nil, timeout: nil)
    let world = try world("every 3", source, count: 12, queue: queue)
    world.list.beginUpdates()
    world.placer.answer(try #require(source.open.first), with: .ads([ad("a")]))
    #expect(try world.placer.advance() == nil)
    #expect(world.placer.isBehind)
    world.desk.articles[0].append("new")
    try world.list.insertRows(at: [path(0, 12)])
    try world.list.endUpdates()
    #expect(!world.placer.isBehind && world.ids == ["a"])
  }

  @Test func `what comes in a callback of an update waits for its end`() throws {
    let source = TestAds()
    let world = try world("every 3", source, count: 12)
    world.desk.whenEnded = { _, _ in
      world.desk.whenEnded = nil
      world.placer.answer(source.open[0], with: .ads([ad("a")]))
      #expect(world.placer.isBehind)
    }
    try world.delete(0..<1)
    #expect(!world.placer.isBehind && world.ids == ["a"])
  }

  @Test func `a delegate may do anything when it is told`() throws {
    let source = TestAds()
    let world = try world("every 3", source, count: 20)
    var isReloaded = false
    world.whenTold = { [unowned world] word in
      if word == "placed a" { world.placer.recall(.ad("a")) }
      if word == "placed b", !isReloaded {
        isReloaded = true
        world.list.reloadData()
      }
      if word == "placed c" { _ = try? world.placer.advance() }
    }
    world.placer.answer(source.open.removeFirst(), with: .ads([ad("a"), ad("b"), ad("c")]))
    #expect(!world.ids.contains("a") && Set(world.ids) == ["b", "c"])
    #expect(world.list.weaver.map == world.placer.placement.shown)
  }

  private final class StubbornList: ListView {
    /// Runs before rows are inserted or deleted; answers whether they are.
    var whenChanging: (() -> Bool)?
  }

  /// Has the class ask a list before it inserts or deletes rows; lists of other tests are not asked.
  private func ask(_ list: StubbornList, before message: ListView.RowsMessage) throws -> AspectToken {
    let identity = ObjectIdentifier(list)
    return try ClassObject.of(StubbornList.self).hook(message, .around) { call throws(ListUpdateError) in
      let isAsked = ObjectIdentifier(call.receiver) == identity
      let isTaken = !isAsked || (call.receiver as? StubbornList)?.whenChanging?() != false
      if isTaken { try call.proceed() }
    }
  }

  private func stubborn(_ desk: NewsDesk, _ tenant: AdTenant<String>) throws -> (StubbornList, AdPlacer<String>) {
    let (list, clock) = (StubbornList(size: ListSize(width: 10, height: 4)), TestClock())
    list.dataSource = desk
    list.delegate = desk
    list.estimatedRowHeight = 1
    let placer = try AdPlacer([tenant]) { clock.now }
    try placer.attach(to: list.weaver)
    list.layoutIfNeeded()
    return (list, placer)
  }

  @Test func `what a delegate asks for comes when all have heard of the change before`() throws {
    let articles = [PlacerWorld.articles(9), PlacerWorld.articles(9, from: 0, "v")]
    let world = try PlacerWorld(articles, [tenant("every 3", .endless("a"))])
    world.look()
    let copy = try FeedCopy(of: world.list, world.desk)
    world.whenTold = { [weak world] word in
      guard let world, word.hasPrefix("cleared") else { return }
      world.whenTold = nil
      world.placer.recall(.ad(world.ids.first ?? ""))
    }
    world.desk.articles.removeFirst()
    try world.list.deleteSections([0])
    #expect(copy.changes.count > 1)
    #expect(copy.faults == [])
  }

  @Test func `what is asked for while a change is told comes when all have heard of it`() throws {
    let world = try PlacerWorld([PlacerWorld.articles(9)], [tenant("every 3", .endless("a"))])
    world.look()
    let copy = try FeedCopy(of: world.list, world.desk)
    var isFirst = true
    let token = try world.list.weaver.hook(ListWeaver.didChange, .after) { [weak world] _ in
      guard let world, isFirst else { return }
      isFirst = false
      for ad in world.placer.ads.prefix(2) { world.placer.clear(ad.place) }
      #expect(world.placer.isBehind)
    }
    defer { token.remove() }
    let cleared = world.ids.prefix(2)
    try world.append(["v"])
    #expect(cleared.count == 2 && Set(world.ids).isDisjoint(with: cleared))
    #expect(!world.placer.isBehind)
    #expect(copy.changes.count > 1)
    #expect(copy.faults == [])
  }

  @Test func `a placer is behind with what a delegate asked for while the list was loaded`() throws {
    let world = try PlacerWorld([PlacerWorld.articles(9)], [tenant("every 3", .endless("a"))])
    world.look()
    world.whenTold = { [weak world] word in
      guard let world, word.hasPrefix("placed"), let ad = world.placer.ads.first else { return }
      world.whenTold = nil
      world.placer.replace(ad.place, with: Ad(id: "by hand", creative: "x"))
    }
    world.desk.articles[0].append("more")
    world.list.reloadData()
    world.list.loadIfNeeded()
    #expect(world.ids.first == "by hand")
    #expect(world.placer.isBehind || world.takeLog().contains { $0.contains("by hand") })
    world.look()
    #expect(!world.placer.isBehind)
  }

  @Test func `a list that does not take ads leaves them in the queue`() throws {
    let (source, desk) = (TestAds(), NewsDesk([PlacerWorld.articles(12)]))
    let (list, placer) = try stubborn(desk, try tenant("every 3", source))
    list.whenChanging = { false }
    let token = try ask(list, before: ListView.insertRows)
    placer.answer(source.open.removeFirst(), with: .ads([ad("a")]))
    #expect(placer.isBehind && placer.ads.isEmpty && placer.stock(of: "ads").map(\.id) == ["a"])
    #expect(list.weaver.map == placer.placement.shown)
    token.remove()
    try placer.advance()
    #expect(!placer.isBehind && placer.ads.map(\.ad.id) == ["a"])
  }

  /// Whoever waits for one deadline after the other comes to a later time with each, even while ads that stand expire.
  @Test func `a list that takes no change for good is not asked again at once`() throws {
    let source = TestAds()
    let clock = TestClock()
    let desk = NewsDesk([PlacerWorld.articles(40)])
    let list = StubbornList(size: ListSize(width: 10, height: 4))
    list.dataSource = desk
    list.delegate = desk
    list.estimatedRowHeight = 1
    let placer = try AdPlacer([try tenant("at 9", source)]) { clock.now }
    try placer.attach(to: list.weaver)
    list.layoutIfNeeded()
    placer.answer(source.open.removeFirst(), with: .ads([ad("a", expires: .seconds(1_010))]))
    #expect(placer.ads.map(\.ad.id) == ["a"])
    list.whenChanging = { false }
    let token = try ask(list, before: ListView.deleteRows)
    defer { token.remove() }
    for _ in 0..<20 {
      guard let deadline = try placer.advance() else { break }
      #expect(deadline > clock.now)
      clock.now = deadline
    }
    #expect(clock.now > .seconds(1_010) && placer.isBehind && placer.ads.map(\.ad.id) == ["a"])
    token.remove()
    list.contentOffset = 1
    list.layoutIfNeeded()
    #expect(!placer.isBehind && placer.ads.isEmpty)
  }

  @Test(arguments: [true, false])
  func `what a source answers while the list is changed is in the queue at once`(isTaken: Bool) throws {
    let (source, desk) = (TestAds(), NewsDesk([PlacerWorld.articles(12)]))
    let queue = AdQueuePolicy(stock: 6, batch: 3, concurrent: 2)
    let (list, placer) = try stubborn(desk, try tenant("every 3", source, queue: queue))
    var receipts: [AdReceipt?] = []
    list.whenChanging = {
      if !receipts.isEmpty { return isTaken }
      receipts = ["c", "e"].map { placer.answer(source.open[1], with: .ads([ad($0)])) }
      #expect(placer.stock(of: "ads").last?.id == "c")
      return isTaken
    }
    let hook = try ask(list, before: ListView.insertRows)
    defer { hook.remove() }
    placer.answer(source.open[0], with: .ads([ad("a"), ad("b")]))
    #expect(receipts.map { $0?.arrival } == [.inTime, .unexpected] && receipts.map { $0?.taken } == [1, 0])
    #expect(placer.isBehind == !isTaken && placer.ads.map(\.ad.id) == (isTaken ? ["a", "b", "c"] : []))
    #expect(placer.stock(of: "ads").map(\.id) == (isTaken ? [] : ["a", "b", "c"]))
    list.whenChanging = nil
    try placer.advance()
    #expect(placer.ads.map(\.ad.id) == ["a", "b", "c"] && list.weaver.map == placer.placement.shown)
  }

  // MARK: Others in the list

  @Test func `insertions of others are refused and those that come later withdrawn`() throws {
    let world = try PlacerWorld([PlacerWorld.articles(9)], [tenant("every 3", .endless("a"))], isAttached: false)
    try world.list.weaver.insertRows(at: [feed(0, 1)])
    #expect(throws: AdPlacerError.foreignInsertions(1)) { try world.placer.attach(to: world.list.weaver) }
    world.list.weaver.removeAllInsertions()
    try world.placer.attach(to: world.list.weaver)
    #expect(throws: AdPlacerError.attached) { try world.placer.attach(to: world.list.weaver) }
    world.look()
    let line = world.line
    try world.list.weaver.insertRows(at: [feed(0, 1)])
    try world.list.weaver.updateInsertions()
    #expect(world.line == line)
    #expect(world.list.weaver.map == world.placer.placement.shown)
  }

  @Test func `content that changes in feed space has ads placed anew`() throws {
    let world = try world("every 3", .endless("a"), count: 9)
    world.desk.articles[0].removeLast(3)
    let raw = world.list.weaver.rawList
    let count = raw.numberOfRows(inSection: 0)
    _ = try raw.perform { (list) throws(ListUpdateError) in
      try list.deleteRows(at: (count - 4..<count).map { path(0, $0) })
    }
    #expect(world.list.weaver.map == world.placer.placement.shown)
    #expect(world.list.weaver.map.userCounts == [6])
  }

  @Test func `a placer that is removed leaves the list as it was`() throws {
    let world = try world("every 3", .endless("a"), count: 9)
    world.placer.remove()
    #expect(world.line == PlacerWorld.articles(9).joined(separator: " "))
    #expect(world.takeLog().first == "cleared a0: the placer was removed")
    try world.append(["x"])
    world.placer.remove()
    #expect(world.look() == PlacerWorld.articles(6))
    try world.placer.attach(to: world.list.weaver)
    #expect(world.ids.first == "a0")
  }

  @Test func `a placer that is removed while the list loads leaves no ads`() throws {
    let world = try world("every 3", .endless("a"), count: 9)
    world.look()
    for _ in 0..<2 {
      let token = try world.list.weaver.hook(ListWeaver.willLoad, .before) { [weak world] _ in world?.placer.remove() }
      world.list.reloadData()
      world.look()
      #expect(token.remove())
      #expect((world.line, world.ids) == (PlacerWorld.articles(9).joined(separator: " "), []))
      world.list.reloadData()
      #expect(world.line == PlacerWorld.articles(9).joined(separator: " "))
      try world.placer.attach(to: world.list.weaver)
      #expect(!world.ids.isEmpty)
    }
  }

  @Test func `the ads' side is called in feed space, whatever has caused it`() throws {
    let world = try world("every 3", .endless("a"), count: 9)
    let weaver = world.list.weaver
    var counts: [[Int?]] = []
    world.whenTold = { [unowned world] _ in
      counts.append([
        world.list.numberOfRows(inSection: 0), weaver.map.feedCount(inFeedSection: 0),
        weaver.asContent { world.list.numberOfRows(inSection: 0) }, weaver.map.userCounts[0],
      ])
    }
    world.placer.clear(world.placer.ads[0].place)
    let clearedCount = counts.count
    try world.append(["x", "y", "z"])
    world.scroll(to: 6)
    #expect(clearedCount > 0 && counts.count > clearedCount)
    for counts in counts { #expect(counts[0] == counts[1] && counts[2] == counts[3], "\(counts)") }
  }

  @Test func `a placer whose weaver is removed lets go of the list and may be attached again`() throws {
    let source = TestAds.endless("a")
    let world = try world("every 3", source)
    world.look()
    let ids = world.ids
    _ = world.takeLog()
    world.list.weaver.remove()
    try world.placer.advance()
    #expect(world.ids.isEmpty)
    #expect(world.takeLog() == ids.map { "cleared \($0): the placer was removed" })
    world.list.weaver.dataSource = world
    try world.placer.attach(to: world.list.weaver)
    world.list.reloadData()
    world.look()
    #expect(Array(world.ids.prefix(ids.count)) == ids)
  }

  @Test func `a placer that goes takes its hooks along`() throws {
    let desk = NewsDesk([PlacerWorld.articles(9)])
    let list = makeList(desk)
    let source = TestAds()
    var placer: AdPlacer<String>? = try AdPlacer([try tenant("every 3", source)]) { .zero }
    try placer?.attach(to: list.weaver)
    weak let former = placer
    placer = nil
    #expect(former == nil)
    list.layoutIfNeeded()
    #expect(source.asked.count == 1)
  }
}
