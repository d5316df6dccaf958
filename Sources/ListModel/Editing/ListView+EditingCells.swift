/// What cells know of editing.
extension ListView {
  /// Asks how a row is indented and edited, and has its cell know; answers whether the list has not changed meanwhile.
  final func setUp(_ cell: ListCell, at path: ListPath) -> Bool {
    guard let level = ifUnchanged({ rawDelegate?.list(self, indentationLevelForRowAt: path) ?? 0 }) else {
      return false
    }
    cell.indentationLevel = max(0, level)
    return setUpEditing(of: cell, at: path)
  }

  /// Asks how a row is edited, if it is, and has its cell know; answers whether the list has not changed meanwhile.
  final func setUpEditing(of cell: ListCell, at path: ListPath) -> Bool {
    cell.endEditing()
    if editing.isInEditingMode {
      guard let editing = rowEditing(at: path) else { return false }
      // A callback may have ended editing mode.
      if self.editing.isInEditingMode { cell.take(editing) }
    }
    markSwiped()
    return true
  }

  /// Has the cell of the row that is swiped know.
  final func markSwiped() {
    guard let swiped = editing.swiped, let cell = shown.rows[swiped.path] else { return }
    cell.isEditing = true
    cell.showsDeleteConfirmation = swiped.edge == .trailing
  }

  /// Whether a row can be edited; nil when asking has changed the list.
  final func canEdit(_ path: ListPath) -> Bool? {
    ifUnchanged { rawDataSource?.list(self, canEditRowAt: path) ?? true }
  }

  /// The style of a row that can be edited; nil when asking has changed the list.
  final func editingStyle(of path: ListPath) -> ListEditingStyle? {
    ifUnchanged { rawDelegate?.list(self, editingStyleForRowAt: path) ?? .delete }
  }

  /// Whether a row can be moved; nil when asking has changed the list.
  final func canMove(_ path: ListPath) -> Bool? {
    ifUnchanged { rawDataSource?.list(self, canMoveRowAt: path) ?? false }
  }

  private func rowEditing(at path: ListPath) -> RowEditing? {
    guard let canEdit = canEdit(path) else { return nil }
    var row = RowEditing(isEditing: canEdit)
    if canEdit {
      guard let style = editingStyle(of: path),
        let indents = ifUnchanged({ rawDelegate?.list(self, shouldIndentWhileEditingRowAt: path) ?? true })
      else { return nil }
      row.style = style
      row.indents = indents
    }
    guard let canMove = canMove(path) else { return nil }
    row.canMove = canMove
    return row
  }
}

/// How a row is edited in editing mode.
struct RowEditing {
  var isEditing: Bool
  var style = ListEditingStyle.none
  var indents = false
  var canMove = false
}

extension ListCell {
  /// Forgets all that it knows of editing.
  final func endEditing() {
    take(RowEditing(isEditing: false))
    showsDeleteConfirmation = false
  }

  final func take(_ editing: RowEditing) {
    isEditing = editing.isEditing
    editingStyle = editing.style
    shouldIndentWhileEditing = editing.indents
    showsReorderControl = editing.canMove
  }
}
