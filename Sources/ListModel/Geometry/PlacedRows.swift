/// The rows of a flow or waterfall: their sizes as far as known, and their lines.
///
/// Rows are placed where the viewport is. With an estimate, visible lines keep their rows, lines above them are filled
/// from their end, and lines below them from their start; without one, all lines above the visible ones are placed
/// first. Rows whose size the layout fixes are all placed at once.
///
/// However the rows have come about, these are where they are in a new list of the same rows: without an estimate, all
/// that have been placed; with one, those that have been in view since the last change while the list was scrolled down
/// from its top, or was at its top.
///
/// A query, an update of a run of rows and placing a line take O(log rows), besides the rows of the line; without an
/// estimate, an update also visits the lines from the first change down to the viewport.
struct PlacedRows<Line: PlacedLine>: ListArrangement {
  private let layout: SectionLayout
  private var sizes: RunSequence<RowSize>
  private var lines: PlacedLines<Line>
  /// The number of rows at the top that are placed from the first row on.
  ///
  /// Invariant: a line starts there, or all rows end there.
  private var settledCount = 0

  init(count: Int, in layout: SectionLayout) {
    self.layout = layout
    let size = layout.layout.hasFixedItemSize ? Self.size(layout.layout.itemSize, in: layout) : nil
    sizes = RunSequence(RowSize(size: size), count: count)
    lines = PlacedLines(looseRows: count, in: layout)
    if size != nil { placeAll() }
  }

  /// Whether the rows above the visible ones are placed first.
  private var placesFromTop: Bool { layout.layout.hasFixedItemSize || layout.layout.estimatedItemSize == nil }

  var count: Int { sizes.rows }

  var height: Double { lines.all.extent.reach }

  func isPlaced(_ row: Int) -> Bool { !lines[row].element.isLoose }

  func frame(of row: Int) -> ListRect { frame(of: row, in: lines[row]) }

  private func frame(of row: Int, in line: RunSequence<Line>.Position) -> ListRect {
    guard line.element.isLoose else {
      var frame = line.element.frame(of: row, from: line.firstRow, sizes, layout)
      frame.origin.y += line.top
      return frame
    }
    let size = lines.assumed.size
    let x = Double(row - line.firstRow) * (size.width + layout.layout.columnSpacing)
    return ListRect(x: x, y: line.top, width: size.width, height: size.height)
  }

  func forEachRow(from row: Int, in window: ListExtent, _ body: (Int) -> Bool) {
    guard let first = lines.all.first(reaching: window.top) else { return }
    lines.all.forEach(from: max(row, first.firstRow)) { line in
      line.top < window.bottom
        && (max(row, line.firstRow)..<line.endRow).allSatisfy { row in
          let frame = frame(of: row, in: line)
          return !ListExtent(top: frame.minY, height: frame.size.height).overlaps(window) || body(row)
        }
    }
  }

  /// Whether all rows are in lines of which no two overlap, and all lines above `settledCount` are exact.
  func checkInvariants() -> Bool {
    guard sizes.checkInvariants(), lines.all.checkInvariants(), lines.rows == count else { return false }
    var (row, above): (Int, Line?) = (0, nil)
    while row < count {
      let line = lines[row]
      if row < settledCount, !line.element.isExact(below: above) { return false }
      if row < settledCount, line.endRow > settledCount { return false }
      (row, above) = (line.endRow, line.element)
    }
    return true
  }
}

// MARK: - Changes

extension PlacedRows {
  mutating func place(_ size: ListSize, of row: Int) { setSize(Self.size(size, in: layout), of: row) }

  /// Returns the size of a row; rows without height take no space.
  private static func size(_ asked: ListSize, in layout: SectionLayout) -> ListSize {
    let size = Line.size(asked, in: layout)
    return size.height > 0 ? size : ListSize(width: 0, height: 0)
  }

  private mutating func setSize(_ size: ListSize?, of row: Int) {
    sizes = sizes.replacing(row..<row + 1, by: RunSequence(RowSize(size: size), count: 1))
  }

  mutating func forget(_ row: Int) {
    guard !layout.layout.hasFixedItemSize else { return }
    setSize(nil, of: row)
    // The line above may have space for the row.
    let first = Line.dependsOnNextRow ? max(0, row - 1) : row
    unsettle(first)
    lines.loosen(first..<row + 1)
  }

  /// Notes that the line of a row changes.
  private mutating func unsettle(_ row: Int) {
    settledCount = min(settledCount, lines.startOfLine(atOrBefore: row))
  }

  mutating func rearrange(_ pieces: [ListRowPiece]) {
    let pieces = ListRowPiece.joined(pieces)
    guard !layout.layout.hasFixedItemSize else {
      self = PlacedRows(count: pieces.reduce(0) { $0 + $1.count }, in: layout)
      return
    }
    unsettle(max(0, ListRowPiece.unchanged(pieces) - 1))
    let former = self
    (sizes, lines) = (RunSequence(), PlacedLines(looseRows: 0, in: layout))
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .kept(let rows):
        sizes = sizes + former.sizes[rows]
        let isAtEnd = index == pieces.count - 1 && rows.upperBound == former.count
        lines.append(rows, of: former.lines, isNextKept: isAtEnd || !Line.dependsOnNextRow)
      case .new(let added):
        sizes = sizes + RunSequence(RowSize(size: nil), count: added)
        lines.appendLoose(added)
      }
    }
    // Rows that all have no height are in no window, where they would be placed.
    if lines.all.extent.reach == 0 { placeAll() }
  }
}

// MARK: - Placing

extension PlacedRows {
  mutating func rowToPlace(in window: ListExtent, keeping seen: Range<Int>?) -> Int? {
    do throws(MissingSize) {
      try fill(from: window.top, to: window.bottom, keeping: seen)
      return nil
    } catch {
      return error.row
    }
  }

  mutating func rowToPlace(through row: Int) -> Int? {
    guard placesFromTop else { return nil }
    // The sizes of all rows before are needed, so that lines are placed when they are known, and not one by one.
    if let unknown = sizes.firstUnknown(from: settledCount), unknown <= row { return unknown }
    do throws(MissingSize) {
      try settle(from: settledCount) { next, _ in next <= row }
      return nil
    } catch {
      return error.row
    }
  }

  /// Places all rows, whose sizes are known.
  private mutating func placeAll() { try? settle(from: settledCount) { _, _ in true } }

  private mutating func fill(
    from top: Double, to bottom: Double, keeping seen: Range<Int>?
  ) throws(MissingSize) {
    guard max(0, top) < bottom else { return }
    if !placesFromTop, let kept = seen.flatMap({ linesKept(of: $0, downTo: bottom) }) {
      let rest = bottom - lines.all.top(of: kept.lowerBound)
      try hold(upFrom: kept.lowerBound, by: bottom - rest - top)
      let end = lines.all.top(of: kept.lowerBound) + rest
      try settle(from: kept.upperBound) { $1 < end }
    } else if placesFromTop || top <= 0 {
      try settle(from: settledCount) { $1 < bottom }
    } else if let first = lines.all.first(reaching: top) {
      try settle(from: first.firstRow) { $1 < bottom }
    }
  }

  /// Returns the rows of the visible lines that must not change: those of the rows seen, up to the first loose line.
  private func linesKept(of seen: Range<Int>, downTo bottom: Double) -> Range<Int>? {
    let first = lines[seen.lowerBound].firstRow
    var end = first
    while end < min(seen.upperBound, count) {
      let line = lines[end]
      guard !line.element.isLoose, line.top < bottom else { break }
      end = line.endRow
    }
    return first < end ? first..<end : nil
  }

  /// Places lines from a row on, while that is needed for the row and its top.
  private mutating func settle(
    from start: Int, while isNeeded: (_ row: Int, _ top: Double) -> Bool
  ) throws(MissingSize) {
    let isFromTop = start <= settledCount
    let line = start > 0 ? lines[start - 1] : nil
    var (row, above, top) = (start, line?.element, line.map { $0.top + $0.element.nextTop } ?? 0)
    var (firstMade, made): (Int, [ElementRun<Line>]) = (start, [])
    defer {
      replace(firstMade..<row, by: made)
      if isFromTop { settledCount = max(settledCount, row) }
    }
    while row < count, isNeeded(row, top) {
      let present = lines[row]
      if present.firstRow == row, present.element.isExact(below: above) {
        replace(firstMade..<row, by: made)
        row = present.run.upperBound
        let last = lines[row - 1]
        (above, top, firstMade, made) = (last.element, last.top + last.element.nextTop, row, [])
      } else {
        let line = try Line(from: row..<present.endRow, of: sizes, below: above, in: layout)
        // Each of several equal lines is followed by a row of the same size.
        let equal = line.isRepeatable ? max(1, (sizes[row].run.upperBound - 1 - row) / line.rows) : 1
        made.append(ElementRun(element: line, count: equal))
        (row, above, top) = (row + equal * line.rows, line, top + Double(equal) * line.nextTop)
      }
    }
  }

  /// Places lines from a row upwards, as high as `height`; rows that start at the row are visible and must not move.
  private mutating func hold(upFrom end: Int, by height: Double) throws(MissingSize) {
    var (row, room) = (end, height)
    while row > 0, room + lines[row].element.lowestStart > 0 {
      let above = lines[row - 1]
      if above.element.isLoose {
        let line = try Line(upTo: above.firstRow..<row, of: sizes, above: lines[row].element, in: layout)
        replace(row - line.rows..<row, by: [ElementRun(element: line, count: 1)])
      }
      let made = lines[row - 1]
      (row, room) = (made.firstRow, room - made.element.height)
    }
  }

  private mutating func replace(_ range: Range<Int>, by made: [ElementRun<Line>]) {
    guard !range.isEmpty else { return }
    unsettle(range.lowerBound)
    lines.replace(range, by: .of(made))
  }
}
