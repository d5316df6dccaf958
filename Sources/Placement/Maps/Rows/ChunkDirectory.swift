/// An index of chunks by row: the chunks' bases, and hints that are exact or nearly so.
///
/// A hint is the chunk of the first row of a bucket of 2^`shift` rows. Updates change the bases and not the hints. So a
/// lookup steps to the next chunk if a hint is stale or its bucket has a chunk boundary. It uses binary search if
/// insertions are so unevenly spread that stepping would take long.
struct ChunkDirectory: Sendable {
  /// The feed row that is the base of each chunk's offsets, ascending; the first is 0.
  var bases: ContiguousArray<Int32> = []
  private var feedHints: ContiguousArray<Int32> = []
  private var userHints: ContiguousArray<Int32> = []
  private var shift: Int32 = 0
  private var bucketCount = 0
  private var updatesUntilStale = 0

  /// The largest number of buckets for each chunk: more would take more memory, fewer would take more steps.
  private static let bucketsPerChunk = 8
  /// The number of steps from a hint after which binary search is faster.
  private static let stepLimit = 3
}

// MARK: - Questions

extension ChunkDirectory {
  /// Returns the last chunk whose base is at most a feed row.
  @inline(__always)
  func chunk(atFeed row: Int32) -> Int {
    chunk(at: row, hints: feedHints, step: 0)
  }

  /// Returns the last chunk that has at most as many content rows before it as a user row.
  @inline(__always)
  func chunk(atUser row: Int32) -> Int {
    chunk(at: row, hints: userHints, step: Int32(truncatingIfNeeded: RowChunk.capacity))
  }

  /// Returns the last chunk whose base, minus `step` for each chunk before it, is at most `row`.
  @inline(__always)
  private func chunk(at row: Int32, hints: ContiguousArray<Int32>, step: Int32) -> Int {
    if bases.count == 1 { return 0 }
    let bucket = min(Int(truncatingIfNeeded: row &>> shift), bucketCount &- 1)
    let hint = Int(truncatingIfNeeded: hints[bucket])
    // The first step has no branch, which a processor could not predict for random rows.
    let next = min(hint &+ 1, bases.count &- 1)
    var chunk = start(of: next, step) <= row ? next : hint
    while chunk &+ 1 < bases.count, start(of: chunk &+ 1, step) <= row {
      chunk &+= 1
      if chunk &- hint > ChunkDirectory.stepLimit { return search(for: row, step) }
    }
    while chunk > 0, start(of: chunk, step) > row {
      chunk &-= 1
      if hint &- chunk > ChunkDirectory.stepLimit { return search(for: row, step) }
    }
    return chunk
  }

  /// Returns a chunk's base, minus `step` for each chunk before it, which for user rows is the number of insertions in
  /// a chunk.
  @inline(__always)
  private func start(of chunk: Int, _ step: Int32) -> Int32 {
    bases[chunk] &- Int32(truncatingIfNeeded: chunk) &* step
  }

  @inline(never)
  private func search(for row: Int32, _ step: Int32) -> Int {
    var low = 0
    var high = bases.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if start(of: middle, step) <= row { low = middle } else { high = middle }
    }
    return low
  }
}

// MARK: - Updates

/// A difference for the bases of all chunks after one.
struct ChunkShift {
  var chunk: Int
  var difference: Int32
}

extension ChunkDirectory {
  /// Adds a difference to the bases of some chunks.
  @inline(__always)
  mutating func shiftBases(_ chunks: Range<Int>, by difference: Int32) {
    var bases = self.bases.mutableSpan
    for chunk in chunks { bases[chunk] &+= difference }
  }

  /// Adds differences to the bases of the chunks after some, which ascend, in a map of `rows` feed rows.
  /// - Complexity: O(chunks).
  mutating func shiftBases(by shifts: [ChunkShift], rows: Int) {
    var sum: Int32 = 0
    var largest: Int32 = 0
    for (index, shift) in shifts.enumerated() {
      sum &+= shift.difference
      if sum == 0 { continue }
      largest = max(largest, abs(sum))
      let end = index + 1 < shifts.count ? shifts[index + 1].chunk + 1 : bases.count
      if shift.chunk + 1 < end { shiftBases(shift.chunk + 1..<end, by: sum) }
    }
    if largest > 0 { noteUpdate(rows: rows, by: Int(largest)) }
  }

  /// Counts an update that moves bases by some rows, and recomputes the hints when they have become too stale.
  @inline(__always)
  mutating func noteUpdate(rows: Int, by difference: Int = 1) {
    updatesUntilStale &-= difference
    if updatesUntilStale < 0 { makeHints(rows: rows) }
  }

  /// Computes the hints again if there are twice as many rows as they were made for.
  mutating func noteGrowth(rows: Int) {
    if bases.count > 1, rows &>> (Int(shift) + 1) >= bucketCount { makeHints(rows: rows) }
  }

  /// Computes the hints for `rows` feed rows.
  /// - Complexity: O(chunks), spread over as many updates as there are rows in four buckets.
  mutating func makeHints(rows: Int) {
    shift = 0
    guard bases.count > 1 else { return updatesUntilStale = .max }
    while rows &>> Int(shift) >= ChunkDirectory.bucketsPerChunk * bases.count { shift += 1 }
    bucketCount = rows &>> Int(shift) &+ 1
    feedHints = hints(step: 0)
    userHints = hints(step: Int32(truncatingIfNeeded: RowChunk.capacity))
    updatesUntilStale = max(64, 4 &<< Int(shift))
  }

  private func hints(step: Int32) -> ContiguousArray<Int32> {
    var hints = ContiguousArray<Int32>(repeating: Int32(truncatingIfNeeded: bases.count &- 1), count: bucketCount)
    var bucket = 0
    var span = hints.mutableSpan
    for chunk in 1..<bases.count {
      let end = min(Int(truncatingIfNeeded: (start(of: chunk, step) &- 1) &>> shift) &+ 1, bucketCount)
      while bucket < end {
        span[bucket] = Int32(truncatingIfNeeded: chunk &- 1)
        bucket &+= 1
      }
    }
    return hints
  }
}
