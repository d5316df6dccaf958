/// Carrying out an update: what is known of rows follows them to their new places.
extension ListView {
  final func apply(_ updates: ListUpdates) throws(ListUpdateError) {
    let before = extents.sections.map(\.rows.count)
    let origins = try updates.origins(before: before, after: currentCounts())
    let anchor = shownRows.keys.min()
    let anchorTop = anchor.map { extents.row($0).top }
    let places = origins.destinations(of: Set(shownRows.keys).union(selection))
    moveShown(to: places, origins)
    moveHeadersAndFooters(origins)
    selection = selection.compactMap { origins.reloaded.contains($0) ? nil : places[$0] }
    rearrange(origins)
    if let anchor, let anchorTop, let place = places[anchor] {
      // What is in view stays where the eye is when rows come or go above it.
      offset += extents.row(place).top - anchorTop
    }
    setNeedsLayout()
  }

  private func moveShown(to places: [ListPath: ListPath], _ origins: ListOrigins) {
    let former = shownRows
    shownRows = [:]
    for (path, cell) in former.sorted(by: { $0.key < $1.key }) {
      if let place = places[path], !origins.reloaded.contains(path) {
        shownRows[place] = cell
      } else {
        endDisplaying(cell, at: path)
      }
    }
  }

  private func moveHeadersAndFooters(_ origins: ListOrigins) {
    var places: [Int: Int] = [:]
    for (section, origin) in origins.sections.enumerated() {
      if let origin, !origins.reloadedSections.contains(origin) { places[origin] = section }
    }
    let headers = shownHeaders
    let footers = shownFooters
    shownHeaders = [:]
    shownFooters = [:]
    for (section, view) in headers.sorted(by: { $0.key < $1.key }) {
      if let place = places[section] { shownHeaders[place] = view } else { endDisplayingHeader(view, of: section) }
    }
    for (section, view) in footers.sorted(by: { $0.key < $1.key }) {
      if let place = places[section] { shownFooters[place] = view } else { endDisplayingFooter(view, of: section) }
    }
  }

  private func rearrange(_ origins: ListOrigins) {
    let former = extents
    var measured: Set<Int> = []
    extents.sections = zip(origins.sections, origins.rows).enumerated().map { section, origin in
      let (origin, rows) = origin
      guard let origin, !origins.reloadedSections.contains(origin) else {
        measured.insert(section)
        return SectionExtents(
          header: 0, rows: RowExtents(count: rows.count, estimate: estimatedRowHeight), footer: 0)
      }
      var extents = former.sections[origin]
      // A row that came from another section is measured when it is next in view.
      extents.rows = extents.rows.rearranged(
        rows.map { path in
          path.flatMap { $0.section == origin && !origins.reloaded.contains($0) ? $0.row : nil }
        })
      return extents
    }
    for section in measured.sorted() { measureHeaderAndFooter(of: section) }
  }
}
