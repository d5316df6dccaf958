import Testing

@testable import Placement

/// The content rows of consecutive feed rows, against a question for each row.
struct UserRunTests {
  /// Returns the content rows of all runs, and whether no run is empty or continues the one before it.
  private static func rows(_ map: RowMap, _ feed: Range<Int>) -> (rows: [Int], areApart: Bool) {
    var (rows, ends, areApart): ([Int], Int?, Bool) = ([], nil, true)
    map.forEachUserRun(inFeed: feed) { run in
      areApart = areApart && !run.isEmpty && run.lowerBound >= ends ?? 0
      ends = run.upperBound
      rows += run
    }
    return (rows, areApart)
  }

  @Test func `every part of small feeds is translated`() throws {
    for count in 0...4 {
      for bits in 0..<1 << (count + 3) {
        let insertions = (0..<count + 3).filter { bits >> $0 & 1 == 1 }
        let map = try RowMap(contentCount: count, insertions: insertions)
        // Without the last row, the insertions before it are hidden.
        var hiding = map
        if count > 0 { try hiding.deleteRow(at: count - 1, policy: .anchored) }
        for map in [map, hiding] {
          for first in -1...map.feedCount + 1 {
            for end in first...map.feedCount + 2 {
              let (rows, areApart) = Self.rows(map, first..<end)
              let expected = (first..<end).compactMap { map.userRow(forFeed: $0) }
              guard rows != expected || !areApart else { continue }
              Issue.record("\(count) rows among \(insertions), \(first..<end): \(rows), not \(expected)")
              return
            }
          }
        }
      }
    }
  }

  @Test func `parts of a long feed are translated`() throws {
    let insertions = (0..<2_000).map { $0 * 5 + $0 % 3 }
    let map = try RowMap(contentCount: 10_000, insertions: insertions)
    for first in stride(from: 0, to: map.feedCount, by: 37) {
      let feed = first..<first + 300
      #expect(Self.rows(map, feed).rows == feed.compactMap { map.userRow(forFeed: $0) })
    }
  }

  @Test func `rows of the list are translated in their sections`() throws {
    let map = try InsertionMap(
      userCounts: [3, 0, 2], rows: [FeedPath(section: 0, row: 1), FeedPath(section: 2, row: 0)])
    for section in -1...3 {
      var rows: [Int] = []
      map.forEachUserRun(inFeed: 0..<9, section: section) { rows += $0 }
      let expected = (0..<9).compactMap { map.userPath(for: FeedPath(section: section, row: $0))?.row }
      #expect(rows == expected, "section \(section)")
    }
  }
}
