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

  @Test func theDelegateIsAskedAndToldInOrder() {
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

  @Test func theSelectedRowIsToldAgainAndStaysSelected() {
    touch(1)
    _ = delegate.takeEvents()
    #expect(!touch(1))
    #expect(delegate.takeEvents().suffix(2) == ["willSelect 0:1", "didSelect 0:1 true"])
    #expect(list.indexPathsForSelectedRows == [path(1)])
  }

  @Test func aSecondTouchDeselectsWhereSeveralMayBeSelected() {
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

  @Test func arefusedHighlightEndsTheTouch() {
    delegate.highlights = false
    #expect(!touch(1))
    #expect(delegate.takeEvents() == ["shouldHighlight 0:1"])
    #expect(list.indexPathForSelectedRow == nil)
  }

  @Test func nothingIsAskedWhereNothingCanBeSelected() {
    list.allowsSelection = false
    #expect(!touch(1))
    #expect(delegate.takeEvents() == [])
  }

  @Test func anotherRowIsSelectedInPlaceOfTheTouchedOne() {
    delegate.selects = { _ in path(2) }
    #expect(touch(0))
    #expect(list.indexPathsForSelectedRows == [path(2)])
    delegate.selects = { _ in path(40) }
    #expect(!touch(1))
    delegate.selects = { _ in nil }
    #expect(!touch(1))
    #expect(list.indexPathsForSelectedRows == [path(2)])
  }

  @Test func aRowThatMayNotBeDeselectedKeepsTheSelection() {
    touch(0)
    delegate.deselects = { _ in nil }
    #expect(!touch(1))
    #expect(list.indexPathsForSelectedRows == [path(0)])
  }

  @Test func withoutADelegateATouchSelects() {
    list.delegate = nil
    #expect(touch(0))
    #expect(touch(1))
    #expect(list.indexPathsForSelectedRows == [path(1)])
  }

  @Test func aTouchBesideAllRowsDoesNothing() {
    #expect(!list.display.select(at: ListPoint(x: 0, y: -1)))
    #expect(!list.display.select(at: ListPoint(x: 0, y: 1000)))
    #expect(!list.display.select(at: ListPoint(x: 40, y: 1)))
    #expect(!list.display.select(at: ListPoint(x: .nan, y: .nan)))
    #expect(delegate.takeEvents() == [])
  }

  @Test func aCallbackThatReloadsEndsTheTouch() {
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

  @Test func steppingSelectsTheNextRowAndBringsItIntoView() {
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

  @Test func theFirstAndTheLastRowAreSelectedOnceAndBroughtIntoView() {
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

  @Test func steppingPassesOverRowsThatCannotBeSelected() {
    delegate.selects = { $0.row % 3 == 0 ? $0 : nil }
    list.display.selectNext()
    list.display.selectNext()
    #expect(list.indexPathForSelectedRow == path(3))
    list.display.selectNext()
    #expect(list.indexPathForSelectedRow == path(0, 2))
    list.display.selectPrevious()
    #expect(list.indexPathForSelectedRow == path(3))
  }

  @Test func aCallbackThatChangesTheListEndsAStep() {
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

  @Test func steppingAddsToSeveralSelectedRows() {
    list.allowsMultipleSelection = true
    for _ in 0..<3 { #expect(list.display.selectNext()) }
    #expect(list.indexPathsForSelectedRows == [path(0), path(1), path(2)])
  }

  @Test func steppingThroughAnEmptyListDoesNothing() {
    feed.sections = []
    list.reloadData()
    #expect(!list.display.selectNext())
    #expect(!list.display.selectPrevious())
  }
}
