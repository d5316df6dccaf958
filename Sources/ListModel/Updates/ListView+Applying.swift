/// Carrying out an update: what is known of rows follows them to their new places.
extension ListView {
  /// Changes the list; answers whether it has, and not a callback that has reloaded it meanwhile.
  @discardableResult
  final func apply(_ updates: ListUpdates) throws(ListUpdateError) -> Bool {
    isUpdating = true
    layoutHolds += 1
    defer {
      isUpdating = false
      layoutHolds -= 1
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
    revision += 1
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
