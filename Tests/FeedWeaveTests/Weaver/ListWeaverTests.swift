import FeedWeave
import Interception
import ListModel
import Placement
import Testing
import WeavingSupport

struct ListWeaverTests {
  @Test func `inserted sections are shown without sections of the content`() {
    let (list, desk, _) = wovenList([], at: [feed(0, 0), feed(1, 0)], sections: [0, 1])
    #expect(texts(list) == ["AD0", "AD1"])
    #expect(list.numberOfSections == 0 && list.weaver.rawList.numberOfSections == 2)
    list.dataSource = nil
    #expect(list.numberOfSections == 0 && list.indexPathsForVisibleRows == [])
    withExtendedLifetime(desk) {}
  }

  @Test func `asking whether a list is woven does not weave it`() throws {
    let list = makeList(NewsDesk([["a"]]))
    list.beginUpdates()
    #expect(list.woven == nil && list.actualClass === ClassObject.of(DeskList.self))
    try list.endUpdates()
    let weaver = list.weaver
    #expect(list.woven === weaver)
    weaver.remove()
    #expect(list.woven == nil)
  }

  @Test func `rows stand where they were asked for`() {
    let (list, _, ads) = wovenList([["a", "b", "c", "d"], ["e"]], at: [feed(0, 3), feed(0, 1), feed(1, 0)])
    #expect(texts(list) == ["a", "AD1", "b", "AD0", "c", "d", "AD2", "e"])
    #expect(ads.loads == [[4, 1]])
    #expect(list.numberOfRows(inSection: 0) == 4)
    #expect(list.weaver.rawList.numberOfRows(inSection: 0) == 6)
  }

  @Test func `a taken position goes to the next free one and the result says so`() throws {
    let (list, _, _) = wovenList([["a", "b"]], at: [])
    let landed = try list.weaver.insertRows(at: [feed(0, 1), feed(0, 1), feed(0, 0)])
    #expect(landed.map(\.requested) == [feed(0, 1), feed(0, 1), feed(0, 0)])
    #expect(landed.map(\.resolved) == [feed(0, 1), feed(0, 2), feed(0, 0)])
    let sections = try list.weaver.insertSections(at: [0, 0, 0])
    #expect(sections.map(\.resolved) == [0, 1, 2])
  }

  @Test func `what is asked for appears with the next reload and counts stay true until then`() throws {
    let desk = NewsDesk([["a", "b"]])
    let list = makeList(desk)
    #expect(texts(list) == ["a", "b"])
    try list.weaver.insertRows(at: [feed(0, 2)])
    #expect(list.numberOfSections == 1)
    #expect(list.numberOfRows(inSection: 0) == 2)
    #expect(texts(list).count == 2 || texts(list).count == 3)
    list.reloadData()
    #expect(list.numberOfRows(inSection: 0) == 2)
    #expect(list.weaver.rawList.numberOfRows(inSection: 0) == 3)
  }

  @Test func `inserted sections have their own rows and headers`() {
    let (list, desk, ads) = wovenList(
      [["a"], ["b"]], at: [feed(1, 0), feed(1, 1), feed(2, 0)], sections: [1])
    #expect(texts(list) == ["a", "AD0", "AD1", "AD2", "b"])
    #expect(list.numberOfSections == 2)
    #expect(list.numberOfRows(inSection: 1) == 1)
    let titles = list.display.elements.filter { $0.kind == .header }.compactMap { ($0.view as? ListTitleView)?.title }
    #expect(titles == ["Section 0", "Inserted 1", "Section 1"])
    #expect((list.headerView(forSection: 1) as? ListTitleView)?.title == "Section 1")
    #expect(desk.takeLog().contains("will display header 1 Section 1"))
    #expect(ads.takeLog().isEmpty)
  }

  @Test func `every row is listed with its owner and model`() {
    let (list, _, _) = wovenList([["a", "b"]], at: [feed(0, 1)])
    let rows = Array(list.weaver.models)
    #expect(rows.map(\.path) == [feed(0, 0), feed(0, 1), feed(0, 2)])
    #expect(
      rows.map(\.owner) == [
        .content(UserPath(section: 0, row: 0)), .insertion(0), .content(UserPath(section: 0, row: 1)),
      ])
    #expect(rows.map { $0.model as? String } == ["a", "ad model", "b"])
  }

  @Test func `the insertions side hears of every display and the content side of its own`() {
    let (list, desk, ads) = wovenList([["a", "b"]], at: [feed(0, 1)])
    list.layoutIfNeeded()
    #expect(ads.displays.count == 3)
    #expect(desk.takeLog().filter { $0.hasPrefix("will display 0") } == ["will display 0:0 a", "will display 0:1 b"])
    list.reloadData()
    #expect(
      ads.displays.suffix(3) == [
        "end feed 0:0 content(user 0:0)", "end feed 0:1 insertion(0)", "end feed 0:2 content(user 0:1)",
      ])
    #expect(desk.takeLog().filter { $0.hasPrefix("did end 0") } == ["did end 0:0 a", "did end 0:1 b"])
  }

  @Test func `a touch goes to the owner and to nobody else`() {
    let (list, desk, ads) = wovenList([["a", "b"]], at: [feed(0, 1)])
    list.layoutIfNeeded()
    _ = desk.takeLog()
    let adFrame = list.weaver.rawList.rectForRow(at: feed(0, 1))
    list.display.select(at: ListPoint(x: 0, y: adFrame.minY))
    #expect(ads.takeLog() == ["select feed 0:1"])
    #expect(desk.takeLog().isEmpty)
    #expect(list.indexPathForSelectedRow == nil)
    #expect(list.weaver.rawList.indexPathsForSelectedRows == [feed(0, 1)])
    list.display.select(at: ListPoint(x: 0, y: adFrame.maxY))
    #expect(ads.takeLog() == ["deselect feed 0:1"])
    #expect(desk.takeLog().last == "select 0:1")
    #expect(list.indexPathForSelectedRow == path(0, 1))
    list.weaver.rawList.deselectRow(at: feed(0, 2))
    #expect(list.indexPathForSelectedRow == nil)
  }

  @Test func `the cell of an insertion is nobodys to the content side`() throws {
    let (list, _, _) = wovenList([["a", "b"]], at: [feed(0, 0)])
    let ad = try #require(list.weaver.visibleCells(.inserted).first)
    #expect(list.indexPath(for: ad) == nil)
    #expect(list.weaver.rawList.indexPath(for: ad) == feed(0, 0))
    #expect(list.visibleCells.allSatisfy { $0 !== ad })
    #expect(list.indexPathForRow(at: ListPoint(x: 0, y: 28.5)) == nil)
    #expect(list.indexPathForRow(at: ListPoint(x: 0, y: 29.5)) == path(0, 0))
    #expect(list.weaver.rawList.indexPathForRow(at: ListPoint(x: 0, y: 28.5)) == feed(0, 0))
    #expect(list.weaver.rawList.indexPathForRow(at: ListPoint(x: 0, y: 29.5)) == feed(0, 1))
    #expect((list.headerView(forSection: 0) as? ListTitleView)?.title == "Section 0")
  }

  @Test func `selecting neither reloads nor deselects another row`() {
    let (list, desk, _) = wovenList([["a", "b", "c"]], at: [feed(0, 1)])
    list.allowsMultipleSelection = true
    list.layoutIfNeeded()
    _ = desk.takeLog()
    for row in 0..<3 { list.selectRow(at: path(0, row)) }
    list.deselectRow(at: path(0, 1))
    #expect(list.indexPathsForSelectedRows == [path(0, 0), path(0, 2)])
    #expect(desk.takeLog().isEmpty)
    list.scrollToRow(at: path(0, .max), at: .top)
    list.scrollToRow(at: path(.min, 0), at: .none)
    #expect(list.contentOffset == 0)
  }

  @Test func `the weaver's delegate may take over header heights`() {
    final class Heights: WeaverDelegate {
      func weaver(_ weaver: ListWeaver, heightForHeaderInSection section: Int) -> Double? { section == 1 ? 7 : nil }
    }
    let heights = Heights()
    let list = makeList(NewsDesk([["a"], ["b"]]))
    list.kept.append(heights)
    list.weaver.delegate = heights
    list.reloadData()
    #expect(list.rectForHeader(inSection: 0).size.height == 28)
    #expect(list.rectForHeader(inSection: 1).size.height == 7)
  }

  @Test func `one list's weaver is not another's`() {
    let (one, _, _) = wovenList([["a"]], at: [feed(0, 0)])
    let desk = NewsDesk([["x"]])
    let other = makeList(desk)
    #expect(one.weaver !== other.weaver)
    #expect(one.actualClass === other.actualClass)
    #expect(texts(one) == ["AD0", "a"])
    #expect(texts(other) == ["x"])
  }

  @Test func `removing gives everything back`() {
    let (list, desk, ads) = wovenList([["a", "b"]], at: [feed(0, 1)])
    let weaver = list.weaver
    #expect(texts(list) == ["a", "AD0", "b"])
    #expect(list.actualClass.name == "Woven_DeskList")
    #expect(list.statedClass === ClassObject.of(DeskList.self))
    weaver.remove()
    #expect(ads.displays.filter { $0.hasPrefix("end") }.count == 3)
    #expect(list.actualClass === list.statedClass)
    #expect(list.dataSource === desk)
    #expect(list.delegate === desk)
    #expect(texts(list) == ["a", "b"])
    #expect(list.numberOfRows(inSection: 0) == 2)
    weaver.remove()
    #expect(weaver.rawList.numberOfSections == 0)
    #expect(list.weaver !== weaver)
    #expect(texts(list) == ["a", "b"])
  }

  @Test func `a woven list and its weaver are freed`() {
    weak var gone: ListView?
    weak var goneWeaver: ListWeaver?
    do {
      let (list, _, _) = wovenList([["a"]], at: [feed(0, 0)])
      list.layoutIfNeeded()
      gone = list
      goneWeaver = list.weaver
    }
    #expect(gone == nil)
    #expect(goneWeaver == nil)
  }
}
