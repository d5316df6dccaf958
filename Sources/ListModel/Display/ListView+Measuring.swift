/// Finding out how high things are: what is in view is measured, what is near it is estimated.
///
/// What is seen stays where the eye is when something above it turns out to be higher than it was taken to be.
extension ListView {
  /// Measures what is in view, and what a callback that scrolls brings into view; returns whether the list has not changed
  /// meanwhile.
  final func measureInView(_ fresh: inout FreshCells) -> Bool {
    for _ in 0..<Self.mostAttempts {
      let (revision, scrolls) = (revision, scrolls)
      if measureWindow(&fresh) { return true }
      guard isCurrent(revision), scrolls != self.scrolls else { return false }
    }
    // A callback that scrolls whenever it is asked is not followed for ever.
    return true
  }

  /// Measures from the top of the viewport down until it is full, and again when that moved its end; returns whether no callback
  /// has changed the list or scrolled it meanwhile.
  private func measureWindow(_ fresh: inout FreshCells) -> Bool {
    let anchor = rowThatStays
    while true {
      offset = keptInContent(offset)
      let moves = moves
      guard measureEdgesInView(anchor), placeRowsInView(anchor), measureRowsInView(anchor, &fresh) else {
        return false
      }
      if moves == self.moves {
        guard estimateRowsNearby(anchor ?? extents.firstRow(in: window)) else { return false }
        // A callback may have set an offset outside of the content, which is no scrolling.
        if moves == self.moves, offset == keptInContent(offset) { return true }
      }
    }
  }

  /// The highest row that has been in view and still is; none at the very top of the content, which itself stays.
  private var rowThatStays: ListPath? {
    let top = keptInContent(offset)
    guard top > 0, let row = shown.firstRow else { return nil }
    return extents.row(row).overlaps(ListExtent(top: top, height: window.height)) ? row : nil
  }

  private func measureRowsInView(_ anchor: ListPath?, _ fresh: inout FreshCells) -> Bool {
    var next = extents.firstRow(in: window)
    while let path = next {
      let rows = extents.sections[path.section].rows
      if rows.body.measuresRows, !rows.isMeasured(path.row) {
        let scrolls = scrolls
        guard let height = measuredHeight(of: path, &fresh) else { return false }
        let isScrolled = scrolls != self.scrolls
        note(.measured(ListLimits.height(height)), of: path, keeping: isScrolled ? nil : anchor)
        if isScrolled { return false }
      }
      next = extents.row(after: path, in: window)
    }
    return true
  }

  /// Takes note of what has been learnt of a row, so that a row keeps its distance from the top of the viewport.
  final func note(_ height: RowHeight, of path: ListPath, keeping anchor: ListPath?) {
    let former = anchor.flatMap { path < $0 ? extents.row($0).top : nil }
    guard extents.set(height, of: path) != 0 else { return }
    cycle.noteMove()
    if let anchor, let former { offset += extents.row(anchor).top - former }
  }

  /// Measures a row out of view, of which it has to be known whether it takes any room; what is in view stays where it is.
  final func measureOutOfView(_ path: ListPath) {
    guard knowsDataSource else { return }
    let rows = extents.sections[path.section].rows
    guard rows.body.measuresRows, !rows.isMeasured(path.row) else { return }
    cycle.hold()
    defer { cycle.release() }
    var fresh = FreshCells()
    if let height = measuredHeight(of: path, &fresh) {
      note(.measured(ListLimits.height(height)), of: path, keeping: shown.firstRow)
      setNeedsLayout()
    }
    for cell in fresh.all { recycle(cell) }
  }

  /// A row's height; nil when the list has changed meanwhile.
  private func measuredHeight(of path: ListPath, _ fresh: inout FreshCells) -> Double? {
    if case .measured(let known) = extents.sections[path.section].rows.body[path.row] { return known }
    let revision = revision
    let asked = sizedHeight(of: path) ?? rawDelegate?.list(self, heightForRowAt: path)
    guard isCurrent(revision) else { return nil }
    if let height = asked ?? rowHeight { return height }
    guard let cell = shown.rows[path] ?? freshCell(for: path, &fresh) else { return nil }
    let fitting = cell.fittingHeight(forWidth: extents.frame(of: path, width: viewportWidth).size.width)
    return isCurrent(revision) ? fitting ?? estimate : nil
  }

  /// The height that the delegate gives a row of a grid by its size.
  private func sizedHeight(of path: ListPath) -> Double? {
    guard let layout = extents.sections[path.section].layout?.layout, layout.style != .table else { return nil }
    return rawDelegate?.list(self, layout: layout, sizeForRowAt: path)?.height
  }

  private func measureEdgesInView(_ anchor: ListPath?) -> Bool {
    var next = extents.firstSection(in: window)
    while let section = next {
      let layout = extents.sections[section].layout?.layout
      guard
        measureEdge(\.header, of: section, anchor, { extents.header(section) }, { headerHeight(of: section, layout) }),
        measureEdge(\.footer, of: section, anchor, { extents.footer(section) }, { footerHeight(of: section, layout) })
      else { return false }
      next = extents.section(after: section, in: window)
    }
    return true
  }

  /// Measures a header or footer that is in view and has been estimated; returns whether no callback has changed the list or scrolled it.
  private func measureEdge(
    _ edge: WritableKeyPath<SectionExtents, EdgeExtent>, of section: Int, _ anchor: ListPath?,
    _ extent: () -> ListExtent, _ measured: () -> Double
  ) -> Bool {
    guard extents.sections[section][keyPath: edge].isEstimated, extent().overlaps(window) else { return true }
    let (revision, scrolls) = (revision, scrolls)
    let height = ListLimits.height(measured())
    guard isCurrent(revision) else { return false }
    let former = anchor.map { extents.row($0).top }
    extents.change(section) {
      $0[keyPath: edge].height = height
      $0[keyPath: edge].isEstimated = false
    }
    cycle.noteMove()
    guard scrolls == self.scrolls else { return false }
    if let anchor, let former { offset += extents.row(anchor).top - former }
    return true
  }
}

// MARK: - Estimates

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
    guard isCurrent(revision) else { return false }
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
  final var knowsDataSource: Bool { !batch.isOpen && !isUpdating }
}

// MARK: - Heights

/// Forgetting heights, which leaves counts and cells as they are.
extension ListView {
  /// The height that a row has until it is measured: the one of all rows, where the delegate gives none, or else the estimate.
  final var estimate: Double { ListLimits.estimate(rowHeight ?? estimatedRowHeight) }

  /// Has rows measured when they are next in view.
  final func discardRowHeights() {
    guard isLoaded else { return }
    cycle.invalidatePaths()
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
    guard isCurrent(revision), offset > 0, let top, let row = shown.firstRow else { return }
    offset += extents.row(row).top - top
  }
}

/// Says how high the parts of a list are, and what heads and ends its sections.
///
/// Part of ``ListDelegate``; every method is optional, and its default leaves the matter to the list.
public protocol ListHeightDelegate: AnyObject {
  /// A row's height; nil for the list's row height.
  func list(_ list: ListView, heightForRowAt path: ListPath) -> Double?
  /// A header's height; nil for the list's, or the one that its view or title asks for.
  func list(_ list: ListView, heightForHeaderInSection section: Int) -> Double?
  /// A footer's height; nil for the list's, or the one that its view or title asks for.
  func list(_ list: ListView, heightForFooterInSection section: Int) -> Double?
  /// What a row's height is taken to be until it comes into view; nil for the list's estimate.
  ///
  /// Not asked for every row: for those within a viewport's height of what is in view, and for a row that is asked about or
  /// scrolled to, each once until heights are forgotten. Not asked at all where the list has a row height.
  func list(_ list: ListView, estimatedHeightForRowAt path: ListPath) -> Double?
  /// What a header's height is taken to be until it comes into view, asked when the list is loaded; nil to have it measured then.
  func list(_ list: ListView, estimatedHeightForHeaderInSection section: Int) -> Double?
  /// What a footer's height is taken to be until it comes into view, asked when the list is loaded; nil to have it measured then.
  func list(_ list: ListView, estimatedHeightForFooterInSection section: Int) -> Double?
  /// A section's header; nil for one that shows the data source's title, if it has any.
  func list(_ list: ListView, viewForHeaderInSection section: Int) -> ListCell?
  /// A section's footer; nil for one that shows the data source's title, if it has any.
  func list(_ list: ListView, viewForFooterInSection section: Int) -> ListCell?
}

extension ListHeightDelegate {
  /// Leaves it to the list.
  public func list(_ list: ListView, heightForRowAt path: ListPath) -> Double? { nil }
  /// Leaves it to the list.
  public func list(_ list: ListView, heightForHeaderInSection section: Int) -> Double? { nil }
  /// Leaves it to the list.
  public func list(_ list: ListView, heightForFooterInSection section: Int) -> Double? { nil }
  /// Leaves it to the list.
  public func list(_ list: ListView, estimatedHeightForRowAt path: ListPath) -> Double? { nil }
  /// Has it measured.
  public func list(_ list: ListView, estimatedHeightForHeaderInSection section: Int) -> Double? { nil }
  /// Has it measured.
  public func list(_ list: ListView, estimatedHeightForFooterInSection section: Int) -> Double? { nil }
  /// Leaves it to the title.
  public func list(_ list: ListView, viewForHeaderInSection section: Int) -> ListCell? { nil }
  /// Leaves it to the title.
  public func list(_ list: ListView, viewForFooterInSection section: Int) -> ListCell? { nil }
}
