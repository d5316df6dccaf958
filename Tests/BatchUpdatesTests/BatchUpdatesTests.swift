import TestSupport
import Testing

@testable import BatchUpdates

/// Change sets in a list that refuses what lists like UIKit's are known to fail on.
@Suite struct BatchUpdatesTests {
  private typealias Strict = StrictList<Item, Item>

  private func sections(_ list: SectionedList) -> [Strict.Section] { list.map { Strict.Section($0.model, $0.rows) } }

  /// Why a strict list does not take changes; nil if it does.
  private func refusal(_ changes: SectionedListChanges, _ old: SectionedList, _ new: SectionedList) -> String? {
    var list = Strict(sections(old))
    do throws(StrictListFailure) {
      try list.perform(changes.oracleChanges, becoming: sections(new))
      return nil
    } catch { return error.description }
  }

  private func fault(_ old: SectionedList, _ new: SectionedList, _ search: MoveSearch) -> String? {
    let changes = SectionedListChanges.changes(from: old, to: new, sectionsBy: .id, rowsBy: .id, moves: search)
    let batch = changes.batchUpdates
    if let refusal = refusal(batch, old, new) { return "\(refusal) by \(batch)" }
    if !batch.checkInvariants() { return "is not in order: \(batch)" }
    let replay = oracleReplay(batch, from: old, takingNewFrom: new)
    if replay.list != new { return "leads to \(replay.list) by \(batch)" }
    if batch.rows.moves != changes.rows.moves || batch.sections.moves != changes.sections.moves { return "loses moves" }
    if batch.batchUpdates != batch { return "changes what is right: \(batch)" }
    return needless(batch, changes, old, new)
  }

  /// A row reload that has been replaced although a strict list would have taken it.
  private func needless(
    _ batch: SectionedListChanges, _ changes: SectionedListChanges, _ old: SectionedList, _ new: SectionedList
  ) -> String? {
    let replaced = Set(changes.rows.reloads).subtracting(batch.rows.reloads)
    for path in replaced {
      let id = old[path.section].rows[path.row].id
      let inserts = batch.rows.inserts.filter { new[$0.section].rows[$0.row].id != id }
      let rows = ListChanges<FeedPath>(
        ascending: batch.rows.deletes.filter { $0 != path }, inserts: inserts, moves: batch.rows.moves,
        reloads: (batch.rows.reloads + [path]).sorted())
      let kept = SectionedListChanges(fitting: batch.sections, rows: rows)
      if refusal(kept, old, new) == nil { return "\(path) could be reloaded: \(batch)" }
    }
    return nil
  }

  @Test func `any list takes the batch of all pairs of small lists and of long random ones`() {
    SectionedWorld.checkAll { fault($0, $1, $2) }
  }

  @Test func `any list takes every stage`() {
    SectionedWorld.checkAll { old, new, search in
      var list = old
      for stage in SectionedListChanges.stages(from: old, to: new, sectionsBy: .id, rowsBy: .id, moves: search) {
        if let refusal = refusal(stage.changes, list, stage.sections) { return "\(refusal) by \(stage.changes)" }
        list = stage.sections
      }
      return nil
    }
  }

  private func rows(_ items: [Item]) -> SectionedList { [ListSection(Item(id: 0), rows: items)] }

  /// What is wrong with the batch between two flat lists, and whether the changes themselves are refused.
  private func check(_ old: [Item], _ new: [Item]) -> (fault: String?, isRefused: Bool) {
    let changes = ListChanges.changes(from: old, to: new, by: .id)
    let batch = changes.batchUpdates
    let fault = refusal(batch.inOneSection, rows(old), rows(new))
    let isSame = changes.inOneSection.batchUpdates == batch.inOneSection
    let isRefused = refusal(changes.inOneSection, rows(old), rows(new)) != nil
    return (isSame ? fault : "other than in a section: \(batch)", isRefused)
  }

  @Test func `any list takes the batch of all flat lists up to four rows with any new content`() {
    var sample = Sample(oneIn: 30)
    for oldCount in 0...4 {
      for new in arrangements(of: Array(0..<5)) where new.count < 5 {
        for renewed in 0..<1 << new.count where sample.takesNext() {
          let items = new.indices.map { Item(id: new[$0], version: renewed >> $0 & 1) }
          let fault = check((0..<oldCount).map { Item(id: $0) }, items).fault
          if let fault { Issue.record("\(oldCount) → \(items): \(fault)") }
        }
      }
    }
  }

  @Test func `any list takes the batches of twenty thousand random lists`() {
    let count = Sample.of(20_000, few: 300)
    var (reloading, refused) = (0, 0)
    for seed in UInt64(1)...UInt64(count) {
      var random = SeededGenerator(seed: seed)
      let old = (0..<Int.random(in: 0...12, using: &random)).map { Item(id: $0) }
      var new = old.map { Item(id: $0.id, version: Int.random(in: 0...7, using: &random) / 7) }
      for _ in 0..<Int.random(in: 0...3, using: &random) where !new.isEmpty {
        let row = Int.random(in: 0..<new.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: new.remove(at: row)
        case 1: new.insert(Item(id: 100 + new.count), at: row)
        default:
          let item = new.remove(at: row)
          new.insert(item, at: Int.random(in: 0...new.count, using: &random))
        }
      }
      new = new.enumerated().filter { index, item in new[..<index].allSatisfy { $0.id != item.id } }.map(\.element)
      let (fault, isRefused) = check(old, new)
      if let fault { Issue.record("seed \(seed): \(fault)") }
      if !ListChanges.changes(from: old, to: new, by: .id).reloads.isEmpty { reloading += 1 }
      if isRefused { refused += 1 }
    }
    // Otherwise the list would not be strict, or the random lists would prove nothing.
    #expect(reloading > count / 4 && refused > reloading / 5, "\(reloading) reload, \(refused) are refused")
  }

  @Test func `a reload is a deletion and an insertion only where numbers move`() throws {
    let old = [1, 2, 3].map { Item(id: $0) }
    let new = [Item(id: 3), Item(id: 1, version: 1), Item(id: 2)]
    let changes = ListChanges.changes(from: old, to: new, by: .id)
    #expect(changes.moves.map(\.description) == ["2 → 0"] && changes.reloads == [0])
    #expect(refusal(changes.inOneSection, rows(old), rows(new)) != nil)
    let batch = changes.batchUpdates
    #expect(batch.moves == changes.moves && batch.deletes == [0] && batch.inserts == [1] && batch.reloads.isEmpty)
    let below = try ListChanges(deletes: [3], inserts: [5], reloads: [1, 4])
    #expect(try below.batchUpdates == ListChanges(deletes: [3, 4], inserts: [3, 5], reloads: [1]))
    let alone = try ListChanges(reloads: [0, 7])
    #expect(alone.batchUpdates == alone)
  }

  @Test func `sections are reloaded only where numbers stay`() throws {
    let path = { (section: Int, row: Int) in FeedPath(section: section, row: row) }
    let displaced = try SectionedListChanges(
      sections: ListChanges(inserts: [0], reloads: [1]), rows: ListChanges(reloads: [path(0, 2)]))
    let batch = displaced.batchUpdates
    #expect(try batch.sections == ListChanges(deletes: [1], inserts: [0, 2]))
    #expect(try batch.rows == ListChanges(deletes: [path(0, 2)], inserts: [path(1, 2)]))
    let below = try SectionedListChanges(
      sections: ListChanges(deletes: [2], reloads: [1]), rows: ListChanges(inserts: [path(0, 3)], reloads: [path(0, 2)])
    )
    #expect(below.batchUpdates == below)
    // What is said of rows in sections that are deleted or reloaded means nothing.
    let within = try SectionedListChanges(
      sections: ListChanges(deletes: [2], reloads: [1]), rows: ListChanges(reloads: [path(1, 0), path(2, 0)]))
    #expect(try within.batchUpdates.rows == ListChanges(deletes: [path(1, 0), path(2, 0)]))
  }
}
