public import ListModel
import Placement

/// A change of the feed that a list shows.
///
/// Use it to keep a copy of the feed up to date, for example to show the feed elsewhere: applied to the feed before,
/// the changes give the feed after.
///
/// ```swift
/// func weaver(_ weaver: ListWeaver, didChange change: FeedChange) {
///   switch change {
///   case .reload: copy = feed(by: weaver.map)
///   case .update(let changes): copy = try changes.applying(to: copy, elementsFrom: feed(by: weaver.map))
///   }
/// }
/// ```
public enum FeedChange: Hashable, Sendable {
  /// The list has been loaded or reloaded; nothing is known about the feed before.
  case reload
  /// The list has made exactly these changes.
  ///
  /// A section that has moved and changed is deleted and inserted, as in every `SectionedListChanges`; a row whose cell
  /// was reconfigured is reloaded. To carry the changes out in a list like UIKit's, use their `batchUpdates`.
  case update(SectionedListChanges)
}

extension FeedChange {
  /// Makes the change of an update that a list has carried out.
  init(_ updates: ListUpdates) {
    do throws(BatchUpdateError) {
      self = .update(try updates.changes())
    } catch {
      // A list carries out only valid updates; if one is not, a reload is always correct.
      assertionFailure("an update of a list is no set of changes: \(error)")
      self = .reload
    }
  }
}

extension ListUpdates {
  /// Returns the update as a set of changes.
  fileprivate func changes() throws(BatchUpdateError) -> SectionedListChanges {
    if deletedSections.isEmpty && insertedSections.isEmpty && reloadedSections.isEmpty && movedSections.isEmpty {
      return try SectionedListChanges(rows: keepsRows ? plainRowChanges : rowChanges(leaving: [], coming: []))
    }
    let (moves, broken) = partedMoves
    let sections = try ListChanges<Int>(
      deletes: deletedSections + broken.map(\.from), inserts: insertedSections + broken.map(\.to), moves: moves,
      reloads: reloadedSections)
    let reloaded = reloadedSections.compactMap(sectionShift.newPosition)
    return try SectionedListChanges(
      sections: sections,
      rows: rowChanges(leaving: Set(sections.deletes + reloadedSections), coming: Set(sections.inserts + reloaded)))
  }

  /// Whether no row moves or is reconfigured.
  private var keepsRows: Bool { movedRows.isEmpty && reconfiguredRows.isEmpty }

  /// The row changes of an update of rows that only deletes, inserts and reloads them.
  private var plainRowChanges: ListChanges<FeedPath> {
    ListChanges(
      fitting: deletedRows.map { FeedPath($0) }, inserts: insertedRows.map { FeedPath($0) },
      reloads: reloadedRows.map { FeedPath($0) })
  }

  /// The moves of sections whose rows don't change, and those of other sections, which are deleted and inserted
  /// instead.
  private var partedMoves: (moves: [ListChanges<Int>.Move], broken: [ListChanges<Int>.Move]) {
    let before = Set((deletedRows + reloadedRows + reconfiguredRows + movedRows.map(\.from)).map(\.section))
    let after = Set((insertedRows + movedRows.map(\.to)).map(\.section))
    let moves = movedSections.map { ListChanges<Int>.Move(from: $0.from, to: $0.to) }
    let isBroken = { (move: ListChanges<Int>.Move) in before.contains(move.from) || after.contains(move.to) }
    return (moves.filter { !isBroken($0) }, moves.filter(isBroken))
  }

  /// Returns the row changes in sections that are neither in `leaving` nor in `coming`.
  ///
  /// A row that both moves and is reconfigured is deleted and inserted, since a move means unchanged contents.
  private func rowChanges(leaving: Set<Int>, coming: Set<Int>) throws(BatchUpdateError) -> ListChanges<FeedPath> {
    let anew = Set(reconfiguredRows)
    var gone = deletedRows
    var new = insertedRows
    var moves: [ListChanges<FeedPath>.Move] = []
    for move in movedRows {
      if anew.contains(move.from) || leaving.contains(move.from.section) || coming.contains(move.to.section) {
        gone.append(move.from)
        new.append(move.to)
      } else {
        moves.append(ListChanges<FeedPath>.Move(from: FeedPath(move.from), to: FeedPath(move.to)))
      }
    }
    let taken = Set(gone + reloadedRows + movedRows.map(\.from))
    return try ListChanges(
      deletes: gone.filter { !leaving.contains($0.section) }.map { FeedPath($0) },
      inserts: new.filter { !coming.contains($0.section) }.map { FeedPath($0) }, moves: moves,
      reloads: (reloadedRows + anew.subtracting(taken)).filter { !leaving.contains($0.section) }.map { FeedPath($0) })
  }
}

// MARK: - Changes

/// Performing changes that were computed between two states of a list's data.
///
/// The paths of the change set are in its maker's coordinates: the content provider's changes are in content
/// coordinates, also in a woven list. The type `FeedPath` means only "a row in a section" here.
extension ListView {
  /// Performs the changes between two lists of sections in one batch.
  ///
  /// The data source must give the new list when the batch ends, so change it in the same batch:
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

  /// Performs the changes between two states of one section's rows in one batch.
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
    if !changes.moves.isEmpty { try moveSections(changes.moves.map { (from: $0.from, to: $0.to) }) }
    if !changes.reloads.isEmpty { try reloadSections(changes.reloads, with: animation) }
  }

  private func note<Position>(
    _ changes: ListChanges<Position>, _ animation: ListRowAnimation, _ path: (Position) -> ListPath
  ) throws(ListUpdateError) {
    if !changes.deletes.isEmpty { try deleteRows(at: changes.deletes.map(path), with: animation) }
    if !changes.inserts.isEmpty { try insertRows(at: changes.inserts.map(path), with: animation) }
    if !changes.moves.isEmpty { try moveRows(changes.moves.map { (from: path($0.from), to: path($0.to)) }) }
    if !changes.reloads.isEmpty { try reloadRows(at: changes.reloads.map(path), with: animation) }
  }
}
