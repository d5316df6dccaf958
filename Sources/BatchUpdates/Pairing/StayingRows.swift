/// The paired rows that keep their order, and so need not be moved.
///
/// - Complexity of ``MoveSearch/fewest``: O(n log n); O(n) where few rows are out of order. The longest increasing
///   subsequence is found by patience sorting (Fredman, On computing the length of longest increasing subsequences, 1975).
struct StayingRows {
  /// The number of paired rows.
  private(set) var pairCount = 0
  /// The number of paired rows that stay.
  private(set) var count = 0
  /// For each new row its rank among those that stay, from 1; 0 for a row that is moved or new.
  private(set) var ranks: [Int32]

  /// Finds the rows that stay in two whole lists.
  init(_ pairing: RowPairing, search: MoveSearch) {
    self.init(newCount: pairing.oldRows.count)
    add(pairing, search: search, old: 0..<pairing.newRows.count, new: 0..<pairing.oldRows.count)
  }

  /// Makes an empty set for lists with `newCount` new rows.
  init(newCount: Int) { ranks = [Int32](repeating: 0, count: newCount) }

  /// Returns whether a new row stays.
  func contains(new row: Int) -> Bool { ranks[row] != 0 }

  /// Finds the rows that stay among the pairs within a range of both lists.
  mutating func add(_ pairing: RowPairing, search: MoveSearch, old: Range<Int>, new: Range<Int>) {
    switch search {
    case .linear: addGreedily(pairing, old, new)
    case .fewest: addLongest(pairing, old, new)
    }
  }
}

// MARK: - The fewest moves

extension StayingRows {
  private mutating func addLongest(_ pairing: RowPairing, _ old: Range<Int>, _ new: Range<Int>) {
    let (pairs, length) = rank(pairing.oldRows, old, new)
    pairCount += pairs
    count += length
    if length < pairs { keepOnePerRank(length, new) }
  }

  /// Gives each paired row the length of the longest increasing sequence that ends with it.
  ///
  /// Returns the number of pairs and the greatest length.
  private mutating func rank(_ oldRows: [Int32], _ old: Range<Int>, _ new: Range<Int>) -> (pairs: Int, length: Int) {
    // For each length the smallest old row that a sequence of that length ends with.
    var tails = [Int32](repeating: 0, count: min(old.count, new.count))
    var ends = tails.mutableSpan
    var ranks = ranks.mutableSpan
    let oldRows = oldRows.span
    let bounds = Int32(truncatingIfNeeded: old.lowerBound)..<Int32(truncatingIfNeeded: old.upperBound)
    var pairs = 0
    var length = 0
    var last: Int32 = -1
    var lastButOne: Int32 = -1
    for row in new {
      let value = oldRows[row]
      if value < bounds.lowerBound || value >= bounds.upperBound { continue }
      pairs &+= 1
      if value > last {
        ends[length] = value
        length &+= 1
        lastButOne = last
        last = value
        ranks[row] = Int32(truncatingIfNeeded: length)
      } else if value > lastButOne {
        ends[length &- 1] = value
        last = value
        ranks[row] = Int32(truncatingIfNeeded: length)
      } else {
        let place = StayingRows.firstIndex(notBelow: value, in: ends, count: length)
        ends[place] = value
        if place == length &- 2 { lastButOne = value }
        ranks[row] = Int32(truncatingIfNeeded: place &+ 1)
      }
    }
    return (pairs, length)
  }

  /// Returns the first index whose value is not below `value`, by a binary search without branches to predict.
  @inline(__always)
  private static func firstIndex(notBelow value: Int32, in ends: borrowing MutableSpan<Int32>, count: Int) -> Int {
    var start = 0
    var rest = count
    while rest > 1 {
      let half = rest &>> 1
      start = ends[start &+ half &- 1] < value ? start &+ half : start
      rest &-= half
    }
    return start
  }

  /// Keeps one row of each rank, so that the old rows ascend.
  ///
  /// The old rows of one rank descend. So the last row of a rank before a row of the next rank is the smallest of its
  /// rank, and smaller than the row of the next rank.
  private mutating func keepOnePerRank(_ length: Int, _ new: Range<Int>) {
    var ranks = ranks.mutableSpan
    var wanted = Int32(truncatingIfNeeded: length)
    for row in new.reversed() {
      if ranks[row] == wanted { wanted &-= 1 } else { ranks[row] = 0 }
    }
  }
}

// MARK: - In one pass

extension StayingRows {
  /// Walks the new and the old rows in parallel; where they differ, the row that jumps further is moved.
  private mutating func addGreedily(_ pairing: RowPairing, _ old: Range<Int>, _ new: Range<Int>) {
    var front = old.lowerBound
    for row in new {
      guard let origin = pairing.oldRow(ofNew: row), old.contains(origin) else { continue }
      pairCount += 1
      // Old rows before the front have been passed already: a row from there is moved.
      while front < origin {
        if let target = pairing.newRow(ofOld: front), new.contains(target), target > row {
          if origin - front > target - row { break }
        }
        front += 1
      }
      if front != origin { continue }
      front += 1
      count += 1
      ranks[row] = Int32(truncatingIfNeeded: count)
    }
  }
}
