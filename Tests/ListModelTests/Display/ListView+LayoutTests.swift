import ListModel
import TestSupport
import Testing

@Suite struct ListViewLayoutTests {
  static let worlds: [[TestFeed.Section]] = {
    let choices: [[Double]] = [[], [3], [0], [2, 0, 5], [12], [1, 1, 1, 1]]
    let edges = [(0.0, 0.0), (2.0, 1.0)]
    var worlds: [[TestFeed.Section]] = [[]]
    for first in choices {
      for second in choices {
        for (header, footer) in edges {
          var tag = 0
          worlds.append(
            [first, second].map { heights in
              TestFeed.Section(
                header: header, footer: footer,
                rows: heights.map { height in
                  tag += 1
                  return TestFeed.Row(tag: tag, height: height)
                })
            })
        }
      }
    }
    return worlds
  }()

  @Test func `every offset shows what the heights say`() {
    for world in Self.worlds {
      for height in [0.0, 1, 4, 100] {
        let feed = TestFeed(world, height: height)
        feed.measureAll()
        let total = feed.content.reduce(0) { $0 + $1.height }
        for step in (-2...Int(2 * total) + 4).sampled(oneIn: 9) {
          let offset = Double(step) / 2
          feed.list.contentOffset = offset
          let kept = max(0, min(offset, total - height))
          let displayed = feed.displayed
          if feed.list.contentOffset != kept || displayed != feed.expected(at: kept) {
            Issue.record("\(world), \(height) high, at \(offset): \(displayed), not \(feed.expected(at: kept))")
            return
          }
          if let fault = feed.fault { Issue.record("\(world), \(height) high, at \(offset): \(fault)") }
        }
      }
    }
  }

  @Test func `every offset is right though nothing else was measured`() {
    for world in Self.worlds {
      for estimate in [1.0, 4, 50] {
        for offset in (0..<30).sampled(oneIn: 12) {
          let feed = TestFeed(world, height: 6)
          feed.list.estimatedRowHeight = estimate
          feed.list.contentOffset = Double(offset)
          if let fault = feed.fault { Issue.record("\(world), estimate \(estimate), at \(offset): \(fault)") }
        }
      }
    }
  }

  @Test func `opening a million rows asks only for those in view`() {
    let feed = TestFeed([TestFeed.Section(rows: [TestFeed.Row(tag: 0, height: 4)])])
    feed.counted = [1_000_000]
    feed.list.delegate = nil
    feed.list.rowHeight = 4
    #expect(feed.list.indexPathsForVisibleRows == (0..<3).map { ListPath(row: $0, section: 0) })
    feed.list.scrollToRow(at: ListPath(row: 500_000, section: 0), at: .top)
    #expect(feed.list.indexPathsForVisibleRows.first == ListPath(row: 500_000, section: 0))
    #expect(feed.list.contentSize.height == 4_000_000)
    #expect(feed.list.rectForRow(at: ListPath(row: 999_999, section: 0)).minY == 3_999_996)
    #expect(feed.events.filter { $0.hasPrefix("cell") }.count == 6)
  }

  @Test func `heights are asked once per row in view`() {
    let feed = TestFeed(heights: [Array(repeating: 4, count: 1000)])
    feed.list.layoutIfNeeded()
    feed.list.contentOffset = 2000
    feed.list.layoutIfNeeded()
    feed.list.contentOffset = 2000.5
    feed.list.layoutIfNeeded()
    #expect(feed.heightsAsked.map(\.row) == [0, 1, 2, 500, 501, 502])
  }

  @Test func `rows in view stay when one above them is higher than estimated`() {
    let feed = TestFeed(heights: [Array(repeating: 9, count: 100)])
    feed.list.scrollToRow(at: ListPath(row: 50, section: 0), at: .top)
    let before = feed.displayed
    feed.list.display.scroll(by: -1)
    let after = feed.displayed
    #expect(after.first?.name == "tag 49")
    #expect((after.dropFirst().first?.top ?? 0) - feed.list.contentOffset == 1)
    #expect(before.first?.name == after.dropFirst().first?.name)
  }

  @Test func `ten thousand sections are laid out`() {
    let feed = TestFeed(
      (0..<10_000).map { TestFeed.Section(header: 1, rows: [TestFeed.Row(tag: $0, height: 3)]) })
    feed.list.estimatedRowHeight = 3
    feed.list.contentOffset = 20_000
    #expect(feed.fault == nil)
    #expect(feed.list.indexPathsForVisibleRows.map(\.section) == [5000, 5001, 5002])
    #expect(feed.list.indexPathForRow(at: ListPoint(x: 0, y: 39_997)) == ListPath(row: 0, section: 9999))
  }

  @Test func `numbers that make no sense are brought into range`() {
    for height in [Double.nan, -5, .infinity, -.infinity, 1e308, 0] {
      let feed = TestFeed(heights: [[height, height], [height]])
      feed.sections[0].header = height
      feed.list.estimatedRowHeight = height
      feed.list.reloadData()
      _ = feed.list.display.elements
      for offset in [Double.nan, -1, .infinity, -.infinity, 1e300] {
        feed.list.contentOffset = offset
        feed.list.display.scroll(by: offset)
        let viewport = feed.list.display.viewport
        #expect(viewport.minY.isFinite && viewport.minY >= 0)
        #expect(feed.list.indexPathForRow(at: ListPoint(x: 0, y: offset)) == nil || offset > 1)
      }
      #expect(feed.list.contentSize.height.isFinite)
      feed.list.viewportSize = ListSize(width: height, height: height)
      #expect(feed.list.display.viewport.size.height.isFinite)
      #expect(feed.faults == [])
    }
  }

  @Test func `counts that make no sense are brought into range`() {
    let feed = TestFeed(heights: [[1]])
    feed.counted = [-3, Int.max, 7]
    feed.list.reloadData()
    #expect(feed.list.numberOfRows(inSection: 0) == 0)
    #expect(feed.list.numberOfRows(inSection: 1) == 1 << 26)
    #expect(feed.list.numberOfRows(inSection: 2) == 0)
    #expect(feed.list.numberOfRows(inSection: 3) == 0)
    #expect(feed.list.numberOfRows(inSection: -1) == 0)
  }

  @Test func `content that is shorter than the viewport stays at its top`() {
    let feed = TestFeed(heights: [[2, 3]])
    feed.list.contentOffset = 4
    #expect(feed.list.contentOffset == 0)
    feed.list.display.scroll(by: 100)
    #expect(feed.list.contentOffset == 0)
    #expect(feed.fault == nil)
  }

  @Test func `another width measures anew and keeps the first row in view`() {
    let feed = TestFeed(heights: [Array(repeating: 9, count: 100)])
    feed.list.scrollToRow(at: ListPath(row: 50, section: 0), at: .top)
    feed.list.viewportSize.width = 20
    #expect(feed.displayed.first?.name == "tag 50")
    #expect(feed.list.rectForRow(at: ListPath(row: 50, section: 0)).size.width == 20)
    #expect(feed.heightsAsked.suffix(2).map(\.row) == [50, 51])
    #expect(feed.fault == nil)
  }

  @Test func `cells are measured where nobody else says`() {
    let feed = TestFeed(heights: [[3, 5, 8]])
    feed.list.delegate = nil
    #expect(feed.list.contentSize.height == 3 + 5 + 8)
    feed.list.rowHeight = 2
    #expect(feed.list.contentSize.height == 6)
    feed.list.rowHeight = nil
    #expect(feed.list.contentSize.height == 16)
    #expect(feed.list.visibleCells.count == 3)
  }
}
