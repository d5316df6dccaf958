import Testing

@testable import ListModel

/// Callbacks that change heights while the list is updated: that is no reload, and the update is carried out.
@Suite struct ListViewHeightChangesTests {
  /// Counts its rows, and changes the list's estimate whenever it is asked how many there are.
  private final class RestlessSource: ListDataSource {
    var tags = [0, 1, 2, 3]
    var changes = 0

    func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int {
      changes += 1
      list.estimatedRowHeight += 1
      return tags.count
    }

    func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell {
      let cell = TagCell(reuseIdentifier: nil)
      cell.tag = tags[path.row]
      return cell
    }
  }

  @Test func `an update whose counts change heights is carried out`() throws {
    let source = RestlessSource()
    let list = ListView(size: ListSize(width: 9, height: 900))
    list.dataSource = source
    list.selectRow(at: path(3))
    let changes = source.changes
    source.tags.remove(at: 1)
    try list.deleteRows(at: [path(1)])
    #expect(source.changes == changes + 1)
    #expect(list.visibleCells.compactMap { ($0 as? TagCell)?.tag } == [0, 2, 3])
    #expect(list.indexPathForSelectedRow == path(2))
  }

  @Test func `an update is carried out though heights change when a display ends`() throws {
    let feed = TestFeed(heights: [[2, 2, 2, 2]])
    let list = feed.list
    list.layoutIfNeeded()
    list.selectRow(at: path(3))
    var changes = 0
    feed.interfere = { [unowned list] called in
      guard called == "end" else { return }
      changes += 1
      list.estimatedRowHeight += 1
    }
    feed.sections[0].rows.remove(at: 1)
    try feed.change { () throws(ListUpdateError) in try list.deleteRows(at: [path(1)]) }
    #expect(changes == 1)
    #expect(list.visibleCells.compactMap { ($0 as? TagCell)?.tag } == [0, 2, 3])
    #expect(list.indexPathForSelectedRow == path(2))
    #expect(feed.faults == [])
  }

  @Test func `a new section has its header though heights change while it is measured`() throws {
    let feed = TestFeed(heights: [[2], [2]])
    let list = feed.list
    list.layoutIfNeeded()
    feed.sections.insert(.init(header: 3, footer: 1, rows: [.init(tag: 99, height: 2)]), at: 1)
    var isFirst = true
    feed.interfere = { [unowned list] called in
      guard called == "headerHeight", isFirst else { return }
      isFirst = false
      list.rowHeight = 5
    }
    try feed.change { () throws(ListUpdateError) in try list.insertSections([1]) }
    #expect(!isFirst)
    #expect(list.rectForHeader(inSection: 1).size.height == 3)
    #expect(list.rectForFooter(inSection: 1).size.height == 1)
  }
}
