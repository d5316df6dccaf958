import FeedWeave
import Interception
import ListModel
import Placement
import Synchronization
import Testing
import WeavingSupport

/// What is asked and told about the focus, and about acting on rows, goes to the owner of the row in its own coordinates.
struct FocusRoutingTests {
  private final class FocusClassList: ListView {}

  let desk = FocusDesk([["a", "b", "c"], ["d", "e"]])
  let ads = FocusAds([feed(0, 1), feed(0, 2)])
  let list: DeskList

  // The feed: a AD AD b c, d e; each section below a header of height one.
  init() {
    list = makeList(desk)
    list.weave(ads)
    list.layoutIfNeeded()
    _ = desk.takeLog()
    _ = ads.takeLog()
  }

  var rawFocus: FeedPath? { list.weaver.rawList.indexPathForFocusedRow }

  func row(_ row: Int) -> ListPoint { ListPoint(x: 0, y: Double(row) + 1.5) }

  /// What a side hears of the coordinator, which runs in its own space.
  func ran(_ rows: Int) -> [String] { ["animated \(rows)", "completed \(rows)"] }

  @Test func `each side hears of its own rows only`() {
    list.display.focus(at: row(0))
    #expect(desk.takeLog() == ["can focus 0:0", "should update ->0:0 none", "did update ->0:0 none, 0:0"] + ran(3))
    #expect(ads.takeLog() == [])
    list.display.moveFocus(.down)
    #expect(desk.takeLog() == ["should update 0:0>- down", "did update 0:0>- down, -"] + ran(3))
    #expect(
      ads.takeLog() == [
        "can focus feed 0:1", "should update ->feed 0:1 down", "did update ->feed 0:1 down, 0:1",
      ] + ran(5))
    #expect(list.indexPathForFocusedRow == nil)
    #expect(rawFocus == feed(0, 1))
    list.display.moveFocus(.down)
    #expect(desk.takeLog() == [])
    #expect(
      ads.takeLog() == [
        "can focus feed 0:2", "should update feed 0:1>feed 0:2 down", "did update feed 0:1>feed 0:2 down, 0:2",
      ] + ran(5))
    list.display.moveFocus(.down)
    #expect(desk.takeLog() == ["can focus 0:1", "should update ->0:1 down", "did update ->0:1 down, 0:1"] + ran(3))
    #expect(ads.takeLog() == ["should update feed 0:2>- down", "did update feed 0:2>- down, 0:3"] + ran(5))
    #expect(list.indexPathForFocusedRow == path(0, 1))
  }

  @Test func `both sides have to agree to a movement between them`() {
    list.display.focus(at: row(0))
    ads.updates = false
    #expect(!list.display.moveFocus(.down))
    #expect(rawFocus == feed(0, 0))
    #expect(list.display.focus(at: row(4)))
    ads.updates = true
    desk.articles[0][1] = "stubborn"
    #expect(list.display.focus(at: row(2)))
    #expect(!list.display.moveFocus(.down))
    #expect(rawFocus == feed(0, 2))
  }

  @Test func `the preferred row is the content's and in its coordinates`() {
    desk.preferred = path(0, 2)
    #expect(list.display.focusPreferred())
    #expect(rawFocus == feed(0, 4))
    desk.preferred = path(1, 1)
    list.setNeedsFocusUpdate()
    list.updateFocusIfNeeded()
    #expect(list.indexPathForFocusedRow == path(1, 1))
    #expect(ads.takeLog() == [])
    list.display.endFocus()
    // A row that only the feed has is no row of the content.
    desk.preferred = path(0, 4)
    list.display.focusPreferred()
    #expect(rawFocus == feed(0, 0))
  }

  @Test func `the selection follows the focus by the word of the owner`() {
    list.selectionFollowsFocus = true
    list.display.focus(at: row(1))
    #expect(ads.takeLog().suffix(2) == ["follows feed 0:1", "select feed 0:1"])
    #expect(desk.takeLog() == [])
    list.display.focus(at: row(3))
    #expect(desk.takeLog().suffix(3) == ["follows 0:1", "will select 0:1", "select 0:1"])
    #expect(ads.takeLog().last == "deselect feed 0:1")
  }

  @Test func `the primary action is the owners`() {
    list.display.select(at: row(3))
    #expect(desk.takeLog() == ["will select 0:1", "select 0:1", "can perform 0:1", "perform 0:1"])
    #expect(ads.takeLog() == [])
    list.display.select(at: row(2))
    #expect(ads.takeLog() == ["select feed 0:2", "can perform feed 0:2", "perform feed 0:2"])
    #expect(desk.takeLog() == ["deselect 0:1"])
  }

  @Test func `a movement that selects belongs to the owner of its first row`() {
    #expect(list.display.beginMultipleSelection(at: row(0)))
    list.display.extendMultipleSelection(to: row(3))
    list.display.endMultipleSelection()
    #expect(
      desk.takeLog() == [
        "should begin 0:0", "did begin 0:0", "will select 0:0", "select 0:0", "will select 0:1", "select 0:1",
        "did end",
      ])
    #expect(ads.takeLog() == ["select feed 0:1", "select feed 0:2"])
    list.allowsMultipleSelection = true
    list.selectRow(at: nil)
    #expect(list.display.beginMultipleSelection(at: row(2)))
    list.display.extendMultipleSelection(to: row(3))
    list.display.endMultipleSelection()
    #expect(ads.takeLog() == ["should begin feed 0:2", "did begin feed 0:2", "select feed 0:2", "did end"])
    #expect(desk.takeLog() == ["will select 0:1", "select 0:1"])
  }

  @Test func `the content scrolls to its own nearest selected row`() {
    list.viewportSize = ListSize(width: 10, height: 2)
    list.allowsMultipleSelection = true
    for row in [feed(0, 2), feed(1, 0)] { list.weaver.rawList.selectRow(at: row) }
    list.scrollToNearestSelectedRow(at: .top)
    #expect(list.contentOffset == 7)
    list.contentOffset = 0
    _ = list.weaver.rawList.perform { $0.scrollToNearestSelectedRow(at: .top) }
    #expect(list.contentOffset == 3)
    list.deselectRow(at: path(1, 0))
    list.scrollToNearestSelectedRow(at: .bottom)
    #expect(list.contentOffset == 3)
  }

  @Test func `owners that answer nothing get the list's fallbacks`() {
    let content = SilentDesk(2)
    let silent = SilentAds()
    list.dataSource = content
    list.delegate = content
    list.weaver.dataSource = silent
    for delegate in [silent, nil] as [SilentAds?] {
      list.weaver.delegate = delegate
      list.reloadData()
      list.layoutIfNeeded()
      list.allowsSelection = true
      list.selectionFollowsFocus = true
      #expect(list.display.focusPreferred())
      #expect(rawFocus == feed(0, 0))
      #expect(list.display.moveFocus(.down))
      #expect(rawFocus == feed(0, 1))
      #expect(list.weaver.rawList.indexPathsForSelectedRows == [feed(0, 1)])
      #expect(!list.display.beginMultipleSelection(at: ListPoint(x: 0, y: 0.5)))
      #expect(!list.display.beginMultipleSelection(at: ListPoint(x: 0, y: 1.5)))
      list.allowsSelection = false
      #expect(!list.display.moveFocus(.up))
      #expect(list.display.sectionIndexTitles == [])
      list.display.endFocus()
    }
  }

  @Test func `calls from a callback of the content are in its coordinates`() {
    var focused: [ListPath?] = []
    desk.whenTold = { list, words in
      guard words.hasPrefix("did update") else { return }
      focused.append(list.indexPathForFocusedRow)
      list.selectRow(at: path(0, 2))
    }
    list.display.focus(at: row(4))
    #expect(focused == [path(0, 2)])
    #expect(list.weaver.rawList.indexPathsForSelectedRows == [feed(0, 4)])
  }

  @Test func `any callback of the content may reload and remove the weaver`() {
    for word in ["can focus", "should update", "did update", "follows", "preferred", "can perform", "did begin"] {
      let desk = FocusDesk([["a", "b"], ["c"]])
      let list = makeList(desk)
      list.weaver.dataSource = ads
      list.weaver.delegate = ads
      list.selectionFollowsFocus = true
      desk.whenTold = { list, words in
        guard words.hasPrefix(word) else { return }
        desk.whenTold = nil
        desk.articles = [["z"]]
        list.reloadData()
        list.weaver.remove()
      }
      list.display.focusPreferred()
      list.display.moveFocus(.down)
      list.display.select(at: row(0))
      list.display.beginMultipleSelection(at: row(0))
      #expect(list.actualClass === list.statedClass, "\(word)")
      #expect(texts(list) == ["z"])
    }
  }

  @Test func `the focus follows content that passes insertions`() throws {
    list.display.focus(at: row(3))
    desk.articles[0].insert("new", at: 0)
    try list.insertRows(at: [path(0, 0)])
    #expect(list.indexPathForFocusedRow == path(0, 2))
    #expect(rawFocus == feed(0, 4))
    #expect(list.visibleCells.filter(\.isFocused).map { ($0 as? TextCell)?.text } == ["b"])
  }

  @Test func `a hook sees both rows of an update with their owners`() throws {
    var seen: [OwnedFocusUpdate] = []
    try list.weaver.hook(ListWeaver.didUpdateFocus, .before) { call in seen.append(call.arguments.update) }
    list.display.focus(at: row(0))
    list.display.moveFocus(.down)
    #expect(
      seen == [
        OwnedFocusUpdate(
          from: nil, to: OwnedRow(feed(0, 0), of: .content(UserPath(section: 0, row: 0))), heading: .none),
        OwnedFocusUpdate(
          from: OwnedRow(feed(0, 0), of: .content(UserPath(section: 0, row: 0))),
          to: OwnedRow(feed(0, 1), of: .insertion(0)), heading: .down),
      ])
  }

  @Test func `a hook on the class sees what the list does in the feed`() throws {
    let list = FocusClassList(size: ListSize(width: 10, height: 100))
    list.register(TextCell.self, forCellReuseIdentifier: "article")
    list.dataSource = desk
    list.delegate = desk
    list.weaver.dataSource = ads
    let heard = Mutex<[String]>([])
    var tokens: [AspectToken] = []
    defer { for token in tokens { token.remove() } }
    for message in [
      ListView.setNeedsFocusUpdate, ListView.updateFocusIfNeeded, ListView.reloadSectionIndexTitles,
    ] {
      let name = message.selector.name
      tokens.append(
        try message.hook(on: FocusClassList.self, .before) { call in
          let rows = call.receiver.numberOfRows(inSection: 0)
          heard.withLock { $0.append("\(name) \(rows)") }
        })
    }
    tokens.append(
      try ListView.scrollToNearestSelectedRow.hook(on: FocusClassList.self, .before) { call in
        let paths = call.arguments.among ?? []
        heard.withLock { $0.append("nearest of \(paths)") }
      })
    list.selectRow(at: path(0, 1))
    list.setNeedsFocusUpdate()
    list.updateFocusIfNeeded()
    list.reloadSectionIndexTitles()
    list.scrollToNearestSelectedRow(at: .top)
    #expect(
      heard.withLock { $0 } == [
        "setNeedsFocusUpdate() 5", "updateFocusIfNeeded() 5", "reloadSectionIndexTitles() 5", "nearest of []",
      ])
  }
}
