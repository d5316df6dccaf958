/// Change sets for lists other than this package's, whose batches accept a reload only if no index changes.
extension ListChanges where Position == Int {
  /// The same changes as one batch that any list like UIKit's accepts.
  ///
  /// A list like UIKit's carries out a reload at its old index in a list whose indices have changed already. In a batch
  /// with moves, or if the row's index changes, the list fails or shows the wrong row. Here such a reload becomes a
  /// deletion and an insertion. All other changes stay the same.
  ///
  /// ```swift
  /// let changes = try ListChanges(moves: [.init(from: 2, to: 0)], reloads: [0])   // 1 2 3 → 3 1' 2
  /// changes.batchUpdates.deletes   // [0]
  /// changes.batchUpdates.inserts   // [1]
  /// ```
  ///
  /// - Complexity: O(n log n) for n changes; O(1) without reloads.
  public var batchUpdates: Self {
    if reloads.isEmpty { return self }
    let shift = PositionShift(self)
    let places = reloads.map { (old: $0, new: shift.newPosition(of: $0)) }
    return replacing(places.filter { !moves.isEmpty || $0.old != $0.new })
  }
}

extension SectionedListChanges {
  /// The same changes as one batch that any list like UIKit's accepts.
  ///
  /// A list like UIKit's carries out a reload at its old index in a list whose indices have changed already. So a
  /// section is reloaded only if no section moves and its index stays the same. A row is reloaded only if no row moves
  /// out of or into its section and its path stays the same. All other reloads become a deletion and an insertion.
  ///
  /// ```swift
  /// let batch = SectionedListChanges.changes(from: days, to: newDays, sectionsBy: .id, rowsBy: .id).batchUpdates
  /// tableView.performBatchUpdates {
  ///   days = newDays
  ///   tableView.deleteSections(IndexSet(batch.sections.deletes), with: .automatic)
  ///   tableView.deleteRows(at: batch.rows.deletes.map { IndexPath(row: $0.row, section: $0.section) }, with: .automatic)
  ///   …
  /// }
  /// ```
  ///
  /// - Complexity: O(n log n) for n changes; O(1) without reloads.
  public var batchUpdates: Self {
    if sections.reloads.isEmpty && rows.reloads.isEmpty { return self }
    return SectionedListChanges(fitting: sections.batchUpdates, rows: rowBatchUpdates)
  }

  private var rowBatchUpdates: ListChanges<FeedPath> {
    if rows.reloads.isEmpty { return rows }
    let shift = PositionShift(sections)
    let reloadedSections = Set(sections.reloads)
    let leaving = Dictionary(grouping: rows.deletes + rows.moves.map(\.from), by: \.section)
    let coming = Dictionary(grouping: rows.inserts + rows.moves.map(\.to), by: \.section)
    let movedFrom = Set(rows.moves.map(\.from.section))
    let movedTo = Set(rows.moves.map(\.to.section))
    var replaced: [(old: FeedPath, new: FeedPath?)] = []
    for (section, reloads) in Dictionary(grouping: rows.reloads, by: \.section) {
      guard !reloadedSections.contains(section), let target = shift.newPosition(of: section) else {
        // Row changes in a section that is deleted or reloaded have no effect; any list accepts them as deletions.
        replaced += reloads.map { ($0, nil) }
        continue
      }
      let hasMoves = movedFrom.contains(section) || movedTo.contains(target)
      let shift = PositionShift(
        leaving: (leaving[section] ?? []).map(\.row), coming: (coming[target] ?? []).map(\.row))
      for path in reloads {
        let new = shift.newPosition(of: path.row).map { FeedPath(section: target, row: $0) }
        if hasMoves || new != path { replaced.append((path, new)) }
      }
    }
    return rows.replacing(replaced)
  }
}

extension ListChanges {
  /// Returns the same changes with some reloads replaced by deletions and insertions.
  fileprivate func replacing(_ replaced: [(old: Position, new: Position?)]) -> Self {
    if replaced.isEmpty { return self }
    let old = Set(replaced.map(\.old))
    return Self(
      ascending: (deletes + old).sorted(), inserts: (inserts + replaced.compactMap(\.new)).sorted(), moves: moves,
      reloads: reloads.filter { !old.contains($0) })
  }
}
