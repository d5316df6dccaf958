import TestSupport
import Testing

@testable import Placement

/// How a map's insertions are stored: evenly spaced or not, and shared with copies.
struct ChunkStoreTests {
  /// Returns the first insertion of a map about which an answer is not that of its positions; nil if all are right.
  private static func wrongInsertion(_ map: RowMap, _ positions: [Int]) -> Int? {
    positions.indices.first { rank in
      let (position, content) = (positions[rank], positions[rank] - rank)
      let follower = rank + 1 < positions.count ? positions[rank + 1] : .max
      let isRight =
        map.position(ofRank: rank) == position && map.insertionRank(atFeed: position) == rank
        && map.rank(notAboveContent: content) > rank && map.rank(notAboveContent: content - 1) <= rank
        && (follower == position + 1 || map.userRow(forFeed: position + 1) == content)
      return !isRight
    }
  }

  /// Returns a map to which insertions were added one by one.
  private static func appending(_ positions: [Int], contentCount: Int) throws -> RowMap {
    var map = try RowMap(contentCount: contentCount)
    for (rank, position) in positions.enumerated() {
      map.change(removing: [], adding: [(rank: rank, content: position - rank)], holdingEnd: false)
    }
    return map
  }

  @Test func evenlySpacedInsertionsAreFound() throws {
    for step in [1, 2, 3, 7, 0x7FFF, 0x8000, 100_000] {
      for count in [1, 15, 16, 17, 31, 32, 33, 255, 256, 257, 600] {
        // Some at other distances before, between and after those.
        for offset in [0, 5] {
          var positions = (0..<count).map { $0 * step + offset }
          for rank in positions.indices.dropFirst(count / 2) where offset > 0 { positions[rank] += 3 }
          let content = positions[count - 1] + 10
          let map = try RowMap(contentCount: content, insertions: positions)
          let appended = try Self.appending(positions, contentCount: content)
          for map in [map, appended] {
            #expect(Self.wrongInsertion(map, positions) == nil, "\(count) at \(step) from \(offset)")
            #expect(map.checkInvariants())
          }
          #expect(map == appended)
        }
      }
    }
  }

  @Test func everyRowBetweenEvenlySpacedInsertionsIsFound() throws {
    for step in 1...5 {
      let positions = (0..<600).map { 3 + $0 * step }
      let map = try RowMap(contentCount: 3_000, insertions: positions)
      let isInserted = Set(positions)
      var user = 0
      for feed in 0..<map.feedCount {
        let content = isInserted.contains(feed) ? nil : user
        #expect(map.userRow(forFeed: feed) == content, "\(step): feed \(feed)")
        if let content {
          #expect(map.feedRow(forUser: content) == feed, "\(step): user \(content)")
          user += 1
        }
      }
    }
  }

  @Test func insertionsAfterAGapAreFound() throws {
    let even = (0..<800).map { $0 * 4 }
    // In the middle of a block or chunk, and between two.
    for rank in [1, 16, 100, 128, 240, 255, 256, 257, 272, 384, 511, 512, 600] {
      let positions = even.map { $0 < even[rank] ? $0 : $0 + 3 }
      var map = try RowMap(contentCount: 2_600, insertions: even)
      for _ in 0..<3 { try map.insertRow(at: rank * 3, policy: .anchored) }
      let made = try RowMap(contentCount: map.contentCount, insertions: positions)
      let appended = try Self.appending(positions, contentCount: map.contentCount)
      for map in [map, made, appended] {
        #expect(Self.wrongInsertion(map, positions) == nil && map.checkInvariants(), "a gap before \(rank)")
      }
      let copy = map
      for _ in 0..<3 { try map.deleteRow(at: rank * 3, policy: .anchored) }
      #expect(Self.wrongInsertion(map, even) == nil && map.checkInvariants(), "no gap before \(rank)")
      #expect(Self.wrongInsertion(copy, positions) == nil && copy == made, "a copy with a gap before \(rank)")
    }
  }

  @Test func copiesStayAsTheyWereWhileTheMapChanges() throws {
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

  @Test func addingAndRemovingAmongManyKeepsCopies() throws {
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
  @Test func fewInsertionsOfManyAreLeft() throws {
    var map = try RowMap(contentCount: 60_000, insertions: (0..<20_000).map { $0 * 4 })
    // Each change of a copy puts a chunk in a slab of its own.
    for chunk in 0..<70 {
      let copy = map
      try map.insertRow(at: chunk * 768, policy: .anchored)
      #expect(copy != map && map.checkInvariants(), "chunk \(chunk)")
    }
    for count in [600, 10, 0] {
      map.change(removing: Array(count..<map.insertionCount), adding: [], holdingEnd: false)
      #expect(map.insertionCount == count && map.checkInvariants(), "\(count)")
      if count > 0 { #expect(map.position(ofRank: count - 1) == count * 4 - 3 + (count - 1) / 256) }
    }
  }
}
