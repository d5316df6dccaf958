import Interception
import TestSupport
import Testing

/// The runtime against a model of lists, over random histories.
@Suite("The runtime and its model")
struct DifferentialTests {
  private static let seedsPerLane = 760
  private static let stepsPerSeed = 330

  @Test("A million random steps are seen as the model says", arguments: DifferentialLane.all)
  func randomHistories(lane: DifferentialLane) {
    for seed in 0..<Self.seedsPerLane {
      let seed = UInt64(seed * DifferentialLane.all.count + lane.number)
      var history = InterceptionHistory(seed: seed)
      let steps = history.steps(Self.stepsPerSeed)
      guard let difference = difference(over: steps, in: lane) else { continue }
      let words = "seed \(seed), \(difference)\n\(shrink(steps[...difference.step], in: lane))"
      Issue.record("\(words.replacing(/(TestSupport\.InterceptionModel|Swift\.Result<[^>]*>)\.(\w+\.)*/, with: "."))")
      return
    }
  }

  /// Where the runtime and the model part.
  struct Difference: CustomStringConvertible {
    let step: Int
    let words: String
    var description: String { "step \(step): \(words)" }
  }

  /// The first step of which something else is seen than the model says; nil where there is none.
  private func difference(over steps: some Collection<InterceptionModel.Step>, in lane: DifferentialLane) -> Difference?
  {
    let prefix = "DifferentialTests.\(lane.number)"
    let world = DifferentialWorld(lane, objects: InterceptionHistory.objects, prefix: prefix)
    var model = InterceptionModel(lane.declarations, objects: InterceptionHistory.objects, prefix: prefix)
    for (number, step) in steps.enumerated() {
      let expected = model.perform(step), seen = world.perform(step)
      guard expected != seen else { continue }
      _ = world.clear()
      return Difference(step: number, words: "\(step)\nexpected \(expected)\nseen \(seen)")
    }
    return world.clear().map { Difference(step: steps.count - 1, words: $0) }
  }

  /// The fewest steps, as far as leaving some out one after the other can tell, over which there is a difference.
  private func shrink(_ steps: ArraySlice<InterceptionModel.Step>, in lane: DifferentialLane) -> String {
    var steps = Array(steps)
    var size = max(1, steps.count / 2)
    while true {
      var start = 0
      while start < steps.count {
        var fewer = steps
        fewer.removeSubrange(start..<min(start + size, steps.count))
        if difference(over: fewer, in: lane) == nil { start += size } else { steps = fewer }
      }
      if size == 1 { break }
      size /= 2
    }
    let words = difference(over: steps, in: lane).map { "\($0)" } ?? ""
    return "the fewest steps:\n" + steps.map { "\($0)" }.joined(separator: "\n") + "\n" + words
  }
}

extension SeededGenerator {
  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}
