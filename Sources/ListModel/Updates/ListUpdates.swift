/// What changes between two states of a list's data, as UIKit says it.
///
/// Deletions, reloads and the origins of moves name places before the update, insertions and the targets of moves places
/// after it; the order in which they were said does not matter. Reconfigured rows are named as before, and change no counts:
/// what else happens to them does.
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

  /// Where each row after the update comes from, if the update leads from the one counts to the other.
  ///
  /// - Complexity: O(sections + c log c) for c changes.
  /// - Throws: ``ListUpdateError`` where it does not.
  package func origins(before: [Int], after: [Int]) throws(ListUpdateError) -> ListOrigins {
    try checkSectionSources(before: before)
    let sections = try sectionOrigins(before: before, after: after)
    let taken = try rowsTaken(before: before)
    let given = try rowsGiven(after: after)
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

  /// What is to be known of single rows and sections besides their origins.
  private func mark(_ origins: inout ListOrigins) {
    origins.reloaded = Set(reloadedRows)
    origins.reloadedSections = Set(reloadedSections)
    origins.reconfigured = Set(reconfiguredRows)
    origins.moved = Set(movedRows.map(\.from))
    origins.movedSections = Set(movedSections.map(\.from))
  }

  /// The sections after the update out of or into which rows go, in order.
  private func changedSections(_ origins: ListOrigins, _ taken: [ListPath], _ given: [GivenRow]) -> [Int] {
    let left = Set(taken.map(\.section)).compactMap { origins.destination(ofSection: $0) }
    return Set(given.map(\.place.section)).union(left).sorted()
  }

  /// Sections out of and into which no rows go have as many as they had.
  private func checkUnchanged(
    _ sections: Range<Int>, _ origins: ListOrigins, before: [Int]
  ) throws(ListUpdateError) {
    for section in sections {
      guard let former = origins.sections[section], origins.after[section] != before[former], !origins.isNew(section)
      else { continue }
      throw wrongCount(of: section, after: origins.after[section], former: former, before: before[former])
    }
  }

  /// For each section after the update, the one that it was.
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

  /// The rows of a section that stays: what is given stands where it was said, the rest fills the places between in its order.
  private func runs(
    of former: Int, _ before: Int, becoming after: Int, taken: ArraySlice<ListPath>, given: ArraySlice<GivenRow>
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

/// A place after an update that is filled by a row from elsewhere, or by a new one.
struct GivenRow {
  let place: ListPath
  var origin: ListPath?
}

/// The rules that an update must keep to; each is refused by an error of its own.
extension ListUpdates {
  private typealias Change = ListUpdateError.Change
  private typealias Operation = ListUpdateError.Operation

  /// Sections that are deleted, reloaded or moved are there before the update, and each is taken once.
  func checkSectionSources(before: [Int]) throws(ListUpdateError) {
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

  /// The sections that are inserted or moved to, which are there after the update, and each is taken once.
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

  /// The rows that do not stay where they are, deleted or moved, in order.
  func rowsTaken(before: [Int]) throws(ListUpdateError) -> [ListPath] {
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

  /// The places that are filled by new or moved rows, each with its origin, in order.
  func rowsGiven(after: [Int]) throws(ListUpdateError) -> [GivenRow] {
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
    let given = insertedRows.map { GivenRow(place: $0) } + movedRows.map { GivenRow(place: $0.to, origin: $0.from) }
    return given.sorted { $0.place < $1.place }
  }

  /// Moves keep a row's cell, so that they cannot begin or end in a section that is deleted, inserted or reloaded.
  func checkMoves(_ origins: [Int?]) throws(ListUpdateError) {
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

  /// Reconfigured rows are there before the update; what else happens to them, and how often they are named, is no matter.
  func checkReconfigured(before: [Int]) throws(ListUpdateError) {
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
