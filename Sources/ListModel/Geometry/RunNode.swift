/// A part of a ``RunSequence``.
///
/// Invariant: the levels of a branch's two children differ by at most one; a leaf has 1 to `leafLimit` runs.
final class RunNode<Element: RunElement>: Sendable {
  typealias Position = RunSequence<Element>.Position
  typealias Start = RunSequence<Element>.Start

  private enum Body {
    case leaf([ElementRun<Element>])
    case branch(RunNode, RunNode)
  }

  private static var leafLimit: Int { 16 }

  private let body: Body
  let rows: Int
  let height: Double
  let reach: Double
  private let level: Int

  init(leaf runs: [ElementRun<Element>]) {
    body = .leaf(runs)
    rows = runs.reduce(0) { $0 + $1.rows }
    (height, reach) = runs.reduce((0, 0)) { ($0.0 + $1.height, max($0.1, $0.0 + $1.reach)) }
    level = 0
  }

  private init(_ left: RunNode, _ right: RunNode) {
    body = .branch(left, right)
    rows = left.rows + right.rows
    height = left.height + right.height
    reach = max(left.reach, left.height + right.reach)
    level = max(left.level, right.level) + 1
  }
}

// MARK: - Queries

extension RunNode {
  func position(ofRow row: Int, _ start: Start) -> Position {
    switch body {
    case .leaf(let runs): return Self.position(in: runs, start) { row < $0.row }
    case .branch(let left, _) where row < start.row + left.rows: return left.position(ofRow: row, start)
    case .branch(let left, let right): return right.position(ofRow: row, start.after(left))
    }
  }

  func position(at y: Double, _ start: Start) -> Position {
    switch body {
    case .leaf(let runs): return Self.position(in: runs, start) { y < $0.top }
    case .branch(let left, _) where y < start.top + left.height: return left.position(at: y, start)
    case .branch(let left, let right): return right.position(at: y, start.after(left))
    }
  }

  func firstPosition(reaching y: Double, _ start: Start) -> Position {
    switch body {
    case .leaf(let runs):
      var found = start
      for run in runs {
        if y < found.top + run.reach {
          let index = Self.firstIndex(in: run, found) { y < $0.top - run.element.height + run.element.reach }
          return Self.position(index, in: run, found)
        }
        found = Start(row: found.row + run.rows, top: found.top + run.height)
      }
      return Self.position(in: runs, start) { _ in false }
    case .branch(let left, _) where y < start.top + left.reach: return left.firstPosition(reaching: y, start)
    case .branch(let left, let right): return right.firstPosition(reaching: y, start.after(left))
    }
  }

  /// Returns the first element whose end satisfies a condition; the last one if none does.
  private static func position(
    in runs: [ElementRun<Element>], _ start: Start, where isReached: (Start) -> Bool
  ) -> Position {
    var start = start
    for (index, run) in runs.enumerated() {
      let end = Start(row: start.row + run.rows, top: start.top + run.height)
      if isReached(end) || index == runs.count - 1 {
        return position(firstIndex(in: run, start, where: isReached), in: run, start)
      }
      start = end
    }
    fatalError("a leaf has a run")
  }

  /// Returns the first of a run's equal elements whose end satisfies a condition; the last one if none does.
  private static func firstIndex(in run: ElementRun<Element>, _ start: Start, where isReached: (Start) -> Bool) -> Int {
    var (low, high) = (0, run.count - 1)
    while low < high {
      let middle = (low + high) / 2
      let end = Start(
        row: start.row + (middle + 1) * run.element.rows, top: start.top + Double(middle + 1) * run.element.height)
      if isReached(end) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private static func position(_ index: Int, in run: ElementRun<Element>, _ start: Start) -> Position {
    Position(
      element: run.element, firstRow: start.row + index * run.element.rows,
      top: start.top + Double(index) * run.element.height, run: start.row..<start.row + run.rows)
  }

  var firstRun: ElementRun<Element>? {
    switch body {
    case .leaf(let runs): runs.first
    case .branch(let left, _): left.firstRun
    }
  }

  var lastRun: ElementRun<Element>? {
    switch body {
    case .leaf(let runs): runs.last
    case .branch(_, let right): right.lastRun
    }
  }

  var isBalanced: Bool {
    switch body {
    case .leaf(let runs): !runs.isEmpty && runs.count <= Self.leafLimit && runs.allSatisfy { $0.count > 0 }
    case .branch(let left, let right):
      abs(left.level - right.level) <= 1 && left.isBalanced && right.isBalanced
    }
  }

  var runCount: Int {
    switch body {
    case .leaf(let runs): runs.count
    case .branch(let left, let right): left.runCount + right.runCount
    }
  }
}

// MARK: - Cutting and joining

extension RunNode {
  /// Returns the elements of the first rows; nil for none.
  func prefix(_ length: Int) -> RunNode? {
    guard length > 0 else { return nil }
    guard length < rows else { return self }
    switch body {
    case .leaf(let runs):
      var (kept, rest) = ([ElementRun<Element>](), length)
      for run in runs where rest > 0 {
        let count = min(run.count, rest / run.element.rows)
        if count > 0 { kept.append(ElementRun(element: run.element, count: count)) }
        rest -= run.rows
      }
      return RunNode(leaf: kept)
    case .branch(let left, let right):
      guard length > left.rows else { return left.prefix(length) }
      return right.prefix(length - left.rows).map { Self.joined(left, $0) }
    }
  }

  /// Returns the elements at and after a row; nil for none.
  func suffix(from row: Int) -> RunNode? {
    guard row < rows else { return nil }
    guard row > 0 else { return self }
    switch body {
    case .leaf(let runs):
      var (kept, rest) = ([ElementRun<Element>](), row)
      for run in runs {
        let gone = max(0, min(run.count, rest / run.element.rows))
        if gone < run.count { kept.append(ElementRun(element: run.element, count: run.count - gone)) }
        rest -= run.rows
      }
      return RunNode(leaf: kept)
    case .branch(let left, let right):
      guard row < left.rows else { return right.suffix(from: row - left.rows) }
      return left.suffix(from: row).map { Self.joined($0, right) }
    }
  }

  /// Returns one part after the other; the leaves at the boundary are merged.
  static func concatenated(_ upper: RunNode?, _ lower: RunNode?) -> RunNode? {
    guard let upper, let lower else { return upper ?? lower }
    let first = lower.firstLeaf
    let start = joined(upper, first)
    return lower.suffix(from: first.rows).map { joined(start, $0) } ?? start
  }

  private var firstLeaf: RunNode {
    if case .branch(let left, _) = body { left.firstLeaf } else { self }
  }

  /// Returns one part after the other.
  ///
  /// - Complexity: O(difference of their levels).
  private static func joined(_ upper: RunNode, _ lower: RunNode) -> RunNode {
    if case .leaf(let runs) = upper.body, case .leaf(let more) = lower.body { return joinedLeaves(runs, more) }
    if upper.level > lower.level, case .branch(let left, let right) = upper.body {
      return balanced(left, joined(right, lower))
    }
    if lower.level > upper.level, case .branch(let left, let right) = lower.body {
      return balanced(joined(upper, left), right)
    }
    return RunNode(upper, lower)
  }

  private static func joinedLeaves(_ runs: [ElementRun<Element>], _ more: [ElementRun<Element>]) -> RunNode {
    var all = runs
    var rest = more[...]
    if let first = more.first, all[all.count - 1].element == first.element {
      all[all.count - 1].count += first.count
      rest = more.dropFirst()
    }
    all += rest
    guard all.count > leafLimit else { return RunNode(leaf: all) }
    return RunNode(RunNode(leaf: Array(all[..<(all.count / 2)])), RunNode(leaf: Array(all[(all.count / 2)...])))
  }

  /// Returns a branch of two trees whose levels differ by at most two, rotated if they differ by two.
  private static func balanced(_ left: RunNode, _ right: RunNode) -> RunNode {
    if right.level > left.level + 1, case .branch(let inner, let outer) = right.body {
      guard inner.level > outer.level, case .branch(let one, let other) = inner.body else {
        return RunNode(RunNode(left, inner), outer)
      }
      return RunNode(RunNode(left, one), RunNode(other, outer))
    }
    if left.level > right.level + 1, case .branch(let outer, let inner) = left.body {
      guard inner.level > outer.level, case .branch(let one, let other) = inner.body else {
        return RunNode(outer, RunNode(inner, right))
      }
      return RunNode(RunNode(outer, one), RunNode(other, right))
    }
    return RunNode(left, right)
  }
}
