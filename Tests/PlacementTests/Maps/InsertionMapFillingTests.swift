import TestSupport
import Testing

@testable import Placement

@Suite struct InsertionMapFillingTests {
  @Test func `every filling and clearing of every small world agrees with the oracle`() throws {
    var sample = Sample(oneIn: 4)
    for content in 0...3 {
      for requests in (0...3).flatMap({ InsertionMapTests.lists(count: $0, below: 6) })
      where requests == requests.sorted() {
        for orphaned in [false, true] where !orphaned || content > 0 {
          var map = try InsertionMap(userCounts: [content], rows: InsertionMapTests.paths(requests))
          var section = ReferenceSection(contentCount: content, requests: requests)
          if orphaned {
            try map.deleteRow(at: UserPath(section: 0, row: content - 1), policy: .anchored)
            section.deleteAnchored(at: content - 1)
          }
          for row in 0...7 where sample.takesNext() {
            let words = "\(content) rows, \(requests), orphaned \(orphaned), row \(row)"
            var (filled, expected) = (map, section)
            try filled.addInsertion(at: FeedPath(section: 0, row: row), index: 9)
            expected.addInsertion(9, at: row)
            if let difference = InsertionMapTests.difference(filled, expected) {
              Issue.record("\(words): \(difference)")
            }
            var (cleared, rest) = (map, section)
            #expect(
              cleared.removeInsertion(at: FeedPath(section: 0, row: row)) == section.insertion(at: row), "\(words)")
            rest.removeInsertion(at: row)
            if let difference = InsertionMapTests.difference(cleared, rest) { Issue.record("\(words): \(difference)") }
          }
        }
      }
    }
  }

  @Test func `places come back in every order of clearing and filling`() throws {
    let requests = InsertionMapTests.paths([1, 3, 6])
    let map = try InsertionMap(userCounts: [9], rows: requests)
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    for clearing in orders {
      for filling in orders {
        var other = map
        var filled: Set = [0, 1, 2]
        /// The place's row while only some places are filled: the emptied ones before it do not count.
        func row(_ place: Int) -> Int { requests[place].row - (0..<place).filter { !filled.contains($0) }.count }
        for place in clearing {
          #expect(other.removeInsertion(at: FeedPath(section: 0, row: row(place))) == place, "\(clearing)")
          filled.remove(place)
        }
        #expect(other.feedCounts == [9])
        for place in filling {
          try other.addInsertion(at: FeedPath(section: 0, row: row(place)), index: place)
          filled.insert(place)
        }
        #expect(other == map, "\(clearing), \(filling)")
      }
    }
  }

  @Test func `what cannot be filled is refused`() throws {
    var map = try InsertionMap(userCounts: [2])
    for row in [-1, RowMap.limit + 1, Int.max] {
      let path = FeedPath(section: 0, row: row)
      #expect(throws: PlacementError.invalidRequest(path)) { try map.addInsertion(at: path, index: 0) }
      #expect(map.removeInsertion(at: path) == nil)
    }
    #expect(throws: PlacementError.update(.sectionOutOfRange(1, row: 0, count: 1, operation: .addInsertion))) {
      try map.addInsertion(at: FeedPath(section: 1, row: 0), index: 0)
    }
    #expect(map.removeInsertion(at: FeedPath(section: 3, row: 0)) == nil)
  }
}
