/// The rows of a section as they are arranged in it, from the top of the first to the bottom of the last.
///
/// How long a question takes depends on the arrangement; see ``RowHeights``, ``GridRows`` and ``PlacedRows``.
struct RowExtents {
  private(set) var body: any RowArrangement

  init(_ body: any RowArrangement) {
    self.body = body
  }

  /// Rows one below the other.
  init(count: Int, estimate: Double) {
    body = RowHeights(count: count, estimate: estimate)
  }

  var count: Int { body.count }

  /// From the top of the section's rows to their bottom, with what the layout leaves free above and below them.
  var total: Double { body.total }

  func isMeasured(_ row: Int) -> Bool { body.isMeasured(row) }

  /// Gives a row the estimate again.
  mutating func forgetHeight(of row: Int) { body.forget(row) }

  /// Replaces what is known of a row's height; answers by how much all rows grew.
  mutating func set(_ height: RowHeight, of row: Int) -> Double {
    let former = total
    body.set(height, of: row)
    return total - former
  }

  /// The row that has to be measured next, so that all rows down to a height stand where they belong; nil where none has to.
  mutating func rowToPlace(toReach y: Double) -> Int? { body.rowToPlace(toReach: y) }

  /// The row that has to be measured next, so that a row stands where it belongs; nil where none has to.
  mutating func rowToPlace(through row: Int) -> Int? { body.rowToPlace(through: row) }

  /// Takes note of the size of the row that had to be measured next.
  mutating func place(_ size: ListSize, of row: Int) { body.place(size, of: row) }

  /// Forgets what is known of all rows.
  mutating func forgetAll(estimate: Double) { body = body.forgotten(estimate: estimate) }

  /// Another order of the rows.
  func rearranged(_ pieces: [RowPiece]) -> RowExtents { RowExtents(body.rearranged(pieces)) }
}

/// How the rows of a section stand in it.
///
/// Rows are walked in their order; a row's line begins no higher than that of the row before it.
protocol RowArrangement {
  var count: Int { get }
  var total: Double { get }
  /// Whether rows are measured one by one, or else placed one after the other.
  var measuresRows: Bool { get }
  /// What is known of a row's height.
  subscript(row: Int) -> RowHeight { get }
  /// Whether a row has its own height and stands where that leads.
  func isMeasured(_ row: Int) -> Bool
  mutating func set(_ height: RowHeight, of row: Int)
  mutating func forget(_ row: Int)
  /// Where a row stands, in a list of a width.
  func frame(of row: Int, width: Double) -> ListRect
  /// From where on a row, and those after it, may stand.
  func lineTop(of row: Int) -> Double
  /// The first row of which anything may stand below a height that is not above the first row.
  func firstRow(below y: Double) -> Int?
  /// The first row from a row on that has a height.
  func firstWithHeight(from row: Int) -> Int?
  /// The row that covers a point.
  func row(at point: ListPoint, width: Double) -> Int?
  mutating func rowToPlace(toReach y: Double) -> Int?
  /// The row that has to be measured next, so that a row stands where it belongs.
  mutating func rowToPlace(through row: Int) -> Int?
  mutating func place(_ size: ListSize, of row: Int)
  func rearranged(_ pieces: [RowPiece]) -> Self
  /// The same rows, of which nothing is known any more.
  func forgotten(estimate: Double) -> Self
}

/// Most arrangements measure each row's height, and know from that alone where it stands.
extension RowArrangement {
  var measuresRows: Bool { true }
  mutating func rowToPlace(toReach y: Double) -> Int? { nil }
  mutating func rowToPlace(through row: Int) -> Int? { nil }
  mutating func place(_ size: ListSize, of row: Int) {}
}
