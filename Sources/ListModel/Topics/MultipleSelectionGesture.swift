/// A gesture that selects several rows, from the row where it started to the row that it has reached.
struct MultipleSelection {
  /// The row where the gesture started; nil after that row was removed, and nothing more is selected then.
  private(set) var start: ListPath?
  /// The rows selected by the gesture.
  fileprivate var rows: Set<ListPath> = []

  init(from start: ListPath) {
    self.start = start
  }

  /// Moves the rows to their new positions.
  mutating func follow(_ place: (ListPath) -> ListPath?) {
    start = start.flatMap(place)
    rows = Set(rows.compactMap(place))
  }
}

// MARK: - Multiple selection

/// Selecting several rows in one gesture; each row is selected as by a touch, without highlight and primary action.
extension ListView {
  /// Starts the gesture at a row, which is selected; returns whether the delegate allows it.
  final func beginMultipleSelection(at path: ListPath) -> Bool {
    let revision = revision
    guard selection.gesture == nil, canSelect, extents.contains(path),
      rawDelegate?.list(self, shouldBeginMultipleSelectionInteractionAt: path) ?? false,
      isCurrent(revision), selection.gesture == nil
    else { return false }
    selection.gesture = MultipleSelection(from: path)
    rawDelegate?.list(self, didBeginMultipleSelectionInteractionAt: path)
    if let start = selection.gesture?.start { extendMultipleSelection(to: start) }
    return true
  }

  /// Selects the rows between the start and a row, and deselects the rows beyond that the gesture selected.
  final func extendMultipleSelection(to path: ListPath) {
    guard canSelect, canSelectSeveral, extents.contains(path),
      let interaction = selection.gesture, let start = interaction.start
    else { return }
    let revision = revision
    let range = min(start, path)...max(start, path)
    for row in interaction.rows.sorted() where !range.contains(row) && isCurrent(revision) {
      selection.gesture?.rows.remove(row)
      deselectByTouch(row, revision)
    }
    var next: ListPath? = start
    while let row = next, isCurrent(revision), selection.gesture != nil, range.contains(row) {
      selectInMovement(row, revision)
      guard isCurrent(revision) else { return }
      next = path < start ? extents.row(before: row) : extents.row(after: row)
    }
  }

  /// Ends the gesture and keeps the selection.
  final func endMultipleSelection() {
    guard selection.gesture != nil else { return }
    selection.gesture = nil
    rawDelegate?.listDidEndMultipleSelectionInteraction(self)
  }

  /// Moves the selected rows and the start of the gesture to their new positions.
  final func followMultipleSelection(_ origins: ListOrigins) {
    selection.gesture?.follow(origins.keptDestination(of:))
  }

  private func selectInMovement(_ row: ListPath, _ revision: Int) {
    guard !selection.contains(row), extents.row(row).height > 0, selectByTouch(row, revision),
      isCurrent(revision), selection.contains(row)
    else { return }
    selection.gesture?.rows.insert(row)
  }
}

// MARK: - Multiple selection (ListDisplay)

/// Selecting several rows in one gesture, as with two fingers or a held button.
extension ListDisplay {
  /// Starts the gesture at the row at a point of the content, which is selected, if the delegate allows it.
  ///
  /// - Returns: whether the gesture has started, and must be ended.
  @discardableResult
  public func beginMultipleSelection(at point: ListPoint) -> Bool {
    defer { list.notifyObserversOfChanges() }
    return list.touchedRow(at: point).map { list.beginMultipleSelection(at: $0) } ?? false
  }

  /// Extends the gesture to the row at a point: that row and all rows between it and the first one are selected.
  ///
  /// Rows that the gesture selected are deselected when it moves back.
  public func extendMultipleSelection(to point: ListPoint) {
    if let path = list.touchedRow(at: point) { list.extendMultipleSelection(to: path) }
    list.notifyObserversOfChanges()
  }

  /// Ends the gesture; the rows stay selected.
  public func endMultipleSelection() { list.endMultipleSelection() }
}
