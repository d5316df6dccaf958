/// Rows one below the other, as wide as the list: a table.
extension RowHeights: RowArrangement {
  mutating func set(_ height: RowHeight, of row: Int) { replace(row, by: height) }

  mutating func forget(_ row: Int) { replace(row, by: .unknown) }

  func frame(of row: Int, width: Double) -> ListRect {
    ListRect(x: 0, y: top(of: row), width: width, height: height(of: row))
  }

  func lineTop(of row: Int) -> Double { top(of: row) }

  func firstRow(below y: Double) -> Int? { y <= 0 ? firstWithHeight(from: 0) : row(at: y) }

  func row(at point: ListPoint, width: Double) -> Int? {
    point.x >= 0 && point.x < width ? row(at: point.y) : nil
  }

  func forgotten(estimate: Double) -> RowHeights { RowHeights(count: count, estimate: estimate) }
}
