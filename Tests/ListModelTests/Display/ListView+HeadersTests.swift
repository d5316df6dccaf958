import ListModel
import Testing

/// Gives headers and footers as it is told.
private final class HeaderSource: ListDataSource, ListDelegate {
  var headerTitle: String?
  var footerTitle: String?
  var headerHeight: Double?
  var header: (() -> ListCell?) = { nil }
  var footer: (() -> ListCell?) = { nil }
  var events: [String] = []

  func numberOfSections(in list: ListView) -> Int { 3 }
  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { 2 }
  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell { ListCell(reuseIdentifier: nil) }
  func list(_ list: ListView, titleForHeaderInSection section: Int) -> String? {
    headerTitle.map { "\($0) \(section)" }
  }
  func list(_ list: ListView, titleForFooterInSection section: Int) -> String? {
    footerTitle.map { "\($0) \(section)" }
  }
  func list(_ list: ListView, heightForHeaderInSection section: Int) -> Double? { headerHeight }
  func list(_ list: ListView, viewForHeaderInSection section: Int) -> ListCell? { header() }
  func list(_ list: ListView, viewForFooterInSection section: Int) -> ListCell? { footer() }
  func list(_ list: ListView, willDisplayHeaderView view: ListCell, forSection section: Int) {
    events.append("will header \(section) \(list.headerView(forSection: section) === view)")
  }
  func list(_ list: ListView, willDisplayFooterView view: ListCell, forSection section: Int) {
    events.append("will footer \(section) \(list.footerView(forSection: section) === view)")
  }
  func list(_ list: ListView, didEndDisplayingHeaderView view: ListCell, forSection section: Int) {
    events.append("end header \(section)")
  }
  func list(_ list: ListView, didEndDisplayingFooterView view: ListCell, forSection section: Int) {
    events.append("end footer \(section)")
  }
}

@Suite struct ListViewHeadersTests {
  private let source = HeaderSource()
  let list = ListView(size: ListSize(width: 20, height: 30))

  init() {
    list.rowHeight = 10
    list.dataSource = source
    list.delegate = source
  }

  /// Heights of the first section's header and footer.
  func heights() -> [Double] {
    list.reloadData()
    return [list.rectForHeader(inSection: 0).size.height, list.rectForFooter(inSection: 0).size.height]
  }

  @Test func `there is none without title or view`() {
    #expect(heights() == [0, 0])
    list.sectionHeaderHeight = 9
    #expect(heights() == [0, 0])
    #expect(list.headerView(forSection: 0) == nil)
  }

  @Test func `a title is shown by a view of the list`() {
    source.headerTitle = "top"
    source.footerTitle = "end"
    #expect(heights() == [28, 28])
    #expect((list.headerView(forSection: 0) as? ListTitleView)?.title == "top 0")
    list.contentOffset = 28
    #expect((list.footerView(forSection: 0) as? ListTitleView)?.title == "end 0")
    list.sectionHeaderHeight = 3
    list.sectionFooterHeight = 4
    #expect([list.rectForHeader(inSection: 1).size.height, list.rectForFooter(inSection: 1).size.height] == [3, 4])
    #expect(list.rectForHeader(inSection: 1).minY == 27)
    #expect(list.rect(forSection: 1) == ListRect(x: 0, y: 27, width: 20, height: 27))
  }

  @Test func `a view comes before a title and says its height`() {
    source.headerTitle = "top"
    source.header = {
      let view = TagCell(reuseIdentifier: nil)
      view.fitting = 7
      return view
    }
    #expect(heights() == [7, 0])
    #expect(list.headerView(forSection: 0) is TagCell)
    source.headerHeight = 5
    #expect(heights() == [5, 0])
    source.headerHeight = .nan
    #expect(heights() == [0, 0])
  }

  @Test func `a height without a view is empty space`() {
    source.headerHeight = 5
    #expect(heights() == [5, 0])
    #expect(list.headerView(forSection: 0) == nil)
    #expect(list.display.elements.map(\.kind) == [.row, .row])
    #expect(source.events == [])
  }

  @Test func `a view that is given twice is shown once`() {
    let view = ListCell(reuseIdentifier: "one")
    source.headerHeight = 2
    source.header = { view }
    source.footer = { view }
    #expect(heights() == [2, 28])
    list.viewportSize.height = 200
    #expect(list.display.elements.count { $0.view === view } == 1)
    #expect(list.headerView(forSection: 0) === view)
    #expect(list.dequeueReusableCell(withIdentifier: "one") == nil)
  }

  @Test func `their display is told`() {
    source.headerTitle = "top"
    source.footerTitle = "end"
    list.sectionHeaderHeight = 5
    list.sectionFooterHeight = 5
    list.layoutIfNeeded()
    #expect(source.events == ["will header 0 true", "will footer 0 true"])
    source.events = []
    list.contentOffset = 28
    list.layoutIfNeeded()
    #expect(source.events == ["end header 0", "will header 1 true", "will footer 1 true"])
    source.events = []
    list.reloadData()
    #expect(source.events == ["end header 1", "end footer 0", "end footer 1"])
  }

  @Test func `headers follow their sections`() throws {
    let feed = TestFeed(
      (0..<3).map { TestFeed.Section(header: 2, footer: 1, rows: [TestFeed.Row(tag: $0, height: 3)]) }, height: 60)
    feed.list.layoutIfNeeded()
    let third = feed.list.headerView(forSection: 2)
    _ = feed.takeEvents()
    feed.sections.remove(at: 0)
    feed.sections[0].header = 9
    try feed.change { () throws(ListUpdateError) in
      try feed.list.performBatchUpdates { () throws(ListUpdateError) in
        try feed.list.deleteSections([0])
        try feed.list.reloadSections([1])
      }
    }
    #expect(feed.list.headerView(forSection: 1) === third)
    #expect(feed.list.rectForHeader(inSection: 0).size.height == 9)
    #expect(
      feed.takeEvents().filter { $0.contains("Header") }
        == ["endHeader 0", "endHeader 1", "willHeader 0"])
    #expect(feed.fault == nil)
  }
}
