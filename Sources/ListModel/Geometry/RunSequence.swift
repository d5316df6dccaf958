/// An element of a ``RunSequence``: one row, or several rows that are placed together.
protocol RunElement: Equatable, Sendable {
  /// The number of rows that the element stands for; at least one.
  var rows: Int { get }
  /// How much further down the next element starts.
  var height: Double { get }
  /// How far down the lowest of the rows ends; zero if they have no height.
  var reach: Double { get }
}

/// Elements that end where the next one starts.
extension RunElement {
  var reach: Double { height }
}

/// Equal elements, one after the other.
struct ElementRun<Element: RunElement>: Sendable {
  let element: Element
  var count: Int

  var extent: RunExtent { extent(ofFirst: count) }

  /// Returns what the first elements take up; at least one.
  func extent(ofFirst count: Int) -> RunExtent {
    let reach = element.reach > 0 ? element.height * Double(count - 1) + element.reach : 0
    return RunExtent(rows: element.rows * count, height: element.height * Double(count), reach: reach)
  }
}

/// What elements one after the other take up together.
struct RunExtent {
  var rows = 0
  var height = 0.0
  /// How far down the lowest of the rows ends.
  var reach = 0.0

  static func + (upper: RunExtent, lower: RunExtent) -> RunExtent {
    RunExtent(
      rows: upper.rows + lower.rows, height: upper.height + lower.height,
      reach: lower.reach > 0 ? max(upper.reach, upper.height + lower.reach) : upper.reach)
  }
}

/// A sequence of elements that is found by rows and by heights; equal neighbours take as much memory as one element.
///
/// It is an immutable tree, and a changed sequence shares its unchanged parts with the old one. Branches are balanced by
/// height (Adelson-Velsky and Landis, 1962) and joined as by Blelloch, Ferizovic and Sun (2016). Every query and change
/// takes O(log runs).
///
/// Invariant: the levels of a branch's two children, which are not empty, differ by at most one; a leaf has at most
/// `leafLimit` runs.
final class RunSequence<Element: RunElement>: Sendable {
  /// An element, and where it is.
  struct Position {
    let element: Element
    let firstRow: Int
    let top: Double
    /// The rows of the element and of all equal ones next to it that are stored with it.
    let run: Range<Int>

    var endRow: Int { firstRow + element.rows }

    /// Finds an element of a run that comes after others.
    fileprivate init(_ index: Int, of run: ElementRun<Element>, after above: RunExtent) {
      element = run.element
      firstRow = above.rows + index * element.rows
      top = above.height + Double(index) * element.height
      self.run = above.rows..<above.rows + run.count * element.rows
    }
  }

  private static var leafLimit: Int { 16 }

  /// The two parts of a branch; nil in a leaf.
  private let parts: (upper: RunSequence, lower: RunSequence)?
  /// The runs of a leaf.
  private let runs: [ElementRun<Element>]
  /// What all elements take up.
  let extent: RunExtent
  private let level: Int

  private init(leaf runs: [ElementRun<Element>]) {
    (parts, self.runs) = (nil, runs)
    extent = runs.reduce(RunExtent()) { $0 + $1.extent }
    level = 0
  }

  private init(_ upper: RunSequence, _ lower: RunSequence) {
    (parts, runs) = ((upper, lower), [])
    extent = upper.extent + lower.extent
    level = max(upper.level, lower.level) + 1
  }

  convenience init(_ element: Element, count: Int) {
    self.init(leaf: count > 0 ? [ElementRun(element: element, count: count)] : [])
  }

  convenience init() {
    self.init(leaf: [])
  }

  /// Makes a sequence of elements.
  ///
  /// - Complexity: O(elements).
  static func of(_ runs: some Sequence<ElementRun<Element>>) -> RunSequence {
    var merged: [ElementRun<Element>] = []
    for run in runs { merged.append(merging: run) }
    return balanced(merged[...])
  }

  private static func balanced(_ runs: ArraySlice<ElementRun<Element>>) -> RunSequence {
    guard runs.count > leafLimit else { return RunSequence(leaf: Array(runs)) }
    let middle = runs.startIndex + runs.count / 2
    return joined(balanced(runs[..<middle]), balanced(runs[middle...]))
  }
}

extension Array {
  fileprivate mutating func append<T>(merging run: ElementRun<T>) where Element == ElementRun<T> {
    if let last, last.element == run.element { self[count - 1].count += run.count } else { append(run) }
  }
}

// MARK: - Queries

extension RunSequence {
  var rows: Int { extent.rows }

  /// Returns the element of a row, which must exist.
  subscript(row: Int) -> Position {
    precondition(row >= 0 && row < rows, "row \(row) of \(rows)")
    return first(after: RunExtent()) { $0.rows > row }
  }

  /// Returns the first element with a height that ends below `y`; nil if none does.
  func first(reaching y: Double) -> Position? {
    let y = max(0, y)
    return extent.reach > y ? first(after: RunExtent()) { $0.reach > y } : nil
  }

  /// The last element; nil if there is none.
  var last: Position? { rows > 0 ? self[rows - 1] : nil }

  /// Returns the height of the elements above a row, where one starts or all end.
  func top(of row: Int) -> Double { row < rows ? self[row].top : extent.height }

  /// Returns the first element up to which all elements, together with those before, satisfy a condition.
  private func first(after above: RunExtent, where isReached: (RunExtent) -> Bool) -> Position {
    if let parts {
      let middle = above + parts.upper.extent
      // With fractional heights, rounding may mean that none does; then the last one with a height is meant.
      let isAbove = isReached(middle) || (parts.lower.extent.reach == 0 && !isReached(middle + parts.lower.extent))
      return isAbove
        ? parts.upper.first(after: above, where: isReached) : parts.lower.first(after: middle, where: isReached)
    }
    var (top, last) = (above, (above: above, index: 0))
    for index in runs.indices {
      let bottom = top + runs[index].extent
      if isReached(bottom) { return Self.first(of: runs[index], after: top, where: isReached) }
      if runs[index].element.reach > 0 { last = (top, index) }
      top = bottom
    }
    return Position(runs[last.index].count - 1, of: runs[last.index], after: last.above)
  }

  private static func first(
    of run: ElementRun<Element>, after above: RunExtent, where isReached: (RunExtent) -> Bool
  ) -> Position {
    var (low, high) = (0, run.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if isReached(above + run.extent(ofFirst: middle + 1)) { high = middle } else { low = middle + 1 }
    }
    return Position(low, of: run, after: above)
  }

  /// Calls `body` with the elements that have a height, from that of a row on, until it returns false.
  ///
  /// - Complexity: O(log runs + elements visited).
  func forEach(from row: Int, _ body: (Position) -> Bool) { _ = visit(from: row, after: RunExtent(), body) }

  /// Visits a part of the sequence; returns whether to go on.
  private func visit(from row: Int, after above: RunExtent, _ visitor: (Position) -> Bool) -> Bool {
    guard above.rows + rows > row, extent.reach > 0 else { return true }
    if let parts {
      return parts.upper.visit(from: row, after: above, visitor)
        && parts.lower.visit(from: row, after: above + parts.upper.extent, visitor)
    }
    var top = above
    for run in runs {
      let skipped = max(0, row - top.rows) / run.element.rows
      if run.element.reach > 0, skipped < run.count {
        for index in skipped..<run.count {
          guard visitor(Position(index, of: run, after: top)) else { return false }
        }
      }
      top = top + run.extent
    }
    return true
  }

  /// Whether every branch is balanced and no leaf is too large.
  func checkInvariants() -> Bool {
    guard let (upper, lower) = parts else { return runs.count <= Self.leafLimit && runs.allSatisfy { $0.count > 0 } }
    return abs(upper.level - lower.level) <= 1 && upper.rows > 0 && lower.rows > 0 && upper.checkInvariants()
      && lower.checkInvariants()
  }

  /// The number of runs that are stored.
  var runCount: Int {
    parts.map { $0.upper.runCount + $0.lower.runCount } ?? runs.count
  }
}

// MARK: - Cutting and joining

extension RunSequence {
  /// Returns the elements of some rows, at both ends of which an element starts or ends.
  subscript(range: Range<Int>) -> RunSequence {
    if range.isEmpty { return RunSequence(leaf: []) }
    if range == 0..<rows { return self }
    if let (upper, lower) = parts {
      let middle = upper.rows
      return Self.joined(
        upper[min(range.lowerBound, middle)..<min(range.upperBound, middle)],
        lower[max(range.lowerBound - middle, 0)..<max(range.upperBound - middle, 0)])
    }
    var (kept, start): ([ElementRun<Element>], Int) = ([], 0)
    for run in runs {
      let size = run.element.rows
      let elements = (start..<start + run.count * size).clamped(to: range)
      if !elements.isEmpty { kept.append(ElementRun(element: run.element, count: elements.count / size)) }
      start += run.count * size
    }
    return RunSequence(leaf: kept)
  }

  /// Returns the sequence with the elements of some rows replaced.
  func replacing(_ range: Range<Int>, by other: RunSequence) -> RunSequence {
    if let (upper, lower) = parts {
      let middle = upper.rows
      if range.upperBound <= middle { return Self.joined(upper.replacing(range, by: other), lower) }
      if range.lowerBound >= middle {
        let inLower = range.lowerBound - middle..<range.upperBound - middle
        return Self.joined(upper, lower.replacing(inLower, by: other))
      }
    }
    return self[0..<range.lowerBound] + other + self[range.upperBound..<rows]
  }

  /// Returns one sequence after the other; equal elements at the boundary form one run.
  static func + (upper: RunSequence, lower: RunSequence) -> RunSequence {
    let first = lower.firstLeaf
    return joined(joined(upper, first), lower[first.rows..<lower.rows])
  }

  private var firstLeaf: RunSequence {
    parts?.upper.firstLeaf ?? self
  }

  /// Returns one sequence after the other.
  ///
  /// - Complexity: O(difference of their levels).
  private static func joined(_ upper: RunSequence, _ lower: RunSequence) -> RunSequence {
    if upper.rows == 0 { return lower }
    if lower.rows == 0 { return upper }
    if upper.parts == nil, lower.parts == nil {
      var runs = upper.runs
      runs.append(merging: lower.runs[0])
      runs += lower.runs.dropFirst()
      guard runs.count > leafLimit else { return RunSequence(leaf: runs) }
      let middle = runs.count / 2
      return RunSequence(RunSequence(leaf: Array(runs[..<middle])), RunSequence(leaf: Array(runs[middle...])))
    }
    if upper.level > lower.level, let (left, right) = upper.parts {
      return balanced(left, joined(right, lower))
    }
    if lower.level > upper.level, let (left, right) = lower.parts {
      return balanced(joined(upper, left), right)
    }
    return RunSequence(upper, lower)
  }

  /// Returns a branch of two trees whose levels differ by at most two, rotated if they differ by two.
  private static func balanced(_ left: RunSequence, _ right: RunSequence) -> RunSequence {
    if right.level > left.level + 1, let (inner, outer) = right.parts {
      guard inner.level > outer.level, let (one, other) = inner.parts else {
        return RunSequence(RunSequence(left, inner), outer)
      }
      return RunSequence(RunSequence(left, one), RunSequence(other, outer))
    }
    if left.level > right.level + 1, let (outer, inner) = left.parts {
      guard inner.level > outer.level, let (one, other) = inner.parts else {
        return RunSequence(outer, RunSequence(inner, right))
      }
      return RunSequence(RunSequence(outer, one), RunSequence(other, right))
    }
    return RunSequence(left, right)
  }
}
