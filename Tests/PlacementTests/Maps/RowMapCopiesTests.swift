import TestSupport
import Testing

@testable import Placement

/// Maps of many insertions that change while copies of them are kept.
struct RowMapCopiesTests {
  /// Returns the first insertion of a map about which an answer is not that of its positions; nil if all are right.
  private static func wrongInsertion(_ map: RowMap, _ positions: [Int]) -> Int? {
    positions.indices.first { rank in
      let (position, content) = (positions[rank], positions[rank] - rank)
      let follower = rank + 1 < positions.count ? positions[rank + 1] : .max
      let isRight =
        map.position(ofRank: rank) == position && map.insertionRank(atFeed: position) == rank
        && map.positions.count(upToContent: content) > rank && map.positions.count(upToContent: content - 1) <= rank
        && (follower == position + 1 || map.userRow(forFeed: position + 1) == content)
      return !isRight
    }
  }

  @Test func `Copies stay as they were while the map changes`() throws {
    for seed in UInt64(1)...Sample.of(20, few: 4) {
      var random = SeededGenerator(seed: seed)
      let count = [40, 700, 3_000, 20_000][Int(seed) % 4]
      let isEven = Bool.random(using: &random)
      var positions = (0..<count).map { $0 * 7 + (isEven ? 0 : Int.random(in: 0..<6, using: &random)) }
      var map = try RowMap(contentCount: count * 7 + 500, insertions: positions)
      var kept: [(map: RowMap, positions: [Int])] = []
      for step in 0..<Sample.of(400, few: 120) {
        // Most copies are soon gone, some are kept for long.
        if Int.random(in: 0..<3, using: &random) > 0 { kept.append((map, positions)) }
        if kept.count > 4 { kept.remove(at: Int.random(in: 0..<4, using: &random)) }
        let row = Int.random(in: 0..<map.contentCount - 1, using: &random)
        let isInserted = Bool.random(using: &random)
        if isInserted {
          try map.insertRow(at: row, policy: .anchored)
        } else {
          try map.deleteRow(at: row, policy: .anchored)
        }
        for rank in positions.indices where positions[rank] - rank > (isInserted ? row - 1 : row) {
          positions[rank] += isInserted ? 1 : -1
        }
        if step % 40 == 39, let wrong = Self.wrongInsertion(map, positions) {
          Issue.record("seed \(seed), step \(step): insertion \(wrong)")
        }
      }
      #expect(map.checkInvariants(), "seed \(seed)")
      for (map, positions) in kept {
        #expect(Self.wrongInsertion(map, positions) == nil && map.checkInvariants(), "seed \(seed)")
      }
    }
  }

  @Test func `Adding and removing among many keeps copies`() throws {
    var random = SeededGenerator(seed: 1)
    var positions = (0..<5_000).map { $0 * 3 }
    var map = try RowMap(contentCount: 12_000, insertions: positions)
    for step in 0..<Sample.of(60, few: 15) {
      let (copy, former) = (map, positions)
      let removed = Set((0..<5).map { _ in Int.random(in: 0..<positions.count, using: &random) }).sorted()
      // The insertions after a removed one move up by one row.
      let contents = positions.indices.filter { !removed.contains($0) }.map { positions[$0] - $0 }
      positions = contents.enumerated().map { $0 + $1 }
      map.change(removing: removed, adding: [], holdingEnd: false)
      let last = map.insertionCount
      let content = positions[last - 1] - last + 4
      map.change(removing: [], adding: [(rank: last, content: content)], holdingEnd: false)
      positions.append(content + last)
      #expect(Self.wrongInsertion(map, positions) == nil && map.checkInvariants(), "step \(step)")
      #expect(Self.wrongInsertion(copy, former) == nil && copy.checkInvariants(), "step \(step), the copy")
    }
  }
}
