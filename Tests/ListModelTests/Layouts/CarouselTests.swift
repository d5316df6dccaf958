import ListModel
import TestSupport
import Testing

/// Rows of one width in a carousel, and where they belong.
private struct Carousel {
  let feed: LayoutFeed
  private var offset = 0.0
  private let width = 4.0
  private let spacing = 1.0

  init(count: Int) {
    var layout = ListLayout.carousel(itemSize: ListSize(width: 4, height: 3), columnSpacing: 1)
    layout.hasFixedItemSize = true
    layout.inset = ListInsets(top: 1, left: 2, right: 3)
    let size = ListSize(width: 4, height: 3)
    feed = LayoutFeed([Array(repeating: size, count: count), [size]], layout)
  }

  private var count: Int { feed.sections[0].count }

  private func left(of row: Int) -> Double { 2 + Double(row) * (width + spacing) - offset }

  private var firstInView: Int? { (0..<count).first { left(of: $0) + width > 0 } }

  private mutating func limit() {
    offset = max(0, min(offset, 2 + max(0, Double(count) * (width + spacing) - spacing) + 3 - 18))
  }

  mutating func step(_ random: inout SeededGenerator) throws {
    let row = Int.random(in: 0...count, using: &random)
    _ = feed.list.numberOfSections
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      offset = Double(Int.random(in: -3...60, using: &random))
      feed.list.setContentOffset(offset, inSection: 0)
    case 1:
      if let first = firstInView, offset > 0, row <= first { offset += width + spacing }
      feed.sections[0].insert(feed.row(ListSize(width: 4, height: 3)), at: row)
      try feed.list.insertRows(at: [ListPath(row: row, section: 0)])
    default:
      guard row < count else { return }
      if let first = firstInView, offset > 0, row < first || (row == first && row == count - 1) {
        offset -= row < first ? width + spacing : 0
      } else if row == firstInView, offset > 0 {
        // The next row takes its place, and keeps its own.
        offset -= width + spacing
      }
      feed.sections[0].remove(at: row)
      try feed.list.deleteRows(at: [ListPath(row: row, section: 0)])
    }
    limit()
  }

  var fault: String? {
    let list = feed.list
    if list.contentOffset(inSection: 0) != offset {
      return "the offset is \(list.contentOffset(inSection: 0)), not \(offset)"
    }
    let expected = (0..<count).filter { left(of: $0) < 18 && left(of: $0) + width > 0 }
    let shown = list.indexPathsForVisibleRows.filter { $0.section == 0 }.map(\.row)
    if shown != expected { return "\(shown) are in view, not \(expected)" }
    for row in 0..<count {
      let frame = ListRect(x: left(of: row), y: 1, width: 4, height: 3)
      let found = list.rectForRow(at: ListPath(row: row, section: 0))
      if found != frame { return "\(row) is at \(found), not at \(frame)" }
    }
    let below = list.rectForRow(at: ListPath(row: 0, section: 1)).minY
    return below == (count > 0 ? 5 : 2) ? nil : "the next section begins at \(below)"
  }
}

@Suite struct CarouselTests {
  @Test func `rows in view keep their places through changes`() throws {
    for seed in 1...Sample.of(3_000, few: 200) as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      var carousel = Carousel(count: Int.random(in: 0...15, using: &random))
      for step in 0..<12 {
        try carousel.step(&random)
        if let fault = carousel.fault {
          Issue.record("seed \(seed), step \(step): \(fault)")
          return
        }
      }
    }
  }

  private func feed() -> LayoutFeed {
    let sizes = (0..<1_000).map { ListSize(width: Double(2 + $0 % 5), height: 3) }
    return LayoutFeed([sizes, sizes], .carousel(itemSize: ListSize(width: 4, height: 3), columnSpacing: 1))
  }

  @Test func `only rows in view are asked for`() {
    let feed = feed()
    feed.list.layoutIfNeeded()
    #expect(feed.takeSized() == 8)
    #expect(feed.list.display.elements.map(\.frame.minX) == [0, 3, 7, 12, 0, 3, 7, 12])
    #expect(feed.list.display.scrollCarousel(at: ListPoint(x: 5, y: 4), by: 5))
    #expect(feed.list.display.elements.map(\.frame.minX) == [0, 3, 7, 12, -2, 2, 7, 13])
    #expect(feed.takeSized() == 1)
    #expect(!feed.list.display.scrollCarousel(at: ListPoint(x: 5, y: 50), by: 5))
  }

  @Test func `scrolling to a row scrolls its carousel too`() {
    let feed = feed()
    feed.list.viewportSize.height = 3
    feed.list.scrollToRow(at: ListPath(row: 500, section: 1), at: .top)
    #expect(feed.list.contentOffset == 3)
    #expect(feed.list.indexPathsForVisibleRows.contains(ListPath(row: 500, section: 1)))
    #expect(feed.list.contentOffset(inSection: 0) == 0)
    let frame = feed.list.rectForRow(at: ListPath(row: 500, section: 1))
    #expect(frame.minX >= 0 && frame.maxX <= 18)
    feed.list.viewportSize.width = 30
    #expect(feed.list.contentOffset(inSection: 1) > 2_000)
  }

  /// Notes which rows come into view and leave it, and which sections are scrolled.
  private final class Watcher: ListController {
    private(set) var log: [String] = []
    var whenScrolled: (() -> Void)?

    func takeLog() -> [String] {
      defer { log = [] }
      return log
    }

    override func numberOfSections(in list: ListView) -> Int { 2 }
    override func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { 50 }
    override func list(_ list: ListView, layoutForSection section: Int) -> ListLayout? {
      section == 0 ? .table : .carousel(itemSize: ListSize(width: 4, height: 4), columnSpacing: 1)
    }
    override func list(_ list: ListView, heightForRowAt path: ListPath) -> Double? { 0.25 }
    override func list(_ list: ListView, willDisplay cell: ListCell, forRowAt path: ListPath) {
      if path.section == 1 { log.append("+\(path.row)") }
    }
    override func list(_ list: ListView, didEndDisplaying cell: ListCell, forRowAt path: ListPath) {
      if path.section == 1 { log.append("-\(path.row)") }
    }
    override func list(_ list: ListView, didScrollSection section: Int) {
      log.append("\(section) at \(list.contentOffset(inSection: section))")
      whenScrolled?()
    }
  }

  @Test func `the delegate hears of a carousel's rows and scrolling`() {
    for axis in [ListAxis.vertical, .horizontal] {
      let watcher = Watcher()
      let list = ListView(size: ListSize(width: 18, height: 18))
      list.scrollDirection = axis
      list.delegate = watcher
      list.dataSource = watcher
      list.layoutIfNeeded()
      #expect(watcher.takeLog() == ["+0", "+1", "+2", "+3"])
      list.setContentOffset(6, inSection: 1)
      #expect(watcher.takeLog() == [], "not before the layout")
      #expect(list.visibleCells.count == 54)
      #expect(watcher.takeLog() == ["-0", "+4", "1 at 6.0"], "\(axis)")
      list.display.scrollCarousel(at: list.rectForRow(at: ListPath(row: 2, section: 1)).origin, by: 100)
      #expect(watcher.takeLog() == ["-1", "-2", "-3", "-4", "+21", "+22", "+23", "+24", "1 at 106.0"], "\(axis)")
      list.setContentOffset(106, inSection: 1)
      list.layoutIfNeeded()
      #expect(watcher.takeLog() == [], "nothing has moved")
      list.reloadData()
      #expect(list.contentOffset(inSection: 1) == 0)
      #expect(!watcher.takeLog().contains { $0.contains("at") }, "a reload shows the beginning")
      // In its callback, it may scroll on.
      watcher.whenScrolled = { [unowned watcher, unowned list] in
        watcher.whenScrolled = nil
        list.setContentOffset(1_000, inSection: 1)
      }
      list.setContentOffset(5, inSection: 1)
      list.layoutIfNeeded()
      #expect(watcher.takeLog().filter { $0.contains("at") } == ["1 at 5.0", "1 at 231.0"], "\(axis)")
    }
  }

  @Test func `a section may go while its carousel is scrolled`() {
    let feed = feed()
    feed.list.layoutIfNeeded()
    feed.onSize = { [unowned feed] in
      feed.onSize = nil
      feed.sections = []
      feed.list.reloadData()
    }
    #expect(feed.list.display.scrollCarousel(at: ListPoint(x: 5, y: 4), by: 50))
    #expect(feed.list.numberOfSections == 0)
  }

  @Test func `a list that is no carousel does not scroll across`() {
    let feed = TestFeed(heights: [[4, 3, 8]])
    feed.list.setContentOffset(5, inSection: 0)
    feed.list.setContentOffset(5, inSection: 7)
    #expect([0, 7].map { feed.list.contentOffset(inSection: $0) } == [0, 0])
  }
}
