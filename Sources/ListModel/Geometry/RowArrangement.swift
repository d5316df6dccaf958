/// The rows of a section, as a layout places them: where each is, which are in view, and what an update changes.
///
/// Positions are relative to the top of the rows. Rows without height are in no window.
protocol RowArrangement {
  var count: Int { get }
  /// The height of all rows, including the layout's insets above and below them.
  var total: Double { get }
  /// The height of a row.
  subscript(row: Int) -> RowHeight { get }
  /// Returns the rectangle of a row in a list of the given width.
  func frame(of row: Int, width: Double) -> ListRect
  /// Calls `body` with the rows at and after `row` of which a part is in a window, in order, until it returns false.
  func forEachRow(from row: Int, in window: ListExtent, _ body: (Int) -> Bool)

  /// Puts the rows in another order; what is known of kept rows stays.
  mutating func rearrange(_ pieces: [RowPiece])
  /// Discards what is known of a row.
  mutating func forget(_ row: Int)
  /// Returns the same rows with unknown heights.
  func forgotten(estimate: Double) -> Self

  /// Whether each row is measured separately, instead of being placed by the sizes of several rows.
  var measuresRows: Bool { get }
  /// Whether a row's own height is known and used for its position.
  func isMeasured(_ row: Int) -> Bool
  /// Returns the first row at or after `row` that is to be measured so that all rows in a window are.
  func rowToMeasure(from row: Int, in window: ListExtent) -> Int?
  mutating func set(_ height: RowHeight, of row: Int)

  /// Returns the row whose size is needed next so that all rows in a window have their positions; nil if none is.
  ///
  /// - Parameter seen: The rows that are on the screen and must stay beside each other; nil if there are none, or if
  ///   the top of the list stays instead.
  mutating func rowToPlace(in window: ListExtent, keeping seen: Range<Int>?) -> Int?
  /// Returns the row whose size is needed next so that `row` has the position for which the layout needs all before it.
  mutating func rowToPlace(through row: Int) -> Int?
  /// Stores the size of a row.
  mutating func place(_ size: ListSize, of row: Int)
}

/// Default implementations for arrangements that measure each row's height.
extension RowArrangement {
  var measuresRows: Bool { true }
  func isMeasured(_ row: Int) -> Bool { self[row].isMeasured }
  mutating func rowToPlace(in window: ListExtent, keeping seen: Range<Int>?) -> Int? { nil }
  mutating func rowToPlace(through row: Int) -> Int? { nil }
  mutating func place(_ size: ListSize, of row: Int) {}

  func rowToMeasure(from row: Int, in window: ListExtent) -> Int? {
    var found: Int?
    forEachRow(from: row, in: window) { row in
      if !isMeasured(row) { found = row }
      return found == nil
    }
    return found
  }
}

extension RowArrangement {
  /// Returns the row at a point; nil if there is none.
  func row(at point: ListPoint, width: Double) -> Int? {
    var found: Int?
    // The lowest window that holds the point.
    forEachRow(from: 0, in: ListExtent(top: point.y, height: point.y.ulp)) { row in
      if frame(of: row, width: width).contains(point) { found = row }
      return found == nil
    }
    return found
  }
}

/// A run of rows in a new arrangement.
enum RowPiece: Equatable {
  /// Rows that were there before, in their order.
  case kept(Range<Int>)
  /// New rows.
  case new(Int)

  var count: Int {
    switch self {
    case .kept(let rows): rows.count
    case .new(let count): count
    }
  }

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
    for piece in pieces where piece.count > 0 {
      guard case .kept(let rows) = piece, rows.lowerBound == end else { break }
      end = rows.upperBound
    }
    return end
  }
}
