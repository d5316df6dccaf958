import AdPlacing
import AdServing

internal import FeedWeave
internal import ListModel
internal import Placement

/// A long list with an ad in every sixth row, placed by a placer or inserted by hand.
final class PlacingWorld: ListDataSource, WeaverDataSource {
  let list = ListView(size: ListSize(width: 1, height: 20))
  private(set) var rowCount: Int
  private let source = PlacingSource()
  private var placer: AdPlacer<Int>?

  /// Creates a list with a placer, filled as far as the placer looks ahead.
  static func placed(lookahead: Int?, rowCount: Int = 100_000) -> PlacingWorld {
    let world = PlacingWorld(rowCount)
    carryOut {
      let tenant = AdTenant(
        name: "sales", rules: PlacementRules(every: interval), source: world.source,
        queue: AdQueuePolicy(stock: 0, batch: AdQueuePolicy.limit, lifetime: nil))
      let placer = try AdPlacer([tenant], options: AdPlacerOptions(lookahead: lookahead)) { .zero }
      try placer.attach(to: world.list.weaver)
      world.placer = placer
      world.list.layoutIfNeeded()
      // A queue requests a limited number of ads at a time.
      while lookahead == nil, world.adCount < (rowCount - 1) / (interval - 1) { try placer.advance() }
    }
    return world
  }

  /// Creates a list whose ads are inserted by hand.
  static func woven(rowCount: Int = 100_000) -> PlacingWorld {
    let world = PlacingWorld(rowCount)
    carryOut { try world.insertAds(0..<world.rowCount) }
    world.list.layoutIfNeeded()
    return world
  }

  private static let interval = 6

  private init(_ rowCount: Int) {
    self.rowCount = rowCount
    (list.rowHeight, list.estimatedRowHeight) = (1, 1)
    list.dataSource = self
    list.weaver.dataSource = self
    list.weaver.policy = .anchored
  }

  /// Runs code that cannot throw with the input in this file.
  private static func carryOut(_ body: () throws -> Void) {
    do { try body() } catch { fatalError("what is made here is refused: \(error)") }
  }

  /// The number of ads.
  private var adCount: Int { list.weaver.rawList.numberOfRows(inSection: 0) - rowCount }

  // MARK: What is asked

  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { rowCount }

  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell { ListCell(reuseIdentifier: nil) }

  func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell { ListCell(reuseIdentifier: nil) }
}

// MARK: - What is done

extension PlacingWorld {
  /// Loads the list again, with so many more rows, and lays it out.
  @inline(never)
  func load(more: Int = 0) -> Int {
    rowCount += more
    list.reloadData()
    list.layoutIfNeeded()
    return list.indexPathsForVisibleRows.count
  }

  /// Scrolls down row by row, laying out the list after each step.
  @inline(never)
  func scroll(steps: Int) -> Int {
    for _ in 0..<steps {
      list.contentOffset += 1
      list.layoutIfNeeded()
    }
    return list.indexPathsForVisibleRows.count
  }

  /// Appends a page, with its ads.
  @inline(never)
  func append(_ count: Int) -> Int {
    let rows = rowCount..<rowCount + count
    rowCount += count
    PlacingWorld.carryOut {
      try list.insertRows(at: rows.map { ListPath(row: $0, section: 0) })
      guard placer == nil else { return }
      try insertAds(rows)
      try list.weaver.updateInsertions()
    }
    list.layoutIfNeeded()
    return rowCount
  }

  /// Removes an ad from the middle of the list and inserts another in its position; only the insertion is timed.
  func replaceAd(_ clock: ContinuousClock = ContinuousClock()) -> Double? {
    let path = FeedPath(section: 0, row: rowCount / 2 / PlacingWorld.interval * PlacingWorld.interval - 1)
    let count = adCount
    removeAd(at: path)
    let time = clock.measure { insertAd(at: path) }
    return adCount == count ? Double(time.components.attoseconds) / 1e9 : nil
  }

  private func removeAd(at path: FeedPath) {
    source.isLate = true
    if let placer {
      placer.recall(.ad(placer.ad(at: path)?.ad.id ?? ""))
    } else {
      PlacingWorld.carryOut {
        list.weaver.removeInsertions([list.weaver.map.insertionIndex(at: path)].compactMap(\.self))
        try list.weaver.updateInsertions()
      }
    }
  }

  @inline(never)
  private func insertAd(at path: FeedPath) {
    if let placer { return source.answer(placer) }
    PlacingWorld.carryOut {
      try list.weaver.insertRows(at: [path])
      try list.weaver.updateInsertions()
    }
  }

  /// Inserts the ads among some rows.
  private func insertAds(_ rows: Range<Int>) throws {
    let places = rows.filter { $0 > 0 && $0.isMultiple(of: PlacingWorld.interval - 1) }
    try list.weaver.insertRows(
      at: places.map { FeedPath(section: 0, row: $0 + $0 / (PlacingWorld.interval - 1) - 1) })
  }
}

/// A source that provides as many ads as requested, at once or when `answer(_:)` is called.
private final class PlacingSource: AdSource {
  typealias Creative = Int

  var isLate = false
  private var open: [AdRequest] = []
  private var next = 0

  func placer(_ placer: AdPlacer<Int>, requests request: AdRequest) {
    open.append(request)
    if !isLate { answer(placer) }
  }

  func answer(_ placer: AdPlacer<Int>) {
    guard let request = open.popLast() else { return }
    let ads = (next..<next + request.count).map { Ad(id: "ad \($0)", campaign: "campaign \($0 % 10)", creative: $0) }
    next += request.count
    placer.answer(request, with: .ads(ads))
  }
}
