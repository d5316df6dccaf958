import TestSupport
import Testing

@testable import Placement

@Suite struct LivePlacementTests {
  #if DEBUG
    private static let sequenceCount = 24_000
  #else
    private static let sequenceCount = 1_000_000
  #endif

  @Test(arguments: 0..<8)
  func placesOfAFeedThatChangesAreThoseOfPlainArrays(part: Int) throws {
    var faults = 0
    for number in 0..<Self.sequenceCount / 8 {
      let seed = UInt64(number * 8 + part + 1)
      var random = SeededGenerator(seed: seed)
      var world = try LiveWorld(seed: seed, &random)
      var fault = world.fault(&random)
      for _ in 0..<random.number(in: 2...6) where fault == nil { fault = try world.step(&random) }
      if let fault {
        Issue.record("seed \(seed): \(fault)\n\(world.live.tenants.map(\.rules.description))\n\(world.steps.joined(separator: "\n"))")
        faults += 1
      }
      if faults > 2 { return }
    }
  }
}
