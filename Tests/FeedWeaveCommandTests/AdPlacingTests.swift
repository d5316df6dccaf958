import Placement
import TestSupport
import Testing

@testable import FeedWeaveCommand

@Suite struct AdPlacingTests {
  private func place(
    _ contents: [(now: Int, then: Int)], _ line: String, count: Int, firstNew: Int, newAbove: Int = 0, ads: Int = 9,
    sensitive: Set<Int> = []
  ) throws -> (kept: [Int], new: [Int], contents: [Int]) {
    let standing = contents.enumerated().map { AdPlacing.Ad(number: $0, content: $1.now, formerContent: $1.then) }
    let placing = try AdPlacing(
      standing, try PlacementRules(line), tags: (0..<count).map { sensitive.contains($0) ? ["sensitive"] : [] },
      seen: .init(newAbove: newAbove, end: firstNew), adCount: ads)
    let rows = placing.spots.enumerated().map { (row: $1.content + $0, spot: $1) }
    return (
      placing.spots.compactMap(\.ad?.number), rows.filter { $0.spot.ad == nil }.map(\.row),
      placing.spots.filter { $0.ad == nil }.map(\.content)
    )
  }

  @Test func newAdsGoOnInTheIntervalOfTheRules() throws {
    // 10 rows of content and ads before rows 2 and 5; then ten rows more.
    let placing = try place([(2, 2), (5, 5)], "every 4 from 2", count: 20, firstNew: 10)
    #expect(placing.kept == [0, 1])
    #expect(placing.new == [14, 18, 22] && placing.contents == [12, 15, 18])
  }

  @Test func nothingIsPlacedAmongWhatWasThere() throws {
    #expect(try place([], "every 3", count: 20, firstNew: 20).new.isEmpty)
    #expect(try place([(9, 2)], "every 3", count: 20, firstNew: 20).new.isEmpty)
    #expect(try place([(9, 2)], "every 3", count: 22, firstNew: 20).contents == [20])
    #expect(try place([], "at 1,2,30", count: 40, firstNew: 20).new == [30])
  }

  @Test func newAdsGoOnUpwardsAboveWhatWasThere() throws {
    let table: [(line: String, contents: [Int], newAbove: Int, new: [Int])] = [
      // From the ad before row 12 it is four rows of the feed, three of the content, to each.
      ("every 4", [12], 12, [3, 6, 9]), ("every 4", [12], 7, [3, 6]), ("every 4", [12], 2, []),
      ("every 4 from 0", [12], 12, [0, 3, 6, 9]), ("every 4 from 5", [12], 12, [6, 9]),
      ("every 4 before 4", [12], 12, [6, 9]), ("every 4 max 3", [12], 12, [6, 9]), ("every 4 gap 4", [12], 12, [6]),
      ("every 4 share 0.1", [12], 12, [9]), ("every 4 sections 1", [], 12, []),
      ("every 4 avoid sensitive", [12], 12, [3, 9]), ("at 1,2", [12], 12, []),
      // Where no ad is left they are counted from the top.
      ("every 4", [], 12, [3, 6, 9, 12]), ("every 4 from 1", [], 6, [1, 4]), ("every 4", [], 0, []),
    ]
    for (line, contents, newAbove, new) in table {
      let placing = try place(
        contents.map { ($0, $0) }, line, count: 20, firstNew: 20, newAbove: newAbove, sensitive: [6])
      #expect(placing.contents == new && placing.kept.count == contents.count, "\(line), \(contents), \(newAbove)")
    }
    #expect(try place([(12, 12)], "every 4", count: 20, firstNew: 20, newAbove: 12, ads: 2).contents == [9])
  }

  @Test func adsAboveAndBelowAreAnIntervalApart() throws {
    for every in 2...5 {
      for newAbove in 0...12 {
        for firstNew in (newAbove + 1)...14 {
          for kept in [[]] + (newAbove...firstNew).map({ [$0] }) {
            let placing = try place(
              kept.map { ($0, $0) }, "every \(every)", count: 22, firstNew: firstNew, newAbove: newAbove, ads: 99)
            let label: Comment = "every \(every), \(newAbove) above, \(firstNew), \(kept)"
            let all = (placing.contents + kept).sorted()
            #expect(zip(all, all.dropFirst()).allSatisfy { $1 - $0 >= every - 1 }, label)
            #expect(placing.contents.allSatisfy { $0 <= newAbove || $0 >= firstNew }, label)
            #expect(placing.kept.count == kept.count, label)
          }
        }
      }
    }
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
      #expect(placing.kept == kept, "\(line)")
    }
  }

  @Test func whereNothingIsLeftTheRulesBeginAnew() throws {
    let placing = try place([(0, 3), (0, 6), (4, 9)], "at 1 every 4", count: 20, firstNew: 0, ads: 3)
    #expect(placing.kept.isEmpty && placing.new == [1, 5, 9])
  }

  @Test func noMoreAdsArePlacedThanThereAre() throws {
    #expect(try place([(2, 2), (5, 5)], "every 3", count: 60, firstNew: 10, ads: 4).new.count == 2)
    #expect(try place([(2, 2), (5, 5)], "every 3 max 3", count: 60, firstNew: 10).new.count == 1)
    #expect(try place([], "every 3", count: 60, firstNew: 0, ads: 0).new.isEmpty)
  }

  @Test func anIntervalBeyondTheEndOfAnyFeedNamesNoPlace() throws {
    #expect(try place([(2, 2)], "every \(RowMap.limit)", count: 20, firstNew: 5).new.isEmpty)
  }

  /// Of a bare interval every new ad stands at a whole number of intervals behind the one before, as near as can be.
  @Test func allSmallWorldsHaveTheirAdsAsNearAsTheIntervalAllows() throws {
    for every in 2...4 {
      for count in 0...9 {
        for firstNew in 0...count {
          for bits in 0..<(1 << firstNew) {
            let contents = (0..<firstNew).filter { bits >> $0 & 1 == 1 }
            let placing = try place(contents.map { ($0, $0) }, "every \(every)", count: count, firstNew: firstNew)
            #expect(placing.kept == Array(contents.indices))
            #expect(
              placing.new == near(contents, every, count, firstNew),
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
