import TestSupport
import Testing

@testable import BatchUpdates

@Suite struct ListChangesSearchTests {
  /// What is wrong with the changes between two lists of unique identifiers, in words; nil when nothing is.
  static func fault(_ changes: ListChanges<Int>, _ old: [Int], _ new: [Int], fewest: Bool) -> String? {
    let replay = oracleReplay(
      changes.inOneSection, from: [ListSection(0, rows: old)], takingNewFrom: [ListSection(0, rows: new)])
    if !replay.breaches.isEmpty { return "breaks \(replay.breaches)" }
    if replay.list != [ListSection(0, rows: new)] { return "leads to \(replay.list)" }
    if !changes.checkInvariants() { return "is not in order" }
    if changes.deletes != old.indices.filter({ !new.contains(old[$0]) }) { return "deletes \(changes.deletes)" }
    if changes.inserts != new.indices.filter({ !old.contains(new[$0]) }) { return "inserts \(changes.inserts)" }
    if !changes.reloads.isEmpty { return "reloads \(changes.reloads)" }
    let expected = fewestMoves(new.compactMap(old.firstIndex))
    return changes.moves.count == expected || (!fewest && changes.moves.count > expected)
      ? nil : "\(changes.moves.count) moves, not \(expected)"
  }

  @Test func `all pairs of small lists with the fewest moves`() {
    for oldCount in 0...6 {
      let old = Array(0..<oldCount)
      for new in arrangements(of: Array(0..<6)).sampled(oneIn: 25) {
        for search in MoveSearch.allCases {
          let changes = ListChanges.changes(from: old, to: new, moves: search)
          let fault = ListChangesSearchTests.fault(changes, old, new, fewest: search == .fewest)
          if let fault { Issue.record("\(old) → \(new), \(search): \(fault)") }
        }
      }
    }
  }

  @Test func `long random lists with the fewest moves`() throws {
    for seed in UInt64(1)...Sample.of(60, few: 8) {
      var random = SeededGenerator(seed: seed)
      let (old, new) = RandomLists.pair(&random)
      let changes = ListChanges.changes(from: old, to: new)
      let quick = ListChanges.changes(from: old, to: new, moves: .linear)
      let places = Dictionary(uniqueKeysWithValues: zip(old, old.indices))
      #expect(changes.moves.count == fewestMoves(new.compactMap { places[$0] }), "seed \(seed)")
      #expect(changes.deletes.count == Set(old).subtracting(new).count, "seed \(seed)")
      #expect(changes.inserts.count == Set(new).subtracting(old).count, "seed \(seed)")
      for changes in [changes, quick] {
        #expect(try changes.applying(to: old, elementsFrom: new) == new, "seed \(seed)")
        #expect(try changes.inverse.applying(to: new, elementsFrom: old) == old, "seed \(seed)")
      }
      #expect(quick.moves.count >= changes.moves.count, "seed \(seed)")
    }
  }

  @Test func `in linear time one row or block that is moved is all that moves`() {
    for count in (2...40).sampled(oneIn: 5) {
      let old = Array(0..<count)
      for length in 1...3 where count > 2 * length {
        for start in 0...count - length {
          var new = old
          new.removeSubrange(start..<start + length)
          for place in 0...new.count where place != start {
            var moved = new
            moved.insert(contentsOf: old[start..<start + length], at: place)
            let moves = ListChanges.changes(from: old, to: moved, moves: .linear).moves
            let distance = abs(place - start)
            if moves.count != min(length, distance) {
              Issue.record("\(length) rows from \(start) to \(place) of \(count): \(moves)")
            }
          }
        }
      }
    }
  }

  @Test func `repeated identifiers keep as many rows as both lists have`() throws {
    for all in [lists(of: [1, 2, 3], upTo: 4), lists(of: [1, 2], upTo: 6)] {
      for old in all.sampled(oneIn: 4) {
        for new in all.sampled(oneIn: 4) {
          let changes = ListChanges.changes(from: old, to: new)
          let kept = [1, 2, 3].map { id in min(old.count { $0 == id }, new.count { $0 == id }) }.reduce(0, +)
          let isRight =
            try changes.checkInvariants() && changes.deletes.count == old.count - kept
            && changes.inserts.count == new.count - kept && changes.applying(to: old, elementsFrom: new) == new
          if !isRight { Issue.record("\(old) → \(new): \(changes)") }
        }
      }
    }
  }

  @Test func `new content is reloaded where the row stays and replaced where it moves`() {
    var sample = Sample(oneIn: 4)
    for oldCount in 0...4 {
      for new in arrangements(of: Array(0..<4)) {
        for versions in 0..<1 << new.count where sample.takesNext() {
          let old = (0..<oldCount).map { Item(id: $0) }
          let new = new.indices.map { Item(id: new[$0], version: versions >> $0 & 1) }
          let changes = ListChanges.changes(from: old, to: new, by: .id)
          let replay = oracleReplay(
            changes.inOneSection, from: [ListSection(0, rows: old)], takingNewFrom: [ListSection(0, rows: new)])
          let isRight =
            replay.breaches.isEmpty && replay.list == [ListSection(0, rows: new)]
            && changes.count
              == ListChangesSearchTests.fewestChanges(old, new)
          if !isRight { Issue.record("\(old.map(\.id)) → \(new): \(changes)") }
        }
      }
    }
  }

  /// Rows that go, come, have new content, or move; those that move with new content count twice.
  private static func fewestChanges(_ old: [Item], _ new: [Item]) -> Int {
    let common = new.filter { $0.id < old.count }
    let moved = Set(ListChanges.changes(from: old.map(\.id), to: new.map(\.id)).moves.map { new[$0.to].id })
    return old.count + new.count - 2 * common.count + moved.count + common.count { $0.version > 0 }
  }

  @Test func `any collections can be compared`() {
    let old = 10..<20
    let new = Array(stride(from: 30, to: 8, by: -3))
    let expected = ListChanges.changes(from: Array(old), to: new)
    #expect(ListChanges.changes(from: old, to: new[...]) == expected)
    #expect(ListChanges.changes(from: Array(0..<30)[10..<20], to: Array(new.reversed()).reversed()) == expected)
    #expect(ListChanges.changes(from: Array(old), to: new.lazy.map { $0 }) == expected)
    let items = new.map { Item(id: $0) }
    let custom = ListIdentity<Item, Int>(id: \.id) { _, _ in true }
    #expect(
      ListChanges.changes(from: old.lazy.map { Item(id: $0) }, to: items.reversed().reversed(), by: custom) == expected)
    #expect(ListChanges.changes(from: old, to: new, by: .itself) == expected)
  }

  @Test func `lists that cannot be numbered trap`() async {
    await #expect(processExitsWith: .failure) {
      let long = repeatElement(0, count: Int(Int32.max))
      _ = ListChanges.changes(from: [0], to: long)
    }
    await #expect(processExitsWith: .failure) {
      let long = repeatElement(Item(id: 0), count: Int(Int32.max))
      _ = ListChanges.changes(from: long, to: [Item(id: 0)], by: .id)
    }
  }
}

/// Long lists of unique identifiers, of which the second was the first before this and that was done to it.
enum RandomLists {
  static func pair(_ random: inout SeededGenerator) -> (old: [Int], new: [Int]) {
    let old = Array(0..<Int.random(in: 0...500, using: &random))
    var new = old
    var next = old.count
    for _ in 0..<Int.random(in: 0...30, using: &random) {
      let place = Int.random(in: 0...new.count, using: &random)
      let length = [1, 2, 9, 70, 150].randomElement(using: &random) ?? 1
      let part = place..<min(new.count, place + length)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: new.removeSubrange(part)
      case 1: new[part].shuffle(using: &random)
      case 2: new[part].reverse()
      case 3:
        let moved = Array(new[part])
        new.removeSubrange(part)
        new.insert(contentsOf: moved, at: Int.random(in: 0...new.count, using: &random))
      default:
        new.insert(contentsOf: next..<next + length, at: place)
        next += length
      }
    }
    return (old, new)
  }
}
