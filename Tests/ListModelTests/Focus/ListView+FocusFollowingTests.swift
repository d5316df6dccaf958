@testable import ListModel
import Testing

/// The focus goes with its row, and is lost with it.
extension ListViewFocusTests {
  @Test func `the focus follows its row and is lost with it`() throws {
    list.remembersLastFocusedIndexPath = true
    display.focus(at: ListPoint(x: 1, y: 5))
    let tags = focusedTags()
    feed.sections[0].rows.insert(TestFeed.Row(tag: 90, height: 4), at: 0)
    try list.insertRows(at: [path(0)])
    #expect(list.indexPathForFocusedRow == path(2))
    #expect(focusedTags() == tags)
    feed.sections[0].rows.insert(feed.sections[0].rows.remove(at: 2), at: 0)
    try list.moveRow(at: path(2), to: path(0))
    #expect(list.indexPathForFocusedRow == path(0))
    #expect(focusedTags() == tags)
    _ = delegate.takeEvents()
    feed.sections[0].rows.remove(at: 0)
    try list.deleteRows(at: [path(0)])
    #expect(list.indexPathForFocusedRow == nil)
    #expect(focusedTags() == [])
    #expect(delegate.events == [])
    // Nothing is remembered of a row that is gone.
    delegate.prefers = path(2)
    display.focusPreferred()
    #expect(list.indexPathForFocusedRow == path(2))
  }

  @Test func `reloading takes the focus`() throws {
    display.focusPreferred()
    try list.reloadRows(at: [path(1)])
    #expect(list.indexPathForFocusedRow == path(0))
    try list.reloadRows(at: [path(0)])
    #expect(list.indexPathForFocusedRow == nil)
    #expect(focusedTags() == [])
    display.focusPreferred()
    try list.reloadSections([0])
    #expect(list.indexPathForFocusedRow == nil)
    display.focusPreferred()
    list.reloadData()
    #expect(list.indexPathForFocusedRow == nil)
    #expect(focusedTags() == [])
  }

  @Test func `cells that come into view show whether their row has the focus`() {
    display.focusPreferred()
    list.contentOffset = 18
    #expect(focusedTags() == [])
    #expect(list.indexPathForFocusedRow == path(0))
    list.contentOffset = 0
    #expect(focusedTags() == [0])
    #expect(feed.faults == [])
  }

  @Test func `rows that are measured to be passed over leave what is in view where it is`() {
    let tall = TestFeed(heights: [Array(repeating: 10, count: 20)])
    tall.list.delegate = delegate
    tall.list.scrollToRow(at: path(10), at: .top)
    tall.list.display.focusPreferred()
    #expect(tall.list.indexPathForFocusedRow == path(10))
    delegate.focuses = { $0.row < 8 }
    delegate.updates = { _ in false }
    #expect(!tall.list.display.moveFocus(.up))
    #expect(tall.list.indexPathForFocusedRow == path(10))
    #expect(tall.list.rectForRow(at: path(9)).size.height == 10)
    #expect(tall.list.rectForRow(at: path(10)).minY == tall.list.contentOffset)
    #expect(tall.faults == [])
  }
}
