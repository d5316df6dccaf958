import ListModel
import Testing

@Suite struct ListViewTouchTests {
  let feed = TestFeed(heights: [[4, 4, 4, 4, 4, 4], [], [4]])
  let delegate = SelectionDelegate()
  var list: ListView { feed.list }

  init() {
    list.delegate = delegate
    list.rowHeight = 4
  }

  /// Touches the middle of a row.
  @discardableResult
  func touch(_ row: Int) -> Bool { list.display.select(at: ListPoint(x: 1, y: Double(4 * row) + 2)) }

  @Test func `the delegate is asked and told in order`() {
    #expect(touch(1))
    #expect(
      delegate.takeEvents() == [
        "shouldHighlight 0:1", "didHighlight 0:1 true", "didUnhighlight 0:1 false", "willSelect 0:1",
        "didSelect 0:1 true",
      ])
    #expect(touch(2))
    #expect(
      delegate.takeEvents() == [
        "shouldHighlight 0:2", "didHighlight 0:2 true", "didUnhighlight 0:2 false", "willSelect 0:2",
        "willDeselect 0:1", "didDeselect 0:1 false", "didSelect 0:2 true",
      ])
    #expect(list.indexPathsForSelectedRows == [path(2)])
  }

  @Test func `the selected row is told again and stays selected`() {
    touch(1)
    _ = delegate.takeEvents()
    #expect(!touch(1))
    #expect(delegate.takeEvents().suffix(2) == ["willSelect 0:1", "didSelect 0:1 true"])
    #expect(list.indexPathsForSelectedRows == [path(1)])
  }

  @Test func `a second touch deselects where several may be selected`() {
    list.allowsMultipleSelection = true
    touch(0)
    touch(2)
    #expect(list.indexPathsForSelectedRows == [path(0), path(2)])
    _ = delegate.takeEvents()
    #expect(!touch(0))
    #expect(delegate.takeEvents().suffix(2) == ["willDeselect 0:0", "didDeselect 0:0 false"])
    #expect(list.indexPathsForSelectedRows == [path(2)])
    delegate.deselects = { _ in nil }
    #expect(!touch(2))
    #expect(list.indexPathsForSelectedRows == [path(2)])
  }

  @Test func `arefused highlight ends the touch`() {
    delegate.highlights = false
    #expect(!touch(1))
    #expect(delegate.takeEvents() == ["shouldHighlight 0:1"])
    #expect(list.indexPathForSelectedRow == nil)
  }

  @Test func `nothing is asked where nothing can be selected`() {
    list.allowsSelection = false
    #expect(!touch(1))
    #expect(delegate.takeEvents() == [])
  }

  @Test func `another row is selected in place of the touched one`() {
    delegate.selects = { _ in path(2) }
    #expect(touch(0))
    #expect(list.indexPathsForSelectedRows == [path(2)])
    delegate.selects = { _ in path(40) }
    #expect(!touch(1))
    delegate.selects = { _ in nil }
    #expect(!touch(1))
    #expect(list.indexPathsForSelectedRows == [path(2)])
  }

  @Test func `a row that may not be deselected keeps the selection`() {
    touch(0)
    delegate.deselects = { _ in nil }
    #expect(!touch(1))
    #expect(list.indexPathsForSelectedRows == [path(0)])
  }

  @Test func `without a delegate a touch selects`() {
    list.delegate = nil
    #expect(touch(0))
    #expect(touch(1))
    #expect(list.indexPathsForSelectedRows == [path(1)])
  }

  @Test func `a touch beside all rows does nothing`() {
    #expect(!list.display.select(at: ListPoint(x: 0, y: -1)))
    #expect(!list.display.select(at: ListPoint(x: 0, y: 1000)))
    #expect(!list.display.select(at: ListPoint(x: 40, y: 1)))
    #expect(!list.display.select(at: ListPoint(x: .nan, y: .nan)))
    #expect(delegate.takeEvents() == [])
  }

  @Test func `a callback that reloads ends the touch`() {
    for name in ["shouldHighlight", "didHighlight", "didUnhighlight", "willSelect", "willDeselect", "didDeselect"] {
      touch(0)
      _ = delegate.takeEvents()
      delegate.onEvent = { [unowned list] event in
        guard event.hasPrefix(name) else { return }
        feed.sections = []
        list.reloadData()
      }
      #expect(!touch(1), "\(name)")
      #expect(delegate.events.last?.hasPrefix(name) == true, "\(name): \(delegate.events)")
      #expect(list.indexPathsForSelectedRows == [])
      delegate.onEvent = nil
      feed.sections = TestFeed(heights: [[4, 4, 4]]).sections
      list.reloadData()
    }
  }

  @Test func `stepping selects the next row and brings it into view`() {
    var selected: [ListPath?] = []
    for _ in 0..<8 {
      list.display.selectNext()
      selected.append(list.indexPathForSelectedRow)
      #expect(list.indexPathForSelectedRow.map { list.cellForRow(at: $0) != nil } == true)
    }
    #expect(selected == (0..<6).map { path($0) } + [path(0, 2), path(0, 2)])
    #expect(list.contentOffset == 18)
    #expect(!list.display.selectNext())
    for row in (0..<6).reversed() {
      #expect(list.display.selectPrevious())
      #expect(list.indexPathForSelectedRow == path(row))
    }
    #expect(list.contentOffset == 0)
    #expect(!list.display.selectPrevious())
  }

  @Test func `the first and the last row are selected once and brought into view`() {
    #expect(list.display.selectLast())
    #expect(list.indexPathForSelectedRow == path(0, 2))
    list.contentOffset = 0
    #expect(!list.display.selectLast())
    #expect(list.indexPathForSelectedRow == path(0, 2) && list.contentOffset == 18)
    #expect(list.display.selectFirst())
    list.contentOffset = 18
    #expect(!list.display.selectFirst())
    #expect(list.indexPathForSelectedRow == path(0) && list.contentOffset == 0)
  }

  @Test func `stepping passes over rows that cannot be selected`() {
    delegate.selects = { $0.row % 3 == 0 ? $0 : nil }
    list.display.selectNext()
    list.display.selectNext()
    #expect(list.indexPathForSelectedRow == path(3))
    list.display.selectNext()
    #expect(list.indexPathForSelectedRow == path(0, 2))
    list.display.selectPrevious()
    #expect(list.indexPathForSelectedRow == path(3))
  }

  @Test func `a callback that changes the list ends a step`() {
    touch(0)
    delegate.onEvent = { [unowned list, delegate] event in
      guard event == "shouldHighlight 0:1" else { return }
      delegate.onEvent = nil
      feed.sections[0].rows.remove(at: 1)
      #expect(throws: Never.self) { try list.deleteRows(at: [path(1)]) }
    }
    #expect(!list.display.selectNext())
    #expect(list.indexPathsForSelectedRows == [path(0)])
    #expect(delegate.events.last == "shouldHighlight 0:1")
  }

  @Test func `stepping adds to several selected rows`() {
    list.allowsMultipleSelection = true
    for _ in 0..<3 { #expect(list.display.selectNext()) }
    #expect(list.indexPathsForSelectedRows == [path(0), path(1), path(2)])
  }

  @Test func `stepping through an empty list does nothing`() {
    feed.sections = []
    list.reloadData()
    #expect(!list.display.selectNext())
    #expect(!list.display.selectPrevious())
  }
}
