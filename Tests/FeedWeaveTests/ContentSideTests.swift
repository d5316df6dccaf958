import FeedWeave
import ListModel
import Placement
import TestSupport
import Testing

/// A content side does the same, sees the same and hears the same whether its list is woven or not.
struct ContentSideTests {
  private static let articles = [["a0", "a1", "dull2", "a3", "shy4"], [], ["c0", "c1"], ["d0"]]

  @Test(arguments: [UpdatePolicy.pinned, .anchored])
  func sameWithInsertionsWithoutHeightWhereAllIsInView(policy: UpdatePolicy) {
    compare(policy: policy, adHeight: 0, viewport: 1000, estimate: 44, comparesGeometry: true)
  }

  @Test(arguments: [UpdatePolicy.pinned, .anchored])
  func sameWithInsertionsWithoutHeightWhileScrolling(policy: UpdatePolicy) {
    compare(policy: policy, adHeight: 0, viewport: 4, estimate: 1, comparesGeometry: true)
  }

  @Test(arguments: [UpdatePolicy.pinned, .anchored])
  func sameWithInsertionsThatTakeRoom(policy: UpdatePolicy) {
    compare(policy: policy, adHeight: 3, viewport: 1000, estimate: 44, comparesGeometry: false)
  }

  private func compare(
    policy: UpdatePolicy, adHeight: Double, viewport: Double, estimate: Double, comparesGeometry: Bool
  ) {
    let script = ContentScript(comparesGeometry: comparesGeometry)
    for seed in UInt64(1)...60 {
      var random = SeededGenerator(seed: seed &* 977)
      let plain = transcript(script, seed: seed, viewport: viewport, estimate: estimate) { _ in nil }
      let woven = transcript(script, seed: seed, viewport: viewport, estimate: estimate) { list in
        let ads = AdDesk(
          (0..<Int.random(in: 0...6, using: &random)).map { _ in
            feed(Int.random(in: 0...5, using: &random), Int.random(in: 0...7, using: &random))
          })
        ads.sections = (0..<Int.random(in: 0...2, using: &random)).map { _ in Int.random(in: 0...4, using: &random) }
        ads.height = adHeight
        list.weaver.policy = policy
        list.weaver.dataSource = ads
        list.weaver.delegate = ads
        return ads
      }
      let difference = zip(plain, woven).enumerated().first { $1.0 != $1.1 }
      #expect(difference == nil, "seed \(seed), step \(difference?.offset ?? 0)")
      #expect(plain.count == woven.count, "seed \(seed)")
    }
  }

  private func transcript(
    _ script: ContentScript, seed: UInt64, viewport: Double, estimate: Double, weave: (ListView) -> AdDesk?
  ) -> [String] {
    let desk = NewsDesk(Self.articles)
    let list = makeList(desk, height: viewport)
    list.estimatedRowHeight = estimate
    let ads = weave(list)
    list.kept += [ads].compactMap { $0 }
    return script.run(on: list, desk, seed: seed, steps: 60)
  }
}
