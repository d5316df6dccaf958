/// Rows side by side in columns of the same width, in lines that are as high as their highest row.
///
/// Every query and every measurement takes O(log rows). An update keeps the heights of all rows, and the lines above
/// the first change; the lines below it are computed again as they become visible.
struct GridRows: SectionRows {
  private let layout: SectionLayout
  private var heights: RowHeights
  /// The lines, with each height including the spacing below the line.
  private var lines: RowHeights

  init(count: Int, estimate: Double, in layout: SectionLayout) {
    self.layout = layout
    heights = RowHeights(count: count, estimate: estimate)
    lines = RowHeights(count: 0, estimate: estimate + layout.layout.lineSpacing)
    lines.rearrange([.new(lineCount(count))])
  }

  private var columns: Int { layout.layout.columnCount }

  private func lineCount(_ rows: Int) -> Int { (rows + columns - 1) / columns }

  private func rows(of line: Int) -> Range<Int> { line * columns..<min(count, (line + 1) * columns) }

  var count: Int { heights.count }

  var total: Double {
    let inset = layout.layout.inset
    return inset.top + (count > 0 ? lines.total - layout.layout.lineSpacing : 0) + inset.bottom
  }

  subscript(row: Int) -> RowHeight { heights[row] }

  func isMeasured(_ row: Int) -> Bool { heights[row].isMeasured && lines[row / columns].isMeasured }

  mutating func set(_ height: RowHeight, of row: Int) {
    heights.set(height, of: row)
    updateLine(of: row)
  }

  mutating func forget(_ row: Int) {
    heights.forget(row)
    updateLine(of: row)
  }

  private mutating func updateLine(of row: Int) {
    let highest = rows(of: row / columns).reduce(0) { max($0, heights[$1].height) }
    lines.set(.measured(highest + layout.layout.lineSpacing), of: row / columns)
  }

  func frame(of row: Int, width: Double) -> ListRect {
    let line = lines.frame(of: row / columns, width: width)
    // Until its line is measured, a row is at most as high as the line, so that lines do not overlap.
    let room = lines[row / columns].isMeasured ? .infinity : line.size.height - layout.layout.lineSpacing
    return ListRect(
      x: layout.layout.inset.left + layout.x(ofColumn: row % columns), y: layout.layout.inset.top + line.minY,
      width: layout.columnWidth, height: min(heights[row].height, room))
  }

  func forEachRow(from row: Int, in window: ListExtent, _ body: (Int) -> Bool) {
    forEachRowInLines(from: row, in: window) { row in
      let frame = frame(of: row, width: 0)
      return !ListExtent(top: frame.minY, height: frame.size.height).overlaps(window) || body(row)
    }
  }

  /// Visits all rows of the lines in a window, of which a row that is not measured may turn out to be the highest.
  func rowToMeasure(from row: Int, in window: ListExtent) -> Int? {
    var found: Int?
    forEachRowInLines(from: row, in: window) { row in
      if heights[row].height > 0, !isMeasured(row) { found = row }
      return found == nil
    }
    return found
  }

  private func forEachRowInLines(from row: Int, in window: ListExtent, _ body: (Int) -> Bool) {
    let inside = ListExtent(top: window.top - layout.layout.inset.top, height: window.height)
    lines.forEachRow(from: row / columns, in: inside) { line in
      rows(of: line).allSatisfy { $0 < row || body($0) }
    }
  }

  mutating func rearrange(_ pieces: [ListRowPiece]) {
    let (kept, former) = (ListRowPiece.unchanged(pieces), count)
    heights.rearrange(pieces)
    // A last line that is not full is kept only if all rows are kept and none is added.
    let keptLines = kept == former && kept == count ? lines.count : kept / columns
    lines.rearrange([.kept(0..<keptLines), .new(lineCount(count) - keptLines)])
  }
}
