/// Rows of the same size in a flow or waterfall: regular lines, of which every query is answered by a formula.
struct UniformRows: RowArrangement {
  private(set) var count: Int
  private let layout: SectionLayout
  private let columns: Int
  private let size: ListSize
  /// The distance between the left edges of rows side by side, in full lines and in the last one.
  private let pitch: (full: Double, last: Double)

  init(count: Int, in layout: SectionLayout) {
    self.count = count
    self.layout = layout
    let spacing = layout.layout.columnSpacing
    var size = layout.layout.itemSize
    if layout.layout.style == .waterfall {
      columns = layout.layout.columnCount
      size = ListSize(width: layout.columnWidth, height: layout.height(ofColumnRow: size))
      pitch = (size.width + spacing, size.width + spacing)
    } else {
      size.width = min(size.width, layout.rowsWidth)
      columns = FlowRows.columns(of: size, in: layout)
      let rest = layout.rowsWidth - size.width * Double(columns)
      pitch = (size.width + (columns > 1 ? max(spacing, rest / Double(columns - 1)) : spacing), size.width + spacing)
    }
    self.size = size.height > 0 ? size : ListSize(width: 0, height: 0)
  }

  private var lineCount: Int { (count + columns - 1) / columns }

  private var linePitch: Double { size.height + layout.layout.lineSpacing }

  var measuresRows: Bool { false }

  var total: Double {
    let inset = layout.layout.inset
    guard count > 0, size.height > 0 else { return inset.top + inset.bottom }
    return inset.top + Double(lineCount) * linePitch - layout.layout.lineSpacing + inset.bottom
  }

  subscript(row: Int) -> RowHeight { .measured(size.height) }

  func isMeasured(_ row: Int) -> Bool { true }

  mutating func set(_ height: RowHeight, of row: Int) {}

  mutating func forget(_ row: Int) {}

  func frame(of row: Int, width: Double) -> ListRect {
    let (line, column) = row.quotientAndRemainder(dividingBy: columns)
    let isLast = line == lineCount - 1
    return ListRect(
      x: layout.layout.inset.left + (size.height > 0 ? Double(column) * (isLast ? pitch.last : pitch.full) : 0),
      y: lineTop(of: row), width: size.width, height: size.height)
  }

  func lineTop(of row: Int) -> Double {
    layout.layout.inset.top + (size.height > 0 ? Double(row / columns) * linePitch : 0)
  }

  func firstRow(below y: Double) -> Int? {
    guard size.height > 0 else { return nil }
    let line = max(0, (y - layout.layout.inset.top) / linePitch)
    return line < Double(lineCount) ? Int(line) * columns : nil
  }

  func firstWithHeight(from row: Int) -> Int? { size.height > 0 && row < count ? max(0, row) : nil }

  func row(at point: ListPoint, width: Double) -> Int? {
    guard point.y >= 0, let first = firstRow(below: point.y), pitch.full > 0, pitch.last > 0 else { return nil }
    let x = point.x - layout.layout.inset.left
    let column = x / (first / columns == lineCount - 1 ? pitch.last : pitch.full)
    guard column >= 0, column < Double(columns) else { return nil }
    let row = first + Int(column)
    return row < count && frame(of: row, width: width).contains(point) ? row : nil
  }

  mutating func rearrange(_ pieces: [RowPiece]) { count = pieces.reduce(0) { $0 + $1.count } }

  func forgotten(estimate: Double) -> UniformRows { self }
}
