/// An element of a ``RunSequence``: one row, or several rows side by side.
protocol RunElement: Equatable, Sendable {
  /// The number of rows that the element stands for; at least one.
  var rows: Int { get }
  /// How much further down the next element starts.
  var height: Double { get }
  /// How far down the lowest of the rows ends.
  var reach: Double { get }
}

/// Elements that end where the next one starts.
extension RunElement {
  var reach: Double { height }
}

/// Equal elements, one after the other.
struct ElementRun<Element: RunElement>: Sendable {
  var element: Element
  var count: Int

  var rows: Int { element.rows * count }
  var height: Double { element.height * Double(count) }
  var reach: Double { element.height * Double(count - 1) + element.reach }
}

/// A sequence of elements that is found by rows and by heights; equal neighbours take as much memory as one element.
///
/// It is an immutable balanced tree, like ``HeightTree``; a changed sequence shares its unchanged parts with the old
/// one.
struct RunSequence<Element: RunElement>: Sendable {
  /// An element, and where it is.
  struct Position {
    let element: Element
    let firstRow: Int
    let top: Double
    /// The rows of the element and of all equal ones next to it that are stored with it.
    let run: Range<Int>

    var endRow: Int { firstRow + element.rows }
  }

  private var root: RunNode<Element>?

  init() {}

  init(_ element: Element, count: Int) {
    root = count > 0 ? RunNode(leaf: [ElementRun(element: element, count: count)]) : nil
  }

  private init(_ root: RunNode<Element>?) {
    self.root = root
  }

  /// The number of rows of all elements.
  var rows: Int { root?.rows ?? 0 }

  /// The height of all elements.
  var height: Double { root?.height ?? 0 }

  /// Returns the element of a row, which must exist.
  ///
  /// - Complexity: O(log runs), like all that follows.
  func position(ofRow row: Int) -> Position {
    guard let root, row >= 0, row < rows else { fatalError("row \(row) of \(rows)") }
    return root.position(ofRow: row, Start())
  }

  /// Returns the element at `y`; nil above the first and below the last.
  func position(at y: Double) -> Position? {
    guard let root, y >= 0, y < height else { return nil }
    return root.position(at: y, Start())
  }

  /// Returns the first element that ends below `y`; nil if none does.
  func firstPosition(reaching y: Double) -> Position? {
    guard let root, y < root.reach else { return nil }
    return root.firstPosition(reaching: y, Start())
  }

  /// The first run of equal elements.
  var firstRun: ElementRun<Element>? { root?.firstRun }

  /// The last run of equal elements.
  var lastRun: ElementRun<Element>? { root?.lastRun }

  /// Returns the elements of some rows; elements are not divided.
  subscript(rows: Range<Int>) -> RunSequence {
    RunSequence(root?.prefix(rows.upperBound)?.suffix(from: rows.lowerBound))
  }

  mutating func append(_ other: RunSequence) {
    root = RunNode.concatenated(root, other.root)
  }

  /// Replaces some rows by others.
  mutating func replace(_ range: Range<Int>, by other: RunSequence) {
    var result = self[0..<range.lowerBound]
    result.append(other)
    result.append(self[range.upperBound..<rows])
    self = result
  }

  func checkInvariants() -> Bool { root?.isBalanced ?? true }

  /// The number of runs that are stored.
  var runCount: Int { root?.runCount ?? 0 }

  /// The rows and the height before a part of the sequence.
  struct Start {
    var row = 0
    var top = 0.0

    func after(_ node: RunNode<Element>) -> Start { Start(row: row + node.rows, top: top + node.height) }
  }
}
