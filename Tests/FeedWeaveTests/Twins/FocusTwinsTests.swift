import FeedWeave
import ListModel
import Placement
import TestSupport
import Testing
import WeavingSupport

/// The focus, the index, prefetching and selecting several rows are the same to a content side whether its list is woven or not.
struct FocusTwinsTests {
  private static let articles = [
    ["a0", "blind1", "idle2", "solo3", "slow4"], [], ["c0", "stubborn1", "flat2"], ["d0", "shy1", "d2"],
  ]

  @Test(arguments: [UpdatePolicy.pinned, .anchored])
  func `same with insertions without height`(policy: UpdatePolicy) {
    compare(policy: policy, adHeight: 0, viewport: 4, comparesGeometry: true)
  }

  @Test(arguments: [UpdatePolicy.pinned, .anchored])
  func `same with insertions that take room`(policy: UpdatePolicy) {
    compare(policy: policy, adHeight: 3, viewport: 1000, comparesGeometry: false)
  }

  @Test(arguments: [UpdatePolicy.pinned, .anchored], [0.0, 3.0])
  func `same where the list is woven and unwoven in use`(policy: UpdatePolicy, adHeight: Double) {
    compare(
      policy: policy, adHeight: adHeight, viewport: adHeight == 0 ? 4 : 1000, comparesGeometry: adHeight == 0,
      inUse: true)
  }

  private func compare(
    policy: UpdatePolicy, adHeight: Double, viewport: Double, comparesGeometry: Bool, inUse: Bool = false
  ) {
    let script = FocusScript(comparesGeometry: comparesGeometry)
    var all: [String] = []
    expectTwinsAlike(
      policy: policy, adHeight: adHeight, adsTakePart: false, inUse: inUse, seeds: Sample.of(1...60, few: 1...3)
    ) { seed, weave in
      let desk = FocusDesk(Self.articles)
      let list = makeList(desk, height: viewport)
      list.estimatedRowHeight = 1
      weave(list)
      let transcript = script.run(on: list, desk, seed: seed, steps: 80)
      all += transcript
      return transcript
    }
    for word in FocusScript.words + (comparesGeometry ? ["prefetch [", "cancel ["] : []) {
      #expect(all.contains { $0.hasPrefix(word) }, "no '\(word)'")
    }
  }
}
