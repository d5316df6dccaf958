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
    for (section, _, change) in sectionSources where !before.indices.contains(section) {
      found.insert(.noSection(section, of: before.count, change))
    }
    for (section, change) in sectionTargets where !after.indices.contains(section) {
      found.insert(.noPlaceForSection(section, of: after.count, change))
    }
    let reconfigured: [Target<OraclePlace>] = reconfiguredRows.map { ($0, .reconfigureRow($0)) }
    for (place, change) in rowSources.map({ (place: $0.place, change: $0.change) }) + reconfigured {
      if !before.indices.contains(place.section) {
        found.insert(.noSection(place.section, of: before.count, change))
      } else if !(0..<before[place.section]).contains(place.row) {
        found.insert(.noRow(place, of: before[place.section], change))
      }
    }
    for (place, change) in rowTargets {
      if !after.indices.contains(place.section) {
        found.insert(.noPlaceForSection(place.section, of: after.count, change))
      } else if !(0..<after[place.section]).contains(place.row) {
        found.insert(.noPlace(place, of: after[place.section], change))
      }
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
    for (index, first) in sectionTargets.enumerated() {
      for second in sectionTargets[(index + 1)...] where second.place == first.place {
        found.insert(.sectionPlaceTwice(first.place, first.change, second.change))
      }
    }
    for (index, first) in rowTargets.enumerated() {
      for second in rowTargets[(index + 1)...] where second.place == first.place {
        found.insert(.placeTwice(first.place, first.change, second.change))
      }
    }
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
    for (from, to) in movedRows {
      if deletedSections.contains(from.section) {
        found.insert(.moveFrom(from, to, because: .deleteSection(from.section)))
      }
      if reloadedSections.contains(from.section) {
        found.insert(.moveFrom(from, to, because: .reloadSection(from.section)))
      }
      guard !kept.contains(where: { $0.to == to.section }) else { continue }
      let reason = sectionOrigins[to.section].map(OracleChange.reloadSection) ?? .insertSection(to.section)
      found.insert(.moveInto(from, to, because: reason))
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
    let targets = rowTargets.map(\.place).filter { place in movedSections.contains { $0.to == place.section } }
    return Set((sources + targets).map { .changeInMovedSection($0) })
  }

  private typealias Source<Place> = (place: Place, taking: OracleTaking, change: OracleChange)
  private typealias Target<Place> = (place: Place, change: OracleChange)

  private var sectionSources: [Source<Int>] {
    let deleted: [Source<Int>] = deletedSections.map { ($0, .deletion, .deleteSection($0)) }
    let reloaded: [Source<Int>] = reloadedSections.map { ($0, .reload, .reloadSection($0)) }
    return deleted + reloaded + movedSections.map { ($0.from, .move, .moveSection($0.from, $0.to)) }
  }

  private var rowSources: [Source<OraclePlace>] {
    let deleted: [Source<OraclePlace>] = deletedRows.map { ($0, .deletion, .deleteRow($0)) }
    let reloaded: [Source<OraclePlace>] = reloadedRows.map { ($0, .reload, .reloadRow($0)) }
    return deleted + reloaded + movedRows.map { ($0.from, .move, .moveRow($0.from, $0.to)) }
  }

  private var sectionTargets: [Target<Int>] {
    let inserted: [Target<Int>] = insertedSections.map { ($0, .insertSection($0)) }
    return inserted + movedSections.map { ($0.to, .moveSection($0.from, $0.to)) }
  }

  private var rowTargets: [Target<OraclePlace>] {
    let inserted: [Target<OraclePlace>] = insertedRows.map { ($0, .insertRow($0)) }
    return inserted + movedRows.map { ($0.to, .moveRow($0.from, $0.to)) }
  }
}
