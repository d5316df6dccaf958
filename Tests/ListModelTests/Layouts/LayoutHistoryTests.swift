import ListModel
import TestSupport
import Testing

/// Flows and waterfalls after any history, compared with new lists of the same rows.
///
/// A list equals a new one if, once it has been scrolled to its top, the rows in view have the rectangles that they have
/// in a new list; so do the rows that come into view as it is scrolled down from there by less than the viewport at a
/// time; and so do all rows, also those without height, if all come into view at once. Without an estimate, rows in view
/// have these rectangles at any time.
@Suite struct LayoutHistoryTests {
  static let layouts: [ListLayout] = {
    var flow = ListLayout.flow(itemSize: ListSize(width: 5, height: 9), lineSpacing: 0, columnSpacing: 0)
    var insetFlow = ListLayout.flow(itemSize: ListSize(width: 4, height: 3), lineSpacing: 1, columnSpacing: 1)
    insetFlow.inset = ListInsets(top: 2, left: 1, bottom: 1, right: 1)
    var waterfall = ListLayout.waterfall(columns: 2, lineSpacing: 0, columnSpacing: 0)
    waterfall.itemSize = ListSize(width: 9, height: 1)
    var insetWaterfall = ListLayout.waterfall(columns: 3, lineSpacing: 1, columnSpacing: 3)
    insetWaterfall.inset = ListInsets(top: 2, left: 0, bottom: 1, right: 0)
    let exact = [flow, insetFlow, waterfall, insetWaterfall]
    let estimated = [flow, insetFlow, waterfall, insetWaterfall].map { layout in
      var layout = layout
      layout.estimatedItemSize = layout.itemSize
      return layout
    }
    return exact + estimated
  }()

  /// Rows of few sizes, many of them without height; some of the changes are made when a size is requested.
  private struct World {
    let feed: LayoutFeed
    var random: SeededGenerator
    private let layout: ListLayout

    init(_ layout: ListLayout, seed: UInt64) {
      (self.layout, random) = (layout, SeededGenerator(seed: seed))
      feed = LayoutFeed([], layout)
      let counts = (0..<Int.random(in: 1...3, using: &random)).map { _ in Int.random(in: 0...12, using: &random) }
      feed.sections = counts.map { count in (0..<count).map { _ in feed.row(Self.size(&random)) } }
    }

    static func size(_ random: inout SeededGenerator) -> ListSize {
      let heights: [Double] = [0, 0, 1, 2, 4, 17]
      let height = heights[Int.random(in: heights.indices, using: &random)]
      return ListSize(width: Double(1 << Int.random(in: 1...4, using: &random)), height: height)
    }

    func fresh() -> LayoutFeed { LayoutFeed(feed.sections.map { $0.map(\.size) }, layout) }

    mutating func step() {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: feed.list.contentOffset = Double.random(in: 0...feed.list.contentSize.height, using: &random)
      case 1: feed.list.viewportSize.height = [4, 12, 40, 1_000].randomElement(using: &random) ?? 12
      case 2:
        let seed = random.next()
        feed.onSize = { [feed] in
          feed.onSize = nil
          var random = SeededGenerator(seed: seed)
          Self.change(feed, &random)
        }
      default: Self.change(feed, &random)
      }
      if Int.random(in: 0..<3, using: &random) > 0 { feed.list.layoutIfNeeded() }
    }

    private static func change(_ feed: LayoutFeed, _ random: inout SeededGenerator) {
      _ = feed.list.numberOfSections
      let section = Int.random(in: 0..<feed.sections.count, using: &random)
      let count = feed.sections[section].count
      let start = Int.random(in: 0...count, using: &random)
      let rows = start..<min(count, start + Int.random(in: 1...4, using: &random))
      let path = ListPath(row: start, section: section)
      do {
        switch Int.random(in: 0..<5, using: &random) {
        case 0,
          1 where !rows.isEmpty:
          feed.sections[section].removeSubrange(rows)
          try feed.list.deleteRows(at: rows.map { ListPath(row: $0, section: section) })
        case 2 where !rows.isEmpty:
          feed.sections[section][start] = feed.row(size(&random))
          try feed.list.reloadRows(at: [path])
        case 3 where !rows.isEmpty:
          feed.sections[0].insert(feed.sections[section].remove(at: start), at: 0)
          try feed.list.moveRow(at: path, to: ListPath(row: 0, section: 0))
        default:
          feed.sections[section].insert(feed.row(size(&random)), at: start)
          try feed.list.insertRows(at: [path])
        }
      } catch {
        Issue.record("\(error)")
      }
    }
  }

  @Test(arguments: layouts.indices) func `a list after any history equals a new one`(number: Int) {
    for seed in 1...Sample.of(2_000, few: 12) as ClosedRange<UInt64> {
      var world = World(Self.layouts[number], seed: seed)
      for step in 0..<8 {
        world.step()
        if let fault = faultInView(world) {
          Issue.record("seed \(seed), step \(step): \(fault)")
          return
        }
      }
      if let fault = faultAtTop(world) {
        Issue.record("seed \(seed): \(fault)")
        return
      }
    }
  }

  /// What is wrong with the rows in view: their sizes, or without an estimate their rectangles.
  private func faultInView(_ world: World) -> String? {
    let (list, layout) = (world.feed.list, world.feed.list.layout)
    let visible = list.indexPathsForVisibleRows
    guard layout.estimatedItemSize == nil else {
      let columnWidth = (18 - layout.columnSpacing * Double(layout.columnCount - 1)) / Double(layout.columnCount)
      for path in visible {
        let size = world.feed.sections[path.section][path.row].size
        let height = layout.style == .flow ? size.height : size.height * columnWidth / size.width
        let frame = list.rectForRow(at: path)
        if abs(frame.size.height - height) > 1e-6 { return "\(path) is \(frame.size.height) high, not \(height)" }
      }
      return nil
    }
    let fresh = world.fresh()
    fresh.measureAll()
    // Sections below others that have not been placed down to their ends are not yet where they will be.
    return visible.isEmpty || visible.contains { $0.section > 0 } ? nil : difference(of: list, fresh.list, visible)
  }

  /// What is wrong with a list that is scrolled to its top, down from there, and shown at once.
  private func faultAtTop(_ world: World) -> String? {
    let (list, fresh) = (world.feed.list, world.fresh())
    world.feed.onSize = nil
    list.viewportSize.height = 12
    list.contentOffset = 0
    list.layoutIfNeeded()
    let visible = fresh.list.indexPathsForVisibleRows
    if visible != list.indexPathsForVisibleRows { return "at the top, other rows are in view" }
    if let fault = difference(of: list, fresh.list, visible) { return "at the top, \(fault)" }
    fresh.measureAll()
    while list.contentOffset < list.contentSize.height - 12 {
      list.contentOffset += 5
      list.layoutIfNeeded()
      if let fault = difference(of: list, fresh.list, list.indexPathsForVisibleRows) { return "further down, \(fault)" }
    }
    world.feed.measureAll()
    if abs(list.contentSize.height - fresh.list.contentSize.height) > 1e-6 {
      return "all is \(list.contentSize.height) high, not \(fresh.list.contentSize.height)"
    }
    let all = world.feed.sections.indices.flatMap { section in
      world.feed.sections[section].indices.map { ListPath(row: $0, section: section) }
    }
    return difference(of: list, fresh.list, all)
  }

  private func difference(of list: ListView, _ other: ListView, _ rows: [ListPath]) -> String? {
    for path in rows where !list.rectForRow(at: path).isNearly(other.rectForRow(at: path)) {
      return "\(path) is at \(list.rectForRow(at: path)), not at \(other.rectForRow(at: path))"
    }
    return nil
  }

  @Test func `a section has no height of rows that were deleted`() throws {
    var layout = ListLayout.waterfall(columns: 2, lineSpacing: 0, columnSpacing: 0)
    layout.estimatedItemSize = ListSize(width: 5, height: 1)
    let sizes = [1.0, 20].map { ListSize(width: 9, height: $0) }
    let feed = LayoutFeed([sizes, [ListSize(width: 9, height: 3)]], layout, size: ListSize(width: 18, height: 100))
    feed.list.layoutIfNeeded()
    feed.sections[0].append(feed.row(ListSize(width: 9, height: 0)))
    try feed.list.insertRows(at: [ListPath(row: 2, section: 0)])
    feed.list.layoutIfNeeded()
    feed.sections[0].removeFirst(2)
    try feed.list.deleteRows(at: [ListPath(row: 0, section: 0), ListPath(row: 1, section: 0)])
    #expect(feed.list.rect(forSection: 0).size.height == 0)
    #expect(feed.list.rectForRow(at: ListPath(row: 0, section: 1)).minY == 0)
  }

  @Test func `an update in a size callback leaves no visible row at its estimate`() throws {
    var layout = ListLayout.flow(itemSize: ListSize(width: 9, height: 9), lineSpacing: 0, columnSpacing: 0)
    layout.estimatedItemSize = layout.itemSize
    let sizes = [1.0, 2, 3, 4].map { ListSize(width: 9, height: $0) }
    let feed = LayoutFeed([sizes], layout, size: ListSize(width: 18, height: 100))
    feed.onSize = { [unowned feed] in
      guard feed.sized.last?.row == 2 else { return }
      feed.onSize = nil
      feed.sections[0].insert(feed.row(ListSize(width: 9, height: 7)), at: 0)
      do { try feed.list.insertRows(at: [ListPath(row: 0, section: 0)]) } catch { Issue.record("\(error)") }
    }
    feed.list.layoutIfNeeded()
    #expect((0..<5).map { feed.list.rectForRow(at: ListPath(row: $0, section: 0)).size.height } == [7, 1, 2, 3, 4])
  }
}
