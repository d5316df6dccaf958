/// Bringing what is shown up to date.
extension ListView {
  /// Lays the list out if anything has changed: measures what has come into view, asks for its cells, ends what has left.
  final func layoutRaw() {
    loadIfNeeded()
    guard needsLayout, !isLayingOut else { return }
    isLayingOut = true
    defer { isLayingOut = false }
    // A callback may ask for another layout; one that always does is not followed for ever.
    for _ in 0..<8 where needsLayout {
      needsLayout = false
      var fresh: [ListPath: ListCell] = [:]
      let visible = measureVisible(&fresh)
      endInvisible(visible)
      show(visible, &fresh)
      for (_, cell) in fresh { recycle(cell) }
    }
  }

  /// What a viewport shows.
  struct VisibleParts {
    var rows: [ListPath] = []
    var headers: Set<Int> = []
    var footers: Set<Int> = []
  }

  /// Measures rows from the top of the viewport down until it is full, and again when that moved its end.
  private func measureVisible(_ fresh: inout [ListPath: ListCell]) -> VisibleParts {
    while true {
      offset = max(0, min(offset, extents.total - viewportSize.height))
      let window = rect(offset, viewportSize.height)
      let rows = rows(in: window)
      var grew = false
      for path in rows where !extents.sections[path.section].rows.isMeasured(path.row) {
        let height = measuredHeight(of: path, &fresh)
        if extents.sections[path.section].rows.setHeight(height, of: path.row) != 0 {
          grew = true
          break
        }
      }
      if grew { continue }
      return VisibleParts(
        rows: rows,
        headers: Set(extents.sections.indices.filter { isVisible(extents.header($0), in: window) }),
        footers: Set(extents.sections.indices.filter { isVisible(extents.footer($0), in: window) }))
    }
  }

  private func isVisible(_ extent: (top: Double, height: Double), in window: ListRect) -> Bool {
    extent.height > 0 && rect(extent.top, extent.height).overlapsVertically(window)
  }

  private func measuredHeight(of path: ListPath, _ fresh: inout [ListPath: ListCell]) -> Double {
    if let height = rawDelegate?.list(self, heightForRowAt: path) ?? rowHeight { return max(0, height) }
    guard let cell = shownRows[path] ?? fresh[path] ?? rawDataSource?.list(self, cellForRowAt: path) else {
      return estimatedRowHeight
    }
    if shownRows[path] == nil { fresh[path] = cell }
    return max(0, cell.fittingHeight(forWidth: viewportSize.width) ?? estimatedRowHeight)
  }

  private func show(_ visible: VisibleParts, _ fresh: inout [ListPath: ListCell]) {
    for section in visible.headers.sorted() where shownHeaders[section] == nil {
      guard let view = headerView(of: section) else { continue }
      rawDelegate?.list(self, willDisplayHeaderView: view, forSection: section)
      shownHeaders[section] = view
    }
    for path in visible.rows where shownRows[path] == nil {
      guard let cell = fresh.removeValue(forKey: path) ?? rawDataSource?.list(self, cellForRowAt: path) else {
        continue
      }
      cell.isSelected = selection.contains(path)
      cell.isHighlighted = false
      shownRows[path] = cell
      rawDelegate?.list(self, willDisplay: cell, forRowAt: path)
    }
    for section in visible.footers.sorted() where shownFooters[section] == nil {
      guard let view = footerView(of: section) else { continue }
      rawDelegate?.list(self, willDisplayFooterView: view, forSection: section)
      shownFooters[section] = view
    }
  }

  private func endInvisible(_ visible: VisibleParts) {
    let kept = Set(visible.rows)
    for (path, cell) in shownRows.sorted(by: { $0.key < $1.key }) where !kept.contains(path) {
      shownRows[path] = nil
      endDisplaying(cell, at: path)
    }
    for (section, view) in shownHeaders.sorted(by: { $0.key < $1.key }) where !visible.headers.contains(section) {
      shownHeaders[section] = nil
      endDisplayingHeader(view, of: section)
    }
    for (section, view) in shownFooters.sorted(by: { $0.key < $1.key }) where !visible.footers.contains(section) {
      shownFooters[section] = nil
      endDisplayingFooter(view, of: section)
    }
  }

  final func endDisplayingAll() {
    let rows = shownRows
    let headers = shownHeaders
    let footers = shownFooters
    shownRows = [:]
    shownHeaders = [:]
    shownFooters = [:]
    for (path, cell) in rows.sorted(by: { $0.key < $1.key }) { endDisplaying(cell, at: path) }
    for (section, view) in headers.sorted(by: { $0.key < $1.key }) { endDisplayingHeader(view, of: section) }
    for (section, view) in footers.sorted(by: { $0.key < $1.key }) { endDisplayingFooter(view, of: section) }
  }

  final func endDisplaying(_ cell: ListCell, at path: ListPath) {
    rawDelegate?.list(self, didEndDisplaying: cell, forRowAt: path)
    recycle(cell)
  }

  final func endDisplayingHeader(_ view: ListCell, of section: Int) {
    rawDelegate?.list(self, didEndDisplayingHeaderView: view, forSection: section)
  }

  final func endDisplayingFooter(_ view: ListCell, of section: Int) {
    rawDelegate?.list(self, didEndDisplayingFooterView: view, forSection: section)
  }

  private func recycle(_ cell: ListCell) {
    if let identifier = cell.reuseIdentifier { reusableCells[identifier, default: []].append(cell) }
  }
}
