/// Carrying out an update: what is known of rows follows them to their new places.
extension ListView {
  final func apply(_ updates: ListUpdates) throws(ListUpdateError) {
    isUpdating = true
    layoutHolds += 1
    defer {
      isUpdating = false
      layoutHolds -= 1
    }
    let revision = revision
    let after = currentCounts()
    // A callback that reloads has made the list what the update would.
    guard revision == self.revision else { return }
    let origins = try updates.origins(before: extents.sections.map(\.rows.count), after: after)
    let places = origins.destinations(of: Set(shown.rows.keys))
    let gone = takeGone(places, origins)
    endDisplaying(gone)
    endSwipe(ofGone: origins)
    endContextMenu(goneBy: origins)
    guard revision == self.revision else { return }
    install(origins, places)
    remeasure(origins)
    setNeedsLayout()
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
    let anchor = places.keys.min()
    let anchorTop = anchor.map { extents.row($0).top }
    _ = shown.move(row: { places[$0] }, header: { sections[$0] }, footer: { sections[$0] })
    followRows(origins)
    extents = rearranged(origins)
    revision += 1
    updateCount += 1
    // What is in view stays where the eye is when rows come or go above it, but for the very top, where new rows show.
    if offset > 0, let anchor, let anchorTop, let place = places[anchor] {
      offset += extents.row(place).top - anchorTop
    }
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
    for (_, place) in origins.destinations(of: origins.reloaded) {
      sections[place.section].rows.forgetHeight(of: place.row)
    }
    return ListExtents(sections)
  }

  private func remeasure(_ origins: ListOrigins) {
    _ = measure(
      origins.sections.indices.filter { section in
        origins.sections[section].map { origins.reloadedSections.contains($0) } ?? true
      })
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
