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
    let origins = try updates.origins(before: extents.sections.map(\.rows.count), after: after)
    let places = origins.destinations(of: shown.rows.keys)
    endDisplaying(takeGone(places, origins))
    endSwipe(ofGone: origins)
    endContextMenu(goneBy: origins)
    guard loads == self.loads else { return false }
    let anchor = anchor(in: origins)
    install(origins, places)
    noteUpdate?(updates)
    setNeedsLayout()
    keep(anchor) { remeasure(origins) }
    return true
  }

  /// Takes from what is shown what the update takes away or has asked for anew.
  private func takeGone(_ places: [ListPath: ListPath], _ origins: ListOrigins) -> ShownElements {
    let sections = origins.sectionDestinations
    return shown.move(
      row: { places[$0] == nil || origins.reloaded.contains($0) ? nil : $0 },
      header: { sections[$0] == nil ? nil : $0 }, footer: { sections[$0] == nil ? nil : $0 })
  }

  /// Gives everything its new place; calls nobody.
  private func install(_ origins: ListOrigins, _ places: [ListPath: ListPath]) {
    let sections = origins.sectionDestinations
    _ = shown.move(row: { places[$0] }, header: { sections[$0] }, footer: { sections[$0] })
    followRows(origins)
    extents = rearranged(origins)
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
    let rows = extents.rows(in: ListExtent(top: top, height: window.height)).filter { !origins.isMoved($0) }
    let places = origins.destinations(of: rows)
    guard let row = rows.first(where: { places[$0] != nil }), let place = places[row] else { return nil }
    return (place: place, distance: extents.row(row).top - top)
  }

  /// Keeps a row where it is in the viewport while headers are measured, unless a callback scrolls or changes the list.
  private func keep(_ anchor: (place: ListPath, distance: Double)?, _ remeasure: () -> Bool) {
    guard let anchor else { return _ = remeasure() }
    offset = extents.row(anchor.place).top - anchor.distance
    let kept = offset
    if remeasure(), offset == kept { offset = extents.row(anchor.place).top - anchor.distance }
  }

  private func rearranged(_ origins: ListOrigins) -> ListExtents {
    let estimate = estimate
    var sections = zip(origins.sections, origins.rows).map { origin, runs in
      guard let origin, !origins.reloadedSections.contains(origin) else {
        return SectionExtents(rowCount: runs.reduce(0) { $0 + $1.count }, estimate: estimate)
      }
      var section = extents.sections[origin]
      section.rows = section.rows.rearranged(runs, of: origin)
      return section
    }
    for place in origins.destinations(of: origins.reloaded.union(origins.reconfigured)).values {
      sections[place.section].rows.forgetHeight(of: place.row)
    }
    return ListExtents(sections)
  }

  /// Measures headers and footers that are new or asked for anew; answers whether the list has not changed meanwhile.
  private func remeasure(_ origins: ListOrigins) -> Bool {
    let loads = loads
    let sections = origins.sections.indices.filter { section in
      origins.sections[section].map { origins.reloadedSections.contains($0) } ?? true
    }
    if measure(sections) { return true }
    // A callback that has changed heights has had the sections that were there measured, and not those that were being asked.
    for _ in 0..<Self.mostAttempts where loads == self.loads && measure(sections) { break }
    return false
  }
}

extension RowExtents {
  /// The heights after an update; a row that came from another section is measured when it is next in view.
  fileprivate func rearranged(_ runs: [RowRun], of section: Int) -> RowExtents {
    if runs == [RowRun(origin: ListPath(row: 0, section: section), count: count)] || (runs.isEmpty && count == 0) {
      return self
    }
    return rearranged(
      runs.map { run in
        guard let origin = run.origin, origin.section == section else { return .new(run.count) }
        return .kept(origin.row..<origin.row + run.count)
      })
  }
}
