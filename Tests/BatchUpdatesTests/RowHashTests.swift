import TestSupport
import Testing

@testable import BatchUpdates

@Suite struct RowHashTests {
  /// Sixteen bytes, as large as an identifier can be whose bytes are hashed.
  private struct Pair: Hashable {
    var low: UInt64
    var high: UInt64
  }

  /// A number whose sign is no part of its identity, so that equal ones have different bytes.
  private struct Unsigned: Hashable {
    let number: Int

    static func == (left: Unsigned, right: Unsigned) -> Bool { abs(left.number) == abs(right.number) }

    func hash(into hasher: inout Hasher) { hasher.combine(abs(number)) }
  }

  private struct Large: Hashable {
    var words: (Int, Int, Int)

    static func == (left: Large, right: Large) -> Bool { left.words == right.words }

    func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
  }

  @Test func `each bit of an identifier changes its hash`() throws {
    let hash = try #require(BytesHash<Pair>())
    var seen: Set<UInt64> = [hash.hash(Pair(low: 0, high: 0))]
    for bit in 0..<64 {
      seen.insert(hash.hash(Pair(low: 1 << bit, high: 0)))
      seen.insert(hash.hash(Pair(low: 0, high: 1 << bit)))
    }
    #expect(seen.count == 129)
    let bytes = try #require(BytesHash<UInt8>())
    #expect(Set((0...UInt8.max).map(bytes.hash)).count == 256)
    #expect(BytesHash<Large>() == nil)
  }

  @Test func `numbers in progression are spread over a table`() throws {
    let hash = try #require(BytesHash<Int>())
    for step in [1, 2, 3, 64, 1000, 4096, 1 << 20, 1 << 32, 0x1E37_79B9_7F4A_7C15] {
      let rows = (0..<5000).map { $0 &* step }
      let order = rows.indices.map(Int32.init)
      var table = RowTable(capacity: rows.count, maxDistance: hash.maxDistance)
      let isComplete = table.insert(order.span, of: rows.span, by: hash)
      #expect(isComplete, "step \(step)")
    }
  }

  @Test func `what collides is left to the standard hash`() {
    // With these factors all hashes are equal, which is what one tries to reach who knows a hash's factors.
    let hash = BytesHash<Int>(low: 0, high: 0, summand: 7)
    let old = Array(0..<5000)
    let new = Array(old.reversed())
    let order = old.indices.map(Int32.init)
    var table = RowTable(capacity: old.count, maxDistance: hash.maxDistance)
    let isComplete = table.insert(order.span, of: old.span, by: hash)
    #expect(!isComplete)
    // The table is given up long before all of it has been searched for each row.
    #expect(table.slots.count { $0 != 0 } == hash.maxDistance + 1)
    var pairing = RowPairing(oldCount: old.count, newCount: new.count)
    let isPaired = pairing.pairRest(old.span, new.span, order, order, by: hash)
    #expect(!isPaired && pairing.oldRows.allSatisfy { $0 < 0 })
    let isPairedByStandardHash = pairing.pairRest(old.span, new.span, order, order, by: StandardHash())
    #expect(isPairedByStandardHash)
    #expect(pairing.oldRows.map(Int.init) == new)
  }

  @Test func `equal identifiers with different bytes are paired as well`() {
    for seed in UInt64(1)...20 {
      var random = SeededGenerator(seed: seed)
      let old = (1...300).map { Unsigned(number: $0) }
      let new = old.shuffled(using: &random).dropFirst(20).map {
        Unsigned(number: Bool.random(using: &random) ? $0.number : -$0.number)
      }
      let pairing = RowPairing(old: old.span, new: new.span)
      #expect(pairing.oldRows.map { Int($0) + 1 } == new.map { abs($0.number) }, "seed \(seed)")
    }
    let zeros: [Double] = [1, 0.0, 2, -0.0, 3, 0.0]
    let otherZeros: [Double] = [-0.0, 5, -0.0, 6, -0.0]
    let pairing = RowPairing(old: zeros.span, new: otherZeros.span)
    #expect(pairing.oldRows.count { $0 >= 0 } == 3)
  }

  @Test func `repeated identifiers of every kind pair as often as both lists have them`() {
    for seed in UInt64(1)...40 {
      var random = SeededGenerator(seed: seed)
      let old = (0..<200).map { _ in Int.random(in: 0..<60, using: &random) }
      let new = (0..<200).map { _ in Int.random(in: 0..<60, using: &random) }
      let kept = (0..<60).map { id in min(old.count { $0 == id }, new.count { $0 == id }) }.reduce(0, +)
      func pairCount<ID: Hashable>(_ id: (Int) -> ID) -> Int {
        let (old, new) = (old.map(id), new.map(id))
        let pairing = RowPairing(old: old.span, new: new.span)
        let isRight = new.indices.allSatisfy { row in pairing.oldRow(ofNew: row).map { old[$0] == new[row] } ?? true }
        return isRight ? pairing.oldRows.count { $0 >= 0 } : -1
      }
      #expect(pairCount { $0 } == kept, "seed \(seed)")
      #expect(pairCount { UInt8($0) } == kept, "seed \(seed)")
      #expect(pairCount { Pair(low: 0, high: UInt64($0)) } == kept, "seed \(seed)")
      #expect(pairCount { String($0) } == kept, "seed \(seed)")
      #expect(pairCount { Optional(Int16($0)) } == kept, "seed \(seed)")
      #expect(pairCount { Large(words: ($0, 1, $0 % 2)) } == kept, "seed \(seed)")
    }
  }
}
