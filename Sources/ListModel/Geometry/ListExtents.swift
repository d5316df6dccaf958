/// The vertical positions and heights of a list's sections and of everything in them.
///
/// Invariant: `tops` has the total height of every section, `rowCounts` its number of rows, and `filled` whether it has
/// any.
struct ListExtents {
  private(set) var sections: [SectionExtents]
  private(set) var rowCounts: [Int]
  private(set) var filled: FilledSections
  /// The heights of the list's own header above all sections, and of its footer below them.
  private(set) var ends: (header: Double, footer: Double)
  private var tops: RowHeights
  /// Incremented by every change after which a row may have another rectangle.
  private(set) var changes = 0

  init(_ sections: [SectionExtents] = [], ends: (header: Double, footer: Double) = (0, 0)) {
    self.sections = sections
    self.ends = ends
    let rowCounts = sections.map(\.rows.count)
    self.rowCounts = rowCounts
    filled = FilledSections(rowCounts)
    tops = RowHeights(heights: sections.map(\.total))
  }

  var total: Double { ends.header + tops.total + ends.footer }

  /// Returns the top of a section; the bottom of the last one if `section` is the section count.
  ///
  /// - Complexity: O(log sections).
  func top(ofSection section: Int) -> Double { ends.header + tops.top(of: section) }

  func contains(_ path: ListPath) -> Bool {
    rowCounts.indices.contains(path.section) && 0..<rowCounts[path.section] ~= path.row
  }

  /// Returns the top and height of a row.
  func row(_ path: ListPath) -> ListExtent {
    let frame = frame(of: path, width: 0)
    return ListExtent(top: frame.minY, height: frame.size.height)
  }

  /// Returns the rectangle of a row in a list of the given width.
  ///
  /// - Complexity: O(log sections + log rows).
  func frame(of path: ListPath, width: Double) -> ListRect {
    var frame = sections[path.section].rows.frame(of: path.row, width: width)
    frame.origin.y += rowsTop(path.section)
    return frame
  }

  /// Returns the top and height of a header or footer.
  func extent(of edge: SectionEdge, _ section: Int) -> ListExtent {
    let height = sections[section][edge].height
    let inset = height > 0 ? sections[section].inset(of: edge).top : 0
    let top = edge == .header ? top(ofSection: section) : rowsTop(section) + sections[section].rows.total
    return ListExtent(top: top + inset, height: height)
  }

  /// Returns the row at a point in a list of the given width; nil at a header, a footer or empty space.
  ///
  /// - Complexity: O(log sections + log rows).
  func row(at point: ListPoint, width: Double) -> ListPath? {
    guard let section = section(at: point.y) else { return nil }
    let inside = ListPoint(x: point.x, y: point.y - rowsTop(section))
    return sections[section].rows.row(at: inside, width: width).map { ListPath(row: $0, section: section) }
  }

  /// Replaces the known height of a row; returns by how much the list grew.
  ///
  /// - Complexity: O(log sections + log rows).
  mutating func set(_ height: RowHeight, of path: ListPath) -> Double {
    let (formerChanges, former) = (changes, sections[path.section].rows.total)
    change(path.section) { $0.rows.set(height, of: path.row) }
    let growth = sections[path.section].rows.total - former
    // A row of a table that is as high as estimated moves nothing.
    if growth == 0, sections[path.section].rows is RowHeights { changes = formerChanges }
    return growth
  }

  /// Changes a section and updates the totals kept for it.
  ///
  /// - Complexity: O(log sections) besides the change.
  mutating func change<Result>(_ section: Int, _ body: (inout SectionExtents) -> Result) -> Result {
    let former = sections[section].total
    let result = body(&sections[section])
    let total = sections[section].total
    if total != former { tops.set(.measured(total), of: section) }
    count(section)
    changes += 1
    return result
  }

  /// Updates the row count kept for a section.
  private mutating func count(_ section: Int) {
    let (former, count) = (rowCounts[section], sections[section].rows.count)
    guard count != former else { return }
    rowCounts[section] = count
    filled.set(section, hasRows: count > 0)
  }

  /// Replaces the heights of the list's own header and footer.
  mutating func setEnds(header: Double, footer: Double) {
    ends = (header, footer)
    changes += 1
  }

  /// Changes all sections at once.
  ///
  /// - Complexity: O(sections).
  mutating func changeAll(_ body: (inout SectionExtents) -> Void) {
    for section in sections.indices { body(&sections[section]) }
    changes += 1
    tops = RowHeights(heights: sections.map(\.total))
  }

  /// Applies the layouts and the header and footer heights of sections.
  ///
  /// - Complexity: O(measures log sections); O(sections) if there are many measures.
  mutating func apply(_ measures: [SectionMeasure], estimate: Double) {
    guard measures.count > 64 else {
      for measure in measures { change(measure.section) { $0.apply(measure, estimate: estimate) } }
      return
    }
    for measure in measures { sections[measure.section].apply(measure, estimate: estimate) }
    changes += 1
    tops = RowHeights(heights: sections.map(\.total))
  }

  /// Returns the first section at or after `section` whose height is not zero.
  func firstSectionWithHeight(from section: Int) -> Int? { tops.firstWithHeight(from: section) }

  /// Returns the section at `y`.
  func section(at y: Double) -> Int? { tops.row(at: y - ends.header) }

  func rowsTop(_ section: Int) -> Double { top(ofSection: section) + sections[section].total(of: .header) }

  /// Whether the totals kept for the sections match the sections.
  func checkInvariants() -> Bool {
    tops.checkInvariants() && tops.count == sections.count
      && sections.indices.allSatisfy { tops[$0] == .measured(sections[$0].total) }
      && rowCounts == sections.map(\.rows.count) && filled.matches(rowCounts)
  }
}

/// A vertical range of the content: its top and its height.
public struct ListExtent: Hashable, Sendable {
  /// The top edge.
  public var top: Double
  /// The height.
  public var height: Double

  /// Makes a range.
  public init(top: Double, height: Double) {
    (self.top, self.height) = (top, height)
  }

  /// The bottom edge, which is the first position below the range.
  public var bottom: Double { top + height }

  /// Whether any part is inside a window; false if either of them has no height.
  public func overlaps(_ window: ListExtent) -> Bool {
    height > 0 && window.height > 0 && top < window.bottom && bottom > window.top
  }
}

// MARK: - Window

/// Queries for the elements in a window, a vertical range; elements without height are in no window.
extension ListExtents {
  /// Returns the rows in a window, from top to bottom.
  ///
  /// - Complexity: O(log sections) for each section in the window, and O(log rows) for each of their rows.
  func rows(in window: ListExtent) -> [ListPath] {
    var found: [ListPath] = []
    for section in sections(in: window) {
      sections[section].rows.forEachRow(from: 0, in: inRows(of: section, window)) { row in
        found.append(ListPath(row: row, section: section))
        return true
      }
    }
    return found
  }

  /// Returns the first row in a window.
  func firstRow(in window: ListExtent) -> ListPath? {
    firstRow(after: nil, in: window) { rows, first, window in
      var found: Int?
      rows.forEachRow(from: first, in: window) { row in
        found = row
        return false
      }
      return found
    }
  }

  /// Returns the first row, or the first one after `path`, that is in a window and has to be measured.
  func rowToMeasure(after path: ListPath?, in window: ListExtent) -> ListPath? {
    firstRow(after: path, in: window) { $0.rowToMeasure(from: $1, in: $2) }
  }

  /// Returns the first row, or the first one after `path`, of whose height nothing is known, in a window and in a section
  /// whose rows are measured separately.
  func unknownRow(after path: ListPath?, in window: ListExtent) -> ListPath? {
    firstRow(after: path, in: window) { rows, first, window in
      guard rows.measuresRows else { return nil }
      var found: Int?
      rows.forEachRow(from: first, in: window) { row in
        if rows[row].isUnknown { found = row }
        return found == nil
      }
      return found
    }
  }

  /// Returns the first row that is found in a section, starting at a row, within a window relative to its rows.
  private func firstRow(
    after path: ListPath?, in window: ListExtent, _ find: (any SectionRows, Int, ListExtent) -> Int?
  ) -> ListPath? {
    var next = path?.section ?? firstSection(in: window)
    while let section = next {
      let first = section == path?.section ? (path?.row ?? 0) + 1 : 0
      if let row = find(sections[section].rows, first, inRows(of: section, window)) {
        return ListPath(row: row, section: section)
      }
      next = self.section(after: section, in: window)
    }
    return nil
  }

  /// Returns a window relative to the top of a section's rows.
  private func inRows(of section: Int, _ window: ListExtent) -> ListExtent {
    ListExtent(top: window.top - rowsTop(section), height: window.height)
  }

  /// Returns the sections in a window, from top to bottom.
  func sections(in window: ListExtent) -> [Int] {
    var found: [Int] = []
    var next = firstSection(in: window)
    while let section = next {
      found.append(section)
      next = self.section(after: section, in: window)
    }
    return found
  }

  /// Returns the first section of which any part is in a window.
  func firstSection(in window: ListExtent) -> Int? {
    guard window.height > 0, let first = section(at: max(ends.header, window.top)) else { return nil }
    return top(ofSection: first) < window.bottom ? first : nil
  }

  /// Returns the next section in a window.
  func section(after section: Int, in window: ListExtent) -> Int? {
    firstSectionWithHeight(from: section + 1).flatMap { top(ofSection: $0) < window.bottom ? $0 : nil }
  }
}

/// Previous and next rows, including rows without height; each found in O(log sections).
extension ListExtents {
  /// Returns the row after a row, in its section or a later one.
  func row(after path: ListPath) -> ListPath? {
    if path.row + 1 < rowCounts[path.section] { return ListPath(row: path.row + 1, section: path.section) }
    return filled.next(from: path.section + 1).map { ListPath(row: 0, section: $0) }
  }

  /// Returns the row before a row, in its section or an earlier one.
  func row(before path: ListPath) -> ListPath? {
    if path.row > 0 { return ListPath(row: path.row - 1, section: path.section) }
    return filled.previous(before: path.section).map { ListPath(row: rowCounts[$0] - 1, section: $0) }
  }
}

// MARK: - Rearranging

/// Known heights follow their sections and rows in an update.
extension ListExtents {
  /// Moves all known heights to their positions after an update; new and reloaded elements have unknown heights.
  ///
  /// - Complexity: O(n log rows) for n runs of changed rows if all sections stay; else O(sections) more.
  mutating func rearrange(_ origins: ListOrigins, estimate: Double) {
    let fresh = { (section: Int) in SectionExtents(rowCount: origins.after[section], estimate: estimate) }
    if origins.keepsSections {
      for section in origins.reloadedSections { change(section) { $0 = fresh(section) } }
    } else {
      self = ListExtents(
        origins.sections.enumerated().map { section, origin in
          origin.flatMap { origins.isNew(section) ? nil : sections[$0] } ?? fresh(section)
        }, ends: ends)
    }
    for section in origins.changedSections {
      guard let origin = origins.sections[section] else { continue }
      change(section) { $0.rows.rearrange(ListRowPiece.pieces(of: origins.rows(inSection: section), from: origin)) }
    }
    for path in origins.reloaded.union(origins.reconfigured) {
      guard let place = origins.destination(of: path) else { continue }
      change(place.section) { $0.rows.forget(place.row) }
    }
  }
}

extension ListRowPiece {
  /// Returns the pieces for an update; a row from another section is measured when it is next visible.
  fileprivate static func pieces(of runs: [RowRun<ListSpace>], from section: Int) -> [ListRowPiece] {
    runs.map { run in
      guard let origin = run.origin, origin.section == section else { return .new(run.count) }
      return .kept(origin.row..<origin.row + run.count)
    }
  }
}
