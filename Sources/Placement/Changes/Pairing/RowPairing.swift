/// Which rows of two lists are the same row.
///
/// Each row is in one pair at most. Of an identifier that stands more than once, as many rows are paired as both lists
/// have; those that the walks meet in step come first, the others pair in their order.
@usableFromInline
struct RowPairing: Sendable {
  /// For each old row the new row that it is; -1 where it is gone.
  @usableFromInline var newRows: [Int32]
  /// For each new row the old row that it was; -1 where it is new.
  @usableFromInline var oldRows: [Int32]

  /// Lists of which no row is paired yet.
  @inlinable
  init(oldCount: Int, newCount: Int) {
    RowPairing.checkCounts(oldCount, newCount)
    newRows = [Int32](repeating: -1, count: oldCount)
    oldRows = [Int32](repeating: -1, count: newCount)
  }

  /// The most rows that a list may have.
  @inlinable static var limit: Int { Int(Int32.max) - 1 }

  /// Traps if a list has more rows than can be numbered, before anything is made of that size.
  @inlinable
  static func checkCounts(_ old: Int, _ new: Int) {
    precondition(max(old, new) <= limit, "a list of \(max(old, new)) rows is too long to compare")
  }

  /// Pairs the rows of two lists by their identifiers.
  ///
  /// - Complexity: O(old + new), as far as hashing is.
  @inlinable
  init<ID: Hashable>(old: Span<ID>, new: Span<ID>) {
    self.init(oldCount: old.count, newCount: new.count)
    let left = walk(old, 0..<old.count, new, 0..<new.count)
    pairRest(old, new, left: left)
  }

  /// The old row that a new row was; nil for a new one.
  func oldRow(ofNew row: Int) -> Int? { oldRows[row] < 0 ? nil : Int(oldRows[row]) }

  /// The new row that an old row is; nil for one that is gone.
  func newRow(ofOld row: Int) -> Int? { newRows[row] < 0 ? nil : Int(newRows[row]) }

  /// Lets pairs be written without a check at each step that the arrays are nobody else's.
  @inlinable
  @inline(__always)
  mutating func edit<Result>(
    _ body: (_ newRows: inout MutableSpan<Int32>, _ oldRows: inout MutableSpan<Int32>) -> Result
  ) -> Result {
    RowPairing.edit(&newRows, &oldRows, body)
  }

  @inlinable
  @inline(__always)
  static func edit<Result>(
    _ newRows: inout [Int32], _ oldRows: inout [Int32],
    _ body: (_ newRows: inout MutableSpan<Int32>, _ oldRows: inout MutableSpan<Int32>) -> Result
  ) -> Result {
    var newSpan = newRows.mutableSpan
    var oldSpan = oldRows.mutableSpan
    return body(&newSpan, &oldSpan)
  }
}
