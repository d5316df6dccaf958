public import Interception

/// Carrying out an update: what is known of rows follows them to their new places.
extension ListView {
  /// Changes the list; answers whether it has, and not a callback that has reloaded it meanwhile.
  @discardableResult
  final func apply(_ updates: ListUpdates) throws(ListUpdateError) -> Bool {
    isUpdating = true
    cycle.hold()
    defer {
      isUpdating = false
      cycle.release()
    }
    let loads = loads
    let after = currentCounts()
    // A callback that reloads has made the list what the update would; one that changes heights has not.
    guard loads == self.loads else { return false }
    let origins = try updates.origins(before: extents.rowCounts, after: after)
    endDisplaying(takeGone(origins))
    endSwipe(ofGone: origins)
    endContextMenu(goneBy: origins)
    guard loads == self.loads else { return false }
    let anchor = anchor(in: origins)
    install(origins)
    noteUpdate?(updates)
    setNeedsLayout()
    keep(anchor) { remeasure(origins) }
    return true
  }

  /// Takes from what is shown what the update takes away or has asked for anew.
  private func takeGone(_ origins: ListOrigins) -> ShownElements {
    let stays = { (section: Int) in origins.destination(ofSection: section) == nil ? nil : section }
    return shown.move(
      row: { origins.keptPlace(of: $0) == nil ? nil : $0 }, header: stays, footer: stays)
  }

  /// Gives everything its new place; calls nobody.
  private func install(_ origins: ListOrigins) {
    _ = shown.move(
      row: origins.destination(of:), header: origins.destination(ofSection:),
      footer: origins.destination(ofSection:))
    followRows(origins)
    extents.rearrange(origins, estimate: estimate)
    cycle.invalidatePaths()
    updateCount += 1
  }

  /// The highest row in view that is kept and not moved: its place after the update, how far below the viewport's top.
  ///
  /// What is in view stays where the eye is when rows come or go above it, but for the very top, where new rows show. Where
  /// there is no such row, the offset stays.
  private func anchor(in origins: ListOrigins) -> (place: ListPath, distance: Double)? {
    let top = keptInContent(offset)
    guard top > 0 else { return nil }
    for row in extents.rows(in: ListExtent(top: top, height: window.height)) where !origins.isMoved(row) {
      if let place = origins.destination(of: row) { return (place: place, distance: extents.row(row).top - top) }
    }
    return nil
  }

  /// Keeps a row where it is in the viewport while headers are measured, unless a callback scrolls or changes the list.
  private func keep(_ anchor: (place: ListPath, distance: Double)?, _ remeasure: () -> Bool) {
    guard let anchor else { return _ = remeasure() }
    offset = extents.row(anchor.place).top - anchor.distance
    let kept = offset
    if remeasure(), offset == kept { offset = extents.row(anchor.place).top - anchor.distance }
  }

  /// Measures headers and footers that are new or asked for anew; answers whether the list has not changed meanwhile.
  private func remeasure(_ origins: ListOrigins) -> Bool {
    let loads = loads
    let sections = origins.sections.indices.filter(origins.isNew)
    if measure(sections) { return true }
    // A callback that has changed heights has had the sections that were there measured, and not those that were being asked.
    for _ in 0..<Self.mostAttempts where loads == self.loads && measure(sections) { break }
    return false
  }
}

// MARK: - Following

/// What is known of single rows, which goes with them in an update and is forgotten in a reload.
extension ListView {
  /// Takes it to the rows' new places; rows that are gone, or asked for anew, lose it.
  final func followRows(_ origins: ListOrigins) {
    selection.move(origins.keptPlace(of:))
    followSwipe(origins)
    movement = nil
    followFocus(origins)
    followMultipleSelection(origins)
    followPrefetchedRows(origins)
    menus.move(origins.keptPlace(of:))
    dragging.followRows(origins)
    followTrackedRows(origins)
    rowsToReconfigure = Set(rowsToReconfigure.union(origins.reconfigured).compactMap(origins.destination(of:)))
  }

  /// Forgets it.
  final func forgetRows() {
    selection = RowSelection()
    editing.swiped = nil
    rowsToReconfigure = []
    movement = nil
    focus.follow { _ in nil }
    multipleSelection?.follow { _ in nil }
    prefetching.rows = []
    sectionIndexTitles = nil
    endContextMenu()
    menus.move { _ in nil }
    dragging.forgetRows()
    forgetTrackedRows()
  }
}

/// A row that is followed while callbacks may change the list.
package final class TrackedRow {
  /// Where the row is; nil when it was deleted or the list was reloaded.
  package private(set) var path: ListPath?

  fileprivate init(_ path: ListPath) {
    self.path = path
  }

  fileprivate func move(_ place: (ListPath) -> ListPath?) { path = path.flatMap(place) }
}

/// Following rows through updates: by the row itself, and not by its path as `CallerPath` does.
extension ListView {
  /// Runs `body`, which calls back, with rows that are followed meanwhile.
  package final func tracking<Result>(_ paths: [ListPath], _ body: ([TrackedRow]) -> Result) -> Result {
    let rows = paths.map { TrackedRow($0) }
    trackedRows += rows
    defer { trackedRows.removeAll { row in rows.contains { $0 === row } } }
    return body(rows)
  }

  final func followTrackedRows(_ origins: ListOrigins) {
    for row in trackedRows { row.move(origins.destination(of:)) }
  }

  final func forgetTrackedRows() {
    for row in trackedRows { row.move { _ in nil } }
  }
}

// MARK: - Reload

extension ListView {
  /// The message of ``reloadData()``.
  public static let reloadData = Message<ListView, Void, Void>("reloadData()") { list, _ in
    list.discardData()
    list.loadIfNeeded()
    list.tellChanges()
  }

  /// The message of ``layoutIfNeeded()``.
  public static let layoutIfNeeded = Message<ListView, Void, Void>("layoutIfNeeded()") { list, _ in
    list.layoutRaw()
  }

  /// Brings what is shown up to date: cells for the rows that have come into view, an end for those that have left it.
  public final func layoutIfNeeded() { send(ListView.layoutIfNeeded) }

  /// Has the list laid out before it is next looked at.
  public final func setNeedsLayout() { cycle.setNeedsLayout() }

  /// Forgets what the data source said, and ends what is shown while the list still has the rows that it is shown for.
  final func discardData() {
    cycle.hold()
    defer { cycle.release() }
    cycle.invalidatePaths()
    loads += 1
    endSwipe(isGone: true)
    endDisplayingAll()
    // Whoever has heard of an end may have swiped another row.
    endSwipe(isGone: true)
    forgetRows()
    batch.discardNoted()
    isLoaded = false
    setNeedsLayout()
  }

  /// Asks the data source for the counts, if it has not been asked since the last reload.
  package final func loadIfNeeded() {
    guard !isLoaded, !isLoading else { return }
    isLoading = true
    cycle.hold()
    defer {
      isLoading = false
      cycle.release()
    }
    for attempt in 1...Self.mostAttempts where !isLoaded {
      isLoaded = true
      // Whoever is asked for the counts cannot select, swipe or move rows of former data.
      extents = ListExtents()
      let counts = currentCounts()
      // Who always reloads while it is asked gets what it said last, so that no row of former data is asked for.
      guard isLoaded || attempt == Self.mostAttempts else { continue }
      cycle.invalidatePaths()
      loads += 1
      let estimate = estimate
      extents = ListExtents(counts.map { SectionExtents(rowCount: $0, estimate: estimate) })
      measureHeadersAndFooters()
    }
    isLoaded = true
  }

  /// The counts that the data source gives now, brought into range.
  final func currentCounts() -> [Int] {
    guard let source = rawDataSource else { return [] }
    var room = ListLimits.rows
    return (0..<max(0, min(source.numberOfSections(in: self), ListLimits.sections))).map { section in
      let rows = max(0, min(source.list(self, numberOfRowsInSection: section), room))
      room -= rows
      return rows
    }
  }
}
