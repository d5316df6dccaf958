import FeedWeave
import ListModel
import Placement
import TestSupport
import Testing
import WeavingSupport

/// Expects a content side to see and hear the same of a list and of its woven twin.
///
/// `transcript` makes a list from a seed, has it woven or not, does to it what a content side does, and answers all that could be
/// seen and heard of that. Insertions are asked for at random, in rows 0 to 7 of sections 0 to 5, and up to two sections. Where the
/// list is woven in use, that and its contrary take place again and again between the steps of the script.
func expectTwinsAlike(
  policy: UpdatePolicy, adHeight: Double, adsTakePart: Bool = true, inUse: Bool = false,
  seeds: ClosedRange<UInt64> = Sample.of(1...60, few: 1...2),
  sourceLocation: SourceLocation = #_sourceLocation,
  transcript: (_ seed: UInt64, _ weave: (DeskList) -> Void) -> [String]
) {
  var acts: [String: Int] = [:]
  for seed in seeds {
    let plain = transcript(seed) { _ in }
    var life: WeavingLife?
    let woven = transcript(seed) { list in
      var random = SeededGenerator(seed: seed &* 977)
      let ads = AdDesk(
        (0..<Int.random(in: 0...6, using: &random)).map { _ in
          feed(Int.random(in: 0...5, using: &random), Int.random(in: 0...7, using: &random))
        })
      ads.sections = (0..<Int.random(in: 0...2, using: &random)).map { _ in Int.random(in: 0...4, using: &random) }
      ads.height = adHeight
      ads.takesPart = adsTakePart
      guard inUse else { return list.weave(ads, policy: policy) }
      let weavingLife = WeavingLife(seed: seed, ads, policy: policy, changesInsertions: adHeight > 0)
      list.betweenSteps = weavingLife.act(on:)
      life = weavingLife
    }
    acts.merge(life?.acts ?? [:]) { $0 + $1 }
    let difference = zip(plain, woven).enumerated().first { $1.0 != $1.1 }
    #expect(
      difference == nil && plain.count == woven.count,
      "seed \(seed), step \(difference?.offset ?? 0): \(difference.map { "\($0.element)" } ?? "")",
      sourceLocation: sourceLocation)
  }
  let expected = inUse ? ["woven", "removed"] + (adHeight > 0 ? ["changed"] : []) : []
  #expect(
    !Sample.isWhole || expected.allSatisfy { acts[$0, default: 0] > 0 }, "\(acts)", sourceLocation: sourceLocation)
}
