/// Making trees of trees; what nothing changes is shared.
extension HeightTree {
  /// The tree with one row's height replaced.
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
      // A leaf of rows that are alike becomes a small tree, so that a side may have grown, or one of them may join the next.
      return row < left.count
        ? HeightTree.joined(left.replacing(row, by: height), right)
        : HeightTree.joined(left, right.replacing(row - left.count, by: height))
    }
  }

  /// The first rows; nil for none.
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

  /// The rows from a row on; nil for none.
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

  /// One tree after the other, with the leaves beside the seam made one where that is small enough.
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

  /// One tree after the other.
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

  /// A branch of two trees whose levels differ by two at most, rotated where they differ by two.
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

  /// Whether every branch is balanced and every leaf small enough.
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
