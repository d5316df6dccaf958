/// Up to eight chunks of insertions in one buffer, the unit that is copied on write.
///
/// A chunk holds up to 256 offsets from its base in 17 blocks of 16: first the samples, which are the first offset of
/// each block, then the blocks in order. An empty slot holds ``unused``, and the last chunk of a page has only the
/// blocks that it needs. A search counts the smaller entries twice, among the samples and in one block, both without a
/// branch.
struct RowPage: Equatable, Sendable {
  typealias Block = SIMD16<Int32>
  typealias Quarter = SIMD4<Int32>
  typealias Mask = SIMDMask<SIMD4<Int32>>

  /// The number of insertions in a full chunk.
  static let chunkCapacity = 256
  /// The number of chunks in a full page.
  static let chunksPerPage = 8
  /// The number of blocks in a full chunk: one of samples, the others of offsets.
  private static let blocksPerChunk = 17
  /// The value of an empty slot, larger than any offset.
  static let unused = Int32.max

  /// The blocks of all chunks.
  private var blocks: ContiguousArray<SIMD16<Int32>>

  /// Makes a page without insertions.
  init() { blocks = [] }

  /// Returns the index of the block with a chunk's samples.
  @inline(__always)
  static func samples(ofChunk chunk: Int) -> Int { (chunk & 7) &* 17 }

  /// Returns the offset in a slot of a chunk.
  func offset(chunk: Int, slot: Int) -> Int32 {
    blocks[RowPage.samples(ofChunk: chunk) + 1 + slot / 16][slot % 16]
  }
}

// MARK: - Searching

extension RowPage {
  /// Returns twice the number of offsets up to `offset`, minus one if `offset` itself is among them.
  ///
  /// So one sum of two comparisons gives both the number of insertions before a row and whether the row is one (the sum
  /// is odd).
  @inline(__always)
  func doubledRank(notAbove offset: Int32, chunk: Int) -> Int32 {
    let samples = RowPage.samples(ofChunk: chunk)
    let above = Quarter(repeating: offset &+ 1)
    var sampleCount = Quarter()
    RowPage.count(blocks[samples], below: above, into: &sampleCount)
    // If the offset is before the first insertion, no sample counts; then no offset in the first block counts either.
    let block = max(sampleCount.wrappedSum(), 1)
    let entries = blocks[samples &+ Int(truncatingIfNeeded: block)]
    var count = Quarter()
    RowPage.count(entries, below: above, into: &count)
    RowPage.count(entries, below: Quarter(repeating: offset), into: &count)
    return count.wrappedSum() &+ (block &- 1) &<< 5
  }

  /// Returns the number of slots whose offset minus index is at most `distance`: the insertions before a content row.
  @inline(__always)
  func rank(notAboveContent distance: Int32, chunk: Int) -> Int32 {
    let samples = RowPage.samples(ofChunk: chunk)
    let above = Quarter(repeating: distance &+ 1) &+ Quarter(0, 1, 2, 3) &<< 4
    var sampleCount = Quarter()
    RowPage.count(blocks[samples], below: above, step: 64, into: &sampleCount)
    let block = max(sampleCount.wrappedSum(), 1)
    let first = (block &- 1) &<< 4
    var count = Quarter()
    RowPage.count(
      blocks[samples &+ Int(truncatingIfNeeded: block)],
      below: Quarter(repeating: distance &+ 1 &+ first) &+ Quarter(0, 1, 2, 3), step: 4, into: &count)
    return count.wrappedSum() &+ first
  }

  /// Adds 1 to a SIMD lane for each entry below its bound; the bound grows by `step` from quarter to quarter.
  @inline(__always)
  private static func count(
    _ block: SIMD16<Int32>, below bound: SIMD4<Int32>, step: Int32 = 0, into count: inout SIMD4<Int32>
  ) {
    let one = Quarter(repeating: 1)
    let none = Quarter()
    // The types are written out: without them the compares become a loop over scalars.
    count &+= none.replacing(with: one, where: (block.lowHalf.lowHalf .< bound) as Mask)
    count &+= none.replacing(with: one, where: (block.lowHalf.highHalf .< (bound &+ step)) as Mask)
    count &+= none.replacing(with: one, where: (block.highHalf.lowHalf .< (bound &+ 2 &* step)) as Mask)
    count &+= none.replacing(with: one, where: (block.highHalf.highHalf .< (bound &+ 3 &* step)) as Mask)
  }
}

// MARK: - Appending

extension RowPage {
  /// Adds an offset in the first unused slot of the page, which is in its last chunk or begins one.
  mutating func append(_ offset: Int32, chunk: Int, slot: Int) {
    let samples = RowPage.samples(ofChunk: chunk)
    if slot == 0 { blocks.append(Block(repeating: RowPage.unused)) }
    if slot % 16 == 0 {
      blocks.append(Block(repeating: RowPage.unused))
      blocks[samples][slot / 16] = offset
    }
    blocks[samples + 1 + slot / 16][slot % 16] = offset
  }
}

// MARK: - Shifting

extension RowPage {
  /// Adds a difference to the offsets of a chunk from one slot on.
  @inline(__always)
  mutating func shift(chunk: Int, fromSlot slot: Int, count: Int, by difference: Int32) {
    let samples = RowPage.samples(ofChunk: chunk)
    let first = slot &>> 4
    var blocks = self.blocks.mutableSpan
    RowPage.add(difference, fromLane: slot & 15, to: &blocks[samples &+ 1 &+ first])
    RowPage.add(difference, fromLane: (slot &+ 15) &>> 4, to: &blocks[samples])
    // Only the last block of all can have unused slots: the others need no mask.
    let full = count &>> 4
    let all = Block(repeating: difference)
    var block = first &+ 1
    while block < full {
      blocks[samples &+ 1 &+ block] &+= all
      block &+= 1
    }
    if block == full, count & 15 != 0 {
      RowPage.add(difference, fromLane: 0, to: &blocks[samples &+ 1 &+ block])
    }
  }

  /// Adds a difference to the SIMD lanes of a block from `lane` on, except to unused ones.
  @inline(__always)
  private static func add(_ difference: Int32, fromLane lane: Int, to block: inout SIMD16<Int32>) {
    typealias Mask = SIMDMask<SIMD16<Int32>>
    let lanes = Block(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    let first = Block(repeating: Int32(truncatingIfNeeded: lane))
    var change = Block(repeating: difference)
    change.replace(with: Block(), where: (lanes .< first) as Mask)
    change.replace(with: Block(), where: (block .== Block(repeating: unused)) as Mask)
    block &+= change
  }
}

// MARK: - Integers

// This is the only code that accesses blocks as plain integers. SIMD16<Int32> is sixteen contiguous Int32; reading and
// writing them lane by lane through the vector is twenty times slower.

extension RowPage {
  /// Makes the page that starts at an index of sorted positions, and appends its chunks' bases to `bases`.
  ///
  /// The result is nil if the positions do not ascend strictly, or are out of range.
  /// - Complexity: O(1), since the size of a page is bounded.
  init?(_ positions: UnsafeBufferPointer<Int>, from start: Int, bases: inout ContiguousArray<Int32>) {
    let end = min(positions.count, start + RowPage.chunkCapacity * RowPage.chunksPerPage)
    let blockCount = RowPage.blockCount(insertions: end - start)
    var isValid = true
    unsafe blocks = ContiguousArray(unsafeUninitializedCapacity: blockCount) { blocks, initialized in
      var first = start
      while first < end, isValid {
        let chunk = unsafe UnsafeBufferPointer(rebasing: positions[first..<min(end, first + RowPage.chunkCapacity)])
        // The very first base is 0, so that no row is before it.
        let base = first == 0 ? 0 : unsafe chunk[0]
        bases.append(Int32(truncatingIfNeeded: base))
        let samples = (first - start) / RowPage.chunkCapacity * RowPage.blocksPerChunk
        let slots = unsafe UnsafeMutableBufferPointer(rebasing: blocks[samples...])
        let ascends = first == 0 ? true : unsafe positions[first - 1] < chunk[0]
        isValid = unsafe ascends && RowPage.fill(slots, with: chunk, base: base)
        first += RowPage.chunkCapacity
      }
      initialized = isValid ? blockCount : 0
    }
    if !isValid { return nil }
  }

  /// Calls `body` with each position, given the bases of all chunks, the index of this page, and how many insertions
  /// there are from its first on.
  @inline(__always)
  func forEachPosition(bases: ContiguousArray<Int32>, page: Int, count: Int, _ body: (Int) -> Void) {
    let count = min(count, RowPage.chunkCapacity * RowPage.chunksPerPage)
    precondition(RowPage.blockCount(insertions: count) <= blocks.count, "a page has no \(count) insertions")
    unsafe blocks.withUnsafeBytes { bytes in
      guard let first = bytes.baseAddress else { return }
      let integers = unsafe first.assumingMemoryBound(to: Int32.self)
      for start in stride(from: 0, to: count, by: RowPage.chunkCapacity) {
        let chunk = start / RowPage.chunkCapacity
        let base = bases[page * RowPage.chunksPerPage + chunk]
        let offsets = unsafe integers + (chunk * RowPage.blocksPerChunk + 1) * 16
        for slot in 0..<min(RowPage.chunkCapacity, count - start) { unsafe body(Int(base &+ offsets[slot])) }
      }
    }
  }

  /// Returns the number of blocks that a page with `insertions` insertions needs.
  private static func blockCount(insertions: Int) -> Int {
    let chunks = (insertions + chunkCapacity - 1) / chunkCapacity
    let last = insertions - (chunks - 1) * chunkCapacity
    return (chunks - 1) * blocksPerChunk + 1 + (last + 15) / 16
  }

  /// Writes the samples and the offsets of one chunk, and returns whether they ascend and are small enough.
  @inline(__always)
  private static func fill(
    _ blocks: UnsafeMutableBufferPointer<SIMD16<Int32>>, with positions: UnsafeBufferPointer<Int>, base: Int
  ) -> Bool {
    guard let start = blocks.baseAddress, let source = positions.baseAddress else { return false }
    let count = positions.count
    let blockCount = (count + 15) / 16
    // Nothing else accesses this memory while it is filled.
    let samples = unsafe UnsafeMutableRawPointer(start).assumingMemoryBound(to: Int32.self)
    let offsets = unsafe samples + 16
    var bits = 0
    for slot in 0..<count {
      let offset = unsafe source[slot] &- base
      bits |= offset
      unsafe offsets[slot] = Int32(truncatingIfNeeded: offset)
    }
    // The slot before the first is a sample, which is written later; using it, the loop has a whole number of vectors.
    unsafe offsets[-1] = -1
    var order: Int32 = 0
    for slot in 0..<count { unsafe order |= offsets[slot] &- offsets[slot - 1] &- 1 }
    for slot in count..<blockCount * 16 { unsafe offsets[slot] = unused }
    for block in 0..<blockCount { unsafe samples[block] = offsets[block * 16] }
    for block in blockCount..<16 { unsafe samples[block] = unused }
    // An offset that is negative or has more than 31 bits shows in `bits`, a step that does not ascend in the sign of
    // `order`.
    return bits >= 0 && bits <= Int(Int32.max) && order >= 0
  }
}
