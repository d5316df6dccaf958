import TestSupport
import Testing

@testable import ListModel

@Suite struct ListExtentsTests {
  /// Every list of up to five sections with up to two rows.
  @Test func rowsBesideRowsAreThoseThatAWalkFindsThoughSectionsBetweenAreEmpty() {
    for counts in SmallUpdates.lists(sections: 1...5, rows: 2) {
      let extents = ListExtents(counts.map { SectionExtents(rowCount: $0, estimate: 4) })
      let rows = counts.enumerated().flatMap { section, count in
        (0..<count).map { ListPath(row: $0, section: section) }
      }
      for (index, row) in rows.enumerated() {
        #expect(extents.row(after: row) == (index + 1 < rows.count ? rows[index + 1] : nil), "\(counts) after \(row)")
        #expect(extents.row(before: row) == (index > 0 ? rows[index - 1] : nil), "\(counts) before \(row)")
      }
    }
  }

  /// Every two changes of every list of up to two sections with up to two rows.
  @Test func whatIsKeptOfSectionsFollowsEveryUpdate() {
    let changes = SmallUpdates.changes(sections: 0...2, rows: 0...2)
    var sample = Sample(oneIn: 4)
    for before in SmallUpdates.lists(sections: 0...2, rows: 2) {
      for (index, first) in changes.enumerated() {
        for second in changes[index...] where sample.takesNext() {
          let all = [first, second]
          let after = SmallUpdates.counts(after: all, from: before)
          guard let origins = try? ListUpdates(all).origins(before: before, after: after) else { continue }
          var extents = ListExtents(before.map { SectionExtents(rowCount: $0, estimate: 4) })
          extents.rearrange(origins, estimate: 4)
          #expect(extents.rowCounts == after && extents.checkInvariants(), "\(before) by \(all)")
        }
      }
    }
  }
}
