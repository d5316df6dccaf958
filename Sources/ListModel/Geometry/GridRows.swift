/// Rows side by side in columns of the same width, in lines that are as high as their highest row.
///
/// Every query and every measurement takes O(log rows). An update keeps the heights of all rows, and the lines above
/// the first change; the lines below it are computed again as they become visible.
struct GridRows: RowArrangement {
  private let layout: SectionLayout
  private var heights: RowHeights
  /// The lines, with each height including the spacing below the line.
  private var lines: RowHeights

  init(count: Int, estimate: Double, in layout: SectionLayout) {
    self.layout = layout
    heights = RowHeights(count: count, estimate: estimate)
    lines = RowHeights(count: 0, estimate: estimate + layout.layout.lineSpacing)
    lines = lines.rearranged([.new(lineCount(count))])
  }

  private var columns: Int { layout.layout.columnCount }

  private func lineCount(_ rows: Int) -> Int { (rows + columns - 1) / columns }

  var count: Int { heights.count }

  var total: Double {
    let inset = layout.layout.inset
    return inset.top + (count > 0 ? lines.total - layout.layout.lineSpacing : 0) + inset.bottom
  }

  subscript(row: Int) -> RowHeight { heights[row] }

  func isMeasured(_ row: Int) -> Bool { heights.isMeasured(row) && lines.isMeasured(row / columns) }

  mutating func set(_ height: RowHeight, of row: Int) {
    heights.replace(row, by: height)
    let line = row / columns
    let rows = line * columns..<min(count, (line + 1) * columns)
    let highest = rows.reduce(0) { max($0, heights.height(of: $1)) }
    lines.replace(line, by: .measured(highest + layout.layout.lineSpacing))
  }

  mutating func forget(_ row: Int) { set(.unknown, of: row) }

  func frame(of row: Int, width: Double) -> ListRect {
    ListRect(
      x: layout.x(ofColumn: row % columns), y: lineTop(of: row), width: layout.columnWidth,
      height: min(heights.height(of: row), room(inLineOf: row)))
  }

  /// Returns the maximum height of a row; until its line is measured, the line's height, so that lines do not overlap.
  private func room(inLineOf row: Int) -> Double {
    let line = row / columns
    return lines.isMeasured(line) ? .infinity : lines.height(of: line) - layout.layout.lineSpacing
  }

  func lineTop(of row: Int) -> Double { layout.layout.inset.top + lines.top(of: row / columns) }

  func firstRow(below y: Double) -> Int? {
    lines.firstRow(below: y - layout.layout.inset.top).map { $0 * columns }
  }

  func firstWithHeight(from row: Int) -> Int? { heights.firstWithHeight(from: row) }

  func row(at point: ListPoint, width: Double) -> Int? {
    guard let line = lines.row(at: point.y - layout.layout.inset.top) else { return nil }
    let pitch = layout.columnWidth + layout.layout.columnSpacing
    let x = point.x - layout.layout.inset.left
    guard pitch > 0, x >= 0, x / pitch < Double(columns) else { return nil }
    let row = line * columns + Int(x / pitch)
    return row < count && frame(of: row, width: width).contains(point) ? row : nil
  }

  mutating func rearrange(_ pieces: [RowPiece]) {
    let (kept, former) = (RowPiece.unchanged(pieces), count)
    heights = heights.rearranged(pieces)
    // A last line that is not full is kept only if all rows are kept and none is added.
    let keptLines = kept == former && kept == count ? lines.count : kept / columns
    lines = lines.rearranged([.kept(0..<keptLines), .new(lineCount(count) - keptLines)])
  }

  func forgotten(estimate: Double) -> GridRows { GridRows(count: count, estimate: estimate, in: layout) }
}

extension RowPiece {
  /// Returns the pieces with kept rows that stay next to each other in one piece, without empty pieces.
  static func joined(_ pieces: [RowPiece]) -> [RowPiece] {
    var result: [RowPiece] = []
    for piece in pieces where piece.count > 0 {
      if case .kept(let rows) = piece, case .kept(let former)? = result.last, former.upperBound == rows.lowerBound {
        result[result.count - 1] = .kept(former.lowerBound..<rows.upperBound)
      } else {
        result.append(piece)
      }
    }
    return result
  }

  /// Returns the number of leading rows that keep their positions.
  static func unchanged(_ pieces: [RowPiece]) -> Int {
    var end = 0
    for piece in pieces {
      guard case .kept(let rows) = piece, rows.lowerBound == end else { break }
      end = rows.upperBound
    }
    return end
  }
}
