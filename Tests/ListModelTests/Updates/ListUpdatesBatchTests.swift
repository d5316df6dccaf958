import TestSupport
import Testing

@testable import ListModel

/// Batches of thousands of changes, whose outcome is known since they were made with it.
@Suite struct ListUpdatesBatchTests {
  /// More than a million changes in all, in batches of some thousand.
  @Test func `a million changes lead to the list that they were made for`() throws {
    var changes = 0
    var seed: UInt64 = 0
    while changes < Sample.of(1_000_000, few: 30_000) {
      var random = SeededGenerator(seed: seed)
      let update = LargeUpdate(sections: Int.random(in: 1...12, using: &random), rows: 2000, using: &random)
      do {
        if let fault = try fault(in: update) { Issue.record("seed \(seed): \(fault)") }
      } catch {
        Issue.record("seed \(seed): refused, \(error)")
      }
      changes += update.size
      seed += 1
    }
  }

  /// One change left out, said twice or misplaced among hundreds is found, and named.
  @Test func `one mistake among many changes is named`() {
    for seed in 0..<Sample.of(300, few: 80) as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let update = LargeUpdate(sections: 4, rows: 60, using: &random)
      for (updates, error) in mistakes(in: update) {
        #expect(throws: error, "seed \(seed)") {
          try updates.origins(before: update.before.map(\.count), after: update.after.map(\.count))
        }
      }
    }
  }

  /// The update with one mistake, each in another way, and the error that names it.
  private func mistakes(in update: LargeUpdate) -> [(ListUpdates, ListUpdateError)] {
    let right = update.updates
    let before = update.before.map(\.count)
    let after = update.after.map(\.count)
    var all: [(ListUpdates, ListUpdateError)] = []
    func add(_ error: ListUpdateError, _ mistake: (inout ListUpdates) -> Void) {
      var wrong = right
      mistake(&wrong)
      all.append((wrong, error))
    }
    if let path = right.deletedRows.last {
      add(.rowChangedTwice(path, by: .deletion, and: .deletion)) { $0.deletedRows.append(path) }
      add(.rowChangedTwice(path, by: .deletion, and: .reload)) { $0.reloadedRows.append(path) }
    }
    if let path = right.insertedRows.last {
      add(.placeTakenTwice(path, by: .insertRow(path), and: .insertRow(path))) { $0.insertedRows.append(path) }
    }
    if let move = right.movedRows.last {
      let moving = ListUpdateError.Operation.moveRow(move.from, to: move.to)
      add(.placeTakenTwice(move.to, by: .insertRow(move.to), and: moving)) { $0.insertedRows.append(move.to) }
      add(.rowChangedTwice(move.from, by: .reload, and: .move)) { $0.reloadedRows.append(move.from) }
    }
    for section in before.indices {
      let end = ListPath(row: before[section], section: section)
      add(.noSuchRow(end, rowsBefore: before[section], for: .deleteRow(end))) { $0.deletedRows.append(end) }
    }
    for section in after.indices {
      let end = ListPath(row: after[section], section: section)
      add(.noPlaceForRow(end, rowsAfter: after[section], for: .insertRow(end))) { $0.insertedRows.append(end) }
    }
    for (section, origin) in update.sectionOrigins.enumerated() {
      guard let origin, !right.reloadedSections.contains(origin) else { continue }
      guard let left = right.insertedRows.firstIndex(where: { $0.section == section }) else { continue }
      let inserted = right.insertedRows.count { $0.section == section } - 1
      let error = ListUpdateError.invalidRowCount(
        section: section, before: before[origin], after: after[section], inserted: inserted,
        deleted: right.deletedRows.count { $0.section == origin },
        movedIn: right.movedRows.count { $0.to.section == section },
        movedOut: right.movedRows.count { $0.from.section == origin })
      add(error) { $0.insertedRows.remove(at: left) }
    }
    return all
  }

  /// What differs between the list after the update and the one that the engine leads to.
  private func fault(in update: LargeUpdate) throws(ListUpdateError) -> String? {
    let origins = try update.updates.origins(before: update.before.map(\.count), after: update.after.map(\.count))
    if origins.sections != update.sectionOrigins { return "sections come from \(origins.sections)" }
    if !origins.hasWholeRuns { return "runs are divided" }
    let last = update.before.joined().max() ?? -1
    for (section, runs) in origins.rows.enumerated() {
      var row = 0
      for run in runs {
        let tags = update.after[section][row..<row + run.count]
        if let origin = run.origin {
          let former = update.before[origin.section][origin.row..<origin.row + run.count]
          if !tags.elementsEqual(former) { return "\(run) of section \(section) is not \(tags)" }
        } else if !tags.allSatisfy({ $0 > last }) {
          return "rows \(row) to \(row + run.count) of section \(section) are taken to be new"
        }
        row += run.count
      }
      if row != update.after[section].count { return "section \(section) has \(row) rows" }
    }
    return nil
  }
}
