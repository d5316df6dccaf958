/// Rows side by side in one line, which scrolls across the list.
///
/// Rows are placed as they come into view; until then, they have the width that the layout assumes. Every query and change
/// takes O(log rows), besides the rows in view.
struct CarouselRows: SectionRows {
  private let layout: SectionLayout
  /// The widths of the rows, each with the spacing after it.
  private var widths: RowHeights
  /// How far the line is scrolled.
  private(set) var offset = 0.0
  /// The offset of which the delegate was last notified.
  var reported = 0.0

  init(count: Int, in layout: SectionLayout) {
    self.layout = layout
    widths = Self.assumedWidths(count, layout)
  }

  private static func assumedWidths(_ count: Int, _ layout: SectionLayout) -> RowHeights {
    let width = layout.layout.itemSize.width
    return RowHeights(
      count: count, estimate: width > 0 ? width + layout.layout.columnSpacing : 0,
      isMeasured: layout.layout.hasFixedItemSize)
  }

  private var inset: ListInsets { layout.layout.inset }

  private var rowHeight: Double { layout.layout.itemSize.height }

  /// The part of the line that is in the list.
  private var window: ListExtent { ListExtent(top: offset - inset.left, height: layout.width) }

  /// Scrolls the line, as far as it goes.
  mutating func scroll(to wanted: Double) {
    let length = inset.left + max(0, widths.total - layout.layout.columnSpacing) + inset.right
    offset = wanted.isNaN ? offset : max(0, min(wanted, length - layout.width))
  }

  /// Scrolls the line so far that a row is in view.
  mutating func scroll(toShow row: Int) {
    let (left, width) = (inset.left + widths.top(of: row), width(of: row))
    scroll(to: left < offset ? left : max(offset, min(left, left + width - layout.width)))
  }

  private func width(of row: Int) -> Double { max(0, widths[row].height - layout.layout.columnSpacing) }

  var measuresRows: Bool { false }

  var count: Int { widths.count }

  var total: Double { inset.top + (widths.total > 0 ? rowHeight : 0) + inset.bottom }

  subscript(row: Int) -> RowHeight {
    let height = widths[row].height > 0 ? rowHeight : 0
    return isMeasured(row) ? .measured(height) : .estimated(height)
  }

  func isMeasured(_ row: Int) -> Bool { widths[row].isMeasured }

  func rowToMeasure(from row: Int, in window: ListExtent) -> Int? { nil }

  mutating func set(_ height: RowHeight, of row: Int) {}

  func frame(of row: Int, width: Double) -> ListRect {
    ListRect(
      x: inset.left + widths.top(of: row) - offset, y: inset.top, width: self.width(of: row), height: self[row].height)
  }

  func forEachRow(from row: Int, in window: ListExtent, _ body: (Int) -> Bool) {
    if ListExtent(top: inset.top, height: rowHeight).overlaps(window) { forEachRowInView(from: row, body) }
  }

  private func forEachRowInView(from row: Int, _ body: (Int) -> Bool) {
    let line = window
    widths.forEachRow(from: row, in: line) { row in
      !ListExtent(top: widths.top(of: row), height: width(of: row)).overlaps(line) || body(row)
    }
  }

  mutating func rearrange(_ pieces: [ListRowPiece]) {
    let kept = rowThatStays(pieces)
    widths.rearrange(pieces)
    if layout.layout.hasFixedItemSize { widths = Self.assumedWidths(count, layout) }
    scroll(to: kept.map { widths.top(of: $0.row) - $0.distance } ?? offset)
  }

  /// Returns the first row in view that is kept, by its new number, and how far it is from the start of the view.
  private func rowThatStays(_ pieces: [ListRowPiece]) -> (row: Int, distance: Double)? {
    guard offset > 0 else { return nil }
    var found: (row: Int, distance: Double)?
    forEachRowInView(from: 0) { row in
      var start = 0
      for piece in pieces {
        if case .kept(let rows) = piece, rows.contains(row) {
          found = (start + row - rows.lowerBound, widths.top(of: row) - offset)
          return false
        }
        start += piece.count
      }
      return true
    }
    return found
  }

  mutating func forget(_ row: Int) {
    if !layout.layout.hasFixedItemSize { widths.forget(row) }
  }

  mutating func rowToPlace(in window: ListExtent, keeping seen: Range<Int>?) -> Int? {
    guard ListExtent(top: inset.top, height: rowHeight).overlaps(window) else { return nil }
    return widths.rowToMeasure(from: 0, in: self.window)
  }

  mutating func place(_ size: ListSize, of row: Int) {
    let former = widths[row].height
    let width = size.height > 0 && size.width > 0 ? size.width + layout.layout.columnSpacing : 0
    widths.set(.measured(width), of: row)
    // A row that begins before the view keeps its end, so that the rows in view stay.
    scroll(to: widths.top(of: row) < window.top ? offset + width - former : offset)
  }
}
