@testable import ListModel
import TestSupport
import Testing

/// A prefetch data source that notes what it is told.
final class Prefetcher: ListPrefetchDataSource {
  private(set) var events: [String] = []
  private(set) var known: Set<ListPath> = []
  var faults: [String] = []
  var onEvent: ((ListView) -> Void)?

  func takeEvents() -> [String] {
    defer { events = [] }
    return events
  }

  func forget() { known = [] }

  func list(_ list: ListView, prefetchRowsAt paths: [ListPath]) {
    events.append("prefetch \(paths)")
    faults += paths.filter { list.cellForRow(at: $0) != nil }.map { "\($0) is in view already" }
    faults += paths.filter { !known.insert($0).inserted }.map { "\($0) was told twice" }
    onEvent?(list)
  }

  func list(_ list: ListView, cancelPrefetchingForRowsAt paths: [ListPath]) {
    events.append("cancel \(paths)")
    faults += paths.filter { known.remove($0) == nil }.map { "\($0) was never told" }
    onEvent?(list)
  }

  /// Takes note of what is in view, which may be told of once more when it has left it.
  func see(_ paths: [ListPath]) { known.subtract(paths) }
}

/// A prefetch data source that does not care about what is cancelled.
private final class Eager: ListPrefetchDataSource {
  private(set) var count = 0

  func list(_ list: ListView, prefetchRowsAt paths: [ListPath]) { count += paths.count }
}

@Suite struct ListViewPrefetchingTests {
  let feed = TestFeed(heights: [Array(repeating: 4, count: 12)], height: 8)
  let prefetcher = Prefetcher()
  var list: ListView { feed.list }

  init() {
    list.prefetchDataSource = prefetcher
    list.layoutIfNeeded()
  }

  @Test func `the rows of the next viewport are told of once`() {
    #expect(prefetcher.takeEvents() == ["prefetch [0:2, 0:3]"])
    list.layoutIfNeeded()
    list.display.scroll(by: 0)
    #expect(prefetcher.takeEvents() == [])
    list.display.scroll(by: 4)
    #expect(prefetcher.takeEvents() == ["prefetch [0:4]"])
    list.display.scroll(by: 2)
    #expect(prefetcher.takeEvents() == ["prefetch [0:5]"])
  }

  @Test func `rows are cancelled that are left behind or passed by`() {
    list.display.scroll(by: 16)
    #expect(prefetcher.takeEvents() == ["prefetch [0:2, 0:3]", "cancel [0:2, 0:3]", "prefetch [0:6, 0:7]"])
    list.display.scroll(by: -4)
    #expect(prefetcher.takeEvents() == ["cancel [0:6, 0:7]", "prefetch [0:2, 0:1]"])
    list.display.scroll(by: 4)
    #expect(prefetcher.takeEvents() == ["cancel [0:1, 0:2]", "prefetch [0:6, 0:7]"])
  }

  @Test func `scrolling to a row has a direction too`() {
    list.scrollToRow(at: path(8), at: .top)
    list.scrollToRow(at: path(6), at: .top)
    #expect(
      prefetcher.takeEvents() == [
        "prefetch [0:2, 0:3]", "cancel [0:2, 0:3]", "prefetch [0:10, 0:11]", "cancel [0:10, 0:11]",
        "prefetch [0:5, 0:4]",
      ])
  }

  @Test func `nothing is prefetched beyond the ends`() {
    list.contentOffset = 40
    list.layoutIfNeeded()
    list.contentOffset = 0
    list.layoutIfNeeded()
    #expect(prefetcher.takeEvents() == ["prefetch [0:2, 0:3]", "cancel [0:2, 0:3]"])
  }

  @Test func `what is prefetched can be turned off`() {
    #expect(list.isPrefetchingEnabled)
    list.isPrefetchingEnabled = false
    list.layoutIfNeeded()
    #expect(prefetcher.takeEvents() == ["prefetch [0:2, 0:3]", "cancel [0:2, 0:3]"])
    list.display.scroll(by: 8)
    #expect(prefetcher.takeEvents() == [])
    list.isPrefetchingEnabled = true
    list.layoutIfNeeded()
    #expect(prefetcher.takeEvents() == ["prefetch [0:4, 0:5]"])
  }

  @Test func `another source is told anew and neither is kept alive`() {
    let eager = Eager()
    list.prefetchDataSource = eager
    #expect(list.prefetchDataSource === eager)
    list.layoutIfNeeded()
    #expect(eager.count == 2)
    list.display.scroll(by: 16)
    #expect(eager.count == 4)
    list.prefetchDataSource = Eager()
    #expect(list.prefetchDataSource == nil)
    list.display.scroll(by: -8)
  }

  @Test func `what has been told follows its rows and is forgotten in a reload`() throws {
    _ = prefetcher.takeEvents()
    feed.sections[0].rows.insert(TestFeed.Row(tag: 90, height: 4), at: 0)
    try list.insertRows(at: [path(0)])
    list.layoutIfNeeded()
    // The first row is in view at the top, so that 0:1 has left it and 0:3 is the former 0:2.
    #expect(prefetcher.takeEvents() == ["cancel [0:4]", "prefetch [0:2]"])
    try list.reloadRows(at: [path(3)])
    list.layoutIfNeeded()
    #expect(prefetcher.takeEvents() == ["prefetch [0:3]"])
    list.reloadData()
    list.layoutIfNeeded()
    #expect(prefetcher.takeEvents() == ["prefetch [0:2, 0:3]"])
  }

  @Test func `a callback may reload and scroll`() {
    _ = prefetcher.takeEvents()
    var calls = 0
    prefetcher.onEvent = { list in
      calls += 1
      if calls == 1 { list.contentOffset = 24 }
      if calls == 2 { list.reloadData() }
    }
    prefetcher.forget()
    list.reloadData()
    list.layoutIfNeeded()
    #expect(list.contentOffset == 24)
    #expect(
      prefetcher.takeEvents() == ["prefetch [0:2, 0:3]", "cancel [0:2, 0:3]", "prefetch [0:8, 0:9]"])
    #expect(feed.faults == [])
  }

  @Test func `a source that always reloads is not followed for ever`() {
    var calls = 0
    prefetcher.onEvent = { list in
      calls += 1
      list.reloadData()
    }
    list.reloadData()
    list.layoutIfNeeded()
    #expect(calls == ListView.mostAttempts)
  }

  @Test func `rows are told of once before they are seen at random`() {
    for seed in UInt64(1)...Sample.of(40, few: 15) {
      var random = SeededGenerator(seed: seed)
      let heights: [[Double]] = (0..<3).map { _ in
        (0..<Int.random(in: 0...12, using: &random)).map { _ in [0, 1, 3, 7].randomElement(using: &random) ?? 1 }
      }
      let feed = TestFeed(heights: heights, height: 8)
      let prefetcher = Prefetcher()
      feed.list.prefetchDataSource = prefetcher
      for _ in 0..<40 {
        scroll(feed.list, prefetcher, to: Double(Int.random(in: -4..<60, using: &random)), "seed \(seed)")
      }
      #expect(prefetcher.faults == [], "seed \(seed)")
    }
  }

  /// Scrolls, and expects the rows to be known that one viewport beyond the one in view shows.
  private func scroll(_ list: ListView, _ prefetcher: Prefetcher, to offset: Double, _ comment: Comment) {
    let former = list.contentOffset
    prefetcher.see(list.indexPathsForVisibleRows)
    list.contentOffset = offset
    list.layoutIfNeeded()
    let visible = list.indexPathsForVisibleRows
    prefetcher.see(visible)
    guard list.contentOffset != former else { return }
    let top = list.contentOffset + (list.contentOffset < former ? -8 : 8)
    let beyond = list.indexPathsForRows(in: ListRect(x: 0, y: top, width: 1, height: 8))
    #expect(prefetcher.known == Set(beyond).subtracting(visible), comment)
  }

  @Test func `every method is a message`() throws {
    try MessageWatch().expect(
      [
        ("getter:prefetchDataSource", { list in _ = list.prefetchDataSource }),
        ("setter:prefetchDataSource", { list in list.prefetchDataSource = nil }),
      ], toSend: ListView.prefetchingMessages)
  }
}
