import Interception
import TestSupport
import Testing

@testable import ListModel

@Suite struct ListViewUpdatesTests {
  static func world(
    _ random: inout SeededGenerator, _ nextTag: inout Int, heights: ClosedRange<Int> = 0...6
  ) -> [TestFeed.Section] {
    (0..<Int.random(in: 0...4, using: &random)).map { _ in
      TestFeed.Section(
        header: Double(Int.random(in: 0...2, using: &random)), footer: Double(Int.random(in: 0...1, using: &random)),
        rows: (0..<Int.random(in: 0...6, using: &random)).map { _ in
          nextTag += 1
          return TestFeed.Row(tag: nextTag, height: Double(Int.random(in: heights, using: &random)))
        })
    }
  }

  static func paths(_ sections: [TestFeed.Section]) -> [ListPath] {
    sections.enumerated().flatMap { number, section in
      section.rows.indices.map { ListPath(row: $0, section: number) }
    }
  }

  /// 800 scripts of 30 steps: about 7,200 batches that fit and 2,400 that do not, among all else that changes a list.
  @Test func `every script keeps the books and reaches its goal`() {
    for seed in 0..<Sample.of(800, few: 16) as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var nextTag = 0
      let feed = TestFeed(Self.world(&random, &nextTag), height: Double(Int.random(in: 0...20, using: &random)))
      feed.list.allowsMultipleSelection = Bool.random(using: &random)
      for step in 0..<30 {
        let fault = play(feed, &nextTag, &random) ?? feed.fault
        if let fault {
          Issue.record("seed \(seed), step \(step): \(fault)")
          break
        }
      }
      feed.sections = []
      feed.list.dataSource = nil
      if !feed.shown.isEmpty || !feed.shownTags.isEmpty {
        Issue.record("seed \(seed): \(feed.shown.count) displays have not ended")
      }
    }
  }

  @Test(arguments: ListRowAnimation.allCases)
  func `whoever draws hears how a change is shown`(animation: ListRowAnimation) throws {
    let feed = TestFeed([TestFeed.Section(header: 0, footer: 0, rows: [])], height: 9)
    feed.list.layoutIfNeeded()
    var heard: [ListRowAnimation] = []
    let row = try feed.list.hook(ListView.insertRows, .before) { heard.append($0.arguments.animation) }
    let section = try feed.list.hook(ListView.reloadSections, .before) { heard.append($0.arguments.animation) }
    feed.sections[0].rows.append(TestFeed.Row(tag: 1, height: 1))
    try feed.list.insertRows(at: [ListPath(row: 0, section: 0)], with: animation)
    try feed.list.reloadSections([0], with: animation)
    #expect(heard == [animation, animation])
    row.remove()
    section.remove()
  }

  private func play(_ feed: TestFeed, _ nextTag: inout Int, _ random: inout SeededGenerator) -> String? {
    let list = feed.list
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      feed.sections = Self.world(&random, &nextTag)
      feed.reload()
      return list.indexPathsForSelectedRows.isEmpty ? nil : "a reload keeps the selection"
    case 1: list.viewportSize.height = Double(Int.random(in: 0...20, using: &random))
    case 2: list.viewportSize.width = Double(Int.random(in: 1...3, using: &random))
    case 3: list.contentOffset = Double(Int.random(in: -3...60, using: &random))
    case 4: list.display.scroll(by: Double(Int.random(in: -9...9, using: &random)))
    case 5:
      if let path = Self.paths(feed.sections).randomElement(using: &random) { list.selectRow(at: path) }
    case 6: return refuse(feed, &nextTag, &random)
    default: return update(feed, &nextTag, &random)
    }
    return nil
  }

  private func update(_ feed: TestFeed, _ nextTag: inout Int, _ random: inout SeededGenerator) -> String? {
    let list = feed.list
    if Bool.random(using: &random) { list.layoutIfNeeded() }
    let selected = list.indexPathsForSelectedRows.compactMap { feed.row($0, in: feed.sections)?.tag }
    let update = RandomUpdate(of: feed.sections, nextTag: &nextTag, using: &random)
    let before = feed.shown
    let shownTags = feed.shownTags
    feed.reconfiguredTags = update.reconfiguredTags
    do {
      try feed.change { () throws(ListUpdateError) in
        try list.performBatchUpdates { () throws(ListUpdateError) in
          feed.sections = update.sections
          try list.tell(update.changes)
        }
      }
    } catch {
      return "refused: \(error)"
    }
    let counts = (0..<list.numberOfSections).map { list.numberOfRows(inSection: $0) }
    if counts != update.sections.map(\.rows.count) { return "counts are \(counts)" }
    let alive = Set(update.sections.flatMap(\.rows).map(\.tag)).subtracting(update.reloadedTags)
    let now = list.indexPathsForSelectedRows.compactMap { feed.row($0, in: feed.sections)?.tag }
    if now != selected.filter(alive.contains) { return "selected were \(selected), are \(now)" }
    for (identity, cell) in feed.shown where before[identity] != nil {
      guard let cell = cell as? TagCell, let path = list.indexPath(for: cell) else { continue }
      if feed.row(path, in: feed.sections)?.tag != cell.tag { return "the cell of \(cell.tag) is at \(path)" }
    }
    list.layoutIfNeeded()
    if !list.extents.checkInvariants() { return "the extents are wrong" }
    let forgotten = feed.reconfiguredTags.intersection(alive).intersection(shownTags)
    feed.reconfiguredTags = []
    return forgotten.isEmpty ? nil : "the cells of \(forgotten) are not made ready anew"
  }

  /// An update that leaves something out changes nothing.
  private func refuse(_ feed: TestFeed, _ nextTag: inout Int, _ random: inout SeededGenerator) -> String? {
    let list = feed.list
    list.layoutIfNeeded()
    let former = feed.sections
    let update = RandomUpdate(of: former, nextTag: &nextTag, using: &random)
    let changes = Array(update.changes.dropFirst())
    let oracle = ListUpdateOracle(
      before: former.map(\.rows.count), after: update.sections.map(\.rows.count), changes: changes)
    guard !oracle.breaches.isEmpty else { return nil }
    feed.sections = update.sections
    let rows = list.indexPathsForVisibleRows
    let cells = list.visibleCells
    let selected = list.indexPathsForSelectedRows
    feed.events = []
    do {
      try list.performBatchUpdates { () throws(ListUpdateError) in try list.tell(changes) }
      return "not refused"
    } catch {
      if OracleBreach(error).map(oracle.breaches.contains) != true {
        return "refused by \(error), not \(oracle.breaches)"
      }
    }
    if feed.events.contains(where: { $0.hasPrefix("will") || $0.hasPrefix("end") || $0.hasPrefix("cell") }) {
      return "a refusal is seen: \(feed.events)"
    }
    let isSame =
      list.indexPathsForVisibleRows == rows && list.visibleCells.elementsEqual(cells, by: ===)
      && list.indexPathsForSelectedRows == selected && list.numberOfSections == former.count
    feed.reload()
    return isSame ? nil : "a refusal changes the list"
  }

  @Test func `single updates are batches of their own`() throws {
    let feed = TestFeed(heights: [[4, 4, 4]])
    feed.list.layoutIfNeeded()
    feed.sections[0].rows.insert(.init(tag: 9, height: 4), at: 1)
    try feed.change { () throws(ListUpdateError) in try feed.list.insertRows(at: [ListPath(row: 1, section: 0)]) }
    #expect(feed.displayed.map(\.name) == ["tag 0", "tag 9", "tag 1"])
    feed.sections[0].rows.remove(at: 0)
    try feed.change { () throws(ListUpdateError) in try feed.list.deleteRows(at: [ListPath(row: 0, section: 0)]) }
    #expect(feed.displayed.map(\.name) == ["tag 9", "tag 1", "tag 2"])
    feed.sections[0].rows.swapAt(0, 2)
    feed.sections[0].rows.swapAt(0, 1)
    #expect(throws: Never.self) {
      try feed.list.performBatchUpdates { () throws(ListUpdateError) in
        try feed.list.moveRow(at: ListPath(row: 0, section: 0), to: ListPath(row: 2, section: 0))
      }
    }
    #expect(feed.list.numberOfRows(inSection: 0) == 3)
    #expect(feed.faults == [])
  }

  @Test func `a moved row ends where it was last known`() throws {
    let feed = TestFeed(heights: [[4, 4, 4, 4, 4]])
    feed.list.layoutIfNeeded()
    let cell = feed.list.cellForRow(at: ListPath(row: 0, section: 0))
    feed.sections[0].rows.append(feed.sections[0].rows.remove(at: 0))
    _ = feed.takeEvents()
    try feed.change { () throws(ListUpdateError) in
      try feed.list.moveRow(at: ListPath(row: 0, section: 0), to: ListPath(row: 4, section: 0))
    }
    feed.list.layoutIfNeeded()
    #expect(
      feed.takeEvents().filter { !$0.hasPrefix("rows") && $0 != "sections" } == ["end 0:4", "cell 0:2", "will 0:2"])
    #expect(feed.list.visibleCells.contains { $0 === cell })
    #expect(feed.fault == nil)
  }

  @Test func `rows in view stay where they are when rows come above them`() throws {
    let feed = TestFeed(heights: [Array(repeating: 4, count: 20)])
    feed.list.contentOffset = 21
    feed.list.layoutIfNeeded()
    feed.sections[0].rows.insert(.init(tag: 99, height: 4), at: 0)
    try feed.change { () throws(ListUpdateError) in try feed.list.insertRows(at: [ListPath(row: 0, section: 0)]) }
    #expect(feed.list.contentOffset == 25)
    #expect(feed.displayed.first?.name == "tag 5")
  }

  @Test func `new rows at the very top are seen`() throws {
    let feed = TestFeed(heights: [Array(repeating: 4, count: 20)])
    feed.list.layoutIfNeeded()
    feed.sections[0].rows.insert(.init(tag: 99, height: 4), at: 0)
    try feed.change { () throws(ListUpdateError) in try feed.list.insertRows(at: [ListPath(row: 0, section: 0)]) }
    #expect(feed.displayed.map(\.name) == ["tag 99", "tag 0", "tag 1"])
  }

  @Test func `one row into a million asks for nothing else`() throws {
    let feed = TestFeed([TestFeed.Section(rows: [])])
    feed.list.delegate = nil
    feed.list.rowHeight = 4
    feed.counted = [1_000_000]
    feed.list.layoutIfNeeded()
    feed.counted = [1_000_001]
    _ = feed.takeEvents()
    try feed.list.insertRows(at: [ListPath(row: 700_000, section: 0)])
    feed.list.layoutIfNeeded()
    #expect(feed.takeEvents() == ["sections", "rows 0"])
  }
}
