/// The changes between two states of a list's data, in UIKit's terms.
///
/// Deletions, reloads and sources of moves are positions before the update; insertions and targets of moves are
/// positions after it. Their order does not matter. Reconfigured rows are positions before the update, and do not
/// affect the counts.
package struct ListUpdates {
  package var deletedSections: [Int] = []
  package var insertedSections: [Int] = []
  package var reloadedSections: [Int] = []
  package var movedSections: [(from: Int, to: Int)] = []
  package var deletedRows: [ListPath] = []
  package var insertedRows: [ListPath] = []
  package var reloadedRows: [ListPath] = []
  package var reconfiguredRows: [ListPath] = []
  package var movedRows: [(from: ListPath, to: ListPath)] = []

  package init() {}

  /// Returns the origin of each row after the update, if the update produces the counts `after` from `before`.
  ///
  /// - Complexity: O(sections + c log c) for c changes.
  /// - Throws: ``ListUpdateError`` if it does not.
  package func origins(before: [Int], after: [Int]) throws(ListUpdateError) -> ListOrigins {
    try checkSectionSources(before: before)
    let sections = try sectionOrigins(before: before, after: after)
    let taken = try removedRows(before: before)
    let given = try insertedPositions(after: after)
    try checkReconfigured(before: before)
    try checkMoves(sections)
    var origins = ListOrigins(sections: sections, before: before, after: after)
    mark(&origins)
    var changed: [Int: [RowRun]] = [:]
    var next = 0
    for section in changedSections(origins, taken, given) {
      try checkUnchanged(next..<section, origins, before: before)
      next = section + 1
      guard let former = sections[section], !origins.isNew(section) else { continue }
      let taken = taken.elements(of: former, by: \.section)
      let given = given.elements(of: section, by: \.place.section)
      guard after[section] == before[former] - taken.count + given.count else {
        throw wrongCount(of: section, after: after[section], former: former, before: before[former])
      }
      changed[section] = runs(of: former, before[former], becoming: after[section], taken: taken, given: given)
    }
    try checkUnchanged(next..<after.count, origins, before: before)
    origins.setRows(changed)
    return origins
  }

  /// Sets which rows and sections are reloaded, reconfigured and moved.
  private func mark(_ origins: inout ListOrigins) {
    origins.reloaded = Set(reloadedRows)
    origins.reloadedSections = Set(reloadedSections)
    origins.reconfigured = Set(reconfiguredRows)
    origins.moved = Set(movedRows.map(\.from))
    origins.movedSections = Set(movedSections.map(\.from))
  }

  /// Returns the sections, after the update, that lose or receive rows, in order.
  private func changedSections(_ origins: ListOrigins, _ taken: [ListPath], _ given: [TargetRow]) -> [Int] {
    let left = Set(taken.map(\.section)).compactMap { origins.destination(ofSection: $0) }
    return Set(given.map(\.place.section)).union(left).sorted()
  }

  /// Checks that sections that neither lose nor receive rows keep their row counts.
  private func checkUnchanged(
    _ sections: Range<Int>, _ origins: ListOrigins, before: [Int]
  ) throws(ListUpdateError) {
    for section in sections {
      guard let former = origins.sections[section], origins.after[section] != before[former], !origins.isNew(section)
      else { continue }
      throw wrongCount(of: section, after: origins.after[section], former: former, before: before[former])
    }
  }

  /// Returns the former number of each section after the update; nil for new sections.
  private func sectionOrigins(before: [Int], after: [Int]) throws(ListUpdateError) -> [Int?] {
    let given = try sectionTargets(after: after)
    guard after.count == before.count + insertedSections.count - deletedSections.count else {
      throw .invalidSectionCount(
        before: before.count, after: after.count, inserted: insertedSections.count, deleted: deletedSections.count)
    }
    if given.isEmpty && deletedSections.isEmpty { return before.indices.map(\.self) }
    let taken = Set(deletedSections + movedSections.map(\.from))
    let moved = Dictionary(uniqueKeysWithValues: movedSections.map { ($0.to, $0.from) })
    var kept = before.indices.filter { !taken.contains($0) }.makeIterator()
    return after.indices.map { given.contains($0) ? moved[$0] : kept.next() }
  }

  /// Returns the rows of a kept section: new and moved rows at their targets, and the kept rows between them in order.
  private func runs(
    of former: Int, _ before: Int, becoming after: Int, taken: ArraySlice<ListPath>, given: ArraySlice<TargetRow>
  ) -> [RowRun] {
    var runs: [RowRun] = []
    var taken = taken
    var next = 0
    func append(_ run: RowRun) {
      guard runs.last?.isContinued(by: run) == true else { return runs.append(run) }
      runs[runs.count - 1].count += run.count
    }
    func keep(_ count: Int) {
      var rest = count
      while rest > 0 {
        while taken.first?.row == next {
          taken.removeFirst()
          next += 1
        }
        let length = min(rest, (taken.first?.row ?? before) - next)
        append(RowRun(origin: ListPath(row: next, section: former), count: length))
        next += length
        rest -= length
      }
    }
    var place = 0
    for row in given {
      keep(row.place.row - place)
      append(RowRun(origin: row.origin, count: 1))
      place = row.place.row + 1
    }
    keep(after - place)
    return runs
  }
}

// MARK: - Checks

/// A position after an update with the row that is moved there; a new row if `origin` is nil.
struct TargetRow {
  let place: ListPath
  var origin: ListPath?
}

/// Checks of the rules for updates; each rule has its own error.
extension ListUpdates {
  private typealias Change = ListUpdateError.Change
  private typealias Operation = ListUpdateError.Operation

  /// Checks that deleted, reloaded and moved sections exist before the update, and are named only once.
  private func checkSectionSources(before: [Int]) throws(ListUpdateError) {
    var seen: [Int: Change] = [:]
    func take(_ section: Int, _ change: Change, by operation: Operation) throws(ListUpdateError) {
      guard before.indices.contains(section) else {
        throw .noSuchSection(section, sectionsBefore: before.count, for: operation)
      }
      if let other = seen.updateValue(change, forKey: section) {
        throw .sectionChangedTwice(section, by: other, and: change)
      }
    }
    for section in deletedSections { try take(section, .deletion, by: .deleteSection(section)) }
    for section in reloadedSections { try take(section, .reload, by: .reloadSection(section)) }
    for move in movedSections { try take(move.from, .move, by: .moveSection(move.from, to: move.to)) }
  }

  /// Returns the targets of inserted and moved sections; checks that they exist after the update and differ.
  func sectionTargets(after: [Int]) throws(ListUpdateError) -> Set<Int> {
    var seen: Set<Int> = []
    func give(_ section: Int, by operation: Operation) throws(ListUpdateError) {
      guard after.indices.contains(section) else {
        throw .noPlaceForSection(section, sectionsAfter: after.count, for: operation)
      }
      guard seen.insert(section).inserted else {
        let first = insertedSections.contains(section) ? nil : movedSections.first { $0.to == section }
        let other = first.map { Operation.moveSection($0.from, to: $0.to) } ?? .insertSection(section)
        throw .sectionTakenTwice(section, by: other, and: operation)
      }
    }
    for section in insertedSections { try give(section, by: .insertSection(section)) }
    for move in movedSections { try give(move.to, by: .moveSection(move.from, to: move.to)) }
    return seen
  }

  /// Returns the deleted and moved rows in order; checks that they and reloaded rows exist and are named only once.
  private func removedRows(before: [Int]) throws(ListUpdateError) -> [ListPath] {
    var seen: [ListPath: Change] = [:]
    func take(_ path: ListPath, _ change: Change, by operation: Operation) throws(ListUpdateError) {
      try check(path, before: before, for: operation)
      if let other = seen.updateValue(change, forKey: path) {
        throw .rowChangedTwice(path, by: other, and: change)
      }
    }
    for path in deletedRows { try take(path, .deletion, by: .deleteRow(path)) }
    for path in reloadedRows { try take(path, .reload, by: .reloadRow(path)) }
    for move in movedRows { try take(move.from, .move, by: .moveRow(move.from, to: move.to)) }
    return (deletedRows + movedRows.map(\.from)).sorted()
  }

  /// Returns the targets of inserted and moved rows, each with its origin, in order.
  private func insertedPositions(after: [Int]) throws(ListUpdateError) -> [TargetRow] {
    var seen: Set<ListPath> = []
    func give(_ place: ListPath, by operation: Operation) throws(ListUpdateError) {
      guard after.indices.contains(place.section) else {
        throw .noPlaceForSection(place.section, sectionsAfter: after.count, for: operation)
      }
      let count = after[place.section]
      guard place.row >= 0, place.row < count else {
        throw .noPlaceForRow(place, rowsAfter: count, for: operation)
      }
      guard seen.insert(place).inserted else {
        let first = insertedRows.contains(place) ? nil : movedRows.first { $0.to == place }
        let other = first.map { Operation.moveRow($0.from, to: $0.to) } ?? .insertRow(place)
        throw .placeTakenTwice(place, by: other, and: operation)
      }
    }
    for path in insertedRows { try give(path, by: .insertRow(path)) }
    for move in movedRows { try give(move.to, by: .moveRow(move.from, to: move.to)) }
    let given = insertedRows.map { TargetRow(place: $0) } + movedRows.map { TargetRow(place: $0.to, origin: $0.from) }
    return given.sorted { $0.place < $1.place }
  }

  /// Checks that no row moves from or to a section that is deleted, inserted or reloaded, since moved rows keep their
  /// cells.
  private func checkMoves(_ origins: [Int?]) throws(ListUpdateError) {
    if movedRows.isEmpty { return }
    let deleted = Set(deletedSections)
    let reloaded = Set(reloadedSections)
    for (from, to) in movedRows {
      if deleted.contains(from.section) {
        throw .moveFromDeletedSection(from, to: to, because: .deleteSection(from.section))
      }
      if reloaded.contains(from.section) {
        throw .moveFromDeletedSection(from, to: to, because: .reloadSection(from.section))
      }
      guard let origin = origins[to.section] else {
        throw .moveIntoInsertedSection(from, to: to, because: .insertSection(to.section))
      }
      if reloaded.contains(origin) { throw .moveIntoInsertedSection(from, to: to, because: .reloadSection(origin)) }
    }
  }

  /// Checks that reconfigured rows exist before the update; they may be named repeatedly, and changed in other ways.
  private func checkReconfigured(before: [Int]) throws(ListUpdateError) {
    for path in reconfiguredRows { try check(path, before: before, for: .reconfigureRow(path)) }
  }

  func wrongCount(of section: Int, after: Int, former: Int, before: Int) -> ListUpdateError {
    .invalidRowCount(
      section: section, before: before, after: after,
      inserted: insertedRows.count { $0.section == section }, deleted: deletedRows.count { $0.section == former },
      movedIn: movedRows.count { $0.to.section == section }, movedOut: movedRows.count { $0.from.section == former })
  }

  private func check(_ path: ListPath, before: [Int], for operation: Operation) throws(ListUpdateError) {
    guard before.indices.contains(path.section) else {
      throw .noSuchSection(path.section, sectionsBefore: before.count, for: operation)
    }
    let count = before[path.section]
    guard path.row >= 0, path.row < count else { throw .noSuchRow(path, rowsBefore: count, for: operation) }
  }
}
