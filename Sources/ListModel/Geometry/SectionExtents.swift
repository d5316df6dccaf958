/// One section's extents: header, rows, footer, from the top of the section.
struct SectionExtents {
  var header: Double
  var rows: RowExtents
  var footer: Double

  var total: Double { header + rows.total + footer }
}

/// The extents of a list: its sections, one below the other.
struct ListExtents {
  var sections: [SectionExtents] = []

  /// The top of a section, or the bottom of the list for the section count.
  ///
  /// - Complexity: O(sections).
  func top(ofSection section: Int) -> Double {
    sections[..<section].reduce(0) { $0 + $1.total }
  }

  var total: Double { top(ofSection: sections.count) }

  func contains(_ path: ListPath) -> Bool {
    sections.indices.contains(path.section) && path.row >= 0 && path.row < sections[path.section].rows.count
  }

  /// Top and height of a row.
  func row(_ path: ListPath) -> (top: Double, height: Double) {
    let section = sections[path.section]
    let top = top(ofSection: path.section) + section.header + section.rows.top(of: path.row)
    return (top, section.rows.height(of: path.row))
  }

  func header(_ section: Int) -> (top: Double, height: Double) {
    (top(ofSection: section), sections[section].header)
  }

  func footer(_ section: Int) -> (top: Double, height: Double) {
    let extents = sections[section]
    return (top(ofSection: section) + extents.total - extents.footer, extents.footer)
  }

  /// The row at a height; nil where a header, a footer or nothing stands.
  func row(at y: Double) -> ListPath? {
    var top = 0.0
    for (section, extents) in sections.enumerated() {
      if y < top + extents.total {
        return extents.rows.row(at: y - top - extents.header).map { ListPath(row: $0, section: section) }
      }
      top += extents.total
    }
    return nil
  }
}
