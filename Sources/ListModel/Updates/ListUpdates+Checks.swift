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

  /// The rows that do not stay where they are, deleted or moved: for each section before the update, in order.
  func rowsTaken(before: [Int]) throws(ListUpdateError) -> [Int: [Int]] {
    var seen: [ListPath: ListUpdateError.Change] = [:]
    for (path, change) in sources(deletedRows, reloadedRows, movedRows.map(\.from)) {
      try check(path, before: before)
      if let other = seen.updateValue(change, forKey: path) {
        throw .rowChangedTwice(path, by: other, and: change)
      }
    }
    return Dictionary(grouping: deletedRows + movedRows.map(\.from), by: \.section)
      .mapValues { $0.map(\.row).sorted() }
  }

  /// The places that are filled by new or moved rows, each with its origin: for each section after the update, in order.
  func rowsGiven(after: [Int]) throws(ListUpdateError) -> [Int: [(row: Int, origin: ListPath?)]] {
    var seen: Set<ListPath> = []
    var given: [Int: [(row: Int, origin: ListPath?)]] = [:]
    for (place, origin) in insertedRows.map({ ($0, ListPath?.none) }) + movedRows.map({ ($0.to, $0.from) }) {
      guard after.indices.contains(place.section) else {
        throw .noPlaceForSection(place.section, sectionsAfter: after.count)
      }
      let count = after[place.section]
      guard place.row >= 0, place.row < count else { throw .noPlaceForRow(place, rowsAfter: count) }
      guard seen.insert(place).inserted else { throw .placeTakenTwice(place) }
      given[place.section, default: []].append((row: place.row, origin: origin))
    }
    return given.mapValues { $0.sorted { $0.row < $1.row } }
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
