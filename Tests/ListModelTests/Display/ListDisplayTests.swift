import ListModel
import Testing

/// What a screen does to a list, where the list is not as it seems.
@Suite struct ListDisplayTests {
  @Test func `stepping passes over rows without height`() {
    let feed = TestFeed(heights: [[0, 3, 0, 0, 4, 0], [0], [5, 0]], height: 4)
    for estimate in [1.0, 40] {
      feed.list.estimatedRowHeight = estimate
      feed.list.selectRow(at: nil)
      feed.list.contentOffset = 0
      var selected: [ListPath?] = []
      while feed.list.display.selectNext() { selected.append(feed.list.indexPathForSelectedRow) }
      while feed.list.display.selectPrevious() { selected.append(feed.list.indexPathForSelectedRow) }
      let down = [ListPath(row: 1, section: 0), ListPath(row: 4, section: 0), ListPath(row: 0, section: 2)]
      #expect(selected == down + down.dropLast().reversed(), "estimate \(estimate)")
    }
    #expect(feed.faults.isEmpty)
  }

  @Test func `the viewport stays in the content whatever is asked inside a callback`() {
    let feed = TestFeed(heights: [[4, 4, 4, 4, 4, 4]], height: 10)
    feed.list.layoutIfNeeded()
    var seen: [Double] = []
    feed.interfere = { name in
      guard name == "end" else { return }
      for offset in [Double.infinity, -.infinity, .nan, -3, 1e300] {
        feed.list.contentOffset = offset
        seen.append(feed.list.display.viewport.minY)
      }
    }
    feed.list.contentOffset = 8
    feed.list.layoutIfNeeded()
    feed.interfere = nil
    #expect(!seen.isEmpty)
    #expect(seen.allSatisfy { (0...14).contains($0) })
    #expect(feed.list.display.viewport.minY == feed.list.contentOffset)
  }

  @Test func `a data source that always reloads while it is asked is never asked for a row that it no longer has`() {
    let feed = TestFeed(heights: [[4, 4, 4, 4, 4]], height: 100)
    feed.list.layoutIfNeeded()
    feed.sections[0].rows.removeLast(4)
    feed.interfere = { name in
      if name == "sections" { feed.list.reloadData() }
    }
    feed.list.reloadData()
    #expect(feed.list.numberOfRows(inSection: 0) == 1)
    feed.interfere = nil
    _ = feed.takeEvents()
    feed.list.layoutIfNeeded()
    #expect(feed.takeEvents().filter { $0.hasPrefix("cell") } == ["cell 0:0"])
  }
}
