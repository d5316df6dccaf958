/// What stands between two heights. Rows, headers and footers without height stand nowhere, and in a window without height
/// stands nothing.
extension ListExtents {
  /// The first row to look at for a window: it or one after it is the first of which anything stands there.
  ///
  /// - Complexity: O(log sections + log rows), and the sections in the window that have no rows.
  func firstRow(in window: ListExtent) -> ListPath? {
    guard window.height > 0, let section = section(at: max(0, window.top)) else { return nil }
    guard let row = sections[section].rows.body.firstRow(below: window.top - rowsTop(section)) else {
      return firstRow(inSectionsFrom: section + 1, in: window)
    }
    return inWindow(ListPath(row: row, section: section), window)
  }

  /// The next row to look at for a window; nil where no more can stand there.
  ///
  /// - Complexity: O(log sections + log rows), and the sections in the window that have no rows.
  func row(after path: ListPath, in window: ListExtent) -> ListPath? {
    guard let row = sections[path.section].rows.body.firstWithHeight(from: path.row + 1) else {
      return firstRow(inSectionsFrom: path.section + 1, in: window)
    }
    return inWindow(ListPath(row: row, section: path.section), window)
  }

  /// The rows in a window, from the top down.
  func rows(in window: ListExtent) -> [ListPath] {
    var found: [ListPath] = []
    var next = firstRow(in: window)
    while let path = next {
      if row(path).overlaps(window) { found.append(path) }
      next = row(after: path, in: window)
    }
    return found
  }

  /// The sections in a window, from the top down.
  func sections(in window: ListExtent) -> [Int] {
    var found: [Int] = []
    var next = firstSection(in: window)
    while let section = next {
      found.append(section)
      next = self.section(after: section, in: window)
    }
    return found
  }

  /// The first section of which anything stands in a window.
  func firstSection(in window: ListExtent) -> Int? {
    window.height > 0 ? section(at: max(0, window.top)) : nil
  }

  /// The next section in a window.
  func section(after section: Int, in window: ListExtent) -> Int? {
    firstSectionWithHeight(from: section + 1).flatMap { top(ofSection: $0) < window.bottom ? $0 : nil }
  }

  private func firstRow(inSectionsFrom start: Int, in window: ListExtent) -> ListPath? {
    var next = firstSectionWithHeight(from: start)
    while let section = next, rowsTop(section) < window.bottom {
      if let row = sections[section].rows.body.firstWithHeight(from: 0) {
        return inWindow(ListPath(row: row, section: section), window)
      }
      next = firstSectionWithHeight(from: section + 1)
    }
    return nil
  }

  private func inWindow(_ path: ListPath, _ window: ListExtent) -> ListPath? {
    rowsTop(path.section) + sections[path.section].rows.body.lineTop(of: path.row) < window.bottom ? path : nil
  }
}

/// Rows beside rows, whether they have a height or not; each is found in O(log sections).
extension ListExtents {
  /// The row below a row, in its section or a later one.
  func row(after path: ListPath) -> ListPath? {
    if path.row + 1 < rowCounts[path.section] { return ListPath(row: path.row + 1, section: path.section) }
    let next = filled.partitioningIndex { $0 > path.section }
    return next < filled.count ? ListPath(row: 0, section: filled[next]) : nil
  }

  /// The row above a row, in its section or an earlier one.
  func row(before path: ListPath) -> ListPath? {
    if path.row > 0 { return ListPath(row: path.row - 1, section: path.section) }
    let next = filled.partitioningIndex { $0 >= path.section }
    return next > 0 ? ListPath(row: rowCounts[filled[next - 1]] - 1, section: filled[next - 1]) : nil
  }
}
