import ListModel
import TestSupport
import Testing

/// Rows with badges, sections with backgrounds, headers by kind; writes down what it is told.
private final class Gallery: ListDataSource, ListDelegate {
  var counts = [3, 2]
  var header = 1.0
  var hasBadge: (ListPath) -> Bool = { _ in true }
  private(set) var log: [String] = []

  func takeLog() -> [String] {
    defer { log = [] }
    return log
  }

  func numberOfSections(in list: ListView) -> Int { counts.count }
  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { counts[section] }
  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell { ListCell(reuseIdentifier: nil) }

  func list(_ list: ListView, viewForSupplementaryElementOfKind kind: String, at path: ListPath) -> ListCell? {
    if kind == "badge", !hasBadge(path) { return nil }
    return list.dequeueReusableSupplementaryView(ofKind: kind, withReuseIdentifier: "view", for: path)
  }

  func list(_ list: ListView, heightForHeaderInSection section: Int) -> Double? { header }
  func list(_ list: ListView, heightForFooterInSection section: Int) -> Double? { 0 }

  func list(
    _ list: ListView, willDisplaySupplementaryView view: ListCell, forElementKind kind: String, at path: ListPath
  ) { log.append("will \(kind) \(path)") }

  func list(
    _ list: ListView, didEndDisplayingSupplementaryView view: ListCell, forElementOfKind kind: String, at path: ListPath
  ) { log.append("end \(kind) \(path)") }
}

@Suite struct ListViewSupplementsTests {
  private static let header = ListElementKind.sectionHeader

  private func makeList(_ gallery: Gallery, height: Double = 100) -> ListView {
    let list = ListView(size: ListSize(width: 10, height: height))
    list.rowHeight = 4
    for kind in ["badge", "background", Self.header] {
      list.register(TagCell.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: "view")
    }
    var layout = ListLayout.grid(columns: 2)
    layout.supplements = [
      .badge(kind: "badge", size: ListSize(width: 2, height: 1)),
      .background(kind: "background", inset: ListInsets(top: 1, left: 1)),
    ]
    list.layout = layout
    list.dataSource = gallery
    list.delegate = gallery
    return list
  }

  private func path(_ section: Int, _ row: Int) -> ListPath { ListPath(row: row, section: section) }

  @Test func `every element is shown where the layout has it`() {
    let gallery = Gallery()
    let list = makeList(gallery)
    #expect(list.indexPathsForVisibleSupplementaryElements(ofKind: "badge").count == 5)
    #expect(list.indexPathsForVisibleSupplementaryElements(ofKind: "background") == [path(0, 0), path(1, 0)])
    #expect(list.indexPathsForVisibleSupplementaryElements(ofKind: Self.header) == [path(0, 0), path(1, 0)])
    let badge = list.layoutAttributesForSupplementaryElement(ofKind: "badge", at: path(0, 1))
    #expect(badge?.frame == ListRect(x: 8, y: 1, width: 2, height: 1))
    let background = list.layoutAttributesForSupplementaryElement(ofKind: "background", at: path(1, 0))
    #expect(background?.frame == ListRect(x: 1, y: 10, width: 9, height: 4))
    #expect(list.layoutAttributesForSupplementaryElement(ofKind: Self.header, at: path(1, 0))?.frame.minY == 9)
    #expect(list.layoutAttributesForSupplementaryElement(ofKind: "badge", at: path(0, 3)) == nil)
    #expect(list.layoutAttributesForSupplementaryElement(ofKind: "ribbon", at: path(0, 0)) == nil)
    #expect(list.layoutAttributesForItem(at: path(0, 1))?.frame == ListRect(x: 5, y: 1, width: 5, height: 4))
    #expect(list.layoutAttributesForItem(at: path(0, 3)) == nil)
    let view = list.supplementaryView(forElementKind: "badge", at: path(0, 1))
    #expect(view != nil && list.visibleSupplementaryViews(ofKind: "badge")[1] === view)
    #expect(list.supplementaryView(forElementKind: Self.header, at: path(1, 0)) === list.headerView(forSection: 1))
  }

  @Test func `a screen sees them in reading order with what is behind first`() {
    let gallery = Gallery()
    gallery.counts = [2]
    gallery.header = 0
    let list = makeList(gallery)
    list.layout.supplements = [
      .badge(kind: "badge", size: ListSize(width: 2, height: 1)), .background(kind: "background"),
    ]
    #expect(
      list.display.elements.map(\.kind) == [
        .supplement(kind: "background"), .row, .supplement(kind: "badge"), .row, .supplement(kind: "badge"),
      ])
    #expect(list.display.elements.map(\.frame.origin.x) == [0, 0, 3, 5, 8])
  }

  @Test func `decoration views are made by the list and told to nobody`() {
    let gallery = Gallery()
    let list = makeList(gallery, height: 5)
    list.register(TagCell.self, forDecorationViewOfKind: "background")
    list.layoutIfNeeded()
    let shown = { list.display.elements.filter { $0.kind == .supplement(kind: "background") }.map(\.view) }
    let first = shown()
    #expect(first.count == 1 && first[0] is TagCell)
    #expect(list.visibleSupplementaryViews(ofKind: "background").isEmpty)
    list.contentOffset = 9
    list.layoutIfNeeded()
    #expect(shown().map(ObjectIdentifier.init) == first.map(ObjectIdentifier.init))
    #expect(gallery.takeLog().filter { $0.contains("background") } == [])
  }

  @Test func `their display is told in pairs`() {
    let gallery = Gallery()
    let list = makeList(gallery, height: 5)
    list.layoutIfNeeded()
    #expect(
      gallery.takeLog() == [
        "will \(Self.header) 0:0", "will background 0:0", "will badge 0:0", "will badge 0:1",
      ])
    list.contentOffset = 9
    list.layoutIfNeeded()
    #expect(
      gallery.takeLog() == [
        "end \(Self.header) 0:0", "end background 0:0", "end badge 0:0", "end badge 0:1",
        "will \(Self.header) 1:0", "will background 1:0", "will badge 1:0", "will badge 1:1",
      ])
    list.reloadData()
    #expect(gallery.takeLog().count == 4)
  }

  @Test func `they follow what they belong to through an update`() throws {
    let gallery = Gallery()
    let list = makeList(gallery)
    list.layoutIfNeeded()
    let badge = list.supplementaryView(forElementKind: "badge", at: path(0, 1))
    let background = list.supplementaryView(forElementKind: "background", at: path(1, 0))
    _ = gallery.takeLog()
    gallery.counts = [4, 2]
    try list.insertRows(at: [path(0, 0)])
    #expect(list.supplementaryView(forElementKind: "badge", at: path(0, 2)) === badge)
    #expect(gallery.takeLog() == ["will badge 0:0"])
    gallery.counts = [2]
    try list.deleteSections([0])
    #expect(list.supplementaryView(forElementKind: "background", at: path(0, 0)) === background)
    #expect(
      gallery.takeLog() == [
        "end \(Self.header) 0:0", "end background 0:0", "end badge 0:0", "end badge 0:1", "end badge 0:2",
        "end badge 0:3",
      ])
  }

  @Test func `a row may have none`() {
    let gallery = Gallery()
    gallery.hasBadge = { $0.row == 1 }
    let list = makeList(gallery)
    #expect(list.indexPathsForVisibleSupplementaryElements(ofKind: "badge") == [path(0, 1), path(1, 1)])
  }

  @Test func `views of one kind are not reused for another`() {
    let gallery = Gallery()
    let list = makeList(gallery)
    let first = list.dequeueReusableSupplementaryView(ofKind: "badge", withReuseIdentifier: "view", for: path(0, 0))
    #expect(first.elementKind == "badge")
    list.reloadData()
    list.register(TagCell.self, forCellReuseIdentifier: "view")
    list.layoutIfNeeded()
    gallery.counts = []
    list.reloadData()
    list.layoutIfNeeded()
    #expect(list.dequeueReusableCell(withIdentifier: "view")?.elementKind == nil)
    let again = list.dequeueReusableSupplementaryView(
      ofKind: "background", withReuseIdentifier: "view", for: path(0, 0))
    #expect(again.elementKind == "background" && (again as? TagCell)?.preparations == 1)
  }

  @Test func `a kind without a class is a mistake`() async {
    await #expect(processExitsWith: .failure) {
      let list = ListView(size: ListSize(width: 1, height: 1))
      _ = list.dequeueReusableSupplementaryView(
        ofKind: "none", withReuseIdentifier: "none", for: ListPath(row: 0, section: 0))
    }
  }
}
