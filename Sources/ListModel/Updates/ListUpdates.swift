/// What changes between two states of a list's data, as UIKit says it.
///
/// Deletions, reloads and the origins of moves name places before the update, insertions and the targets of moves places
/// after it; the order in which they were said does not matter.
struct ListUpdates {
  var deletedSections: [Int] = []
  var insertedSections: [Int] = []
  var reloadedSections: [Int] = []
  var deletedRows: [ListPath] = []
  var insertedRows: [ListPath] = []
  var reloadedRows: [ListPath] = []
  var movedRows: [(from: ListPath, to: ListPath)] = []

  /// Where each row after the update comes from, if the update leads from the one counts to the other.
  ///
  /// - Complexity: O(rows before and after + changes).
  /// - Throws: ``ListUpdateError`` where it does not.
  func origins(before: [Int], after: [Int]) throws(ListUpdateError) -> ListOrigins {
    let deletedSections = try sections(deletedSections + reloadedSections, of: before).subtracting(reloadedSections)
    let insertedSections = try places(insertedSections, in: after)
    guard after.count == before.count + insertedSections.count - deletedSections.count else {
      throw .invalidSectionCount(
        before: before.count, after: after.count, inserted: insertedSections.count, deleted: deletedSections.count)
    }
    let taken = try rowsTaken(before: before)
    let given = try rowsGiven(after: after)
    for move in movedRows {
      if deletedSections.contains(move.from.section) { throw .moveFromDeletedSection(move.from) }
      if insertedSections.contains(move.to.section) { throw .moveIntoInsertedSection(move.to) }
    }
    var kept = before.indices.filter { !deletedSections.contains($0) }.makeIterator()
    var origins = ListOrigins()
    for section in after.indices {
      guard !insertedSections.contains(section), let former = kept.next() else {
        origins.append(section: nil, rows: Array(repeating: nil, count: after[section]))
        continue
      }
      origins.append(
        section: former,
        rows: try rows(
          of: former, becoming: section, before: before[former], after: after[section], taken: taken, given: given))
    }
    origins.reloaded = Set(reloadedRows)
    origins.reloadedSections = Set(reloadedSections)
    return origins
  }

  private func rows(
    of former: Int, becoming section: Int, before: Int, after: Int, taken: Set<ListPath>, given: [ListPath: ListPath?]
  ) throws(ListUpdateError) -> [ListPath?] {
    if reloadedSections.contains(former) {
      return Array(repeating: nil, count: after)
    }
    let deleted = deletedRows.count { $0.section == former }
    let inserted = insertedRows.count { $0.section == section }
    let movedOut = movedRows.count { $0.from.section == former }
    let movedIn = movedRows.count { $0.to.section == section }
    guard after == before + inserted - deleted + movedIn - movedOut else {
      throw .invalidRowCount(
        section: section, before: before, after: after, inserted: inserted, deleted: deleted, movedIn: movedIn,
        movedOut: movedOut)
    }
    var kept = (0..<before).lazy.map { ListPath(row: $0, section: former) }.filter { !taken.contains($0) }
      .makeIterator()
    return (0..<after).map { row in
      let place = ListPath(row: row, section: section)
      if let origin = given[place] { return origin }
      return kept.next()
    }
  }

  /// The rows that do not simply stay: deleted or moved.
  private func rowsTaken(before: [Int]) throws(ListUpdateError) -> Set<ListPath> {
    var seen: Set<ListPath> = []
    for path in deletedRows + movedRows.map(\.from) + reloadedRows {
      let count = try rowCount(path, in: before)
      guard path.row >= 0, path.row < count else { throw .noSuchRow(path, rowsBefore: count) }
      guard seen.insert(path).inserted else { throw .rowChangedTwice(path) }
    }
    return seen.subtracting(reloadedRows)
  }

  /// The places that do not simply stay, each with its origin, nil for a new row.
  private func rowsGiven(after: [Int]) throws(ListUpdateError) -> [ListPath: ListPath?] {
    var given: [ListPath: ListPath?] = [:]
    for (place, origin) in insertedRows.map({ ($0, ListPath?.none) }) + movedRows.map({ ($0.to, $0.from) }) {
      guard after.indices.contains(place.section) else {
        throw .noPlaceForSection(place.section, sectionsAfter: after.count)
      }
      let count = after[place.section]
      guard place.row >= 0, place.row < count else { throw .noPlaceForRow(place, rowsAfter: count) }
      guard given.updateValue(origin, forKey: place) == nil else { throw .placeTakenTwice(place) }
    }
    return given
  }

  private func rowCount(_ path: ListPath, in counts: [Int]) throws(ListUpdateError) -> Int {
    guard counts.indices.contains(path.section) else {
      throw .noSuchSection(path.section, sectionsBefore: counts.count)
    }
    return counts[path.section]
  }

  private func sections(_ sections: [Int], of counts: [Int]) throws(ListUpdateError) -> Set<Int> {
    var seen: Set<Int> = []
    for section in sections {
      guard counts.indices.contains(section) else { throw .noSuchSection(section, sectionsBefore: counts.count) }
      guard seen.insert(section).inserted else { throw .sectionChangedTwice(section) }
    }
    return seen
  }

  private func places(_ sections: [Int], in counts: [Int]) throws(ListUpdateError) -> Set<Int> {
    var seen: Set<Int> = []
    for section in sections {
      guard counts.indices.contains(section) else { throw .noPlaceForSection(section, sectionsAfter: counts.count) }
      guard seen.insert(section).inserted else { throw .sectionTakenTwice(section) }
    }
    return seen
  }
}

/// Where what stands in a list after an update comes from.
struct ListOrigins {
  /// For each section, the one it was; nil for a new one.
  private(set) var sections: [Int?] = []
  /// For each row of each section, the one it was; nil for a new one.
  private(set) var rows: [[ListPath?]] = []
  /// The rows, as before, whose cells are asked for anew.
  var reloaded: Set<ListPath> = []
  /// The sections, as before, whose cells are asked for anew.
  var reloadedSections: Set<Int> = []

  mutating func append(section: Int?, rows: [ListPath?]) {
    sections.append(section)
    self.rows.append(rows)
  }

  /// The places after the update of rows that were there before it.
  ///
  /// - Complexity: O(rows).
  func destinations(of paths: Set<ListPath>) -> [ListPath: ListPath] {
    var found: [ListPath: ListPath] = [:]
    for (section, rows) in rows.enumerated() {
      for (row, origin) in rows.enumerated() {
        if let origin, paths.contains(origin) { found[origin] = ListPath(row: row, section: section) }
      }
    }
    return found
  }
}
