public import Interception

/// The animation of a change; a list without a screen leaves it to the renderer.
public enum ListRowAnimation: Sendable, Hashable, CaseIterable {
  /// Rows fade in or out.
  case fade
  /// Rows come from the right, or leave to the right.
  case right
  /// Rows come from the left, or leave to the left.
  case left
  /// Rows come from the top, or leave to the top.
  case top
  /// Rows come from the bottom, or leave to the bottom.
  case bottom
  /// No animation.
  case none
  /// Rows stay in the middle of the space that opens or closes for them.
  case middle
  /// The renderer chooses an animation.
  case automatic
}

/// Updates by UIKit's rules: change the data source first, then notify the list of the changes.
extension ListView {
  /// A message that changes rows.
  public typealias RowsMessage = ThrowingMessage<
    ListView, (paths: [ListPath], animation: ListRowAnimation), Void, ListUpdateError
  >
  /// A message that changes sections.
  public typealias SectionsMessage = ThrowingMessage<
    ListView, (sections: [Int], animation: ListRowAnimation), Void, ListUpdateError
  >

  /// The message of ``insertRows(at:with:)``.
  public static let insertRows: RowsMessage = message("insertRows(at:with:)") { $0.insertedRows += $1 }

  /// Inserts rows that the data source already has; paths count as after the change.
  ///
  /// - Throws: ``ListUpdateError`` if the data source's counts do not match; the list is then unchanged.
  public final func insertRows(at paths: [ListPath], with animation: ListRowAnimation = .automatic)
    throws(ListUpdateError)
  {
    try send(ListView.insertRows, (paths: paths, animation: animation))
  }

  /// The message of ``deleteRows(at:with:)``.
  public static let deleteRows: RowsMessage = message("deleteRows(at:with:)") { $0.deletedRows += $1 }

  /// Deletes rows that the data source no longer has; paths count as before the change.
  ///
  /// - Throws: ``ListUpdateError`` if the data source's counts do not match; the list is then unchanged.
  public final func deleteRows(at paths: [ListPath], with animation: ListRowAnimation = .automatic)
    throws(ListUpdateError)
  {
    try send(ListView.deleteRows, (paths: paths, animation: animation))
  }

  /// The message of ``reloadRows(at:with:)``.
  public static let reloadRows: RowsMessage = message("reloadRows(at:with:)") { $0.reloadedRows += $1 }

  /// Requests the cells of rows again, and deselects the rows.
  ///
  /// - Throws: ``ListUpdateError`` if a row does not exist; the list is then unchanged.
  public final func reloadRows(at paths: [ListPath], with animation: ListRowAnimation = .automatic)
    throws(ListUpdateError)
  {
    try send(ListView.reloadRows, (paths: paths, animation: animation))
  }

  /// The message of ``moveRow(at:to:)``.
  public static let moveRow: ThrowingMessage<ListView, (from: ListPath, to: ListPath), Void, ListUpdateError> = .init(
    "moveRow(at:to:)"
  ) { (list, move) throws(ListUpdateError) in
    try list.update(by: ListView.moveRow.selector) { $0.movedRows.append((from: move.from, to: move.to)) }
  }

  /// Moves a row with its cell and its selection, from a path before the change to a path after it.
  ///
  /// - Throws: ``ListUpdateError`` if the data source's counts do not match; the list is then unchanged.
  public final func moveRow(at path: ListPath, to target: ListPath) throws(ListUpdateError) {
    try send(ListView.moveRow, (from: path, to: target))
  }

  /// The message of ``moveRows(_:)``.
  public static let moveRows: ThrowingMessage<ListView, [(from: ListPath, to: ListPath)], Void, ListUpdateError> =
    .init("moveRows(_:)") { (list, moves) throws(ListUpdateError) in
      try list.update(by: ListView.moveRows.selector) { $0.movedRows += moves }
    }

  /// Moves rows with their cells and their selection, each from a path before the change to a path after it.
  ///
  /// The moves are one update, and one message for those that hook the list.
  ///
  /// - Throws: ``ListUpdateError`` if the data source's counts do not match; the list is then unchanged.
  public final func moveRows(_ moves: [(from: ListPath, to: ListPath)]) throws(ListUpdateError) {
    try send(ListView.moveRows, moves)
  }

  /// The message of ``insertSections(_:with:)``.
  public static let insertSections: SectionsMessage = message("insertSections(_:with:)") { $0.insertedSections += $1 }

  /// Inserts sections that the data source already has; numbers count as after the change.
  ///
  /// - Throws: ``ListUpdateError`` if the data source's counts do not match; the list is then unchanged.
  public final func insertSections(_ sections: [Int], with animation: ListRowAnimation = .automatic)
    throws(ListUpdateError)
  {
    try send(ListView.insertSections, (sections: sections, animation: animation))
  }

  /// The message of ``deleteSections(_:with:)``.
  public static let deleteSections: SectionsMessage = message("deleteSections(_:with:)") { $0.deletedSections += $1 }

  /// Deletes sections that the data source no longer has; numbers count as before the change.
  ///
  /// - Throws: ``ListUpdateError`` if the data source's counts do not match; the list is then unchanged.
  public final func deleteSections(_ sections: [Int], with animation: ListRowAnimation = .automatic)
    throws(ListUpdateError)
  {
    try send(ListView.deleteSections, (sections: sections, animation: animation))
  }

  /// The message of ``reloadSections(_:with:)``.
  public static let reloadSections: SectionsMessage = message("reloadSections(_:with:)") { $0.reloadedSections += $1 }

  /// Requests the row counts, heights and cells of sections again.
  ///
  /// - Throws: ``ListUpdateError`` if a section does not exist; the list is then unchanged.
  public final func reloadSections(_ sections: [Int], with animation: ListRowAnimation = .automatic)
    throws(ListUpdateError)
  {
    try send(ListView.reloadSections, (sections: sections, animation: animation))
  }

  /// The message of ``moveSection(_:toSection:)``.
  public static let moveSection: ThrowingMessage<ListView, (from: Int, to: Int), Void, ListUpdateError> = .init(
    "moveSection(_:toSection:)"
  ) { (list, move) throws(ListUpdateError) in
    try list.update(by: ListView.moveSection.selector) { $0.movedSections.append(move) }
  }

  /// Moves a section with its header, footer and rows, from a number before the change to a number after it.
  ///
  /// - Throws: ``ListUpdateError`` if the data source's counts do not match; the list is then unchanged.
  public final func moveSection(_ section: Int, toSection target: Int) throws(ListUpdateError) {
    try send(ListView.moveSection, (from: section, to: target))
  }

  /// The message of ``moveSections(_:)``.
  public static let moveSections: ThrowingMessage<ListView, [(from: Int, to: Int)], Void, ListUpdateError> = .init(
    "moveSections(_:)"
  ) { (list, moves) throws(ListUpdateError) in
    try list.update(by: ListView.moveSections.selector) { $0.movedSections += moves }
  }

  /// Moves sections with their headers, footers and rows, each from a number before the change to a number after it.
  ///
  /// The moves are one update, and one message for those that hook the list.
  ///
  /// - Throws: ``ListUpdateError`` if the data source's counts do not match; the list is then unchanged.
  public final func moveSections(_ moves: [(from: Int, to: Int)]) throws(ListUpdateError) {
    try send(ListView.moveSections, moves)
  }

  /// Makes a message that adds rows to an update.
  private static func message(
    _ name: StaticString, _ note: @escaping @Sendable (inout ListUpdates, [ListPath]) -> Void
  ) -> RowsMessage {
    RowsMessage(name) { (list, request) throws(ListUpdateError) in
      try list.update(by: Selector("\(name)")) { note(&$0, request.paths) }
    }
  }

  /// Makes a message that adds sections to an update.
  private static func message(
    _ name: StaticString, _ note: @escaping @Sendable (inout ListUpdates, [Int]) -> Void
  ) -> SectionsMessage {
    SectionsMessage(name) { (list, request) throws(ListUpdateError) in
      try list.update(by: Selector("\(name)")) { note(&$0, request.sections) }
    }
  }

  /// Adds a change to the open batch; carries it out at once if no batch is open.
  final func update(
    by method: @autoclosure () -> Selector, _ note: (inout ListUpdates) -> Void
  ) throws(ListUpdateError) {
    loadIfNeeded()
    try checkCanUpdate(by: method())
    if batch.isOpen { return batch.note(note) }
    var updates = ListUpdates()
    note(&updates)
    try apply(updates)
    notifyObserversOfChanges()
  }

  /// Throws if the list is being loaded or updated, where no method may change the list, or open or close a batch.
  ///
  /// A callback during a load or an update that changed the list would require the counts to be requested again.
  package final func checkCanUpdate(by method: @autoclosure () -> Selector) throws(ListUpdateError) {
    if refusesUpdates { throw .duringUpdate(method()) }
  }

  /// Whether the list is being loaded or updated and refuses changes.
  package final var refusesUpdates: Bool { data.isLoading || data.isUpdating }
}

extension ListUpdateError {
  /// Returns the error for a method called while the list is being loaded or updated.
  package static func duringUpdate(_ method: Selector) -> ListUpdateError {
    .refused(method: method.name, reason: "the list is being loaded or updated")
  }
}

// MARK: - Reconfiguring

/// The rows whose cells are to be reconfigured.
struct ReconfiguringState {
  /// The rows whose cells are reconfigured in the next layout.
  var rows: Set<ListPath> = []
  /// The row whose cell is being reconfigured.
  fileprivate var current: (path: ListPath, cell: ListCell)?

  /// Moves the rows to their new positions, and adds those of the update.
  mutating func follow(_ origins: ListOrigins) {
    rows = Set(rows.union(origins.reconfigured).compactMap(origins.destination(of:)))
  }
}

/// Configuring displayed cells again without replacing them.
extension ListView {
  /// The message of ``reconfigureRows(at:)``.
  public static let reconfigureRows: ThrowingMessage<ListView, [ListPath], Void, ListUpdateError> = .init(
    "reconfigureRows(at:)"
  ) { (list, paths) throws(ListUpdateError) in
    try list.update(by: ListView.reconfigureRows.selector) { $0.reconfiguredRows += paths }
  }

  /// Configures the cells of visible rows again: the data source is asked for each cell, and receives the same cell to
  /// reuse.
  ///
  /// The rows keep their cells, display and selection, and are measured again. The cells are requested in the next
  /// layout; `dequeueReusableCell(withIdentifier:for:)` then returns the row's own cell unchanged, if it has that
  /// identifier. If the data source returns another cell nevertheless, the row is reloaded, but stays selected.
  ///
  /// - Throws: ``ListUpdateError`` if a row does not exist; the list is then unchanged.
  public final func reconfigureRows(at paths: [ListPath]) throws(ListUpdateError) {
    try send(ListView.reconfigureRows, paths)
  }

  /// Configures displayed cells again, as part of a layout pass; returns whether the list stayed unchanged.
  final func reconfigureShownRows() -> Bool {
    guard !reconfiguring.rows.isEmpty else { return true }
    let revision = revision
    for path in reconfiguring.rows.sorted() {
      // The remaining rows are tracked if a callback changes the list.
      reconfiguring.rows.remove(path)
      reconfigure(path)
      guard isCurrent(revision) else { return false }
    }
    return true
  }

  /// Returns the cell that is being reconfigured for a row, if it has the identifier.
  final func cellToReconfigure(for path: ListPath, _ identifier: String) -> ListCell? {
    guard let (row, cell) = reconfiguring.current, row == path, cell.reuseIdentifier == identifier else { return nil }
    return cell
  }

  private func reconfigure(_ path: ListPath) {
    guard let cell = shown.rows[path] else { return }
    let revision = revision
    reconfiguring.current = (path: path, cell: cell)
    let answer = rawDataSource?.list(self, cellForRowAt: path)
    reconfiguring.current = nil
    guard let answer, answer !== cell else { return }
    recycle(answer)
    guard isCurrent(revision) else { return }
    endDisplaying(shown.move(row: { $0 == path ? nil : $0 }, header: { $0 }, footer: { $0 }))
  }
}
