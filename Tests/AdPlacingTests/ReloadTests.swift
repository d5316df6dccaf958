import AdServing
import FeedWeave
import ListModel
import Placement
import TestSupport
import Testing
import WeavingSupport

@testable import AdPlacing

/// A reload that keeps the ads which are there, beside one that takes all of them out and fills every place again.
struct ReloadTests {
  /// Makes a world with random tenants; `plansAgain` has it know something of its rows, so that each load plans all places.
  private func world(seed: UInt64, plansAgain: Bool) throws -> PlacerWorld {
    var random = SeededGenerator(seed: seed)
    let rules = [
      "every 3", "every 4 gap 2", "at 1,2 every 5 max 6", "every 2 before 2 after 2", "every 3 gap 1 share 0.3",
    ]
    let tenants = try (0..<Int.random(in: 1...2, using: &random)).map { index in
      try tenant(
        rules.randomElement(using: &random) ?? "", .endless("t\(index)-"), name: "t\(index)",
        house: Int.random(in: 0...4, using: &random) == 0 ? ["h"] : [],
        queue: AdQueuePolicy(stock: Int.random(in: 0...3, using: &random), lifetime: .seconds(300)),
        repeats: Int.random(in: 0...4, using: &random) == 0 ? 4 : 1,
        caps: Int.random(in: 0...4, using: &random) == 0 ? "2 per 100s" : "")
    }
    let options = AdPlacerOptions(
      fillPolicy: FillPolicy.allCases[Int(seed % 3)], lookahead: [nil, 4, 10].randomElement(using: &random) ?? nil)
    let articles = (0..<Int.random(in: 1...2, using: &random)).map { PlacerWorld.articles(20, "s\($0)-") }
    let world = try PlacerWorld(articles, tenants, options: options, isAttached: false)
    if plansAgain { world.placer.traits = ContentTraits(isAdAllowedBeside: { _ in true }) }
    try world.placer.attach(to: world.list.weaver)
    world.look()
    return world
  }

  private func live(_ world: PlacerWorld, seed: UInt64, _ check: (_ step: Int) -> Void) throws -> Int {
    var random = SeededGenerator(seed: seed)
    var kept = 0
    for step in 0..<14 {
      switch Int.random(in: 0..<9, using: &random) {
      case 0: try world.append(PlacerWorld.articles(3, "n\(step)-"))
      case 1: try world.delete(0..<1)
      case 2: world.clock.now += .seconds(Int.random(in: 1...200, using: &random))
      case 3: if let ad = world.placer.ads.first { world.placer.clear(ad.place) }
      case 4, 5: world.scroll(to: Double(Int.random(in: 0...20, using: &random)))
      default:
        let places = world.placer.ads.map(\.place)
        world.list.reloadData()
        world.list.loadIfNeeded()
        if !places.isEmpty, world.placer.ads.first?.place == places.first { kept += 1 }
      }
      _ = try world.placer.advance()
      world.look()
      #expect(world.placer.state.checkInvariants(), "seed \(seed), step \(step)")
      check(step)
    }
    return kept
  }

  @Test func `a reload that keeps ads has them where one that plans again puts them`() throws {
    var kept = 0
    for seed in UInt64(1)...Sample.of(3_000, few: 6) {
      let (world, other) = (try world(seed: seed, plansAgain: false), try world(seed: seed, plansAgain: true))
      var feeds: [[[String]]] = []
      var stocks: [[String]] = []
      let read = { (world: PlacerWorld) in
        world.placer.placement.tenants.flatMap { world.placer.stock(of: $0.name).map(\.id) }
      }
      kept += try live(world, seed: seed) { _ in
        feeds.append(world.feed)
        stocks.append(read(world))
      }
      let again = try live(other, seed: seed) { step in
        if other.feed != feeds[step] || read(other) != stocks[step] {
          Issue.record("seed \(seed), step \(step): \(feeds[step]), \(other.feed)")
        }
      }
      #expect(again == 0, "seed \(seed)")
    }
    #expect(kept > Sample.of(3_000, few: 6) / 4)
  }
}
