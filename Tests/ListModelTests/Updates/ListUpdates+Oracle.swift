import TestSupport

@testable import ListModel

/// Updates in the words of the oracle, which knows nothing of how they are made.
extension ListUpdates {
  init(_ changes: [OracleChange]) {
    self.init()
    for change in changes {
      switch change {
      case .deleteSection(let section): deletedSections.append(section)
      case .insertSection(let section): insertedSections.append(section)
      case .reloadSection(let section): reloadedSections.append(section)
      case .moveSection(let from, let to): movedSections.append((from: from, to: to))
      case .deleteRow(let place): deletedRows.append(ListPath(place))
      case .insertRow(let place): insertedRows.append(ListPath(place))
      case .reloadRow(let place): reloadedRows.append(ListPath(place))
      case .reconfigureRow(let place): reconfiguredRows.append(ListPath(place))
      case .moveRow(let from, let to): movedRows.append((from: ListPath(from), to: ListPath(to)))
      }
    }
  }
}

extension ListView {
  /// Tells the list of changes one by one; of several moves at once.
  func tell(_ changes: [OracleChange]) throws(ListUpdateError) {
    let moves = ListUpdates(changes.filter(\.isMove))
    if moves.movedSections.count > 1 { try moveSections(moves.movedSections) }
    if moves.movedRows.count > 1 { try moveRows(moves.movedRows) }
    for change in changes {
      switch change {
      case .deleteSection(let section): try deleteSections([section])
      case .insertSection(let section): try insertSections([section])
      case .reloadSection(let section): try reloadSections([section])
      case .moveSection(let from, let to):
        if moves.movedSections.count == 1 { try moveSection(from, toSection: to) }
      case .deleteRow(let place): try deleteRows(at: [ListPath(place)])
      case .insertRow(let place): try insertRows(at: [ListPath(place)])
      case .reloadRow(let place): try reloadRows(at: [ListPath(place)])
      case .reconfigureRow(let place): try reconfigureRows(at: [ListPath(place)])
      case .moveRow(let from, let to):
        if moves.movedRows.count == 1 { try moveRow(at: ListPath(from), to: ListPath(to)) }
      }
    }
  }
}

extension OracleChange {
  fileprivate var isMove: Bool {
    switch self {
    case .moveSection, .moveRow: true
    default: false
    }
  }
}

extension ListOrigins {
  /// What each section is made up of.
  var rows: [[RowRun<ListSpace>]] { sections.indices.map { rows(inSection: $0) } }

  /// Every row's origin, one by one.
  var places: [[OraclePlace?]] {
    rows.map { runs in
      runs.flatMap { run in
        (0..<run.count).map { index in run.origin.map { OraclePlace($0.section, $0.row + index) } }
      }
    }
  }

  /// Whether rows that stay together are one run, and no run is empty.
  var hasWholeRuns: Bool {
    rows.allSatisfy { runs in
      runs.allSatisfy { $0.count > 0 } && zip(runs, runs.dropFirst()).allSatisfy { !$0.isContinued(by: $1) }
    }
  }
}

extension ListPath {
  init(_ place: OraclePlace) { self.init(row: place.row, section: place.section) }
}

extension OraclePlace {
  init(_ path: ListPath) { self.init(path.section, path.row) }
}

extension OracleTaking {
  init(_ change: ListUpdateError.Change) {
    self =
      switch change {
      case .deletion: .deletion
      case .reload: .reload
      case .move: .move
      }
  }
}

extension OracleChange {
  init(_ operation: ListUpdateError.Operation) {
    self =
      switch operation {
      case .deleteSection(let section): .deleteSection(section)
      case .insertSection(let section): .insertSection(section)
      case .reloadSection(let section): .reloadSection(section)
      case .moveSection(let from, let to): .moveSection(from, to)
      case .deleteRow(let path): .deleteRow(OraclePlace(path))
      case .insertRow(let path): .insertRow(OraclePlace(path))
      case .reloadRow(let path): .reloadRow(OraclePlace(path))
      case .reconfigureRow(let path): .reconfigureRow(OraclePlace(path))
      case .moveRow(let from, let to): .moveRow(OraclePlace(from), OraclePlace(to))
      }
  }
}

extension OracleBreach {
  /// The rule whose breach an error tells of; nil for one that is of no rule.
  init?(_ error: ListUpdateError) {
    switch error {
    case .invalidSectionCount(let before, let after, let inserted, let deleted):
      self = .sectionCount(before: before, after: after, inserted: inserted, deleted: deleted)
    case .invalidRowCount(let section, let before, let after, let inserted, let deleted, let movedIn, let movedOut):
      self = .rowCount(
        section: section, before: before, after: after, inserted: inserted, deleted: deleted, movedIn: movedIn,
        movedOut: movedOut)
    case .noSuchSection(let section, let count, let operation):
      self = .noSection(section, of: count, OracleChange(operation))
    case .noPlaceForSection(let section, let count, let operation):
      self = .noPlaceForSection(section, of: count, OracleChange(operation))
    case .noSuchRow(let path, let count, let operation):
      self = .noRow(OraclePlace(path), of: count, OracleChange(operation))
    case .noPlaceForRow(let path, let count, let operation):
      self = .noPlace(OraclePlace(path), of: count, OracleChange(operation))
    case .rowChangedTwice(let path, let one, let other):
      self = .rowTwice(OraclePlace(path), OracleTaking(one), OracleTaking(other))
    case .sectionChangedTwice(let section, let one, let other):
      self = .sectionTwice(section, OracleTaking(one), OracleTaking(other))
    case .placeTakenTwice(let path, let one, let other):
      self = .placeTwice(OraclePlace(path), OracleChange(one), OracleChange(other))
    case .sectionTakenTwice(let section, let one, let other):
      self = .sectionPlaceTwice(section, OracleChange(one), OracleChange(other))
    case .moveFromDeletedSection(let from, let to, let reason):
      self = .moveFrom(OraclePlace(from), OraclePlace(to), because: OracleChange(reason))
    case .moveIntoInsertedSection(let from, let to, let reason):
      self = .moveInto(OraclePlace(from), OraclePlace(to), because: OracleChange(reason))
    case .refused: return nil
    }
  }
}
