import TestSupport
import Testing

@testable import Placement

/// Positions in chunks, against a plain array.
struct ChunkedPositionsTests {
  private static let capacity = ChunkedPositions.capacity

  /// Positions in chunks, and the same as a plain array.
  private struct Pair {
    var chunked = ChunkedPositions()
    var plain: [Int] = []

    mutating func append(_ positions: [Int]) -> Bool {
      plain += positions
      return chunked.append(positions)
    }

    mutating func move(from rank: Int, by difference: Int) {
      chunked.move(from: rank, by: difference)
      for later in plain.indices.dropFirst(rank) { plain[later] += difference }
    }

    mutating func removeAll(from rank: Int) {
      chunked.removeAll(from: rank)
      plain.removeSubrange(rank...)
    }

    /// What differs, asked at each of some rows; nil if nothing does.
    func difference(atRows rows: some Sequence<Int>) -> String? {
      if !chunked.checkInvariants() { return "invariants" }
      if Array(chunked) != plain { return "positions \(Array(chunked)), not \(plain)" }
      for row in rows {
        if chunked.count(upToFeed: row) != plain.count(where: { $0 <= row }) { return "feed row \(row)" }
        let before = plain.enumerated().count { $0.element - $0.offset <= row }
        if chunked.count(upToContent: row) != before { return "content row \(row)" }
      }
      return nil
    }
  }

  @Test func `Every change of every small list agrees with an array`() throws {
    for bits in 0..<1 << 7 {
      let positions = (0..<7).filter { bits >> $0 & 1 == 1 }
      var pair = Pair()
      let isAscending = pair.append(positions)
      #expect(isAscending, "\(positions)")
      for rank in 0...positions.count {
        var changed = pair
        changed.move(from: rank, by: 2)
        let moved = changed.difference(atRows: -1...10)
        if rank > 0 || positions.first ?? 0 > 0 { changed.move(from: rank, by: -2) }
        let back = changed.difference(atRows: -1...10)
        changed.removeAll(from: rank)
        let cut = changed.difference(atRows: -1...10)
        let last = changed.plain.last ?? -1
        let isAscending = changed.append([last + 1, last + 5])
        #expect(isAscending, "\(positions) up to \(rank)")
        let grown = changed.difference(atRows: -1...16)
        #expect([moved, back, cut, grown] == [nil, nil, nil, nil], "\(positions) from \(rank)")
        #expect(pair.difference(atRows: []) == nil, "the copy of \(positions)")
      }
    }
  }

  @Test func `Lists around whole chunks agree with an array`() throws {
    for chunks in Sample.of([1, 2, 3], few: [2]) {
      for count in chunks * Self.capacity - 1...chunks * Self.capacity + 1 {
        for step in Sample.of([1, 2, 7, 100_000], few: [1, 7]) {
          var pair = Pair()
          let isAscending = pair.append((0..<count).map { $0 * step + 5 })
          #expect(isAscending)
          let edges = (0...chunks).flatMap { ($0 * Self.capacity - 1...$0 * Self.capacity + 1).map { $0 * step + 5 } }
          let rows = edges.flatMap { [$0 - 1, $0, $0 + 1] } + edges.map { $0 - $0 / step }
          let difference = pair.difference(atRows: rows)
          #expect(difference == nil, "\(count) at \(step)")
          for rank in [0, 1, Self.capacity - 1, Self.capacity, Self.capacity + 1, count - 1, count] {
            guard rank <= count else { continue }
            var changed = pair
            changed.move(from: rank, by: 3)
            let difference = changed.difference(atRows: rows)
            #expect(difference == nil, "\(count) at \(step), moved from \(rank)")
            changed.removeAll(from: rank)
            #expect(changed.difference(atRows: rows) == nil, "\(count) at \(step), up to \(rank)")
          }
        }
      }
    }
  }

  @Test func `Random changes agree with an array and leave copies alone`() throws {
    for seed in UInt64(1)...Sample.of(60, few: 2) {
      var random = SeededGenerator(seed: seed)
      var pair = Pair()
      var kept: [Pair] = []
      for step in 0..<60 {
        if Bool.random(using: &random) { kept.append(pair) }
        if kept.count > 4 { kept.remove(at: Int.random(in: 0..<4, using: &random)) }
        let rank = Int.random(in: 0...pair.plain.count, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0: pair.removeAll(from: pair.plain.count - (pair.plain.count - rank) / 4)
        case 1, 2:
          var last = pair.plain.last ?? -1
          let appended = (0..<Int.random(in: 0...600, using: &random)).map { _ in
            last += Int.random(in: 1...9, using: &random)
            return last
          }
          let isAscending = pair.append(appended)
          #expect(isAscending, "seed \(seed), step \(step)")
        case 3, 4, 5: pair.move(from: rank, by: Int.random(in: 1...9, using: &random))
        default:
          guard rank < pair.plain.count else { continue }
          let room = pair.plain[rank] - (rank > 0 ? pair.plain[rank - 1] + 1 : 0)
          pair.move(from: rank, by: -Int.random(in: 0...min(room, 9), using: &random))
        }
        let end = (pair.plain.last ?? 0) + 2
        let rows = (0..<4).map { _ in Int.random(in: -1...end, using: &random) }
        let difference = pair.difference(atRows: rows)
        #expect(difference == nil, "seed \(seed), step \(step)")
      }
      for (index, copy) in kept.enumerated() {
        #expect(copy.difference(atRows: 0..<20) == nil, "seed \(seed), copy \(index)")
      }
    }
  }

  @Test func `Equal positions are equal however they came about`() throws {
    let positions = (0..<1_000).map { $0 * 3 + 2 }
    var made = Pair()
    let isAscending = made.append(positions)
    #expect(isAscending)
    var changed = Pair()
    let isEachAscending = positions.map { changed.append([$0]) }
    #expect(!isEachAscending.contains(false))
    for rank in [0, 1, 255, 256, 257, 700] {
      changed.move(from: rank, by: 4)
      #expect(changed.chunked != made.chunked, "moved from \(rank)")
    }
    for rank in [700, 0, 257, 256, 1, 255] { changed.move(from: rank, by: -4) }
    #expect(changed.chunked == made.chunked)
    #expect(changed.chunked.hashValue == made.chunked.hashValue)
  }

  @Test func `Positions that do not ascend are refused`() throws {
    for appended in [[9], [8], [11, 11], [12, 11], [-1], [.min, 20], [RowMap.limit + 1], [10, .max]] {
      var pair = Pair()
      let answers = [pair.append([0, 9]), pair.append(appended)]
      #expect(answers == [true, false], "\(appended)")
    }
  }
}
