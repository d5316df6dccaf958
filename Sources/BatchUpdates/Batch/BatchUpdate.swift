/// The changes between two states of a list's data, in UIKit's terms.
///
/// Deletions, reloads and sources of moves are positions before the update; insertions and targets of moves are
/// positions after it. Their order does not matter. Reconfigured rows are positions before the update, and do not
/// affect the counts.
package struct BatchUpdate<Space: RowPathSpace> {
  package var deletedSections: [Int] = []
  package var insertedSections: [Int] = []
  package var reloadedSections: [Int] = []
  package var movedSections: [(from: Int, to: Int)] = []
  package var deletedRows: [RowPath<Space>] = []
  package var insertedRows: [RowPath<Space>] = []
  package var reloadedRows: [RowPath<Space>] = []
  package var reconfiguredRows: [RowPath<Space>] = []
  package var movedRows: [(from: RowPath<Space>, to: RowPath<Space>)] = []

  @_specialize(where Space == ListSpace)
  package init() {}
}

/// An update of a list, in its own coordinates.
package typealias ListUpdates = BatchUpdate<ListSpace>

// Closures and no key paths: a key path of a generic type is made again at each use.
extension BatchUpdate {
  /// The sections that leave their positions: deleted and moved ones, as before the update.
  @inlinable @inline(__always)
  package var leavingSections: [Int] {
    movedSections.isEmpty ? deletedSections : deletedSections + movedSections.map { $0.from }
  }

  /// The sections that come to their positions: inserted and moved ones, as after the update.
  @inlinable @inline(__always)
  package var comingSections: [Int] {
    movedSections.isEmpty ? insertedSections : insertedSections + movedSections.map { $0.to }
  }

  /// The rows that leave their positions: deleted and moved ones, as before the update.
  package var leavingRows: [RowPath<Space>] {
    @_specialize(where Space == ListSpace) get {
      movedRows.isEmpty ? deletedRows : deletedRows + movedRows.map { $0.from }
    }
  }

  /// The rows that come to their positions: inserted and moved ones, as after the update.
  package var comingRows: [RowPath<Space>] {
    @_specialize(where Space == ListSpace) get {
      movedRows.isEmpty ? insertedRows : insertedRows + movedRows.map { $0.to }
    }
  }

  /// Whether no section is deleted, inserted or moved.
  @inlinable @inline(__always)
  package var keepsSections: Bool { deletedSections.isEmpty && insertedSections.isEmpty && movedSections.isEmpty }

  /// Where the sections go that are neither deleted, inserted nor moved.
  package var sectionShift: PositionShift { PositionShift(leaving: leavingSections, coming: comingSections) }
}

// MARK: - Origins

extension BatchUpdate {
  /// Returns the origin of each row after the update, or why the update does not produce the row counts `after` from
  /// `before`.
  ///
  /// - Complexity: O(sections + c log c) for c changes.
  @_specialize(where Space == ListSpace)
  package func origins(from before: [Int], to after: [Int]) -> Result<BatchOrigins<Space>, BatchFault<Space>> {
    let sections = sectionShift
    let fault =
      faultOfSections(before.count, after.count) ?? faultOfSources(before) ?? faultOfTargets(after)
      ?? faultOfReconfiguring(before) ?? faultOfMoves(sections)
    if let fault { return .failure(fault) }
    let origins = BatchOrigins<Space>(
      sections: sections.origins(of: before.count, moves: movedSections), before: before, after: after,
      reloadedSections: Set(reloadedSections), leaving: leavingRows, coming: comingRows)
    if let section = origins.firstWrongCount { return .failure(rowCountFault(section, origins)) }
    origins.setRows(of: self)
    return .success(origins)
  }

  private func rowCountFault(_ section: Int, _ origins: BatchOrigins<Space>) -> BatchFault<Space> {
    let former = origins.sections[section] ?? section
    return .rowCount(
      section: section, before: origins.before[former], after: origins.after[section],
      inserted: insertedRows.count { $0.section == section }, deleted: deletedRows.count { $0.section == former },
      movedIn: movedRows.count { $0.to.section == section }, movedOut: movedRows.count { $0.from.section == former })
  }
}

// MARK: - Checks

extension BatchUpdate {
  private typealias State = BatchFault<Space>.State
  private typealias Sections = BatchPositions<Int, BatchOperation<Space>>
  private typealias Rows = BatchPositions<RowPath<Space>, BatchOperation<Space>>

  private var sectionMove: (_ index: Int, _ section: Int) -> BatchOperation<Space> {
    { [movedSections] index, _ in .moveSection(movedSections[index].from, to: movedSections[index].to) }
  }

  private var sectionSources: Sections {
    let groups: [Sections.Group] = [
      (deletedSections, { .deleteSection($1) }), (reloadedSections, { .reloadSection($1) }),
    ]
    return BatchPositions(groups + [(movedSections.map { $0.from }, sectionMove)])
  }

  /// Returns a fault if a row that leaves its position or is reloaded does not exist, or is named twice.
  private func faultOfSources(_ before: [Int]) -> BatchFault<Space>? {
    if deletedRows.isEmpty, reloadedRows.isEmpty, movedRows.isEmpty { return nil }
    let groups: [Rows.Group] = [(deletedRows, { .deleteRow($1) }), (reloadedRows, { .reloadRow($1) })]
    return fault(in: BatchPositions(groups + moves { $0.from }), .before, before)
  }

  private var sectionTargets: Sections {
    BatchPositions([(insertedSections, { .insertSection($1) }), (movedSections.map { $0.to }, sectionMove)])
  }

  /// Returns a fault if a row that comes to its position does not exist then, or is named twice.
  private func faultOfTargets(_ after: [Int]) -> BatchFault<Space>? {
    if insertedRows.isEmpty, movedRows.isEmpty { return nil }
    return fault(in: BatchPositions([(insertedRows, { .insertRow($1) })] + moves { $0.to }), .after, after)
  }

  /// The group of the moved rows by one of their positions; none where no row moves.
  private func moves(_ position: ((from: RowPath<Space>, to: RowPath<Space>)) -> RowPath<Space>) -> [Rows.Group] {
    if movedRows.isEmpty { return [] }
    return [
      (movedRows.map(position), { [movedRows] index, _ in .moveRow(movedRows[index].from, to: movedRows[index].to) })
    ]
  }

  /// Returns a fault if the changes of sections contradict each other, or don't produce the number after the update.
  private func faultOfSections(_ before: Int, _ after: Int) -> BatchFault<Space>? {
    if !keepsSections || !reloadedSections.isEmpty {
      let fault = fault(in: sectionSources, .before, count: before) ?? fault(in: sectionTargets, .after, count: after)
      if let fault { return fault }
    }
    let (inserted, deleted) = (insertedSections.count, deletedSections.count)
    if after == before + inserted - deleted { return nil }
    return .sectionCount(before: before, after: after, inserted: inserted, deleted: deleted)
  }

  /// Returns a fault if a reconfigured row does not exist; it may be named repeatedly, and changed in other ways.
  private func faultOfReconfiguring(_ before: [Int]) -> BatchFault<Space>? {
    if reconfiguredRows.isEmpty { return nil }
    return missing(BatchPositions([(reconfiguredRows, { .reconfigureRow($1) })]), .before, before)
  }

  /// Returns a fault if a section does not exist in a state of the list, or is named twice.
  private func fault(in sections: Sections, _ state: State, count: Int) -> BatchFault<Space>? {
    if let (section, operation) = sections.first(where: { !(0..<count ~= $0) }) {
      return .noSection(section, of: count, state, for: operation)
    }
    return sections.firstRepeated().map { .sectionTwice($0.position, state, by: $0.one, and: $0.other) }
  }

  /// Returns a fault if a row does not exist in a state of the list, or is named twice.
  private func fault(in rows: Rows, _ state: State, _ counts: [Int]) -> BatchFault<Space>? {
    missing(rows, state, counts)
      ?? rows.firstRepeated().map { .rowTwice($0.position, state, by: $0.one, and: $0.other) }
  }

  /// Returns a fault if a row does not exist in a state of the list.
  private func missing(_ rows: Rows, _ state: State, _ counts: [Int]) -> BatchFault<Space>? {
    guard let (path, operation) = rows.first(where: { !$0.exists(in: counts) }) else { return nil }
    guard counts.indices.contains(path.section) else {
      return .noSection(path.section, of: counts.count, state, for: operation)
    }
    return .noRow(path, of: counts[path.section], state, for: operation)
  }

  /// Returns a fault if a row moves out of or into a section that is deleted, inserted or reloaded, since a moved row
  /// keeps its cell.
  ///
  /// - Parameter allowsMovedSections: Whether rows may also move out of and into sections that are moved.
  func faultOfMoves(_ sections: PositionShift, allowsMovedSections: Bool = true) -> BatchFault<Space>? {
    if movedRows.isEmpty { return nil }
    var sources: [Int: BatchOperation<Space>] = [:]
    var targets: [Int: BatchOperation<Space>] = [:]
    for section in deletedSections { sources[section] = .deleteSection(section) }
    for section in insertedSections { targets[section] = .insertSection(section) }
    for section in reloadedSections {
      sources[section] = .reloadSection(section)
      if let place = sections.newPosition(of: section) { targets[place] = .reloadSection(section) }
    }
    for (from, to) in allowsMovedSections ? [] : movedSections {
      sources[from] = .moveSection(from, to: to)
      targets[to] = .moveSection(from, to: to)
    }
    for (from, to) in movedRows {
      if let reason = sources[from.section] { return .moveOfRow(from: from, to: to, .before, because: reason) }
      if let reason = targets[to.section] { return .moveOfRow(from: from, to: to, .after, because: reason) }
    }
    return nil
  }
}

extension RowPath {
  /// Returns whether a list with these numbers of rows in its sections has the row.
  package func exists(in counts: [Int]) -> Bool { counts.indices.contains(section) && 0..<counts[section] ~= row }
}
