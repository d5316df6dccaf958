/// What a touch does to a row: highlight, then selection, each step asked of and told to the delegate, in UIKit's order.
extension ListView {
  final func touch(_ path: ListPath) -> Bool {
    guard rawDelegate?.list(self, shouldHighlightRowAt: path) ?? true else { return false }
    shownRows[path]?.isHighlighted = true
    rawDelegate?.list(self, didHighlightRowAt: path)
    shownRows[path]?.isHighlighted = false
    rawDelegate?.list(self, didUnhighlightRowAt: path)
    guard allowsSelection else { return false }
    if allowsMultipleSelection, selection.contains(path) { return !deselectByTouch(path) }
    let target = rawDelegate.map { $0.list(self, willSelectRowAt: path) } ?? path
    guard let target, extents.contains(target) else { return false }
    guard !selection.contains(target) else {
      rawDelegate?.list(self, didSelectRowAt: target)
      return false
    }
    if !allowsMultipleSelection {
      for former in selection { _ = deselectByTouch(former) }
    }
    setSelected(true, target)
    rawDelegate?.list(self, didSelectRowAt: target)
    return true
  }

  /// Deselects as a touch does; answers whether the row is deselected.
  private func deselectByTouch(_ path: ListPath) -> Bool {
    let target = rawDelegate.map { $0.list(self, willDeselectRowAt: path) } ?? path
    guard let target, selection.contains(target) else { return false }
    setSelected(false, target)
    rawDelegate?.list(self, didDeselectRowAt: target)
    return true
  }
}
