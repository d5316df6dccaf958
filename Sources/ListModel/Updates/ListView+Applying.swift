public import Interception

/// Carrying out an update: everything known about a row follows it to its new position.
extension ListView {
  /// Applies an update; returns false if a callback reloaded the list instead.
  @discardableResult
  final func apply(_ updates: ListUpdates) throws(ListUpdateError) -> Bool {
    data.isUpdating = true
    cycle.hold()
    defer {
      data.isUpdating = false
      cycle.release()
    }
    let loads = loads
    let after = currentCounts()
    // A reload by a callback replaces the update; a change of heights by a callback does not.
    guard loads == self.loads else { return false }
    let origins = try updates.origins(before: extents.rowCounts, after: after)
    endDisplaying(takeGone(origins))
    endSwipe(ofGone: origins)
    endContextMenu(goneBy: origins)
    guard loads == self.loads else { return false }
    let anchor = anchor(in: origins)
    install(origins)
    onUpdate?(updates)
    setNeedsLayout()
    keep(anchor) { remeasure(origins) }
    if !data.keepsHeights { measureRowsInViewAgain() }
    return true
  }

  /// Carries out an update of which the delegate learns only by what is new in view: no height is asked for again.
  package final func keepingHeights<Failure: Error>(_ update: () throws(Failure) -> Void) throws(Failure) {
    let former = data.keepsHeights
    data.keepsHeights = true
    defer { data.keepsHeights = former }
    try update()
  }

  /// Removes the elements that the update deletes or reloads from the displayed ones, and returns them.
  private func takeGone(_ origins: ListOrigins) -> ShownElements {
    let stays = { (section: Int) in origins.destination(ofSection: section) != nil }
    return shown.remove(
      rowsBut: { origins.keptDestination(of: $0) != nil }, edgesBut: { stays($0.section) },
      supplementsBut: { place in
        switch place.owner {
        case .row(let path): origins.keptDestination(of: path) != nil
        case .section(let section): stays(section)
        }
      })
  }

  /// Moves everything to its new position, without callbacks.
  private func install(_ origins: ListOrigins) {
    _ = shown.move(
      row: { origins.destination(of: $0) }, header: { origins.destination(ofSection: $0) },
      footer: { origins.destination(ofSection: $0) })
    followRows(origins)
    extents.rearrange(origins, estimate: estimate)
    cycle.invalidatePaths()
    data.noteUpdate()
  }

  /// Returns the highest visible row that is kept and not moved: its new position, and its distance from the viewport's
  /// top.
  ///
  /// Visible rows keep their position on the screen when rows are inserted or deleted above them, except at the very
  /// top, where new rows become visible. If there is no such row, the offset stays.
  private func anchor(in origins: ListOrigins) -> (place: ListPath, distance: Double)? {
    guard !isAtTop else { return nil }
    let top = keptInContent(offset)
    for row in extents.rows(in: ListExtent(top: top, height: window.height)) where !origins.isMoved(row) {
      if let place = origins.destination(of: row) { return (place: place, distance: extents.row(row).top - top) }
    }
    return nil
  }

  /// Keeps a row at its position in the viewport while headers are measured, unless a callback scrolls or changes the
  /// list.
  private func keep(_ anchor: (place: ListPath, distance: Double)?, _ remeasure: () -> Bool) {
    guard let anchor else { return _ = remeasure() }
    offset = extents.row(anchor.place).top - anchor.distance
    let kept = offset
    if remeasure(), offset == kept { offset = extents.row(anchor.place).top - anchor.distance }
  }

  /// Measures new and reloaded headers and footers; returns whether the list stayed unchanged.
  private func remeasure(_ origins: ListOrigins) -> Bool {
    let loads = loads
    let sections = origins.sections.indices.filter(origins.isNew)
    if measure(sections) { return true }
    // A callback that changed heights has measured the existing sections, but not the ones just requested.
    for _ in 0..<Self.mostAttempts where loads == self.loads && measure(sections) { break }
    return false
  }
}

// MARK: - Following

/// State of single rows, which follows its rows in an update and is discarded in a reload.
extension ListView {
  /// Moves the state of rows to their new positions; deleted and reloaded rows lose it.
  final func followRows(_ origins: ListOrigins) {
    selection.move { origins.keptDestination(of: $0) }
    followSwipe(origins)
    reordering.cancel()
    followFocus(origins)
    followMultipleSelection(origins)
    followPrefetchedRows(origins)
    menus.move { origins.keptDestination(of: $0) }
    dragging.followRows(origins)
    followTrackedRows(origins)
    reconfiguring.follow(origins)
  }

  /// Discards the state of all rows.
  final func forgetRows() {
    forgetSelection()
    editing.swiped = nil
    reconfiguring.rows = []
    reordering.cancel()
    focus.follow { _ in nil }
    selection.gesture?.follow { _ in nil }
    prefetching.rows = []
    sectionIndexTitles = nil
    endContextMenu()
    menus.move { _ in nil }
    dragging.forgetRows()
    forgetTrackedRows()
  }
}

/// A row that is tracked while callbacks may change the list.
package final class TrackedRow {
  /// The current path of the row; nil after it was deleted or the list was reloaded.
  package private(set) var path: ListPath?

  fileprivate init(_ path: ListPath) {
    self.path = path
  }

  fileprivate func move(_ place: (ListPath) -> ListPath?) { path = path.flatMap(place) }
}

/// Tracking rows through updates: by the row itself, not by its path as `CallerPath` does.
extension ListView {
  /// Runs `body`, which may call back, and tracks rows meanwhile.
  package final func tracking<Result>(_ paths: [ListPath], _ body: ([TrackedRow]) -> Result) -> Result {
    let rows = paths.map { TrackedRow($0) }
    trackedRows += rows
    defer { trackedRows.removeAll { row in rows.contains { $0 === row } } }
    return body(rows)
  }

  private final func followTrackedRows(_ origins: ListOrigins) {
    for row in trackedRows { row.move { origins.destination(of: $0) } }
  }

  private final func forgetTrackedRows() {
    for row in trackedRows { row.move { _ in nil } }
  }
}

// MARK: - Reload

extension ListView {
  /// The message of ``reloadData()``.
  public static let reloadData = Message<ListView, Void, Void>("reloadData()") { list, _ in
    list.discardData()
    list.loadIfNeeded()
    list.notifyObserversOfChanges()
  }

  /// The message of ``layoutIfNeeded()``.
  public static let layoutIfNeeded = Message<ListView, Void, Void>("layoutIfNeeded()") { list, _ in
    list.layoutRaw()
  }

  /// Lays the list out if needed: displays rows that became visible, and ends the display of others.
  public final func layoutIfNeeded() { send(ListView.layoutIfNeeded) }

  /// Marks the layout as outdated, so that the list is laid out before it is next used.
  public final func setNeedsLayout() { cycle.setNeedsLayout() }

  /// Discards all data, after ending the display of elements while the list still has their rows.
  final func discardData() {
    cycle.hold()
    defer { cycle.release() }
    cycle.invalidatePaths()
    data.noteLoad()
    endSwipe(isGone: true)
    endDisplayingAll()
    // A callback may have swiped another row.
    endSwipe(isGone: true)
    forgetRows()
    batch.discardNoted()
    data.isLoaded = false
    setNeedsLayout()
  }

  /// Requests the counts from the data source, if that has not happened since the last reload.
  package final func loadIfNeeded() {
    guard !isLoaded, !data.isLoading else { return }
    data.isLoading = true
    cycle.hold()
    defer {
      data.isLoading = false
      cycle.release()
    }
    for attempt in 1...Self.mostAttempts where !isLoaded {
      data.isLoaded = true
      // A callback must not select, swipe or move rows of the former data.
      extents = ListExtents(ends: extents.ends)
      let counts = currentCounts()
      // If every request causes a reload, the last counts are used, so that no former row is requested.
      guard isLoaded || attempt == Self.mostAttempts else { continue }
      cycle.invalidatePaths()
      data.noteLoad()
      let estimate = estimate
      extents = ListExtents(counts.map { SectionExtents(rowCount: $0, estimate: estimate) }, ends: extents.ends)
      measureHeadersAndFooters()
    }
    data.isLoaded = true
  }

  /// Returns the data source's current counts, limited to valid values.
  private final func currentCounts() -> [Int] {
    guard let source = rawDataSource else { return [] }
    if let counts = callerCoordinates?.rowCountsAtOnce(from: source) { return ListLimits.rowCounts(counts) }
    let sections = 0..<max(0, min(source.numberOfSections(in: self), ListLimits.sections))
    return ListLimits.rowCounts(sections.map { source.list(self, numberOfRowsInSection: $0) })
  }
}
