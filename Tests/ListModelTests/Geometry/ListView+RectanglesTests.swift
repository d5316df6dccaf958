import ListModel
import TestSupport
import Testing

@Suite struct ListViewRectanglesTests {
  @Test func `rectangles and paths are those of the heights`() {
    for seed in 0..<60 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var nextTag = 0
      let feed = TestFeed(ListViewUpdatesTests.world(&random, &nextTag), width: 9)
      feed.measureAll()
      let list = feed.list
      let rows = feed.content.filter { $0.name.hasPrefix("tag") }
      for section in feed.sections.indices {
        for row in feed.sections[section].rows.indices {
          let rect = list.rectForRow(at: path(row, section))
          let content = feed.sections[section].rows[row]
          guard let extent = rows.first(where: { $0.name == "tag \(content.tag)" }) else {
            if rect.size.height != 0 { Issue.record("seed \(seed): \(content) has \(rect)") }
            continue
          }
          if rect != ListRect(x: 0, y: extent.top, width: 9, height: extent.height) {
            Issue.record("seed \(seed): \(rect), not \(extent)")
          }
        }
      }
      for half in -4...2 * Int(list.contentSize.height) + 4 {
        let y = Double(half) / 2
        let found = list.indexPathForRow(at: ListPoint(x: 8.5, y: y)).flatMap { feed.row($0, in: feed.sections) }
        let expected = rows.first { $0.top <= y && y < $0.top + $0.height }
        if found.map({ "tag \($0.tag)" }) != expected?.name { Issue.record("seed \(seed): \(y)") }
        let inRect = list.indexPathsForRows(in: ListRect(x: 0, y: y, width: 1, height: 7))
        let inside = rows.filter { $0.top < y + 7 && y < $0.top + $0.height }
        if inRect.compactMap({ feed.row($0, in: feed.sections).map { "tag \($0.tag)" } }) != inside.map(\.name) {
          Issue.record("seed \(seed): rows in 7 from \(y) are \(inRect)")
        }
      }
    }
  }

  @Test func `nothing stands outside the list`() {
    let feed = TestFeed(heights: [[4, 4]])
    let list = feed.list
    #expect(list.indexPathForRow(at: ListPoint(x: -1, y: 1)) == nil)
    #expect(list.indexPathForRow(at: ListPoint(x: 40, y: 1)) == nil)
    #expect(list.indexPathForRow(at: ListPoint(x: 0, y: 8)) == nil)
    #expect(list.indexPathsForRows(in: ListRect(x: 0, y: 3, width: 9, height: -2)) == [])
    #expect(list.indexPathsForRows(in: ListRect(x: 0, y: .nan, width: 9, height: 5)) == [])
    #expect(list.indexPathsForRows(in: ListRect(x: 0, y: -9, width: 9, height: .infinity)) == [path(0), path(1)])
    for section in [-1, 1] {
      #expect(list.rect(forSection: section) == .zero)
      #expect(list.rectForHeader(inSection: section) == .zero)
      #expect(list.rectForFooter(inSection: section) == .zero)
      #expect(list.headerView(forSection: section) == nil)
      #expect(list.footerView(forSection: section) == nil)
    }
    #expect(list.contentSize == ListSize(width: 40, height: 8))
  }
}
