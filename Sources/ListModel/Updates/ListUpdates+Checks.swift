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
