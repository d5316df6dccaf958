public import ListModel
public import Placement

/// Handing a list the changes that were found between two states of its data.
///
/// The paths of a change set are those of whoever found it: the content side's changes are in its own coordinates, also
/// where the list is woven, and the type of their paths says nothing else here than "a row in a section".
extension ListView {
  /// Makes the changes that were found between two lists of sections, as one batch.
  ///
  /// The data source must give the new list when the batch ends; it is changed in the same batch:
  ///
  /// ```swift
  /// let changes = SectionedListChanges.changes(from: days, to: newDays, sectionsBy: .id, rowsBy: .id)
  /// try list.performBatchUpdates {
  ///   days = newDays
  ///   try list.perform(changes)
  /// }
  /// ```
  ///
  /// - Throws: `ListUpdateError` where the data source's counts do not fit; then nothing has changed.
  public final func perform(
    _ changes: SectionedListChanges, with animation: ListRowAnimation = .automatic
  ) throws(ListUpdateError) {
    try performBatchUpdates { [self] () throws(ListUpdateError) in
      try note(changes.sections, animation)
      try note(changes.rows, animation) { ListPath(row: $0.row, section: $0.section) }
    }
  }

  /// Makes the changes that were found between the rows of one section, as one batch.
  ///
  /// ```swift
  /// try list.performBatchUpdates {
  ///   let changes = ListChanges.changes(from: names, to: newNames)
  ///   names = newNames
  ///   try list.perform(changes, inSection: 0)
  /// }
  /// ```
  ///
  /// - Throws: `ListUpdateError` where the data source's counts do not fit; then nothing has changed.
  public final func perform(
    _ changes: ListChanges<Int>, inSection section: Int, with animation: ListRowAnimation = .automatic
  ) throws(ListUpdateError) {
    try performBatchUpdates { [self] () throws(ListUpdateError) in
      try note(changes, animation) { ListPath(row: $0, section: section) }
    }
  }

  private func note(_ changes: ListChanges<Int>, _ animation: ListRowAnimation) throws(ListUpdateError) {
    if !changes.deletes.isEmpty { try deleteSections(changes.deletes, with: animation) }
    if !changes.inserts.isEmpty { try insertSections(changes.inserts, with: animation) }
    for move in changes.moves { try moveSection(move.from, toSection: move.to) }
    if !changes.reloads.isEmpty { try reloadSections(changes.reloads, with: animation) }
  }

  private func note<Position>(
    _ changes: ListChanges<Position>, _ animation: ListRowAnimation, _ path: (Position) -> ListPath
  ) throws(ListUpdateError) {
    if !changes.deletes.isEmpty { try deleteRows(at: changes.deletes.map(path), with: animation) }
    if !changes.inserts.isEmpty { try insertRows(at: changes.inserts.map(path), with: animation) }
    for move in changes.moves { try moveRow(at: path(move.from), to: path(move.to)) }
    if !changes.reloads.isEmpty { try reloadRows(at: changes.reloads.map(path), with: animation) }
  }
}
