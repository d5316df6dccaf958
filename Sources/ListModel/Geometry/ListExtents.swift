/// The extents of a list: its sections, one below the other.
///
/// Invariant: `tops` has the total height of every section, `rowCounts` its rows, and `filled` in order those that have any.
struct ListExtents {
  private(set) var sections: [SectionExtents]
  private(set) var rowCounts: [Int]
  private(set) var filled: [Int]
  private var tops: RowHeights

  init(_ sections: [SectionExtents] = []) {
    self.sections = sections
    let rowCounts = sections.map(\.rows.count)
    self.rowCounts = rowCounts
    filled = rowCounts.indices.filter { rowCounts[$0] > 0 }
    tops = RowHeights(heights: sections.map(\.total))
  }

  var total: Double { tops.total }

  /// The top of a section, or the bottom of the list for the section count.
  ///
  /// - Complexity: O(log sections).
  func top(ofSection section: Int) -> Double { tops.top(of: section) }

  func contains(_ path: ListPath) -> Bool {
    rowCounts.indices.contains(path.section) && 0..<rowCounts[path.section] ~= path.row
  }

  /// Top and height of a row.
  func row(_ path: ListPath) -> ListExtent {
    let frame = frame(of: path, width: 0)
    return ListExtent(top: frame.minY, height: frame.size.height)
  }

  /// The rectangle of a row in a list of a width.
  ///
  /// - Complexity: O(log sections + log rows).
  func frame(of path: ListPath, width: Double) -> ListRect {
    var frame = sections[path.section].rows.body.frame(of: path.row, width: width)
    frame.origin.y += rowsTop(path.section)
    return frame
  }

  func header(_ section: Int) -> ListExtent {
    let header = sections[section].header
    let inset = header.height > 0 ? sections[section].headerInset.top : 0
    return ListExtent(top: top(ofSection: section) + inset, height: header.height)
  }

  func footer(_ section: Int) -> ListExtent {
    let footer = sections[section].footer
    let inset = footer.height > 0 ? sections[section].footerInset.top : 0
    return ListExtent(top: rowsTop(section) + sections[section].rows.total + inset, height: footer.height)
  }

  /// The row at a point of a list of a width; nil where a header, a footer or nothing stands.
  ///
  /// - Complexity: O(log sections + log rows).
  func row(at point: ListPoint, width: Double) -> ListPath? {
    guard let section = tops.row(at: point.y) else { return nil }
    let inside = ListPoint(x: point.x, y: point.y - rowsTop(section))
    return sections[section].rows.body.row(at: inside, width: width).map { ListPath(row: $0, section: section) }
  }

  /// Replaces what is known of a row's height; answers by how much the list grew.
  ///
  /// - Complexity: O(log sections + log rows).
  mutating func set(_ height: RowHeight, of path: ListPath) -> Double {
    change(path.section) { $0.rows.set(height, of: path.row) }
  }

  /// Changes a section, and keeps what is known of its place.
  ///
  /// - Complexity: O(log sections) besides the change; where the first rows come or the last go, the sections that have any.
  mutating func change<Result>(_ section: Int, _ body: (inout SectionExtents) -> Result) -> Result {
    let former = sections[section].total
    let result = body(&sections[section])
    let total = sections[section].total
    if total != former { tops.replace(section, by: .measured(total)) }
    count(section)
    return result
  }

  /// Takes note of how many rows a section has.
  private mutating func count(_ section: Int) {
    let (former, count) = (rowCounts[section], sections[section].rows.count)
    guard count != former else { return }
    rowCounts[section] = count
    guard (count > 0) != (former > 0) else { return }
    let index = filled.partitioningIndex { $0 >= section }
    if count > 0 { filled.insert(section, at: index) } else { filled.remove(at: index) }
  }

  /// Changes many sections at once.
  ///
  /// - Complexity: O(sections).
  mutating func changeAll(_ body: (inout SectionExtents) -> Void) {
    for section in sections.indices { body(&sections[section]) }
    tops = RowHeights(heights: sections.map(\.total))
  }

  /// Takes note of what has been said of sections.
  ///
  /// - Complexity: O(measures log sections), and for many O(sections).
  mutating func apply(_ measures: [SectionMeasure], estimate: Double) {
    guard measures.count > 64 else {
      for measure in measures { change(measure.section) { $0.apply(measure, estimate: estimate) } }
      return
    }
    for measure in measures { sections[measure.section].apply(measure, estimate: estimate) }
    tops = RowHeights(heights: sections.map(\.total))
  }

  /// The first section from a section on that has a height.
  func firstSectionWithHeight(from section: Int) -> Int? { tops.firstWithHeight(from: section) }

  /// The section at a height.
  func section(at y: Double) -> Int? { tops.row(at: y) }

  func rowsTop(_ section: Int) -> Double { top(ofSection: section) + sections[section].headerTotal }

  /// Whether what is kept of all sections is that of each.
  func checkInvariants() -> Bool {
    tops.checkInvariants() && tops.count == sections.count
      && sections.indices.allSatisfy { tops[$0] == .measured(sections[$0].total) }
      && rowCounts == sections.map(\.rows.count) && filled == rowCounts.indices.filter { rowCounts[$0] > 0 }
  }
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

// MARK: - Window

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

// MARK: - Rearranging

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
