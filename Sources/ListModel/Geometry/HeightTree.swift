/// A sequence of row heights as an immutable tree; a changed tree shares its unchanged parts with the old one.
///
/// Consecutive rows of the same height, or of unknown height, share one leaf, however many there are; other leaves have
/// at most ``leafLimit`` rows. Branches are balanced by height (Adelson-Velsky and Landis, 1962) and joined as by
/// Blelloch, Ferizovic and Sun (2016).
///
/// Invariant: the levels of a branch's two children differ by at most one.
final class HeightTree: Sendable {
  enum Body {
    /// All rows of the leaf have the same height.
    case run(RowHeight)
    case rows([RowHeight])
    case branch(HeightTree, HeightTree)
  }

  private static let leafLimit = 64

  private let body: Body
  let count: Int
  /// The number of rows with unknown height.
  private let unknownCount: Int
  /// The sum of the known heights.
  private let knownHeight: Double
  /// Whether any known height is greater than zero.
  private let hasKnownHeight: Bool
  /// The number of branches above the deepest leaf.
  private let level: Int
  /// The row count and heights of a branch's left child, so that a descent only reads the child that it visits next.
  private let left: (count: Int, unknownCount: Int, knownHeight: Double)

  /// Makes a leaf of rows with the same height.
  init(_ height: RowHeight, count: Int) {
    body = .run(height)
    self.count = count
    unknownCount = height.value == nil ? count : 0
    knownHeight = Double(count) * (height.value ?? 0)
    hasKnownHeight = height.value ?? 0 > 0
    level = 0
    left = (0, 0, 0)
  }

  private init(leaf rows: [RowHeight]) {
    body = .rows(rows)
    count = rows.count
    let known = rows.compactMap(\.value)
    unknownCount = rows.count - known.count
    knownHeight = known.reduce(0, +)
    hasKnownHeight = known.contains { $0 > 0 }
    level = 0
    left = (0, 0, 0)
  }

  /// Makes a leaf of at least one row.
  convenience init(_ rows: [RowHeight]) {
    if rows.allSatisfy({ $0 == rows[0] }) {
      self.init(rows[0], count: rows.count)
    } else {
      self.init(leaf: rows)
    }
  }

  init(_ left: HeightTree, _ right: HeightTree) {
    body = .branch(left, right)
    count = left.count + right.count
    unknownCount = left.unknownCount + right.unknownCount
    knownHeight = left.knownHeight + right.knownHeight
    hasKnownHeight = left.hasKnownHeight || right.hasKnownHeight
    level = max(left.level, right.level) + 1
    self.left = (left.count, left.unknownCount, left.knownHeight)
  }

  /// Returns a balanced tree of rows.
  ///
  /// - Complexity: O(rows).
  static func balanced(_ rows: ArraySlice<RowHeight>) -> HeightTree {
    guard rows.count > leafLimit else { return HeightTree(Array(rows)) }
    let middle = rows.startIndex + rows.count / 2
    return joined(balanced(rows[..<middle]), balanced(rows[middle...]))
  }

  func total(_ estimate: Double) -> Double { knownHeight + Double(unknownCount) * estimate }
}

/// Queries, each in O(log `count`).
extension HeightTree {
  subscript(row: Int) -> RowHeight {
    switch body {
    case .run(let height): height
    case .rows(let rows): rows[row]
    case .branch(let side, _) where row < left.count: side[row]
    case .branch(_, let side): side[row - left.count]
    }
  }

  /// The total height of a branch's left child.
  private func leftTotal(_ estimate: Double) -> Double { left.knownHeight + Double(left.unknownCount) * estimate }

  /// Returns the height of the rows above a row, of those of this tree and of `above` before them.
  func top(of row: Int, _ estimate: Double, above: Double = 0) -> Double {
    switch body {
    case .run(let height): return above + Double(row) * (height.value ?? estimate)
    case .rows(let rows): return rows[..<row].reduce(above) { $0 + ($1.value ?? estimate) }
    case .branch(let side, _) where row < left.count: return side.top(of: row, estimate, above: above)
    case .branch(_, let side):
      return side.top(of: row - left.count, estimate, above: above + leftTotal(estimate))
    }
  }

  /// Calls `body` with each row at and after `row` whose height is not zero, its top and its height, until that returns
  /// false.
  ///
  /// Tops are those of ``top(of:_:above:)`` to the last bit.
  ///
  /// - Complexity: O(log `count` + rows visited).
  func visit(from row: Int, _ estimate: Double, _ body: (_ row: Int, _ top: Double, _ height: RowHeight) -> Bool) {
    _ = visit(from: row, estimate, first: 0, above: 0, body)
  }

  /// Visits the rows of a part of the tree whose first row has the number `first`; returns whether to go on.
  private func visit(
    from row: Int, _ estimate: Double, first: Int, above: Double, _ visitor: (Int, Double, RowHeight) -> Bool
  ) -> Bool {
    guard hasKnownHeight || unknownCount > 0 else { return true }
    switch body {
    case .run(let height):
      for row in max(0, row)..<max(0, row, count) {
        guard visitor(first + row, above + Double(row) * (height.value ?? estimate), height) else { return false }
      }
      return true
    case .rows(let rows):
      var top = above
      for (place, height) in rows.enumerated() {
        if place >= row, height.value != 0, !visitor(first + place, top, height) { return false }
        top += height.value ?? estimate
      }
      return true
    case .branch(let upper, let lower):
      if row < left.count, !upper.visit(from: row, estimate, first: first, above: above, visitor) { return false }
      return lower.visit(
        from: row - left.count, estimate, first: first + left.count, above: above + leftTotal(estimate), visitor)
    }
  }

  /// Returns the row at `y`, which must be at least zero and less than the total height.
  func row(at y: Double, _ estimate: Double) -> Int {
    switch body {
    case .run(let height):
      let height = height.value ?? estimate
      return height > 0 ? min(Int(y / height), count - 1) : count - 1
    case .rows(let rows):
      var bottom = 0.0
      for (row, height) in rows.enumerated() {
        bottom += height.value ?? estimate
        if y < bottom { return row }
      }
      return count - 1
    case .branch(let side, _) where y < leftTotal(estimate): return side.row(at: y, estimate)
    case .branch(_, let side): return left.count + side.row(at: y - leftTotal(estimate), estimate)
    }
  }

  /// Returns the first row at or after `row` whose height is not zero.
  func firstWithHeight(from row: Int) -> Int? {
    guard row < count, hasKnownHeight || unknownCount > 0 else { return nil }
    switch body {
    case .run(let height): return height.value == 0 ? nil : max(0, row)
    case .rows(let rows): return rows.indices.first { $0 >= row && rows[$0].value != 0 }
    case .branch(_, let side) where row >= left.count:
      return side.firstWithHeight(from: row - left.count).map { $0 + left.count }
    case .branch(let left, let right):
      return left.firstWithHeight(from: row) ?? right.firstWithHeight(from: 0).map { $0 + left.count }
    }
  }

  /// The last row whose height is not zero.
  var lastWithHeight: Int? {
    guard hasKnownHeight || unknownCount > 0 else { return nil }
    switch body {
    case .run(let height): return height.value == 0 ? nil : count - 1
    case .rows(let rows): return rows.indices.last { rows[$0].value != 0 }
    case .branch(let left, let right):
      return right.lastWithHeight.map { $0 + left.count } ?? left.lastWithHeight
    }
  }
}

// MARK: - Joining

/// Making trees from trees; unchanged parts are shared.
extension HeightTree {
  /// Returns the tree with one row's height replaced.
  ///
  /// - Complexity: O(log `count`).
  func replacing(_ row: Int, by height: RowHeight) -> HeightTree {
    switch body {
    case .run(height): return self
    case .run:
      let below = HeightTree.concatenated(HeightTree(height, count: 1), suffix(from: row + 1))
      return HeightTree.concatenated(prefix(row), below) ?? self
    case .rows(var rows):
      rows[row] = height
      return HeightTree(rows)
    case .branch(let left, let right):
      // A leaf of equal rows becomes a small tree, so a child may have grown, or a leaf may merge with its neighbour.
      return row < left.count
        ? HeightTree.joined(left.replacing(row, by: height), right)
        : HeightTree.joined(left, right.replacing(row - left.count, by: height))
    }
  }

  /// Returns the first `length` rows; nil for none.
  ///
  /// - Complexity: O(log `count`).
  func prefix(_ length: Int) -> HeightTree? {
    guard length > 0 else { return nil }
    guard length < count else { return self }
    switch body {
    case .run(let height): return HeightTree(height, count: length)
    case .rows(let rows): return HeightTree(Array(rows[..<length]))
    case .branch(let left, let right):
      guard length > left.count else { return left.prefix(length) }
      return right.prefix(length - left.count).map { HeightTree.joined(left, $0) }
    }
  }

  /// Returns the rows at and after `row`; nil for none.
  ///
  /// - Complexity: O(log `count`).
  func suffix(from row: Int) -> HeightTree? {
    guard row < count else { return nil }
    guard row > 0 else { return self }
    switch body {
    case .run(let height): return HeightTree(height, count: count - row)
    case .rows(let rows): return HeightTree(Array(rows[row...]))
    case .branch(let left, let right):
      guard row < left.count else { return right.suffix(from: row - left.count) }
      return left.suffix(from: row).map { HeightTree.joined($0, right) }
    }
  }

  /// Returns some of the rows; nil for none.
  ///
  /// - Complexity: O(log `count`).
  func slice(_ rows: Range<Int>) -> HeightTree? {
    guard !rows.isEmpty else { return nil }
    if rows.lowerBound == 0 { return prefix(rows.upperBound) }
    if rows.upperBound == count { return suffix(from: rows.lowerBound) }
    switch body {
    case .run(let height): return HeightTree(height, count: rows.count)
    case .rows(let heights): return HeightTree(Array(heights[rows]))
    case .branch(let left, _) where rows.upperBound <= left.count: return left.slice(rows)
    case .branch(let left, let right) where rows.lowerBound >= left.count:
      return right.slice(rows.lowerBound - left.count..<rows.upperBound - left.count)
    case .branch(let left, let right):
      return HeightTree.concatenated(left.suffix(from: rows.lowerBound), right.prefix(rows.upperBound - left.count))
    }
  }

  /// Returns one tree after the other, merging the leaves at the boundary if the result is small enough.
  ///
  /// - Complexity: O(log of both counts).
  static func concatenated(_ upper: HeightTree?, _ lower: HeightTree?) -> HeightTree? {
    guard let upper, let lower else { return upper ?? lower }
    let first = lower.firstLeaf
    let rest = lower.suffix(from: first.count)
    let start = joined(upper, first)
    return rest.map { joined(start, $0) } ?? start
  }

  private var firstLeaf: HeightTree {
    if case .branch(let left, _) = body { left.firstLeaf } else { self }
  }

  /// Returns one tree after the other.
  ///
  /// - Complexity: O(difference of their levels).
  static func joined(_ upper: HeightTree, _ lower: HeightTree) -> HeightTree {
    if upper.level == 0, lower.level == 0 { return joinedLeaves(upper, lower) }
    if upper.level > lower.level, case .branch(let left, let right) = upper.body {
      return balanced(left, joined(right, lower))
    }
    if lower.level > upper.level, case .branch(let left, let right) = lower.body {
      return balanced(joined(upper, left), right)
    }
    return HeightTree(upper, lower)
  }

  private static func joinedLeaves(_ upper: HeightTree, _ lower: HeightTree) -> HeightTree {
    if case .run(let height) = upper.body, case .run(height) = lower.body {
      return HeightTree(height, count: upper.count + lower.count)
    }
    guard upper.count + lower.count <= leafLimit else { return HeightTree(upper, lower) }
    return HeightTree(upper.leafRows + lower.leafRows)
  }

  private var leafRows: [RowHeight] {
    switch body {
    case .run(let height): Array(repeating: height, count: count)
    case .rows(let rows): rows
    case .branch(let left, let right): left.leafRows + right.leafRows
    }
  }

  /// Returns a branch of two trees whose levels differ by at most two, rotated if they differ by two.
  private static func balanced(_ left: HeightTree, _ right: HeightTree) -> HeightTree {
    if right.level > left.level + 1, case .branch(let inner, let outer) = right.body {
      guard inner.level > outer.level, case .branch(let one, let other) = inner.body else {
        return HeightTree(HeightTree(left, inner), outer)
      }
      return HeightTree(HeightTree(left, one), HeightTree(other, outer))
    }
    if left.level > right.level + 1, case .branch(let outer, let inner) = left.body {
      guard inner.level > outer.level, case .branch(let one, let other) = inner.body else {
        return HeightTree(outer, HeightTree(inner, right))
      }
      return HeightTree(HeightTree(outer, one), HeightTree(other, right))
    }
    return HeightTree(left, right)
  }

  /// Whether every branch is balanced and no leaf is too large.
  var isBalanced: Bool {
    switch body {
    case .run: true
    case .rows(let rows): rows.count <= HeightTree.leafLimit
    case .branch(let left, let right):
      abs(left.level - right.level) <= 1 && left.isBalanced && right.isBalanced
    }
  }

  var leafCount: Int {
    if case .branch(let left, let right) = body { left.leafCount + right.leafCount } else { 1 }
  }
}
