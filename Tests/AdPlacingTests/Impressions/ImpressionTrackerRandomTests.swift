import AdPlacing
import AdServing
import FeedWeave
import Interception
import ListModel
import Placement
import TestSupport
import Testing
import WeavingSupport

/// Random histories of woven lists against a model that looks at the screen after each layout, counts the small squares of each ad
/// that are in the viewport, and adds up time tick by tick.
@Suite struct ImpressionTrackerRandomTests {
  private static let tick = Duration.milliseconds(250)

  private struct Seen: Hashable {
    let name: String
    let began: Int
    let tick: Int
  }

  /// What is on the screen, by the ads' names.
  private struct ScreenModel {
    var time = ImpressionModel(duration: 4)
    var names: [Int: String] = [:]
    private var displays: [String: Int] = [:]

    init() {}

    mutating func look(at list: ListView, tick: Int) {
      let viewport = list.display.viewport
      var shares: [String: Double] = [:]
      for element in list.display.elements where element.kind == .row {
        guard let text = (element.view as? TextCell)?.text, text.hasPrefix("AD ") else { continue }
        shares[String(text.dropFirst(3))] = Self.share(of: element.frame, in: viewport)
      }
      for (name, display) in displays where shares[name] == nil {
        time.end(display, at: tick)
        displays[name] = nil
      }
      for (name, share) in shares {
        let display = displays[name] ?? names.count
        if displays[name] == nil {
          displays[name] = display
          names[display] = name
          time.begin(display, at: tick)
        }
        time.show(display, isMet: share >= 0.5, at: tick)
      }
    }

    var seen: Set<Seen> {
      Set(time.counts.map { Seen(name: names[$0.display] ?? "?", began: $0.began, tick: $0.tick) })
    }

    /// Of all squares of half a unit of a frame, which begins at halves too, how many are in the viewport.
    private static func share(of frame: ListRect, in viewport: ListRect) -> Double {
      var (all, inside) = (0, 0)
      for x in stride(from: frame.minX, to: frame.maxX, by: 0.5) {
        for y in stride(from: frame.minY, to: frame.maxY, by: 0.5) {
          all += 1
          if x >= viewport.minX, x < viewport.maxX, y >= viewport.minY, y < viewport.maxY { inside += 1 }
        }
      }
      return all == 0 ? 0 : Double(inside) / Double(all)
    }
  }

  private func makeFeed(_ layout: ListLayout, _ generator: inout SeededGenerator) throws -> TrackedFeed {
    let ads = (0..<12).map { (row: $0 * 4 + Int.random(in: 0..<4, using: &generator), name: "\($0)") }
    let feed = try TrackedFeed(
      articles: 30, ads: ads, height: 12, policy: Bool.random(using: &generator) ? .anchored : .pinned)
    feed.list.viewportSize.width = 8
    feed.desk.height = { Double(1 + $0.utf8.reduce(0) { $0 + Int($1) } % 4) }
    feed.shelf.height = { Double(($0.utf8.last.map { Int($0) } ?? 0) % 6) }
    feed.list.layout = layout
    feed.list.layoutIfNeeded()
    return feed
  }

  /// Changes the list in one way.
  private func change(_ feed: TrackedFeed, _ step: Int, _ generator: inout SeededGenerator) throws {
    let list = feed.list
    let count = feed.desk.articles[0].count
    switch Int.random(in: 0..<16, using: &generator) {
    case 0...4: list.contentOffset = Double(Int.random(in: 0..<80, using: &generator))
    case 5, 6: list.display.scroll(by: Double(Int.random(in: -3...3, using: &generator)))
    case 7:
      let row = Int.random(in: 0...count, using: &generator)
      feed.desk.articles[0].insert("new \(step)", at: row)
      try list.insertRows(at: [path(0, row)])
    case 8 where count > 5:
      let row = Int.random(in: 0..<count, using: &generator)
      feed.desk.articles[0].remove(at: row)
      try list.deleteRows(at: [path(0, row)])
    case 9: list.reloadData()
    case 10: try list.reloadSections([0])
    case 11:
      let rows = list.weaver.rawList.indexPathsForVisibleRows
      try list.weaver.rawList.reloadRows(at: rows.filter { _ in Bool.random(using: &generator) })
    case 12:
      list.weaver.removeInsertions([Int.random(in: 0..<12, using: &generator)])
      try list.weaver.updateInsertions()
    case 13:
      try list.weaver.rawList.perform { (list) throws(ListUpdateError) in
        try list.reconfigureRows(at: list.indexPathsForVisibleRows)
      }
    case 14: list.viewportSize.height = Double(Int.random(in: 4...14, using: &generator))
    default:
      feed.shelf.ask(list.weaver)
      try list.weaver.updateInsertions()
    }
  }

  private func run(_ seed: UInt64, _ layout: ListLayout) throws {
    var generator = SeededGenerator(seed: seed)
    let feed = try makeFeed(layout, &generator)
    var told = 0
    feed.tracker.onImpression = { _ in told += 1 }
    var model = ScreenModel()
    model.look(at: feed.list, tick: 0)
    var tick = 0
    for step in 0..<Sample.of(80, few: 40) {
      let clock = tick + Int.random(in: -1...3, using: &generator)
      // A clock can only be known to go back by who has heard it say more.
      if clock < tick { feed.tracker.advance() }
      feed.clock.now = Self.tick * clock
      tick = max(tick, clock)
      switch Int.random(in: 0..<12, using: &generator) {
      case 0:
        feed.tracker.pause()
        model.time.setPaused(true, at: tick)
      case 1, 2:
        feed.tracker.resume()
        model.time.setPaused(false, at: tick)
      case 3: feed.tracker.advance()
      default: try change(feed, step, &generator)
      }
      feed.list.layoutIfNeeded()
      model.look(at: feed.list, tick: tick)
      #expect(feed.tracker.ledger.displayCount >= model.time.open.count, "seed \(seed), step \(step)")
    }
    feed.clock.now = Self.tick * (tick + 9)
    feed.tracker.advance()
    model.time.go(to: tick + 9)
    let pending = feed.tracker.ledger.pending
    let seen = Set(
      pending.map { Seen(name: $0.adID, began: Int($0.began / Self.tick), tick: Int($0.at / Self.tick)) })
    #expect(
      seen == model.seen && pending.count == seen.count && told == seen.count,
      "seed \(seed): \(seen.subtracting(model.seen)) more, \(model.seen.subtracting(seen)) less")
  }

  @Test(arguments: [
    ListLayout.table, .grid(columns: 2), .grid(columns: 4, lineSpacing: 1),
    .waterfall(columns: 2, lineSpacing: 0, columnSpacing: 0),
    .flow(itemSize: ListSize(width: 4, height: 3), lineSpacing: 1, columnSpacing: 0),
  ])
  func `what is counted is what the screen showed`(_ layout: ListLayout) throws {
    let seeds: Range<UInt64> = Sample.of(0..<200, few: 0..<1)
    for seed in seeds { try run(seed, layout) }
  }
}
