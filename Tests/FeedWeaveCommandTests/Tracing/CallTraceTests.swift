import FeedWeave
import Interception
import ListModel
import Placement
import Synchronization
import TestSupport
import Testing

@testable import FeedWeaveCommand

/// A content side whose rows can be changed.
private final class Rows: ListDataSource {
  var count: Int

  init(_ count: Int) { self.count = count }

  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { count }

  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell { ListCell(reuseIdentifier: nil) }
}

@Suite struct CallTraceTests {
  /// Traces what is done to a woven list that shows `count` rows of content and has insertions at `rows`.
  private func trace(
    _ count: Int, insertions rows: [Int], _ body: (ListView, Rows) -> Void
  ) throws -> [TracedCall] {
    let content = Rows(count)
    let calls = Mutex<[TracedCall]>([])
    let list = ListView(size: ListSize(width: 1, height: 100))
    list.dataSource = content
    try list.weaver.insertRows(at: rows.map { FeedPath(section: 0, row: $0) })
    list.reloadData()
    let trace = CallTrace(elapsed: { .zero }) { call in calls.withLock { $0.append(call) } }
    try trace.during(list) { body(list, content) }
    #expect(list.aspects.isEmpty && list.weaver.aspects.isEmpty)
    list.reloadData()
    return calls.withLock { $0 }
  }

  @Test func `an update is shown as it was said and as it reached the list`() throws {
    let calls = try trace(4, insertions: [0, 3]) { list, content in
      content.count = 6
      try? list.insertRows(at: [ListPath(row: 0, section: 0), ListPath(row: 5, section: 0)])
    }
    let insertion = try #require(calls.first)
    #expect(calls.count == 1 && insertion.selector == "insertRows(at:with:)" && insertion.owner == nil)
    #expect(insertion.arguments == ["[0:0, 0:5]", "automatic"])
    // The list is told of the two rows, and of the insertion that one of them passed, in a batch of its own.
    #expect(insertion.translated == ["feed [0:1, 0:7]", "automatic"])
    #expect(insertion.calls.map(\.selector).filter { !$0.hasPrefix("list(") }.contains("endUpdates()"))
  }

  @Test func `a call that is refused shows the error and reaches no list`() throws {
    let calls = try trace(2, insertions: [1]) { list, _ in try? list.deleteRows(at: [ListPath(row: 1, section: 0)]) }
    #expect(calls.map(\.selector) == ["deleteRows(at:with:)"] && calls[0].translated == nil)
    #expect(calls[0].result?.hasPrefix("throws ") == true, "\(calls)")
  }

  @Test func `questions in the content's coordinates are translated`() throws {
    for rows in Sample.of([[], [0], [1], [0, 1, 4]], few: [[], [0, 1, 4]]) as [[Int]] {
      for user in 0..<Sample.of(4, few: 2) {
        var feed: FeedPath?
        let calls = try trace(4, insertions: rows) { list, _ in
          feed = list.weaver.map.feedPath(for: UserPath(section: 0, row: user))
          _ = list.rectForRow(at: ListPath(row: user, section: 0))
        }
        let row = try #require(feed).row
        #expect(calls.map(\.selector) == ["rectForRow(at:)"] && calls[0].arguments == ["0:\(user)"])
        #expect(calls[0].translated == (row == user ? nil : ["feed 0:\(row)"]), "\(rows), \(user)")
      }
    }
  }

  @Test func `other lists are not heard`() throws {
    let calls = try trace(2, insertions: []) { _, _ in
      let other = ListView(size: ListSize(width: 1, height: 1))
      other.reloadData()
      _ = other.weaver
    }
    #expect(calls.isEmpty)
  }

  @Test func `values are worded without their wrapping`() {
    #expect(CallWords.of(Optional(ListPath(row: 3, section: 0)) as Any) == "0:3")
    #expect(CallWords.of(Optional<Int>.none as Any) == "nil" && CallWords.of("a\u{1B}\"") == #""a\u{1B}\"""#)
    #expect(CallWords.of(Rows(0)) == "Rows" && CallWords.of([1, 2]) == "[1, 2]")
    #expect(CallWords.of(String(repeating: "x", count: 9999)).count == 202)
  }
}
