internal import AdServing
internal import Placement

/// What each word of the rules, and each rule about what stands near an ad, costs a page of 50 rows.
enum RuleWordBenchmarks {
  static let all: [Benchmark] =
    ["gap 4", "few 7", "before 3 after 3", "share 0.1", "max 4", "avoid sea", "nearest", "gap 4 avoid sea nearest"]
    .map { word in
      Benchmark("a page of 50 rows by 'every 6 \(word)'", group: group, baseline: "by 'every 6'", limit: nil) {
        let (page, plain) = (Page("every 6 \(word)"), Page("every 6"))
        return .timed(
          operations: pageCount, measured: { repeated { page.merged() } }, baselineOperations: pageCount,
          baseline: { repeated { plain.merged() } })
      }
    }
    + [
      ("floors", AdjacencyRules(floors: [price(2), price(1)])),
      ("an advertiser once", AdjacencyRules(mostOfAdvertiser: 1)),
    ]
    .map(nearness) + [nearness("10 rows between advertisers", AdjacencyRules(rows: 10))]

  private static let group = MergeBenchmarks.group
  private static let pageCount = 1_000

  private static func nearness(_ name: String, _ rules: AdjacencyRules) -> Benchmark {
    Benchmark(
      "12 ads assigned to a page of 8 places, \(name)", group: group, baseline: "without rules", limit: nil
    ) {
      let page = AdjacencyPage(
        rows: (0..<50).map { RowFacts(author: "author \($0 % 9)", text: "A ferry, a tide and the \($0)th pier") },
        places: (1...8).map { $0 * 6 })
      let queue = (0..<12).map {
        AdFacts(
          advertisers: ["brand\($0 % 5).example"], blocks: RowBlocks(words: ["storm"]), price: price(1 + Int64($0 % 3)))
      }
      let none = AdjacencyRules()
      return .timed(
        operations: pageCount,
        measured: { repeated { rules.assign(queue, to: page).reduce(0) { $0 &+ ($1 ?? 1) } } },
        baselineOperations: pageCount,
        baseline: { repeated { none.assign(queue, to: page).reduce(0) { $0 &+ ($1 ?? 1) } } })
    }
  }

  private static func repeated(_ body: () -> Int) -> Int { (0..<pageCount).reduce(0) { sum, _ in sum &+ body() } }

  private static func price(_ units: Int64) -> Price {
    do { return try Price(micros: units * 1_000_000, currency: "EUR") } catch { fatalError("\(error)") }
  }

  /// A page with tags at its rows, and rules that merge ads into it.
  private struct Page: Sendable {
    let merger: FeedMerger
    let rows = Array(0..<50)
    let ads = Array(0..<12)
    // An ad is refused beside every fifth row.
    let traits = RowTraits<Int>(tags: { $0 % 5 == 0 ? ["sea"] : [] })

    init(_ rules: String) {
      do { merger = try FeedMerger(rules) } catch { fatalError("\(error)") }
    }

    func merged() -> Int {
      do {
        return try merger.merge(rows, with: ads, traits: traits).reduce(0) { sum, entry in
          switch entry {
          case .content(let row, _): sum &+ row
          case .ad(let ad, let slot): sum &+ ad &+ slot.path.row
          }
        }
      } catch { fatalError("\(error)") }
    }
  }
}
