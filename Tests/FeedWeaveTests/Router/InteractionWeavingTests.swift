import FeedWeave
import Interception
import ListModel
import Placement
import Testing
import WeavingSupport

/// Menus and drags of a row are its owner's and nobody else's, each side in its own coordinates.
struct InteractionWeavingTests {
  /// Content `free0, free1, free2` with an insertion in rows 1 and 4, of which the last is the list's end.
  let desk = ActionDesk([["free0", "free1", "free2"], ["free0"]])
  let ads = AdActions([feed(0, 1), feed(0, 4)])
  let list: DeskList

  init() {
    list = makeList(desk)
    list.weave(ads)
    list.layoutIfNeeded()
    _ = desk.takeLog()
    _ = ads.takeLog()
  }

  /// The middle of a row of the feed.
  func at(_ row: Int) -> ListPoint {
    let rect = list.weaver.rawList.rectForRow(at: feed(0, row))
    return ListPoint(x: 0, y: rect.minY + rect.size.height / 2)
  }

  @Test func `a context menu is its owners from beginning to end`() throws {
    let menu = try #require(list.display.openContextMenu(at: at(1)))
    #expect(menu.preview?() == nil)
    #expect(list.contextMenuInteraction == nil)
    list.dismissContextMenu()
    #expect(list.weaver.rawList.perform { $0.contextMenuInteraction?.paths } == [path(0, 1)])
    #expect(list.display.chooseMenuAction(0))
    #expect(
      ads.takeLog() == [
        "menu [feed 0:1] of 5", "highlights of 5", "displays of 5", "preview of 5", "dismisses of 5", "ends of 5",
        "hides of 5",
      ])
    list.display.openContextMenu(at: at(1))
    list.display.commitMenuPreview()
    #expect(ads.takeLog().suffix(4) == ["commits of 5", "dismisses of 5", "ends of 5", "committed of 5"])
    #expect(desk.takeLog() == [])
    list.display.openContextMenu(at: at(2))
    #expect(list.contextMenuInteraction?.paths == [path(0, 1)])
    _ = list.display.contextMenu?.preview?()
    list.display.chooseMenuAction(1)
    list.dismissContextMenu()
    #expect(
      desk.takeLog() == [
        "menu [0:1] of 3", "highlights free1 of 3", "displays free1 of 3", "displayed of 3", "preview of 3",
        "chosen of 3", "dismisses free1 of 3", "ends free1 of 3",
      ])
    #expect(ads.takeLog() == [])
  }

  @Test func `a menu of several rows is divided by owner`() {
    list.allowsMultipleSelection = true
    for row in 0..<5 { list.weaver.rawList.selectRow(at: feed(0, row)) }
    list.display.openContextMenu(at: at(4))
    #expect(ads.takeLog().first == "menu [feed 0:4, feed 0:1] of 5")
    #expect(desk.takeLog() == [])
    list.display.openContextMenu(at: at(2))
    #expect(desk.takeLog().first == "menu [0:1, 0:0, 0:2] of 3")
    #expect(list.contextMenuInteraction?.paths == [path(0, 1), path(0, 0), path(0, 2)])
  }

  @Test func `beside all rows the content side is asked`() {
    #expect(list.display.openContextMenu(at: ListPoint(x: 0, y: 500)) == nil)
    #expect(desk.takeLog() == ["menu [] of 3"])
    #expect(ads.takeLog() == [])
  }

  @Test func `an open menu stays its owners across updates and the weavers removal`() throws {
    list.display.openContextMenu(at: at(4))
    _ = ads.takeLog()
    desk.articles[0].insert("free9", at: 0)
    try list.insertRows(at: [path(0, 0)])
    #expect(ads.takeLog().filter { $0.hasPrefix("ends") } == [])
    _ = desk.takeLog()
    list.weaver.remove()
    #expect(ads.takeLog().filter { $0.hasPrefix("ends") }.count == 1)
    #expect(desk.takeLog().filter { $0.hasPrefix("ends") } == [])
    #expect(list.contextMenuInteraction == nil)
    #expect(list.dragDelegate === desk && list.dropDelegate === desk)
  }

  @Test func `editing menus spring loading and scenes are their owners`() {
    #expect(list.display.openEditingMenu(at: at(1)) == ["copy(_:)"])
    #expect(list.display.performEditingAction("copy(_:)"))
    #expect(!list.display.springLoad(at: at(1)))
    #expect(list.display.sceneActivation(at: at(1))?.activityType == "ad")
    #expect(
      ads.takeLog() == [
        "shows feed 0:1 of 5", "can cut(_:) feed 0:1 of 5", "can copy(_:) feed 0:1 of 5",
        "can paste(_:) feed 0:1 of 5", "performs copy(_:) feed 0:1 of 5", "springs feed 0:1 of 5",
        "scene feed 0:1 of 5",
      ])
    #expect(desk.takeLog() == [])
    list.display.openEditingMenu(at: at(2))
    list.display.springLoad(at: at(2))
    #expect(desk.takeLog().first == "shows 0:1 of 3")
    #expect(list.indexPathsForSelectedRows == [path(0, 1)])
    #expect(ads.takeLog() == [])
  }

  @Test func `an owner that says nothing gets the list's fallback`() {
    list.weaver.delegate = nil
    #expect(list.display.openContextMenu(at: at(1)) == nil)
    #expect(list.display.openEditingMenu(at: at(1)) == [])
    #expect(list.display.sceneActivation(at: at(1)) == nil)
    #expect(list.display.lift(at: at(1)) == nil)
    #expect(list.display.springLoad(at: at(1)))
    #expect(desk.takeLog() == [])
    list.delegate = nil
    list.dragDelegate = nil
    #expect(list.display.openContextMenu(at: at(0)) == nil)
    #expect(list.display.springLoad(at: at(0)))
    #expect(list.display.lift(at: at(0)) == nil)
  }

  @Test func `advice may answer for a row's owner`() throws {
    let menus = try list.weaver.hook(ListWeaver.contextMenuForRows, .instead) { call in
      guard call.arguments.rows.first?.owner.isInsertion == true else { return call.proceed() }
      return nil
    }
    let drops = try list.weaver.hook(ListWeaver.performDrop, .instead) { call in
      call.arguments.drop(call.arguments.items[0].dragItem, toRowAt: path(0, 1))
    }
    #expect(list.display.openContextMenu(at: at(1)) == nil)
    #expect(list.display.openContextMenu(at: at(0)) != nil)
    #expect(list.contextMenuInteraction?.paths == [path(0, 0)])
    let session = try #require(list.display.lift(at: at(0)))
    list.display.drag(session, over: at(2))
    _ = ads.takeLog()
    // Advice speaks to the list as it is shown.
    #expect(list.display.drop()?.map { ($0.target?.view as? TextCell)?.text } == ["AD"])
    #expect(ads.takeLog() == ["drop preview feed 0:1 of 5"])
    #expect(desk.takeLog().filter { $0.hasPrefix("drop") } == ["drop ends of 3"])
    #expect(menus.remove() && drops.remove())
  }

  @Test func `a callback of the content may remove the weaver`() {
    for word in ["menu", "highlights", "displays", "items", "drag begins", "handles", "over", "dropped", "scrolls"] {
      let desk = ActionDesk([["free0", "free1", "free2"]])
      let list = makeList(desk, height: 3)
      list.weave(ads)
      list.layoutIfNeeded()
      desk.whenTold = { said, list in
        guard said.hasPrefix(word), list.actualClass !== list.statedClass else { return }
        list.weaver.remove()
      }
      list.contentOffset = 2
      list.display.openContextMenu(at: middle(list, path(0, 1)))
      list.display.dismissContextMenu()
      if let session = list.display.lift(at: middle(list, path(0, 1))) {
        list.display.drag(session, over: middle(list, path(0, 2)))
        list.display.drop()
      }
      #expect(list.actualClass === list.statedClass, "\(word)")
      #expect(list.numberOfRows(inSection: 0) == 3, "\(word)")
      list.display.cancelDrag()
      #expect(!list.hasActiveDrag, "\(word)")
    }
  }
}
