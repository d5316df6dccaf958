/// The rows of a flow or waterfall with an estimated size: their sizes as far as known, and their lines or bands.
struct EstimatedRows<Line: PlacedElement> {
  private(set) var sizes: RunSequence<RowSize>
  var lines: PlacedSequence<Line>

  /// Makes rows of unknown size; `columns` of them form a line that takes up `height`.
  init(count: Int, columns: Int, height: Double) {
    sizes = RunSequence(RowSize(size: nil), count: count)
    lines = PlacedSequence(looseRows: count, columns: columns, height: height)
  }

  var count: Int { sizes.rows }

  /// Returns the size of a row, if it is known.
  func size(of row: Int) -> ListSize? { sizes.position(ofRow: row).element.size }

  mutating func setSize(_ size: ListSize?, of row: Int) {
    sizes.replace(row..<row + 1, by: RunSequence(RowSize(size: size), count: 1))
  }

  /// Returns the first row at or after a row that is loose or has a height.
  func firstWithHeight(from row: Int) -> Int? {
    var row = max(0, row)
    while row < count {
      let (found, line) = (sizes.position(ofRow: row), lines.line(of: row))
      if found.element.size?.height != 0 || line.element.isLoose { return row }
      row = min(found.run.upperBound, line.endRow)
    }
    return nil
  }

  /// Returns the rows of the visible lines that must not change: those of the rows seen, up to the first loose line.
  func linesKept(of seen: Range<Int>, downTo bottom: Double) -> Range<Int>? {
    let first = lines.line(of: seen.lowerBound).firstRow
    var end = first
    while end < min(seen.upperBound, count) {
      let line = lines.line(of: end)
      guard !line.element.isLoose, line.top < bottom else { break }
      end = line.endRow
    }
    return first < end ? first..<end : nil
  }

  /// Puts the rows in another order; lines of which only some rows are kept become loose.
  mutating func rearrange(_ pieces: [RowPiece]) {
    var result = EstimatedRows(count: 0, columns: lines.loose.columns, height: lines.loose.height)
    let pieces = RowPiece.joined(pieces)
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .kept(let rows):
        result.sizes.append(sizes[rows])
        let isAtEnd = index == pieces.count - 1 && rows.upperBound == count
        result.lines.append(rows, of: lines, isNextKept: isAtEnd || !Line.dependsOnNextRow)
      case .new(let added):
        result.sizes.append(RunSequence(RowSize(size: nil), count: added))
        result.lines.appendLoose(added)
      }
    }
    self = result
  }

  func checkInvariants() -> Bool {
    lines.rows == count && lines.sequence.checkInvariants() && sizes.checkInvariants()
  }
}
