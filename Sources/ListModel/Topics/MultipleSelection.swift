/// Selecting several rows in one movement, from the row where it began to the one that it has come to.
struct MultipleSelection {
  /// The row where it began; nil when that is gone, after which nothing more is selected.
  private(set) var start: ListPath?
  /// The rows that it has selected.
  var rows: Set<ListPath> = []

  init(from start: ListPath) {
    self.start = start
  }

  /// Takes the rows to their new places.
  mutating func follow(_ place: (ListPath) -> ListPath?) {
    start = start.flatMap(place)
    rows = Set(rows.compactMap(place))
  }
}

// MARK: - Multiple selection

/// Selecting several rows in one movement: each is selected and deselected as by a touch, without highlight and primary action.
extension ListView {
  /// Begins at a row, which is selected; answers whether it may.
  final func beginMultipleSelection(at path: ListPath) -> Bool {
    let revision = revision
    guard multipleSelection == nil, canSelect, extents.contains(path),
      rawDelegate?.list(self, shouldBeginMultipleSelectionInteractionAt: path) ?? false,
      isCurrent(revision), multipleSelection == nil
    else { return false }
    multipleSelection = MultipleSelection(from: path)
    rawDelegate?.list(self, didBeginMultipleSelectionInteractionAt: path)
    if let start = multipleSelection?.start { extendMultipleSelection(to: start) }
    return true
  }

  /// Selects what stands between the beginning and a row, and what the movement has selected beyond no longer.
  final func extendMultipleSelection(to path: ListPath) {
    guard canSelect, canSelectSeveral, extents.contains(path),
      let interaction = multipleSelection, let start = interaction.start
    else { return }
    let revision = revision
    let range = min(start, path)...max(start, path)
    for row in interaction.rows.sorted() where !range.contains(row) && isCurrent(revision) {
      multipleSelection?.rows.remove(row)
      deselectByTouch(row, revision)
    }
    var next: ListPath? = start
    while let row = next, isCurrent(revision), multipleSelection != nil, range.contains(row) {
      selectInMovement(row, revision)
      guard isCurrent(revision) else { return }
      next = path < start ? extents.row(before: row) : extents.row(after: row)
    }
  }

  /// Ends it, whatever it has selected.
  final func endMultipleSelection() {
    guard multipleSelection != nil else { return }
    multipleSelection = nil
    rawDelegate?.listDidEndMultipleSelectionInteraction(self)
  }

  /// Takes the rows that it has selected, and the one where it began, to their new places.
  final func followMultipleSelection(_ origins: ListOrigins) {
    multipleSelection?.follow(origins.keptPlace(of:))
  }

  private func selectInMovement(_ row: ListPath, _ revision: Int) {
    guard !selection.contains(row), extents.row(row).height > 0, selectByTouch(row, revision),
      isCurrent(revision), selection.contains(row)
    else { return }
    multipleSelection?.rows.insert(row)
  }
}

// MARK: - Multiple selection

/// Selecting several rows in one movement, as a person does with two fingers, or with a button held down.
extension ListDisplay {
  /// Begins at the row at a point of the content, which is selected, if the delegate allows it.
  ///
  /// - Returns: whether it has begun, so that it is to be ended.
  @discardableResult
  public func beginMultipleSelection(at point: ListPoint) -> Bool {
    defer { list.tellChanges() }
    return list.rowRaw(at: point).map { list.beginMultipleSelection(at: $0) } ?? false
  }

  /// Goes on to the row at a point of the content: it is selected, and all between it and the first.
  ///
  /// Rows that the movement has selected are deselected when it comes back from them.
  public func extendMultipleSelection(to point: ListPoint) {
    if let path = list.rowRaw(at: point) { list.extendMultipleSelection(to: path) }
    list.tellChanges()
  }

  /// Ends it; the rows stay selected.
  public func endMultipleSelection() { list.endMultipleSelection() }
}
