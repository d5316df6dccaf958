internal import Placement

/// A list of one section with insertions at random feed rows, the same in every run.
struct MappingWorld: Sendable {
  let positions: [Int]
  let map: InsertionMap

  /// A million content rows with a hundred thousand insertions.
  static let large = MappingWorld(contentCount: 1_000_000, insertionCount: 100_000)

  init(contentCount: Int, insertionCount: Int) {
    var random = SeededRandom(seed: 1)
    positions = MappingWorld.sample(insertionCount, of: contentCount + insertionCount, using: &random)
    do {
      map = try InsertionMap(sections: [RowMap(contentCount: contentCount, insertions: positions)])
    } catch {
      preconditionFailure("the world's positions ascend and are small: \(error)")
    }
  }

  /// Returns random rows below a bound.
  func random(_ count: Int, below bound: Int) -> [Int] {
    var random = SeededRandom(seed: 2)
    return (0..<count).map { _ in Int.random(in: 0..<bound, using: &random) }
  }

  /// Returns `count` of the numbers below `total`, ascending, each equally likely (Knuth, algorithm S).
  private static func sample(_ count: Int, of total: Int, using random: inout SeededRandom) -> [Int] {
    var chosen: [Int] = []
    for number in 0..<total where Int.random(in: 0..<total - number, using: &random) < count - chosen.count {
      chosen.append(number)
    }
    return chosen
  }
}
