import Foundation
import TestSupport
import Testing

@testable import Placement

@Suite struct RowMapTests {
  @Test func `agrees with the oracle around chunk sizes`() throws {
    for insertionCount in [1, 15, 16, 17, 255, 256, 257, 511, 512, 513, 2047, 2048, 2049]
      + Sample.of([4095, 4096, 4097], few: [])
    {
      for spread in Sample.of([1, 2, 9], few: insertionCount > 1000 ? [2] : [1, 9]) {
        var random = SeededGenerator(seed: UInt64(insertionCount * 10 + spread))
        let rows = Array((0..<insertionCount * spread).shuffled(using: &random).prefix(insertionCount)).sorted()
        let content = insertionCount * (spread - 1) + 3
        let map = try RowMap(contentCount: content, insertions: rows)
        let isInserted = Set(rows)
        var user = 0
        for feed in 0..<map.feedCount {
          let isAd = isInserted.contains(feed)
          let isRight =
            map.userRow(forFeed: feed) == (isAd ? nil : user) && (isAd || map.feedRow(forUser: user) == feed)
          if !isRight { Issue.record("K \(insertionCount), spread \(spread), feed \(feed)") }
          if !isAd { user += 1 }
        }
        #expect(user == content && map.feedCount == content + insertionCount)
        #expect(map.feedRow(forUser: content) == map.feedCount)
      }
    }
  }

  @Test func `long random updates keep agreeing`() throws {
    for seed in UInt64(1)...Sample.of(12, few: 4) {
      var random = SeededGenerator(seed: seed)
      let insertionCount = [3, 40, 300, 700][Int(seed) % 4]
      let content = insertionCount * Int.random(in: 1...4, using: &random)
      let rows = Array((0..<content * 2).shuffled(using: &random).prefix(insertionCount)).sorted()
      var map = try RowMap(contentCount: content, insertions: rows)
      var expected = ReferenceSection(contentCount: content, requests: rows)
      for step in 0..<Sample.of(insertionCount > 100 ? 60 : 300, few: insertionCount > 100 ? 21 : 100) {
        let policy: UpdatePolicy = Int.random(in: 0..<8, using: &random) == 0 ? .pinned : .anchored
        let row = Int.random(in: 0...map.contentCount, using: &random)
        if Bool.random(using: &random) || map.contentCount == 0 {
          try map.insertRow(at: row, policy: policy)
          policy == .pinned ? expected.insertPinned() : expected.insertAnchored(at: row)
        } else {
          try map.deleteRow(at: min(row, map.contentCount - 1), policy: policy)
          policy == .pinned
            ? expected.deletePinned() : expected.deleteAnchored(at: min(row, expected.contentCount - 1))
        }
        if step % 20 == 0 || insertionCount < 50 {
          let difference = RowMapTests.quickDifference(map, expected)
          if let difference { Issue.record("seed \(seed), step \(step): \(difference)") }
        }
      }
      #expect(RowMapTests.quickDifference(map, expected) == nil, "seed \(seed)")
    }
  }

  /// Like ``difference(_:_:)`` in one pass, for long sections.
  static func quickDifference(_ map: RowMap, _ expected: ReferenceSection) -> String? {
    if map.feedCount != expected.rows.count { return "feed \(map.feedCount), not \(expected.rows.count)" }
    var user = 0
    for (feed, row) in expected.rows.enumerated() {
      let content = row == .content ? user : nil
      if map.userRow(forFeed: feed) != content { return "user row of feed \(feed)" }
      if let content, map.feedRow(forUser: content) != feed { return "feed row of user \(content)" }
      if content != nil { user += 1 }
    }
    return map.feedRow(forUser: user) == expected.rows.count ? nil : "the end"
  }

  @Test func `drift of many updates at one place leaves answers right`() throws {
    let (count, drift, middle) = (700, Sample.of(3000, few: 500), 350)
    var map = try RowMap(contentCount: count * 10, insertions: (0..<count).map { $0 * 11 })
    for _ in 0..<drift { try map.insertRow(at: 3495, policy: .anchored) }
    for rank in 0..<count {
      let position = rank * 11 + (rank < middle ? 0 : drift)
      let isRight = map.position(ofRank: rank) == position && map.insertionRank(atFeed: position) == rank
      if !isRight || map.userRow(forFeed: position + 1) != position - rank { Issue.record("insertion \(rank)") }
    }
    #expect(map.feedRow(forUser: map.contentCount) == map.feedCount)
  }

  @Test func `unevenly spread insertions are found`() throws {
    let last = RowMap.limit - 100_000
    let rows = Array(0..<5000) + (0..<5000).map { last - 20_000 + $0 * 2 }
    let map = try RowMap(contentCount: last - 10_000, insertions: rows)
    for (rank, row) in rows.enumerated() {
      if map.insertionRank(atFeed: row) != rank { Issue.record("row \(row)") }
    }
    #expect(map.userRow(forFeed: 5000) == 0 && map.feedRow(forUser: 0) == 5000)
    #expect(map.feedRow(forUser: map.contentCount) == map.feedCount)
  }

  @Test func `questions outside are answered nil`() throws {
    for map in [try RowMap(contentCount: 3), try RowMap(contentCount: 3, insertions: [1, 3, 9])] {
      for row in [-1, Int.min, Int.max, Int(Int32.max), Int(Int32.max) + 1, 1 << 32, 1 << 32 + 2, map.feedCount] {
        #expect(map.userRow(forFeed: row) == nil && map.insertionRank(atFeed: row) == nil, "\(row)")
        if row != map.contentCount { #expect(map.feedRow(forUser: row) == nil || row == 5, "\(row)") }
      }
      #expect(map.feedRow(forUser: 4) == nil && map.feedRow(forUser: 3) == map.feedCount)
    }
  }

  @Test func `counts and positions beyond the limit are refused`() throws {
    let limit = RowMap.limit
    #expect(throws: PlacementError.invalidCount(-1)) { try RowMap(contentCount: -1) }
    #expect(throws: PlacementError.invalidCount(limit + 1)) { try RowMap(contentCount: limit + 1) }
    #expect(throws: PlacementError.invalidCount(.max)) { try RowMap(contentCount: .max) }
    #expect(throws: PlacementError.invalidCount(limit)) { try RowMap(contentCount: limit, insertions: [0]) }
    for bad in [[-1], [limit + 1], [.max], [2, 2], [3, 2], [.min, 0], [0, 1 << 32], [1 << 32, 1], [0, .max]] {
      #expect(throws: PlacementError.invalidInsertions, "\(bad)") { try RowMap(contentCount: 9, insertions: bad) }
    }
    for at in [255, 256, 2047, 2048] {
      var rows = Array(0..<3000)
      rows[at + 1] = rows[at]
      #expect(throws: PlacementError.invalidInsertions, "\(at)") { try RowMap(contentCount: 9, insertions: rows) }
      rows[at + 1] = Int(Int32.max) + at
      #expect(throws: PlacementError.invalidInsertions, "\(at)") { try RowMap(contentCount: 9, insertions: rows) }
    }
    var full = try RowMap(contentCount: limit - 1, insertions: [limit])
    #expect(full.feedCount == limit - 1)
    #expect(throws: PlacementError.invalidCount(limit)) { try full.insertRow(at: 0, policy: .anchored) }
    #expect(throws: PlacementError.invalidCount(1)) { try full.appendRows(1) }
    #expect(throws: PlacementError.invalidCount(-1)) { try full.appendRows(-1) }
    #expect(throws: PlacementError.invalidCount(-4)) { try full.setContentCount(-4) }
    #expect(throws: PlacementError.update(.rowOutOfRange(limit, section: nil, count: limit - 1, operation: .delete))) {
      try full.deleteRow(at: limit, policy: .anchored)
    }
  }

  @Test func `a copy is independent`() throws {
    let before = try RowMap(contentCount: 5000, insertions: (0..<1000).map { $0 * 6 })
    var after = before
    try after.insertRow(at: 2500, policy: .anchored)
    #expect(before.position(ofRank: 600) == 3600 && after.position(ofRank: 600) == 3601)
    #expect(before != after)
    try after.deleteRow(at: 2500, policy: .anchored)
    #expect(before == after && before.hashValue == after.hashValue)
  }

  @Test func `an insertion that is not there has no position`() async {
    await #expect(processExitsWith: .failure) {
      _ = try RowMap(contentCount: 3, insertions: [1]).position(ofRank: 1)
    }
  }
}
