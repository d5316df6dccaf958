import AdPlacing
import AdServing
import FeedWeave
import Interception
import ListModel
import Placement
import Testing
import WeavingSupport

/// Weaving a list that is in use, and giving it back, changes nothing for its content side.
struct WeavingInUseTests {
  private struct State: Equatable {
    var texts: [String]
    var cells: [ObjectIdentifier]
    var selected: [ListPath]
    var offset: Double
    var counts: [Int]

    init(_ list: ListView) {
      texts = list.visibleCells.map { ($0 as? TextCell)?.text ?? "?" }
      cells = list.visibleCells.map { ObjectIdentifier($0) }
      selected = list.indexPathsForSelectedRows
      offset = list.contentOffset
      counts = (0..<list.numberOfSections).map { list.numberOfRows(inSection: $0) }
    }
  }

  private func listInUse() -> (DeskList, NewsDesk) {
    let desk = NewsDesk([(0..<30).map { "a\($0)" }, ["b0", "b1"]])
    desk.titles = false
    let list = makeList(desk, height: 6)
    list.estimatedRowHeight = 1
    list.allowsMultipleSelection = true
    list.contentOffset = 9
    list.layoutIfNeeded()
    for row in [9, 11, 2] { list.selectRow(at: path(0, row)) }
    _ = desk.takeLog()
    return (list, desk)
  }

  @Test func `weaving and removing without insertions is heard of by nobody`() throws {
    let (list, desk) = listInUse()
    let before = State(list)
    let ads = AdDesk([feed(0, 10)])
    list.weave(ads)
    #expect(State(list) == before)
    #expect(list.weaver.map.userCounts == [30, 2])
    #expect(list.weaver.visibleCells(.raw).count == before.cells.count)
    #expect(list.weaver.owner(of: feed(0, 9)) == .content(UserPath(section: 0, row: 9)))
    list.weaver.remove()
    #expect(State(list) == before)
    #expect(desk.takeLog() == [] && ads.displays == [] && ads.loads == [])
    #expect(list.actualClass === list.statedClass && list.dataSource === desk && list.delegate === desk)
  }

  @Test(arguments: [UpdatePolicy.pinned, .anchored])
  func `the content side goes on updating from the counts that it had`(policy: UpdatePolicy) throws {
    let (list, desk) = listInUse()
    list.weave(AdDesk([]), policy: policy)
    desk.articles[0].insert("new", at: 4)
    try list.insertRows(at: [path(0, 4)])
    #expect(list.indexPathsForSelectedRows == [path(0, 10), path(0, 12), path(0, 2)])
    try list.weaver.insertRows(at: [feed(0, 0), feed(0, 12), feed(1, 1)])
    try list.weaver.updateInsertions()
    desk.articles[0].remove(at: 0)
    try list.deleteRows(at: [path(0, 0)])
    list.weaver.remove()
    desk.articles[1].remove(at: 0)
    try list.deleteRows(at: [path(1, 0)])
    #expect(list.indexPathsForSelectedRows == [path(0, 9), path(0, 11), path(0, 1)])
    #expect((0..<2).map { list.numberOfRows(inSection: $0) } == [30, 1])
  }

  @Test func `removing takes insertions out by an update`() throws {
    let (list, desk) = listInUse()
    let ads = AdDesk([])
    list.weave(ads)
    try list.weaver.insertRows(at: [feed(0, 3), feed(0, 11), feed(0, 13), feed(2, 0)])
    try list.weaver.insertSections(at: [0])
    try list.weaver.updateInsertions()
    list.layoutIfNeeded()
    let before = State(list)
    let first = try #require(list.indexPathsForVisibleRows.first)
    let distance = list.rectForRow(at: first).minY - list.contentOffset
    let shown = ads.displays.filter { $0.hasPrefix("will") }
    _ = desk.takeLog()
    let weaver = list.weaver
    weaver.remove()
    #expect(desk.takeLog() == [], "nothing of the content ends")
    // Whatever came into view under the weaver's eyes ends for the insertions' side, and nothing else.
    #expect(ads.displays.count { $0.hasPrefix("end") } == shown.count)
    list.layoutIfNeeded()
    #expect(desk.takeLog().allSatisfy { $0.hasPrefix("cell") || $0.hasPrefix("will display") })
    let after = State(list)
    #expect(after.selected == before.selected && after.counts == before.counts)
    #expect(before.cells.allSatisfy(after.cells.contains))
    #expect(list.rectForRow(at: first).minY - list.contentOffset == distance)
    #expect(weaver.list == nil && weaver.rawList.numberOfSections == 0)
  }

  @Test func `a placer that comes and goes leaves what is in view`() throws {
    let (list, desk) = listInUse()
    let before = State(list)
    let ads = AdShelf([])
    list.kept.append(ads)
    let house = [Ad(id: "own", creative: "own")]
    let placer = try AdPlacer(
      [AdTenant(name: "own", rules: try PlacementRules("every 3"), houseAds: house)], now: { .zero })
    try placer.attach(to: list.weaver)
    #expect(!placer.ads.isEmpty)
    let after = State(list)
    #expect(after == before)
    #expect(desk.takeLog() == [])
    placer.remove()
    #expect(State(list) == before && desk.takeLog() == [])
    desk.articles[0].append("new")
    try list.insertRows(at: [path(0, 30)])
    list.weaver.remove()
    #expect(list.numberOfRows(inSection: 0) == 31)
  }

  @Test func `a list that needs a layout is not laid out by attaching`() throws {
    let desk = NewsDesk([(0..<30).map { "a\($0)" }])
    let list = makeList(desk, height: 6)
    #expect(list.numberOfSections == 1)
    let house = [Ad(id: "own", creative: "own")]
    let placer = try AdPlacer(
      [AdTenant(name: "own", rules: try PlacementRules("every 3"), houseAds: house)], now: { .zero })
    try placer.attach(to: list.weaver)
    #expect(desk.takeLog().filter { !$0.contains("header") } == [])
  }

  @Test(arguments: [true, false])
  func `rows that end together end for whom they were shown`(isWovenFirst: Bool) {
    let (list, desk) = listInUse()
    let ads = AdDesk([])
    if isWovenFirst {
      ads.rows = [feed(0, 10)]
      list.weave(ads)
      list.reloadData()
      list.contentOffset = 9
      list.layoutIfNeeded()
      _ = desk.takeLog()
    }
    let count = list.visibleCells.count
    desk.whenEnded = { list, _ in
      desk.whenEnded = nil
      if isWovenFirst { list.weaver.remove() } else { _ = list.weaver }
    }
    list.contentOffset = 0
    list.layoutIfNeeded()
    let ends = desk.takeLog().filter { $0.hasPrefix("did end") && !$0.contains("header") }
    #expect(ends == (9..<9 + count).map { "did end 0:\($0) a\($0)" })
    #expect(ads.displays.filter { $0.hasPrefix("end") && $0.contains("insertion") }.count == (isWovenFirst ? 1 : 0))
  }

  @Test func `handlers that were given before run in the content's coordinates`() throws {
    let desk = EditDesk([["lead0", "old1", "a2", "a3"]])
    let list = makeList(desk)
    list.layoutIfNeeded()
    #expect(list.display.swipe(at: middle(list, path(0, 1)), towards: .leading))
    _ = desk.takeLog()
    list.weave(AdDesk([]))
    try list.weaver.insertRows(at: [feed(0, 0), feed(0, 1)])
    try list.weaver.updateInsertions()
    #expect(list.indexPathForSwipedRow == path(0, 1))
    #expect(list.display.performSwipeAction(0))
    #expect(desk.takeLog().filter { $0.hasPrefix("old") } == ["old 0:1 old1 of 4"])
  }

  @Test func `a list that is being updated when it is woven is reloaded`() throws {
    let desk = NewsDesk([["a", "b", "c"]])
    let list = makeList(desk)
    list.layoutIfNeeded()
    desk.whenEnded = { list, _ in
      desk.whenEnded = nil
      _ = list.weaver
    }
    desk.articles = [["a", "c"]]
    try list.deleteRows(at: [path(0, 1)])
    #expect(texts(list) == ["a", "c"])
    desk.articles[0].append("d")
    try list.insertRows(at: [path(0, 2)])
    #expect(texts(list) == ["a", "c", "d"])
  }

  @Test func `a weaver that is removed in a batch has the list reloaded when it ends`() throws {
    let (list, desk, _) = wovenList([["a", "b"]], at: [feed(0, 1)])
    list.layoutIfNeeded()
    try list.performBatchUpdates { () throws(ListUpdateError) in
      desk.articles[0].append("c")
      try list.insertRows(at: [path(0, 2)])
      list.weaver.remove()
    }
    #expect(texts(list) == ["a", "b", "c"])
    #expect(list.actualClass === list.statedClass)
    desk.articles[0].removeFirst()
    try list.deleteRows(at: [path(0, 0)])
    #expect(texts(list) == ["b", "c"])
  }

  private final class HookedList: ListView {}

  @Test func `an aspect that keeps the update from the list has it reloaded`() throws {
    let desk = NewsDesk([["a", "b"]])
    let list = HookedList(size: ListSize(width: 10, height: 100))
    list.register(TextCell.self, forCellReuseIdentifier: "article")
    list.dataSource = desk
    list.delegate = desk
    let ads = AdDesk([feed(0, 1)])
    list.weaver.dataSource = ads
    #expect(texts(list) == ["a", "AD0", "b"])
    let token = try ListView.deleteRows.hook(on: HookedList.self, .instead) { _ in }
    list.weaver.remove()
    token.remove()
    #expect(texts(list) == ["a", "b"])
    desk.articles[0].removeFirst()
    try list.deleteRows(at: [path(0, 0)])
    #expect(texts(list) == ["b"])
  }

  @Test func `header heights that the insertions side gave are the content's again`() {
    final class Tall: WeaverDataSource, WeaverDelegate {
      func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell { ListCell(reuseIdentifier: nil) }
      func weaver(_ weaver: ListWeaver, heightForHeaderInSection section: Int) -> Double? { 40 }
    }
    let (list, _) = listInUse()
    let height = list.rectForHeader(inSection: 1).size.height
    let tall = Tall()
    list.kept.append(tall)
    list.weaver.delegate = tall
    list.reloadData()
    #expect(list.rectForHeader(inSection: 1).size.height == 40)
    list.weaver.remove()
    #expect(list.rectForHeader(inSection: 1).size.height == height)
  }
}
