/// Pairing rows that stand in step, which needs no hashing.
extension RowPairing {
  /// How many rows a walk looks ahead on either side, where the lists differ.
  @inlinable static var lookahead: Int { 8 }

  /// After how many differences in a row that lead nowhere a walk gives up.
  @inlinable static var patience: Int { 64 }

  /// Walks part of both lists in step, from the start and, where that gives up, from the end.
  ///
  /// Answers how many rows of either part are left.
  @inlinable
  mutating func walk<ID: Hashable>(
    _ old: Span<ID>, _ oldPart: Range<Int>, _ new: Span<ID>, _ newPart: Range<Int>
  ) -> RowCounts {
    let counts = RowCounts(old: oldPart.count, new: newPart.count)
    var forward = RowWalk(old: oldPart.lowerBound, new: newPart.lowerBound, step: 1, counts: counts)
    edit { forward.run(old, new, &$0, &$1) }
    // What lies behind the place where the first walk gave up is still in step with nothing.
    var backward = RowWalk(old: oldPart.upperBound - 1, new: newPart.upperBound - 1, step: -1, counts: forward.ahead)
    edit { backward.run(old, new, &$0, &$1) }
    let pairs = forward.pairs + backward.pairs
    return RowCounts(old: counts.old - pairs, new: counts.new - pairs)
  }
}

/// Numbers of rows of both lists.
@usableFromInline
struct RowCounts {
  @usableFromInline var old: Int
  @usableFromInline var new: Int

  @inlinable
  init(old: Int, new: Int) {
    self.old = old
    self.new = new
  }
}

/// A walk through two lists in step, forwards or backwards.
@usableFromInline
struct RowWalk {
  /// The rows that are compared next.
  @usableFromInline var old: Int
  @usableFromInline var new: Int
  /// 1 forwards, -1 backwards.
  @usableFromInline let step: Int
  /// The rows from the compared ones on, in the walk's direction.
  @usableFromInline var ahead: RowCounts
  /// The pairs that were found.
  @usableFromInline var pairs = 0

  @inlinable
  init(old: Int, new: Int, step: Int, counts: RowCounts) {
    self.old = old
    self.new = new
    self.step = step
    ahead = counts
  }

  /// Pairs what it meets, until either list ends or too many differences in a row lead nowhere.
  @inlinable
  @inline(__always)
  mutating func run<ID: Hashable>(
    _ olds: Span<ID>, _ news: Span<ID>, _ newRows: inout MutableSpan<Int32>, _ oldRows: inout MutableSpan<Int32>
  ) {
    var misses = 0
    while ahead.old > 0, ahead.new > 0 {
      if olds[old] == news[new] {
        newRows[old] = Int32(truncatingIfNeeded: new)
        oldRows[new] = Int32(truncatingIfNeeded: old)
        pairs &+= 1
        misses = 0
        skip(old: 1, new: 1)
      } else if !jump(olds, news) {
        skip(old: 1, new: 1)
        misses &+= 1
        if misses == RowPairing.patience { return skip(old: -misses, new: -misses) }
      }
    }
  }

  /// Goes to the next row of one list that equals the other's, if it is near.
  @inlinable
  @inline(__always)
  mutating func jump<ID: Hashable>(_ olds: Span<ID>, _ news: Span<ID>) -> Bool {
    var distance = 1
    while distance <= RowPairing.lookahead {
      if distance < ahead.old, olds[old &+ step &* distance] == news[new] {
        skip(old: distance, new: 0)
        return true
      }
      if distance < ahead.new, olds[old] == news[new &+ step &* distance] {
        skip(old: 0, new: distance)
        return true
      }
      distance &+= 1
    }
    return false
  }

  @inlinable
  @inline(__always)
  mutating func skip(old oldCount: Int, new newCount: Int) {
    old &+= step &* oldCount
    new &+= step &* newCount
    ahead.old &-= oldCount
    ahead.new &-= newCount
  }
}
