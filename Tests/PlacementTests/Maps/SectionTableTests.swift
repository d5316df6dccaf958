import Foundation
import TestSupport
import Testing

@testable import Placement

/// Maps of more sections than fit in a page, beside a map of each section.
@Suite struct SectionTableTests {
  @Test(arguments: [1, 127, 128, 129, 255, 256, 257, 700])
  func `maps of many sections agree with a map of each section`(sectionCount: Int) throws {
    for policy in UpdatePolicy.allCases {
      var random = SeededGenerator(seed: UInt64(sectionCount))
      var sections = try (0..<sectionCount).map { try RowMap(contentCount: $0 % 7 + 1, insertions: [$0 % 5]) }
      var map = try InsertionMap(sections: sections)
      for _ in 0..<Sample.of(200, few: 20) {
        let section = Int.random(in: 0..<sections.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0 where policy == .anchored:
          try map.insertSection(at: section, rowCount: 3, policy: policy)
          sections.insert(try RowMap(contentCount: 3), at: section)
        case 1 where policy == .anchored && sections.count > 1:
          try map.deleteSection(at: section, policy: policy)
          sections.remove(at: section)
        case 2 where sections[section].contentCount > 0:
          try map.deleteRow(at: UserPath(section: section, row: 0), policy: policy)
          try sections[section].deleteRow(at: 0, policy: policy)
        default:
          let former = map
          try map.insertRow(at: UserPath(section: section, row: 0), policy: policy)
          #expect(former.feedCounts == sections.map(\.feedCount))
          try sections[section].insertRow(at: 0, policy: policy)
        }
        #expect(map.feedCounts == sections.map(\.feedCount))
        #expect(map.userCounts == sections.map(\.contentCount))
        #expect(map.checkInvariants())
      }
      for (section, rows) in sections.enumerated() {
        for row in 0..<rows.feedCount {
          let path = FeedPath(section: section, row: row)
          #expect(map.userPath(for: path) == rows.userRow(forFeed: row).map { UserPath(section: section, row: $0) })
        }
      }
      #expect(try decoded(map) == map)
    }
  }

  @Test func `sections that come and go at once agree with those one by one`() throws {
    let counts = Array(repeating: 2, count: 300)
    var map = try InsertionMap(userCounts: counts, rows: (0..<300).map { FeedPath(section: $0, row: 1) })
    var single = map
    var update = ContentUpdate(origins: (0..<300).filter { $0 != 140 } + [nil], userCounts: counts)
    (update.leavingSections, update.comingSections) = ([140], [299])
    let dropped = try map.apply(update, policy: .anchored)
    #expect(dropped == [140])
    try single.deleteSection(at: 140, policy: .anchored)
    try single.insertSection(at: 299, rowCount: 2, policy: .anchored)
    #expect(map == single)
  }

  private func decoded(_ map: InsertionMap) throws -> InsertionMap {
    try JSONDecoder().decode(InsertionMap.self, from: JSONEncoder().encode(map))
  }
}
