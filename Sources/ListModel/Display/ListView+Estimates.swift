/// Estimates, which are asked for as late as they are needed: a list of a million rows is not gone through for them.
extension ListView {
  /// Has the delegate estimate the rows that stand within a viewport's height of what is in view.
  final func estimateRowsNearby(_ anchor: ListPath?) -> Bool {
    guard rawDelegate != nil, rowHeight == nil else { return true }
    return estimateRows(anchor) { ListExtent(top: $0.top - $0.height, height: $0.height) }
      && estimateRows(anchor) { ListExtent(top: $0.bottom, height: $0.height) }
  }

  private func estimateRows(_ anchor: ListPath?, in part: (ListExtent) -> ListExtent) -> Bool {
    var next = extents.firstRow(in: part(window))
    while let path = next {
      guard estimateRow(path, keeping: anchor) else { return false }
      next = extents.row(after: path, in: part(window))
    }
    return true
  }

  /// Has the delegate estimate a row of which nothing is known; returns whether no callback has changed the list or scrolled it.
  final func estimateRow(_ path: ListPath, keeping anchor: ListPath?) -> Bool {
    guard let delegate = rawDelegate, rowHeight == nil,
      extents.sections[path.section].rows.body[path.row] == .unknown
    else { return true }
    let (revision, scrolls) = (revision, scrolls)
    let asked = delegate.list(self, estimatedHeightForRowAt: path)
    guard revision == self.revision else { return false }
    let isScrolled = scrolls != self.scrolls
    note(.estimated(asked.map(ListLimits.estimate) ?? estimate), of: path, keeping: isScrolled ? nil : anchor)
    return !isScrolled
  }

  /// Has a row estimated that somebody asks about, so that it stands where it will be found.
  final func estimateRaw(_ path: ListPath) {
    guard knowsDataSource else { return }
    let before = moves
    if extents.contains(path) { _ = estimateRow(path, keeping: shown.firstRow) }
    if moves != before { setNeedsLayout() }
  }

  /// Whether a row of the list is the row of its path to the data source and the delegate, so that they can be asked about it.
  ///
  /// In an open batch, and until an update is made, they may have changed already what the list has not.
  final var knowsDataSource: Bool { batchDepth == 0 && !isUpdating }
}
