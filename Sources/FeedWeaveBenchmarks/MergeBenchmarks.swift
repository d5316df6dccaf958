internal import Placement

/// The cost of merging for a service: of a long list, and of one page.
enum MergeBenchmarks {
  static let all: [Benchmark] = [
    Benchmark(
      "merging 1,000,000 rows lazily, each entry handed to a function that is not inlined", group: group,
      baseline: "the same over the plain array", limit: 2, target: 1.5
    ) {
      let rows = Array(0..<rowCount)
      let feed = page(rows, with: Array(0..<rows.count / 7), "every 8")
      return .timed(
        operations: rowCount, measured: { entries(feed) }, baselineOperations: rowCount, baseline: { numbers(rows) })
    },
    Benchmark(
      "a page of 50 rows and 5 ads merged and walked", group: group, baseline: "an array made of the same entries",
      limit: nil
    ) {
      let rows = Array(0..<50)
      let merger = made { () throws(PlacementError) in try FeedMerger("every 6 from 3 max 5 gap 2") }
      return .timed(
        operations: pageCount,
        measured: { (0..<pageCount).reduce(0) { sum, _ in sum &+ entries(page(rows, with: rows, merger)) } },
        baselineOperations: pageCount,
        baseline: { (0..<pageCount).reduce(0) { sum, _ in sum &+ copiedEntries(rows, ads: rows[..<5]) } })
    },
  ]

  static let group = "merge"

  private static let rowCount = 1_000_000
  private static let pageCount = 1_000

  /// Returns the result of `make`, which cannot fail because the rules in this file are constant and valid.
  private static func made<Value>(_ make: () throws(PlacementError) -> Value) -> Value {
    do { return try make() } catch { fatalError("rules that are written here are refused: \(error)") }
  }

  private static func page(_ rows: [Int], with ads: [Int], _ rules: String) -> MergedFeed<[Int], [Int]> {
    made { () throws(PlacementError) in try FeedMerger(rules).merge(rows, with: ads) }
  }

  private static func page(_ rows: [Int], with ads: [Int], _ merger: FeedMerger) -> MergedFeed<[Int], [Int]> {
    made { () throws(PlacementError) in try merger.merge(rows, with: ads) }
  }
}

// MARK: - What is timed

extension MergeBenchmarks {
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

  /// Copies the entries of a page one by one, with an ad after every tenth row.
  @inline(never)
  private static func copiedEntries(_ rows: [Int], ads: ArraySlice<Int>) -> Int {
    var rest = ads
    var entries: [Int] = []
    entries.reserveCapacity(rows.count + ads.count)
    for row in rows {
      entries.append(value(row))
      if row % 10 == 9, let ad = rest.popFirst() { entries.append(value(ad)) }
    }
    return entries.count
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
