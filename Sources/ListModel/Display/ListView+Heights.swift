/// Forgetting heights, which leaves counts and cells as they are.
extension ListView {
  /// The height that a row has until it is measured: the one of all rows, where the delegate gives none, or else the estimate.
  final var estimate: Double { ListLimits.estimate(rowHeight ?? estimatedRowHeight) }

  /// Has rows measured when they are next in view.
  final func discardRowHeights() {
    guard isLoaded else { return }
    revision += 1
    let estimate = estimate
    keepingRowInView { extents.changeAll { $0.rows.forgetAll(estimate: estimate) } }
    setNeedsLayout()
  }

  /// Has rows measured when they are next in view, and headers and footers at once.
  final func discardHeights() {
    guard isLoaded else { return }
    discardRowHeights()
    keepingRowInView { measureHeadersAndFooters() }
  }

  /// Keeps the highest row in view where it is; at the very top of the content, that itself stays.
  final func keepingRowInView(_ change: () -> Void) {
    let revision = revision
    let top = shown.firstRow.map { extents.row($0).top }
    change()
    guard revision == self.revision, offset > 0, let top, let row = shown.firstRow else { return }
    offset += extents.row(row).top - top
  }
}
