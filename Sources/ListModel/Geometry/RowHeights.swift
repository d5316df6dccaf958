/// The height of a row, and how much is known of it.
enum RowHeight: RunElement {
  /// Nothing is known: the row has the estimate of all rows.
  case unknown(Double)
  /// An estimate for this row.
  case estimated(Double)
  /// The measured height.
  case measured(Double)

  var rows: Int { 1 }

  var height: Double {
    switch self {
    case .unknown(let height), .estimated(let height), .measured(let height): height
    }
  }

  var isMeasured: Bool {
    if case .measured = self { true } else { false }
  }

  var isUnknown: Bool {
    if case .unknown = self { true } else { false }
  }
}

/// Rows one below the other, as wide as the list: a table.
///
/// Every query and change takes O(log rows); many rows of one height take as much memory as one.
struct RowHeights: SectionRows {
  private let estimate: Double
  private var rows: RunSequence<RowHeight>

  /// Makes rows of one height, which is unknown unless it is said to be measured.
  init(count: Int, estimate: Double, isMeasured: Bool = false) {
    self.estimate = estimate
    rows = RunSequence(isMeasured ? .measured(estimate) : .unknown(estimate), count: count)
  }

  /// Makes measured rows.
  init(heights: [Double]) {
    estimate = 0
    rows = .of(heights.lazy.map { ElementRun(element: .measured($0), count: 1) })
  }

  var count: Int { rows.rows }

  var total: Double { rows.extent.height }

  subscript(row: Int) -> RowHeight { rows[row].element }

  mutating func set(_ height: RowHeight, of row: Int) {
    rows = rows.replacing(row..<row + 1, by: RunSequence(height, count: 1))
  }

  mutating func forget(_ row: Int) { set(.unknown(estimate), of: row) }

  mutating func rearrange(_ pieces: [ListRowPiece]) {
    rows = pieces.reduce(RunSequence<RowHeight>()) { result, piece in
      switch piece {
      case .kept(let range): result + rows[range]
      case .new(let count): result + RunSequence(.unknown(estimate), count: count)
      }
    }
  }

  /// Returns the height of the rows above a row; the total height if there is no such row.
  func top(of row: Int) -> Double { rows.top(of: row) }

  /// Returns the row at `y`, which always has a height; nil above the first row and below the last.
  func row(at y: Double) -> Int? { y >= 0 ? rows.first(reaching: y)?.firstRow : nil }

  /// Returns the first row at or after `row` whose height is not zero.
  func firstWithHeight(from row: Int) -> Int? {
    var found: Int?
    rows.forEach(from: row) {
      found = $0.firstRow
      return false
    }
    return found
  }

  func frame(of row: Int, width: Double) -> ListRect {
    let found = rows[row]
    return ListRect(x: 0, y: found.top, width: width, height: found.element.height)
  }

  func forEachRow(from row: Int, in window: ListExtent, _ body: (Int) -> Bool) {
    guard let first = rows.first(reaching: window.top) else { return }
    rows.forEach(from: max(row, first.firstRow)) { $0.top < window.bottom && body($0.firstRow) }
  }

  func checkInvariants() -> Bool { rows.checkInvariants() }

  /// The number of runs of equal rows.
  var runCount: Int { rows.runCount }
}
