/// The rules of batch updates, each written down by itself and slowly, on plain counts; see `ListUpdateOracle+Replay` for what
/// an update makes of a list.
public struct ListUpdateOracle {
  let before: [Int]
  let after: [Int]
  private let takesChangesInMovedSections: Bool
  var deletedSections: [Int] = []
  var insertedSections: [Int] = []
  var reloadedSections: [Int] = []
  var movedSections: [(from: Int, to: Int)] = []
  var deletedRows: [OraclePlace] = []
  var insertedRows: [OraclePlace] = []
  var reloadedRows: [OraclePlace] = []
  var reconfiguredRows: [OraclePlace] = []
  var movedRows: [(from: OraclePlace, to: OraclePlace)] = []

  /// Judges changes between two lists; those who move sections whole do not take changes of rows in them.
  public init(before: [Int], after: [Int], changes: [OracleChange], takesChangesInMovedSections: Bool = true) {
    self.before = before
    self.after = after
    self.takesChangesInMovedSections = takesChangesInMovedSections
    for change in changes {
      switch change {
      case .deleteSection(let section): deletedSections.append(section)
      case .insertSection(let section): insertedSections.append(section)
      case .reloadSection(let section): reloadedSections.append(section)
      case .moveSection(let from, let to): movedSections.append((from: from, to: to))
      case .deleteRow(let place): deletedRows.append(place)
      case .insertRow(let place): insertedRows.append(place)
      case .reloadRow(let place): reloadedRows.append(place)
      case .reconfigureRow(let place): reconfiguredRows.append(place)
      case .moveRow(let from, let to): movedRows.append((from: from, to: to))
      }
    }
  }

  /// Every rule that is broken; what makes no sense while others are is not looked at.
  public var breaches: Set<OracleBreach> {
    let found = misplaced.union(doubles).union(wrongSectionCount)
    guard found.isEmpty else { return found }
    let kept = keptSections
    return wrongMoves(kept).union(wrongRowCounts(kept)).union(changesInMovedSections)
  }

  /// What names a place that is not there.
  private var misplaced: Set<OracleBreach> {
    var found: Set<OracleBreach> = []
    for section in sectionSources.map(\.place) + (rowSources.map(\.place) + reconfiguredRows).map(\.section)
    where !before.indices.contains(section) { found.insert(.noSection(section, of: before.count)) }
    for section in sectionTargets + rowTargets.map(\.section) where !after.indices.contains(section) {
      found.insert(.noPlaceForSection(section, of: after.count))
    }
    for place in rowSources.map(\.place) + reconfiguredRows where before.indices.contains(place.section) {
      let count = before[place.section]
      if !(0..<count).contains(place.row) { found.insert(.noRow(place, of: count)) }
    }
    for place in rowTargets where after.indices.contains(place.section) {
      let count = after[place.section]
      if !(0..<count).contains(place.row) { found.insert(.noPlace(place, of: count)) }
    }
    return found
  }

  /// What is taken, or filled, more than once.
  private var doubles: Set<OracleBreach> {
    var found: Set<OracleBreach> = []
    for (index, first) in sectionSources.enumerated() {
      for second in sectionSources[(index + 1)...] where second.place == first.place {
        found.insert(.sectionTwice(first.place, first.taking, second.taking))
      }
    }
    for (index, first) in rowSources.enumerated() {
      for second in rowSources[(index + 1)...] where second.place == first.place {
        found.insert(.rowTwice(first.place, first.taking, second.taking))
      }
    }
    for section in sectionTargets where sectionTargets.count(where: { $0 == section }) > 1 {
      found.insert(.sectionPlaceTwice(section))
    }
    for place in rowTargets where rowTargets.count(where: { $0 == place }) > 1 { found.insert(.placeTwice(place)) }
    return found
  }

  private var wrongSectionCount: Set<OracleBreach> {
    let inserted = insertedSections.count
    let deleted = deletedSections.count
    guard after.count != before.count + inserted - deleted else { return [] }
    return [.sectionCount(before: before.count, after: after.count, inserted: inserted, deleted: deleted)]
  }

  /// Rows that move out of or into a section whose rows are not kept.
  private func wrongMoves(_ kept: [(from: Int, to: Int)]) -> Set<OracleBreach> {
    var found: Set<OracleBreach> = []
    for move in movedRows {
      if (deletedSections + reloadedSections).contains(move.from.section) { found.insert(.moveFrom(move.from)) }
      if !kept.contains(where: { $0.to == move.to.section }) { found.insert(.moveInto(move.to)) }
    }
    return found
  }

  private func wrongRowCounts(_ kept: [(from: Int, to: Int)]) -> Set<OracleBreach> {
    var found: Set<OracleBreach> = []
    for (from, to) in kept {
      let deleted = deletedRows.count { $0.section == from }
      let inserted = insertedRows.count { $0.section == to }
      let movedIn = movedRows.count { $0.to.section == to }
      let movedOut = movedRows.count { $0.from.section == from }
      guard after[to] != before[from] + inserted - deleted + movedIn - movedOut else { continue }
      found.insert(
        .rowCount(
          section: to, before: before[from], after: after[to], inserted: inserted, deleted: deleted, movedIn: movedIn,
          movedOut: movedOut))
    }
    return found
  }

  private var changesInMovedSections: Set<OracleBreach> {
    guard !takesChangesInMovedSections else { return [] }
    let sources = rowSources.map(\.place).filter { place in movedSections.contains { $0.from == place.section } }
    let targets = rowTargets.filter { place in movedSections.contains { $0.to == place.section } }
    return Set((sources + targets).map { .changeInMovedSection($0) })
  }

  private var sectionSources: [(place: Int, taking: OracleTaking)] {
    deletedSections.map { ($0, .deletion) } + reloadedSections.map { ($0, .reload) }
      + movedSections.map { ($0.from, .move) }
  }

  private var rowSources: [(place: OraclePlace, taking: OracleTaking)] {
    deletedRows.map { ($0, .deletion) } + reloadedRows.map { ($0, .reload) } + movedRows.map { ($0.from, .move) }
  }

  private var sectionTargets: [Int] { insertedSections + movedSections.map(\.to) }

  private var rowTargets: [OraclePlace] { insertedRows + movedRows.map(\.to) }
}
