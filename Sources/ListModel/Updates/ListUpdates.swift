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
