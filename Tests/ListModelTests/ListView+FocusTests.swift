@testable import ListModel
import Testing

/// A delegate of the focus and of what is done to rows that answers as it is told, and notes what it is asked and told.
final class FocusDelegate: ListDelegate {
  private(set) var events: [String] = []
  var focuses: (ListPath) -> Bool = { _ in true }
  var prefers: ListPath?
  var updates: (ListFocusUpdateContext) -> Bool = { _ in true }
  var follows: (ListPath) -> Bool = { _ in true }
  var selects: (ListPath) -> ListPath? = { $0 }
  var deselects: (ListPath) -> ListPath? = { $0 }
  var acts: (ListPath) -> Bool = { _ in true }
  var begins: (ListPath) -> Bool = { _ in true }
  /// Called with the coordinator of each movement of the focus.
  var coordinate: ((ListFocusAnimationCoordinator) -> Void)?
  /// Called within each callback, with what it notes.
  var onEvent: ((ListView, String) -> Void)?

  func takeEvents() -> [String] {
    defer { events = [] }
    return events
  }

  private func note(_ list: ListView, _ event: String) {
    events.append(event)
    onEvent?(list, event)
  }

  func list(_ list: ListView, canFocusRowAt path: ListPath) -> Bool {
    note(list, "canFocus \(path)")
    return focuses(path)
  }

  func indexPathForPreferredFocusedView(in list: ListView) -> ListPath? {
    note(list, "preferred")
    return prefers
  }

  func list(_ list: ListView, shouldUpdateFocusIn context: ListFocusUpdateContext) -> Bool {
    note(list, "should \(words(context))")
    return updates(context)
  }

  func list(
    _ list: ListView, didUpdateFocusIn context: ListFocusUpdateContext,
    with coordinator: ListFocusAnimationCoordinator
  ) {
    coordinate?(coordinator)
    let focused = list.visibleCells.filter(\.isFocused).compactMap { list.indexPath(for: $0) }
    note(list, "did \(words(context)) \(focused)")
  }

  func list(_ list: ListView, selectionFollowsFocusForRowAt path: ListPath) -> Bool {
    note(list, "follows \(path)")
    return follows(path)
  }

  func list(_ list: ListView, willSelectRowAt path: ListPath) -> ListPath? {
    note(list, "willSelect \(path)")
    return selects(path)
  }

  func list(_ list: ListView, willDeselectRowAt path: ListPath) -> ListPath? {
    note(list, "willDeselect \(path)")
    return deselects(path)
  }

  func list(_ list: ListView, didSelectRowAt path: ListPath) { note(list, "didSelect \(path)") }

  func list(_ list: ListView, didDeselectRowAt path: ListPath) { note(list, "didDeselect \(path)") }

  func list(_ list: ListView, canPerformPrimaryActionForRowAt path: ListPath) -> Bool {
    note(list, "canPerform \(path)")
    return acts(path)
  }

  func list(_ list: ListView, performPrimaryActionForRowAt path: ListPath) { note(list, "perform \(path)") }

  func list(_ list: ListView, shouldBeginMultipleSelectionInteractionAt path: ListPath) -> Bool {
    note(list, "shouldBegin \(path)")
    return begins(path)
  }

  func list(_ list: ListView, didBeginMultipleSelectionInteractionAt path: ListPath) {
    note(list, "didBegin \(path)")
  }

  func listDidEndMultipleSelectionInteraction(_ list: ListView) { note(list, "didEnd") }

  private func words(_ context: ListFocusUpdateContext) -> String {
    let rows = [context.previouslyFocusedIndexPath, context.nextFocusedIndexPath].map { $0?.description ?? "-" }
    return "\(rows[0])>\(rows[1]) \(context.focusHeading)"
  }
}

/// A delegate that answers nothing.
final class SilentDelegate: ListDelegate {}

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

  @Test func theDelegateIsAskedAndToldInOrder() {
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

  @Test func inAGridTheFocusGoesToWhatStandsThere() {
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

  @Test func theFocusGoesFromRowToRowAndBringsThemIntoView() {
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

  @Test func rowsWithoutHeightAndThoseThatTheDelegateKeepsFromItArePassedOver() {
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

  @Test func aSearchForARowThatCanHaveTheFocusEnds() {
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

  @Test func nothingStandsBesideARow() {
    display.focusPreferred()
    for heading in [ListFocusHeading.left, .right, .none] {
      #expect(!display.moveFocus(heading))
      #expect(list.indexPathForFocusedRow == path(0))
    }
  }

  @Test func aPointBesideAllRowsAndTheFocusedRowItselfChangeNothing() {
    display.focus(at: ListPoint(x: 1, y: 5))
    _ = delegate.takeEvents()
    #expect(!display.focus(at: ListPoint(x: 1, y: -1)))
    #expect(!display.focus(at: ListPoint(x: .nan, y: 1)))
    #expect(delegate.takeEvents() == [])
    #expect(!display.focus(at: ListPoint(x: 1, y: 5)))
    #expect(delegate.takeEvents() == ["canFocus 0:1"])
    #expect(list.indexPathForFocusedRow == path(1))
  }

  @Test func arefusedUpdateLeavesTheFocusAndWhatIsInViewAlone() {
    display.focusPreferred()
    delegate.updates = { _ in false }
    #expect(!display.focus(at: ListPoint(x: 1, y: 25)))
    #expect(!display.moveFocus(.down))
    #expect(!display.endFocus())
    #expect(list.indexPathForFocusedRow == path(0))
    #expect(list.contentOffset == 0)
  }

  @Test func withoutAnAnswerRowsThatCanBeSelectedCanHaveTheFocus() {
    let silent = SilentDelegate()
    for answering in [nil, silent] as [SilentDelegate?] {
      list.delegate = answering
      list.reloadData()
      list.allowsSelection = true
      #expect(display.focusPreferred())
      #expect(list.indexPathForFocusedRow == path(0))
      list.allowsSelection = false
      #expect(!display.moveFocus(.down))
      #expect(list.indexPathForFocusedRow == path(0))
    }
  }

  @Test func focusThatComesToTheListGoesToThePreferredRow() {
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

  @Test func theRowThatHadTheFocusLastIsRememberedWhereItIsToBe() {
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

  @Test func aProgramHasTheFocusAskedForAnew() {
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

  @Test func theFocusFollowsItsRowAndIsLostWithIt() throws {
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

  @Test func reloadingTakesTheFocus() throws {
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

  @Test func cellsThatComeIntoViewShowWhetherTheirRowHasTheFocus() {
    display.focusPreferred()
    list.contentOffset = 18
    #expect(focusedTags() == [])
    #expect(list.indexPathForFocusedRow == path(0))
    list.contentOffset = 0
    #expect(focusedTags() == [0])
    #expect(feed.faults == [])
  }

  @Test func rowsThatAreMeasuredToBePassedOverLeaveWhatIsInViewWhereItIs() {
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

  @Test func theSelectionFollowsTheFocusWhereItIsTo() {
    display.focusPreferred()
    #expect(!delegate.takeEvents().contains("follows 0:0"))
    list.selectionFollowsFocus = true
    display.moveFocus(.down)
    #expect(
      delegate.takeEvents() == [
        "canFocus 0:1", "should 0:0>0:1 down", "did 0:0>0:1 down [0:1]", "follows 0:1", "willSelect 0:1",
        "didSelect 0:1",
      ])
    delegate.follows = { _ in false }
    display.moveFocus(.down)
    #expect(list.indexPathForFocusedRow == path(2))
    #expect(list.indexPathsForSelectedRows == [path(1)])
    // A row that is selected stays so, also where a touch would deselect it.
    delegate.follows = { _ in true }
    list.allowsMultipleSelection = true
    display.moveFocus(.up)
    #expect(list.indexPathsForSelectedRows == [path(1)])
    list.delegate = SilentDelegate()
    display.moveFocus(.up)
    #expect(list.indexPathsForSelectedRows == [path(1), path(0)])
  }

  @Test func theFocusedRowIsTouchedByAKey() {
    #expect(!display.selectFocused())
    display.focus(at: ListPoint(x: 1, y: 5))
    _ = delegate.takeEvents()
    #expect(display.selectFocused())
    #expect(delegate.takeEvents() == ["willSelect 0:1", "didSelect 0:1", "canPerform 0:1", "perform 0:1"])
  }

  @Test func whatGoesAlongWithAMovementRunsWhenTheDelegateHasBeenTold() {
    var ran: [String] = []
    var kept: ListFocusAnimationCoordinator?
    list.selectionFollowsFocus = true
    delegate.onEvent = { _, event in ran.append(event) }
    delegate.coordinate = { coordinator in
      kept = coordinator
      coordinator.addCoordinatedAnimations({ ran.append("first") }, completion: { ran.append("end of the first") })
      coordinator.addCoordinatedAnimations(nil)
      coordinator.addCoordinatedAnimations {
        ran.append("second")
        coordinator.addCoordinatedAnimations({ ran.append("third") }, completion: { ran.append("end of the third") })
      }
    }
    display.focusPreferred()
    #expect(
      ran == [
        "preferred", "canFocus 0:0", "should ->0:0 none", "did ->0:0 none [0:0]", "first", "second", "third",
        "end of the third", "end of the first", "follows 0:0", "willSelect 0:0", "didSelect 0:0",
      ])
    kept?.addCoordinatedAnimations { ran.append("late") }
    #expect(ran.last == "late")
  }

  @Test func aCallbackThatReloadsEndsTheMovement() {
    for name in ["canFocus", "should", "did", "follows", "preferred"] {
      list.selectionFollowsFocus = true
      display.focusPreferred()
      display.endFocus()
      _ = delegate.takeEvents()
      delegate.onEvent = { list, event in
        guard event.hasPrefix(name) else { return }
        feed.sections = []
        list.reloadData()
      }
      display.focusPreferred()
      #expect(delegate.events.last?.hasPrefix(name) == true, "\(name): \(delegate.events)")
      #expect(list.indexPathForFocusedRow == nil, "\(name)")
      #expect(list.indexPathsForSelectedRows == [])
      delegate.onEvent = nil
      feed.sections = TestFeed(heights: [[4, 4, 4]]).sections
      list.reloadData()
    }
  }

  @Test func aCallbackThatMovesTheFocusDoesNothing() {
    var answers: [Bool] = []
    delegate.onEvent = { list, _ in
      answers += [list.display.moveFocus(.down), list.display.focusPreferred(), list.display.endFocus()]
      list.setNeedsFocusUpdate()
      list.updateFocusIfNeeded()
    }
    #expect(display.focusPreferred())
    #expect(answers.count == 12)
    #expect(!answers.contains(true))
    #expect(list.indexPathForFocusedRow == path(0))
  }

  @Test func anEmptyListHasNoFocus() {
    feed.sections = []
    list.reloadData()
    #expect(!display.focusPreferred())
    #expect(!display.moveFocus(.down))
    #expect(!display.endFocus())
    #expect(list.indexPathForFocusedRow == nil)
  }

  @Test func everyMethodIsAMessage() throws {
    try MessageWatch().expect(
      [
        ("indexPathForFocusedRow", { list in _ = list.indexPathForFocusedRow }),
        ("setNeedsFocusUpdate()", { list in list.setNeedsFocusUpdate() }),
        ("updateFocusIfNeeded()", { list in list.updateFocusIfNeeded() }),
      ], toSend: ListView.focusMessages)
  }
}
