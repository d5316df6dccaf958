import TestSupport
import Testing

@testable import BatchUpdates

/// Moves that are known from how rows were paired, without a search.
@Suite struct RestRowsTests {
  /// A list, and the same list after some of everything that lists go through.
  private static func lists(_ random: inout SeededGenerator) -> (old: [Int], new: [Int]) {
    let count = Int.random(in: 0...300, using: &random)
    let old = Array(0..<count)
    var new = old
    for change in 0..<Int.random(in: 0...12, using: &random) where !new.isEmpty {
      let row = Int.random(in: new.indices, using: &random)
      let end = min(new.count, row + Int.random(in: 1...40, using: &random))
      switch Int.random(in: 0..<8, using: &random) {
      case 0: new.removeSubrange(row..<end)
      case 1:
        let coming = -100 * change - Int.random(in: 1...30, using: &random)..<(-100 * change)
        new.insert(contentsOf: coming, at: row)
      case 2: new[row..<end].shuffle(using: &random)
      case 3: new.swapAt(row, end - 1)
      case 4:
        let block = Array(new[row..<end])
        new.removeSubrange(row..<end)
        new.insert(contentsOf: block, at: Int.random(in: 0...new.count, using: &random))
      default: new.insert(new.remove(at: row), at: Int.random(in: 0...new.count, using: &random))
      }
    }
    // Where most rows are others, the walks pass over rows that could stay.
    if Int.random(in: 0..<3, using: &random) == 0 {
      let others = Array(-5000 ..< -4700)
      new = new.indices.map { Int.random(in: 0..<20, using: &random) == 0 ? new[$0] : others[$0 % 300] }
      new.removeSubrange(0..<new.count / 10)
    }
    // Identifiers that are repeated, a few or all of them.
    let kinds = [20, 250, Int.max, Int.max][Int.random(in: 0..<4, using: &random)]
    return (old.map { $0 % kinds }, new.map { $0 % kinds })
  }

  @Test func `no fewer moves are possible than are known`() {
    var known = (some: 0, none: 0, unknown: 0)
    for seed in UInt64(1)...Sample.of(20_000, few: 400) {
      var random = SeededGenerator(seed: seed)
      let (old, new) = RestRowsTests.lists(&random)
      let pairing = RowPairing(old: old.span, new: new.span)
      switch pairing.rest?.fewestMoves(of: pairing)?.isEmpty {
      case true?: known.none += 1
      case false?: known.some += 1
      case nil: known.unknown += 1
      }
      let staying = StayingRows(pairing, search: .fewest)
      let kept = new.indices.filter(staying.contains(new:)).compactMap(pairing.oldRow(ofNew:))
      #expect(zip(kept, kept.dropFirst()).allSatisfy(<), "seed \(seed)")
      #expect(kept.count == RestRowsTests.longest(pairing.oldRows), "seed \(seed)")
      let moved = new.indices.filter { pairing.oldRow(ofNew: $0) != nil && !staying.contains(new: $0) }
      #expect(staying.movedRows.map(Int.init) == moved, "seed \(seed)")
    }
    // All three occur often.
    #expect(min(known.some, known.none, known.unknown) > 20, "\(known)")
  }

  @Test
  func `Rows that move further than their number are known to be all that moves`() {
    let old = Array(0..<2000)
    for seed in UInt64(1)...50 {
      var random = SeededGenerator(seed: seed)
      // Each from the first half to the second, or the other way.
      let places = old.shuffled(using: &random).prefix(20)
      var new = old.filter { !places.contains($0) }
      for row in places {
        let half = row < 1000 ? new.count * 3 / 4..<new.count : 0..<new.count / 4
        new.insert(row, at: Int.random(in: half, using: &random))
      }
      let pairing = RowPairing(old: old.span, new: new.span)
      let moves = pairing.rest?.fewestMoves(of: pairing)
      #expect(moves?.map { new[Int($0)] }.sorted() == places.sorted(), "seed \(seed)")
    }
  }

  /// The length of the longest increasing sequence, by a quadratic search.
  private static func longest(_ numbers: [Int32]) -> Int {
    var ends: [(number: Int32, length: Int)] = []
    for number in numbers where number >= 0 {
      ends.append((number, 1 + (ends.lazy.filter { $0.number < number }.map(\.length).max() ?? 0)))
    }
    return ends.map(\.length).max() ?? 0
  }
}
