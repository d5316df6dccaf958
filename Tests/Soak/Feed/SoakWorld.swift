import AdPlacing
import AdServing
import FeedWeave
import ListModel
import Placement

/// A woven list of very many rows with a placer, and everything that it needs.
final class SoakWorld: WeaverDataSource, WeaverDelegate {
  let clock = SoakClock()
  let content: SoakContent
  let list = ListView(size: ListSize(width: 80, height: 40))
  let placer: AdPlacer<Int>
  let sources: [LateAds]
  let watch: AdWatch

  /// The number of sections that the content has at first.
  static let sectionCount = 10
  /// The rows between two ads, by the rules of each tenant.
  static let gap = 3
  /// The rows within which no ad is shown twice.
  static let repeatDistance = 40

  /// Makes the list, loads it and lays it out.
  init(rowCount: Int, seed: UInt64) throws {
    content = SoakContent(rowCount: rowCount, sectionCount: SoakWorld.sectionCount)
    let sources = [LateAds("sales", clock: clock, seed: seed), LateAds("partners", clock: clock, seed: seed + 1)]
    self.sources = sources
    let tenants = try SoakWorld.tenants(sources)
    let clock = clock
    placer = try AdPlacer(tenants, options: AdPlacerOptions(lookahead: 30, withdraws: true, seed: seed)) { clock.now }
    watch = AdWatch(Dictionary(uniqueKeysWithValues: tenants.map { ($0.name, $0.caps) }), clock: clock)
    placer.delegate = watch
    (list.rowHeight, list.estimatedRowHeight) = (2, 2)
    list.register(SoakCell.self, forCellReuseIdentifier: "row")
    (list.dataSource, list.delegate) = (content, content)
    (list.weaver.dataSource, list.weaver.delegate) = (self, self)
    try placer.attach(to: list.weaver)
    list.layoutIfNeeded()
  }

  private static func tenants(_ sources: [LateAds]) throws -> [AdTenant<Int>] {
    let queue = AdQueuePolicy(
      stock: 4, batch: 8, concurrent: 2, lifetime: .seconds(1_800), timeout: .seconds(10),
      retry: Backoff(most: .seconds(30)), noFillPause: .seconds(20))
    return [
      AdTenant(
        name: "sales", rules: try PlacementRules("every 6 from 3 gap \(gap)"), source: sources[0], queue: queue,
        repeatDistance: repeatDistance, caps: try FrequencyCap.list("3 per 10m, 12 per 1h")),
      AdTenant(
        name: "partners", rules: try PlacementRules("every 50 from 20 gap \(gap)"), source: sources[1],
        houseAds: (0..<4).map { Ad(id: "house \($0)", creative: $0) }, queue: queue,
        repeatDistance: repeatDistance, caps: try FrequencyCap.list("1 per 5m")),
    ]
  }

  /// The number of ads in the feed.
  var adCount: Int {
    let map = list.weaver.map
    return map.feedCounts.reduce(0, +) - map.userCounts.reduce(0, +)
  }

  /// Lays the list out, and lets the placer do what is due; returns when it is to be called again.
  @discardableResult
  func finishAct() throws -> Duration? {
    list.layoutIfNeeded()
    let deadline = try placer.advance()
    list.layoutIfNeeded()
    return deadline
  }

  // MARK: What the weaver asks

  func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell {
    let cell = list.dequeueReusableCell(withIdentifier: "row", for: ListPath(path))
    (cell as? SoakCell)?.shown = placer.ad(at: path).map { .ad($0.ad.id) }
    return cell
  }

  func weaver(_ weaver: ListWeaver, heightForRowAt path: FeedPath) -> Double? { 2 }
}
