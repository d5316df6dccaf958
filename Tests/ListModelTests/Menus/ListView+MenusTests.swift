import Interception
import ListModel
import Testing

@Suite struct ListViewMenusTests {
  let feed = TestFeed(heights: [[4, 4, 4, 4, 4, 4], [4]], height: 12)
  let delegate = InteractionDelegate()
  var list: ListView { feed.list }

  init() {
    list.delegate = delegate
    list.rowHeight = 4
    list.layoutIfNeeded()
    delegate.events = []
  }

  @Test func `a context menu is asked for shown and ended in order`() throws {
    let menu = try #require(list.display.openContextMenu(at: point(inRow: 1)))
    #expect(menu.identifier == "menu")
    #expect(
      delegate.takeEvents() == [
        "menu 0:1 at 6.0", "highlight menu", "display menu", "display animated", "display completed",
      ])
    #expect(list.contextMenuInteraction?.paths == [path(1)])
    #expect(list.contextMenuInteraction?.location == point(inRow: 1))
    #expect(list.display.contextMenuPreview?.view === list.cellForRow(at: path(1)))
    #expect(list.display.contextMenuPreview?.frame == list.rectForRow(at: path(1)))
    list.display.dismissContextMenu()
    #expect(delegate.takeEvents() == ["dismiss menu", "end menu", "end animated", "end completed"])
    #expect(list.contextMenuInteraction == nil)
    list.display.dismissContextMenu()
    #expect(delegate.takeEvents() == [])
  }

  @Test func `the delegates preview is taken where it gives one`() {
    let view = ListCell(reuseIdentifier: nil)
    delegate.preview = ListTargetedPreview(view: view, frame: .zero)
    list.display.openContextMenu(at: point(inRow: 0))
    #expect(list.display.contextMenuPreview?.view === view)
    list.dismissContextMenu()
    #expect(list.display.contextMenuPreview?.view === view)
  }

  @Test func `where nobody gives a menu none opens`() {
    delegate.menu = nil
    #expect(list.display.openContextMenu(at: point(inRow: 1)) == nil)
    #expect(delegate.takeEvents() == ["menu 0:1 at 6.0"])
    list.delegate = nil
    #expect(list.display.openContextMenu(at: point(inRow: 1)) == nil)
    let silent = SilentInteractions()
    list.delegate = silent
    #expect(list.display.openContextMenu(at: point(inRow: 1)) == nil)
    #expect(list.display.openEditingMenu(at: point(inRow: 1)) == [])
    #expect(list.display.sceneActivation(at: point(inRow: 1)) == nil)
  }

  @Test func `beside all rows the row variant is not asked`() {
    #expect(list.display.openContextMenu(at: ListPoint(x: 1, y: 500)) == nil)
    #expect(delegate.takeEvents() == [])
  }

  @Test func `the items variant gets the pressed row and the other selected ones`() {
    final class Several: ListDelegate {
      var asked: [[ListPath]] = []
      func list(
        _ list: ListView, contextMenuConfigurationForItemsAt paths: [ListPath], point: ListPoint
      ) -> ListContextMenu? {
        asked.append(paths)
        return ListContextMenu()
      }
    }
    let several = Several()
    list.delegate = several
    list.allowsMultipleSelection = true
    for row in [0, 2] { list.selectRow(at: path(row)) }
    list.display.openContextMenu(at: point(inRow: 2))
    #expect(list.contextMenuInteraction?.paths == [path(2), path(0)])
    list.display.openContextMenu(at: point(inRow: 1))
    list.display.openContextMenu(at: ListPoint(x: 1, y: 900))
    #expect(several.asked == [[path(2), path(0)], [path(1)], []])
    #expect(list.contextMenuInteraction?.paths == [])
  }

  @Test func `another menu ends the one that is open`() {
    list.display.openContextMenu(at: point(inRow: 0))
    _ = delegate.takeEvents()
    delegate.menu?.identifier = "other"
    list.display.openContextMenu(at: point(inRow: 1))
    #expect(delegate.events.first == "end menu")
    #expect(delegate.events.filter { $0.hasPrefix("end ") }.count == 3)
    #expect(list.contextMenuInteraction?.menu.identifier == "other")
  }

  @Test func `an action runs when the menu has ended unless it keeps it`() {
    delegate.menu?.actions = [
      ListMenuAction(title: "copy") { [unowned delegate] in delegate.note("copy") },
      ListMenuAction(title: "keep", attributes: .keepsMenuPresented) { [unowned delegate] in delegate.note("keep") },
      ListMenuAction(title: "disabled", attributes: .disabled) { [unowned delegate] in delegate.note("never") },
      ListMenuAction(title: "hidden", attributes: [.hidden, .destructive]) { [unowned delegate] in
        delegate.note("never")
      },
    ]
    list.display.openContextMenu(at: point(inRow: 0))
    _ = delegate.takeEvents()
    for index in [-1, 2, 3, 4] { #expect(!list.display.chooseMenuAction(index)) }
    #expect(list.display.chooseMenuAction(1))
    #expect(delegate.takeEvents() == ["keep"])
    #expect(list.display.chooseMenuAction(0))
    #expect(delegate.takeEvents() == ["dismiss menu", "end menu", "end animated", "end completed", "copy"])
    #expect(!list.display.chooseMenuAction(0))
  }

  @Test func `the preview is chosen in its style`() {
    for style in [ListMenuAnimator.CommitStyle.dismiss, .pop] {
      delegate.style = style
      list.display.openContextMenu(at: point(inRow: 0))
      _ = delegate.takeEvents()
      #expect(list.display.commitMenuPreview())
      let dismissal = style == .dismiss ? ["dismiss menu"] : []
      #expect(
        delegate.takeEvents() == ["commit menu"] + dismissal + [
          "end menu", "end animated", "end completed", "commit animated", "commit completed",
        ])
      #expect(!list.display.commitMenuPreview())
    }
  }

  @Test func `an open menu follows its row and ends with it`() throws {
    list.display.openContextMenu(at: point(inRow: 2))
    try feed.change { () throws(ListUpdateError) in
      feed.sections[0].rows.insert(TestFeed.Row(tag: 90, height: 4), at: 0)
      try list.insertRows(at: [path(0)])
    }
    #expect(list.contextMenuInteraction?.paths == [path(3)])
    _ = delegate.takeEvents()
    try feed.change { () throws(ListUpdateError) in
      feed.sections[0].rows.remove(at: 3)
      try list.deleteRows(at: [path(3)])
    }
    #expect(delegate.takeEvents().filter { $0.hasPrefix("end") } == ["end menu", "end animated", "end completed"])
    #expect(list.contextMenuInteraction == nil)
    for change in ["reload a row", "reload a section", "reload"] {
      list.display.openContextMenu(at: point(inRow: 1))
      _ = delegate.takeEvents()
      switch change {
      case "reload a row": try list.reloadRows(at: [path(1)])
      case "reload a section": try list.reloadSections([0])
      default: list.reloadData()
      }
      #expect(delegate.takeEvents().filter { $0 == "end menu" }.count == 1, "\(change)")
      #expect(list.contextMenuInteraction == nil, "\(change)")
    }
  }

  @Test func `a callback that reloads ends the menu once`() {
    for word in ["menu", "highlight", "display", "dismiss", "end", "commit"] {
      delegate.onEvent = { [unowned list] event in
        if event.hasPrefix(word) { list.reloadData() }
      }
      list.display.openContextMenu(at: point(inRow: 1))
      if word == "commit" { list.display.commitMenuPreview() } else { list.display.dismissContextMenu() }
      #expect(delegate.events.filter { $0 == "end menu" }.count == (word == "menu" ? 0 : 1), "\(word)")
      #expect(list.contextMenuInteraction == nil, "\(word)")
      delegate.events = []
    }
  }

  @Test func `a menu that is opened while one is asked for ends for it`() {
    delegate.onEvent = { [unowned delegate, unowned list] event in
      guard event.hasPrefix("menu 0:1") else { return }
      delegate.menu?.identifier = "inner"
      list.display.openContextMenu(at: point(inRow: 0))
      delegate.menu?.identifier = "outer"
    }
    list.display.openContextMenu(at: point(inRow: 1))
    #expect(list.contextMenuInteraction?.menu.identifier == "outer")
    #expect(delegate.events.filter { $0.hasPrefix("display ") && !$0.hasSuffix("ed") }.count == 2)
    #expect(delegate.events.filter { $0 == "end inner" }.count == 1)
  }

  @Test func `an editing menu offers what can be performed`() {
    #expect(list.display.openEditingMenu(at: point(inRow: 1), sender: "me") == ["copy(_:)", "paste(_:)"])
    #expect(
      delegate.takeEvents() == [
        "shouldShowMenu 0:1", "canPerform cut(_:) 0:1 me", "canPerform copy(_:) 0:1 me", "canPerform paste(_:) 0:1 me",
      ])
    #expect(!list.display.performEditingAction("cut(_:)"))
    #expect(list.display.performEditingAction("copy(_:)"))
    #expect(!list.display.performEditingAction("copy(_:)"))
    #expect(delegate.takeEvents() == ["perform copy(_:) 0:1 nobody"])
    delegate.showsMenu = false
    #expect(list.display.openEditingMenu(at: point(inRow: 1)) == [])
    #expect(delegate.takeEvents() == ["shouldShowMenu 0:1"])
    delegate.showsMenu = true
    delegate.actions = []
    #expect(list.display.openEditingMenu(at: point(inRow: 1)) == [])
    #expect(list.display.openEditingMenu(at: ListPoint(x: 1, y: 500)) == [])
  }

  @Test func `an editing menu follows its row`() throws {
    list.display.openEditingMenu(at: point(inRow: 0))
    try feed.change { () throws(ListUpdateError) in
      feed.sections[0].rows.insert(TestFeed.Row(tag: 90, height: 4), at: 0)
      try list.insertRows(at: [path(0)])
    }
    _ = delegate.takeEvents()
    #expect(list.display.performEditingAction("copy(_:)"))
    #expect(delegate.events.last == "perform copy(_:) 0:1 nobody")
    list.display.openEditingMenu(at: point(inRow: 0))
    list.reloadData()
    #expect(!list.display.performEditingAction("copy(_:)"))
  }

  @Test func `a callback that reloads closes the editing menu`() {
    for word in ["shouldShowMenu", "canPerform"] {
      delegate.onEvent = { [unowned list] event in
        if event.hasPrefix(word) { list.reloadData() }
      }
      #expect(list.display.openEditingMenu(at: point(inRow: 1)) == [], "\(word)")
      #expect(!list.display.performEditingAction("copy(_:)"), "\(word)")
    }
  }

  @Test func `a spring loaded row opens as by a touch`() {
    #expect(!list.display.springLoad(at: point(inRow: 1)))
    #expect(delegate.takeEvents() == [])
    list.isSpringLoaded = true
    #expect(list.display.springLoad(at: point(inRow: 1)))
    #expect(delegate.takeEvents() == ["spring 0:1 true", "select 0:1"])
    delegate.springs = false
    #expect(!list.display.springLoad(at: point(inRow: 2)))
    #expect(delegate.takeEvents() == ["spring 0:2 true"])
    #expect(!list.display.springLoad(at: ListPoint(x: 1, y: 500)))
    list.delegate = nil
    #expect(list.display.springLoad(at: point(inRow: 2)))
    #expect(list.indexPathForSelectedRow == path(2))
  }

  @Test func `a scene is what the delegate says`() {
    #expect(list.display.sceneActivation(at: point(inRow: 1)) == nil)
    delegate.scene = ListSceneActivation(activityType: "open", userInfo: ["row": "1"])
    #expect(list.display.sceneActivation(at: point(inRow: 1)) == delegate.scene)
    #expect(list.display.sceneActivation(at: ListPoint(x: 1, y: 500)) == nil)
    #expect(delegate.takeEvents() == ["scene 0:1", "scene 0:1"])
  }
}
