/// Finding heights: visible elements are measured, elements nearby are estimated.
///
/// Visible elements keep their position on the screen when an element above them turns out higher than estimated; at the
/// very top of the content the top stays instead, see `rowThatStays` and `keepingRowInView(_:)`.
extension ListView {
  /// Measures the visible elements, and those that a scrolling callback makes visible; returns whether the list stayed
  /// unchanged.
  final func measureInView(_ fresh: inout FreshCells) -> Bool {
    for _ in 0..<Self.mostAttempts {
      let (revision, scrolls) = (revision, scrolls)
      if measureWindow(&fresh) { return true }
      guard isCurrent(revision), scrolls != self.scrolls else { return false }
    }
    // Limits the retries for a callback that scrolls on every request.
    return true
  }

  /// Measures from the top of the viewport down until it is full, and again if that moved its end.
  ///
  /// Returns whether no callback changed or scrolled the list.
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
        // A callback may have set an offset outside the content, which does not count as scrolling.
        if moves == self.moves, offset == keptInContent(offset) { return true }
      }
    }
  }

  /// The highest row that was visible and still is; nil at the very top of the content, where the top stays instead.
  private var rowThatStays: ListPath? {
    let top = keptInContent(offset)
    guard !isAtTop, let row = shown.firstRow else { return nil }
    return extents.row(row).overlaps(ListExtent(top: top, height: window.height)) ? row : nil
  }

  private func measureRowsInView(_ anchor: ListPath?, _ fresh: inout FreshCells) -> Bool {
    var next = extents.rowToMeasure(after: nil, in: window)
    while let path = next {
      let scrolls = scrolls
      guard let height = measuredHeight(of: path, &fresh) else { return false }
      let isScrolled = scrolls != self.scrolls
      note(.measured(ListLimits.height(height)), of: path, keeping: isScrolled ? nil : anchor)
      if isScrolled { return false }
      next = extents.rowToMeasure(after: path, in: window)
    }
    return true
  }

  /// Stores the height of a row, and keeps the anchor row at its distance from the top of the viewport.
  final func note(_ height: RowHeight, of path: ListPath, keeping anchor: ListPath?) {
    let former = anchor.flatMap { path < $0 ? extents.row($0).top : nil }
    guard extents.set(height, of: path) != 0 else { return }
    cycle.noteMove()
    if let anchor, let former { offset += extents.row(anchor).top - former }
  }

  /// Has the heights of rows in view asked for again in the next layout, in sections that are tables; until then they
  /// stay.
  final func measureRowsInViewAgain() {
    let window = ListExtent(top: keptInContent(offset), height: window.height)
    for path in extents.rows(in: window) where extents.sections[path.section].rows is RowHeights {
      guard case .measured(let height) = extents.sections[path.section].rows[path.row] else { continue }
      _ = extents.set(.estimated(height), of: path)
    }
  }

  /// Measures an invisible row, to find out whether it has any height; visible elements keep their positions.
  final func measureOutOfView(_ path: ListPath) {
    guard knowsDataSource else { return }
    let rows = extents.sections[path.section].rows
    guard rows.measuresRows, !rows.isMeasured(path.row) else { return }
    cycle.hold()
    defer { cycle.release() }
    var fresh = FreshCells()
    if let height = measuredHeight(of: path, &fresh) {
      note(.measured(ListLimits.height(height)), of: path, keeping: shown.firstRow)
      setNeedsLayout()
    }
    for cell in fresh.all { recycle(cell) }
  }

  /// Returns a row's height; nil if the list has changed meanwhile.
  private func measuredHeight(of path: ListPath, _ fresh: inout FreshCells) -> Double? {
    if case .measured(let known) = extents.sections[path.section].rows[path.row] { return known }
    let revision = revision
    let asked = sizedHeight(of: path) ?? measuringDelegate?.list(self, heightForRowAt: path)
    guard isCurrent(revision) else { return nil }
    if let height = asked ?? rowHeight { return height }
    guard let cell = shown.rows[path] ?? freshCell(for: path, &fresh) else { return nil }
    let fitting = axis.fitting(cell, across: extents.frame(of: path, width: breadth).size.width)
    return isCurrent(revision) ? fitting ?? estimate : nil
  }

  /// Returns the height that the delegate gives a row of a grid by its size.
  private func sizedHeight(of path: ListPath) -> Double? {
    guard let layout = extents.sections[path.section].layout?.asked, layout.style != .table else { return nil }
    return (measuringDelegate?.list(self, layout: layout, sizeForRowAt: path)).map { axis.turned($0).height }
  }

  private func measureEdgesInView(_ anchor: ListPath?) -> Bool {
    var next = extents.firstSection(in: window)
    while let section = next {
      guard measure(.header, of: section, anchor), measure(.footer, of: section, anchor) else { return false }
      next = extents.section(after: section, in: window)
    }
    return true
  }

  /// Measures a visible header or footer that was estimated; returns whether no callback changed or scrolled the list.
  private func measure(_ edge: SectionEdge, of section: Int, _ anchor: ListPath?) -> Bool {
    guard extents.sections[section][edge].isEstimated, displayedExtent(of: edge, section).overlaps(window) else {
      return true
    }
    let (revision, scrolls) = (revision, scrolls)
    let height = ListLimits.height(
      height(of: edge, section, extents.sections[section].layout?.asked, measuringDelegate))
    guard isCurrent(revision) else { return false }
    let former = anchor.map { extents.row($0).top }
    extents.change(section) { $0[edge] = EdgeExtent(height: height) }
    cycle.noteMove()
    guard scrolls == self.scrolls else { return false }
    if let anchor, let former { offset += extents.row(anchor).top - former }
    return true
  }
}

// MARK: - Estimates

/// Estimates, requested as late as possible: a list of a million rows is not traversed for them.
extension ListView {
  /// Requests estimates for the rows within one viewport height of the visible rows.
  private final func estimateRowsNearby(_ anchor: ListPath?) -> Bool {
    guard rowHeight == nil, measuringDelegate != nil else { return true }
    return estimateRows(anchor) { ListExtent(top: $0.top - $0.height, height: $0.height) }
      && estimateRows(anchor) { ListExtent(top: $0.bottom, height: $0.height) }
  }

  private func estimateRows(_ anchor: ListPath?, in part: (ListExtent) -> ListExtent) -> Bool {
    var next = extents.unknownRow(after: nil, in: part(window))
    while let path = next {
      guard estimateRow(path, keeping: anchor) else { return false }
      next = extents.unknownRow(after: path, in: part(window))
    }
    return true
  }

  /// Requests the estimate of a row with unknown height; returns whether no callback changed or scrolled the list.
  private final func estimateRow(_ path: ListPath, keeping anchor: ListPath?) -> Bool {
    guard isEstimateWanted(of: path), let delegate = measuringDelegate else { return true }
    let (revision, scrolls) = (revision, scrolls)
    let asked = delegate.list(self, estimatedHeightForRowAt: path)
    guard isCurrent(revision) else { return false }
    let isScrolled = scrolls != self.scrolls
    note(.estimated(asked.map(ListLimits.estimate) ?? estimate), of: path, keeping: isScrolled ? nil : anchor)
    return !isScrolled
  }

  /// Whether the delegate is to be asked for a row's estimate; false for a row that does not exist.
  final func isEstimateWanted(of path: ListPath) -> Bool {
    rowHeight == nil && measuringDelegate != nil && extents.contains(path)
      && extents.sections[path.section].rows[path.row].isUnknown
  }

  /// Requests the estimate of a row whose position is queried.
  final func estimateRaw(_ path: ListPath) {
    guard knowsDataSource else { return }
    let before = moves
    if extents.contains(path) { _ = estimateRow(path, keeping: shown.firstRow) }
    if moves != before { setNeedsLayout() }
  }

  /// Whether a path means the same row to the list, its data source and its delegate, so that they can be asked about
  /// it.
  ///
  /// In an open batch, and until an update is carried out, their data may already have changed when the list has not.
  final var knowsDataSource: Bool { !batch.isOpen && !isUpdating }
}

// MARK: - Heights

/// The heights that a list gives where its delegate gives none.
struct HeightSettings {
  fileprivate var row: Double?
  fileprivate var estimatedRow = 44.0
  fileprivate var header: Double?
  fileprivate var footer: Double?
}

/// The list's own heights, whose change discards those measured; counts and cells are kept.
extension ListView {
  /// The height of rows for which the delegate gives none; nil to ask the cell.
  public final var rowHeight: Double? {
    get { heights.row }
    set { change(\.row, to: newValue) { discardRowHeights() } }
  }

  /// The height assumed for a row until it becomes visible, if there is no row height; values below one count as one.
  public final var estimatedRowHeight: Double {
    get { heights.estimatedRow }
    set { change(\.estimatedRow, to: newValue) { discardRowHeights() } }
  }

  /// The height of headers for which the delegate gives none; nil to ask the view.
  public final var sectionHeaderHeight: Double? {
    get { heights.header }
    set { change(\.header, to: newValue) { discardHeights() } }
  }

  /// The height of footers for which the delegate gives none; nil to ask the view.
  public final var sectionFooterHeight: Double? {
    get { heights.footer }
    set { change(\.footer, to: newValue) { discardHeights() } }
  }

  private func change<Value: Equatable>(
    _ setting: WritableKeyPath<HeightSettings, Value>, to new: Value, _ discard: () -> Void
  ) {
    guard heights[keyPath: setting] != new else { return }
    heights[keyPath: setting] = new
    discard()
  }

  /// The height of a row until it is measured: the common row height, or the estimate if there is none.
  final var estimate: Double { ListLimits.estimate(rowHeight ?? estimatedRowHeight) }

  /// Discards the heights of all rows; they are measured when they are next visible.
  final func discardRowHeights() {
    guard isLoaded else { return }
    cycle.invalidatePaths()
    let estimate = estimate
    keepingRowInView { extents.changeAll { $0.forgetRows(estimate: estimate) } }
    setNeedsLayout()
  }

  /// Discards all heights; rows are measured when they are next visible, headers and footers at once.
  final func discardHeights() {
    measureEnds()
    guard isLoaded else { return }
    discardRowHeights()
    keepingRowInView { measureHeadersAndFooters() }
  }

  /// Keeps the highest visible row at its position on the screen; at the very top of the content, the top stays
  /// instead.
  final func keepingRowInView(_ change: () -> Void) {
    let revision = revision
    let top = shown.firstRow.map { extents.row($0).top }
    change()
    guard isCurrent(revision), !isAtTop, let top, let row = shown.firstRow else { return }
    offset += extents.row(row).top - top
  }
}

/// Provides the heights of rows, headers and footers, and the views of headers and footers.
///
/// Part of ``ListDelegate``; every method is optional, and its default leaves the matter to the list.
public protocol ListHeightDelegate: AnyObject {
  /// Returns a row's height; nil for the list's row height.
  func list(_ list: ListView, heightForRowAt path: ListPath) -> Double?
  /// Returns a header's height; nil for the list's value, or the fitting height of its view or title.
  func list(_ list: ListView, heightForHeaderInSection section: Int) -> Double?
  /// Returns a footer's height; nil for the list's value, or the fitting height of its view or title.
  func list(_ list: ListView, heightForFooterInSection section: Int) -> Double?
  /// Returns the assumed height of a row until it becomes visible; nil for the list's estimate.
  ///
  /// Only requested for rows within one viewport height of the visible rows, and for rows that are queried or scrolled
  /// to; once each until heights are discarded. Never requested if the list has a row height.
  func list(_ list: ListView, estimatedHeightForRowAt path: ListPath) -> Double?
  /// Returns the assumed height of a header until it becomes visible, requested on loading; nil to measure it then.
  func list(_ list: ListView, estimatedHeightForHeaderInSection section: Int) -> Double?
  /// Returns the assumed height of a footer until it becomes visible, requested on loading; nil to measure it then.
  func list(_ list: ListView, estimatedHeightForFooterInSection section: Int) -> Double?
  /// Returns a section's header view; nil for one that shows the data source's title, if there is one.
  func list(_ list: ListView, viewForHeaderInSection section: Int) -> ListCell?
  /// Returns a section's footer view; nil for one that shows the data source's title, if there is one.
  func list(_ list: ListView, viewForFooterInSection section: Int) -> ListCell?
}

extension ListHeightDelegate {
  /// Returns nil: the list's value.
  public func list(_ list: ListView, heightForRowAt path: ListPath) -> Double? { nil }
  /// Returns nil: the list's value.
  public func list(_ list: ListView, heightForHeaderInSection section: Int) -> Double? { nil }
  /// Returns nil: the list's value.
  public func list(_ list: ListView, heightForFooterInSection section: Int) -> Double? { nil }
  /// Returns nil: the list's estimate.
  public func list(_ list: ListView, estimatedHeightForRowAt path: ListPath) -> Double? { nil }
  /// Returns nil: the header is measured on loading.
  public func list(_ list: ListView, estimatedHeightForHeaderInSection section: Int) -> Double? { nil }
  /// Returns nil: the footer is measured on loading.
  public func list(_ list: ListView, estimatedHeightForFooterInSection section: Int) -> Double? { nil }
  /// Returns nil: a view for the title.
  public func list(_ list: ListView, viewForHeaderInSection section: Int) -> ListCell? { nil }
  /// Returns nil: a view for the title.
  public func list(_ list: ListView, viewForFooterInSection section: Int) -> ListCell? { nil }
}
