import ListModel
import TestSupport
import Testing

@Suite struct ListLayoutTests {
  static let layouts: [ListLayout] = {
    var inset = ListLayout.grid(columns: 2, lineSpacing: 1, columnSpacing: 2)
    inset.inset = ListInsets(top: 1, left: 2, bottom: 3, right: 2)
    var flow = ListLayout.flow(itemSize: ListSize(width: 4, height: 3), lineSpacing: 1, columnSpacing: 1)
    flow.inset = ListInsets(top: 2, left: 1, bottom: 1, right: 1)
    var estimated = flow
    estimated.estimatedItemSize = ListSize(width: 5, height: 2)
    var estimatedWaterfall = ListLayout.waterfall(columns: 3, lineSpacing: 1, columnSpacing: 0)
    estimatedWaterfall.estimatedItemSize = ListSize(width: 2, height: 1)
    return [
      .grid(columns: 1), .grid(columns: 3), inset, flow, estimated,
      .flow(itemSize: ListSize(width: 9, height: 9), lineSpacing: 0, columnSpacing: 0),
      .waterfall(columns: 2, lineSpacing: 1, columnSpacing: 2),
      .waterfall(columns: 3, lineSpacing: 0, columnSpacing: 0), estimatedWaterfall,
    ]
  }()

  @Test func `every small section stands where it should`() {
    let choices = [ListSize(width: 5, height: 2), ListSize(width: 8, height: 5), ListSize(width: 20, height: 1)]
    var sample = Sample(oneIn: 6)
    for layout in Self.layouts {
      for count in 0...4 {
        var codes = 1
        for _ in 0..<count { codes *= choices.count }
        for code in 0..<codes where sample.takesNext() {
          var rest = code
          let sizes = (0..<count).map { _ in
            defer { rest /= choices.count }
            return choices[rest % choices.count]
          }
          let feed = LayoutFeed([sizes], layout)
          feed.measureAll()
          if let fault = feed.fault { Issue.record("\(layout.style) \(sizes): \(fault)") }
        }
      }
    }
  }

  @Test(arguments: layouts.indices) func `random lists stand where they should through changes and scrolling`(
    number: Int
  ) throws {
    for seed in 1...Sample.of(4, few: 1) as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed &* 31 &+ UInt64(number))
      let feed = LayoutFeed(
        (0..<3).map { _ in (0..<Int.random(in: 0...14, using: &random)).map { _ in Self.size(&random) } },
        Self.layouts[number])
      feed.header = seed % 2 == 0 ? 2 : 0
      for step in 0..<Sample.of(20, few: 3) {
        try Self.change(feed, &random)
        let looksFirst = Bool.random(using: &random)
        if looksFirst { _ = feed.list.display.elements }
        feed.measureAll()
        feed.list.contentOffset = Double(Int.random(in: 0...40, using: &random))
        if let fault = feed.fault {
          Issue.record("seed \(seed), step \(step): \(fault)")
          return
        }
      }
    }
  }

  private static func size(_ random: inout SeededGenerator) -> ListSize {
    // Powers of two, so that proportions are exact and it is plain which column is the shortest.
    ListSize(
      width: Double(1 << Int.random(in: 0...4, using: &random)), height: Double(Int.random(in: 1...6, using: &random)))
  }

  static func change(_ feed: LayoutFeed, _ random: inout SeededGenerator) throws {
    _ = feed.list.numberOfSections
    let section = Int.random(in: 0..<3, using: &random)
    let row = Int.random(in: 0...feed.sections[section].count, using: &random)
    let path = ListPath(row: row, section: section)
    let isThere = row < feed.sections[section].count
    switch Int.random(in: 0..<7, using: &random) {
    case 0, 1:
      let fresh = (0..<2).map { _ in feed.row(size(&random)) }
      feed.sections[section].insert(contentsOf: fresh, at: row)
      try feed.list.insertRows(at: [path, ListPath(row: row + 1, section: section)])
    case 2 where isThere:
      feed.sections[section].remove(at: row)
      try feed.list.deleteRows(at: [path])
    case 3 where isThere:
      let moved = feed.sections[section].remove(at: row)
      feed.sections[0].insert(moved, at: 0)
      try feed.list.moveRow(at: path, to: ListPath(row: 0, section: 0))
    case 4 where isThere:
      feed.sections[section][row] = feed.row(size(&random))
      try feed.list.reloadRows(at: [path])
    case 5:
      feed.list.viewportSize.width = [18, 24, 36].randomElement(using: &random) ?? 18
    default:
      feed.list.scrollToRow(at: path, at: .middle)
    }
  }

  @Test func `what is in view is right though nothing below has been placed`() {
    for layout in Self.layouts where layout.style != .grid && layout.estimatedItemSize == nil {
      var random = SeededGenerator(seed: 5)
      let sizes = (0..<60).map { _ in Self.size(&random) }
      for offset in stride(from: 0.0, to: 60, by: 3.5) {
        let feed = LayoutFeed([sizes], layout)
        feed.list.contentOffset = offset
        let frames = feed.placed().frames[0]
        let all = frames.indices.map { (path: ListPath(row: $0, section: 0), frame: frames[$0]) }
        if let fault = feed.windowFault(all) { Issue.record("\(layout.style) at \(offset): \(fault)") }
      }
    }
  }

  /// A million rows of one size; counts what is asked about single rows.
  private final class Million: ListDataSource, ListDelegate {
    var count = 1_000_000
    private var asked = 0

    func takeAsked() -> Int {
      defer { asked = 0 }
      return asked
    }

    func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { count }
    func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell { ListCell(reuseIdentifier: nil) }
    func list(_ list: ListView, layout: ListLayout, sizeForRowAt path: ListPath) -> ListSize? {
      asked += 1
      return ListSize(width: 5, height: 3)
    }
    func list(_ list: ListView, estimatedHeightForRowAt path: ListPath) -> Double? {
      asked += 1
      return 3
    }
  }

  @Test func `a million rows are asked about as far as anybody looks`() throws {
    for layout in Self.layouts {
      let rows = Million()
      let list = ListView(size: ListSize(width: 18, height: 12))
      list.layout = layout
      list.dataSource = rows
      list.delegate = rows
      _ = list.display.elements
      #expect(rows.takeAsked() < 80, "\(layout.style)")
      _ = list.rectForRow(at: ListPath(row: 900_000, section: 0))
      _ = list.indexPathForRow(at: ListPoint(x: 3, y: 500_000))
      #expect(rows.takeAsked() < 10)
      rows.count += 1
      try list.insertRows(at: [ListPath(row: 500_000, section: 0)])
      _ = list.display.elements
      #expect(rows.takeAsked() < 10)
      let isLazy = layout.style == .grid || layout.estimatedItemSize != nil
      let target = isLazy ? 500_000 : 5_000
      list.scrollToRow(at: ListPath(row: target, section: 0), at: .top)
      #expect(rows.takeAsked() < (isLazy ? 200 : 5_100))
      #expect(list.indexPathsForVisibleRows.contains(ListPath(row: target, section: 0)))
    }
  }

  @Test func `an update asks for the sizes of new rows only`() throws {
    for layout in Self.layouts {
      let feed = LayoutFeed([Array(repeating: ListSize(width: 6, height: 3), count: 40)], layout)
      feed.measureAll()
      _ = feed.takeSized()
      feed.sections[0].insert(feed.row(ListSize(width: 2, height: 2)), at: 5)
      try feed.list.insertRows(at: [ListPath(row: 5, section: 0)])
      feed.measureAll()
      #expect(feed.sized == [ListPath(row: 5, section: 0)], "\(layout.style)")
      #expect(feed.fault == nil)
    }
  }

  @Test func `rows in view stay when rows come above them`() throws {
    for layout in Self.layouts {
      let feed = LayoutFeed([Array(repeating: ListSize(width: 10, height: 4), count: 200)], layout)
      feed.list.scrollToRow(at: ListPath(row: 120, section: 0), at: .top)
      guard let first = feed.list.indexPathsForVisibleRows.first else { return }
      let distance = feed.list.rectForRow(at: first).minY - feed.list.contentOffset
      let count = 6 * 5
      feed.sections[0].insert(contentsOf: (0..<count).map { _ in feed.row(ListSize(width: 10, height: 4)) }, at: 0)
      try feed.list.insertRows(at: (0..<count).map { ListPath(row: $0, section: 0) })
      let now = ListPath(row: first.row + count, section: 0)
      #expect(feed.list.rectForRow(at: now).minY - feed.list.contentOffset == distance, "\(layout.style)")
      #expect(feed.list.indexPathsForVisibleRows.contains(now))
    }
  }

  @Test func `rows without height take no room in a flow or waterfall`() {
    for layout in Self.layouts where layout.style != .grid {
      let some = [ListSize(width: 6, height: 3), ListSize(width: 9, height: 2), ListSize(width: 4, height: 5)]
      let plain = LayoutFeed([some], layout)
      let nothing = ListSize(width: 5, height: 0)
      let mixed = LayoutFeed([[nothing, some[0], nothing, nothing, some[1], some[2], nothing]], layout)
      plain.measureAll()
      mixed.measureAll()
      #expect(plain.list.contentSize == mixed.list.contentSize)
      for (row, other) in [(0, 1), (1, 4), (2, 5)] {
        let path = ListPath(row: other, section: 0)
        #expect(plain.list.rectForRow(at: ListPath(row: row, section: 0)) == mixed.list.rectForRow(at: path))
      }
      #expect(mixed.list.indexPathsForVisibleRows.map(\.row) == [1, 4, 5])
    }
  }

  @Test func `numbers that make no sense are brought into range`() {
    for number in [Double.nan, -3, .infinity, 0, 1e300] {
      for var layout in Self.layouts {
        layout.columnCount = number.isFinite && abs(number) < 1e9 ? Int(number) : Int.max
        layout.lineSpacing = number
        layout.columnSpacing = number
        layout.itemSize = ListSize(width: number, height: number)
        layout.inset = ListInsets(top: number, left: number, bottom: number, right: number)
        let feed = LayoutFeed([[ListSize(width: number, height: number), ListSize(width: 3, height: 3)]], layout)
        _ = feed.list.display.elements
        feed.hasSizes = false
        feed.list.reloadData()
        _ = feed.list.display.elements
        #expect(feed.list.contentSize.height.isFinite)
        _ = feed.list.indexPathForRow(at: ListPoint(x: number, y: number))
      }
    }
  }
}
