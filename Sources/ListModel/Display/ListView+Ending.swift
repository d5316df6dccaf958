/// The end of what is shown. It is told once for each cell, when the list no longer counts it among what it shows, so that a
/// callback that changes the list does not have it told again.
extension ListView {
  final func endDisplayingAll() {
    endDisplaying(shown.move(row: { _ in nil }, header: { _ in nil }, footer: { _ in nil }))
  }

  final func endDisplaying(_ gone: ShownElements) {
    endingCount += 1
    endings.append(endingCount)
    defer { formerDelegates[endings.removeLast()] = nil }
    for (path, cell) in gone.rows.sorted(by: { $0.key < $1.key }) {
      endingDelegate?.list(self, didEndDisplaying: cell, forRowAt: path)
      recycle(cell)
    }
    for (section, view) in gone.headers.sorted(by: { $0.key < $1.key }) {
      endingDelegate?.list(self, didEndDisplayingHeaderView: view, forSection: section)
      tellDidEndDisplaying(view, ofKind: ListElementKind.sectionHeader, at: ListPath(row: 0, section: section))
      recycle(view)
    }
    for (section, view) in gone.footers.sorted(by: { $0.key < $1.key }) {
      endingDelegate?.list(self, didEndDisplayingFooterView: view, forSection: section)
      tellDidEndDisplaying(view, ofKind: ListElementKind.sectionFooter, at: ListPath(row: 0, section: section))
      recycle(view)
    }
    for (place, view) in gone.supplements.sorted(by: { $0.key < $1.key }) {
      tellDidEndDisplaying(view, ofKind: place.kind, at: place.path)
      recycle(view)
    }
  }

  /// Who is told the end of displays: the delegate, or who was asked in its place when the innermost end under way began.
  final var endingDelegate: (any ListDelegate)? {
    endings.last.flatMap { formerDelegates[$0]?.delegate } ?? rawDelegate
  }

  /// Makes a cell ready for another row, unless it is in sight.
  final func recycle(_ cell: ListCell) {
    if !shown.contains(cell) { reusePool.insert(cell) }
  }
}
