/// A place after an update that is filled by a row from elsewhere, or by a new one.
struct GivenRow {
  let place: ListPath
  var origin: ListPath?
}

/// The rules that an update must keep to; each is refused by an error of its own.
extension ListUpdates {
  /// Sections that are deleted, reloaded or moved are there before the update, and each is taken once.
  func checkSectionSources(before: [Int]) throws(ListUpdateError) {
    var seen: [Int: ListUpdateError.Change] = [:]
    for (section, change) in sources(deletedSections, reloadedSections, movedSections.map(\.from)) {
      guard before.indices.contains(section) else { throw .noSuchSection(section, sectionsBefore: before.count) }
      if let other = seen.updateValue(change, forKey: section) {
        throw .sectionChangedTwice(section, by: other, and: change)
      }
    }
  }

  /// The sections that are inserted or moved to, which are there after the update, and each is taken once.
  func sectionTargets(after: [Int]) throws(ListUpdateError) -> Set<Int> {
    var seen: Set<Int> = []
    for section in insertedSections + movedSections.map(\.to) {
      guard after.indices.contains(section) else { throw .noPlaceForSection(section, sectionsAfter: after.count) }
      guard seen.insert(section).inserted else { throw .sectionTakenTwice(section) }
    }
    return seen
  }

  /// The rows that do not stay where they are, deleted or moved, in order.
  func rowsTaken(before: [Int]) throws(ListUpdateError) -> [ListPath] {
    var seen: [ListPath: ListUpdateError.Change] = [:]
    for (path, change) in sources(deletedRows, reloadedRows, movedRows.map(\.from)) {
      try check(path, before: before)
      if let other = seen.updateValue(change, forKey: path) {
        throw .rowChangedTwice(path, by: other, and: change)
      }
    }
    return (deletedRows + movedRows.map(\.from)).sorted()
  }

  /// The places that are filled by new or moved rows, each with its origin, in order.
  func rowsGiven(after: [Int]) throws(ListUpdateError) -> [GivenRow] {
    let given = insertedRows.map { GivenRow(place: $0) } + movedRows.map { GivenRow(place: $0.to, origin: $0.from) }
    var seen: Set<ListPath> = []
    for place in given.lazy.map(\.place) {
      guard after.indices.contains(place.section) else {
        throw .noPlaceForSection(place.section, sectionsAfter: after.count)
      }
      let count = after[place.section]
      guard place.row >= 0, place.row < count else { throw .noPlaceForRow(place, rowsAfter: count) }
      guard seen.insert(place).inserted else { throw .placeTakenTwice(place) }
    }
    return given.sorted { $0.place < $1.place }
  }

  /// Moves keep a row's cell, so that they cannot begin or end in a section that goes, comes, or is asked for anew.
  func checkMoves(_ origins: [Int?]) throws(ListUpdateError) {
    let gone = Set(deletedSections + reloadedSections)
    let reloaded = Set(reloadedSections)
    for move in movedRows {
      if gone.contains(move.from.section) { throw .moveFromDeletedSection(move.from) }
      guard let origin = origins[move.to.section], !reloaded.contains(origin) else {
        throw .moveIntoInsertedSection(move.to)
      }
    }
  }

  /// Reconfigured rows are there before the update; what else happens to them, and how often they are named, is no matter.
  func checkReconfigured(before: [Int]) throws(ListUpdateError) {
    for path in reconfiguredRows { try check(path, before: before) }
  }

  func wrongCount(of section: Int, after: Int, former: Int, before: Int) -> ListUpdateError {
    .invalidRowCount(
      section: section, before: before, after: after,
      inserted: insertedRows.count { $0.section == section }, deleted: deletedRows.count { $0.section == former },
      movedIn: movedRows.count { $0.to.section == section }, movedOut: movedRows.count { $0.from.section == former })
  }

  private func check(_ path: ListPath, before: [Int]) throws(ListUpdateError) {
    guard before.indices.contains(path.section) else {
      throw .noSuchSection(path.section, sectionsBefore: before.count)
    }
    let count = before[path.section]
    guard path.row >= 0, path.row < count else { throw .noSuchRow(path, rowsBefore: count) }
  }

  /// What is taken from before the update, with what is done to it.
  private func sources<Place>(
    _ deleted: [Place], _ reloaded: [Place], _ moved: [Place]
  ) -> [(place: Place, change: ListUpdateError.Change)] {
    deleted.map { ($0, .deletion) } + reloaded.map { ($0, .reload) } + moved.map { ($0, .move) }
  }
}
