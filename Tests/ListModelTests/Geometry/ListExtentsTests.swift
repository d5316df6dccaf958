import TestSupport
import Testing

@testable import ListModel

@Suite struct ListExtentsTests {
  /// Every list of up to five sections with up to two rows.
  @Test func `rows beside rows are those that a walk finds though sections between are empty`() {
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
  @Test func `what is kept of sections follows every update`() {
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

  @Test func `steps skip tens of thousands of empty sections`() {
    var random = SeededGenerator(seed: 7)
    let count = Sample.of(300_000, few: 50_000)
    var filled = Set((0..<20).map { _ in Int.random(in: 0..<count, using: &random) })
    var extents = ListExtents(
      (0..<count).map { SectionExtents(rowCount: filled.contains($0) ? 2 : 0, estimate: 4) })
    for _ in 0..<200 {
      let section =
        Bool.random(using: &random)
        ? filled.randomElement(using: &random) ?? 0 : Int.random(in: 0..<count, using: &random)
      let hasRows = !filled.contains(section)
      extents.change(section) { $0.rows = RowHeights(count: hasRows ? 2 : 0, estimate: 4) }
      if hasRows { filled.insert(section) } else { filled.remove(section) }
      let sorted = filled.sorted()
      #expect(extents.filled.first == sorted.first && extents.filled.last == sorted.last)
      for (one, next) in zip(sorted, sorted.dropFirst()) {
        let (last, first) = (ListPath(row: 1, section: one), ListPath(row: 0, section: next))
        #expect(extents.row(after: last) == first && extents.row(before: first) == last)
      }
      let rows = sorted.flatMap { [ListPath(row: 0, section: $0), ListPath(row: 1, section: $0)] }
      #expect(extents.rows(in: ListExtent(top: 0, height: 1_000_000)) == rows)
    }
    #expect(extents.checkInvariants())
  }
}
