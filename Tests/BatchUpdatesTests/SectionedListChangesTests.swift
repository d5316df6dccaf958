import Foundation
import TestSupport
import Testing

@testable import BatchUpdates

@Suite struct SectionedListChangesTests {
  private func fault(_ old: SectionedList, _ new: SectionedList, _ search: MoveSearch = .fewest) -> String? {
    let changes = SectionedListChanges.changes(from: old, to: new, sectionsBy: .id, rowsBy: .id, moves: search)
    let replay = oracleReplay(changes, from: old, takingNewFrom: new)
    if !replay.breaches.isEmpty { return "breaks \(replay.breaches) by \(changes)" }
    if replay.list != new { return "leads to \(replay.list) by \(changes)" }
    do {
      if try changes.applying(to: old, elementsFrom: new) != new { return "is applied wrongly: \(changes)" }
    } catch { return "cannot be applied: \(error)" }
    if !changes.checkInvariants() { return "is not in order: \(changes)" }
    return search == .linear ? nil : needless(changes, old, new)
  }

  /// What the changes touch although nothing makes them.
  private func needless(_ changes: SectionedListChanges, _ old: SectionedList, _ new: SectionedList) -> String? {
    let origins = new.map { section in old.firstIndex { $0.model.id == section.model.id } }
    let kept = origins.compactMap { $0 }
    if changes.sections.deletes.count - changes.sections.inserts.count != old.count - new.count { return "counts" }
    let moved = changes.sections.deletes.count - (old.count - kept.count) + changes.sections.moves.count
    if moved != fewestMoves(kept) { return "\(moved) sections moved: \(changes)" }
    for path in changes.rows.deletes {
      let row = old[path.section].rows[path.row]
      let place = new.indices.first { new[$0].rows.contains { $0.id == row.id } }
      guard let place, let now = new[place].rows.first(where: { $0.id == row.id }) else { continue }
      let isNew = now != row || changes.sections.inserts.contains(place)
      let isReloaded = origins[place].map(changes.sections.reloads.contains) ?? false
      if !isNew, !isReloaded { return "row \(row.id) need not go: \(changes)" }
    }
    // Within a section that stays, rows move only as far as their order makes them.
    for (section, origin) in origins.enumerated() {
      guard let origin else { continue }
      let before = old[origin].rows.map(\.id)
      let movedHere = changes.rows.moves.count { $0.from.section == origin && $0.to.section == section }
      let expected = fewestMoves(new[section].rows.compactMap { before.firstIndex(of: $0.id) })
      if movedHere > expected { return "\(movedHere) moves in \(section), not \(expected)" }
    }
    return nil
  }

  @Test func `all pairs of small lists and long random ones`() {
    SectionedWorld.checkAll { fault($0, $1, $2) }
  }

  @Test func `repeated identifiers still lead to the new list`() {
    for seed in UInt64(1)...Sample.of(400, few: 60) {
      var random = SeededGenerator(seed: seed)
      func list() -> [ListSection<Int, Int>] {
        (0..<Int.random(in: 0...4, using: &random)).map { _ in
          let rows = (0..<Int.random(in: 0...4, using: &random)).map { _ in Int.random(in: 0...2, using: &random) }
          return ListSection(Int.random(in: 0...2, using: &random), rows: rows)
        }
      }
      let (old, new) = (list(), list())
      let changes = SectionedListChanges.changes(from: old, to: new, sectionsBy: .itself, rowsBy: .itself)
      let replay = oracleReplay(changes, from: old, takingNewFrom: new)
      if replay.list != new { Issue.record("seed \(seed): \(old) → \(new) \(replay.breaches) \(changes)") }
    }
  }

  @Test func `a row moves to another section that stays`() {
    let old = [ListSection("Mon", rows: [1, 2]), ListSection("Tue", rows: [3])]
    let new = [ListSection("Mon", rows: [2]), ListSection("Tue", rows: [3, 1])]
    let changes = SectionedListChanges.changes(from: old, to: new, sectionsBy: .itself, rowsBy: .itself)
    #expect(changes.sections.isEmpty)
    #expect(changes.rows.moves.map(\.description) == ["feed 0:0 → feed 1:1"])
    #expect(changes.count == 1 && !changes.isEmpty)
  }

  @Test func `a section that moves and changes goes and comes anew`() {
    let old = [ListSection(1, rows: [1]), ListSection(2, rows: [2]), ListSection(3, rows: [3])]
    let moved = [ListSection(3, rows: [3]), ListSection(1, rows: [1]), ListSection(2, rows: [2])]
    var changed = moved
    changed[0].rows.append(4)
    let move = SectionedListChanges.changes(from: old, to: moved, sectionsBy: .itself, rowsBy: .itself)
    #expect(move.sections.moves.map(\.description) == ["2 → 0"] && move.count == 1)
    let exchange = SectionedListChanges.changes(from: old, to: changed, sectionsBy: .itself, rowsBy: .itself)
    #expect(exchange.sections.deletes == [2] && exchange.sections.inserts == [0] && exchange.count == 2)
  }

  @Test func `changes that contradict each other are refused`() throws {
    let section = { (changes: ListChanges<Int>, rows: ListChanges<FeedPath>) throws(BatchUpdateError) in
      try SectionedListChanges(sections: changes, rows: rows)
    }
    let (here, there) = (FeedPath(section: 0, row: 0), FeedPath(section: 1, row: 0))
    let move = try ListChanges(moves: [ListChanges.Move(from: here, to: there)])
    let refused: [(ListChanges<Int>, section: Int, because: BatchUpdateError.Operation)] = [
      (try ListChanges(deletes: [0]), 0, .delete), (try ListChanges(inserts: [1]), 1, .insert),
      (try ListChanges(reloads: [0]), 0, .reload), (try ListChanges(reloads: [1]), 1, .reload),
      (try ListChanges(deletes: [3], reloads: [1]), 1, .reload),
      (try ListChanges(inserts: [0], reloads: [0]), 0, .reload),
      (try ListChanges(moves: [ListChanges.Move(from: 0, to: 3)]), 0, .moveFrom),
      (try ListChanges(moves: [ListChanges.Move(from: 3, to: 1)]), 1, .moveTo),
    ]
    for (sections, number, reason) in refused {
      let error = BatchUpdateError.moveBetweenChangedSections(from: here, to: there, section: number, because: reason)
      #expect(throws: error, "\(sections)") { try section(sections, move) }
    }
    let moved = try ListChanges(moves: [ListChanges.Move(from: 0, to: 1)])
    #expect(throws: BatchUpdateError.changeInMovedSection(here, operation: .delete)) {
      try section(moved, ListChanges(deletes: [here]))
    }
    #expect(throws: BatchUpdateError.changeInMovedSection(here, operation: .reload)) {
      try section(moved, ListChanges(reloads: [here]))
    }
    #expect(throws: BatchUpdateError.changeInMovedSection(there, operation: .insert)) {
      try section(moved, ListChanges(inserts: [there]))
    }
    #expect(throws: Never.self) { try section(moved, ListChanges(deletes: [there], inserts: [here])) }
    #expect(throws: Never.self) {
      try section(ListChanges(deletes: [0], inserts: [1]), ListChanges(deletes: [here], inserts: [there]))
    }
  }

  @Test func `what does not fit is refused where it is applied`() throws {
    let old = [ListSection("a", rows: [1, 2]), ListSection("b", rows: [3])]
    let new = [ListSection("a", rows: [1]), ListSection("b", rows: [3])]
    let changes = SectionedListChanges.changes(from: old, to: new, sectionsBy: .itself, rowsBy: .itself)
    #expect(throws: BatchUpdateError.wrongCount(2, expected: 1, section: 0)) {
      try changes.applying(to: old, elementsFrom: old)
    }
    #expect(throws: BatchUpdateError.wrongCount(1, expected: 2, section: nil)) {
      try changes.applying(to: old, elementsFrom: [new[0]])
    }
    #expect(throws: BatchUpdateError.rowOutOfRange(1, section: 0, count: 1, operation: .delete)) {
      try changes.applying(to: new, elementsFrom: new)
    }
    let far = try SectionedListChanges(rows: ListChanges(inserts: [FeedPath(section: 2, row: 0)]))
    #expect(throws: BatchUpdateError.sectionOutOfRange(2, row: 0, count: 2, operation: .insert)) {
      try far.applying(to: old, elementsFrom: old)
    }
  }

  @Test func `changes survive coding and bad ones are refused`() throws {
    for seed in UInt64(1)...20 {
      var random = SeededGenerator(seed: seed)
      let (old, new) = SectionedWorld.randomPair(&random)
      let changes = SectionedListChanges.changes(from: old, to: new, sectionsBy: .id, rowsBy: .id)
      let data = try JSONEncoder().encode(changes)
      #expect(try JSONDecoder().decode(SectionedListChanges.self, from: data) == changes, "seed \(seed)")
    }
    let empty = try JSONEncoder().encode(SectionedListChanges(fitting: ListChanges()))
    #expect(String(decoding: empty, as: UTF8.self) == "{}")
    let bad =
      #"{"sections":{"deletes":[0]},"rows":{"moves":[{"from":{"section":0,"row":0},"to":{"section":1,"row":0}}]}}"#
    #expect(throws: BatchUpdateError.self) {
      try JSONDecoder().decode(SectionedListChanges.self, from: Data(bad.utf8))
    }
  }
}
