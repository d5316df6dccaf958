import FeedWeave
import ListModel
import Placement
import TestSupport
import Testing
import WeavingSupport

/// A content side does the same, sees the same and hears the same whether its list is woven or not.
struct ContentSideTests {
  private static let articles = [["a0", "a1", "dull2", "a3", "shy4"], [], ["c0", "c1"], ["d0"]]

  @Test(arguments: [UpdatePolicy.pinned, .anchored])
  func `same with insertions without height where all is in view`(policy: UpdatePolicy) {
    compare(policy: policy, adHeight: 0, viewport: 1000, estimate: 44, comparesGeometry: true)
  }

  @Test(arguments: [UpdatePolicy.pinned, .anchored])
  func `same with insertions without height while scrolling`(policy: UpdatePolicy) {
    compare(policy: policy, adHeight: 0, viewport: 4, estimate: 1, comparesGeometry: true)
  }

  @Test(arguments: [UpdatePolicy.pinned, .anchored])
  func `same with insertions that take room`(policy: UpdatePolicy) {
    compare(policy: policy, adHeight: 3, viewport: 1000, estimate: 44, comparesGeometry: false)
  }

  @Test(arguments: [UpdatePolicy.pinned, .anchored], [0.0, 3.0])
  func `same where the list is woven and unwoven in use`(policy: UpdatePolicy, adHeight: Double) {
    compare(
      policy: policy, adHeight: adHeight, viewport: adHeight == 0 ? 4 : 1000, estimate: 1,
      comparesGeometry: adHeight == 0,
      inUse: true)
  }

  @Test func `the script makes and is refused every kind of change`() {
    let script = ContentScript(comparesGeometry: false)
    // The few make every kind of change between them.
    let words = Sample.of(Array(1...30), few: [5, 7, 11, 19, 23, 28] as [UInt64]).flatMap { seed in
      let desk = NewsDesk(Self.articles)
      return script.run(on: makeList(desk), desk, seed: seed, steps: 60).filter { $0.hasPrefix("change") }
    }
    for way in 0..<8 {
      let tried = words.filter { $0.hasPrefix("change by \(way)") }
      #expect(tried.contains { !$0.contains("]): ") } == (way != 3), "\(way)")
    }
    #expect(words.contains { $0.contains("completed true") })
    #expect(words.contains { $0.contains("completed false") })
    for kind in [
      "deletedRows: [", "movedRows: [(", "insertedSections: [", "deletedSections: [", "movedSections: [(",
      "reconfiguredRows: [",
    ] {
      let single = words.filter { $0.hasPrefix("change BatchUpdate") && $0.contains(kind) && !$0.contains(kind + "]") }
      #expect(single.contains { $0.hasSuffix("])") }, "\(kind)")
      #expect(single.contains { $0.contains("]): ") }, "\(kind)")
    }
  }

  private func compare(
    policy: UpdatePolicy, adHeight: Double, viewport: Double, estimate: Double, comparesGeometry: Bool,
    inUse: Bool = false
  ) {
    let script = ContentScript(comparesGeometry: comparesGeometry)
    expectTwinsAlike(policy: policy, adHeight: adHeight, inUse: inUse) { seed, weave in
      let desk = NewsDesk(Self.articles)
      let list = makeList(desk, height: viewport)
      list.estimatedRowHeight = estimate
      weave(list)
      return script.run(on: list, desk, seed: seed, steps: 60)
    }
  }
}
