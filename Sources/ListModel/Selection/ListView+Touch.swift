/// What a touch does to a row: highlight, then selection, each step asked of and told to the delegate, in UIKit's order.
///
/// A callback that changes the list, so that paths mean other rows, ends the touch.
extension ListView {
  /// Touches a row; answers whether a row is selected that was not.
  ///
  /// Where one row only can be selected, and the selected one may not be deselected, it stays.
  @discardableResult
  final func touch(_ path: ListPath, isPrimaryAction: Bool = true) -> Bool {
    let revision = revision
    guard canSelect, extents.contains(path), highlight(path, revision) else { return false }
    let addsToSelection = canSelectSeveral && !selection.order.isEmpty
    let isNew = changeSelection(path, revision)
    if isPrimaryAction, !addsToSelection { performPrimaryAction(path, revision) }
    return isNew
  }

  private func changeSelection(_ path: ListPath, _ revision: Int) -> Bool {
    if canSelectSeveral, selection.contains(path) {
      deselectByTouch(path, revision)
      return false
    }
    return selectByTouch(path, revision)
  }

  /// Has a row do what it is there for, whether or not its selection was allowed to change.
  private func performPrimaryAction(_ path: ListPath, _ revision: Int) {
    guard revision == self.revision, rawDelegate?.list(self, canPerformPrimaryActionForRowAt: path) ?? true,
      revision == self.revision
    else { return }
    rawDelegate?.list(self, performPrimaryActionForRowAt: path)
  }

  /// Selects a row, in place of the one that is selected unless several can be; answers whether one is that was not.
  final func selectByTouch(_ path: ListPath, _ revision: Int) -> Bool {
    let target = rawDelegate.map { $0.list(self, willSelectRowAt: path) } ?? path
    guard revision == self.revision, let target, extents.contains(target) else { return false }
    let isNew = !selection.contains(target)
    if isNew, !canSelectSeveral {
      for former in selection.order where selection.contains(former) { deselectByTouch(former, revision) }
      guard revision == self.revision, selection.order.isEmpty else { return false }
    }
    setSelected(true, target)
    rawDelegate?.list(self, didSelectRowAt: target)
    return isNew
  }

  /// Highlights a row for a moment; answers whether the touch goes on.
  private func highlight(_ path: ListPath, _ revision: Int) -> Bool {
    guard rawDelegate?.list(self, shouldHighlightRowAt: path) ?? true, revision == self.revision else { return false }
    let cell = shown.rows[path]
    cell?.isHighlighted = true
    rawDelegate?.list(self, didHighlightRowAt: path)
    cell?.isHighlighted = false
    guard revision == self.revision else { return false }
    rawDelegate?.list(self, didUnhighlightRowAt: path)
    return revision == self.revision
  }

  final func deselectByTouch(_ path: ListPath, _ revision: Int) {
    guard revision == self.revision else { return }
    let target = rawDelegate.map { $0.list(self, willDeselectRowAt: path) } ?? path
    guard revision == self.revision, let target, selection.contains(target) else { return }
    setSelected(false, target)
    rawDelegate?.list(self, didDeselectRowAt: target)
  }
}
