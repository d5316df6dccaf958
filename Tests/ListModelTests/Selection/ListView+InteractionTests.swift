@testable import ListModel
import Testing

@Suite struct ListViewInteractionTests {
  let feed = TestFeed(heights: [[4, 4, 4, 4, 4, 4], [4]])
  let delegate = FocusDelegate()
  var list: ListView { feed.list }
  var display: ListDisplay { feed.list.display }

  init() {
    list.delegate = delegate
    list.rowHeight = 4
  }

  func middle(_ row: Int) -> ListPoint { ListPoint(x: 1, y: Double(4 * row) + 2) }

  // MARK: The primary action

  @Test func `the primary action comes after the selection whether that may change or not`() {
    display.select(at: middle(1))
    #expect(delegate.takeEvents() == ["willSelect 0:1", "didSelect 0:1", "canPerform 0:1", "perform 0:1"])
    delegate.selects = { _ in nil }
    display.select(at: middle(2))
    #expect(delegate.takeEvents() == ["willSelect 0:2", "canPerform 0:2", "perform 0:2"])
    delegate.acts = { _ in false }
    display.select(at: middle(2))
    #expect(delegate.takeEvents() == ["willSelect 0:2", "canPerform 0:2"])
  }

  @Test func `a touch that adds to the selection or takes from it is no primary action`() {
    list.allowsMultipleSelection = true
    display.select(at: middle(0))
    #expect(delegate.takeEvents().last == "perform 0:0")
    display.select(at: middle(1))
    #expect(delegate.takeEvents().last == "didSelect 0:1")
    display.select(at: middle(1))
    #expect(delegate.takeEvents().last == "didDeselect 0:1")
  }

  @Test func `neither stepping nor what cannot be selected is a primary action`() {
    display.selectNext()
    display.selectPrevious()
    display.select(at: middle(2), isPrimaryAction: false)
    #expect(list.indexPathForSelectedRow == path(2))
    list.allowsSelection = false
    display.select(at: middle(3))
    #expect(!delegate.takeEvents().contains { $0.hasPrefix("canPerform") })
  }

  @Test func `a callback that reloads keeps the primary action from happening`() {
    for name in ["willSelect", "didSelect", "canPerform"] {
      delegate.onEvent = { list, event in
        if event.hasPrefix(name) { list.reloadData() }
      }
      display.select(at: middle(1))
      #expect(delegate.takeEvents().last == "\(name) 0:1")
    }
  }

  // MARK: Several rows in one movement

  @Test func `a movement selects the rows that it passes and gives back those that it leaves`() {
    list.allowsMultipleSelection = true
    #expect(display.beginMultipleSelection(at: middle(2)))
    #expect(delegate.takeEvents() == ["shouldBegin 0:2", "didBegin 0:2", "willSelect 0:2", "didSelect 0:2"])
    display.extendMultipleSelection(to: middle(4))
    #expect(delegate.takeEvents() == ["willSelect 0:3", "didSelect 0:3", "willSelect 0:4", "didSelect 0:4"])
    display.extendMultipleSelection(to: middle(1))
    #expect(
      delegate.takeEvents() == [
        "willDeselect 0:3", "didDeselect 0:3", "willDeselect 0:4", "didDeselect 0:4", "willSelect 0:1",
        "didSelect 0:1",
      ])
    display.extendMultipleSelection(to: ListPoint(x: -1, y: 0))
    display.endMultipleSelection()
    #expect(delegate.takeEvents() == ["didEnd"])
    #expect(list.indexPathsForSelectedRows == [path(2), path(1)])
    display.endMultipleSelection()
    display.extendMultipleSelection(to: middle(0))
    #expect(delegate.takeEvents() == [])
  }

  @Test func `rows that were selected before a movement stay so`() {
    list.allowsMultipleSelection = true
    list.selectRow(at: path(3))
    display.beginMultipleSelection(at: middle(1))
    display.extendMultipleSelection(to: middle(4))
    display.extendMultipleSelection(to: middle(1))
    #expect(list.indexPathsForSelectedRows == [path(3), path(1)])
  }

  @Test func `without an answer no movement begins`() {
    list.allowsMultipleSelection = true
    list.delegate = nil
    #expect(!display.beginMultipleSelection(at: middle(0)))
    let silent = SilentDelegate()
    list.delegate = silent
    #expect(!display.beginMultipleSelection(at: middle(0)))
    list.delegate = delegate
    delegate.begins = { _ in false }
    #expect(!display.beginMultipleSelection(at: middle(0)))
    list.allowsSelection = false
    delegate.begins = { _ in true }
    #expect(!display.beginMultipleSelection(at: middle(0)))
    #expect(!display.beginMultipleSelection(at: ListPoint(x: 1, y: 900)))
    #expect(list.indexPathsForSelectedRows == [])
  }

  @Test func `the delegate may allow several rows when it hears of the beginning`() {
    delegate.onEvent = { list, event in
      if event.hasPrefix("didBegin") { list.allowsMultipleSelection = true }
    }
    #expect(display.beginMultipleSelection(at: middle(0)))
    #expect(!display.beginMultipleSelection(at: middle(3)))
    display.extendMultipleSelection(to: middle(1))
    #expect(list.indexPathsForSelectedRows == [path(0), path(1)])
    display.endMultipleSelection()
    list.allowsMultipleSelection = false
    delegate.onEvent = nil
    list.selectRow(at: nil)
    #expect(display.beginMultipleSelection(at: middle(0)))
    #expect(list.indexPathsForSelectedRows == [])
  }

  @Test func `a movement follows its rows and selects no more where its first one is gone`() throws {
    list.allowsMultipleSelection = true
    display.beginMultipleSelection(at: middle(1))
    display.extendMultipleSelection(to: middle(2))
    feed.sections[0].rows.insert(TestFeed.Row(tag: 90, height: 4), at: 0)
    try list.insertRows(at: [path(0)])
    display.extendMultipleSelection(to: middle(2))
    #expect(list.indexPathsForSelectedRows == [path(2)])
    feed.sections[0].rows.remove(at: 2)
    try list.deleteRows(at: [path(2)])
    display.extendMultipleSelection(to: middle(4))
    #expect(list.indexPathsForSelectedRows == [])
    _ = delegate.takeEvents()
    display.endMultipleSelection()
    #expect(delegate.events == ["didEnd"])
  }

  @Test func `a callback may end the movement`() {
    list.allowsMultipleSelection = true
    display.beginMultipleSelection(at: middle(0))
    delegate.onEvent = { list, event in
      if event == "didSelect 0:2" { list.display.endMultipleSelection() }
    }
    display.extendMultipleSelection(to: middle(4))
    #expect(list.indexPathsForSelectedRows == [path(0), path(1), path(2)])
  }

  @Test func `a callback that reloads ends what a movement selects`() {
    for name in ["shouldBegin", "didBegin", "willSelect", "didSelect", "willDeselect", "didDeselect"] {
      list.allowsMultipleSelection = true
      delegate.onEvent = { list, event in
        if event.hasPrefix(name) { list.reloadData() }
      }
      display.beginMultipleSelection(at: middle(1))
      display.extendMultipleSelection(to: middle(2))
      display.extendMultipleSelection(to: middle(1))
      display.endMultipleSelection()
      let events = delegate.takeEvents().filter { $0 != "didEnd" }
      #expect(events.last?.hasPrefix(name) == true, "\(name): \(events)")
      #expect(list.indexPathsForSelectedRows == [], "\(name)")
    }
  }

  // MARK: Scrolling to what is selected

  @Test func `the nearest selected row is scrolled to`() {
    list.allowsMultipleSelection = true
    list.scrollToNearestSelectedRow(at: .top)
    #expect(list.contentOffset == 0)
    for row in [0, 2, 5] { list.selectRow(at: path(row)) }
    list.contentOffset = 7
    list.scrollToNearestSelectedRow(at: .top)
    #expect(list.contentOffset == 8)
    list.contentOffset = 7
    list.scrollToNearestSelectedRow(at: .bottom)
    #expect(list.contentOffset == 2)
    list.contentOffset = 16
    list.scrollToNearestSelectedRow(at: .middle)
    #expect(list.contentOffset == 17)
    list.contentOffset = 2
    list.scrollToNearestSelectedRow(at: .none)
    #expect(list.contentOffset == 2)
    // Of two as near, the upper one.
    list.contentOffset = 4
    list.scrollToNearestSelectedRow(at: .top)
    #expect(list.contentOffset == 0)
  }

  @Test func `every method is a message`() throws {
    try MessageWatch().expect(
      [
        ("getter:allowsSelection", { list in _ = list.allowsSelection }),
        ("setter:allowsSelection", { list in list.allowsSelection = false }),
        (
          "scrollToNearestSelectedRow(at:animated:)",
          { list in list.scrollToNearestSelectedRow(at: .top, animated: true) }
        ),
      ], toSend: ListView.interactionMessages)
  }
}
