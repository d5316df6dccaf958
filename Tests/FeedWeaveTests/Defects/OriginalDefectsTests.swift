import FeedWeave
import ListModel
import Placement
import Testing
import WeavingSupport

/// What the original library gets wrong about asking for insertions and counting with them.
struct OriginalDefectsTests {
  /// Every row of the feed, by what it shows.
  private func words(_ list: ListView) -> [String] {
    list.weaver.models.map { ($0.model as? String) ?? "?" }
  }

  @Test func `three requests for section zero become three sections`() throws {
    let (list, _, ads) = wovenList([["a"]], at: [feed(0, 0), feed(1, 0), feed(2, 0)], sections: [0, 0, 0])
    #expect(texts(list) == ["AD0", "AD1", "AD2", "a"])
    #expect(list.numberOfSections == 1)
    #expect(list.weaver.rawList.numberOfSections == 4)
    #expect((0..<5).map { list.weaver.map.sectionInsertionIndex(at: $0) } == [0, 1, 2, nil, nil])
    #expect(ads.takeLog().isEmpty)
  }

  @Test func `equal requests keep their order`() throws {
    // Enough of them that a sort which is not stable shows it.
    let rows = (0..<40).map { feed(0, $0 % 2) }
    let (list, _, _) = wovenList([["a", "b"]], at: rows)
    let even = stride(from: 0, to: 40, by: 2).map { "AD\($0)" }
    let odd = stride(from: 1, to: 40, by: 2).map { "AD\($0)" }
    #expect(texts(list) == even + odd + ["a", "b"])
    let sections = try list.weaver.insertSections(at: (0..<40).map { $0 % 2 }).map(\.resolved)
    #expect(sections == (0..<40).map { $0 % 2 == 0 ? $0 / 2 : 20 + $0 / 2 })
  }

  @Test func `counts stay true between placing and reloading`() throws {
    let desk = NewsDesk([["a", "b"], ["c"]])
    let list = makeList(desk)
    _ = list.weaver
    list.layoutIfNeeded()
    try list.weaver.insertRows(at: [feed(0, 2), feed(1, 1)])
    try list.weaver.insertSections(at: [2])
    #expect(list.numberOfSections == 2)
    #expect((0..<2).map { list.numberOfRows(inSection: $0) } == [2, 1])
    #expect(list.rectForRow(at: path(1, 0)).size.height == 1)
    #expect((list.cellForRow(at: path(1, 0)) as? TextCell)?.text == "c")
    #expect(list.weaver.owner(of: feed(0, 2)) == nil)
    list.reloadData()
    #expect(list.numberOfSections == 2)
    #expect((0..<2).map { list.numberOfRows(inSection: $0) } == [2, 1])
    #expect(list.weaver.rawList.numberOfSections == 3)
    #expect(list.weaver.owner(of: feed(0, 2)) == .insertion(0))
  }

  @Test func `an insertion at the very end counts for no row and no section of the content`() {
    let (list, _, _) = wovenList([["a"], []], at: [feed(0, 1), feed(1, 0), feed(2, 0)], sections: [2])
    #expect(words(list) == ["a", "ad model", "ad model", "ad model"])
    #expect(list.numberOfSections == 2)
    #expect((-1...3).map { list.numberOfRows(inSection: $0) } == [0, 1, 0, 0, 0])
  }

  @Test func `the rows of an inserted section belong to no section of the content`() {
    let (list, desk, _) = wovenList([["a"]], at: [feed(0, 0), feed(2, 0)], sections: [0, 2])
    list.layoutIfNeeded()
    let shown = list.weaver.rawList.indexPathsForVisibleRows
    #expect(shown == [feed(0, 0), feed(1, 0), feed(2, 0)])
    #expect(list.weaver.map.userPaths(for: shown) == [UserPath(section: 0, row: 0)])
    #expect((-1...3).map { list.weaver.map.userSection(forFeed: $0) } == [nil, nil, 0, nil, nil])
    #expect(list.indexPathsForVisibleRows == [path(0, 0)])
    let frames = shown.map { list.weaver.rawList.rectForRow(at: $0) }
    #expect(frames.map { list.indexPathForRow(at: ListPoint(x: 0, y: $0.minY)) } == [nil, path(0, 0), nil])
    #expect(list.indexPathsForRows(in: ListRect(x: 0, y: 0, width: 10, height: 1000)) == [path(0, 0)])
    // A row of an inserted section in which nothing was inserted is nowhere.
    #expect(list.weaver.owner(of: feed(0, 1)) == nil && list.weaver.owner(of: feed(2, 1)) == nil)
    #expect(!desk.takeLog().contains { $0.contains("-1") })
  }

  @Test func `a row that cannot be is answered by nothing`() {
    let (list, desk, ads) = wovenList([["a", "b"], ["c"]], at: [feed(0, 0), feed(0, 3), feed(1, 0)], sections: [1])
    list.layoutIfNeeded()
    _ = (desk.takeLog(), ads.takeLog())
    let impossible = [
      path(0, -1), path(-1, 0), path(-1, -1), path(0, 2), path(1, 1), path(2, 0), path(.max, .max), path(.min, .min),
    ]
    for path in impossible {
      #expect(list.cellForRow(at: path) == nil, "\(path)")
      #expect(list.rectForRow(at: path) == .zero, "\(path)")
      list.selectRow(at: path, scrollPosition: .top)
      list.deselectRow(at: path)
      list.scrollToRow(at: path, at: .bottom)
      #expect(throws: ListUpdateError.self, "\(path)") { try list.reloadRows(at: [path]) }
    }
    for section in [-1, 2, 3, .max, .min] {
      #expect(list.numberOfRows(inSection: section) == 0, "\(section)")
      #expect(list.rect(forSection: section) == .zero && list.rectForHeader(inSection: section) == .zero)
      #expect(list.rectForFooter(inSection: section) == .zero)
      #expect(list.headerView(forSection: section) == nil && list.footerView(forSection: section) == nil)
    }
    #expect(list.indexPathsForSelectedRows.isEmpty && list.contentOffset == 0)
    #expect(list.weaver.rawList.indexPathsForSelectedRows.isEmpty)
    #expect(desk.takeLog().isEmpty && ads.takeLog().isEmpty)
  }

  @Test func `an insertion at an impossible place is refused by an error that names it`() {
    let (list, _, _) = wovenList([["a"]], at: [])
    #expect(throws: PlacementError.invalidRequest(feed(0, -1))) { try list.weaver.insertRows(at: [feed(0, -1)]) }
    #expect(throws: PlacementError.invalidRequest(feed(-1, 0))) { try list.weaver.insertRows(at: [feed(-1, 0)]) }
    #expect(throws: PlacementError.invalidSectionRequest(-1)) { try list.weaver.insertSections(at: [-1]) }
    list.reloadData()
    #expect(texts(list) == ["a"])
  }

  @Test func `an insertion that is not reached waits and says so`() throws {
    let (list, desk, _) = wovenList([["a"]], at: [feed(0, 1), feed(0, 4), feed(3, 0)], sections: [2])
    #expect(texts(list) == ["a", "AD0"])
    #expect(list.weaver.map.waitingRowInsertions == [1, 2])
    #expect(list.weaver.map.waitingSectionInsertions == [0])
    desk.articles = [["a", "b", "c", "d"], ["e"], ["f"]]
    list.reloadData()
    #expect(texts(list) == ["a", "AD0", "b", "c", "AD1", "d", "e", "AD2", "f"])
    #expect(list.weaver.map.waitingRowInsertions.isEmpty && list.weaver.map.waitingSectionInsertions.isEmpty)
  }

  @Test func `another data source leaves no row of the former with an owner`() {
    let (list, _, _) = wovenList([["a", "b", "c"]], at: [feed(0, 1)])
    list.layoutIfNeeded()
    let other = NewsDesk([["x"]])
    list.kept.append(other)
    list.dataSource = other
    #expect(list.weaver.owner(of: feed(0, 3)) == nil)
    #expect(list.weaver.owner(of: feed(0, 0)) == .content(UserPath(section: 0, row: 0)))
    #expect(list.numberOfRows(inSection: 0) == 1)
  }
}
