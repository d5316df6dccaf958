import AdPlacing

/// The cost of a placer, compared with the same list with the same ads inserted by hand.
///
/// By hand, somebody would have to choose the positions as well. No row has a limit: a list without a placer does
/// nothing comparable, so the ratio shows how much of the cost is the placer's.
enum PlacingBenchmarks {
  static let all: [Benchmark] = [
    row("100,000 rows loaded and laid out, a place every 6, lookahead 30", lookahead: 30) { $0.load() },
    row("the same, lookahead nil, 19,999 ads removed and placed again", lookahead: nil) { $0.load() },
    row("scrolled on by a row, lookahead 30", lookahead: 30, operations: 60) { $0.scroll(steps: 60) },
    row("the same, 19,999 ads in the list, lookahead nil", lookahead: nil, operations: 60) { $0.scroll(steps: 60) },
    row("a page of 50 rows appended, 19,999 ads in the list, 10 placed", lookahead: nil) { $0.append(50) },
    Benchmark(
      "a late ad placed, 19,998 others in the list", group: group, baseline: baseline, limit: nil
    ) {
      let (placed, woven) = (PlacingWorld.placed(lookahead: nil), PlacingWorld.woven())
      return .clocked(measured: { placed.replaceAd() }, baseline: { woven.replaceAd() })
    },
  ]

  static let group = "placing"

  private static let baseline = "the same list with ads inserted by hand"

  private static func row(
    _ name: String, lookahead: Int?, operations: Int = 1, _ work: @escaping @Sendable (PlacingWorld) -> Int
  ) -> Benchmark {
    Benchmark(name, group: group, baseline: baseline, limit: nil) {
      let (placed, woven) = (PlacingWorld.placed(lookahead: lookahead), PlacingWorld.woven())
      return .timed(
        operations: operations, measured: { work(placed) }, baselineOperations: operations, baseline: { work(woven) })
    }
  }
}
