import FeedWeave
import Interception
import ListModel
import Placement
import Testing
import WeavingSupport

/// Editing and dragging a row is the business of its owner, in the owner's coordinates, and of nobody else.
struct EditingRoutingTests {
  private let desk = EditDesk([["a", "b", "c"]])
  private let ads = EditAds([feed(0, 1), feed(0, 3)])
  private let list: DeskList

  // The feed is a AD0 b AD1 c.
  init() {
    list = makeList(desk)
    list.rowHeight = 1
    list.weave(ads)
    list.layoutIfNeeded()
    forget()
  }

  private func forget() {
    _ = desk.takeLog()
    _ = ads.takeLog()
  }

  /// The middle of a row of the feed.
  private func at(_ row: Int) -> ListPoint { ListPoint(x: 1, y: Double(row) + 0.5) }

  private func drag(_ row: Int, to target: Int) -> Bool {
    guard list.display.beginMovement(at: at(row)) else { return false }
    list.display.updateMovement(to: at(target))
    list.display.endMovement()
    return true
  }

  @Test func `editing mode reaches the cells of both sides`() {
    list.setEditing(true)
    #expect(
      desk.takeLog() == (0..<3).flatMap { ["canEdit 0:\($0)", "style 0:\($0)", "indent 0:\($0)", "canMove 0:\($0)"] })
    #expect(
      ads.takeLog()
        == [1, 3].flatMap { row in ["canEdit", "style", "indent", "canMove"].map { "\($0) feed 0:\(row)" } })
    let cells = list.weaver.visibleCells(.all)
    #expect(cells.map(\.isEditing) == [true, true, true, true, true])
    #expect(cells.map(\.shouldIndentWhileEditing) == [true, false, false, false, true])
    #expect(cells.map(\.indentationLevel) == [0, 7, 1, 7, 2])
    list.setEditing(false)
    #expect(cells.map(\.isEditing) == [false, false, false, false, false])
    #expect(desk.takeLog() + ads.takeLog() == [])
  }

  @Test func `of insertions of which nothing is said none is edited or moved`() {
    let silent = AdDesk([feed(0, 1)])
    list.weave(silent)
    list.reloadData()
    list.setEditing(true)
    #expect(list.weaver.visibleCells(.all).map(\.isEditing) == [true, false, true, true])
    #expect(list.weaver.visibleCells(.all).map(\.showsReorderControl) == [true, false, true, true])
    list.setEditing(false)
    #expect(!list.display.swipe(at: at(1), towards: .leading))
    #expect(!list.display.beginMovement(at: at(1)))
    list.weaver.dataSource = nil
    list.weaver.delegate = nil
    #expect(!list.display.swipe(at: at(1), towards: .leading))
    #expect(list.display.tapAccessory(at: at(1)))
  }

  @Test func `an owner that is not there gets the list's fallback`() {
    list.delegate = nil
    list.layoutIfNeeded()
    #expect(list.display.swipe(at: at(0), towards: .leading))
    #expect(list.display.swiped?.actions.map(\.title) == ["Delete"])
    #expect(list.display.beginMovement(at: at(0)))
    list.display.updateMovement(to: at(3))
    #expect(list.interactiveMovement == ListMovement(from: path(0, 0), to: path(0, 1)))
  }

  @Test func `a swiped insertion is its own sides affair`() {
    #expect(list.display.swipe(at: at(3), towards: .leading))
    #expect(
      ads.takeLog()
        == ["canEdit", "trailing", "actions", "style", "title", "begin"].map { "\($0) feed 0:3" })
    #expect(list.indexPathForSwipedRow == nil)
    #expect(list.weaver.rawList.perform { $0.indexPathForSwipedRow } == path(0, 3))
    #expect(list.display.swiped?.actions.map(\.title) == ["Hide"])
    list.display.performSwipeAction(0)
    #expect(ads.takeLog() == ["commit delete feed 0:3", "end gone"])
    #expect(desk.takeLog() == [])
    #expect(texts(list) == ["a", "AD0", "b", "c"])
    #expect(list.display.swipe(at: at(1), towards: .leading))
    list.display.scroll(by: 1)
    list.display.select(at: at(1))
    #expect(ads.takeLog().last == "end feed 0:1")
    #expect(!list.display.swipe(at: at(1), towards: .trailing))
    #expect(list.display.tapAccessory(at: at(1)))
    #expect(ads.takeLog().suffix(3) == ["canEdit feed 0:1", "leading feed 0:1", "accessory feed 0:1"])
    #expect(!desk.takeLog().contains { $0.hasPrefix("end") || $0.hasPrefix("commit") || $0.hasPrefix("accessory") })
  }

  @Test func `a swiped content row is told in its own coordinates`() {
    #expect(list.display.swipe(at: at(2), towards: .leading))
    #expect(list.indexPathForSwipedRow == path(0, 1))
    list.display.performSwipeAction(0)
    #expect(
      desk.takeLog().filter { !$0.hasPrefix("did end") } == [
        "canEdit 0:1", "trailing 0:1", "actions 0:1", "style 0:1", "title 0:1", "begin 0:1", "commit delete 0:1",
        "end gone",
      ])
    #expect(ads.takeLog() == [])
    #expect(texts(list) == ["a", "AD0", "c", "AD1"])
  }

  @Test func `handlers run in the coordinates of their owner`() {
    var seen: [String] = []
    let action = ListContextualAction(style: .normal, title: "Why") { [unowned list] _, cell, done in
      seen.append("\(list.numberOfRows(inSection: 0)) \(cell.flatMap { list.indexPath(for: $0) } ?? path(9, 9))")
      done(true)
    }
    ads.leading = ListSwipeActions(actions: [action])
    ads.rowActions = [
      ListRowAction(style: .normal, title: "Old") { [unowned list] _, path in
        seen.append("\(list.numberOfRows(inSection: 0)) \(path)")
      }
    ]
    list.display.swipe(at: at(3), towards: .trailing)
    list.display.performSwipeAction(0)
    list.display.swipe(at: at(3), towards: .leading, isFull: true)
    #expect(seen == ["5 0:3", "5 0:3"])
    #expect(list.numberOfRows(inSection: 0) == 3)
    desk.words = [["a", "lead", "old"]]
    list.reloadData()
    list.layoutIfNeeded()
    _ = desk.takeLog()
    list.display.swipe(at: at(2), towards: .trailing, isFull: true)
    list.display.swipe(at: at(4), towards: .leading, isFull: true)
    #expect(desk.takeLog().contains("perform Lead 0:1"))
    #expect(!list.isEditing)
  }

  @Test func `the older form knows the content row where it stands now`() throws {
    desk.words = [["a", "old", "c"]]
    list.reloadData()
    list.display.swipe(at: at(2), towards: .leading)
    desk.words[0].insert("new", at: 0)
    try list.insertRows(at: [path(0, 0)])
    #expect(list.indexPathForSwipedRow == path(0, 2))
    _ = desk.takeLog()
    list.display.performSwipeAction(0)
    #expect(desk.takeLog().filter { $0.hasPrefix("old") } == ["old 0:2 old of 4"])
  }

  @Test func `who heard of the beginning hears of the end whatever ends it`() {
    list.display.swipe(at: at(3), towards: .leading)
    forget()
    list.reloadData()
    #expect(ads.takeLog().contains("end gone"))
    #expect(!desk.takeLog().contains { $0.hasPrefix("end") })
    list.display.swipe(at: at(3), towards: .leading)
    forget()
    list.weaver.remove()
    #expect(ads.takeLog().contains("end gone"))
    list.layoutIfNeeded()
    #expect(!desk.takeLog().contains { $0.hasPrefix("end") })
    #expect(!list.isEditing)
  }

  @Test func `the insert control of an insertion is its own sides`() {
    ads.style = .insert
    list.setEditing(true)
    forget()
    #expect(list.display.tapEditingControl(at: at(1)))
    #expect(ads.takeLog() == ["commit insert feed 0:1"])
    #expect(desk.takeLog() == [])
  }

  @Test func `a dragged insertion is asked for where it was dropped`() {
    for policy in UpdatePolicy.allCases {
      list.weaver.policy = policy
      list.reloadData()
      list.layoutIfNeeded()
      forget()
      #expect(drag(1, to: 4))
      #expect(ads.takeLog() == ["canMove feed 0:1", "move feed 0:1 feed 0:4"])
      #expect(desk.takeLog() == [])
      #expect(texts(list) == ["a", "b", "AD1", "c", "AD0"])
      #expect(drag(4, to: 0))
      #expect(texts(list) == ["AD0", "a", "b", "AD1", "c"])
      #expect(list.interactiveMovement == nil)
      #expect(list.numberOfRows(inSection: 0) == 3)
    }
  }

  @Test func `the content side sees nothing of an insertion that is dragged`() {
    list.display.beginMovement(at: at(1))
    list.display.updateMovement(to: at(4))
    #expect(list.interactiveMovement == nil)
    #expect(list.weaver.rawList.perform { $0.interactiveMovement } == ListMovement(from: path(0, 1), to: path(0, 4)))
  }

  @Test func `an insertions side that asks for other places when it is told has the list reloaded`() {
    ads.whenMoved = { [unowned ads] weaver in
      ads.rows = [feed(0, 0)]
      weaver.removeAllInsertions()
    }
    #expect(drag(1, to: 4))
    #expect(texts(list) == ["AD0", "a", "b", "c"])
  }

  @Test func `editing can be hooked at the weaver`() throws {
    let weaver = list.weaver
    var seen: [String] = []
    try weaver.hook(ListWeaver.canEditRow, .instead) { call in !call.arguments.owner.isInsertion }
    try weaver.hook(ListWeaver.moveRow, .before) { call in
      seen.append("\(call.arguments.row) to \(call.arguments.target)")
    }
    #expect(!list.display.swipe(at: at(1), towards: .leading))
    #expect(drag(0, to: 3))
    #expect(seen == ["feed 0:0, content user 0:0 to feed 0:3"])
    #expect(desk.words == [["b", "a", "c"]])
  }

  @Test func `the content side drags by its own paths`() {
    #expect(!list.beginInteractiveMovementForItem(at: path(0, 3)))
    #expect(list.beginInteractiveMovementForItem(at: path(0, 2)))
    list.updateInteractiveMovementTargetPosition(middle(list, path(0, 0)))
    list.endInteractiveMovement()
    #expect(desk.takeLog().suffix(3) == ["canMove 0:2", "target 0:2 0:0", "move 0:2 0:0"])
    #expect(texts(list) == ["c", "AD0", "a", "AD1", "b"])
  }

  @Test func `callbacks may reload or unweave the list`() {
    for name in ["canEdit", "trailing", "actions", "style", "title", "begin", "end", "canMove", "target", "move"] {
      for unweaves in [false, true] {
        desk.words = [["a", "b", "c"]]
        list.weaver.dataSource = ads
        list.weaver.delegate = ads
        list.reloadData()
        list.layoutIfNeeded()
        desk.onEvent = { [unowned desk] list, event in
          guard event == name else { return }
          desk.onEvent = nil
          if unweaves { list.weaver.remove() } else { list.reloadData() }
        }
        list.display.swipe(at: at(2), towards: .leading)
        list.display.select(at: at(0))
        list.display.beginMovement(at: at(0))
        list.display.updateMovement(to: at(4))
        list.display.endMovement()
        #expect(desk.onEvent == nil, "\(name) is not asked")
        desk.onEvent = nil
        #expect(!list.isEditing && list.interactiveMovement == nil, "\(name)")
        #expect(texts(list).filter { !$0.hasPrefix("AD") } == desk.words[0], "\(name)")
      }
    }
  }
}
