/// The feed rows of a section's insertions, ascending, in chunks that copies share until they change.
///
/// A chunk holds up to ``capacity`` offsets from its base, which is the position of its first insertion; all chunks but
/// the last are full. So moving the insertions from one on changes the offsets of one chunk, and the bases after it.
struct ChunkedPositions: Hashable, Sendable {
  /// The number of insertions in a full chunk.
  static let capacity = 512

  /// The number of insertions.
  private(set) var count = 0
  private var bases: [Int32] = []
  private var chunks: [[Int32]] = []
}

// MARK: - Searching

extension ChunkedPositions {
  /// Returns the number of insertions up to a feed row, which may be one itself.
  /// - Complexity: O(log insertions).
  @inline(__always)
  func count(upToFeed row: Int) -> Int { count(upTo: row, step: 0) }

  /// Returns the number of insertions with at most `row` content rows before them.
  ///
  /// The insertion of rank *i* at feed row *p* has *p − i* content rows before it, and these differences ascend.
  /// - Complexity: O(log insertions).
  @inline(__always)
  func count(upToContent row: Int) -> Int { count(upTo: row, step: 1) }

  /// Returns the number of positions that are at most `bound` after `step` is taken off for each position before.
  @inline(__always)
  private func count(upTo bound: Int, step: Int) -> Int {
    if count == 0 { return 0 }
    let step = (chunk: step &* ChunkedPositions.capacity, slot: step)
    // Most sections have a single chunk.
    let chunk = bases.count == 1 ? 0 : Swift.max(bases.count(upTo: bound, step: step.chunk) &- 1, 0)
    let distance = bound &- Int(bases[chunk]) &+ chunk &* step.chunk
    return chunk &* ChunkedPositions.capacity &+ chunks[chunk].count(upTo: distance, step: step.slot)
  }
}

extension [Int32] {
  /// Returns the number of elements that are at most `bound` after `step` is taken off for each element before; these
  /// differences ascend.
  ///
  /// Counts among each 64th element, then among each 8th of the 64 where the bound is, then among the 8: adding, where
  /// a binary search branches in a way that no processor can predict.
  @inline(__always)
  fileprivate func count(upTo bound: Int, step: Int) -> Int {
    let elements = span
    var shift = 0
    while 8 &<< shift < elements.count { shift &+= 3 }
    var (result, end) = (0, elements.count)
    while shift >= 0 {
      let stride = 1 &<< shift
      var (index, passed) = (result &+ stride &- 1, 0)
      while index < end {
        passed &+= Int(elements[index]) &- index &* step <= bound ? 1 : 0
        index &+= stride
      }
      result &+= passed &<< shift
      end = Swift.min(result &+ stride &- 1, end)
      shift &-= 3
    }
    return result
  }

  /// Adds a difference to the elements from an index on.
  @inline(__always)
  fileprivate mutating func add(_ difference: Int32, from start: Int) {
    var elements = mutableSpan
    for index in start..<elements.count { elements[index] &+= difference }
  }
}

// MARK: - Changing

extension ChunkedPositions {
  /// Moves the insertions from a rank on; the caller keeps them ascending.
  /// - Complexity: O(insertions / 512), with a small factor.
  @inline(__always)
  mutating func move(from rank: Int, by difference: Int) {
    guard rank < count else { return }
    var (chunk, slot) = rank.quotientAndRemainder(dividingBy: ChunkedPositions.capacity)
    let difference = Int32(truncatingIfNeeded: difference)
    if slot > 0 {
      chunks[chunk].add(difference, from: slot)
      chunk += 1
    }
    bases.add(difference, from: chunk)
  }

  /// Removes the insertions from a rank on.
  mutating func removeAll(from rank: Int) {
    let (chunk, slot) = rank.quotientAndRemainder(dividingBy: ChunkedPositions.capacity)
    if slot > 0 { chunks[chunk].removeSubrange(slot...) }
    let end = slot > 0 ? chunk + 1 : chunk
    bases.removeSubrange(end...)
    chunks.removeSubrange(end...)
    count = rank
  }

  /// Appends positions, and returns whether they ascend from the last on and are within `0...RowMap.limit`.
  /// - Complexity: O(positions).
  mutating func append(_ positions: [Int]) -> Bool {
    let positions = positions.span
    guard ChunkedPositions.ascend(positions, after: last ?? -1) else { return false }
    var start = 0
    while start < positions.count {
      let slot = count % ChunkedPositions.capacity
      if slot == 0 {
        bases.append(Int32(positions[start]))
        chunks.append([])
      }
      let end = Swift.min(start + ChunkedPositions.capacity - slot, positions.count)
      let chunk = chunks.count - 1
      let offsets = ChunkedPositions.offsets(of: positions.extracting(start..<end), from: Int(bases[chunk]))
      if slot == 0 { chunks[chunk] = offsets } else { chunks[chunk] += offsets }
      count += end - start
      start = end
    }
    return true
  }

  private static func ascend(_ positions: Span<Int>, after last: Int) -> Bool {
    guard !positions.isEmpty else { return true }
    var isAscending = positions[0] > last && positions[positions.count - 1] <= RowMap.limit
    for index in 0..<positions.count - 1 { isAscending = positions[index] < positions[index + 1] && isAscending }
    return isAscending
  }

  private static func offsets(of positions: Span<Int>, from base: Int) -> [Int32] {
    var offsets = [Int32](repeating: 0, count: positions.count)
    var span = offsets.mutableSpan
    for index in 0..<positions.count { span[index] = Int32(truncatingIfNeeded: positions[index] &- base) }
    return offsets
  }
}

// MARK: - Positions

extension ChunkedPositions: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { count }

  /// The feed row of the insertion with a rank.
  @inline(__always)
  subscript(rank: Int) -> Int {
    let (chunk, slot) = rank.quotientAndRemainder(dividingBy: ChunkedPositions.capacity)
    return Int(bases[chunk]) &+ Int(chunks[chunk][slot])
  }

  /// Returns whether positions ascend, all chunks but the last are full, and each chunk's first offset is 0.
  func checkInvariants() -> Bool {
    let isFull = chunks.dropLast().allSatisfy { $0.count == ChunkedPositions.capacity }
    let rest = chunks.last.map { 1...ChunkedPositions.capacity ~= $0.count } ?? true
    return isFull && rest && bases.count == chunks.count && chunks.joined().count == count
      && chunks.allSatisfy { $0[0] == 0 } && zip(self, dropFirst()).allSatisfy(<)
      && first ?? 0 >= 0 && last ?? 0 <= RowMap.limit
  }
}
