@testable import ListModel
import Testing

@Suite struct ListViewSwipesTests {
  let feed = EditableFeed([["0", "1", "2"], ["3"]])
  var list: ListView { feed.list }

  init() {
    list.layoutIfNeeded()
    _ = feed.takeEvents()
  }

  @discardableResult
  private func swipe(_ row: Int, towards edge: ListEdge = .leading, isFull: Bool = false) -> Bool {
    list.display.swipe(at: feed.middle(path(row)), towards: edge, isFull: isFull)
  }

  /// An action that notes what it gets, and says that it is done.
  private func action(_ title: String, _ style: ListContextualAction.Style = .normal) -> ListContextualAction {
    ListContextualAction(style: style, title: title) { [unowned feed] action, cell, done in
      feed.note("perform \(action.title ?? "") on \((cell as? TagCell)?.tag ?? -1)")
      done(true)
    }
  }

  @Test func `swiping asks for the actions and tells that the row is edited`() {
    feed.trailing = ListSwipeActions(actions: [action("Flag"), action("Bin", .destructive)])
    #expect(swipe(1))
    #expect(feed.takeEvents() == ["canEdit 0:1", "trailing 0:1", "begin 0:1"])
    #expect(list.indexPathForSwipedRow == path(1))
    #expect(list.isEditing)
    #expect(list.cellForRow(at: path(1))?.isEditing == true)
    #expect(list.cellForRow(at: path(1))?.showsDeleteConfirmation == true)
    #expect(list.display.swiped?.frame == list.rectForRow(at: path(1)))
    #expect(list.display.swiped?.edge == .trailing)
    #expect(
      list.display.swiped?.actions == [
        ListDisplay.Action(title: "Flag", style: .normal), ListDisplay.Action(title: "Bin", style: .destructive),
      ])
    #expect(list.display.performSwipeAction(1))
    #expect(feed.takeEvents() == ["perform Bin on 1", "end 0:1"])
    #expect(!list.isEditing)
    #expect(list.cellForRow(at: path(1))?.isEditing == false)
    #expect(list.cellForRow(at: path(1))?.showsDeleteConfirmation == false)
    #expect(!list.display.performSwipeAction(0))
  }

  /// Tells of the ends of displays, where another row is swiped once, and leaves all else to a feed.
  private final class SwipingDelegate: ListDelegate {
    let feed: EditableFeed
    var swiped: ListPath?

    init(_ feed: EditableFeed, swiping path: ListPath) {
      self.feed = feed
      swiped = path
    }

    func list(_ list: ListView, didEndDisplaying cell: ListCell, forRowAt path: ListPath) {
      guard let swiped else { return }
      self.swiped = nil
      list.display.swipe(at: feed.middle(swiped), towards: .leading)
    }

    func list(_ list: ListView, trailingSwipeActionsConfigurationForRowAt path: ListPath) -> ListSwipeActions? {
      feed.trailing
    }

    func list(_ list: ListView, willBeginEditingRowAt path: ListPath) { feed.note("begin \(path)") }

    func list(_ list: ListView, didEndEditingRowAt path: ListPath?) { feed.note("end \(path?.description ?? "gone")") }
  }

  @Test func `a swipe that begins while the rows of a reload end is put back`() {
    feed.trailing = ListSwipeActions(actions: [action("Flag")])
    let delegate = SwipingDelegate(feed, swiping: path(1))
    list.delegate = delegate
    list.layoutIfNeeded()
    feed.words = [["9"]]
    _ = feed.takeEvents()
    list.reloadData()
    #expect(feed.takeEvents() == ["canEdit 0:1", "begin 0:1", "end gone"])
    #expect(list.indexPathForSwipedRow == nil)
    #expect(!list.isEditing)
    list.delegate = nil
  }

  @Test func `a row that an update takes away does not stay swiped`() throws {
    feed.trailing = ListSwipeActions(actions: [action("Flag")])
    swipe(0)
    // Who hears that its row is deleted swipes the next, which is deleted as well.
    feed.onEvent = { [unowned feed] event in
      guard event == "end" else { return }
      feed.onEvent = nil
      feed.list.display.swipe(at: feed.middle(path(1)), towards: .leading)
    }
    feed.words[0].removeFirst(2)
    try list.deleteRows(at: [path(0), path(1)])
    #expect(feed.onEvent == nil)
    #expect(list.indexPathForSwipedRow == nil)
    #expect(!list.isEditing)
  }

  @Test func `the other edge has actions of its own or none`() {
    #expect(!swipe(0, towards: .trailing))
    #expect(feed.takeEvents() == ["canEdit 0:0", "leading 0:0"])
    feed.leading = ListSwipeActions(actions: [action("Read")])
    #expect(swipe(0, towards: .trailing))
    #expect(list.cellForRow(at: path(0))?.showsDeleteConfirmation == false)
    #expect(list.display.swiped?.edge == .leading)
  }

  @Test func `a row without actions of either form is deleted if that is its style`() throws {
    #expect(swipe(1))
    #expect(feed.takeEvents() == ["canEdit 0:1", "trailing 0:1", "actions 0:1", "style 0:1", "title 0:1", "begin 0:1"])
    #expect(list.display.swiped?.actions == [ListDisplay.Action(title: "Delete", style: .destructive)])
    feed.title = "Away"
    #expect(swipe(2))
    #expect(list.display.swiped?.actions.map(\.title) == ["Away"])
    _ = feed.takeEvents()
    #expect(list.display.performSwipeAction(0))
    #expect(feed.takeEvents() == ["commit delete 0:2", "end gone"])
    #expect(feed.words == [["0", "1"], ["3"]])
    feed.style = { _ in .none }
    #expect(!swipe(1))
    feed.canEdit = { _ in false }
    _ = feed.takeEvents()
    #expect(!swipe(1))
    #expect(feed.takeEvents() == ["canEdit 0:1"])
  }

  @Test func `a row that the data source keeps is put back`() {
    feed.deletes = false
    swipe(1)
    _ = feed.takeEvents()
    list.display.performSwipeAction(0)
    #expect(feed.takeEvents() == ["commit delete 0:1", "end 0:1"])
  }

  @Test func `no actions at all reveal nothing`() {
    feed.trailing = ListSwipeActions(actions: [])
    #expect(!swipe(1))
    #expect(feed.takeEvents() == ["canEdit 0:1", "trailing 0:1"])
    #expect(!list.isEditing)
  }

  @Test func `the older form gets the path at which the row stands now`() throws {
    feed.rowActions = [
      ListRowAction(style: .normal, title: "Flag") { [unowned feed] action, path in
        feed.note("\(action.title ?? "") \(path)")
      },
      ListRowAction(style: .default, title: "Bin") { _, _ in },
    ]
    #expect(swipe(1))
    #expect(list.display.swiped?.actions.map(\.style) == [.normal, .destructive])
    feed.words[0].insert("9", at: 0)
    try list.insertRows(at: [path(0)])
    #expect(list.indexPathForSwipedRow == path(2))
    _ = feed.takeEvents()
    list.display.performSwipeAction(0)
    #expect(feed.takeEvents().filter { !$0.hasPrefix("level") } == ["Flag 0:2", "end 0:2"])
  }

  @Test func `swiping all the way performs the first action where that is allowed`() {
    feed.trailing = ListSwipeActions(actions: [action("Flag"), action("Bin")])
    #expect(swipe(1, isFull: true))
    #expect(feed.takeEvents().suffix(3) == ["begin 0:1", "perform Flag on 1", "end 0:1"])
    feed.trailing?.performsFirstActionWithFullSwipe = false
    #expect(swipe(1, isFull: true))
    #expect(feed.takeEvents().last == "begin 0:1")
    #expect(list.indexPathForSwipedRow == path(1))
  }

  @Test func `one row is swiped at a time`() {
    swipe(0)
    _ = feed.takeEvents()
    swipe(2)
    #expect(feed.takeEvents().first == "end 0:0")
    #expect(list.indexPathForSwipedRow == path(2))
    #expect(list.visibleCells.map(\.isEditing) == [false, false, true, false])
  }

  @Test func `in editing mode rows are not swiped and what is swiped is put back`() {
    swipe(0)
    _ = feed.takeEvents()
    list.setEditing(true)
    #expect(feed.takeEvents().first == "end 0:0")
    #expect(!swipe(0))
  }

  @Test func `a touch beside the puts it back and does nothing else`() {
    swipe(0)
    _ = feed.takeEvents()
    #expect(!list.display.select(at: feed.middle(path(2))))
    #expect(feed.takeEvents() == ["end 0:0"])
    #expect(list.display.select(at: feed.middle(path(2))))
  }

  @Test func `scrolling reloading and deleting put it back`() throws {
    list.viewportSize = ListSize(width: 40, height: 8)
    swipe(0)
    _ = feed.takeEvents()
    list.display.scroll(by: 1)
    #expect(feed.takeEvents().first == "end 0:0")
    swipe(1)
    _ = feed.takeEvents()
    list.reloadData()
    #expect(feed.takeEvents() == ["end gone"])
    #expect(!list.isEditing)
    swipe(1)
    _ = feed.takeEvents()
    try list.reloadRows(at: [path(1)])
    #expect(feed.takeEvents() == ["end gone"])
    swipe(1)
    _ = feed.takeEvents()
    try list.reloadSections([0])
    #expect(feed.takeEvents() == ["end gone"])
    swipe(1)
    _ = feed.takeEvents()
    feed.words[0].remove(at: 0)
    try list.deleteRows(at: [path(0)])
    #expect(list.indexPathForSwipedRow == path(0))
    feed.words[0].remove(at: 0)
    try list.deleteRows(at: [path(0)])
    #expect(feed.takeEvents().contains("end gone"))
    #expect(list.indexPathForSwipedRow == nil)
  }

  @Test func `the swiped row is followed whatever comes goes or moves`() throws {
    let words = ["0", "1", "2", "3"]
    var changes: [(String, (inout [String]) -> Void, (ListView) throws(ListUpdateError) -> Void)] = []
    for row in 0..<4 {
      changes.append(
        (
          "insert \(row)", { $0.insert("9", at: row) },
          { (list) throws(ListUpdateError) in try list.insertRows(at: [path(row)]) }
        ))
      changes.append(
        (
          "delete \(row)", { $0.remove(at: row) },
          { (list) throws(ListUpdateError) in try list.deleteRows(at: [path(row)]) }
        ))
      for target in 0..<4 {
        changes.append(
          (
            "move \(row) to \(target)", { $0.insert($0.remove(at: row), at: target) },
            { (list) throws(ListUpdateError) in try list.moveRow(at: path(row), to: path(target)) }
          ))
      }
    }
    for swiped in words.indices {
      for (label, change, tell) in changes {
        feed.words = [words]
        list.reloadData()
        swipe(swiped)
        _ = feed.takeEvents()
        change(&feed.words[0])
        try tell(list)
        let place = feed.words[0].firstIndex(of: words[swiped]).map { path($0) }
        #expect(list.indexPathForSwipedRow == place, "\(swiped), \(label)")
        #expect(feed.events.contains("end gone") == (place == nil), "\(swiped), \(label)")
        #expect(list.visibleCells.map(\.isEditing) == feed.words[0].map { $0 == words[swiped] }, "\(swiped), \(label)")
      }
    }
  }

  @Test func `who says late that it is done puts no other row back`() {
    var done: ((Bool) -> Void)?
    feed.trailing = ListSwipeActions(actions: [
      ListContextualAction(style: .normal, title: nil) { _, _, completion in done = completion }
    ])
    swipe(0)
    list.display.performSwipeAction(0)
    #expect(list.indexPathForSwipedRow == path(0))
    swipe(1)
    done?(true)
    #expect(list.indexPathForSwipedRow == path(1))
    list.display.performSwipeAction(0)
    done?(false)
    #expect(list.indexPathForSwipedRow == nil)
    done = nil
    feed.trailing = nil
  }

  @Test func `a list without delegate deletes by swipe`() {
    list.delegate = nil
    #expect(swipe(1))
    #expect(list.display.swiped?.actions.map(\.title) == ["Delete"])
    list.display.performSwipeAction(0)
    #expect(feed.words[0] == ["0", "2"])
    let silent = SilentFeed(1)
    #expect(silent.list.display.swipe(at: ListPoint(x: 1, y: 1), towards: .leading))
    #expect(!silent.list.display.swipe(at: ListPoint(x: 1, y: 1), towards: .trailing))
    #expect(!silent.list.display.swipe(at: ListPoint(x: 1, y: 90), towards: .leading))
  }

  @Test func `a callback that reloads ends the swipe`() {
    for name in ["canEdit", "trailing", "actions", "style", "title", "begin"] {
      feed.onEvent = { [unowned feed] event in
        guard event == name else { return }
        feed.onEvent = nil
        feed.words = []
        feed.list.reloadData()
      }
      #expect(!swipe(1), "\(name)")
      #expect(list.indexPathForSwipedRow == nil, "\(name)")
      // Each beginning that was told has its end.
      let events = feed.takeEvents()
      #expect(
        events.count { $0.hasPrefix("begin") } == events.count { $0.hasPrefix("end") }, "\(name): \(events)")
      feed.words = [["0", "1", "2"], ["3"]]
      list.reloadData()
      list.layoutIfNeeded()
    }
  }

  @Test func `a callback that reloads when a row is put back ends the next swipe`() {
    swipe(0)
    feed.onEvent = { [unowned feed] event in
      guard event == "end" else { return }
      feed.words = [[]]
      feed.list.reloadData()
    }
    #expect(!swipe(2))
    #expect(list.indexPathForSwipedRow == nil)
  }
}
