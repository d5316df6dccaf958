/// What is known of the extents of a list goes with its sections and rows in an update.
extension ListExtents {
  /// Takes everything to its new place; of what is new, or asked for anew, nothing is known.
  ///
  /// - Complexity: O(n log rows) for n runs of rows that change, where all sections stay; else the sections besides.
  mutating func rearrange(_ origins: ListOrigins, estimate: Double) {
    let fresh = { (section: Int) in SectionExtents(rowCount: origins.after[section], estimate: estimate) }
    if origins.keepsSections {
      for section in origins.reloadedSections { change(section) { $0 = fresh(section) } }
    } else {
      self = ListExtents(
        origins.sections.enumerated().map { section, origin in
          origin.flatMap { origins.isNew(section) ? nil : sections[$0] } ?? fresh(section)
        })
    }
    for section in origins.changedSections {
      guard let origin = origins.sections[section] else { continue }
      change(section) { $0.rows = $0.rows.rearranged(origins.rows(inSection: section), of: origin) }
    }
    for path in origins.reloaded.union(origins.reconfigured) {
      guard let place = origins.destination(of: path) else { continue }
      change(place.section) { $0.rows.forgetHeight(of: place.row) }
    }
  }
}

extension RowExtents {
  /// The heights after an update; a row that came from another section is measured when it is next in view.
  fileprivate func rearranged(_ runs: [RowRun], of section: Int) -> RowExtents {
    rearranged(
      runs.map { run in
        guard let origin = run.origin, origin.section == section else { return .new(run.count) }
        return .kept(origin.row..<origin.row + run.count)
      })
  }
}
