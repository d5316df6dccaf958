/// A user that a simulation makes up; the same number and seed make the same one on every machine.
struct SimulatedUser {
  /// The content rows of each section.
  let contentCounts: [Int]
  /// How many ads there are.
  let adCount: Int
  private let seed: UInt64
  private let fillRate: Double
  private let taggedShare: Double

  init(number: Int, of simulation: PlacementSimulation) {
    seed = SimulatedUser.mixed(simulation.seed, UInt64(number))
    fillRate = simulation.fillRate
    taggedShare = simulation.taggedShare
    var random = SplitMix64(seed: seed)
    adCount = random.number(in: simulation.ads)
    let sectionCount = random.number(in: simulation.sections)
    contentCounts = (0..<sectionCount).map { _ in random.number(in: simulation.contentRows) }
  }

  /// Whether a content row bears the tag that is to be avoided.
  func isTagged(_ path: UserPath) -> Bool { fraction(1, path.section, path.row) < taggedShare }

  /// Whether an ad comes for a place; it depends on the place alone, so that rule sets can be compared.
  func hasAd(for path: FeedPath) -> Bool { fraction(2, path.section, path.row) < fillRate }

  private func fraction(_ question: UInt64, _ section: Int, _ row: Int) -> Double {
    let word = SimulatedUser.mixed(SimulatedUser.mixed(seed ^ question, UInt64(section)), UInt64(row))
    var random = SplitMix64(seed: word)
    return random.fraction()
  }

  private static func mixed(_ seed: UInt64, _ word: UInt64) -> UInt64 {
    SplitMix64.mixed(seed &* 0x9E37_79B9_7F4A_7C15 &+ word)
  }
}
