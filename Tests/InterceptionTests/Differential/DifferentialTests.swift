import Interception
import TestSupport
import Testing

/// The runtime against a model of lists, over random histories.
@Suite("The runtime and its model")
struct DifferentialTests {
  private static let seedsPerLane = Sample.of(760, few: 8)
  private static let stepsPerSeed = 330

  @Test(arguments: DifferentialLane.forHistories)
  func `Random steps, a million in a whole run, match the model`(lane: DifferentialLane) {
    for number in 0..<Self.seedsPerLane {
      let seed = UInt64(number * DifferentialLane.forHistories.count + lane.number)
      var history = InterceptionHistory(seed: seed)
      let steps = history.steps(Self.stepsPerSeed)
      guard let difference = lane.difference(over: steps) else { continue }
      let fewest = lane.shrink(steps[...difference.step])
      Issue.record(
        """
        seed \(seed), \(difference)
        of the fewest steps, \(lane.difference(over: fewest)?.description ?? "that came once")
        \(fewest.map { "\($0)" }.joined(separator: "\n"))
        """)
      return
    }
  }
}

extension SeededGenerator {
  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}
