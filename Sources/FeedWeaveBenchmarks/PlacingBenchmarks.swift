import AdPlacing

/// The cost of a placer, compared with the same list with the same ads inserted by hand, and with itself in a shorter list.
///
/// By hand, somebody would have to choose the positions as well.
enum PlacingBenchmarks {
  static let all: [Benchmark] = table + further + growth

  private static let group = ListsBenchmarks.group

  /// The rows of the table about a placer that looks ahead 30 rows, and about one that fills all places.
  private static let table: [Benchmark] = [
    row("100,000 rows, lookahead 30: loaded and laid out", lookahead: 30, limit: 3, target: 2) { $0.load() },
    row("the same: scrolled by a row", lookahead: 30, limit: 1.5, target: 1.1, operations: 60) { $0.scroll(steps: 60) },
    row("the same: a page of 50 appended", lookahead: 30, limit: 1.3, target: 1.1) { $0.append(50) },
    row("lookahead nil: a load of 19,999 ads", lookahead: nil, limit: 30, target: 10) { $0.load() },
  ]

  /// Acts that the table does not have.
  private static let further: [Benchmark] = [
    row("lookahead nil: scrolled by a row", lookahead: nil, operations: 60) { $0.scroll(steps: 60) },
    row("lookahead nil: a page of 50 appended, with 10 ads", lookahead: nil) { $0.append(50) },
    row("lookahead nil: a load of one row more, all places planned and filled again", lookahead: nil) {
      $0.load(more: 1)
    },
    Benchmark("placer, a late ad among 19,998 others", group: group, baseline: byHand, limit: nil) {
      let (placed, woven) = (PlacingWorld.placed(lookahead: nil), PlacingWorld.woven())
      return .clocked(measured: { placed.replaceAd() }, baseline: { woven.replaceAd() })
    },
  ]

  /// The same acts in longer lists.
  private static let growth: [Benchmark] = [1_000_000, 10_000_000].flatMap { rowCount in
    [
      growth("scrolled by a row", to: rowCount, operations: 60) { $0.scroll(steps: 60) },
      growth("a page of 50 appended", to: rowCount) { $0.append(50) },
    ]
  }

  private static let byHand = "the same list with ads inserted by hand"

  private static func row(
    _ name: String, lookahead: Int?, limit: Double? = nil, target: Double? = nil, operations: Int = 1,
    _ act: @escaping @Sendable (PlacingWorld) -> Int
  ) -> Benchmark {
    Benchmark("placer, \(name)", group: group, baseline: byHand, limit: limit, target: target) {
      let (placed, woven) = (PlacingWorld.placed(lookahead: lookahead), PlacingWorld.woven())
      return .timed(
        operations: operations, measured: { act(placed) }, baselineOperations: operations, baseline: { act(woven) })
    }
  }

  /// Returns a row that compares an act in a list of many rows with the same act in one of 100,000.
  private static func growth(
    _ name: String, to rowCount: Int, operations: Int = 1, _ act: @escaping @Sendable (PlacingWorld) -> Int
  ) -> Benchmark {
    Benchmark(
      "placer, \(rowCount / 1_000_000),000,000 rows, lookahead 30: \(name)", group: group,
      baseline: "the same with 100,000", limit: 1.2
    ) {
      let (long, short) = (PlacingWorld.placed(lookahead: 30, rowCount: rowCount), PlacingWorld.placed(lookahead: 30))
      return .timed(
        operations: operations, measured: { act(long) }, baselineOperations: operations, baseline: { act(short) })
    }
  }
}
