@testable import ListModel
import Testing

@Suite struct ListViewEditingTests {
  let feed = EditableFeed([["0", "1", "2"], ["3"]])
  var list: ListView { feed.list }

  private func states() -> [String] {
    list.visibleCells.map {
      "\($0.isEditing) \($0.editingStyle) \($0.shouldIndentWhileEditing) \($0.showsReorderControl)"
    }
  }

  @Test func `every method is a message`() throws {
    let calls: [MessageWatch.Call] = [
      ("getter:isEditing", { list in _ = list.isEditing }), ("setter:isEditing", { list in list.isEditing = true }),
      ("setEditing(_:animated:)", { list in list.setEditing(true, animated: true) }),
      ("indexPathForSwipedRow", { list in _ = list.indexPathForSwipedRow }),
    ]
    try MessageWatch().expect(calls, toSend: ListView.editingMessages)
  }

  @Test func `editing mode is asked of each row in view and kept by its cell`() {
    feed.style = { $0.row == 1 ? .insert : .delete }
    feed.canMove = { $0.row == 2 }
    feed.canEdit = { $0.section == 0 }
    list.layoutIfNeeded()
    #expect(feed.takeEvents() == ["level 0:0", "level 0:1", "level 0:2", "level 1:0"])
    #expect(!list.isEditing)
    list.setEditing(true)
    #expect(
      feed.takeEvents() == [
        "canEdit 0:0", "style 0:0", "indent 0:0", "canMove 0:0", "canEdit 0:1", "style 0:1", "indent 0:1",
        "canMove 0:1", "canEdit 0:2", "style 0:2", "indent 0:2", "canMove 0:2", "canEdit 1:0", "canMove 1:0",
      ])
    #expect(list.isEditing)
    #expect(
      states() == [
        "true delete true false", "true insert true false", "true delete true true", "false none false false",
      ])
    list.setEditing(true)
    #expect(feed.takeEvents() == [])
    list.isEditing = false
    #expect(!list.isEditing)
    #expect(states() == Array(repeating: "false none false false", count: 4))
    #expect(feed.takeEvents() == [])
  }

  @Test func `cells that come into view while editing are set up`() {
    list.viewportSize = ListSize(width: 40, height: 4)
    list.setEditing(true)
    feed.level = 2
    list.contentOffset = 4
    #expect(states() == ["true delete true true"])
    #expect(list.visibleCells[0].indentationLevel == 2)
    feed.level = -3
    feed.indents = false
    list.contentOffset = 8
    #expect(states() == ["true delete false true"])
    #expect(list.visibleCells[0].indentationLevel == 0)
  }

  @Test func `a cell that is reused forgets that it was edited`() {
    let cell = ListCell(reuseIdentifier: "x")
    cell.take(RowEditing(isEditing: true, style: .insert, indents: true, canMove: true))
    cell.showsDeleteConfirmation = true
    var pool = ReusePool()
    pool.insert(cell)
    #expect(
      !cell.isEditing && cell.editingStyle == .none && !cell.shouldIndentWhileEditing && !cell.showsReorderControl
        && !cell.showsDeleteConfirmation)
  }

  @Test func `what nobody says is as in UI kit`() {
    let silent = SilentFeed(2)
    silent.list.setEditing(true)
    let cells = silent.list.visibleCells
    // Editable, to be deleted, indented, movable.
    #expect(cells.map(\.isEditing) == [true, true])
    #expect(cells.map(\.editingStyle) == [.delete, .delete])
    #expect(cells.map(\.shouldIndentWhileEditing) == [true, true])
    #expect(cells.map(\.showsReorderControl) == [true, true])
    #expect(cells.map(\.indentationLevel) == [0, 0])
    silent.list.delegate = nil
    silent.list.reloadData()
    #expect(silent.list.visibleCells.map(\.editingStyle) == [.delete, .delete])
  }

  @Test func `a data source that says that it moves no rows has none moved`() {
    final class Mover: ListDataSource {
      func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { 1 }
      func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell { ListCell(reuseIdentifier: nil) }
      func movesRows(in list: ListView) -> Bool { false }
    }
    let mover = Mover()
    let list = ListView(size: ListSize(width: 9, height: 9))
    list.dataSource = mover
    list.setEditing(true)
    #expect(list.visibleCells.map(\.showsReorderControl) == [false])
  }

  @Test func `editing mode has its own selection`() {
    list.selectRow(at: path(1))
    list.setEditing(true)
    #expect(list.indexPathForSelectedRow == nil)
    #expect(!list.display.select(at: feed.middle(path(0))))
    list.allowsSelectionDuringEditing = true
    #expect(list.display.select(at: feed.middle(path(0))))
    #expect(list.display.select(at: feed.middle(path(1))))
    #expect(list.indexPathsForSelectedRows == [path(1)])
    list.allowsSelectionDuringEditing = false
    list.allowsMultipleSelectionDuringEditing = true
    #expect(list.display.select(at: feed.middle(path(0))))
    list.selectRow(at: path(2))
    #expect(list.indexPathsForSelectedRows == [path(1), path(0), path(2)])
    list.setEditing(false)
    #expect(list.indexPathsForSelectedRows == [])
    #expect(list.display.select(at: feed.middle(path(0))))
    #expect(list.display.select(at: feed.middle(path(1))))
    #expect(list.indexPathsForSelectedRows == [path(1)])
  }

  @Test func `the insert control has the data source insert`() {
    feed.style = { $0.row == 1 ? .insert : .none }
    #expect(!list.display.tapEditingControl(at: feed.middle(path(1))))
    list.setEditing(true)
    list.layoutIfNeeded()
    _ = feed.takeEvents()
    #expect(list.display.tapEditingControl(at: feed.middle(path(1))))
    #expect(!list.display.tapEditingControl(at: feed.middle(path(0))))
    #expect(!list.display.tapEditingControl(at: ListPoint(x: 1, y: 99)))
    #expect(feed.takeEvents() == ["commit insert 0:1"])
  }

  @Test func `the delete control reveals what has to be confirmed without telling of a swipe`() throws {
    list.setEditing(true)
    list.layoutIfNeeded()
    _ = feed.takeEvents()
    #expect(list.display.tapEditingControl(at: feed.middle(path(1))))
    #expect(feed.takeEvents() == ["trailing 0:1", "actions 0:1", "style 0:1", "title 0:1"])
    #expect(list.display.swiped?.actions.map(\.title) == ["Delete"])
    #expect(list.cellForRow(at: path(1))?.showsDeleteConfirmation == true)
    #expect(!list.display.select(at: feed.middle(path(0))))
    #expect(list.cellForRow(at: path(1))?.showsDeleteConfirmation == false)
    #expect(list.cellForRow(at: path(1))?.isEditing == true)
    list.display.tapEditingControl(at: feed.middle(path(1)))
    _ = feed.takeEvents()
    #expect(list.display.performSwipeAction(0))
    #expect(feed.takeEvents() == ["commit delete 0:1"])
    #expect(feed.words == [["0", "2"], ["3"]])
    #expect(list.display.swiped == nil)
    #expect(list.isEditing)
  }

  @Test func `the accessory is the delegates alone`() {
    #expect(list.display.tapAccessory(at: feed.middle(path(2))))
    #expect(!list.display.tapAccessory(at: ListPoint(x: 1, y: 99)))
    #expect(feed.takeEvents().last == "accessory 0:2")
    let silent = SilentFeed(1)
    #expect(silent.list.display.tapAccessory(at: ListPoint(x: 1, y: 1)))
  }

  @Test func `a callback that reloads ends the pass`() {
    for name in ["canEdit", "style", "indent", "canMove", "level"] {
      list.setEditing(false)
      list.layoutIfNeeded()
      feed.onEvent = { [unowned feed] event in
        guard event == name else { return }
        feed.onEvent = nil
        feed.words = [["7"]]
        feed.list.reloadData()
      }
      list.setEditing(true)
      list.reloadData()
      #expect(list.visibleCells.count == 1, "\(name)")
      #expect(states() == ["true delete true true"], "\(name)")
      feed.onEvent = nil
      feed.words = [["0", "1", "2"], ["3"]]
      list.reloadData()
    }
  }

  @Test func `a callback that ends editing mode leaves no cell in it`() {
    list.layoutIfNeeded()
    feed.onEvent = { [unowned feed] event in if event == "canMove" { feed.list.setEditing(false) } }
    list.setEditing(true)
    #expect(!list.isEditing)
    #expect(states() == Array(repeating: "false none false false", count: 4))
  }
}
