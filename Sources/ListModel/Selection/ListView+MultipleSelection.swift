/// Selecting several rows in one movement: each is selected and deselected as by a touch, without highlight and primary action.
extension ListView {
  /// Begins at a row, which is selected; answers whether it may.
  final func beginMultipleSelection(at path: ListPath) -> Bool {
    let revision = revision
    guard multipleSelection == nil, canSelect, extents.contains(path),
      rawDelegate?.list(self, shouldBeginMultipleSelectionInteractionAt: path) ?? false,
      revision == self.revision, multipleSelection == nil
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
    for row in interaction.rows.sorted() where !range.contains(row) && revision == self.revision {
      multipleSelection?.rows.remove(row)
      deselectByTouch(row, revision)
    }
    var next: ListPath? = start
    while let row = next, revision == self.revision, multipleSelection != nil, range.contains(row) {
      selectInMovement(row, revision)
      guard revision == self.revision else { return }
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
      revision == self.revision, selection.contains(row)
    else { return }
    multipleSelection?.rows.insert(row)
  }
}
