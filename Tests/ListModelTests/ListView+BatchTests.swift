import ListModel
import Testing

@Suite struct ListViewBatchTests {
  let feed = TestFeed(heights: [[4, 4, 4]])
  var list: ListView { feed.list }
  let first = ListPath(row: 0, section: 0)

  func removeFirst() { feed.sections[0].rows.removeFirst() }

  @Test func onlyTheOutermostEndChangesTheList() throws {
    list.beginUpdates()
    list.beginUpdates()
    removeFirst()
    try list.deleteRows(at: [first])
    try list.endUpdates()
    #expect(list.numberOfRows(inSection: 0) == 3)
    try list.endUpdates()
    #expect(list.numberOfRows(inSection: 0) == 2)
  }

  @Test func anEndWithoutABeginningIsRefused() {
    #expect(throws: ListUpdateError.refused(method: "endUpdates()", reason: "no batch is open")) {
      try list.endUpdates()
    }
    #expect(throws: ListUpdateError.self) {
      try list.performBatchUpdates { () throws(ListUpdateError) in try list.endUpdates() }
    }
  }

  @Test func nothingIsLaidOutWhileABatchIsOpen() throws {
    list.layoutIfNeeded()
    list.beginUpdates()
    removeFirst()
    list.contentOffset = 2
    _ = feed.takeEvents()
    #expect(list.visibleCells.count == 3)
    #expect(feed.takeEvents() == [])
    try list.deleteRows(at: [first])
    try feed.change(list.endUpdates)
    #expect(feed.displayed.map(\.name) == ["tag 1", "tag 2"])
    #expect(feed.faults == [])
  }

  @Test func whatABlockThrowsDropsItsChangesOnly() throws {
    let wrong = ListUpdateError.refused(method: "test", reason: "none")
    #expect(throws: wrong) {
      try list.performBatchUpdates { () throws(ListUpdateError) in
        try list.deleteRows(at: [first])
        throw wrong
      }
    }
    #expect(list.numberOfRows(inSection: 0) == 3)
    try list.performBatchUpdates { () throws(ListUpdateError) in
      removeFirst()
      try list.deleteRows(at: [first])
      try? list.performBatchUpdates { () throws(ListUpdateError) in
        try list.deleteRows(at: [ListPath(row: 1, section: 0)])
        throw wrong
      }
    }
    #expect(list.numberOfRows(inSection: 0) == 2)
  }

  @Test func aReloadInsideABatchDropsTheRest() throws {
    list.layoutIfNeeded()
    try list.performBatchUpdates { () throws(ListUpdateError) in
      removeFirst()
      try list.deleteRows(at: [first, first, first])
      list.reloadData()
      try list.insertRows(at: [ListPath(row: 40, section: 7)])
      removeFirst()
    }
    feed.listed = feed.sections
    #expect(list.numberOfRows(inSection: 0) == 1)
    #expect(feed.fault == nil)
  }

  @Test func aReloadInsideABlockThatThrowsIsKept() throws {
    list.layoutIfNeeded()
    try? list.performBatchUpdates { () throws(ListUpdateError) in
      list.reloadData()
      removeFirst()
      throw ListUpdateError.refused(method: "test", reason: "none")
    }
    feed.listed = feed.sections
    #expect(list.numberOfRows(inSection: 0) == 2)
    #expect(feed.fault == nil)
  }

  @Test func anEmptyBatchChangesNothing() throws {
    list.layoutIfNeeded()
    let cells = list.visibleCells.map { ObjectIdentifier($0) }
    try list.performBatchUpdates {}
    #expect(list.visibleCells.map { ObjectIdentifier($0) } == cells)
  }
}
