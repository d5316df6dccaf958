import ListModel
import Testing

@Suite struct ListViewBatchTests {
  let feed = TestFeed(heights: [[4, 4, 4]])
  var list: ListView { feed.list }
  let first = ListPath(row: 0, section: 0)

  func removeFirst() { feed.sections[0].rows.removeFirst() }

  @Test func `only the outermost end changes the list`() throws {
    list.beginUpdates()
    list.beginUpdates()
    removeFirst()
    try list.deleteRows(at: [first])
    try list.endUpdates()
    #expect(list.numberOfRows(inSection: 0) == 3)
    try list.endUpdates()
    #expect(list.numberOfRows(inSection: 0) == 2)
  }

  @Test func `an end without a beginning is refused`() {
    #expect(throws: ListUpdateError.refused(method: "endUpdates()", reason: "no batch is open")) {
      try list.endUpdates()
    }
    #expect(throws: ListUpdateError.self) {
      try list.performBatchUpdates { () throws(ListUpdateError) in try list.endUpdates() }
    }
  }

  @Test func `nothing is laid out while a batch is open`() throws {
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

  @Test func `what a block throws drops its changes only`() throws {
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

  @Test func `nobody is asked about rows that the data may no longer have`() throws {
    let sizes = Array(repeating: ListSize(width: 4, height: 3), count: 40)
    let feed = LayoutFeed([sizes], .flow(itemSize: sizes[0]))
    feed.list.layoutIfNeeded()
    _ = feed.takeSized()
    try feed.list.performBatchUpdates { () throws(ListUpdateError) in
      feed.sections[0].removeAll()
      feed.list.scrollToRow(at: ListPath(row: 39, section: 0), at: .top)
      _ = feed.list.rectForRow(at: ListPath(row: 38, section: 0))
      try feed.list.deleteRows(at: sizes.indices.map { ListPath(row: $0, section: 0) })
    }
    #expect(feed.sized.isEmpty)
    #expect(feed.list.contentOffset == 0)
  }

  @Test func `a reload inside a batch drops the rest`() throws {
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

  @Test func `a reload inside a block that throws is kept`() throws {
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

  @Test func `a completion hears whether the list has changed`() throws {
    var heard: [String] = []
    func batch(_ name: String, _ changes: @escaping () throws(ListUpdateError) -> Void) throws(ListUpdateError) {
      try list.performBatchUpdates(changes) { [list] finished in
        heard.append("\(name) \(finished) \(list.numberOfRows(inSection: 0)) \(list.hasUncommittedUpdates)")
      }
    }
    try batch("one") { () throws(ListUpdateError) in
      removeFirst()
      try list.deleteRows(at: [first])
    }
    #expect(heard == ["one true 2 false"])
    try list.performBatchUpdates(nil) { heard.append("none \($0)") }
    try batch("reloaded") { () throws(ListUpdateError) in
      removeFirst()
      list.reloadData()
    }
    #expect(heard.dropFirst() == ["none true", "reloaded false 1 false"])
    heard = []
    #expect(throws: ListUpdateError.noSuchRow(path(7), rowsBefore: 1, for: .deleteRow(path(7)))) {
      try batch("refused") { () throws(ListUpdateError) in try list.deleteRows(at: [path(7)]) }
    }
    #expect(throws: ListUpdateError.self) {
      try batch("closed too often") { () throws(ListUpdateError) in try list.endUpdates() }
    }
    try batch("last") {}
    #expect(heard == ["last true 1 false"])
  }

  @Test func `completions of batches inside others wait for the outermost`() throws {
    var heard: [String] = []
    func note(_ name: String) -> (Bool) -> Void { { heard.append("\(name) \($0)") } }
    list.beginUpdates()
    try list.performBatchUpdates(
      { () throws(ListUpdateError) in
        removeFirst()
        try list.performBatchUpdates(
          { () throws(ListUpdateError) in try list.deleteRows(at: [first]) }, completion: note("inner"))
        try? list.performBatchUpdates(
          { () throws(ListUpdateError) in
            try list.performBatchUpdates(nil, completion: note("inside the given up"))
            throw .refused(method: "test", reason: "given up")
          }, completion: note("given up"))
      }, completion: note("outer"))
    #expect(heard == [])
    try list.endUpdates()
    #expect(heard == ["inner true", "outer true"])
    list.beginUpdates()
    try list.performBatchUpdates(nil, completion: note("refused"))
    removeFirst()
    #expect(throws: ListUpdateError.self) { try list.endUpdates() }
    feed.reload()
    try list.performBatchUpdates(nil)
    #expect(heard.count == 2)
  }

  @Test func `a callback that reloads takes the place of the changes`() throws {
    list.layoutIfNeeded()
    for callback in ["sections", "end"] {
      var heard: [Bool] = []
      feed.interfere = { [unowned feed] called in
        guard called == callback else { return }
        feed.interfere = nil
        feed.reload()
      }
      removeFirst()
      try list.performBatchUpdates({ () throws(ListUpdateError) in try list.deleteRows(at: [first]) }) {
        heard.append($0)
      }
      #expect(heard == [false])
      #expect(list.visibleCells.count == feed.sections[0].rows.count)
    }
  }

  @Test func `a completion may change the list again`() throws {
    try list.performBatchUpdates({ () throws(ListUpdateError) in
      removeFirst()
      try list.deleteRows(at: [first])
    }) { finished in
      removeFirst()
      try? list.performBatchUpdates { () throws(ListUpdateError) in try list.deleteRows(at: [first]) }
    }
    feed.listed = feed.sections
    #expect(feed.displayed.map(\.name) == ["tag 2"])
    #expect(feed.fault == nil)
  }

  @Test func `updates are uncommitted while a batch is open or under way`() throws {
    list.layoutIfNeeded()
    var seen: [String] = []
    feed.interfere = { [unowned list] called in seen.append("\(called) \(list.hasUncommittedUpdates)") }
    #expect(!list.hasUncommittedUpdates)
    list.beginUpdates()
    list.beginUpdates()
    try list.endUpdates()
    #expect(list.hasUncommittedUpdates)
    removeFirst()
    try list.deleteRows(at: [first])
    try list.endUpdates()
    #expect(seen == ["sections true", "rows true", "end true"])
    #expect(!list.hasUncommittedUpdates)
    #expect(throws: ListUpdateError.self) { try list.deleteRows(at: [first]) }
    #expect(!list.hasUncommittedUpdates)
  }

  @Test func `a list that has not been loaded is loaded before the block`() throws {
    try list.performBatchUpdates { () throws(ListUpdateError) in
      #expect(feed.takeEvents() == ["sections", "rows 0"])
      removeFirst()
      try list.deleteRows(at: [first])
    }
    #expect(list.numberOfRows(inSection: 0) == 2)
    // Outside of a batch the data source has changed by then: its counts are those before.
    let other = TestFeed(heights: [[4, 4, 4]])
    other.sections[0].rows.removeFirst()
    #expect(
      throws: ListUpdateError.invalidRowCount(
        section: 0, before: 2, after: 2, inserted: 0, deleted: 1, movedIn: 0, movedOut: 0)
    ) { try other.list.deleteRows(at: [first]) }
    #expect(other.list.numberOfRows(inSection: 0) == 2)
  }

  @Test func `what a block says is judged at its end whatever the order`() throws {
    list.layoutIfNeeded()
    let last = list.visibleCells.last
    try feed.change { () throws(ListUpdateError) in
      try list.performBatchUpdates { () throws(ListUpdateError) in
        try list.insertRows(at: [path(0, 1)])
        try list.moveRow(at: path(2), to: path(0, 0))
        try list.insertSections([1])
        try list.deleteRows(at: [path(0), path(1)])
        feed.sections = [
          .init(rows: [.init(tag: 2, height: 4)]), .init(rows: [.init(tag: 7, height: 4), .init(tag: 8, height: 4)]),
        ]
      }
    }
    #expect(feed.displayed.map(\.name) == ["tag 2", "tag 7", "tag 8"])
    #expect(list.cellForRow(at: path(0)) === last)
    #expect(feed.fault == nil)
  }

  @Test func `an empty batch changes nothing`() throws {
    list.layoutIfNeeded()
    let cells = list.visibleCells.map { ObjectIdentifier($0) }
    try list.performBatchUpdates {}
    #expect(list.visibleCells.map { ObjectIdentifier($0) } == cells)
  }
}
