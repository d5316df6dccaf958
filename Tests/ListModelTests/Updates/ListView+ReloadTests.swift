import ListModel
import Testing

@Suite struct ListViewReloadTests {
  let feed = TestFeed(heights: [[4, 4, 4, 4]])
  var list: ListView { feed.list }

  @Test func `what is shown ends before the counts are asked`() {
    list.layoutIfNeeded()
    _ = feed.takeEvents()
    feed.reload()
    #expect(feed.takeEvents() == ["end 0:0", "end 0:1", "end 0:2", "sections", "rows 0"])
    list.layoutIfNeeded()
    #expect(feed.takeEvents().first == "cell 0:0")
    #expect(feed.fault == nil)
  }

  @Test func `what is shown ends while the list has the old counts`() {
    list.layoutIfNeeded()
    var counts: [Int] = []
    feed.interfere = { [unowned list] called in
      if called == "end" { counts.append(list.numberOfRows(inSection: 0)) }
    }
    feed.sections = []
    list.reloadData()
    #expect(counts == [4, 4, 4])
    #expect(list.numberOfSections == 0)
  }

  @Test func `a list has no rows to use while it asks for the counts of a load`() {
    let attempts: [(name: String, use: (ListView) -> Void)] = [
      ("touch", { $0.display.select(at: ListPoint(x: 1, y: 1)) }), ("selectRow", { $0.selectRow(at: path(2)) }),
      ("swipe", { $0.display.swipe(at: ListPoint(x: 1, y: 1), towards: .leading) }),
      ("beginMovement", { $0.display.beginMovement(at: ListPoint(x: 1, y: 1)) }),
      ("focus", { $0.display.focus(at: ListPoint(x: 1, y: 1)) }), ("moveFocus", { $0.display.moveFocus(.down) }),
    ]
    for (name, use) in attempts {
      list.layoutIfNeeded()
      _ = feed.takeEvents()
      feed.interfere = { [unowned feed] called in
        guard called == "sections" else { return }
        feed.interfere = nil
        use(feed.list)
        feed.note("\(feed.list.numberOfRows(inSection: 0)) rows")
      }
      feed.reload()
      #expect(feed.takeEvents() == ["end 0:0", "end 0:1", "end 0:2", "sections", "0 rows", "rows 0"], "\(name)")
      #expect(list.indexPathsForSelectedRows == [], "\(name)")
      #expect(list.indexPathForSwipedRow == nil && list.interactiveMovement == nil, "\(name)")
      #expect(list.indexPathForFocusedRow == nil, "\(name)")
    }
  }

  @Test func `an update asks for counts before it ends what goes`() throws {
    list.layoutIfNeeded()
    _ = feed.takeEvents()
    feed.sections[0].rows.removeFirst()
    try feed.change { () throws(ListUpdateError) in try list.deleteRows(at: [path(0)]) }
    #expect(feed.takeEvents() == ["sections", "rows 0", "end 0:0"])
  }

  @Test func `a new data source is asked when the list is looked at`() {
    list.layoutIfNeeded()
    list.selectRow(at: path(0))
    let other = TestFeed(heights: [[4]])
    list.dataSource = other
    #expect(other.events == [])
    #expect(feed.shown.isEmpty)
    #expect(list.dataSource === other)
    #expect(list.numberOfRows(inSection: 0) == 1)
    #expect(list.indexPathsForSelectedRows == [])
    list.dataSource = nil
    #expect(list.numberOfSections == 0)
    #expect(list.display.elements.isEmpty)
  }

  @Test func `a new delegate is asked for heights`() {
    list.layoutIfNeeded()
    list.rowHeight = 3
    list.delegate = nil
    #expect(list.delegate == nil)
    #expect(list.contentSize.height == 12)
    #expect(list.visibleCells.count == 4)
    list.delegate = feed
    #expect(list.delegate === feed)
    #expect(list.rectForRow(at: path(0)).size.height == 4)
  }

  @Test func `providers are not kept alive`() {
    let list = ListView(size: ListSize(width: 1, height: 1))
    do {
      let other = TestFeed(heights: [[4]])
      list.dataSource = other
      list.delegate = other
    }
    #expect(list.dataSource == nil)
    #expect(list.delegate == nil)
  }

  @Test func `the display is what is in view`() {
    feed.sections[0].header = 2
    feed.reload()
    let display = list.display
    #expect(display.elements.map(\.kind) == [.header, .row, .row])
    #expect(display.elements.map(\.frame.minY) == [0, 2, 6])
    #expect(display.contentHeight == 18)
    display.scroll(by: 3)
    #expect(display.viewport == ListRect(x: 0, y: 3, width: 40, height: 10))
    #expect(display.elements.map(\.frame.minY) == [2, 6, 10])
    display.scroll(by: -100)
    #expect(display.viewport.minY == 0)
  }
}
