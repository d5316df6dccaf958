/// The rows of a section, as a layout places them: where each is, which are in view, and what an update changes.
///
/// Positions are relative to the top of the rows. Rows without height are in no window.
protocol SectionRows {
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
  mutating func rearrange(_ pieces: [ListRowPiece])
  /// Discards what is known of a row.
  mutating func forget(_ row: Int)

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
extension SectionRows {
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

extension SectionRows {
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

/// The rows of a section whose positions an arrangement decides.
///
/// A protocol, since the compiler makes the methods that a list calls for each conforming structure, but only one set of
/// slow ones for a generic structure.
protocol ArrangedRows: SectionRows {
  associatedtype Arrangement: ListArrangement

  /// The rows within the insets.
  var arrangement: Arrangement { get set }
  var inset: ListInsets { get }
}

struct FlowRows: ArrangedRows {
  var arrangement: PlacedRows<FlowLine>
  let inset: ListInsets
}

struct WaterfallRows: ArrangedRows {
  var arrangement: PlacedRows<WaterfallBand>
  let inset: ListInsets
}

struct CustomRows<Arrangement: ListArrangement>: ArrangedRows {
  var arrangement: Arrangement
  let inset: ListInsets
}

extension ArrangedRows {
  var measuresRows: Bool { false }

  var count: Int { arrangement.count }

  var total: Double { inset.top + ListLimits.height(arrangement.height) + inset.bottom }

  subscript(row: Int) -> RowHeight {
    let height = ListLimits.height(arrangement.frame(of: row).size.height)
    return isMeasured(row) ? .measured(height) : .estimated(height)
  }

  func isMeasured(_ row: Int) -> Bool { arrangement.isPlaced(row) }

  func rowToMeasure(from row: Int, in window: ListExtent) -> Int? { nil }

  mutating func set(_ height: RowHeight, of row: Int) {}

  func frame(of row: Int, width: Double) -> ListRect {
    var frame = arrangement.frame(of: row)
    frame.origin.x += inset.left
    frame.origin.y += inset.top
    return frame
  }

  func forEachRow(from row: Int, in window: ListExtent, _ body: (Int) -> Bool) {
    arrangement.forEachRow(from: row, in: inside(window), body)
  }

  mutating func rearrange(_ pieces: [ListRowPiece]) {
    let count = pieces.reduce(0) { $0 + $1.count }
    arrangement.rearrange(pieces)
    precondition(
      arrangement.count == count, "\(Arrangement.self) has \(arrangement.count) rows after an update to \(count)")
  }

  mutating func forget(_ row: Int) { arrangement.forget(row) }

  mutating func rowToPlace(in window: ListExtent, keeping seen: Range<Int>?) -> Int? {
    arrangement.rowToPlace(in: inside(window), keeping: seen)
  }

  mutating func rowToPlace(through row: Int) -> Int? { arrangement.rowToPlace(through: row) }

  mutating func place(_ size: ListSize, of row: Int) { arrangement.place(size, of: row) }

  private func inside(_ window: ListExtent) -> ListExtent {
    ListExtent(top: window.top - inset.top, height: window.height)
  }
}
