import Testing

@testable import FeedWeaveCommand

@Suite struct CallTreeTests {
  private func call(_ selector: String, _ arguments: [String] = [], at start: Int) -> TracedCall {
    TracedCall(className: "A", selector: selector, arguments: arguments, start: .nanoseconds(start))
  }

  @Test func `a call is handed on when the outermost ends`() throws {
    var tree = CallTree()
    tree.enter(call("a", at: 1), .said)
    tree.enter(call("b", at: 2), .said)
    #expect(tree.leave(result: "2", at: .nanoseconds(5)) == nil)
    tree.enter(call("c", at: 6), .said)
    #expect(tree.leave(result: nil, at: .nanoseconds(7)) == nil)
    let last = tree.leave(result: "1", at: .nanoseconds(9))
    let root = try #require(last)
    #expect(root.selector == "a" && root.result == "1" && root.duration == .nanoseconds(8))
    #expect(root.calls.map(\.selector) == ["b", "c"] && root.calls.map(\.result) == ["2", nil])
    #expect(tree.leave(result: nil, at: .zero) == nil)
  }

  @Test func `the two views of a call are one`() throws {
    var tree = CallTree()
    tree.enter(call("a", ["0:3"], at: 1), .said)
    tree.enter(call("q", at: 2), .said)
    _ = tree.leave(result: nil, at: .nanoseconds(3))
    tree.enter(call("a", ["0:4"], at: 4), .passedOn)
    tree.enter(call("r", at: 5), .said)
    _ = tree.leave(result: nil, at: .nanoseconds(6))
    _ = tree.leave(result: "feed", at: .nanoseconds(7))
    let last = tree.leave(result: "user", at: .nanoseconds(8))
    let root = try #require(last)
    #expect(root.arguments == ["0:3"] && root.translated == ["0:4"] && root.result == "user")
    #expect(root.calls.map(\.selector) == ["q", "r"])
  }

  @Test func `a call that makes itself anew is not taken for its own view`() throws {
    var tree = CallTree()
    for (view, start) in [(CallTree.View.said, 1), (.passedOn, 2), (.said, 3), (.passedOn, 4)] {
      tree.enter(call("a", at: start), view)
    }
    for end in 5...7 { #expect(tree.leave(result: nil, at: .nanoseconds(end)) == nil) }
    let last = tree.leave(result: nil, at: .nanoseconds(8))
    let root = try #require(last)
    #expect(root.translated == nil && root.calls.map(\.selector) == ["a"] && root.calls[0].calls.isEmpty)
  }
}
