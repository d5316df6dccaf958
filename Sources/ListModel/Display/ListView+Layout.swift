/// Bringing what is shown up to date.
///
/// Any callback may change the list; the pass is then abandoned and another one begun.
extension ListView {
  /// Lays the list out if anything has changed: measures what has come into view, asks for its cells, ends what has left.
  final func layoutRaw() {
    loadIfNeeded()
    guard needsLayout, layoutHolds == 0, batchDepth == 0 else { return }
    layoutHolds += 1
    defer { layoutHolds -= 1 }
    asList {
      for _ in 0..<Self.mostAttempts where needsLayout {
        loadIfNeeded()
        needsLayout = false
        var fresh = FreshCells()
        let isDone = layOut(&fresh)
        for cell in fresh.all { recycle(cell) }
        if isDone {
          prefetchRows()
          reportScrolling()
        } else {
          setNeedsLayout()
        }
      }
    }
  }

  /// The part of the content that is in view.
  final var window: ListExtent {
    ListExtent(top: offset, height: ListLimits.height(viewportSize.height))
  }

  /// How wide everything is.
  final var viewportWidth: Double { ListLimits.height(viewportSize.width) }

  /// One pass; answers whether it came to its end.
  private func layOut(_ fresh: inout FreshCells) -> Bool {
    guard measureRowsInView(&fresh) else { return false }
    let parts = VisibleParts(extents, window)
    return endInvisible(parts) && showHeaders(parts) && showRows(parts, &fresh) && showFooters(parts)
  }

  /// Measures rows from the top of the viewport down until it is full, and again when that moved its end.
  private func measureRowsInView(_ fresh: inout FreshCells) -> Bool {
    let anchor = rowThatStays
    while true {
      offset = keptInContent(offset)
      var hasGrown = false
      var next = extents.firstRow(in: window)
      while let path = next {
        if !extents.sections[path.section].rows.isMeasured(path.row) {
          guard let height = measuredHeight(of: path, &fresh) else { return false }
          let growth = extents.setHeight(ListLimits.height(height), of: path)
          if growth != 0 { hasGrown = true }
          // What is seen stays where the eye is when rows above it turn out to be higher than they were taken to be.
          if let anchor, path < anchor { offset += growth }
        }
        next = extents.row(after: path, in: window)
      }
      if !hasGrown { return true }
    }
  }

  /// The highest row that has been in view and still is; none at the very top of the content, which itself stays.
  private var rowThatStays: ListPath? {
    let top = keptInContent(offset)
    guard top > 0, let row = shown.firstRow else { return nil }
    return extents.row(row).overlaps(ListExtent(top: top, height: window.height)) ? row : nil
  }

  final func keptInContent(_ offset: Double) -> Double {
    max(0, min(offset, extents.total - window.height))
  }

  /// Measures a row out of view, of which it has to be known whether it takes any room; what is in view stays where it is.
  final func measureOutOfView(_ path: ListPath) {
    guard !extents.sections[path.section].rows.isMeasured(path.row) else { return }
    layoutHolds += 1
    defer { layoutHolds -= 1 }
    var fresh = FreshCells()
    if let height = measuredHeight(of: path, &fresh) {
      let growth = extents.setHeight(ListLimits.height(height), of: path)
      if let first = shown.firstRow, path < first { offset += growth }
      setNeedsLayout()
    }
    for cell in fresh.all { recycle(cell) }
  }

  /// A row's height; nil when the list has changed meanwhile.
  private func measuredHeight(of path: ListPath, _ fresh: inout FreshCells) -> Double? {
    let revision = revision
    let asked = rawDelegate?.list(self, heightForRowAt: path)
    guard revision == self.revision else { return nil }
    if let height = asked ?? rowHeight { return height }
    guard let cell = shown.rows[path] ?? freshCell(for: path, &fresh) else { return nil }
    let fitting = cell.fittingHeight(forWidth: viewportWidth)
    return revision == self.revision ? fitting ?? estimate : nil
  }

  /// The cell that the data source gives for a row; nil when the list has changed meanwhile.
  ///
  /// A row without a cell of its own has an empty one: where there is no data source any more, or it gives a cell twice.
  private func freshCell(for path: ListPath, _ fresh: inout FreshCells) -> ListCell? {
    if let cell = fresh[path] { return cell }
    let revision = revision
    let answer = rawDataSource?.list(self, cellForRowAt: path)
    guard revision == self.revision else {
      if let answer { recycle(answer) }
      return nil
    }
    let isFree = answer.map { !shown.contains($0) && !fresh.contains($0) } ?? false
    let cell = answer.flatMap { isFree ? $0 : nil } ?? ListCell(reuseIdentifier: nil)
    reusePool.remove(cell)
    fresh[path] = cell
    return cell
  }

  private func showRows(_ parts: VisibleParts, _ fresh: inout FreshCells) -> Bool {
    let revision = revision
    for path in parts.rows where shown.rows[path] == nil {
      guard let cell = freshCell(for: path, &fresh), setUp(cell, at: path) else { return false }
      fresh[path] = nil
      cell.isSelected = selection.contains(path)
      cell.isHighlighted = false
      cell.isFocused = path == focus.row
      shown.show(cell, forRowAt: path)
      markSwiped()
      rawDelegate?.list(self, willDisplay: cell, forRowAt: path)
      guard revision == self.revision else { return false }
    }
    return true
  }

  private func showHeaders(_ parts: VisibleParts) -> Bool {
    let revision = revision
    for section in parts.headers where shown.headers[section] == nil {
      let view = headerView(of: section)
      guard revision == self.revision else { return false }
      guard let view, !shown.contains(view) else { continue }
      reusePool.remove(view)
      shown.show(view, asHeaderOf: section)
      rawDelegate?.list(self, willDisplayHeaderView: view, forSection: section)
      guard revision == self.revision else { return false }
    }
    return true
  }

  private func showFooters(_ parts: VisibleParts) -> Bool {
    let revision = revision
    for section in parts.footers where shown.footers[section] == nil {
      let view = footerView(of: section)
      guard revision == self.revision else { return false }
      guard let view, !shown.contains(view) else { continue }
      reusePool.remove(view)
      shown.show(view, asFooterOf: section)
      rawDelegate?.list(self, willDisplayFooterView: view, forSection: section)
      guard revision == self.revision else { return false }
    }
    return true
  }

  private func endInvisible(_ parts: VisibleParts) -> Bool {
    let revision = revision
    let rows = Set(parts.rows)
    let headers = Set(parts.headers)
    let footers = Set(parts.footers)
    endDisplaying(
      shown.move(
        row: { rows.contains($0) ? $0 : nil }, header: { headers.contains($0) ? $0 : nil },
        footer: { footers.contains($0) ? $0 : nil }))
    return revision == self.revision
  }
}
