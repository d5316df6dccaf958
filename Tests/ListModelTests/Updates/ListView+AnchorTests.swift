import TestSupport
import Testing

@testable import ListModel

/// Where the viewport is after an update: rows that stay do so before the eye.
@Suite struct ListViewAnchorTests {
  let feed = TestFeed(heights: [Array(repeating: 4, count: 20), Array(repeating: 4, count: 20)])
  var list: ListView { feed.list }

  init() {
    list.contentOffset = 41
    list.layoutIfNeeded()
  }

  func change(_ rows: () -> Void, _ tell: () throws(ListUpdateError) -> Void) throws(ListUpdateError) {
    rows()
    try feed.change(tell)
  }

  /// Where the row of a tag stands in the viewport.
  func position(_ tag: Int) -> Double? {
    feed.displayed.first { $0.name == "tag \(tag)" }.map { $0.top - list.contentOffset }
  }

  @Test func `the next row stays where the highest is deleted`() throws {
    #expect(position(10) == -1)
    try change {
      feed.sections[0].rows.removeSubrange(8...10)
    } _: { () throws(ListUpdateError) in
      try list.deleteRows(at: (8...10).map { path($0) })
    }
    #expect(position(11) == 3)
    #expect(list.contentOffset == 29)
    #expect(feed.fault == nil)
  }

  @Test func `a row that is moved away does not take the view along`() throws {
    try change {
      feed.sections[0].rows.insert(feed.sections[0].rows.remove(at: 10), at: 0)
    } _: { () throws(ListUpdateError) in
      try list.moveRow(at: path(10), to: path(0))
    }
    #expect(position(11) == 3)
    #expect(list.contentOffset == 41)
    #expect(feed.fault == nil)
  }

  @Test func `the view goes with neither of two sections that trade places`() throws {
    feed.sections[1].rows.removeLast(15)
    feed.sections.append(TestFeed.Section(rows: (90...93).map { TestFeed.Row(tag: $0, height: 4) }))
    feed.reload()
    list.contentOffset = 74
    list.layoutIfNeeded()
    #expect(feed.displayed.map(\.name) == ["tag 18", "tag 19", "tag 20"])
    try change {
      feed.sections.swapAt(0, 1)
    } _: { () throws(ListUpdateError) in
      try list.moveSection(1, toSection: 0)
    }
    #expect(position(18) == -2)
    #expect(list.contentOffset == 94)
    #expect(feed.fault == nil)
  }

  @Test func `the offset stays where nothing in view does`() throws {
    try change {
      feed.sections.swapAt(0, 1)
    } _: { () throws(ListUpdateError) in
      try list.moveSection(0, toSection: 1)
    }
    #expect(list.contentOffset == 41)
    #expect(feed.displayed.first?.name == "tag 30")
    #expect(feed.fault == nil)
  }

  @Test func `what has been scrolled to counts though it is not laid out`() throws {
    list.contentOffset = 102
    try change {
      feed.sections[0].rows.removeFirst(5)
    } _: { () throws(ListUpdateError) in
      try list.deleteRows(at: (0..<5).map { path($0) })
    }
    #expect(list.contentOffset == 82)
    #expect(position(25) == -2)
    #expect(feed.fault == nil)
  }

  /// 4,000 batches, with rows that all have the height that they are taken to have, so that nothing but the update moves them.
  @Test func `the highest row that stays does so whatever else changes`() throws {
    for seed in 0..<Sample.of(4000, few: 250) as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var nextTag = 0
      let feed = TestFeed(ListViewUpdatesTests.world(&random, &nextTag, heights: 4...4))
      for section in feed.sections.indices { feed.sections[section].footer = 0 }
      feed.list.contentOffset = Double(Int.random(in: 0...40, using: &random))
      let update = RandomUpdate(of: feed.sections, nextTag: &nextTag, heights: 4...4, using: &random)
      let before = feed.list.contentOffset
      let kept = Set(update.sections.flatMap(\.rows).map(\.tag)).subtracting(update.movedTags)
      let anchor = feed.displayed.first { row in kept.contains { row.name == "tag \($0)" } }
      try feed.change { () throws(ListUpdateError) in
        feed.sections = update.sections
        feed.reconfiguredTags = update.reconfiguredTags
        try feed.list.performBatchUpdates { () throws(ListUpdateError) in try feed.list.tell(update.changes) }
      }
      let top = anchor.flatMap { anchor in feed.content.first { $0.name == anchor.name }.map { $0.top - anchor.top } }
      let wanted = before > 0 ? before + (top ?? 0) : 0
      let bottom = max(0, feed.list.contentSize.height - 10)
      if feed.list.contentOffset != max(0, min(wanted, bottom)) {
        Issue.record("seed \(seed): from \(before) to \(feed.list.contentOffset), not \(wanted), of \(bottom)")
      }
      if let fault = feed.fault { Issue.record("seed \(seed): \(fault)") }
    }
  }
}
