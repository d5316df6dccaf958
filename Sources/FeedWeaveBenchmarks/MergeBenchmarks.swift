internal import Placement

/// The row of the mapping table that concerns merging for a service.
enum MergeBenchmarks {
  static let all: [Benchmark] = [
    Benchmark(
      "merging 1,000,000 rows lazily, each entry handed to a function that is not inlined", group: group,
      baseline: "the same over the plain array", limit: 2, target: 1.5
    ) {
      let rows = Array(0..<rowCount)
      let feed = page(rows)
      return .timed(
        operations: rowCount, measured: { entries(feed) }, baselineOperations: rowCount, baseline: { numbers(rows) })
    }
  ]

  static let group = "merge"

  private static let rowCount = 1_000_000

  private static func page(_ rows: [Int]) -> MergedFeed<[Int], [Int]> {
    do {
      return try FeedMerger("every 8").merge(rows, with: Array(0..<rows.count / 7))
    } catch {
      fatalError("rules that are written here are refused: \(error)")
    }
  }

  @inline(never)
  private static func entries(_ feed: MergedFeed<[Int], [Int]>) -> Int {
    var sum = 0
    for entry in feed { sum &+= value(entry) }
    return sum
  }

  @inline(never)
  private static func numbers(_ rows: [Int]) -> Int {
    var sum = 0
    for row in rows { sum &+= value(row) }
    return sum
  }

  @inline(never)
  private static func value(_ entry: FeedEntry<Int, Int>) -> Int {
    switch entry {
    case .content(let row, let path): row &+ path.row
    case .ad(let ad, let slot): ad &+ slot.path.row
    }
  }

  @inline(never)
  private static func value(_ row: Int) -> Int { row &+ 1 }
}
