import ListModel
import Testing

/// A delegate of selection that answers as it is told, and notes what it is asked and told.
final class SelectionDelegate: ListDelegate {
  var events: [String] = []
  var highlights = true
  var selects: (ListPath) -> ListPath? = { $0 }
  var deselects: (ListPath) -> ListPath? = { $0 }
  /// Called with the name of each callback, the cell's state as it is then.
  var onEvent: ((String) -> Void)?

  func takeEvents() -> [String] {
    defer { events = [] }
    return events
  }

  private func note(_ event: String) {
    events.append(event)
    onEvent?(event)
  }

  func list(_ list: ListView, shouldHighlightRowAt path: ListPath) -> Bool {
    note("shouldHighlight \(path)")
    return highlights
  }

  func list(_ list: ListView, didHighlightRowAt path: ListPath) {
    note("didHighlight \(path) \(list.cellForRow(at: path)?.isHighlighted == true)")
  }

  func list(_ list: ListView, didUnhighlightRowAt path: ListPath) {
    note("didUnhighlight \(path) \(list.cellForRow(at: path)?.isHighlighted == true)")
  }

  func list(_ list: ListView, willSelectRowAt path: ListPath) -> ListPath? {
    note("willSelect \(path)")
    return selects(path)
  }

  func list(_ list: ListView, willDeselectRowAt path: ListPath) -> ListPath? {
    note("willDeselect \(path)")
    return deselects(path)
  }

  func list(_ list: ListView, didSelectRowAt path: ListPath) {
    note("didSelect \(path) \(list.cellForRow(at: path)?.isSelected == true)")
  }

  func list(_ list: ListView, didDeselectRowAt path: ListPath) {
    note("didDeselect \(path) \(list.cellForRow(at: path)?.isSelected == true)")
  }
}

func path(_ row: Int, _ section: Int = 0) -> ListPath { ListPath(row: row, section: section) }

@Suite struct ListViewSelectionTests {
  let feed = TestFeed(heights: [[4, 4, 4, 4, 4, 4], [4]])
  let delegate = SelectionDelegate()
  var list: ListView { feed.list }

  init() {
    list.delegate = delegate
    list.rowHeight = 4
  }

  func selectedCells() -> [Int] { list.visibleCells.compactMap { $0.isSelected ? ($0 as? TagCell)?.tag : nil } }

  @Test func `selecting by program asks and tells nobody`() {
    list.selectRow(at: path(1))
    #expect(list.indexPathForSelectedRow == path(1))
    #expect(selectedCells() == [1])
    list.selectRow(at: path(2))
    #expect(list.indexPathsForSelectedRows == [path(2)])
    #expect(selectedCells() == [2])
    list.deselectRow(at: path(2))
    #expect(list.indexPathForSelectedRow == nil)
    #expect(selectedCells() == [])
    #expect(delegate.events == [])
  }

  @Test func `The list scrolls to the row that it selects, though a callback moves it`() throws {
    list.layoutIfNeeded()
    var failure: (any Error)?
    feed.interfere = { [feed] name in
      guard name == "cell" else { return }
      feed.interfere = nil
      feed.sections[0].rows.insert(TestFeed.Row(tag: 100, height: 4), at: 0)
      do { try feed.list.insertRows(at: [path(0)]) } catch { failure = error }
    }
    list.selectRow(at: path(3), scrollPosition: .top)
    #expect(failure == nil && feed.interfere == nil)
    #expect(list.indexPathForSelectedRow == path(4))
    #expect(selectedCells() == [3])
    #expect(list.contentOffset == list.rectForRow(at: path(4)).minY)
  }

  @Test func `several rows are selected where they may be`() {
    list.allowsMultipleSelection = true
    for row in [2, 0, 1, 0] { list.selectRow(at: path(row)) }
    #expect(list.indexPathsForSelectedRows == [path(2), path(0), path(1)])
    list.deselectRow(at: path(0))
    #expect(list.indexPathsForSelectedRows == [path(2), path(1)])
    #expect(selectedCells() == [1, 2])
    list.selectRow(at: nil)
    #expect(list.indexPathsForSelectedRows == [])
    #expect(selectedCells() == [])
  }

  @Test func `a row that is not there is not selected`() {
    for odd in [path(6), path(-1), path(0, 2), path(0, -1)] {
      list.selectRow(at: odd)
      list.deselectRow(at: odd)
      list.scrollToRow(at: odd, at: .top)
      #expect(list.indexPathsForSelectedRows == [])
      #expect(list.contentOffset == 0)
      #expect(list.cellForRow(at: odd) == nil)
      #expect(list.rectForRow(at: odd) == .zero)
    }
  }

  @Test func `cells that come into view show whether their row is selected`() {
    list.selectRow(at: path(5))
    #expect(selectedCells() == [])
    list.scrollToRow(at: path(5), at: .bottom)
    #expect(selectedCells() == [5])
    list.contentOffset = 0
    #expect(selectedCells() == [])
    list.selectRow(at: path(4), scrollPosition: .bottom)
    #expect(list.contentOffset == 10)
    #expect(selectedCells() == [4])
  }

  @Test func `reloaded rows are deselected and reloading the data deselects all`() throws {
    list.allowsMultipleSelection = true
    for row in 0..<3 { list.selectRow(at: path(row)) }
    try list.reloadRows(at: [path(1)])
    #expect(list.indexPathsForSelectedRows == [path(0), path(2)])
    #expect(selectedCells() == [0, 2])
    list.selectRow(at: path(0, 1))
    try list.reloadSections([1])
    #expect(list.indexPathsForSelectedRows == [path(0), path(2)])
    list.reloadData()
    #expect(list.indexPathsForSelectedRows == [])
    #expect(selectedCells() == [])
    #expect(delegate.events == [])
  }

  @Test func `the selection follows rows across updates`() throws {
    list.allowsMultipleSelection = true
    for row in [0, 2, 3] { list.selectRow(at: path(row)) }
    try list.performBatchUpdates { () throws(ListUpdateError) in
      let moved = feed.sections[0].rows.remove(at: 3)
      feed.sections[0].rows.remove(at: 0)
      feed.sections[1].rows.insert(moved, at: 0)
      try list.deleteRows(at: [path(0)])
      try list.moveRow(at: path(3), to: path(0, 1))
    }
    #expect(list.indexPathsForSelectedRows == [path(1), path(0, 1)])
    #expect(selectedCells() == [2])
  }
}
