import ListModel
import TestSupport
import Testing

/// A list that scrolls vertically, and one that scrolls horizontally with everything transposed.
private struct AxisTwins {
  let upright: LayoutFeed
  let turned: LayoutFeed
  private var random: SeededGenerator

  init(_ layout: ListLayout, seed: UInt64) {
    random = SeededGenerator(seed: seed)
    upright = LayoutFeed([], layout)
    turned = LayoutFeed([], layout.transposed, size: upright.list.viewportSize.transposed)
    turned.list.scrollDirection = .horizontal
    let header = Self.pick([0, 2], &random)
    (upright.header, turned.header) = (header, header)
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let sizes = (0..<Int.random(in: 0...12, using: &random)).map { _ in Self.size(&random) }
      upright.sections.append(sizes.map { upright.row($0) })
      turned.sections.append(sizes.map { turned.row($0.transposed) })
    }
    let view = BannerCell(reuseIdentifier: nil)
    (upright.list.tableHeaderView, turned.list.tableHeaderView) = (view, view)
    let inset = ListInsets(top: 3, bottom: 1)
    (upright.list.contentInset, turned.list.contentInset) = (inset, inset.transposed)
  }

  private static func size(_ random: inout SeededGenerator) -> ListSize {
    ListSize(width: Double(1 << Int.random(in: 1...4, using: &random)), height: pick([0, 1, 2, 5], &random))
  }

  private static func pick(_ numbers: [Double], _ random: inout SeededGenerator) -> Double {
    numbers[Int.random(in: numbers.indices, using: &random)]
  }

  mutating func step() throws {
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      let offset = Double(Int.random(in: -5...50, using: &random))
      for feed in [upright, turned] { feed.list.contentOffset = offset }
    case 1:
      let height = Self.pick([4, 12, 40], &random)
      upright.list.viewportSize.height = height
      turned.list.viewportSize.width = height
    case 2:
      let width = Self.pick([18, 25], &random)
      upright.list.viewportSize.width = width
      turned.list.viewportSize.height = width
    default:
      let section = Int.random(in: 0..<upright.sections.count, using: &random)
      let row = Int.random(in: 0...upright.sections[section].count, using: &random)
      let size = Self.size(&random)
      for (feed, size) in [(upright, size), (turned, size.transposed)] {
        _ = feed.list.numberOfSections
        feed.sections[section].insert(feed.row(size), at: row)
        try feed.list.insertRows(at: [ListPath(row: row, section: section)])
      }
    }
  }

  /// What differs between the two lists.
  mutating func difference() -> String? {
    let lists = (upright.list, turned.list)
    if lists.0.contentOffset != lists.1.contentOffset { return "the offsets" }
    if lists.0.contentSize != lists.1.contentSize.transposed { return "the sizes of the content" }
    if lists.0.display.viewport != lists.1.display.viewport.transposed { return "the viewports" }
    let elements = (lists.0.display.elements, lists.1.display.elements)
    if elements.0.map(\.kind) != elements.1.map(\.kind) {
      return "\(elements.0.map(\.kind)), \(elements.1.map(\.kind))"
    }
    for (one, other) in zip(elements.0, elements.1) where one.frame != other.frame.transposed {
      return "\(one.kind) is at \(one.frame), and at \(other.frame)"
    }
    for section in upright.sections.indices {
      if lists.0.rect(forSection: section) != lists.1.rect(forSection: section).transposed {
        return "section \(section)"
      }
      for row in upright.sections[section].indices {
        let path = ListPath(row: row, section: section)
        if lists.0.rectForRow(at: path) != lists.1.rectForRow(at: path).transposed { return "row \(path)" }
        if lists.0.layoutAttributesForItem(at: path)?.frame != lists.1.rectForRow(at: path).transposed {
          return "\(path)"
        }
      }
    }
    let point = ListPoint(x: Double.random(in: 0...18, using: &random), y: Double.random(in: 0...60, using: &random))
    let rect = ListRect(x: point.x, y: point.y, width: 5, height: 9)
    if lists.0.indexPathForRow(at: point) != lists.1.indexPathForRow(at: point.transposed) {
      return "the row at \(point)"
    }
    if lists.0.indexPathsForRows(in: rect) != lists.1.indexPathsForRows(in: rect.transposed) {
      return "rows in \(rect)"
    }
    let focused = (lists.0.display.focus(at: point), lists.1.display.focus(at: point.transposed))
    if focused.0 != focused.1 { return "the focus at \(point)" }
    for (one, other) in [(ListFocusHeading.down, .right), (.right, .down), (.up, .left), (.left, .up)]
      as [(ListFocusHeading, ListFocusHeading)]
    {
      if lists.0.display.moveFocus(one) != lists.1.display.moveFocus(other) { return "the focus \(one)" }
    }
    return nil
  }
}

/// A view that is three units high, or as wide in a list that scrolls horizontally.
private final class BannerCell: ListCell {
  override func fittingHeight(forWidth width: Double) -> Double? { 3 }
  override func fittingWidth(forHeight height: Double) -> Double? { 3 }
}

extension ListLayout {
  fileprivate var transposed: ListLayout {
    var layout = self
    layout.itemSize = itemSize.transposed
    layout.estimatedItemSize = estimatedItemSize?.transposed
    layout.inset = inset.transposed
    layout.headerInset = headerInset.transposed
    layout.supplements = supplements.map {
      ListSupplement(
        kind: $0.kind, anchor: $0.anchor, size: $0.size?.transposed,
        alignment: ListPoint(x: $0.alignment.y, y: $0.alignment.x), inset: $0.inset.transposed)
    }
    return layout
  }
}

extension ListPoint {
  fileprivate var transposed: ListPoint { ListPoint(x: y, y: x) }
}

extension ListSize {
  fileprivate var transposed: ListSize { ListSize(width: height, height: width) }
}

extension ListRect {
  fileprivate var transposed: ListRect { ListRect(x: minY, y: minX, width: size.height, height: size.width) }
}

extension ListInsets {
  fileprivate var transposed: ListInsets { ListInsets(top: left, left: top, bottom: right, right: bottom) }
}

@Suite struct AxisTests {
  static let layouts: [ListLayout] = (LayoutHistoryTests.layouts + [.table, .grid(columns: 3, lineSpacing: 1)]).map {
    var layout = $0
    layout.pinsHeaders = true
    layout.headerInset = ListInsets(top: 1, left: 2)
    layout.supplements = [
      .badge(kind: "badge", size: ListSize(width: 2, height: 1)), .background(kind: "back", inset: ListInsets(left: 1)),
    ]
    return layout
  }

  @Test(arguments: layouts.indices) func `a horizontal list is the transpose of a vertical one`(number: Int) throws {
    for seed in 1...Sample.of(300, few: 3) as ClosedRange<UInt64> {
      var twins = AxisTwins(Self.layouts[number], seed: seed)
      for list in [twins.upright.list, twins.turned.list] {
        for kind in ["badge", "back"] { list.register(ListCell.self, forDecorationViewOfKind: kind) }
      }
      for step in 0..<12 {
        try twins.step()
        if let difference = twins.difference() {
          Issue.record("seed \(seed), step \(step): \(difference)")
          return
        }
      }
    }
  }

  @Test func `a table that scrolls horizontally has widths for heights`() {
    let feed = TestFeed(heights: [[4, 3, 8]])
    feed.list.scrollDirection = .horizontal
    feed.list.viewportSize = ListSize(width: 10, height: 6)
    let frames = (0..<3).map { feed.list.rectForRow(at: ListPath(row: $0, section: 0)) }
    #expect(frames[1] == ListRect(x: 4, y: 0, width: 3, height: 6))
    #expect(feed.list.contentSize == ListSize(width: 15, height: 6))
    feed.list.contentOffset = 100
    #expect(feed.list.display.viewport == ListRect(x: 5, y: 0, width: 10, height: 6))
    #expect(feed.list.indexPathForRow(at: ListPoint(x: 6.5, y: 5))?.row == 1)
  }
}
