/// The paired rows that keep their order, and so need not be moved.
///
/// - Complexity of ``MoveSearch/fewest``: O(n log n); O(n) where few rows are out of order, or where
///   ``RestRows/fewestMoves(of:)`` knows them. The longest increasing subsequence is found by patience sorting (Fredman,
///   On computing the length of longest increasing subsequences, 1975).
struct StayingRows {
  /// The paired new rows that do not stay, in the order in which they were added.
  private(set) var movedRows: [Int32] = []
  /// For each new row, whether it stays.
  private var isStaying: [Bool]

  /// Finds the rows that stay in two whole lists.
  init(_ pairing: RowPairing, search: MoveSearch) {
    self.init(newCount: pairing.oldRows.count)
    if search == .fewest, let moves = pairing.rest?.fewestMoves(of: pairing) {
      keepAll(of: pairing, except: moves)
    } else {
      add(pairing, search: search, old: 0..<pairing.newRows.count, new: 0..<pairing.oldRows.count)
    }
  }

  /// Makes an empty set for lists with `newCount` new rows.
  init(newCount: Int) { isStaying = [Bool](repeating: false, count: newCount) }

  /// Returns whether a new row stays.
  func contains(new row: Int) -> Bool { isStaying[row] }

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
  private mutating func keepAll(of pairing: RowPairing, except moves: [Int32]) {
    movedRows = moves
    let oldRows = pairing.oldRows.span
    var isStaying = isStaying.mutableSpan
    for row in oldRows.indices { isStaying[row] = oldRows[row] >= 0 }
    for row in moves { isStaying[Int(row)] = false }
  }

  private mutating func addLongest(_ pairing: RowPairing, _ old: Range<Int>, _ new: Range<Int>) {
    let sequences = IncreasingSequences(pairing.oldRows.span.extracting(new), in: old)
    let moved = StayingRows.keepLongest(sequences, from: new.lowerBound, &isStaying)
    movedRows.append(contentsOf: moved.reversed())
  }

  /// Marks the rows of one longest sequence, from its last row to its first, and returns the others, descending.
  ///
  /// The old rows that end sequences of one length descend. So the last of them before a row that ends a sequence one
  /// longer is the smallest, and smaller than the old row of that row.
  private static func keepLongest(
    _ sequences: IncreasingSequences, from firstRow: Int, _ isStaying: inout [Bool]
  ) -> [Int32] {
    let lengths = sequences.lengths.span
    var isStaying = isStaying.mutableSpan
    var moved = [Int32](repeating: 0, count: sequences.numberCount - sequences.longest + 1)
    var movedRows = moved.mutableSpan
    var movedCount = 0
    var wanted = Int32(truncatingIfNeeded: sequences.longest)
    var index = lengths.count
    while index > 0 {
      index &-= 1
      let isWanted = lengths[index] == wanted
      isStaying[firstRow &+ index] = isWanted
      wanted &-= isWanted ? 1 : 0
      // Each row is written, and kept if it is moved: a branch could not be predicted.
      movedRows[movedCount] = Int32(truncatingIfNeeded: firstRow &+ index)
      movedCount &+= (lengths[index] > 0) != isWanted ? 1 : 0
    }
    moved.removeLast()
    return moved
  }
}

/// The longest increasing sequences that end with each of some distinct numbers.
///
/// The last numbers of the best sequences, one for each length, are a set: a number takes the place of the next larger
/// one (Hunt and Szymanski, A fast algorithm for computing longest common subsequences, 1977).
struct IncreasingSequences {
  /// For each number the length of the longest increasing sequence that ends with it; -1 for a number out of bounds.
  private(set) var lengths: [Int32]
  /// The greatest of these lengths.
  private(set) var longest = 0
  /// The number of numbers within the bounds.
  private(set) var numberCount = 0

  /// Computes the lengths for those of the numbers that are within bounds.
  init(_ numbers: Span<Int32>, in bounds: Range<Int>) {
    lengths = [Int32](repeating: -1, count: numbers.count)
    var lengths = lengths.mutableSpan
    var lengthsByNumber = [Int32](repeating: 0, count: bounds.count)
    var ranks = lengthsByNumber.mutableSpan
    let ends = NumberSet(bound: bounds.count)
    var array = ends.noWords
    var words = array.mutableSpan
    var count = 0
    var longest = 0
    var last = -1
    // Ascending numbers are collected for as long as they share a word of the set.
    var (word, bits) = (0, UInt64(0))
    for index in numbers.indices {
      let number = Int(numbers[index]) &- bounds.lowerBound
      if number < 0 || number >= ranks.count { continue }
      count &+= 1
      if number > last {
        last = number
        longest &+= 1
        ranks[number] = Int32(truncatingIfNeeded: longest)
        lengths[index] = Int32(truncatingIfNeeded: longest)
        if NumberSet.word(number) != word {
          if bits != 0 { ends.insert(bits, inWord: word, &words) }
          word = NumberSet.word(number)
          bits = 0
        }
        bits |= NumberSet.bit(number)
      } else {
        if bits != 0 { ends.insert(bits, inWord: word, &words) }
        bits = 0
        let next = ends.first(notBelow: number, words)
        let length = ranks[next]
        ranks[number] = length
        lengths[index] = length
        if next == last { last = number }
        ends.remove(next, &words)
        ends.insert(NumberSet.bit(number), inWord: NumberSet.word(number), &words)
      }
    }
    self.longest = longest
    numberCount = count
  }
}

// MARK: - In one pass

extension StayingRows {
  /// Walks the new and the old rows in parallel; where they differ, the row that jumps further is moved.
  private mutating func addGreedily(_ pairing: RowPairing, _ old: Range<Int>, _ new: Range<Int>) {
    var front = old.lowerBound
    for row in new {
      guard let origin = pairing.oldRow(ofNew: row), old.contains(origin) else { continue }
      // Old rows before the front have been passed already: a row from there is moved.
      while front < origin {
        if let target = pairing.newRow(ofOld: front), new.contains(target), target > row {
          if origin - front > target - row { break }
        }
        front += 1
      }
      if front == origin {
        front += 1
        isStaying[row] = true
      } else {
        movedRows.append(Int32(truncatingIfNeeded: row))
      }
    }
  }
}
