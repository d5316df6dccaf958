import TestSupport
import Testing

@testable import BatchUpdates

@Suite struct ListChangesStageTests {
  private func fault(_ old: SectionedList, _ new: SectionedList, _ search: MoveSearch = .fewest) -> String? {
    let stages = SectionedListChanges.stages(from: old, to: new, sectionsBy: .id, rowsBy: .id, moves: search)
    var list = old
    var last = -1
    for stage in stages {
      let replay = oracleReplay(stage.changes, from: list, takingNewFrom: stage.sections)
      if !replay.breaches.isEmpty { return "\(stage.changes) breaks \(replay.breaches)" }
      if replay.list != stage.sections { return "\(stage.changes) leads to \(replay.list), not \(stage.sections)" }
      if !stage.changes.checkInvariants() { return "not in order: \(stage.changes)" }
      guard let kind = kind(of: stage.changes), kind > last else { return "no stage after \(last): \(stage.changes)" }
      last = kind
      list = stage.sections
    }
    if list != new { return "leads to \(list)" }
    return search == .linear ? nil : needless(stages, old, new)
  }

  /// Which of the five stages changes could be.
  private func kind(of changes: SectionedListChanges) -> Int? {
    let (sections, rows) = (changes.sections, changes.rows)
    let kinds = [
      sections.count + rows.count == rows.reloads.count,
      sections.count + rows.count == sections.deletes.count + rows.deletes.count,
      sections.count + rows.count == sections.inserts.count + sections.moves.count,
      sections.count + rows.count == rows.inserts.count + rows.moves.count,
      sections.count + rows.count == sections.reloads.count,
    ]
    return changes.isEmpty ? nil : kinds.firstIndex(of: true)
  }

  /// What the stages touch although nothing makes them.
  private func needless(
    _ stages: [ListChangesStage<Item, Item>], _ old: SectionedList, _ new: SectionedList
  ) -> String? {
    func sum(_ count: (SectionedListChanges) -> Int) -> Int { stages.reduce(0) { $0 + count($1.changes) } }
    let origins = new.map { section in old.firstIndex { $0.model.id == section.model.id } }
    let kept = origins.compactMap { $0 }
    if sum(\.sections.deletes.count) != old.count - kept.count { return "sections deleted" }
    if sum(\.sections.inserts.count) != new.count - kept.count { return "sections inserted" }
    if sum(\.sections.moves.count) != fewestMoves(kept) { return "sections moved" }
    let renewed = new.filter { section in
      old.contains { $0.model.id == section.model.id && $0.model != section.model }
    }
    if sum(\.sections.reloads.count) != renewed.count { return "sections reloaded" }
    let oldRows = Set(kept.flatMap { old[$0].rows }.map(\.id))
    let newRows = Set(new.flatMap(\.rows).map(\.id))
    if sum(\.rows.deletes.count) != oldRows.subtracting(newRows).count { return "rows deleted" }
    let come = zip(new, origins).filter { $1 != nil }.flatMap { $0.0.rows }.count { !oldRows.contains($0.id) }
    if sum(\.rows.inserts.count) != come { return "rows inserted" }
    let changed = new.flatMap(\.rows).filter { $0.version > 0 && oldRows.contains($0.id) }
    let before = Dictionary(uniqueKeysWithValues: old.flatMap(\.rows).map { ($0.id, $0) })
    if sum(\.rows.reloads.count) != changed.count(where: { before[$0.id] != $0 }) { return "rows reloaded" }
    let moves = zip(new, origins).reduce(0) { sum, pair in
      let here = pair.1.map { old[$0].rows.map(\.id) } ?? []
      let staying = pair.0.rows.compactMap { here.firstIndex(of: $0.id) }
      let arriving = pair.0.rows.count { oldRows.contains($0.id) && !here.contains($0.id) }
      return sum + fewestMoves(staying) + arriving
    }
    return sum(\.rows.moves.count) == moves ? nil : "\(sum(\.rows.moves.count)) rows moved, not \(moves)"
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
      var old = list()
      let new = list()
      for stage in SectionedListChanges.stages(from: old, to: new, sectionsBy: .itself, rowsBy: .itself) {
        let replay = oracleReplay(stage.changes, from: old, takingNewFrom: stage.sections)
        if replay.list != stage.sections { Issue.record("seed \(seed): \(replay.breaches) \(stage.changes)") }
        old = stage.sections
      }
      if old != new { Issue.record("seed \(seed): leads to \(old), not \(new)") }
    }
  }

  @Test func `a row moves into a section that comes and out of none that goes`() {
    let old = [ListSection(1, rows: [1, 2]), ListSection(2, rows: [3])]
    let new = [ListSection(1, rows: [2, 3]), ListSection(3, rows: [1])]
    let stages = SectionedListChanges.stages(from: old, to: new, sectionsBy: .itself, rowsBy: .itself)
    #expect(stages.map(\.sections.count) == [1, 2, 2])
    #expect(stages[2].changes.rows.moves.map(\.description) == ["feed 0:0 → feed 1:0"])
    #expect(stages[2].changes.rows.inserts == [FeedPath(section: 0, row: 1)])
    #expect(stages[2].sections == new)
  }

  @Test func `the last stage shows the new list itself also where nothing was compared`() {
    let identity = ListIdentity<Item, Int>(id: \.id) { _, _ in true }
    let old = [ListSection(Item(id: 1), rows: [Item(id: 1)])]
    let new = [ListSection(Item(id: 1, version: 7), rows: [Item(id: 2), Item(id: 1, version: 7)])]
    let stages = SectionedListChanges.stages(from: old, to: new, sectionsBy: identity, rowsBy: identity)
    #expect(stages.count == 1 && stages[0].sections == new)
    #expect(SectionedListChanges.stages(from: new, to: new, sectionsBy: .id, rowsBy: .id).isEmpty)
  }
}
