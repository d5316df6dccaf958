import Documents

/// Builds a table row by row, so that cells that cover several columns or rows leave the others in their columns.
struct TableBuilder {
  /// What a cell says about itself.
  struct Span {
    var isHeader = false
    var columns = 1
    var rows = 1
  }

  /// The part that a row is in; the foot is shown at the end wherever it is.
  enum Part { case head, body, foot }

  var part = Part.body
  var caption: [Document.Block] = []
  private var table = Document.Table([])
  private var row: [Document.Table.Cell] = []
  private var foot: [[Document.Table.Cell]] = []
  private var isHeaderRow = true
  /// For each column, the number of rows below that a cell above covers.
  private var covered: [Int] = []
  /// The maximum number of columns in which cells may cover others.
  private static let mostColumns = 64

  /// Appends a cell; returns the number of cells that it adds to the row, with those that others cover.
  mutating func append(_ cell: Document.Table.Cell, _ span: Span) -> Int {
    let before = row.count
    while row.count < covered.count, covered[row.count] > 0 { row.append([]) }
    isHeaderRow = isHeaderRow && span.isHeader
    for column in 0..<min(max(span.columns, 1), Self.mostColumns) {
      cover(row.count, rows: min(max(span.rows, 1), 1000) - 1)
      row.append(column == 0 ? cell : [])
    }
    return row.count - before
  }

  private mutating func cover(_ column: Int, rows: Int) {
    guard rows > 0, column < Self.mostColumns else { return }
    while covered.count <= column { covered.append(0) }
    covered[column] = rows + 1
  }

  mutating func endRow() {
    for column in covered.indices where covered[column] > 0 { covered[column] -= 1 }
    defer { (row, isHeaderRow) = ([], true) }
    guard row.contains(where: { !$0.isEmpty }) else { return }
    switch part {
    case .head: table.header.append(row)
    case .body where isHeaderRow && table.rows.isEmpty: table.header.append(row)
    case .body: table.rows.append(row)
    case .foot: foot.append(row)
    }
  }

  /// The caption and the table; a table of one column arranges its cells, and is what they contain.
  var blocks: [Document.Block] {
    let rows = table.header + table.rows + foot
    let isColumn = rows.allSatisfy { row in row.count == 1 }
    return caption + (isColumn ? rows.flatMap { $0[0] } : [.table(.init(header: table.header, table.rows + foot))])
  }
}
