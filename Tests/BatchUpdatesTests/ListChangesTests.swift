import Foundation
import TestSupport
import Testing

@testable import BatchUpdates

@Suite struct ListChangesTests {
  typealias Move = ListChanges<Int>.Move

  @Test func `changes are held in order however they were said`() throws {
    let moves = [Move(from: 1, to: 9), Move(from: 8, to: 2)]
    let changes = try ListChanges(deletes: [5, 0], inserts: [7, 3], moves: moves, reloads: [4, 2])
    #expect(changes.deletes == [0, 5] && changes.inserts == [3, 7] && changes.reloads == [2, 4])
    #expect(changes.moves == moves.reversed())
    #expect(changes.count == 8 && !changes.isEmpty && changes.growth == 0)
    #expect(ListChanges<Int>().isEmpty && ListChanges<Int>().count == 0)
    #expect(try ListChanges(inserts: [7]).growth == 1)
    #expect(Move(from: 2, to: 0).description == "2 → 0")
  }

  @Test func `a place is the beginning of one change and the end of one`() throws {
    func begin(_ one: BatchUpdateError.Operation, _ other: BatchUpdateError.Operation) -> BatchUpdateError {
      .duplicateSource("3", by: one, and: other)
    }
    let away = [Move(from: 3, to: 8)]
    let here = [Move(from: 8, to: 3)]
    #expect(throws: begin(.delete, .delete)) { try ListChanges(deletes: [3, 1, 3]) }
    #expect(throws: begin(.delete, .reload)) { try ListChanges(deletes: [3], reloads: [3]) }
    #expect(throws: begin(.reload, .moveFrom)) { try ListChanges(moves: away, reloads: [3]) }
    #expect(throws: begin(.delete, .moveFrom)) { try ListChanges(deletes: [3], moves: away) }
    #expect(throws: BatchUpdateError.duplicateTarget("3", by: .insert, and: .insert)) {
      try ListChanges(inserts: [3, 3])
    }
    #expect(throws: BatchUpdateError.duplicateTarget("3", by: .insert, and: .moveTo)) {
      try ListChanges(inserts: [3], moves: here)
    }
    #expect(throws: Never.self) { try ListChanges(deletes: [3], inserts: [3]) }
    #expect(throws: Never.self) { try ListChanges(moves: away + here) }
  }

  @Test func `places that no list has are refused`() throws {
    #expect(throws: BatchUpdateError.noSuchPosition("-1", count: nil, operation: .delete)) {
      try ListChanges(deletes: [2, -1])
    }
    #expect(throws: BatchUpdateError.noSuchPosition("-1", count: nil, operation: .moveTo)) {
      try ListChanges(moves: [Move(from: 0, to: -1)])
    }
    let path = FeedPath(section: 1, row: -1)
    #expect(throws: BatchUpdateError.noSuchPosition("feed 1:-1", count: nil, operation: .insert)) {
      try ListChanges(inserts: [FeedPath(section: 0, row: 0), path])
    }
    // So near the end of the numbers nothing could be counted from a place.
    #expect(throws: BatchUpdateError.noSuchPosition("\(Int.max)", count: nil, operation: .reload)) {
      try ListChanges(inserts: [0], reloads: [.max])
    }
    let last = RowPairing.limit - 1
    #expect(try ListChanges(inserts: [0], reloads: [last]).inverse.reloads == [last + 1])
  }

  @Test func `a list of another length is refused`() throws {
    let changes = try ListChanges(deletes: [2], inserts: [0, 1])
    #expect(try changes.applying(to: [1, 2, 3], elementsFrom: [8, 9, 1, 2]) == [8, 9, 1, 2])
    #expect(throws: BatchUpdateError.noSuchPosition("2", count: 2, operation: .delete)) {
      try changes.applying(to: [1, 2], elementsFrom: [1, 2, 3])
    }
    #expect(throws: BatchUpdateError.wrongCount(3, expected: 4, section: nil)) {
      try changes.applying(to: [1, 2, 3], elementsFrom: [1, 2, 3])
    }
    #expect(throws: BatchUpdateError.noSuchPosition("5", count: 2, operation: .insert)) {
      try ListChanges(inserts: [5]).applying(to: [1], elementsFrom: [1, 2])
    }
    #expect(throws: BatchUpdateError.noSuchPosition("1", count: 1, operation: .reload)) {
      try ListChanges(reloads: [1]).applying(to: [1], elementsFrom: [1])
    }
  }

  /// Every change set between lists of these lengths, as the pairs and the new content of the rows say.
  private func everyChangeSet(_ body: (_ oldCount: Int, _ newCount: Int, ListChanges<Int>) throws -> Void) rethrows {
    var sample = Sample(oneIn: 3)
    for oldCount in 0...4 {
      for new in arrangements(of: Array(0..<4)) {
        for renewed in 0..<1 << new.count where sample.takesNext() {
          let old = (0..<oldCount).map { Item(id: $0) }
          let items = new.indices.map { Item(id: new[$0], version: renewed >> $0 & 1) }
          try body(oldCount, new.count, ListChanges.changes(from: old, to: items, by: .id))
        }
      }
    }
  }

  @Test func `the inverse leads back and its own inverse is the change set`() throws {
    try everyChangeSet { oldCount, newCount, changes in
      let old = Array(0..<oldCount)
      let new = try changes.applying(to: old, elementsFrom: Array(100..<100 + newCount))
      let back = try changes.inverse.applying(to: new, elementsFrom: old)
      let isRight = back == old && changes.inverse.inverse == changes && changes.inverse.checkInvariants()
      if !isRight { Issue.record("\(changes): back to \(back) by \(changes.inverse)") }
    }
  }

  @Test func `coding keeps changes and refuses those that contradict each other`() throws {
    let changes = try ListChanges(deletes: [5], inserts: [3], moves: [Move(from: 1, to: 9)], reloads: [4])
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(changes)
    #expect(
      String(decoding: data, as: UTF8.self)
        == #"{"deletes":[5],"inserts":[3],"moves":[{"from":1,"to":9}],"reloads":[4]}"#)
    #expect(try JSONDecoder().decode(ListChanges<Int>.self, from: data) == changes)
    #expect(try encoder.encode(ListChanges<Int>()) == Data("{}".utf8))
    for bad in [#"{"deletes":[1,1]}"#, #"{"inserts":[-1]}"#, #"{"inserts":[9],"moves":[{"from":1,"to":9}]}"#] {
      #expect(throws: BatchUpdateError.self, "\(bad)") {
        try JSONDecoder().decode(ListChanges<Int>.self, from: Data(bad.utf8))
      }
    }
  }
}
