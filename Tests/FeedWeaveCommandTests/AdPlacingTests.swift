import Placement
import TestSupport
import Testing

@testable import FeedWeaveCommand

@Suite struct AdPlacingTests {
  private func place(
    _ contents: [(now: Int, then: Int)], _ line: String, count: Int, firstNew: Int, ads: Int = 9,
    sensitive: Set<Int> = []
  ) throws -> AdPlacing {
    let standing = contents.enumerated().map { AdPlacing.Ad(number: $0, content: $1.now, formerContent: $1.then) }
    return try AdPlacing(
      standing, try PlacementRules(line), tags: (0..<count).map { sensitive.contains($0) ? ["sensitive"] : [] },
      firstNew: firstNew, adCount: ads)
  }

  @Test func newAdsGoOnInTheIntervalOfTheRules() throws {
    // 10 rows of content and ads before rows 2 and 5; then ten rows more.
    let placing = try place([(2, 2), (5, 5)], "every 4 from 2", count: 20, firstNew: 10)
    #expect(placing.kept.map(\.number) == [0, 1])
    #expect(placing.places.map(\.path.row) == [14, 18, 22] && placing.places.map(\.content.row) == [12, 15, 18])
  }

  @Test func nothingIsPlacedAmongWhatWasThere() throws {
    #expect(try place([], "every 3", count: 20, firstNew: 20).places.isEmpty)
    #expect(try place([(9, 2)], "every 3", count: 20, firstNew: 20).places.isEmpty)
    #expect(try place([(9, 2)], "every 3", count: 22, firstNew: 20).places.map(\.content.row) == [20])
    #expect(try place([], "at 1,2,30", count: 40, firstNew: 20).places.map(\.path.row) == [30])
  }

  @Test func adsThatARuleForbidsNowAreWithdrawn() throws {
    let table: [(String, [(now: Int, then: Int)], kept: [Int])] = [
      ("every 4", [(3, 3), (3, 6), (3, 9), (5, 12)], [0, 3]),
      ("at 3,4,5", [(3, 3), (3, 3), (3, 3)], [0, 1, 2]),
      ("every 4 gap 2", [(3, 3), (4, 6), (5, 9)], [0, 2]),
      ("every 4 before 2", [(1, 3), (4, 6)], [1]),
      ("every 4 after 6", [(3, 3), (4, 6), (5, 9)], [0, 1]),
      ("every 4 max 1", [(3, 3), (6, 6)], [0]),
      ("every 4 share 0.1", [(3, 3), (6, 6)], [0]),
      ("every 4 avoid sensitive", [(3, 3), (7, 7), (8, 8), (9, 9)], [0, 3]),
      ("every 4", [(3, 3), (10, 9)], [0]),
      ("every 4 trailing", [(3, 3), (10, 9)], [0, 1]),
    ]
    for (line, ads, kept) in table {
      let placing = try place(ads, line, count: 10, firstNew: 10, sensitive: [7])
      #expect(placing.kept.map(\.number) == kept, "\(line)")
    }
  }

  @Test func whereNothingIsLeftTheRulesBeginAnew() throws {
    let placing = try place([(0, 3), (0, 6), (4, 9)], "at 1 every 4", count: 20, firstNew: 0, ads: 3)
    #expect(placing.kept.isEmpty && placing.places.map(\.path.row) == [1, 5, 9])
  }

  @Test func noMoreAdsArePlacedThanThereAre() throws {
    #expect(try place([(2, 2), (5, 5)], "every 3", count: 60, firstNew: 10, ads: 4).places.count == 2)
    #expect(try place([(2, 2), (5, 5)], "every 3 max 3", count: 60, firstNew: 10).places.count == 1)
    #expect(try place([], "every 3", count: 60, firstNew: 0, ads: 0).places.isEmpty)
  }

  @Test func anIntervalBeyondTheEndOfAnyFeedNamesNoPlace() throws {
    #expect(try place([(2, 2)], "every \(RowMap.limit)", count: 20, firstNew: 5).places.isEmpty)
  }

  /// Of a bare interval every new ad stands at a whole number of intervals behind the one before, as near as can be.
  @Test func allSmallWorldsHaveTheirAdsAsNearAsTheIntervalAllows() throws {
    for every in 2...4 {
      for count in 0...9 {
        for firstNew in 0...count {
          for bits in 0..<(1 << firstNew) {
            let contents = (0..<firstNew).filter { bits >> $0 & 1 == 1 }
            let placing = try place(contents.map { ($0, $0) }, "every \(every)", count: count, firstNew: firstNew)
            #expect(placing.kept.map(\.content) == contents)
            #expect(
              placing.places.map(\.path.row) == near(contents, every, count, firstNew),
              "every \(every), \(contents), \(firstNew) of \(count)")
          }
        }
      }
    }
  }

  /// Row by row: an ad wherever the interval names the row and only new content stands behind it.
  private func near(_ contents: [Int], _ every: Int, _ count: Int, _ firstNew: Int) -> [Int] {
    let last = contents.last.map { $0 + contents.count - 1 } ?? -1
    var rows: [Int] = []
    var content = contents.last ?? 0
    var row = last + 1
    while content < count {
      if (row - last).isMultiple(of: every), content >= firstNew, contents.count + rows.count < 9 {
        rows.append(row)
      } else {
        content += 1
      }
      row += 1
    }
    return rows
  }
}
