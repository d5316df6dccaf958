/// Rows in lines, with as many rows per line as fit.
///
/// Full lines are justified to the whole width; rows are centred vertically in their line. Rows of unknown size have the
/// layout's estimate.
///
/// Lines are made where the viewport is: visible lines keep their rows, lines above them are filled from their end,
/// lines below them from their start. When all rows have been visible from the top, each is where ``PlacedRows`` has it.
///
/// A query, an update of a run of rows and making a line take O(log rows), besides the rows of the line.
struct FlowRows: RowArrangement {
  private let layout: SectionLayout
  /// The size assumed for rows of unknown size, and how many of them fit side by side.
  private let estimate: (columns: Int, size: ListSize)
  private var estimated: EstimatedRows<FlowLine>
  /// The line that is being made, and the row that it starts or ends at.
  private var open: (edge: Int, isBackward: Bool, line: OpenLine)?

  init(count: Int, in layout: SectionLayout) {
    self.layout = layout
    estimate = Self.estimate(in: layout)
    estimated = EstimatedRows(
      count: count, columns: estimate.columns, height: estimate.size.height + layout.layout.lineSpacing)
  }

  private static func estimate(in layout: SectionLayout) -> (columns: Int, size: ListSize) {
    var size = layout.layout.estimatedItemSize ?? layout.layout.itemSize
    size = ListSize(width: min(size.width, layout.rowsWidth), height: ListLimits.estimate(size.height))
    return (columns(of: size, in: layout), size)
  }

  /// Returns how many rows of the same size fit side by side.
  static func columns(of size: ListSize, in layout: SectionLayout) -> Int {
    let pitch = size.width + layout.layout.columnSpacing
    let width = layout.rowsWidth + layout.layout.columnSpacing + OpenLine.tolerance
    return pitch > 0 ? max(1, Int(min(width / pitch, 1e6))) : 1_000_000
  }

  private var inset: ListInsets { layout.layout.inset }

  private var lineSpacing: Double { layout.layout.lineSpacing }

  var measuresRows: Bool { false }

  var count: Int { estimated.count }

  var total: Double { inset.top + (count > 0 ? estimated.lines.height - lineSpacing : 0) + inset.bottom }

  subscript(row: Int) -> RowHeight {
    guard isMeasured(row), let size = estimated.size(of: row) else { return .estimated(estimate.size.height) }
    return .measured(size.height)
  }

  func isMeasured(_ row: Int) -> Bool { estimated.lines.line(of: row).element.state != .loose }

  mutating func set(_ height: RowHeight, of row: Int) {}

  mutating func forget(_ row: Int) {
    open = nil
    estimated.setSize(nil, of: row)
    // The line above may have space for the row.
    estimated.lines.loosen(max(0, row - 1)..<row + 1)
  }

  mutating func place(_ size: ListSize, of row: Int) {
    let size =
      size.height > 0
      ? ListSize(width: min(size.width, layout.rowsWidth), height: size.height) : ListSize(width: 0, height: 0)
    estimated.setSize(size, of: row)
  }

  mutating func rearrange(_ pieces: [RowPiece]) { estimated.rearrange(pieces) }

  func forgotten(estimate: Double) -> FlowRows { FlowRows(count: count, in: layout) }
}

// MARK: - Positions

extension FlowRows {
  func frame(of row: Int, width: Double) -> ListRect {
    let line = estimated.lines.line(of: row)
    let top = inset.top + line.top
    guard line.element.state != .loose else {
      let x = inset.left + Double(row - line.firstRow) * (estimate.size.width + layout.layout.columnSpacing)
      return ListRect(x: x, y: top, width: estimate.size.width, height: estimate.size.height)
    }
    let gap = gap(in: line)
    var x = inset.left
    forEachSize(in: line.firstRow..<row) { size, count in
      if size.height > 0 { x += (size.width + gap) * Double(count) }
    }
    let size = estimated.size(of: row) ?? estimate.size
    let height = line.element.height - lineSpacing
    return ListRect(x: x, y: top + (height - size.height) / 2, width: size.width, height: size.height)
  }

  /// Returns the distance between the rows of a line.
  private func gap(in line: RunSequence<FlowLine>.Position) -> Double {
    let spacing = layout.layout.columnSpacing
    guard line.element.isFull else { return spacing }
    var open = OpenLine()
    forEachSize(in: line.firstRow..<line.endRow) { size, count in open.add(size, count: count, in: layout) }
    guard open.shownCount > 1 else { return spacing }
    return spacing + max(0, layout.rowsWidth - open.width) / Double(open.shownCount - 1)
  }

  /// Calls a closure with each size of some rows, and with the number of rows that have it.
  private func forEachSize(in rows: Range<Int>, _ body: (ListSize, Int) -> Void) {
    var row = rows.lowerBound
    while row < rows.upperBound {
      let found = estimated.sizes.position(ofRow: row)
      let end = min(rows.upperBound, found.run.upperBound)
      body(found.element.size ?? estimate.size, end - row)
      row = end
    }
  }

  func lineTop(of row: Int) -> Double { inset.top + estimated.lines.line(of: row).top }

  func firstRow(below y: Double) -> Int? {
    guard count > 0 else { return nil }
    guard let line = estimated.lines.sequence.position(at: max(0, y - inset.top)) else { return nil }
    guard line.top + line.element.height - lineSpacing <= y - inset.top else { return line.firstRow }
    return line.endRow < count ? line.endRow : nil
  }

  func firstWithHeight(from row: Int) -> Int? { estimated.firstWithHeight(from: row) }

  func row(at point: ListPoint, width: Double) -> Int? {
    guard point.y >= 0, let first = firstRow(below: point.y) else { return nil }
    return (first..<estimated.lines.line(of: first).endRow).first { frame(of: $0, width: width).contains(point) }
  }
}

// MARK: - Making lines

extension FlowRows {
  mutating func rowToPlace(in window: ListExtent, keeping seen: Range<Int>?) -> Int? {
    let (top, bottom) = (max(0, window.top - inset.top), window.bottom - inset.top)
    guard top < bottom, let first = estimated.lines.sequence.position(at: top) else { return nil }
    guard let kept = seen.flatMap({ estimated.linesKept(of: $0, downTo: bottom) }) else {
      return settle(from: first.firstRow, downTo: bottom)
    }
    let below = bottom - estimated.lines.top(of: kept.upperBound)
    if let row = hold(upFrom: kept.lowerBound, by: estimated.lines.top(of: kept.lowerBound) - top) { return row }
    return settle(from: kept.upperBound, downTo: estimated.lines.top(of: kept.upperBound) + below)
  }

  mutating func rowToPlace(through row: Int) -> Int? { nil }

  /// Makes lines from a row down to `bottom`; returns the row whose size is needed next.
  private mutating func settle(from start: Int, downTo bottom: Double) -> Int? {
    var row = start
    while row < count {
      let line = estimated.lines.line(of: row)
      guard line.top < bottom else { break }
      if line.element.state == .settled {
        row = line.run.upperBound
      } else if let missing = settleLine(from: row) {
        return missing
      }
    }
    return nil
  }

  /// Makes a line of the rows from `start` on, and all equal lines after it; returns a row whose size is needed first.
  private mutating func settleLine(from start: Int) -> Int? {
    var line = takeOpen(start, isBackward: false)
    while start + line.rows < count {
      guard let size = estimated.size(of: start + line.rows) else {
        open = (start, false, line)
        return start + line.rows
      }
      guard line.fits(size, in: layout) else { break }
      line.add(size, in: layout)
    }
    let run = estimated.sizes.position(ofRow: start).run
    // Each of the lines is followed by a row of the same size, which does not fit.
    let equal = line.rows > 0 ? (run.upperBound - 1 - start) / line.rows : 0
    let made = flowLine(line, isFull: start + line.rows < count, .settled)
    estimated.lines.replace(start..<start + line.rows * max(1, equal), by: made, count: max(1, equal))
    return nil
  }

  /// Makes lines from a row upwards, as high as `height`; returns the row whose size is needed next.
  ///
  /// Visible rows start at the row, so that the line above it must end there.
  private mutating func hold(upFrom end: Int, by height: Double) -> Int? {
    var (row, room) = (end, height)
    while row > 0, room > 0 {
      let line = estimated.lines.line(of: row - 1)
      if line.element.state == .loose {
        if let missing = holdLine(upTo: row) { return missing }
      } else {
        room -= line.element.height
        row = line.firstRow
      }
    }
    return nil
  }

  /// Makes a line of the rows before `end`; returns a row whose size is needed first.
  private mutating func holdLine(upTo end: Int) -> Int? {
    var line = takeOpen(end, isBackward: true)
    while line.rows < end {
      let row = end - line.rows - 1
      guard let size = estimated.size(of: row) else {
        open = (end, true, line)
        return row
      }
      guard line.fits(size, in: layout) else { break }
      line.add(size, in: layout)
    }
    let next = end < count ? estimated.size(of: end) : nil
    let isSettled = next.map { !line.fits($0, in: layout) } ?? (end == count)
    let isFull = end < count && (isSettled || line.rows < end)
    estimated.lines.replace(end - line.rows..<end, by: flowLine(line, isFull: isFull, isSettled ? .settled : .held))
    return nil
  }

  private func flowLine(_ line: OpenLine, isFull: Bool, _ state: FlowLine.State) -> FlowLine {
    FlowLine(rows: line.rows, height: line.height + lineSpacing, isFull: isFull, state: state)
  }

  /// Returns the line that is being made at a row.
  private mutating func takeOpen(_ edge: Int, isBackward: Bool) -> OpenLine {
    defer { open = nil }
    guard let open, open.edge == edge, open.isBackward == isBackward else { return OpenLine() }
    return open.line
  }

  /// Whether every row is in a line, and every line with known sizes fits and has the height of its highest row.
  func checkInvariants() -> Bool {
    guard estimated.checkInvariants() else { return false }
    var row = 0
    while row < count {
      let line = estimated.lines.line(of: row)
      if line.element.state != .loose, !isRight(line) { return false }
      row = line.endRow
    }
    return true
  }

  private func isRight(_ line: RunSequence<FlowLine>.Position) -> Bool {
    var open = OpenLine()
    for row in line.firstRow..<line.endRow {
      guard let size = estimated.size(of: row), open.fits(size, in: layout) else { return false }
      open.add(size, in: layout)
    }
    let next = line.endRow < count ? estimated.size(of: line.endRow).map { open.fits($0, in: layout) } : false
    return open.height + lineSpacing == line.element.height && (line.element.state == .held || next == false)
  }
}
