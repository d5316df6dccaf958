import Synchronization
import TestSupport
import Testing

@testable import BatchUpdates

@Suite struct RowPairingTests {
  /// An identifier that counts how often it is compared, and whose hash is as bad as one likes.
  struct Probe: Hashable {
    let id: Int
    var hashes = Int.max
    let comparisons: Comparisons

    static func == (left: Probe, right: Probe) -> Bool {
      left.comparisons.count.add(1, ordering: .relaxed)
      return left.id == right.id
    }

    func hash(into hasher: inout Hasher) {
      comparisons.hashes.add(1, ordering: .relaxed)
      hasher.combine(id % hashes)
    }
  }

  final class Comparisons: Sendable {
    let count = Atomic<Int>(0)
    let hashes = Atomic<Int>(0)
  }

  private func pairing<ID: Hashable>(_ old: [ID], _ new: [ID]) -> RowPairing {
    RowPairing(old: old.span, new: new.span)
  }

  @Test func `every row of both lists finds itself however far it went`() {
    for seed in UInt64(1)...40 {
      var random = SeededGenerator(seed: seed)
      let (old, new) = RandomLists.pair(&random)
      let pairing = pairing(old, new)
      let oldPlaces = Dictionary(uniqueKeysWithValues: zip(old, old.indices))
      let newPlaces = Dictionary(uniqueKeysWithValues: zip(new, new.indices))
      #expect(new.indices.allSatisfy { pairing.oldRow(ofNew: $0) == oldPlaces[new[$0]] }, "seed \(seed)")
      #expect(old.indices.allSatisfy { pairing.newRow(ofOld: $0) == newPlaces[old[$0]] }, "seed \(seed)")
    }
  }

  @Test func `bad hashes cost time only`() {
    for hashes in [1, 2, 7] {
      for seed in UInt64(1)...5 {
        var random = SeededGenerator(seed: seed)
        let comparisons = Comparisons()
        let old = (0..<200).map { Probe(id: $0, hashes: hashes, comparisons: comparisons) }
        let new = old.shuffled(using: &random).dropFirst(20)
        let pairing = pairing(old, Array(new))
        #expect(pairing.oldRows.map(Int.init) == new.map(\.id), "seed \(seed), \(hashes) hashes")
      }
    }
  }

  /// How often identifiers are compared for each row.
  private func comparisonsPerRow(_ old: [Int], _ new: [Int]) -> Double {
    let comparisons = Comparisons()
    _ = pairing(
      old.map { Probe(id: $0, comparisons: comparisons) }, new.map { Probe(id: $0, comparisons: comparisons) })
    return Double(comparisons.count.load(ordering: .relaxed)) / Double(old.count + new.count)
  }

  @Test func `the work is linear whatever the lists are`() {
    var random = SeededGenerator(seed: 9)
    let count = 20_000
    let rows = Array(0..<count)
    let ones = [Int](repeating: -1, count: count)
    let twos = [Int](repeating: -2, count: count)
    let hard: [(String, [Int], [Int])] = [
      ("the same", rows, rows), ("shuffled", rows, rows.shuffled(using: &random)), ("reversed", rows, rows.reversed()),
      ("a page before", rows, Array(-500 ..< -400) + rows), ("a page removed", rows, Array(rows[1000...])),
      ("nothing in common", rows, rows.map { $0 + count }), ("one identifier", ones, ones),
      ("two identifiers, exchanged", ones + twos, twos + ones),
      ("two identifiers, mixed", (ones + twos).shuffled(using: &random), (ones + twos).shuffled(using: &random)),
      ("one identifier against others", ones, rows), ("others against one identifier", rows, ones),
    ]
    for (name, old, new) in hard {
      let cost = comparisonsPerRow(old, new)
      #expect(cost < 9, "\(name): \(cost) comparisons a row")
    }
  }

  @Test func `rows that are in step are compared once and not hashed`() {
    // A page that comes, rows that go here and there: one comparison a row and a few at each difference.
    let old = Array(0..<5000)
    let new = Array(10_000..<10_100) + old.filter { $0 % 100 != 50 }
    let comparisons = Comparisons()
    _ = pairing(
      old.map { Probe(id: $0, comparisons: comparisons) }, new.map { Probe(id: $0, comparisons: comparisons) })
    #expect(comparisons.count.load(ordering: .relaxed) < 8000)
    // The 50 rows that went are put into the table, and the page's are looked for.
    #expect(comparisons.hashes.load(ordering: .relaxed) == 50 + 100)
  }

  @Test func `rows that move together are hashed in the old list only`() {
    let old = Array(0..<4000)
    let comparisons = Comparisons()
    let new = Array(old[2000...] + old[..<2000])
    _ = pairing(
      old.map { Probe(id: $0, comparisons: comparisons) }, new.map { Probe(id: $0, comparisons: comparisons) })
    #expect(comparisons.hashes.load(ordering: .relaxed) == 4000 + 2)
  }

  @Test func `of one identifier the first pairs with the first`() {
    // Nothing is in step: what is left after the walks pairs in its order.
    let others = Array(100..<200)
    let old = [1, 1, 1] + others
    let new = others.reversed() + [1, 1]
    let pairing = pairing(old, new)
    #expect(pairing.oldRows.suffix(2) == [0, 1])
    #expect(pairing.newRow(ofOld: 2) == nil)
  }
}
