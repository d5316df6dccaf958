/// The known height of a row.
enum RowHeight: Equatable {
  /// Nothing is known: the row has the estimate of all rows.
  case unknown
  /// An estimate for this row.
  case estimated(Double)
  /// The measured height.
  case measured(Double)

  /// The height, if it is measured or estimated.
  var value: Double? {
    switch self {
    case .unknown: nil
    case .estimated(let height), .measured(let height): height
    }
  }

  var isMeasured: Bool {
    if case .measured = self { true } else { false }
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
}

/// The heights of rows that are arranged from top to bottom.
///
/// Finding a row by height, finding the top of a row, and inserting, removing and measuring rows take O(log rows). A
/// million rows of the same height, or of unknown height, take as much memory as one.
struct RowHeights: Sendable {
  /// The height of rows with unknown height.
  private let estimate: Double
  private var tree: HeightTree?

  init(count: Int, estimate: Double) {
    self.estimate = estimate
    tree = count > 0 ? HeightTree(.unknown, count: count) : nil
  }

  /// Makes measured rows.
  init(heights: [Double]) {
    estimate = 0
    tree = heights.isEmpty ? nil : .balanced(heights.map(RowHeight.measured)[...])
  }

  var count: Int { tree?.count ?? 0 }

  /// The total height of all rows.
  var total: Double { tree?.total(estimate) ?? 0 }

  /// - Complexity: O(log `count`).
  subscript(row: Int) -> RowHeight { tree?[row] ?? .unknown }

  /// - Complexity: O(log `count`).
  func isMeasured(_ row: Int) -> Bool { self[row].isMeasured }

  /// - Complexity: O(log `count`).
  func height(of row: Int) -> Double { self[row].value ?? estimate }

  /// Returns the height of the rows above a row; the total height if there is no such row.
  ///
  /// - Complexity: O(log `count`).
  func top(of row: Int) -> Double { row < count ? tree?.top(of: row, estimate) ?? 0 : total }

  /// Replaces the known height of a row; returns by how much it grew.
  ///
  /// - Complexity: O(log `count`).
  @discardableResult
  mutating func replace(_ row: Int, by height: RowHeight) -> Double {
    let growth = (height.value ?? estimate) - self.height(of: row)
    tree = tree?.replacing(row, by: height)
    return growth
  }

  /// Returns the row at `y`, which always has a height; nil above the first row and below the last.
  ///
  /// - Complexity: O(log `count`).
  func row(at y: Double) -> Int? {
    guard let tree, y >= 0, y < total else { return nil }
    let row = tree.row(at: y, estimate)
    // With fractional heights, rounding may yield a row after the last one with a height.
    return height(of: row) > 0 ? row : tree.firstWithHeight(from: row) ?? tree.lastWithHeight
  }

  /// Returns the first row at or after `row` whose height is not zero.
  ///
  /// - Complexity: O(log `count`).
  func firstWithHeight(from row: Int) -> Int? { tree?.firstWithHeight(from: max(0, row)) }

  /// Returns another arrangement of the rows.
  ///
  /// - Complexity: O(pieces x log `count`).
  func rearranged(_ pieces: [RowPiece]) -> RowHeights {
    var result = RowHeights(count: 0, estimate: estimate)
    for piece in pieces {
      let next: HeightTree? =
        switch piece {
        case .kept(let rows): tree?.slice(rows)
        case .new(let count): count > 0 ? HeightTree(.unknown, count: count) : nil
        }
      result.tree = HeightTree.concatenated(result.tree, next)
    }
    return result
  }

  func checkInvariants() -> Bool { tree?.isBalanced ?? true }

  /// The number of leaves of the tree.
  var leafCount: Int { tree?.leafCount ?? 0 }
}

// MARK: - Arrangement

/// Rows one below the other, as wide as the list: a table.
extension RowHeights: RowArrangement {
  mutating func set(_ height: RowHeight, of row: Int) { replace(row, by: height) }

  mutating func forget(_ row: Int) { replace(row, by: .unknown) }

  mutating func rearrange(_ pieces: [RowPiece]) { self = rearranged(pieces) }

  func frame(of row: Int, width: Double) -> ListRect {
    ListRect(x: 0, y: top(of: row), width: width, height: height(of: row))
  }

  func lineTop(of row: Int) -> Double { top(of: row) }

  func firstRow(below y: Double) -> Int? { y <= 0 ? firstWithHeight(from: 0) : row(at: y) }

  /// - Complexity: O(log `count` + rows in the window).
  func rowToMeasure(from row: Int, in window: ListExtent, origin: Double) -> Int? {
    var found: Int?
    tree?.visit(from: row, estimate) { row, top, height in
      guard origin + top < window.bottom else { return false }
      if !height.isMeasured { found = row }
      return found == nil
    }
    return found
  }

  /// - Complexity: O(log `count` + rows in the window).
  func forEachRow(from row: Int, in window: ListExtent, origin: Double, _ body: (Int) -> Void) {
    tree?.visit(from: row, estimate) { row, top, height in
      guard origin + top < window.bottom else { return false }
      if ListExtent(top: origin + top, height: height.value ?? estimate).overlaps(window) { body(row) }
      return true
    }
  }

  func row(at point: ListPoint, width: Double) -> Int? {
    point.x >= 0 && point.x < width ? row(at: point.y) : nil
  }

  func forgotten(estimate: Double) -> RowHeights { RowHeights(count: count, estimate: estimate) }
}
