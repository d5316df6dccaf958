import AdPlacing
import AdServing
import FeedWeave
import ListModel
import Placement
import TestSupport
import Testing
import WeavingSupport

/// How far below what has been displayed ads are placed, however they come.
struct LookaheadTests {
  /// A feed of which six rows are displayed, after ads have come in parts of these sizes.
  private func world(_ parts: [Int], _ rules: String, lookahead: Int) throws -> PlacerWorld {
    let source = TestAds()
    let world = try PlacerWorld(
      [PlacerWorld.articles(40)], [tenant(rules, source, queue: AdQueuePolicy(stock: 12, lowWater: 12))],
      options: AdPlacerOptions(lookahead: lookahead))
    world.look()
    var next = 0
    for part in parts {
      let request = try #require(source.open.last)
      source.open.removeLast()
      world.placer.answer(request, with: .ads((next..<next + part).map { ad("a\($0)") }))
      next += part
    }
    return world
  }

  /// The rows of the ads, once twelve have come in parts of these sizes, and once every row has been scrolled through.
  private func rows(_ parts: [Int], _ rules: String, lookahead: Int) throws -> [[Int]] {
    let world = try world(parts, rules, lookahead: lookahead)
    let first = adRows(world)
    for row in 0..<40 { world.scroll(to: Double(row)) }
    return [first, adRows(world)]
  }

  private func adRows(_ world: PlacerWorld) -> [Int] {
    world.feed[0].indices.filter { world.feed[0][$0].hasPrefix("[") }
  }

  /// Every way to divide so many ads into answers that follow each other.
  private func divisions(of count: Int) -> [[Int]] {
    (0..<1 << (count - 1)).map { cuts in
      (0..<count).reduce(into: [Int]()) { parts, ad in
        if ad > 0, cuts >> (ad - 1) & 1 == 0 { parts[parts.count - 1] += 1 } else { parts.append(1) }
      }
    }
  }

  @Test func `twelve ads reach equally far in one answer and one by one`() throws {
    let cases = [("every 2", 12), ("every 2 gap 1", 7), ("every 3 from 1", 20), ("at 7,8,9,12 every 2", 9)]
    for (rules, lookahead) in cases.sampled(oneIn: 4) {
      let whole = try rows([12], rules, lookahead: lookahead)
      let single = try rows(Array(repeating: 1, count: 12), rules, lookahead: lookahead)
      #expect(whole == single, "\(rules), lookahead \(lookahead)")
      #expect(!whole[0].isEmpty && whole[0].allSatisfy { $0 <= 5 + lookahead }, "\(rules): \(whole[0])")
      #expect(whole[1].count == 12, "\(rules): \(whole[1])")
    }
    #expect(try rows([12], "every 2", lookahead: 12)[0] == [6, 8, 10, 12, 14, 16])
  }

  @Test func `every division of twelve ads into answers leads to the same rows`() throws {
    let step = Sample.of(1, few: 400)
    let whole = adRows(try world([12], "every 2", lookahead: 12))
    let all = divisions(of: 12)
    for parts in stride(from: 0, to: all.count, by: step).map({ all[$0] }) {
      let divided = adRows(try world(parts, "every 2", lookahead: 12))
      if divided != whole { Issue.record("\(parts): \(divided), not \(whole)") }
    }
  }

  /// The planned rows of places that come every few rows, from the top: content rows and places.
  private func placeRows(every interval: Int, count: Int) -> [Int] { (1...count).map { $0 * interval - 1 } }

  /// While the list is scrolled, places come in groups, none too late and none too far down.
  @Test func `scrolling fills the places of another lookahead together`() throws {
    let cases = [(3, 12, 1), (6, 30, 2), (2, 9, 2), (5, 8, 1), (3, 12, 5), (4, 20, 1), (7, 1, 1)]
    for (interval, lookahead, step) in cases.sampled(oneIn: 2) {
      let world = try PlacerWorld(
        [PlacerWorld.articles(140)], [tenant("every \(interval) gap 0", .endless("a"))],
        options: AdPlacerOptions(lookahead: lookahead))
      world.look()
      let places = placeRows(every: interval, count: 40)
      // A slow model: the end moves when the next place below it comes within the lookahead.
      var end = 5 + lookahead
      var (changes, groups) = (0, 0)
      var rows = world.list.weaver.map.insertedRows(inFeedSection: 0)
      #expect(rows == places.filter { $0 <= end }, "every \(interval), lookahead \(lookahead)")
      for offset in stride(from: step, to: 50, by: step) {
        world.scroll(to: Double(offset))
        let far = offset + 5 + lookahead
        if let next = places.first(where: { $0 > end }), next <= far {
          end = far + lookahead
          groups += 1
        }
        let now = world.list.weaver.map.insertedRows(inFeedSection: 0)
        if now != rows { changes += 1 }
        rows = now
        let expected = places.filter { $0 <= end }
        if rows != expected { Issue.record("\((interval, lookahead, offset)): \(rows), not \(expected)") }
        #expect(places.allSatisfy { $0 > far || rows.contains($0) } && rows.allSatisfy { $0 <= far + lookahead })
      }
      #expect(changes == groups)
    }
  }

  /// What is filled, by whom and in which order, changes nothing about how far the others reach.
  @Test func `places within reach do not depend on the ads of other tenants`() throws {
    let tenants = [
      Tenant(name: "one", rules: try PlacementRules("every 3 gap 0")),
      Tenant(name: "two", rules: try PlacementRules("every 4 from 1 gap 0")),
    ]
    for seed in UInt64(1)...Sample.of(200, few: 60) {
      var random = SeededGenerator(seed: seed)
      var placement = try LivePlacement(tenants)
      try placement.load(userCounts: [12, 5, 30])
      if seed % 3 > 0 { placement.didDisplay(FeedPath(section: 0, row: Int.random(in: 0..<12, using: &random))) }
      let reached = placement.fillable(within: 15)
      while let id = placement.fillable(within: 15).randomElement(using: &random) { placement.fill([id]) }
      let filled = placement.places.filter(\.isFilled).map(\.id)
      if filled != reached { Issue.record("seed \(seed): \(filled), not \(reached)") }
    }
  }
}
