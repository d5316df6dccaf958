internal import Foundation
internal import Placement

/// The cost of computing the change set between two lists.
enum ChangesBenchmarks {
  static let all: [Benchmark] = [
    row(
      "change set, 100,000 UUID rows, 10,000 deleted, 10,000 inserted, 2,000 moved, fewest moves", limit: 0.25,
      target: 0.15
    ) { changed(UUID.random(using:)) },
    row("the same, Int", limit: 0.6, target: 0.45) { changed { Int(truncatingIfNeeded: $0.next()) } },
    row("100,000 UUID rows shuffled", limit: 0.7, target: 0.5) { shuffled(UUID.random(using:)) },
  ]

  static let group = "changes"

  private static let rowCount = 100_000

  private static func row<ID: Hashable & SendableMetatype>(
    _ name: String, limit: Double, target: Double, lists: @escaping @Sendable () -> (old: [ID], new: [ID])
  ) -> Benchmark {
    Benchmark(
      name, group: group, baseline: "one Dictionary, room reserved, filled with the 200,000 identifiers", limit: limit,
      target: target
    ) {
      let (old, new) = lists()
      return .timed(
        operations: 1, measured: { ListChanges.changes(from: old, to: new).count },
        baselineOperations: 1, baseline: { entries(old, new) })
    }
  }

  @inline(never)
  private static func entries<ID: Hashable>(_ old: [ID], _ new: [ID]) -> Int {
    var rows = [ID: Int](minimumCapacity: old.count + new.count)
    for row in old.indices { rows[old[row]] = row }
    for row in new.indices { rows[new[row]] = row }
    return rows.count
  }
}

// MARK: - The lists

extension ChangesBenchmarks {
  /// Returns a list, and the same list with rows at random positions deleted, moved to others, and inserted.
  private static func changed<ID: Hashable>(_ make: (inout SeededRandom) -> ID) -> (old: [ID], new: [ID]) {
    var random = SeededRandom(seed: 3)
    let old = (0..<rowCount).map { _ in make(&random) }
    let places = old.indices.shuffled(using: &random)
    let deleted = Set(places[..<10_000])
    let moved = places[10_000..<12_000]
    let taken = deleted.union(moved)
    // A row inserted at a random position precedes the row that is there; several may be inserted at the same position.
    var coming: [Int: [ID]] = [:]
    for id in (0..<10_000).map({ _ in make(&random) }) + moved.map({ old[$0] }) {
      coming[Int.random(in: 0...rowCount, using: &random), default: []].append(id)
    }
    let new = (0...rowCount).flatMap { row in
      coming[row, default: []] + (row < rowCount && !taken.contains(row) ? [old[row]] : [])
    }
    return (old, new)
  }

  private static func shuffled<ID: Hashable>(_ make: (inout SeededRandom) -> ID) -> (old: [ID], new: [ID]) {
    var random = SeededRandom(seed: 4)
    let old = (0..<rowCount).map { _ in make(&random) }
    return (old, old.shuffled(using: &random))
  }
}

extension UUID {
  /// Returns an identifier whose bits are all random, but the same in every run.
  fileprivate static func random(using random: inout SeededRandom) -> UUID {
    let words = [random.next(), random.next()]
    let bytes = words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
    return UUID(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9], bytes[10],
        bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      ))
  }
}
