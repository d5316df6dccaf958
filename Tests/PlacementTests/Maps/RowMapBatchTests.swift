import BatchUpdates
import TestSupport
import Testing

@testable import Placement

/// Changes applied at once, against the same changes applied one by one.
struct RowMapBatchTests {
  /// Returns the map after changes that are applied one by one.
  private static func oneByOne(_ map: RowMap, _ rows: PositionShift) throws -> RowMap {
    var map = map
    for row in rows.leaving.reversed() { try map.deleteRow(at: row, policy: .anchored) }
    for row in rows.coming { try map.insertRow(at: row, policy: .anchored) }
    return map
  }

  /// Returns what differs where changes are applied at once; nil if nothing does.
  private static func difference(_ map: RowMap, _ rows: PositionShift) throws -> String? {
    let expected = try oneByOne(map, rows)
    var changed = map
    try changed.apply(rows)
    if changed == expected, changed.reachedCount == expected.reachedCount, changed.checkInvariants() { return nil }
    return """
      \(map.contentCount) rows among \(Array(map.positions)), \(map.heldCount) hidden; without \(rows.leaving), \
      with \(rows.coming): \(changed.contentCount) among \(Array(changed.positions)), not \(expected.contentCount) \
      among \(Array(expected.positions))
      """
  }

  /// Returns the members of `all` whose bits are set in a number.
  private static func subset(_ bits: Int, of all: Range<Int>) -> [Int] { all.filter { bits >> $0 & 1 == 1 } }

  @Test func `small maps come out as after single changes`() throws {
    let mostRows = Sample.of(4, few: 3)
    for count in 0...mostRows {
      for insertions in 0..<1 << (count + 3) {
        let map = try RowMap(contentCount: count, insertions: Self.subset(insertions, of: 0..<count + 3))
        // Without the last row, the insertions before it are hidden.
        var hiding = map
        if count > 0 { try hiding.deleteRow(at: count - 1, policy: .anchored) }
        for map in count > 0 ? [map, hiding] : [map] { try checkAllChanges(of: map) }
      }
    }
  }

  private func checkAllChanges(of map: RowMap) throws {
    for leaving in 0..<1 << map.contentCount {
      let leaving = Self.subset(leaving, of: 0..<map.contentCount)
      for comingCount in 0...2 {
        let count = map.contentCount - leaving.count + comingCount
        for coming in 0..<1 << count where coming.nonzeroBitCount == comingCount {
          let rows = PositionShift(leaving: leaving, coming: Self.subset(coming, of: 0..<count))
          if let difference = try Self.difference(map, rows) { Issue.record("\(difference)") }
        }
      }
    }
  }

  @Test func `long maps come out as after single changes`() throws {
    for seed in UInt64(1)...Sample.of(300, few: 3) {
      var random = SeededGenerator(seed: seed)
      let insertionCount = [10, 300, 1_000, 3_000][Int(seed) % 4]
      let spread = Int.random(in: 2...9, using: &random)
      let rows = Array((0..<insertionCount * spread).shuffled(using: &random).prefix(insertionCount)).sorted()
      // Some insertions wait for content.
      let content = insertionCount * (spread - 1) * Int.random(in: 2...5, using: &random) / 4
      var map = try RowMap(contentCount: content, insertions: rows)
      for step in 0..<5 {
        let changed = Self.changes(of: map.contentCount, &random)
        if let difference = try Self.difference(map, changed) {
          Issue.record("seed \(seed), step \(step): \(difference)")
        }
        try map.apply(changed)
      }
    }
  }

  /// Returns up to 60 changes, everywhere or close to each other, half of the time with rows appended.
  private static func changes(of count: Int, _ random: inout SeededGenerator) -> PositionShift {
    let start = Bool.random(using: &random) ? 0 : Int.random(in: 0..<max(count, 1), using: &random)
    let end = start == 0 ? count : min(count, start + 100)
    let leavingCount = count == 0 ? 0 : Int.random(in: 0...30, using: &random)
    let leaving = (0..<leavingCount).map { _ in Int.random(in: start..<end, using: &random) }
    let kept = count - Set(leaving).count
    let inserted = Int.random(in: 0...30, using: &random)
    let appended = Bool.random(using: &random) ? Int.random(in: 1...20, using: &random) : 0
    let coming = Set(
      (0..<inserted).map { _ in Int.random(in: min(start, kept)...min(end, kept), using: &random) })
    let last = kept + coming.count
    return PositionShift(leaving: Array(Set(leaving)), coming: coming + Array(last..<last + appended))
  }

  @Test func `too many rows are refused`() throws {
    var map = try RowMap(contentCount: RowMap.limit - 2, insertions: [1])
    #expect(throws: PlacementError.invalidCount(RowMap.limit)) { try map.apply(PositionShift(coming: [0, 5])) }
    #expect(throws: PlacementError.self) { try map.apply(PositionShift(leaving: [0, RowMap.limit])) }
  }
}
