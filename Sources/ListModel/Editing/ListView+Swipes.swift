/// Revealing the actions of a row, one row at a time, until it is put back.
///
/// It is put back when an action says that it is done, by a touch beside it, by another swipe, by scrolling, and when its row
/// goes or is asked for anew. It goes with its row in updates.
extension ListView {
  /// Reveals the actions at an edge of a row, and performs the first if it is swept all the way; answers whether there are any.
  ///
  /// In editing mode rows have controls instead, and are not swiped.
  final func swipe(_ path: ListPath, revealing edge: ListEdge, isFull: Bool) -> Bool {
    guard ifUnchanged({ endSwipe() }) != nil, !editing.isInEditingMode, extents.contains(path),
      canEdit(path) == true, let revealed = actions(of: path, at: edge), !revealed.actions.isEmpty,
      editing.swiped == nil, !editing.isInEditingMode
    else { return false }
    let row = SwipedRow(path, edge, revealed.actions, isTold: true)
    editing.swiped = row
    rawDelegate?.list(self, willBeginEditingRowAt: path)
    guard editing.swiped === row else { return false }
    markSwiped()
    return isFull && revealed.performsFirst ? performAction(0) : true
  }

  /// Taps the control that a row has in editing mode; answers whether it has one that does anything.
  ///
  /// To insert, the data source is told at once; to delete, the row's actions are revealed.
  final func tapEditingControl(_ path: ListPath) -> Bool {
    guard ifUnchanged({ endSwipe() }) != nil, editing.isInEditingMode, let cell = shown.rows[path] else { return false }
    switch cell.editingStyle {
    case .none: return false
    case .insert:
      rawDataSource?.list(self, commit: .insert, forRowAt: path)
      return true
    case .delete:
      guard let revealed = actions(of: path, at: .trailing), !revealed.actions.isEmpty, editing.isInEditingMode else {
        return false
      }
      editing.swiped = SwipedRow(path, .trailing, revealed.actions, isTold: false)
      markSwiped()
      return true
    }
  }

  /// Performs one of the actions that are revealed; answers whether there is such a one.
  final func performAction(_ index: Int) -> Bool {
    guard let swiped = editing.swiped, swiped.actions.indices.contains(index) else { return false }
    swiped.actions[index].perform(self, swiped) { [weak self] _ in
      // Who says it late does not put another row back.
      if let self, editing.swiped === swiped { endSwipe() }
    }
    return true
  }

  /// Puts the row back whose actions are revealed; answers whether there was one.
  @discardableResult
  final func endSwipe(isGone: Bool = false) -> Bool {
    guard let swiped = editing.swiped else { return false }
    editing.swiped = nil
    let cell = shown.rows[swiped.path]
    cell?.showsDeleteConfirmation = false
    if swiped.isTold {
      cell?.isEditing = false
      rawDelegate?.list(self, didEndEditingRowAt: isGone ? nil : swiped.path)
    }
    return true
  }

  /// Ends the swipe of a row that an update takes away or has asked for anew.
  final func endSwipe(ofGone origins: ListOrigins) {
    guard let path = editing.swiped?.path else { return }
    if origins.reloaded.contains(path) || origins.destination(of: path) == nil { endSwipe(isGone: true) }
  }

  /// Takes the swiped row to its new place; one that is gone, because it was swiped when the end of a swipe was told, is forgotten.
  final func followSwipe(_ origins: ListOrigins) {
    guard let swiped = editing.swiped else { return }
    if let place = origins.keptPlace(of: swiped.path) { swiped.path = place } else { editing.swiped = nil }
  }

  /// The actions at an edge of a row; nil where it has none, or asking for them has changed the list.
  private func actions(
    of path: ListPath, at edge: ListEdge
  ) -> (actions: [RevealedAction], performsFirst: Bool)? {
    let given = ifUnchanged {
      edge == .leading
        ? rawDelegate?.list(self, leadingSwipeActionsConfigurationForRowAt: path)
        : rawDelegate?.list(self, trailingSwipeActionsConfigurationForRowAt: path)
    }
    guard let given else { return nil }
    if let given { return (given.actions.map(RevealedAction.init), given.performsFirstActionWithFullSwipe) }
    return edge == .leading ? nil : rowActions(of: path).map { ($0, true) }
  }

  /// The actions at the end of a row for which no configuration is given: those of the older form, or else to delete it.
  private func rowActions(of path: ListPath) -> [RevealedAction]? {
    guard let given = ifUnchanged({ rawDelegate?.list(self, editActionsForRowAt: path) }) else { return nil }
    if let given { return given.map(RevealedAction.init) }
    guard editingStyle(of: path) == .delete else { return nil }
    return ifUnchanged { rawDelegate?.list(self, titleForDeleteConfirmationButtonForRowAt: path) }
      .map { [RevealedAction(deletingWithTitle: $0 ?? "Delete")] }
  }
}
