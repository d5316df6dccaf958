/// The extents of a list: its sections, one below the other.
///
/// Invariant: `tops` has the total height of every section.
struct ListExtents {
  private(set) var sections: [SectionExtents]
  private var tops: RowExtents

  init(_ sections: [SectionExtents] = []) {
    self.sections = sections
    tops = RowExtents(heights: sections.map(\.total))
  }

  var total: Double { tops.total }

  /// The top of a section, or the bottom of the list for the section count.
  ///
  /// - Complexity: O(log sections).
  func top(ofSection section: Int) -> Double { tops.top(of: section) }

  func contains(_ path: ListPath) -> Bool {
    sections.indices.contains(path.section) && path.row >= 0 && path.row < sections[path.section].rows.count
  }

  /// Top and height of a row.
  ///
  /// - Complexity: O(log sections + log rows).
  func row(_ path: ListPath) -> ListExtent {
    let rows = sections[path.section].rows
    return ListExtent(top: rowsTop(path.section) + rows.top(of: path.row), height: rows.height(of: path.row))
  }

  func header(_ section: Int) -> ListExtent {
    ListExtent(top: top(ofSection: section), height: sections[section].header)
  }

  func footer(_ section: Int) -> ListExtent {
    ListExtent(top: rowsTop(section) + sections[section].rows.total, height: sections[section].footer)
  }

  /// The row at a height; nil where a header, a footer or nothing stands.
  ///
  /// - Complexity: O(log sections + log rows).
  func row(at y: Double) -> ListPath? {
    guard let section = tops.row(at: y) else { return nil }
    return sections[section].rows.row(at: y - rowsTop(section)).map { ListPath(row: $0, section: section) }
  }

  /// Replaces a row's height; answers by how much it grew.
  ///
  /// - Complexity: O(log sections + log rows).
  mutating func setHeight(_ height: Double, of path: ListPath) -> Double {
    let growth = sections[path.section].rows.setHeight(height, of: path.row)
    if growth != 0 { tops.setHeight(sections[path.section].total, of: path.section) }
    return growth
  }

  /// Replaces the heights of a section's header and footer.
  mutating func setHeader(_ header: Double, footer: Double, of section: Int) {
    sections[section].header = header
    sections[section].footer = footer
    tops.setHeight(sections[section].total, of: section)
  }

  /// Gives every row an estimate again.
  mutating func forgetRowHeights(estimate: Double) {
    var forgotten = sections
    for section in forgotten.indices {
      forgotten[section].rows = RowExtents(count: forgotten[section].rows.count, estimate: estimate)
    }
    self = ListExtents(forgotten)
  }

  /// The first section from a section on that has a height.
  func firstSectionWithHeight(from section: Int) -> Int? { tops.firstWithHeight(from: section) }

  /// The section at a height.
  func section(at y: Double) -> Int? { tops.row(at: y) }

  func rowsTop(_ section: Int) -> Double { top(ofSection: section) + sections[section].header }
}

/// From where down, and how far.
struct ListExtent {
  var top: Double
  var height: Double

  var bottom: Double { top + height }

  /// Whether any of it stands in a window; what has no height never does, and in a window without height nothing does.
  func overlaps(_ window: ListExtent) -> Bool {
    height > 0 && window.height > 0 && top < window.bottom && bottom > window.top
  }
}
