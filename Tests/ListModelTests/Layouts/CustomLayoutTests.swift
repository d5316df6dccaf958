import ListModel
import TestSupport
import Testing

/// A flow in which nothing is kept but sizes, as somebody outside might write it first.
private struct PlainFlow: CustomListLayout {
  func arrangement(of count: Int, width: Double, in layout: ListLayout) -> PlainFlowRows {
    PlainFlowRows(sizes: Array(repeating: nil, count: count), width: width, layout: layout)
  }
}

private struct PlainFlowRows: ListArrangement {
  var sizes: [ListSize?]
  let width: Double
  let layout: ListLayout

  var count: Int { sizes.count }
  var height: Double { placed.last.map { $0.line.bottom } ?? 0 }

  func frame(of row: Int) -> ListRect { placed[row].frame }

  func forEachRow(from row: Int, in window: ListExtent, _ body: (Int) -> Bool) {
    let visible = placed.enumerated().filter {
      ListExtent(top: $1.frame.minY, height: $1.frame.size.height).overlaps(window)
    }
    _ = visible.allSatisfy { $0.offset < row || body($0.offset) }
  }

  mutating func rearrange(_ pieces: [ListRowPiece]) {
    let former = sizes
    sizes = pieces.flatMap { piece in
      switch piece {
      case .kept(let rows): Array(former[rows])
      case .new(let count): [ListSize?](repeating: nil, count: count)
      }
    }
  }

  mutating func forget(_ row: Int) { sizes[row] = nil }
  func isPlaced(_ row: Int) -> Bool { !sizes[...row].contains(nil) }

  func rowToPlace(in window: ListExtent, keeping seen: Range<Int>?) -> Int? {
    let placed = placed
    return max(0, window.top) < window.bottom
      ? sizes.indices.first { sizes[$0] == nil && placed[$0].line.top < window.bottom } : nil
  }

  func rowToPlace(through row: Int) -> Int? { sizes[...row].firstIndex(of: nil) }

  mutating func place(_ size: ListSize, of row: Int) {
    sizes[row] = ListSize(width: min(size.width, width), height: size.height)
  }

  private var placed: [(frame: ListRect, line: ListExtent)] {
    let sizes = sizes.map { $0 ?? layout.itemSize }
    var lines: [[ListSize]] = []
    for size in sizes {
      let used = (lines.last ?? []).reduce(0) { $0 + $1.width + layout.columnSpacing }
      if lines.isEmpty || used + size.width > width { lines.append([]) }
      lines[lines.count - 1].append(size)
    }
    var top = 0.0
    return lines.enumerated().flatMap { number, line in
      let height = line.map(\.height).max() ?? 0
      let free = width - line.reduce(0) { $0 + $1.width }
      let isFull = number < lines.count - 1 && line.count > 1
      let gap = isFull ? free / Double(line.count - 1) : layout.columnSpacing
      var x = 0.0
      defer { top += height + layout.lineSpacing }
      return line.map { size in
        defer { x += size.width + gap }
        let frame = ListRect(x: x, y: top + (height - size.height) / 2, width: size.width, height: size.height)
        return (frame, ListExtent(top: top, height: height))
      }
    }
  }
}

/// Rows of one size, each further to the right than the one above it until the edge is reached.
private struct Stairs: CustomListLayout, ListArrangement {
  let steps: Int
  var count = 0
  /// Whether updates are not carried out.
  var isDeaf = false

  var height: Double { Double(count) * 2 }

  func arrangement(of count: Int, width: Double, in layout: ListLayout) -> Stairs {
    Stairs(steps: steps, count: count, isDeaf: isDeaf)
  }

  func frame(of row: Int) -> ListRect { ListRect(x: Double(row % steps) * 3, y: Double(row) * 2, width: 3, height: 2) }

  func forEachRow(from row: Int, in window: ListExtent, _ body: (Int) -> Bool) {
    let first = max(row, Int((max(0, window.top) / 2).rounded(.down)))
    let end = min(count, Int((window.bottom / 2).rounded(.up)))
    if first < end { _ = (first..<end).allSatisfy(body) }
  }

  mutating func rearrange(_ pieces: [ListRowPiece]) {
    if !isDeaf { count = pieces.reduce(0) { $0 + $1.count } }
  }
}

/// A million rows; counts the cells it is asked for.
private final class Million: ListDataSource {
  var count = 1_000_000
  private(set) var asked: [Int] = []

  func takeAsked() -> [Int] {
    defer { asked = [] }
    return asked
  }

  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { count }
  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell {
    asked.append(path.row)
    return ListCell(reuseIdentifier: nil)
  }
}

@Suite struct CustomLayoutTests {
  @Test func `a flow from outside places rows like the flow`() throws {
    var layout = ListLayout.custom(PlainFlow())
    layout.itemSize = ListSize(width: 4, height: 3)
    (layout.lineSpacing, layout.columnSpacing) = (1, 1)
    layout.inset = ListInsets(top: 2, left: 1, bottom: 1, right: 1)
    for seed in 1...Sample.of(40, few: 2) as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      let sizes = [1.0, 2, 4, 8].map { ListSize(width: $0, height: 9 - $0) }
      let feed = LayoutFeed(
        (0..<3).map { _ in
          (0..<Int.random(in: 0...12, using: &random)).map { _ in sizes[Int.random(in: 0..<4, using: &random)] }
        },
        layout)
      for step in 0..<15 {
        try ListLayoutTests.change(feed, &random)
        feed.measureAll()
        feed.list.contentOffset = Double(Int.random(in: 0...40, using: &random))
        if let fault = feed.fault {
          Issue.record("seed \(seed), step \(step): \(fault)")
          return
        }
      }
    }
  }

  @Test func `sizes are requested as far as rows come into view`() {
    var layout = ListLayout.custom(PlainFlow())
    layout.itemSize = ListSize(width: 9, height: 4)
    let feed = LayoutFeed([Array(repeating: layout.itemSize, count: 60)], layout)
    feed.list.layoutIfNeeded()
    #expect(feed.takeSized() == 6)
    feed.list.scrollToRow(at: ListPath(row: 21, section: 0), at: .bottom)
    #expect(feed.takeSized() == 16)
    #expect(feed.list.indexPathsForVisibleRows.map(\.row) == Array(16..<22))
  }

  @Test func `only what is in view is asked of a million rows`() throws {
    let rows = Million()
    let list = ListView(size: ListSize(width: 18, height: 12))
    list.layout = .custom(Stairs(steps: 4))
    list.dataSource = rows
    list.contentOffset = 1_000_001
    #expect(list.display.elements.map(\.frame.minX) == [0, 3, 6, 9, 0, 3, 6])
    #expect(rows.takeAsked() == Array(500_000..<500_007))
    rows.count += 1
    try list.insertRows(at: [ListPath(row: 0, section: 0)])
    #expect(list.indexPathForRow(at: ListPoint(x: 4, y: list.contentOffset + 0.5))?.row == 500_001)
    #expect(list.contentSize.height == 2_000_002)
    #expect(rows.takeAsked() == [])
  }

  @Test func `layouts are equal if what arranges them is`() {
    let stairs = ListLayout.custom(Stairs(steps: 4))
    #expect(stairs == .custom(Stairs(steps: 4)))
    #expect(
      Set([stairs, .custom(Stairs(steps: 4)), .custom(Stairs(steps: 5)), .custom(PlainFlow()), .table]).count == 4)
  }

  @Test func `an arrangement that loses rows is refused`() async {
    await #expect(processExitsWith: .failure) {
      let rows = Million()
      let list = ListView(size: ListSize(width: 18, height: 12))
      list.layout = .custom(Stairs(steps: 4, isDeaf: true))
      list.dataSource = rows
      list.layoutIfNeeded()
      rows.count += 1
      try list.insertRows(at: [ListPath(row: 0, section: 0)])
    }
  }
}
