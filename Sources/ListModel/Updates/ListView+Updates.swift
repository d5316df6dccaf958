public import Interception

/// How a change is shown; a list without a screen passes it on to whoever draws.
public enum ListRowAnimation: Sendable, Hashable, CaseIterable {
  /// Rows fade in or out.
  case fade
  /// Rows come from the right, or leave to it.
  case right
  /// Rows come from the left, or leave to it.
  case left
  /// Rows come from the top, or leave to it.
  case top
  /// Rows come from the bottom, or leave to it.
  case bottom
  /// Not at all.
  case none
  /// Rows stay in the middle of the room that opens or closes for them.
  case middle
  /// As the screen sees fit.
  case automatic
}

/// Changes by rules that are UIKit's: the data source is changed first, then the list is told what changed.
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
  public static let insertRows: RowsMessage = RowsMessage("insertRows(at:with:)") {
    (list, request) throws(ListUpdateError) in
    try list.update(by: ListView.insertRows.selector) { $0.insertedRows += request.paths }
  }

  /// Has rows appear that the data source has now; paths count as after the change.
  ///
  /// - Throws: ``ListUpdateError`` where the data source's counts do not fit; then nothing has changed.
  public final func insertRows(at paths: [ListPath], with animation: ListRowAnimation = .automatic)
    throws(ListUpdateError)
  {
    try send(ListView.insertRows, (paths: paths, animation: animation))
  }

  /// The message of ``deleteRows(at:with:)``.
  public static let deleteRows: RowsMessage = RowsMessage("deleteRows(at:with:)") {
    (list, request) throws(ListUpdateError) in
    try list.update(by: ListView.deleteRows.selector) { $0.deletedRows += request.paths }
  }

  /// Has rows disappear that the data source no longer has; paths count as before the change.
  ///
  /// - Throws: ``ListUpdateError`` where the data source's counts do not fit; then nothing has changed.
  public final func deleteRows(at paths: [ListPath], with animation: ListRowAnimation = .automatic)
    throws(ListUpdateError)
  {
    try send(ListView.deleteRows, (paths: paths, animation: animation))
  }

  /// The message of ``reloadRows(at:with:)``.
  public static let reloadRows: RowsMessage = RowsMessage("reloadRows(at:with:)") {
    (list, request) throws(ListUpdateError) in
    try list.update(by: ListView.reloadRows.selector) { $0.reloadedRows += request.paths }
  }

  /// Asks for the cells of rows anew, and deselects them.
  ///
  /// - Throws: ``ListUpdateError`` where the list has no such row; then nothing has changed.
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

  /// Moves a row with its cell and its selection, from a path before the change to one after it.
  ///
  /// - Throws: ``ListUpdateError`` where the data source's counts do not fit; then nothing has changed.
  public final func moveRow(at path: ListPath, to target: ListPath) throws(ListUpdateError) {
    try send(ListView.moveRow, (from: path, to: target))
  }

  /// The message of ``insertSections(_:with:)``.
  public static let insertSections: SectionsMessage = SectionsMessage("insertSections(_:with:)") {
    (list, request) throws(ListUpdateError) in
    try list.update(by: ListView.insertSections.selector) { $0.insertedSections += request.sections }
  }

  /// Has sections appear that the data source has now; numbers count as after the change.
  ///
  /// - Throws: ``ListUpdateError`` where the data source's counts do not fit; then nothing has changed.
  public final func insertSections(_ sections: [Int], with animation: ListRowAnimation = .automatic)
    throws(ListUpdateError)
  {
    try send(ListView.insertSections, (sections: sections, animation: animation))
  }

  /// The message of ``deleteSections(_:with:)``.
  public static let deleteSections: SectionsMessage = SectionsMessage("deleteSections(_:with:)") {
    (list, request) throws(ListUpdateError) in
    try list.update(by: ListView.deleteSections.selector) { $0.deletedSections += request.sections }
  }

  /// Has sections disappear that the data source no longer has; numbers count as before the change.
  ///
  /// - Throws: ``ListUpdateError`` where the data source's counts do not fit; then nothing has changed.
  public final func deleteSections(_ sections: [Int], with animation: ListRowAnimation = .automatic)
    throws(ListUpdateError)
  {
    try send(ListView.deleteSections, (sections: sections, animation: animation))
  }

  /// The message of ``reloadSections(_:with:)``.
  public static let reloadSections: SectionsMessage = SectionsMessage("reloadSections(_:with:)") {
    (list, request) throws(ListUpdateError) in
    try list.update(by: ListView.reloadSections.selector) { $0.reloadedSections += request.sections }
  }

  /// Asks for the count, the heights and the cells of sections anew.
  ///
  /// - Throws: ``ListUpdateError`` where the list has no such section; then nothing has changed.
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

  /// Moves a section with its header, its footer and its rows, from a number before the change to one after it.
  ///
  /// - Throws: ``ListUpdateError`` where the data source's counts do not fit; then nothing has changed.
  public final func moveSection(_ section: Int, toSection target: Int) throws(ListUpdateError) {
    try send(ListView.moveSection, (from: section, to: target))
  }

  /// Notes a change if a batch is open; else makes it.
  final func update(
    by method: @autoclosure () -> Selector, _ note: (inout ListUpdates) -> Void
  ) throws(ListUpdateError) {
    loadIfNeeded()
    try checkCanUpdate(by: method())
    if batch.isOpen { return batch.note(note) }
    var updates = ListUpdates()
    note(&updates)
    try apply(updates)
    tellChanges()
  }

  /// Refuses a method that changes the list, or opens or ends a batch, by a callback of a load or an update: the very question for
  /// the counts would have to be asked again.
  package final func checkCanUpdate(by method: @autoclosure () -> Selector) throws(ListUpdateError) {
    if refusesUpdates { throw .duringUpdate(method()) }
  }

  /// Whether the list is being loaded or updated, and refuses to be changed meanwhile.
  package final var refusesUpdates: Bool { isLoading || isUpdating }
}

extension ListUpdateError {
  /// The refusal of a method while the list is being loaded or updated.
  package static func duringUpdate(_ method: Selector) -> ListUpdateError {
    .refused(method: method.name, reason: "the list is being loaded or updated")
  }
}

// MARK: - Reconfiguring

/// Making shown cells ready anew without replacing them.
extension ListView {
  /// The message of ``reconfigureRows(at:)``.
  public static let reconfigureRows: ThrowingMessage<ListView, [ListPath], Void, ListUpdateError> = .init(
    "reconfigureRows(at:)"
  ) { (list, paths) throws(ListUpdateError) in
    try list.update(by: ListView.reconfigureRows.selector) { $0.reconfiguredRows += paths }
  }

  /// Asks the data source for the cells of rows in view once more, for each of which it is handed out the same one again.
  ///
  /// The rows keep their cells, display and selection, and are measured anew. The cells are asked for when the list is next laid
  /// out; `dequeueReusableCell(withIdentifier:for:)` then answers the cell of the row, if it has that identifier, as it is. A row
  /// for which the data source gives another cell all the same is reloaded, but stays selected.
  ///
  /// - Throws: ``ListUpdateError`` where the list has no such row; then nothing has changed.
  public final func reconfigureRows(at paths: [ListPath]) throws(ListUpdateError) {
    try send(ListView.reconfigureRows, paths)
  }

  /// The part of a layout pass in which cells are made ready anew; answers whether the list has not changed meanwhile.
  final func reconfigureShownRows() -> Bool {
    guard !rowsToReconfigure.isEmpty else { return true }
    let revision = revision
    for path in rowsToReconfigure.sorted() {
      // Those that are left follow their rows if a callback changes the list.
      rowsToReconfigure.remove(path)
      reconfigure(path)
      guard isCurrent(revision) else { return false }
    }
    return true
  }

  /// The cell that is to be made ready anew for a row, if it has an identifier.
  final func cellToReconfigure(for path: ListPath, _ identifier: String) -> ListCell? {
    guard let (row, cell) = reconfigured, row == path, cell.reuseIdentifier == identifier else { return nil }
    return cell
  }

  private func reconfigure(_ path: ListPath) {
    guard let cell = shown.rows[path] else { return }
    let revision = revision
    reconfigured = (path: path, cell: cell)
    let answer = rawDataSource?.list(self, cellForRowAt: path)
    reconfigured = nil
    guard let answer, answer !== cell else { return }
    recycle(answer)
    guard isCurrent(revision) else { return }
    endDisplaying(shown.move(row: { $0 == path ? nil : $0 }, header: { $0 }, footer: { $0 }))
  }
}
