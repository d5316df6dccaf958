/// Rows in columns of the same width, of which only those in view need sizes; the others have the layout's estimate.
///
/// Each row goes to the shortest column. Rows are placed in bands of one row per column: visible bands keep their rows
/// where they are, bands above them are placed from their end upwards, bands below them from their start. When all rows
/// have been visible from the top, each is where ``PlacedRows`` has it.
///
/// A query, an update of a run of rows and placing a band take O(log rows), besides the columns.
struct WaterfallRows: RowArrangement {
  private let layout: SectionLayout
  private var estimated: EstimatedRows<WaterfallBand>
  /// The height of rows of unknown size.
  private let estimate: Double

  init(count: Int, in layout: SectionLayout) {
    self.layout = layout
    let asked = layout.layout.estimatedItemSize ?? layout.layout.itemSize
    estimate = ListLimits.estimate(layout.height(ofColumnRow: asked))
    estimated = EstimatedRows(
      count: count, columns: layout.layout.columnCount, height: estimate + layout.layout.lineSpacing)
  }

  private var inset: ListInsets { layout.layout.inset }

  private var spacing: Double { layout.layout.lineSpacing }

  var measuresRows: Bool { false }

  var count: Int { estimated.count }

  var total: Double { inset.top + max(0, estimated.lines.height - spacing) + inset.bottom }

  subscript(row: Int) -> RowHeight {
    slot(of: row).map { .measured($0.height) } ?? .estimated(estimate)
  }

  func isMeasured(_ row: Int) -> Bool { slot(of: row) != nil }

  private func slot(of row: Int) -> PlacedBand.Slot? {
    let band = estimated.lines.line(of: row)
    return band.element.placed?.slots[row - band.firstRow]
  }

  mutating func set(_ height: RowHeight, of row: Int) {}

  mutating func forget(_ row: Int) {
    estimated.setSize(nil, of: row)
    estimated.lines.loosen(row..<row + 1)
  }

  mutating func place(_ size: ListSize, of row: Int) {
    let size = ListSize(width: layout.columnWidth, height: layout.height(ofColumnRow: size))
    estimated.setSize(size, of: row)
  }

  mutating func rearrange(_ pieces: [RowPiece]) { estimated.rearrange(pieces) }

  func forgotten(estimate: Double) -> WaterfallRows { WaterfallRows(count: count, in: layout) }
}

// MARK: - Positions

extension WaterfallRows {
  func frame(of row: Int, width: Double) -> ListRect {
    let band = estimated.lines.line(of: row)
    let top = inset.top + band.top
    guard let slot = band.element.placed?.slots[row - band.firstRow] else {
      return ListRect(x: layout.x(ofColumn: row - band.firstRow), y: top, width: layout.columnWidth, height: estimate)
    }
    return ListRect(
      x: layout.x(ofColumn: slot.column), y: top + slot.top, width: slot.height > 0 ? layout.columnWidth : 0,
      height: slot.height)
  }

  func lineTop(of row: Int) -> Double { inset.top + estimated.lines.line(of: row).top }

  func firstRow(below y: Double) -> Int? { estimated.lines.sequence.firstPosition(reaching: y - inset.top)?.firstRow }

  func firstWithHeight(from row: Int) -> Int? { estimated.firstWithHeight(from: row) }

  func row(at point: ListPoint, width: Double) -> Int? {
    var next = point.y >= 0 ? firstRow(below: point.y) : nil
    while let row = next, lineTop(of: row) <= point.y {
      if frame(of: row, width: width).contains(point) { return row }
      next = firstWithHeight(from: row + 1)
    }
    return nil
  }
}

// MARK: - Placing bands

extension WaterfallRows {
  mutating func rowToPlace(in window: ListExtent, keeping seen: Range<Int>?) -> Int? {
    let (top, bottom) = (window.top - inset.top, window.bottom - inset.top)
    guard max(0, top) < bottom, let first = estimated.lines.sequence.firstPosition(reaching: max(0, top)) else {
      return nil
    }
    guard let kept = seen.flatMap({ estimated.linesKept(of: $0, downTo: bottom) }) else {
      return settle(from: first, downTo: bottom)
    }
    let rest = bottom - estimated.lines.top(of: kept.lowerBound)
    if let row = hold(upFrom: kept.lowerBound, by: estimated.lines.top(of: kept.lowerBound) - top) { return row }
    let last = estimated.lines.line(of: kept.upperBound - 1)
    guard kept.upperBound < count, let ends = last.element.placed?.ends else { return nil }
    return settle(
      from: kept.upperBound, at: last.top, below: ends, downTo: estimated.lines.top(of: kept.lowerBound) + rest)
  }

  mutating func rowToPlace(through row: Int) -> Int? { nil }

  /// Columns that all start at the same height.
  private var flat: [Double] { Array(repeating: 0, count: layout.layout.columnCount) }

  /// Places bands from the first visible one down to `bottom`; returns the row whose size is needed next.
  private mutating func settle(
    from first: RunSequence<WaterfallBand>.Position, downTo bottom: Double
  ) -> Int? {
    guard first.firstRow > 0 else { return settle(from: 0, at: 0, below: flat, downTo: bottom) }
    let above = estimated.lines.line(of: first.firstRow - 1)
    if let placed = above.element.placed {
      return settle(from: first.firstRow, at: above.top, below: placed.ends, downTo: bottom)
    }
    let starts = first.element.placed?.starts ?? flat
    return settle(from: first.firstRow, at: first.top, below: starts, downTo: bottom)
  }

  /// Places bands from a row down to `bottom`; returns the row whose size is needed next.
  ///
  /// - Parameter starts: The ends of the columns above the row, relative to `top`.
  private mutating func settle(
    from start: Int, at top: Double, below starts: [Double], downTo bottom: Double
  ) -> Int? {
    var (row, top, starts) = (start, top, starts)
    while row < count {
      let highest = starts.min() ?? 0
      top += highest
      starts = starts.map { $0 - highest }
      guard top < bottom else { break }
      let band = estimated.lines.line(of: row)
      if let placed = band.element.placed, placed.isExact, placed.starts == starts {
        starts = placed.ends
      } else {
        let rows = band.firstRow..<band.endRow
        if let missing = missingSize(in: rows) { return missing }
        let placed = PlacedBand(heights(of: rows), below: starts, spacing: spacing)
        estimated.lines.replace(rows, by: WaterfallBand(placed))
        starts = placed.ends
      }
      row = band.endRow
    }
    return nil
  }

  /// Places bands from a row upwards, as high as `height` above it; returns the row whose size is needed next.
  ///
  /// Visible rows start at the row, so that the columns above it must end there.
  private mutating func hold(upFrom end: Int, by height: Double) -> Int? {
    guard var starts = estimated.lines.line(of: end).element.placed?.starts else { return nil }
    var (row, distance) = (end, 0.0)
    while row > 0, distance - (starts.max() ?? 0) < height {
      let band = estimated.lines.line(of: row - 1)
      let rows = band.firstRow..<band.endRow
      if band.element.isLoose {
        if let missing = missingSize(in: rows) { return missing }
        let placed = PlacedBand(heights(of: rows), above: starts, spacing: spacing)
        estimated.lines.replace(rows, by: WaterfallBand(placed))
      }
      let made = estimated.lines.line(of: row - 1).element
      starts = made.placed?.starts ?? flat
      distance += made.height
      row = band.firstRow
    }
    return nil
  }

  private func missingSize(in rows: Range<Int>) -> Int? { rows.first { estimated.size(of: $0) == nil } }

  private func heights(of rows: Range<Int>) -> [Double] {
    rows.map { estimated.size(of: $0)?.height ?? estimate }
  }

  /// Whether every row is in a band, and no row overlaps another one in its column.
  func checkInvariants() -> Bool {
    guard estimated.checkInvariants() else { return false }
    var ends: [Double: Double] = [:]
    for row in 0..<count {
      let frame = frame(of: row, width: 0)
      guard frame.size.height > 0 else { continue }
      guard frame.minY >= (ends[frame.minX] ?? inset.top) - 1e-6 else { return false }
      ends[frame.minX] = frame.maxY + spacing
    }
    return true
  }
}
