import TestSupport
import Testing

@testable import ListModel

@Suite struct ListViewSettingLayoutsTests {
  /// A hundred rows of which some layouts are asked for by section, and every question is noted.
  private final class Album: ListDataSource, ListDelegate {
    var sectionLayouts: [Int: ListLayout] = [:]
    var numbers: [String: Double] = [:]
    var between: ListLayout?
    var target: Double?
    private(set) var asked: Set<String> = []
    private(set) var told: [String] = []

    func ask(_ word: String) -> Double? {
      asked.insert(word)
      return numbers[word]
    }

    func numberOfSections(in list: ListView) -> Int { 2 }
    func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { 50 }
    func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell { ListCell(reuseIdentifier: nil) }
    func list(_ list: ListView, titleForHeaderInSection section: Int) -> String? { "title" }

    func list(_ list: ListView, layoutForSection section: Int) -> ListLayout? { sectionLayouts[section] }

    func list(_ list: ListView, layout: ListLayout, sizeForRowAt path: ListPath) -> ListSize? {
      ask("size").map { ListSize(width: $0, height: $0) }
    }
    func list(_ list: ListView, layout: ListLayout, insetForSection section: Int) -> ListInsets? {
      ask("inset").map { ListInsets(top: $0, left: $0) }
    }
    func list(_ list: ListView, layout: ListLayout, minimumLineSpacingForSection section: Int) -> Double? {
      ask("line")
    }
    func list(_ list: ListView, layout: ListLayout, minimumInteritemSpacingForSection section: Int) -> Double? {
      ask("between")
    }
    func list(_ list: ListView, layout: ListLayout, minimumColumnSpacingForSection section: Int) -> Double? {
      ask("column")
    }
    func list(_ list: ListView, layout: ListLayout, columnCountForSection section: Int) -> Int? {
      ask("columns").map { Int($0) }
    }
    func list(_ list: ListView, layout: ListLayout, referenceSizeForHeaderInSection section: Int) -> ListSize? {
      ask("header").map { ListSize(width: 0, height: $0) }
    }
    func list(_ list: ListView, layout: ListLayout, referenceSizeForFooterInSection section: Int) -> ListSize? {
      ask("footer").map { ListSize(width: 0, height: $0) }
    }
    func list(_ list: ListView, layout: ListLayout, insetForHeaderInSection section: Int) -> ListInsets? {
      ask("header inset").map { ListInsets(top: $0, left: $0, bottom: $0) }
    }
    func list(_ list: ListView, layout: ListLayout, insetForFooterInSection section: Int) -> ListInsets? {
      ask("footer inset").map { ListInsets(top: $0) }
    }
    func list(_ list: ListView, targetContentOffsetForProposedContentOffset offset: Double) -> Double {
      told.append("target")
      return target ?? offset
    }
    func list(
      _ list: ListView, transitionLayoutForOldLayout old: ListLayout, newLayout new: ListLayout
    ) -> ListLayout? {
      told.append("transition \(old.style) \(new.style)")
      return between
    }
  }

  private func makeList(_ album: Album) -> ListView {
    let list = ListView(size: ListSize(width: 20, height: 30))
    list.rowHeight = 5
    list.dataSource = album
    list.delegate = album
    return list
  }

  private func row(_ list: ListView, _ row: Int, _ section: Int = 0) -> ListRect {
    list.rectForRow(at: ListPath(row: row, section: section))
  }

  @Test func `a table is asked for nothing but its sections layouts`() {
    let album = Album()
    let list = makeList(album)
    _ = list.display.elements
    #expect(album.asked == [])
    #expect(row(list, 1) == ListRect(x: 0, y: 33, width: 20, height: 5))
  }

  @Test func `each number is the delegates or else the layouts`() {
    let album = Album()
    let list = makeList(album)
    list.viewportSize.height = 100
    list.layout = .waterfall(columns: 2, lineSpacing: 1, columnSpacing: 2)
    #expect(row(list, 3) == ListRect(x: 11, y: 38, width: 9, height: 9))
    #expect(
      album.asked == [
        "size", "inset", "between", "column", "columns", "header", "footer", "header inset", "footer inset",
      ])
    album.numbers = [
      "size": 4, "inset": 1, "between": 2, "column": 4, "columns": 3, "header": 6, "header inset": 2, "footer": 7,
    ]
    list.reloadData()
    #expect(list.rectForHeader(inSection: 0) == ListRect(x: 2, y: 2, width: 18, height: 6))
    #expect(
      row(list, 4).isNearly(ListRect(x: 1 + (11.0 / 3 + 4), y: 11 + 11.0 / 3 + 2, width: 11.0 / 3, height: 11.0 / 3)))
    #expect(list.rectForFooter(inSection: 0).size.height == 7)
    list.layout = .grid(columns: 2)
    album.numbers = ["size": 4, "line": 1, "between": 2]
    list.reloadData()
    #expect(row(list, 3) == ListRect(x: 11, y: 33, width: 9, height: 4))
    list.layout = .flow()
    #expect(row(list, 2) == ListRect(x: 16, y: 28, width: 4, height: 4))
    #expect(row(list, 4) == ListRect(x: 8, y: 33, width: 4, height: 4))
  }

  @Test func `a section may have a layout of its own`() {
    let album = Album()
    album.sectionLayouts = [1: .grid(columns: 4)]
    let list = makeList(album)
    #expect(row(list, 1) == ListRect(x: 0, y: 33, width: 20, height: 5))
    #expect(row(list, 5, 1) == ListRect(x: 5, y: 28 + 250 + 28 + 5, width: 5, height: 5))
    #expect(list.indexPathForRow(at: ListPoint(x: 6, y: 312)) == ListPath(row: 5, section: 1))
  }

  @Test func `rows in view stay in view when the layout changes`() {
    let album = Album()
    let list = makeList(album)
    list.scrollToRow(at: ListPath(row: 20, section: 0), at: .top)
    var done: [Bool] = []
    list.setLayout(.grid(columns: 2), animated: true) { done.append($0) }
    #expect(done == [true] && album.told == ["target"])
    #expect(list.indexPathsForVisibleRows.contains(ListPath(row: 20, section: 0)))
    album.target = 0
    list.setLayout(.grid(columns: 4), animated: false)
    #expect(list.contentOffset == 0)
    list.setLayout(.grid(columns: 4), animated: false)
    #expect(album.told.count == 2)
  }

  @Test func `a transition keeps the way back`() {
    let album = Album()
    let list = makeList(album)
    list.layoutIfNeeded()
    var ends: [Bool] = []
    list.startInteractiveTransition(to: .grid(columns: 2)) { ends.append($0) }
    #expect(list.layout == .table && row(list, 1).origin.x == 10)
    list.cancelInteractiveTransition()
    #expect(list.layout == .table && row(list, 1).origin.x == 0 && ends == [false])
    album.between = .grid(columns: 4)
    list.startInteractiveTransition(to: .grid(columns: 2)) { ends.append($0) }
    #expect(row(list, 1).origin.x == 5)
    list.finishInteractiveTransition()
    #expect(list.layout == .grid(columns: 2) && row(list, 1).origin.x == 10 && ends == [false, true])
    list.finishInteractiveTransition()
    list.cancelInteractiveTransition()
    #expect(ends.count == 2)
    list.startInteractiveTransition(to: .flow()) { ends.append($0) }
    list.setLayout(.table, animated: false)
    #expect(ends == [false, true, false] && list.layout == .table && row(list, 1).origin.x == 0)
    #expect(
      album.told.filter { $0.hasPrefix("transition") } == [
        "transition table grid", "transition table grid", "transition grid flow",
      ])
  }

  @Test func `every method is a message`() throws {
    let watch = try MessageWatch()
    watch.list.register(ListCell.self, forSupplementaryViewOfKind: "k", withReuseIdentifier: "x")
    let path = ListPath(row: 0, section: 0)
    let calls: [MessageWatch.Call] = [
      ("layout", { list in _ = list.layout }),
      ("setLayout(_:animated:)", { list in list.layout = .flow() }),
      ("setLayout(_:animated:completion:)", { list in list.setLayout(.table, animated: false, completion: nil) }),
      ("startInteractiveTransition(to:completion:)", { list in list.startInteractiveTransition(to: .flow()) }),
      ("finishInteractiveTransition()", { list in list.finishInteractiveTransition() }),
      ("cancelInteractiveTransition()", { list in list.cancelInteractiveTransition() }),
      ("layoutAttributesForItem(at:)", { list in _ = list.layoutAttributesForItem(at: path) }),
      (
        "layoutAttributesForSupplementaryElement(ofKind:at:)",
        { list in _ = list.layoutAttributesForSupplementaryElement(ofKind: "k", at: path) }
      ),
      (
        "supplementaryView(forElementKind:at:)",
        { list in _ = list.supplementaryView(forElementKind: "k", at: path) }
      ),
      ("contentOffset(inSection:)", { list in _ = list.contentOffset(inSection: 0) }),
      ("setContentOffset(_:inSection:)", { list in list.setContentOffset(1, inSection: 0) }),
      ("visibleSupplementaryViews(ofKind:)", { list in _ = list.visibleSupplementaryViews(ofKind: "k") }),
      (
        "indexPathsForVisibleSupplementaryElements(ofKind:)",
        { list in _ = list.indexPathsForVisibleSupplementaryElements(ofKind: "k") }
      ),
      (
        "dequeueReusableSupplementaryView(ofKind:withReuseIdentifier:for:)",
        { list in _ = list.dequeueReusableSupplementaryView(ofKind: "k", withReuseIdentifier: "x", for: path) }
      ),
    ]
    try watch.expect(calls, toSend: ListView.layoutMessages)
  }
}
