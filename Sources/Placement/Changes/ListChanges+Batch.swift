/// Change sets for lists other than this package's, whose batches take a reload only where no number changes.
extension ListChanges where Position == Int {
  /// The same changes as one batch that any list like UIKit's takes.
  ///
  /// A list like UIKit's carries out a reload at the number that it names, in a list whose numbers have changed: beside moves, or
  /// where the row has another number after the batch, it fails or shows the wrong row. Such a reload is a deletion and an
  /// insertion here. All others, and what is not a reload, stay as they are.
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
    let staying = StayingPlaces(self)
    let places = reloads.map { (old: $0, new: staying.newPlace(of: $0)) }
    return replacing(places.filter { !moves.isEmpty || $0.old != $0.new })
  }
}

extension SectionedListChanges {
  /// The same changes as one batch that any list like UIKit's takes.
  ///
  /// A list like UIKit's carries out a reload at the number that it names, in a list whose numbers have changed. So a section is
  /// reloaded only where no section moves and its number stays, and a row only where no row moves out of its section or into it,
  /// and its path stays. All other reloads are a deletion and an insertion here.
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
    let staying = StayingPlaces(sections)
    let reloadedSections = Set(sections.reloads)
    let leaving = Dictionary(grouping: rows.deletes + rows.moves.map(\.from), by: \.section)
    let coming = Dictionary(grouping: rows.inserts + rows.moves.map(\.to), by: \.section)
    let movedFrom = Set(rows.moves.map(\.from.section))
    let movedTo = Set(rows.moves.map(\.to.section))
    var replaced: [(old: FeedPath, new: FeedPath?)] = []
    for (section, reloads) in Dictionary(grouping: rows.reloads, by: \.section) {
      guard !reloadedSections.contains(section), let target = staying.newPlace(of: section) else {
        // What is said of rows in a section that is deleted or reloaded means nothing; as deletions any list takes it.
        replaced += reloads.map { ($0, nil) }
        continue
      }
      let hasMoves = movedFrom.contains(section) || movedTo.contains(target)
      let places = StayingPlaces(
        leaving: (leaving[section] ?? []).map(\.row), coming: (coming[target] ?? []).map(\.row))
      for path in reloads {
        let new = places.newPlace(of: path.row).map { FeedPath(section: target, row: $0) }
        if hasMoves || new != path { replaced.append((path, new)) }
      }
    }
    return rows.replacing(replaced)
  }
}

extension ListChanges {
  /// The same with some reloads told as deletions and insertions.
  fileprivate func replacing(_ replaced: [(old: Position, new: Position?)]) -> Self {
    if replaced.isEmpty { return self }
    let old = Set(replaced.map(\.old))
    return Self(
      ascending: (deletes + old).sorted(), inserts: (inserts + replaced.compactMap(\.new)).sorted(), moves: moves,
      reloads: reloads.filter { !old.contains($0) })
  }
}
