/// Moving the focus: each step asked of and told to the delegate, in UIKit's order.
///
/// A callback that changes the list, so that paths mean other rows, ends the movement; one that moves the focus does nothing.
extension ListView {
  /// What came of moving the focus to a row.
  enum FocusMovement {
    /// The row has the focus.
    case moved
    /// The row cannot have it.
    case passedOver
    /// It is not to move, or cannot any more.
    case refused
  }

  /// Moves the focus to a row that the list has, which comes into view.
  @discardableResult
  final func moveFocus(to path: ListPath, _ heading: ListFocusHeading) -> FocusMovement {
    guard !focus.isMoving else { return .refused }
    focus.isMoving = true
    defer { focus.isMoving = false }
    let revision = revision
    let canFocus = hasHeight(path) && canFocus(path)
    guard revision == self.revision else { return .refused }
    guard canFocus else { return .passedOver }
    guard path != focus.row, updateFocus(to: path, heading) else { return .refused }
    selectFocusedRow(path, revision)
    return .moved
  }

  /// Takes the focus from the list; answers whether it has gone.
  final func endFocus() -> Bool {
    guard !focus.isMoving, focus.row != nil else { return false }
    focus.isMoving = true
    defer { focus.isMoving = false }
    return updateFocus(to: nil, .none)
  }

  /// Moves the focus to the preferred row, or the first in view that can have it; answers whether it has moved.
  @discardableResult
  final func focusPreferredRow() -> Bool {
    guard !focus.isMoving else { return false }
    layoutRaw()
    let revision = revision
    focus.isMoving = true
    let preferred = preferredRow
    focus.isMoving = false
    let rows = [preferred].compactMap { $0 } + shown.rows.keys.sorted()
    for path in rows where revision == self.revision {
      switch moveFocus(to: path, .none) {
      case .moved: return true
      case .passedOver: continue
      case .refused: return false
      }
    }
    return false
  }

  private var preferredRow: ListPath? {
    if remembersLastFocusedIndexPath, let last = focus.lastRow { return last }
    let preferred = rawDelegate?.indexPathForPreferredFocusedView(in: self)
    return preferred.flatMap { extents.contains($0) ? $0 : nil }
  }

  private func canFocus(_ path: ListPath) -> Bool {
    extents.contains(path) && rawDelegate?.list(self, canFocusRowAt: path) ?? allowsSelection
  }

  private func hasHeight(_ path: ListPath) -> Bool {
    measureOutOfView(path)
    return extents.contains(path) && extents.row(path).height > 0
  }

  private func updateFocus(to path: ListPath?, _ heading: ListFocusHeading) -> Bool {
    let revision = revision
    let context = ListFocusUpdateContext(
      previouslyFocusedIndexPath: focus.row, nextFocusedIndexPath: path, focusHeading: heading)
    guard rawDelegate?.list(self, shouldUpdateFocusIn: context) ?? true, revision == self.revision else {
      return false
    }
    if let path { _ = scrollRaw(following: path, .none) }
    guard revision == self.revision else { return false }
    focus.row.map { shown.rows[$0]?.isFocused = false }
    path.map { shown.rows[$0]?.isFocused = true }
    focus.move(to: path)
    tellDelegate(context)
    return true
  }

  private func tellDelegate(_ context: ListFocusUpdateContext) {
    let coordinator = ListFocusAnimationCoordinator()
    rawDelegate?.list(self, didUpdateFocusIn: context, with: coordinator)
    coordinator.runAnimations()
    coordinator.runCompletions()
  }

  private func selectFocusedRow(_ path: ListPath, _ revision: Int) {
    guard selectionFollowsFocus, revision == self.revision,
      rawDelegate?.list(self, selectionFollowsFocusForRowAt: path) ?? true,
      revision == self.revision, !selection.contains(path)
    else { return }
    touch(path, isPrimaryAction: false)
  }
}
