import TestSupport

@testable import BatchUpdates

/// Change sets in the words of the oracle of updates, which knows nothing of how they are made.
extension SectionedListChanges {
  var oracleChanges: [OracleChange] {
    sections.deletes.map(OracleChange.deleteSection) + sections.inserts.map(OracleChange.insertSection)
      + sections.reloads.map(OracleChange.reloadSection) + sections.moves.map { .moveSection($0.from, $0.to) }
      + rows.deletes.map { .deleteRow(OraclePlace($0)) } + rows.inserts.map { .insertRow(OraclePlace($0)) }
      + rows.reloads.map { .reloadRow(OraclePlace($0)) }
      + rows.moves.map { .moveRow(OraclePlace($0.from), OraclePlace($0.to)) }
  }
}

extension OraclePlace {
  init(_ path: FeedPath) { self.init(path.section, path.row) }
}

extension ListChanges where Position == Int {
  /// The same in the one section of a list.
  var inOneSection: SectionedListChanges {
    func path(_ row: Int) -> FeedPath { FeedPath(section: 0, row: row) }
    return SectionedListChanges(
      fitting: ListChanges(),
      rows: ListChanges<FeedPath>(
        ascending: deletes.map(path), inserts: inserts.map(path),
        moves: moves.map { ListChanges<FeedPath>.Move(from: path($0.from), to: path($0.to)) },
        reloads: reloads.map(path)))
  }
}

/// What the oracle makes of an update: the list after it, or the rules that it breaks.
func oracleReplay<Model, Row>(
  _ changes: SectionedListChanges, from old: [ListSection<Model, Row>], takingNewFrom new: [ListSection<Model, Row>]
) -> (list: [ListSection<Model, Row>], breaches: Set<OracleBreach>) {
  let oracle = ListUpdateOracle(
    before: old.map(\.rows.count), after: new.map(\.rows.count), changes: changes.oracleChanges,
    takesChangesInMovedSections: false)
  guard oracle.breaches.isEmpty else { return ([], oracle.breaches) }
  let reloaded = Set(changes.rows.reloads.map(OraclePlace.init))
  let sections = zip(oracle.sectionOrigins, oracle.rowOrigins).enumerated().map { number, origins in
    let origin = origins.0.flatMap { changes.sections.reloads.contains($0) ? nil : $0 }
    let rows = zip(origins.1, new[number].rows).map { place, row in
      place.flatMap { reloaded.contains($0) || origin == nil ? nil : old[$0.section].rows[$0.row] } ?? row
    }
    return ListSection(origin.map { old[$0].model } ?? new[number].model, rows: rows)
  }
  return (sections, [])
}

/// A row or a section with an identifier and content, of which only these two are compared.
struct Item: Identifiable, Equatable {
  var id: Int
  var version = 0
}
