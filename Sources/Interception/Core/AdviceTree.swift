/// An immutable balanced tree of advice, in running order.
///
/// Adding and removing return another tree, which shares all nodes except the path to the change; so each chain is
/// built in logarithmic time. The nodes are final classes with constant members, so that traversal needs no reference
/// counting.
///
/// It is a weight-balanced tree (Adams, 1992) with the parameters of Hirai and Yamamoto (2011): a subtree weighs one more than
/// it has nodes, and of two siblings neither weighs more than three times as much as the other.
@usableFromInline
final class AdviceTree: @unchecked Sendable {
  @usableFromInline let left: AdviceTree?
  @usableFromInline let advice: InstalledAdvice
  @usableFromInline let right: AdviceTree?
  /// The number of advice in the tree.
  @usableFromInline let count: Int

  private init(_ left: AdviceTree?, _ advice: InstalledAdvice, _ right: AdviceTree?) {
    self.left = left
    self.advice = advice
    self.right = right
    count = (left?.count ?? 0) + 1 + (right?.count ?? 0)
  }

  /// Returns a tree with another advice, after those of the same priority.
  ///
  /// - Complexity: O(log `count`).
  static func adding(_ new: InstalledAdvice, to tree: AdviceTree?) -> AdviceTree {
    guard let tree else { return AdviceTree(nil, new, nil) }
    return new.order < tree.advice.order
      ? balanced(adding(new, to: tree.left), tree.advice, tree.right)
      : balanced(tree.left, tree.advice, adding(new, to: tree.right))
  }

  /// Removes the advice with a sort key; returns the rest and the removed advice, or nil if there is none.
  ///
  /// - Complexity: O(log `count`).
  static func removing(
    _ place: InstalledAdvice.Order, from tree: AdviceTree?
  ) -> (rest: AdviceTree?, removed: InstalledAdvice)? {
    guard let tree else { return nil }
    if place < tree.advice.order {
      guard let (rest, removed) = removing(place, from: tree.left) else { return nil }
      return (balanced(rest, tree.advice, tree.right), removed)
    }
    if tree.advice.order < place {
      guard let (rest, removed) = removing(place, from: tree.right) else { return nil }
      return (balanced(tree.left, tree.advice, rest), removed)
    }
    return (glued(tree.left, tree.right), tree.advice)
  }

  /// Returns a tree of the advice that satisfies the predicate, called in order; the same tree if all does.
  ///
  /// - Complexity: O(`count`).
  static func filtering(_ tree: AdviceTree?, _ isKept: (InstalledAdvice) -> Bool) -> AdviceTree? {
    guard let tree else { return nil }
    let left = filtering(tree.left, isKept)
    let isRootKept = isKept(tree.advice)
    let right = filtering(tree.right, isKept)
    if !isRootKept { return joined(left, right) }
    return left === tree.left && right === tree.right ? tree : joined(left, tree.advice, right)
  }

  /// Concatenates two trees, regardless of priorities.
  ///
  /// - Complexity: O(log of both counts).
  static func joined(_ left: AdviceTree?, _ right: AdviceTree?) -> AdviceTree? {
    guard let left else { return right }
    guard let right else { return left }
    if weight(right) > 3 * weight(left) {
      return balanced(joined(left, right.left), right.advice, right.right)
    }
    if weight(left) > 3 * weight(right) {
      return balanced(left.left, left.advice, joined(left.right, right))
    }
    return glued(left, right)
  }

  /// Concatenates two trees with an advice between them.
  private static func joined(
    _ left: AdviceTree?, _ advice: InstalledAdvice, _ right: AdviceTree?
  ) -> AdviceTree {
    if let right, weight(right) > 3 * weight(left) {
      return balanced(joined(left, advice, right.left), right.advice, right.right)
    }
    if let left, weight(left) > 3 * weight(right) {
      return balanced(left.left, left.advice, joined(left.right, advice, right))
    }
    return AdviceTree(left, advice, right)
  }

  /// Returns whether any advice satisfies the predicate.
  func contains(where predicate: (InstalledAdvice) -> Bool) -> Bool {
    left?.contains(where: predicate) == true || predicate(advice) || right?.contains(where: predicate) == true
  }

  /// Calls `body` with each advice, in order.
  func forEach(_ body: (InstalledAdvice) -> Void) {
    left?.forEach(body)
    body(advice)
    right?.forEach(body)
  }

  /// The advice at an index.
  ///
  /// - Complexity: O(log `count`).
  /// - Precondition: `0 <= index < count`.
  @usableFromInline
  subscript(index: Int) -> InstalledAdvice {
    let ahead = left?.count ?? 0
    if index < ahead, let left { return left[index] }
    if index > ahead, let right { return right[index - ahead - 1] }
    precondition(index == ahead, "\(index) is not in a tree of \(count)")
    return advice
  }

  /// Whether all siblings are balanced and all counts are correct.
  var isBalanced: Bool {
    let (left, right) = (AdviceTree.weight(left), AdviceTree.weight(right))
    return left + right == count + 1 && left <= 3 * right && right <= 3 * left && self.left?.isBalanced != false
      && self.right?.isBalanced != false
  }
}

// MARK: - Balance

extension AdviceTree {
  private static func weight(_ tree: AdviceTree?) -> Int { (tree?.count ?? 0) + 1 }

  /// Rebalances two subtrees after the addition or removal of one advice in one of them.
  private static func balanced(_ left: AdviceTree?, _ advice: InstalledAdvice, _ right: AdviceTree?) -> AdviceTree {
    if let right, weight(right) > 3 * weight(left) {
      guard let middle = right.left, weight(middle) >= 2 * weight(right.right) else {
        return AdviceTree(AdviceTree(left, advice, right.left), right.advice, right.right)
      }
      return AdviceTree(
        AdviceTree(left, advice, middle.left), middle.advice, AdviceTree(middle.right, right.advice, right.right))
    }
    if let left, weight(left) > 3 * weight(right) {
      guard let middle = left.right, weight(middle) >= 2 * weight(left.left) else {
        return AdviceTree(left.left, left.advice, AdviceTree(left.right, advice, right))
      }
      return AdviceTree(
        AdviceTree(left.left, left.advice, middle.left), middle.advice, AdviceTree(middle.right, advice, right))
    }
    return AdviceTree(left, advice, right)
  }

  /// Concatenates two trees that are balanced relative to each other.
  private static func glued(_ left: AdviceTree?, _ right: AdviceTree?) -> AdviceTree? {
    guard let left else { return right }
    guard let right else { return left }
    if left.count > right.count {
      let (rest, last) = removingLast(left)
      return balanced(rest, last, right)
    }
    let (first, rest) = removingFirst(right)
    return balanced(left, first, rest)
  }

  private static func removingFirst(_ tree: AdviceTree) -> (first: InstalledAdvice, rest: AdviceTree?) {
    guard let left = tree.left else { return (tree.advice, tree.right) }
    let (first, rest) = removingFirst(left)
    return (first, balanced(rest, tree.advice, tree.right))
  }

  private static func removingLast(_ tree: AdviceTree) -> (rest: AdviceTree?, last: InstalledAdvice) {
    guard let right = tree.right else { return (tree.left, tree.advice) }
    let (rest, last) = removingLast(right)
    return (balanced(tree.left, tree.advice, rest), last)
  }
}
