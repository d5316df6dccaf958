import ListModel
import TestSupport
import Testing

/// A list with a header and a footer of its own, insets and pinned headers, and where everything in it belongs.
private struct EndsWorld {
  let feed: TestFeed
  private var random: SeededGenerator
  private let height = 20.0

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    feed = TestFeed([], height: height)
    feed.sections = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      let rows = (0..<Int.random(in: 0...5, using: &random)).map { _ in Self.row(&random) }
      let edges = [0.0, 2, 5]
      return TestFeed.Section(
        header: edges[Int.random(in: 0..<3, using: &random)], footer: edges[Int.random(in: 0..<3, using: &random)],
        rows: rows)
    }
    feed.listed = feed.sections
    change()
  }

  private static func row(_ random: inout SeededGenerator) -> TestFeed.Row {
    TestFeed.Row(tag: Int.random(in: 0..<1_000_000_000, using: &random), height: [0.0, 3, 4, 9].random(&random))
  }

  /// Changes the ends of the list.
  mutating func change() {
    let list = feed.list
    list.layout.pinsHeaders = Bool.random(using: &random)
    list.layout.pinsFooters = Bool.random(using: &random)
    list.contentInset = ListInsets(top: [0, 0, 3, 25].random(&random), bottom: [0, 0, 4].random(&random))
    list.tableHeaderView = endView()
    list.tableFooterView = endView()
  }

  private mutating func endView() -> ListCell? {
    let view = TagCell(reuseIdentifier: nil)
    view.fitting = [1, 7].random(&random)
    return Bool.random(using: &random) ? view : nil
  }

  /// Inserts a row.
  mutating func insert() throws {
    guard !feed.sections.isEmpty else { return }
    _ = feed.list.numberOfSections
    let section = Int.random(in: 0..<feed.sections.count, using: &random)
    let row = Int.random(in: 0...feed.sections[section].rows.count, using: &random)
    feed.sections[section].rows.insert(Self.row(&random), at: row)
    try feed.change { () throws(ListUpdateError) in
      try feed.list.insertRows(at: [ListPath(row: row, section: section)])
    }
  }

  /// Brings everything into view once, so that all heights are known, and scrolls to some offset.
  mutating func scroll() {
    feed.list.viewportSize.height = 10_000
    feed.list.layoutIfNeeded()
    feed.list.viewportSize.height = height
    feed.list.contentOffset = Double(Int.random(in: -30...130, using: &random)) / 2
    feed.list.layoutIfNeeded()
  }

  /// What is wrong with the list.
  var fault: String? {
    let list = feed.list
    let expected = placed(at: list.contentOffset)
    let found = list.display.elements.map { "\($0.kind) \($0.frame.minY)+\($0.frame.size.height)" }
    if found.sorted() != expected.elements.sorted() { return "shows \(found), not \(expected.elements)" }
    let inset = list.contentInset
    let (viewport, uncovered) = (list.display.viewport, list.display.uncoveredViewport)
    for y in stride(from: viewport.minY, to: viewport.maxY, by: 0.5) {
      let isBarred = y < viewport.minY + inset.top || y >= viewport.maxY - inset.bottom
      let isCovered = isBarred || expected.pinned.contains { $0.contains(y) }
      if isCovered == (uncovered.minY..<uncovered.maxY).contains(y) { return "\(uncovered) is uncovered, not \(y)" }
    }
    for (asked, kept) in [(-1e9, -inset.top), (1e9, max(-inset.top, expected.total + inset.bottom - height))] {
      list.contentOffset = asked
      if list.contentOffset != kept { return "\(asked) is kept at \(list.contentOffset), not \(kept)" }
    }
    return feed.faults.first
  }

  private func placed(at offset: Double) -> (elements: [String], pinned: [Range<Double>], total: Double) {
    let (list, layout) = (feed.list, feed.list.layout)
    let window = (top: offset + list.contentInset.top, bottom: offset + height - list.contentInset.bottom)
    var (elements, pinned, y): ([String], [Range<Double>], Double) = ([], [], 0)
    func add(_ kind: ListDisplay.Kind, _ top: Double, _ height: Double) {
      guard height > 0, top < offset + self.height, top + height > offset else { return }
      elements.append("\(kind) \(top)+\(height)")
    }
    func addEnd(_ view: ListCell?, _ kind: String) {
      let height = (view as? TagCell)?.fitting ?? 0
      add(.supplement(kind: kind), y, height)
      y += height
    }
    addEnd(list.tableHeaderView, ListElementKind.tableHeader)
    for section in feed.sections {
      let start = y + section.header
      let end = section.rows.reduce(start) { $0 + $1.height }
      let top = layout.pinsHeaders ? max(y, min(window.top, end - section.header)) : y
      add(.header, top, section.header)
      if top != y { pinned.append(top..<top + section.header) }
      y = start
      for row in section.rows {
        add(.row, y, row.height)
        y += row.height
      }
      let footerTop = layout.pinsFooters ? min(y, max(window.bottom - section.footer, start)) : y
      add(.footer, footerTop, section.footer)
      if footerTop != y { pinned.append(footerTop..<footerTop + section.footer) }
      y += section.footer
    }
    addEnd(list.tableFooterView, ListElementKind.tableFooter)
    return (elements, pinned, y)
  }
}

extension [Double] {
  fileprivate func random(_ random: inout SeededGenerator) -> Double { self[Int.random(in: indices, using: &random)] }
}

@Suite struct ListViewContentEndsTests {
  @Test func `what is in view is where the ends and pins put it`() throws {
    for seed in 1...Sample.of(20_000, few: 80) as ClosedRange<UInt64> {
      var world = EndsWorld(seed: seed)
      for step in 0..<6 {
        if step == 2 { try world.insert() }
        if step == 4 { world.change() }
        world.scroll()
        if let fault = world.fault {
          Issue.record("seed \(seed), step \(step): \(fault)")
          return
        }
      }
    }
  }

  /// Ten rows of four units below a pinned header of two, in a viewport of ten.
  private func pinned(insets: ListInsets = .zero) -> TestFeed {
    let rows = (0..<10).map { TestFeed.Row(tag: $0, height: 4) }
    let feed = TestFeed([TestFeed.Section(header: 2, footer: 0, rows: rows)])
    feed.list.layout.pinsHeaders = true
    feed.list.contentInset = insets
    return feed
  }

  @Test func `a row that is scrolled to is not under the header`() {
    let feed = pinned(insets: ListInsets(top: 1, bottom: 1))
    var offsets: [Double] = []
    for (row, position) in [
      (5, ListScrollPosition.top), (4, .none), (5, .bottom), (5, .none), (7, .none), (5, .middle),
    ] {
      feed.list.scrollToRow(at: ListPath(row: row, section: 0), at: position)
      offsets.append(feed.list.contentOffset)
    }
    #expect(offsets == [19, 15, 17, 17, 25, 18])
  }

  @Test func `a pinned header is the last element and takes touches`() {
    let feed = pinned()
    feed.list.contentOffset = 7
    let display = feed.list.display
    #expect(display.elements.map(\.kind) == [.row, .row, .row, .header])
    #expect(display.elements.last?.frame == ListRect(x: 0, y: 7, width: 40, height: 2))
    #expect(feed.list.rectForHeader(inSection: 0).minY == 0)
    #expect([8, 9.5].map { display.select(at: ListPoint(x: 1, y: $0)) } == [false, true])
    #expect(feed.list.indexPathForRow(at: ListPoint(x: 1, y: 8)) == ListPath(row: 1, section: 0))
  }

  @Test func `a list at its top stays there when its inset changes`() {
    let feed = pinned()
    feed.list.contentInset.top = 5
    #expect(feed.list.contentOffset == -5)
    feed.list.contentInset.top = 3
    #expect(feed.list.contentOffset == -3)
    feed.list.contentOffset = 6
    feed.list.contentInset.top = 9
    #expect(feed.list.contentOffset == 6)
    #expect(feed.list.display.scrollToTop())
    #expect(feed.list.contentOffset == -9)
  }

  @Test func `rows in view stay when the list gets a header`() {
    let feed = pinned()
    feed.list.contentOffset = 12
    feed.list.layoutIfNeeded()
    let view = TagCell(reuseIdentifier: nil)
    view.fitting = 6
    feed.list.tableHeaderView = view
    #expect(feed.list.contentOffset == 18)
    #expect(feed.list.contentSize.height == 48)
    feed.list.tableHeaderView = nil
    #expect(feed.list.contentOffset == 12)
    #expect(feed.list.contentSize.height == 42)
  }
}
