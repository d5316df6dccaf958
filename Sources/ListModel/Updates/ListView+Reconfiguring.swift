public import Interception

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
      guard revision == self.revision else { return false }
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
    guard revision == self.revision else { return }
    endDisplaying(shown.move(row: { $0 == path ? nil : $0 }, header: { $0 }, footer: { $0 }))
  }
}
