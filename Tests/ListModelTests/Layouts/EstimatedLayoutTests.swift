import TestSupport
import Testing

@testable import ListModel

/// Layouts in which rows have an assumed size until they become visible.
@Suite struct EstimatedLayoutTests {
  private static let layouts: [ListLayout] = {
    var flow = ListLayout.flow(lineSpacing: 1, columnSpacing: 1)
    flow.estimatedItemSize = ListSize(width: 5, height: 2)
    flow.inset = ListInsets(top: 2, left: 1, bottom: 1, right: 1)
    var tight = ListLayout.flow(lineSpacing: 0, columnSpacing: 0)
    tight.estimatedItemSize = ListSize(width: 9, height: 7)
    var waterfall = ListLayout.waterfall(columns: 2, lineSpacing: 1, columnSpacing: 2)
    waterfall.estimatedItemSize = ListSize(width: 4, height: 4)
    waterfall.inset = ListInsets(top: 2, left: 0, bottom: 1, right: 0)
    var columns = ListLayout.waterfall(columns: 3, lineSpacing: 0, columnSpacing: 0)
    columns.estimatedItemSize = ListSize(width: 4, height: 6)
    return [flow, tight, waterfall, columns]
  }()

  private static func size(_ random: inout SeededGenerator) -> ListSize {
    ListSize(
      width: Double(1 << Int.random(in: 0...4, using: &random)), height: Double(Int.random(in: 1...6, using: &random)))
  }

  private static func feed(_ layout: ListLayout, sections: Int = 1, rows: Int, seed: UInt64) -> LayoutFeed {
    var random = SeededGenerator(seed: seed)
    return LayoutFeed((0..<sections).map { _ in (0..<rows).map { _ in size(&random) } }, layout)
  }

  /// The rectangles of the visible rows by their tags, relative to the top of the viewport.
  private func seen(_ feed: LayoutFeed) -> [Int: ListRect] {
    let top = feed.list.display.viewport.minY
    let rows = feed.list.display.elements.filter { $0.kind == .row }
    return Dictionary(
      uniqueKeysWithValues: rows.map { element in
        var frame = element.frame
        frame.origin.y -= top
        return ((element.view as? TagCell)?.tag ?? -1, frame)
      })
  }

  /// What is wrong with the positions of rows that were visible and still must be, after scrolling by `distance`.
  private func fault(from former: [Int: ListRect], to now: [Int: ListRect], by distance: Double) -> String? {
    for (tag, frame) in former {
      guard let new = now[tag] else { continue }
      var expected = frame
      expected.origin.y -= distance
      guard expected.maxY > 0, expected.minY < 12 else { continue }
      if !new.isNearly(expected) { return "row \(tag) is at \(new), not at \(expected)" }
    }
    return nil
  }

  /// What is wrong with the arrangements of the sections, and with what is visible.
  private func fault(inRowsOf list: ListView) -> String? {
    for (section, extents) in list.extents.sections.enumerated() {
      let isRight =
        switch extents.rows {
        case let rows as FlowRows: rows.arrangement.checkInvariants()
        case let rows as WaterfallRows: rows.arrangement.checkInvariants()
        default: false
        }
      if !isRight { return "section \(section) is wrong" }
      if let pair = overlap(in: extents.rows) { return "in section \(section), \(pair) overlap" }
    }
    for path in list.indexPathsForVisibleRows where !list.extents.sections[path.section].rows.isMeasured(path.row) {
      return "\(path) is visible, but not measured"
    }
    return nil
  }

  /// Returns two rows of which one covers a part of the other.
  private func overlap(in rows: any SectionRows) -> (ListRect, ListRect)? {
    let frames = (0..<rows.count).map { rows.frame(of: $0, width: 18) }.filter { $0.size.height > 0 }
    for (index, one) in frames.enumerated() {
      for other in frames[..<index] where one.minY < other.maxY - 1e-6 && other.minY < one.maxY - 1e-6 {
        if one.minX < other.maxX - 1e-6 && other.minX < one.maxX - 1e-6 { return (other, one) }
      }
    }
    return nil
  }

  @Test(arguments: layouts.indices) func `visible rows stay while rows above them are measured`(number: Int) {
    for seed in 1...Sample.of(20, few: 1) as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      let feed = Self.feed(Self.layouts[number], sections: 3, rows: 80, seed: seed)
      for step in 0..<60 {
        if step % 20 == 0 {
          feed.list.contentOffset = Double.random(in: 0...feed.list.contentSize.height, using: &random)
          feed.list.layoutIfNeeded()
        }
        let (former, top) = (seen(feed), feed.list.display.viewport.minY)
        let distance = Double(Int.random(in: -14...8, using: &random))
        let isAtAnEnd = top + distance <= 0 || top + distance >= feed.list.contentSize.height - 12
        feed.list.contentOffset += distance
        let now = seen(feed)
        guard !isAtAnEnd, feed.list.contentOffset > 0 else { continue }
        let bottom = feed.list.contentSize.height - 12
        if feed.list.contentOffset >= bottom { continue }
        if let fault = fault(from: former, to: now, by: distance) ?? fault(inRowsOf: feed.list) {
          Issue.record("seed \(seed), step \(step), \(distance) from \(top): \(fault)")
          return
        }
      }
      feed.measureAll()
      if let fault = feed.fault { Issue.record("seed \(seed): \(fault)") }
    }
  }

  @Test(arguments: layouts.indices) func `updates keep what is known and end where a fresh list stands`(number: Int)
    throws
  {
    for seed in 1...Sample.of(30, few: 1) as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      let feed = Self.feed(Self.layouts[number], sections: 2, rows: 30, seed: seed)
      for step in 0..<25 {
        feed.list.contentOffset = Double.random(in: 0...feed.list.contentSize.height, using: &random)
        feed.list.layoutIfNeeded()
        try change(feed, &random)
        feed.list.layoutIfNeeded()
        if let fault = fault(inRowsOf: feed.list) {
          Issue.record("seed \(seed), step \(step): \(fault)")
          return
        }
      }
      feed.measureAll()
      let fresh = LayoutFeed(feed.sections.map { $0.map(\.size) }, Self.layouts[number])
      fresh.measureAll()
      for section in feed.sections.indices {
        for row in feed.sections[section].indices {
          let path = ListPath(row: row, section: section)
          #expect(feed.list.rectForRow(at: path).isNearly(fresh.list.rectForRow(at: path)), "seed \(seed) \(path)")
        }
      }
    }
  }

  private func change(_ feed: LayoutFeed, _ random: inout SeededGenerator) throws {
    let section = Int.random(in: 0..<feed.sections.count, using: &random)
    let row = Int.random(in: 0...feed.sections[section].count, using: &random)
    let isThere = row < feed.sections[section].count
    let path = ListPath(row: row, section: section)
    switch Int.random(in: 0..<4, using: &random) {
    case 0 where isThere:
      feed.sections[section].remove(at: row)
      try feed.list.deleteRows(at: [path])
    case 1 where isThere:
      feed.sections[section][row] = feed.row(Self.size(&random))
      try feed.list.reloadRows(at: [path])
    case 2 where isThere:
      let moved = feed.sections[section].remove(at: row)
      feed.sections[0].insert(moved, at: 0)
      try feed.list.moveRow(at: path, to: ListPath(row: 0, section: 0))
    default:
      feed.sections[section].insert(feed.row(Self.size(&random)), at: row)
      try feed.list.insertRows(at: [path])
    }
  }

  @Test func `the columns of a waterfall have no gaps wherever one scrolls`() {
    for layout in Self.layouts where layout.style == .waterfall {
      let feed = Self.feed(layout, rows: 2_000, seed: 11)
      for start in stride(from: 300.0, to: 6_000, by: 1_100) {
        feed.list.contentOffset = start
        for distance in [0.0, -3, -9, -5, -12, 4, 11, -20, -1, -8, 60, 7] {
          feed.list.contentOffset += distance
          let rows = seen(feed).values.sorted { $0.minY < $1.minY }
          for column in 0..<layout.columnCount {
            let frames = rows.filter { abs($0.minX - Double(column) * pitch(layout)) < 1e-6 }
            let ends = [0] + frames.map(\.maxY)
            let starts = frames.map(\.minY) + [12]
            // The first and the last may reach over the edges of the viewport.
            let gaps = zip(starts, ends).map { $0 - $1 - layout.lineSpacing }
            let isFilled = gaps.allSatisfy { $0 < 1e-6 } && gaps.dropFirst().dropLast().allSatisfy { $0 > -1e-6 }
            #expect(isFilled, "\(layout.columnCount) columns at \(start), \(distance): \(frames)")
          }
        }
      }
    }
  }

  /// The distance between the columns of a waterfall in a list of width 18.
  private func pitch(_ layout: ListLayout) -> Double { (18 + layout.columnSpacing) / Double(layout.columnCount) }

  @Test func `scrolling anywhere asks for what is visible`() throws {
    for layout in Self.layouts {
      let feed = Self.feed(layout, rows: 20_000, seed: 3)
      feed.list.layoutIfNeeded()
      _ = feed.takeSized()
      for target in [10_000, 3_000, 19_999] {
        for position in [ListScrollPosition.top, .middle, .bottom, .none] {
          let path = ListPath(row: target, section: 0)
          feed.list.scrollToRow(at: path, at: position)
          #expect(feed.takeSized() < 150)
          let isSeen = feed.list.indexPathsForVisibleRows.contains(path)
          #expect(isSeen || feed.sections[0][target].size.height == 0, "\(target) at \(position)")
        }
      }
    }
  }
}

/// Layouts in which all rows have the same size.
@Suite struct FixedItemSizeTests {
  @Test func `rows stand as if their equal sizes had been asked for`() {
    for size in [ListSize(width: 5, height: 3), ListSize(width: 30, height: 2), ListSize(width: 4, height: 0)] {
      for var layout in ListLayoutTests.layouts where layout.style == .flow || layout.style == .waterfall {
        layout.itemSize = size
        for count in 0...13 {
          let asked = LayoutFeed([Array(repeating: size, count: count)], layout)
          asked.measureAll()
          layout.hasFixedItemSize = true
          let fixed = LayoutFeed([Array(repeating: size, count: count)], layout)
          layout.hasFixedItemSize = false
          fixed.measureAll()
          #expect(fixed.takeSized() == 0)
          let all = (0..<count).map { ListPath(row: $0, section: 0) }
          let same = all.allSatisfy { fixed.list.rectForRow(at: $0).isNearly(asked.list.rectForRow(at: $0)) }
          let difference = fixed.list.contentSize.height - asked.list.contentSize.height
          #expect(same && abs(difference) < 1e-6, "\(layout.style) \(size) \(count)")
          if size.height > 0, let fault = fixed.fault { Issue.record("\(layout.style) \(size) \(count): \(fault)") }
        }
      }
    }
  }

  /// Gives rows without sizes, and is no delegate.
  private final class PlainFeed: ListDataSource {
    var count: Int

    init(count: Int) { self.count = count }

    func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { count }
    func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell { ListCell(reuseIdentifier: nil) }
  }

  @Test func `a list without a delegate has rows of the layout's size through updates`() throws {
    for var layout in ListLayoutTests.layouts where layout.style == .flow || layout.style == .waterfall {
      layout.itemSize = ListSize(width: 5, height: 3)
      let feed = PlainFeed(count: 0)
      let list = ListView(size: ListSize(width: 18, height: 12))
      list.layout = layout
      list.dataSource = feed
      list.layoutIfNeeded()
      for count in 1...13 {
        feed.count = count
        try list.insertRows(at: [ListPath(row: (count - 1) / 2, section: 0)])
        let asked = LayoutFeed([Array(repeating: layout.itemSize, count: count)], layout)
        asked.measureAll()
        for row in 0..<count {
          let path = ListPath(row: row, section: 0)
          #expect(list.rectForRow(at: path).isNearly(asked.list.rectForRow(at: path)), "\(layout.style) \(path)")
        }
        #expect(list.indexPathsForVisibleRows == asked.list.indexPathsForVisibleRows, "\(layout.style) \(count)")
      }
    }
  }

  @Test func `a delegate that comes later is asked for the sizes`() {
    for layout in ListLayoutTests.layouts where layout.style == .flow || layout.style == .waterfall {
      let feed = LayoutFeed([(1...9).map { ListSize(width: Double($0), height: Double(1 + $0 % 3)) }], layout)
      feed.list.delegate = nil
      feed.list.layoutIfNeeded()
      #expect(feed.takeSized() == 0)
      feed.list.delegate = feed
      feed.measureAll()
      if let fault = feed.fault { Issue.record("\(layout.style): \(fault)") }
    }
  }

  @Test func `a section may have a size of its own`() {
    var layout = ListLayout.flow(itemSize: ListSize(width: 4, height: 2), lineSpacing: 1, columnSpacing: 1)
    layout.hasFixedItemSize = true
    let feed = SectionLayoutFeed(layout)
    let list = ListView(size: ListSize(width: 20, height: 40))
    list.layout = .flow(lineSpacing: 1, columnSpacing: 1)
    list.dataSource = feed
    list.delegate = feed
    list.layoutIfNeeded()
    list.scrollToRow(at: ListPath(row: 2, section: 1), at: .bottom)
    #expect(Set(feed.sized.map(\.section)) == [1] && feed.sized.count == 3)
    // Four rows side by side, in lines 3 apart.
    #expect(list.rectForRow(at: ListPath(row: 999_999, section: 0)).minY == Double(999_999 / 4 * 3))
  }

  /// Two sections of a million rows, of which the first has a layout of its own.
  private final class SectionLayoutFeed: ListDataSource, ListDelegate {
    let layout: ListLayout
    private(set) var sized: [ListPath] = []

    init(_ layout: ListLayout) { self.layout = layout }

    func numberOfSections(in list: ListView) -> Int { 2 }
    func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { section == 0 ? 1_000_000 : 3 }
    func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell { ListCell(reuseIdentifier: nil) }
    func list(_ list: ListView, layoutForSection section: Int) -> ListLayout? { section == 0 ? layout : nil }
    func list(_ list: ListView, layout: ListLayout, sizeForRowAt path: ListPath) -> ListSize? {
      sized.append(path)
      return nil
    }
  }
}
