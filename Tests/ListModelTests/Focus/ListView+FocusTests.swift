@testable import ListModel
import Testing

@Suite struct ListViewFocusTests {
  let feed = TestFeed(heights: [[4, 4, 0, 4, 4], [], [4, 4]])
  let delegate = FocusDelegate()
  var list: ListView { feed.list }
  var display: ListDisplay { feed.list.display }

  init() {
    list.delegate = delegate
    list.rowHeight = 4
  }

  func focusedTags() -> [Int] { list.visibleCells.filter(\.isFocused).compactMap { ($0 as? TagCell)?.tag } }

  @Test func `the delegate is asked and told in order`() {
    #expect(display.focus(at: ListPoint(x: 1, y: 5)))
    #expect(delegate.takeEvents() == ["canFocus 0:1", "should ->0:1 none", "did ->0:1 none [0:1]"])
    #expect(display.moveFocus(.up))
    #expect(delegate.takeEvents() == ["canFocus 0:0", "should 0:1>0:0 up", "did 0:1>0:0 up [0:0]"])
    #expect(list.indexPathForFocusedRow == path(0))
    #expect(display.endFocus())
    #expect(delegate.takeEvents() == ["should 0:0>- none", "did 0:0>- none []"])
    #expect(list.indexPathForFocusedRow == nil)
    #expect(!display.endFocus())
    #expect(delegate.takeEvents() == [])
  }

  @Test func `in a grid the focus goes to what stands there`() {
    let feed = TestFeed(heights: [[4, 4, 4, 4, 4], [4, 4]], height: 30)
    feed.list.viewportSize.width = 12
    let list = feed.list
    list.layout = .grid(columns: 3)
    #expect(list.display.focus(at: ListPoint(x: 5, y: 1)))
    // 0 1 2 / 3 4, and below 0 1; what lies behind the last of a line is reached by going on from it.
    let moves: [(heading: ListFocusHeading, row: ListPath)] = [
      (.right, path(2)), (.right, path(2)), (.left, path(1)), (.down, path(4)), (.left, path(3)), (.left, path(3)),
      (.down, path(0, 1)), (.right, path(1, 1)), (.down, path(1, 1)), (.up, path(4)), (.up, path(1)),
    ]
    for (heading, row) in moves {
      let former = list.indexPathForFocusedRow
      #expect(list.display.moveFocus(heading) == (former != row), "\(heading)")
      #expect(list.indexPathForFocusedRow == row, "\(heading)")
    }
  }

  @Test func `the focus goes from row to row and brings them into view`() {
    #expect(display.focusPreferred())
    var visited = [list.indexPathForFocusedRow]
    while display.moveFocus(.down) {
      visited.append(list.indexPathForFocusedRow)
      #expect(list.indexPathForFocusedRow.map { list.cellForRow(at: $0)?.isFocused } == true)
    }
    #expect(visited == [path(0), path(1), path(2), path(3), path(4), path(0, 2), path(1, 2)])
    #expect(list.contentOffset == 18)
    while display.moveFocus(.up) {}
    #expect(list.indexPathForFocusedRow == path(0))
    #expect(list.contentOffset == 0)
  }

  @Test func `rows without height and those that the delegate keeps from it are passed over`() {
    list.rowHeight = nil
    list.delegate = feed
    list.layoutIfNeeded()
    feed.list.display.focus(at: ListPoint(x: 0, y: 5))
    #expect(list.indexPathForFocusedRow == path(1))
    #expect(display.moveFocus(.down))
    #expect(list.indexPathForFocusedRow == path(3))
    list.delegate = delegate
    delegate.focuses = { $0.section == 2 }
    list.rowHeight = 4
    #expect(display.moveFocus(.down))
    #expect(list.indexPathForFocusedRow == path(0, 2))
    #expect(!display.moveFocus(.up))
    #expect(list.indexPathForFocusedRow == path(0, 2))
  }

  @Test func `a search for a row that can have the focus ends`() {
    let many = TestFeed(heights: [Array(repeating: 4, count: 500)])
    many.list.delegate = delegate
    many.list.rowHeight = 4
    many.list.display.focusPreferred()
    _ = delegate.takeEvents()
    delegate.focuses = { _ in false }
    #expect(!many.list.display.moveFocus(.down))
    #expect(delegate.events.count == 100)
    #expect(many.list.indexPathForFocusedRow == path(0))
    #expect(many.list.contentOffset == 0)
  }

  @Test func `nothing stands beside a row`() {
    display.focusPreferred()
    for heading in [ListFocusHeading.left, .right, .none] {
      #expect(!display.moveFocus(heading))
      #expect(list.indexPathForFocusedRow == path(0))
    }
  }

  @Test func `a point beside all rows and the focused row itself change nothing`() {
    display.focus(at: ListPoint(x: 1, y: 5))
    _ = delegate.takeEvents()
    #expect(!display.focus(at: ListPoint(x: 1, y: -1)))
    #expect(!display.focus(at: ListPoint(x: .nan, y: 1)))
    #expect(delegate.takeEvents() == [])
    #expect(!display.focus(at: ListPoint(x: 1, y: 5)))
    #expect(delegate.takeEvents() == ["canFocus 0:1"])
    #expect(list.indexPathForFocusedRow == path(1))
  }

  @Test func `arefused update leaves the focus and what is in view alone`() {
    display.focusPreferred()
    delegate.updates = { _ in false }
    #expect(!display.focus(at: ListPoint(x: 1, y: 25)))
    #expect(!display.moveFocus(.down))
    #expect(!display.endFocus())
    #expect(list.indexPathForFocusedRow == path(0))
    #expect(list.contentOffset == 0)
  }

  @Test func `without an answer rows that can be selected can have the focus`() {
    func check() {
      list.reloadData()
      list.allowsSelection = true
      #expect(display.focusPreferred())
      #expect(list.indexPathForFocusedRow == path(0))
      list.allowsSelection = false
      #expect(!display.moveFocus(.down))
      #expect(list.indexPathForFocusedRow == path(0))
    }
    list.delegate = nil
    check()
    let silent = SilentDelegate()
    list.delegate = silent
    check()
  }

  @Test func `focus that comes to the list goes to the preferred row`() {
    delegate.prefers = path(4)
    #expect(display.focusPreferred())
    #expect(list.indexPathForFocusedRow == path(4))
    #expect(list.cellForRow(at: path(4))?.isFocused == true)
    display.endFocus()
    // A row that is not there is not preferred, and the first in view has the focus.
    delegate.prefers = path(40)
    list.contentOffset = 4
    #expect(display.moveFocus(.down))
    #expect(list.indexPathForFocusedRow == path(1))
    display.endFocus()
    delegate.prefers = path(2)
    delegate.focuses = { $0 != path(2) && $0 != path(1) }
    #expect(display.focusPreferred())
    #expect(list.indexPathForFocusedRow == path(3))
  }

  @Test func `the row that had the focus last is remembered where it is to be`() {
    delegate.prefers = path(1)
    display.focusPreferred()
    display.moveFocus(.down)
    display.endFocus()
    display.focusPreferred()
    #expect(list.indexPathForFocusedRow == path(1))
    list.remembersLastFocusedIndexPath = true
    display.moveFocus(.down)
    display.endFocus()
    _ = delegate.takeEvents()
    display.focusPreferred()
    #expect(list.indexPathForFocusedRow == path(2))
    #expect(!delegate.takeEvents().contains("preferred"))
  }

  @Test func `a program has the focus asked for anew`() {
    delegate.prefers = path(3)
    list.updateFocusIfNeeded()
    #expect(list.indexPathForFocusedRow == nil)
    list.setNeedsFocusUpdate()
    #expect(list.indexPathForFocusedRow == nil)
    list.updateFocusIfNeeded()
    #expect(list.indexPathForFocusedRow == path(3))
    delegate.prefers = path(0)
    list.updateFocusIfNeeded()
    #expect(list.indexPathForFocusedRow == path(3))
  }

  @Test func `an empty list has no focus`() {
    feed.sections = []
    list.reloadData()
    #expect(!display.focusPreferred())
    #expect(!display.moveFocus(.down))
    #expect(!display.endFocus())
    #expect(list.indexPathForFocusedRow == nil)
  }

  @Test func `every method is a message`() throws {
    try MessageWatch().expect(
      [
        ("indexPathForFocusedRow", { list in _ = list.indexPathForFocusedRow }),
        ("setNeedsFocusUpdate()", { list in list.setNeedsFocusUpdate() }),
        ("updateFocusIfNeeded()", { list in list.updateFocusIfNeeded() }),
      ], toSend: ListView.focusMessages)
  }
}
