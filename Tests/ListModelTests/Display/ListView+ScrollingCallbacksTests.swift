import ListModel
import TestSupport
import Testing

/// Callbacks of a layout may scroll the list.
struct ListViewScrollingCallbacksTests {
  private static let moments = ["height", "cell", "will", "end", "willHeader", "headerHeight"]

  /// A feed of twelve rows, of 3 to 6 units, of which 10 units are in view.
  private func makeFeed() -> TestFeed {
    let feed = TestFeed(heights: [(0..<6).map { Double(3 + $0 % 4) }, (0..<6).map { Double(6 - $0 % 4) }])
    feed.sections[1].header = 2
    return feed
  }

  /// Has the feed scroll once to an offset in the callback of a kind that comes after as many others.
  private func scroll(_ feed: TestFeed, to offset: Double, in moment: String, after skipping: Int) {
    var left = skipping
    feed.interfere = { name in
      guard name == moment else { return }
      left -= 1
      guard left < 0 else { return }
      feed.interfere = nil
      feed.list.contentOffset = offset
    }
  }

  private func rows(_ events: [String], _ kind: String) -> [String] {
    events.filter { $0.hasPrefix(kind + " ") }.map { String($0.dropFirst(kind.count + 1)) }
  }

  @Test func `a layout in which a callback scrolls shows a row once and ends only rows that leave`() {
    var sample = Sample(oneIn: 4)
    for start in [nil, 0, 7, 40] as [Double?] {
      for first in [0, 5, 20] as [Double] {
        for moment in Self.moments {
          for (skipping, offset) in [0, 1, 2].flatMap({ skip in [-3, 0, 4, 11, 30, 90].map { (skip, Double($0)) } })
          where sample.takesNext() {
            let feed = makeFeed()
            if let start {
              feed.list.contentOffset = start
              feed.list.layoutIfNeeded()
            }
            let before = Set(start == nil ? [] : feed.list.indexPathsForVisibleRows.map(\.description))
            _ = feed.takeEvents()
            feed.list.contentOffset = first
            scroll(feed, to: offset, in: moment, after: skipping)
            feed.list.layoutIfNeeded()
            feed.interfere = nil
            let events = feed.takeEvents()
            let (shown, ended) = (rows(events, "will"), rows(events, "end"))
            let visible = Set(feed.list.indexPathsForVisibleRows.map(\.description))
            let life = "\(start ?? -1), \(first), \(moment) \(skipping): \(offset): \(events)"
            #expect(Set(shown).count == shown.count, "shown twice: \(life)")
            #expect(Set(ended).count == ended.count, "ended twice: \(life)")
            #expect(visible.subtracting(before).isSubset(of: shown), "not shown: \(life)")
            // What has been ended by then, and is scrolled back to, is shown again.
            if moment == "height" || moment == "headerHeight" {
              #expect(visible.isDisjoint(with: ended), "ended though in view: \(life)")
              #expect(before.isDisjoint(with: shown), "shown again: \(life)")
              #expect(visible.isSuperset(of: shown), "shown though not in view: \(life)")
            }
            #expect(feed.faults.isEmpty, "\(feed.faults): \(life)")
            #expect(feed.takeEvents().isEmpty, "not at rest: \(life)")
          }
        }
      }
    }
  }

  @Test func `no row ends by an offset outside of content that is not as high as the list`() throws {
    for moment in Self.moments where moment != "end" {
      let feed = TestFeed(heights: [[2, 2, 2]])
      feed.sections[0].header = 1
      feed.list.layoutIfNeeded()
      _ = feed.takeEvents()
      feed.sections.append(TestFeed.Section(header: 1, rows: [TestFeed.Row(tag: 9, height: 2)]))
      scroll(feed, to: 9, in: moment, after: 0)
      try feed.change { () throws(ListUpdateError) in try feed.list.insertSections([1]) }
      feed.list.layoutIfNeeded()
      #expect(feed.interfere == nil, "\(moment)")
      #expect(rows(feed.takeEvents(), "end").isEmpty, "\(moment)")
      #expect(
        feed.list.indexPathsForVisibleRows == [path(0), path(1), path(2), ListPath(row: 0, section: 1)], "\(moment)")
      #expect(feed.faults.isEmpty, "\(moment): \(feed.faults)")
    }
  }

  @Test func `rows are shown only when all that a callback has scrolled to is measured`() {
    for offset in [4, 11, 30, 90] as [Double] {
      for skipping in 0...2 {
        let feed = makeFeed()
        scroll(feed, to: offset, in: "height", after: skipping)
        feed.list.layoutIfNeeded()
        feed.interfere = nil
        let events = feed.takeEvents()
        #expect(rows(events, "end").isEmpty, "\(offset), \(skipping): \(events)")
        #expect(rows(events, "will") == feed.list.indexPathsForVisibleRows.map(\.description), "\(offset), \(skipping)")
      }
    }
  }

  @Test func `the offset that a callback sets while rows are measured is kept`() {
    for skipping in 0...2 {
      let feed = TestFeed(heights: [Array(repeating: 8, count: 12)])
      feed.list.contentOffset = 30
      feed.list.layoutIfNeeded()
      feed.list.contentOffset = 50
      scroll(feed, to: 2, in: "height", after: skipping)
      feed.list.layoutIfNeeded()
      if feed.interfere == nil { #expect(feed.list.contentOffset == 2, "\(skipping)") }
      feed.interfere = nil
    }
  }

  @Test func `a callback that scrolls whenever it is asked is not followed for ever`() {
    let feed = makeFeed()
    var offset = 0.0
    feed.interfere = { name in
      guard name == "height" || name == "will" else { return }
      offset = offset == 0 ? 1 : 0
      feed.list.contentOffset = offset
    }
    feed.list.layoutIfNeeded()
    feed.interfere = nil
    feed.list.layoutIfNeeded()
    #expect(!feed.list.visibleCells.isEmpty)
    #expect(feed.faults.isEmpty)
  }
}
