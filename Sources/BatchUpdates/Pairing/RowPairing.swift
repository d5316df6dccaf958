/// A pairing of the rows of two lists that have the same identifiers.
///
/// Each row is in one pair at most. Of a repeated identifier, as many rows are paired as both lists have: first those
/// that the walks find, then the others in their order.
@usableFromInline
struct RowPairing: Sendable {
  /// For each old row the paired new row; -1 if it is deleted.
  @usableFromInline var newRows: [Int32]
  /// For each new row the paired old row; -1 if it is inserted.
  @usableFromInline var oldRows: [Int32]
  /// The rows that no walk has paired; nil for rows of several sections, and if pairs have been removed.
  @usableFromInline var rest: RestRows?

  /// Makes a pairing without pairs.
  @inlinable
  init(oldCount: Int, newCount: Int) {
    RowPairing.checkCounts(oldCount, newCount)
    newRows = [Int32](repeating: -1, count: oldCount)
    oldRows = [Int32](repeating: -1, count: newCount)
  }

  /// The largest number of rows that a list may have.
  @inlinable static var limit: Int { Int(Int32.max) - 1 }

  /// Traps if a list has more rows than can be numbered, before memory for them is allocated.
  @inlinable
  static func checkCounts(_ old: Int, _ new: Int) {
    precondition(max(old, new) <= limit, "a list of \(max(old, new)) rows is too long to compare")
  }

  /// Pairs the rows of two lists by their identifiers.
  ///
  /// - Complexity: O(old + new), assuming that hashing is O(1).
  @inlinable
  init<ID: Hashable>(old: Span<ID>, new: Span<ID>) {
    self.init(oldCount: old.count, newCount: new.count)
    let left = walk(old, 0..<old.count, new, 0..<new.count)
    let rest = RestRows(of: self, counts: left)
    pair(rest, of: old, new)
    self.rest = rest
  }

  /// Returns the old row that a new row is paired with; nil if it is inserted.
  func oldRow(ofNew row: Int) -> Int? { oldRows[row] < 0 ? nil : Int(oldRows[row]) }

  /// Returns the new row that an old row is paired with; nil if it is deleted.
  func newRow(ofOld row: Int) -> Int? { newRows[row] < 0 ? nil : Int(newRows[row]) }

  /// Calls a closure with mutable spans of the pairs, which saves a uniqueness check for each write.
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

// MARK: - Walking

/// Pairing rows by walking both lists in parallel, which needs no hashing.
extension RowPairing {
  /// The number of rows that a walk looks ahead in each list where the lists differ.
  @inlinable static var lookahead: Int { 8 }

  /// The number of differences in a row without a match after which a walk gives up.
  @inlinable static var maxMissesInARow: Int { 64 }

  /// Walks part of both lists in parallel from the start and, if that walk gives up, from the end.
  ///
  /// Returns the number of unpaired rows in each part.
  @inlinable
  mutating func walk<ID: Hashable>(
    _ old: Span<ID>, _ oldPart: Range<Int>, _ new: Span<ID>, _ newPart: Range<Int>
  ) -> RowCounts {
    let counts = RowCounts(old: oldPart.count, new: newPart.count)
    var forward = RowWalk(old: oldPart.lowerBound, new: newPart.lowerBound, step: 1, counts: counts)
    forward = edit { forward.run(old, new, &$0, &$1) }
    // Rows after the position where the first walk gave up are not paired yet.
    var backward = RowWalk(old: oldPart.upperBound - 1, new: newPart.upperBound - 1, step: -1, counts: forward.ahead)
    backward = edit { backward.run(old, new, &$0, &$1) }
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

/// A walk through two lists in parallel, forwards or backwards.
@usableFromInline
struct RowWalk {
  /// The rows to compare next.
  @usableFromInline var old: Int
  @usableFromInline var new: Int
  /// 1 forwards, -1 backwards.
  @usableFromInline let step: Int
  /// The numbers of rows from the compared ones on, in the walk's direction.
  @usableFromInline var ahead: RowCounts
  /// The number of pairs found.
  @usableFromInline var pairs = 0

  @inlinable
  init(old: Int, new: Int, step: Int, counts: RowCounts) {
    self.old = old
    self.new = new
    self.step = step
    ahead = counts
  }

  /// Pairs equal rows until either list ends or there are too many differences in a row without a match; returns the
  /// walk as it is then.
  @inlinable
  @inline(__always)
  func run<ID: Hashable>(
    _ olds: Span<ID>, _ news: Span<ID>, _ newRows: inout MutableSpan<Int32>, _ oldRows: inout MutableSpan<Int32>
  ) -> RowWalk {
    var walk = self
    var misses = 0
    while true {
      let length = walk.pairEqualRows(olds, news, &newRows, &oldRows)
      if length > 0 { misses = 0 }
      if walk.ahead.old == 0 || walk.ahead.new == 0 { return walk }
      if walk.jump(olds, news) { continue }
      walk.skip(old: 1, new: 1)
      misses &+= 1
      if misses == RowPairing.maxMissesInARow {
        walk.skip(old: -misses, new: -misses)
        return walk
      }
    }
  }

  /// Pairs the rows from here on up to the first ones that differ, and returns their number.
  @inlinable
  @inline(__always)
  mutating func pairEqualRows<ID: Hashable>(
    _ olds: Span<ID>, _ news: Span<ID>, _ newRows: inout MutableSpan<Int32>, _ oldRows: inout MutableSpan<Int32>
  ) -> Int {
    let limit = min(ahead.old, ahead.new)
    var length = 0
    var (oldRow, newRow) = (old, new)
    while length < limit, olds[oldRow] == news[newRow] {
      newRows[oldRow] = Int32(truncatingIfNeeded: newRow)
      oldRows[newRow] = Int32(truncatingIfNeeded: oldRow)
      oldRow &+= step
      newRow &+= step
      length &+= 1
    }
    pairs &+= length
    skip(old: length, new: length)
    return length
  }

  /// Skips to the nearest row of one list that equals the other list's current row; returns false if none is near.
  @inlinable
  @inline(__always)
  mutating func jump<ID: Hashable>(_ olds: Span<ID>, _ news: Span<ID>) -> Bool {
    var distance = 1
    var (oldRow, newRow) = (old, new)
    while distance <= RowPairing.lookahead {
      oldRow &+= step
      newRow &+= step
      if distance < ahead.old, olds[oldRow] == news[new] {
        skip(old: distance, new: 0)
        return true
      }
      if distance < ahead.new, olds[old] == news[newRow] {
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

// MARK: - Changes

/// Computing changes from pairs.
extension RowPairing {
  /// Returns the changes between two flat lists.
  ///
  /// A row with new content is reloaded if it stays; if it moves, it is deleted and inserted.
  @usableFromInline
  func changes(_ search: MoveSearch, hasNewContent: [Bool] = []) -> ListChanges<Int> {
    let staying = StayingRows(self, search: search)
    if hasNewContent.isEmpty { return changes(staying) }
    var kept = self
    var reloads: [Int] = []
    for row in oldRows.indices where hasNewContent[row] {
      let origin = Int(oldRows[row])
      if staying.contains(new: row) { reloads.append(origin) } else { kept.part(origin, row) }
    }
    return kept.changes(staying, reloads: reloads)
  }

  /// Removes the pair of an old and a new row.
  mutating func part(_ old: Int, _ new: Int) {
    rest = nil
    newRows[old] = -1
    oldRows[new] = -1
  }

  /// Returns the changes between two lists, given the rows that stay.
  func changes(_ staying: StayingRows, reloads: [Int] = []) -> ListChanges<Int> {
    var moves: [ListChanges<Int>.Move] = []
    moves.reserveCapacity(staying.movedRows.count)
    for row in staying.movedRows where oldRows[Int(row)] >= 0 {
      moves.append(ListChanges.Move(from: Int(oldRows[Int(row)]), to: Int(row)))
    }
    return ListChanges(
      ascending: RowPairing.unpaired(newRows, count: RowPairing.unpairedCount(newRows)),
      inserts: RowPairing.unpaired(oldRows, count: RowPairing.unpairedCount(oldRows)), moves: moves, reloads: reloads)
  }

  /// Returns the number of rows without a pair.
  static func unpairedCount(_ pairs: [Int32]) -> Int {
    var count: Int32 = 0
    for row in pairs.span.indices { count &-= pairs[row] &>> 31 }
    return Int(count)
  }

  /// Returns the rows without a pair, of which there are `count`, in ascending order.
  static func unpaired<Row: FixedWidthInteger>(_ pairs: [Int32], count: Int) -> [Row] {
    var rows = [Row](repeating: 0, count: count + 1)
    var span = rows.mutableSpan
    let pairs = pairs.span
    var found = 0
    // Each row is written, and kept if it has no pair: a branch could not be predicted.
    for row in pairs.indices {
      span[found] = Row(truncatingIfNeeded: row)
      found &+= Int(UInt32(bitPattern: pairs[row]) &>> 31)
    }
    rows.removeLast()
    return rows
  }
}
