import ListModel
import Testing

@Suite struct ListViewReconfigureTests {
  let feed = TestFeed(heights: [[4, 4, 4, 4, 4]])
  var list: ListView { feed.list }

  init() {
    list.layoutIfNeeded()
    _ = feed.takeEvents()
  }

  func displays() -> [String] { feed.takeEvents().filter { !$0.hasPrefix("rows") && $0 != "sections" } }

  @Test func `the cell is made ready anew where it is`() throws {
    let cell = try #require(list.cellForRow(at: path(1)) as? TagCell)
    let preparations = cell.preparations
    list.selectRow(at: path(1))
    feed.sections[0].rows[1].height = 2
    feed.reconfiguredTags = [1]
    try list.reconfigureRows(at: [path(1)])
    #expect(list.cellForRow(at: path(1)) === cell)
    #expect(displays() == ["cell 0:1"])
    #expect(feed.reconfiguredTags == [])
    #expect(cell.preparations == preparations)
    #expect(cell.isSelected)
    #expect(list.indexPathsForSelectedRows == [path(1)])
    #expect(list.rectForRow(at: path(1)).size.height == 2)
    #expect(feed.fault == nil)
  }

  @Test func `a row out of view is measured anew and not asked for`() throws {
    list.contentOffset = 100
    list.layoutIfNeeded()
    feed.sections[0].rows[0].height = 9
    _ = feed.takeEvents()
    try list.reconfigureRows(at: [path(0)])
    #expect(list.visibleCells.count == 3)
    #expect(displays() == [])
    list.contentOffset = 0
    #expect(list.rectForRow(at: path(0)).size.height == 9)
    #expect(feed.fault == nil)
  }

  @Test func `it follows its row and what else happens to that counts`() throws {
    let moved = list.cellForRow(at: path(0))
    let rows = feed.sections[0].rows
    feed.reconfiguredTags = [0]
    try feed.change { () throws(ListUpdateError) in
      try list.performBatchUpdates { () throws(ListUpdateError) in
        feed.sections[0].rows = [rows[1], rows[0], rows[3], rows[4]]
        try list.reconfigureRows(at: [path(0), path(1), path(2), path(0)])
        try list.moveRow(at: path(0), to: path(1))
        try list.reloadRows(at: [path(1)])
        try list.deleteRows(at: [path(2)])
      }
    }
    feed.sections[0].rows.insert(.init(tag: 9, height: 4), at: 0)
    try feed.change { () throws(ListUpdateError) in try list.insertRows(at: [path(0)]) }
    #expect(list.cellForRow(at: path(2)) === moved)
    #expect(displays() == ["end 0:1", "end 0:2", "cell 0:2", "cell 0:0", "will 0:0", "cell 0:1", "will 0:1"])
    #expect(feed.fault == nil)
  }

  @Test func `a row that is not there is refused`() {
    for row in [5, -1] {
      #expect(throws: ListUpdateError.noSuchRow(path(row), rowsBefore: 5, for: .reconfigureRow(path(row)))) {
        try list.reconfigureRows(at: [path(row)])
      }
    }
    #expect(throws: ListUpdateError.noSuchSection(2, sectionsBefore: 1, for: .reconfigureRow(path(0, 2)))) {
      try list.reconfigureRows(at: [path(0, 2)])
    }
    #expect(displays() == [])
  }

  @Test func `another cell takes the place of the old`() throws {
    let source = TwoCellSource()
    list.dataSource = source
    list.layoutIfNeeded()
    let former = list.visibleCells
    list.selectRow(at: path(0))
    source.identifier = "other"
    try list.reconfigureRows(at: [path(0)])
    let cells = list.visibleCells
    #expect(cells.map(\.reuseIdentifier) == ["other", "row"])
    #expect(cells[0].isSelected)
    #expect(cells[1] === former[1])
    source.identifier = "row"
    try list.reconfigureRows(at: [path(0), path(1)])
    #expect(list.visibleCells.map { ObjectIdentifier($0) } == former.map { ObjectIdentifier($0) })
  }

  @Test func `a callback that changes the list leaves the others to the next pass`() throws {
    var asked: [String] = []
    feed.reconfiguredTags = [0, 1, 2]
    feed.interfere = { [unowned feed] called in
      guard called == "cell", let event = feed.events.last else { return }
      asked.append(event)
      guard asked.count == 1 else { return }
      feed.sections[0].rows.remove(at: 1)
      try? feed.change { () throws(ListUpdateError) in try feed.list.deleteRows(at: [path(1)]) }
    }
    try list.reconfigureRows(at: [path(0), path(1), path(2)])
    list.layoutIfNeeded()
    #expect(asked.prefix(2) == ["cell 0:0", "cell 0:1"])
    #expect(feed.reconfiguredTags == [1])
    #expect(feed.fault == nil)
  }

  @Test func `a reload forgets them`() throws {
    try list.reconfigureRows(at: [path(0)])
    feed.reload()
    list.layoutIfNeeded()
    #expect(feed.takeEvents().filter { $0 == "cell 0:0" }.count == 1)
    #expect(feed.fault == nil)
  }
}

/// A data source that changes the kind of its cells.
private final class TwoCellSource: ListDataSource {
  var identifier = "row"

  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { 2 }

  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell {
    list.register(ListCell.self, forCellReuseIdentifier: identifier)
    return list.dequeueReusableCell(withIdentifier: identifier, for: path)
  }
}
