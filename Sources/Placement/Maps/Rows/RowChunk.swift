/// Up to 256 insertions in a store's memory: the unit that is copied on write.
///
/// A chunk holds offsets from its base in 17 blocks of 16: first the samples, which are the first offset of each block,
/// then the blocks in order. An empty slot holds ``unused``. A search counts the smaller entries twice, among the
/// samples and in one block, both without a branch.
///
/// No search needs the first sample, so it holds the chunk's spacing instead: a step in the upper half, and a bit for
/// each full block but the first whose offsets are that step apart. For those, a search reads the samples only, and a
/// long map whose insertions follow a rule is searched within a processor's cache.
///
/// A chunk does not own its memory: it is valid in the call in which a ``ChunkStore`` lends it.
@safe
struct RowChunk {
  typealias Block = SIMD16<Int32>
  typealias Quarter = SIMD4<Int32>
  typealias Mask = SIMDMask<SIMD4<Int32>>

  /// The number of insertions in a full chunk.
  static let capacity = 256
  /// The number of blocks in a full chunk: one of samples, the others of offsets.
  static let fullBlockCount = 17
  /// The value of an empty slot, larger than any offset.
  static let unused = Int32.max

  /// The blocks, of which nothing else knows the structure.
  private let blocks: UnsafeMutablePointer<Block>

  init(_ blocks: UnsafeMutablePointer<Block>) { unsafe self.blocks = unsafe blocks }

  /// Returns the number of blocks that a chunk with `count` insertions needs.
  static func blockCount(insertions count: Int) -> Int { 1 + (count + 15) / 16 }

  /// The samples, offsets and spacing as plain integers.
  ///
  /// SIMD16<Int32> is sixteen contiguous Int32; reading and writing them lane by lane through the vector is twenty times
  /// slower.
  @inline(__always)
  private var integers: UnsafeMutablePointer<Int32> {
    unsafe UnsafeMutableRawPointer(blocks).assumingMemoryBound(to: Int32.self)
  }

  /// The step of the evenly spaced blocks in the upper half, and a bit for each of these blocks.
  @inline(__always)
  private var spacing: Int32 {
    get { unsafe integers[0] }
    nonmutating set { unsafe integers[0] = newValue }
  }

  /// Returns the offset in a slot.
  func offset(slot: Int) -> Int32 { unsafe integers[16 + slot] }

  /// Copies the blocks of another chunk.
  func copy(_ other: RowChunk, blockCount: Int) { unsafe blocks.update(from: other.blocks, count: blockCount) }

  /// Calls `body` with each of the first `count` offsets.
  @inline(__always)
  func forEachOffset(_ count: Int, _ body: (Int32) -> Void) {
    for slot in 0..<count { unsafe body(integers[16 &+ slot]) }
  }
}

// MARK: - Searching

extension RowChunk {
  /// Returns twice the number of offsets up to `offset`, minus one if `offset` itself is among them.
  ///
  /// So one sum of two comparisons gives both the number of insertions before a row and whether the row is one (the sum
  /// is odd).
  @inline(__always)
  func doubledRank(notAbove offset: Int32) -> Int32 {
    let above = Quarter(repeating: offset &+ 1)
    let block = sampleCount(below: above, step: 0)
    if isEven(block) { return doubledRank(notAbove: offset, inEvenBlock: block) }
    let entries = unsafe blocks[Int(truncatingIfNeeded: block &+ 1)]
    var count = Quarter()
    RowChunk.count(entries, below: above, into: &count)
    RowChunk.count(entries, below: Quarter(repeating: offset), into: &count)
    return count.wrappedSum() &+ block &<< 5
  }

  /// Returns the same for an offset in an evenly spaced block.
  @inline(never)
  private func doubledRank(notAbove offset: Int32, inEvenBlock block: Int32) -> Int32 {
    RowChunk.doubledRank(notAbove: offset &- sample(block), step: spacing &>> 16, of: 16) &+ block &<< 5
  }

  /// Returns the same for an offset of at least 0 among `count` offsets, which are 0 and the multiples of a step.
  @inline(__always)
  static func doubledRank(notAbove offset: Int32, step: Int32, of count: UInt32 = 256) -> Int32 {
    let (offset, step) = (UInt32(bitPattern: offset), UInt32(bitPattern: step))
    let index = min(offset / step, count &- 1)
    return Int32(bitPattern: index &<< 1 &+ (index &* step == offset ? 1 : 2))
  }

  /// Returns the number of slots whose offset minus index is at most `distance`: the insertions before a content row.
  @inline(__always)
  func rank(notAboveContent distance: Int32) -> Int32 {
    let above = Quarter(repeating: distance &+ 1) &+ Quarter(0, 1, 2, 3) &<< 4
    let block = sampleCount(below: above, step: 64)
    let first = block &<< 4
    if isEven(block) {
      let distance = distance &+ first &- sample(block)
      return first &+ RowChunk.rank(notAboveContent: distance, step: spacing &>> 16, of: 16)
    }
    var count = Quarter()
    RowChunk.count(
      unsafe blocks[Int(truncatingIfNeeded: block &+ 1)],
      below: Quarter(repeating: distance &+ 1 &+ first) &+ Quarter(0, 1, 2, 3), step: 4, into: &count)
    return count.wrappedSum() &+ first
  }

  /// Returns the same for a distance of at least 0 among `count` offsets, which are 0 and the multiples of a step.
  @inline(__always)
  static func rank(notAboveContent distance: Int32, step: Int32, of count: UInt32 = 256) -> Int32 {
    Int32(bitPattern: min(UInt32(bitPattern: distance) / UInt32(bitPattern: step &- 1), count &- 1) &+ 1)
  }

  /// Returns the last block whose sample is below its bound; the first if none is.
  @inline(__always)
  private func sampleCount(below bound: Quarter, step: Int32) -> Int32 {
    var count = Quarter()
    // What is in the place of the first sample is not negative, and so never below this bound.
    RowChunk.count(unsafe blocks[0], below: bound, first: Quarter(.min, 0, 0, 0), step: step, into: &count)
    return count.wrappedSum()
  }

  /// Adds 1 to a SIMD lane for each entry below its bound; the bound grows by `step` from quarter to quarter, and
  /// `first` is added to that of the first quarter.
  @inline(__always)
  private static func count(
    _ block: Block, below bound: Quarter, first: Quarter = Quarter(), step: Int32 = 0, into count: inout Quarter
  ) {
    let one = Quarter(repeating: 1)
    let none = Quarter()
    // The types are written out: without them the compares become a loop over scalars.
    count &+= none.replacing(with: one, where: (block.lowHalf.lowHalf .< (bound &+ first)) as Mask)
    count &+= none.replacing(with: one, where: (block.lowHalf.highHalf .< (bound &+ step)) as Mask)
    count &+= none.replacing(with: one, where: (block.highHalf.lowHalf .< (bound &+ 2 &* step)) as Mask)
    count &+= none.replacing(with: one, where: (block.highHalf.highHalf .< (bound &+ 3 &* step)) as Mask)
  }

  /// Returns the first offset of a block other than the first.
  @inline(__always)
  private func sample(_ block: Int32) -> Int32 { unsafe integers[Int(truncatingIfNeeded: block)] }

  /// Returns whether the offsets of a block are known to be a step apart.
  @inline(__always)
  private func isEven(_ block: Int32) -> Bool { _slowPath(spacing &>> block & 1 == 1) }
}

// MARK: - Spacing

extension RowChunk {
  /// Computes whether a full block is evenly spaced; a chunk without evenly spaced blocks takes on the block's step.
  ///
  /// Steps of 1 are left out, since between insertions of one content row a search by content rows has nothing to
  /// divide by.
  @inline(__always)
  private func computeSpacing(ofBlock block: Int) {
    guard block > 0 else { return }
    let offsets = unsafe integers + (block &+ 1) &* 16
    let first = unsafe offsets[0]
    if spacing & 0xFFFF == 0 {
      let step = unsafe offsets[1] &- first
      guard 2...0x7FFF ~= step else { return }
      spacing = step &<< 16
    }
    let bit: Int32 = 1 &<< Int32(truncatingIfNeeded: block)
    let isEven = unsafe offsets[15] &- first == 15 &* (spacing &>> 16) && isEven(offsets, step: spacing &>> 16)
    spacing = isEven ? spacing | bit : spacing & ~bit
  }

  /// The step of which the offsets of a full chunk are 0 and the multiples; 0 if there is none.
  var step: Int32 {
    // The bits do not include the first block, and do not say how far the blocks are from each other.
    guard spacing & 0xFFFE == 0xFFFE else { return 0 }
    let step = spacing &>> 16
    let isFirstEven = unsafe offset(slot: 0) == 0 && isEven(integers + 16, step: step)
    return isFirstEven && (1..<16).allSatisfy { sample($0) == $0 &* 16 &* step } ? step : 0
  }

  /// Returns whether the samples are the first offsets of their blocks, and the blocks that count as evenly spaced are.
  func checkInvariants(count: Int) -> Bool {
    (1..<16).allSatisfy { block in
      let isRight = unsafe integers[block] == (block * 16 < count ? offset(slot: block * 16) : RowChunk.unused)
      guard isRight, isEven(Int32(block)) else { return isRight }
      return unsafe block * 16 + 16 <= count && isEven(integers + (block + 1) * 16, step: spacing >> 16)
    } && spacing >= 0 && spacing & 1 == 0
  }

  /// Returns whether 16 offsets are a step apart.
  private func isEven(_ offsets: UnsafeMutablePointer<Int32>, step: Int32) -> Bool {
    (1..<16).allSatisfy { slot in unsafe offsets[slot] &- offsets[slot - 1] == step }
  }
}

// MARK: - Filling

extension RowChunk {
  /// Adds an offset in the first unused slot, whose block may be uninitialized.
  func append(_ offset: Int32, slot: Int) {
    if slot == 0 {
      unsafe blocks[0] = Block(repeating: RowChunk.unused)
      spacing = 0
    }
    if slot % 16 == 0 {
      unsafe blocks[1 + slot / 16] = Block(repeating: RowChunk.unused)
      if slot > 0 { unsafe integers[slot / 16] = offset }
    }
    unsafe integers[16 + slot] = offset
    if slot % 16 == 15 { computeSpacing(ofBlock: slot / 16) }
  }

  /// Writes the samples and offsets of sorted positions, and returns whether they ascend and are small enough.
  @inline(__always)
  func fill(_ positions: UnsafeBufferPointer<Int>, base: Int) -> Bool {
    guard let source = positions.baseAddress else { return false }
    let count = positions.count
    let blockCount = (count + 15) / 16
    // Nothing else accesses this memory while it is filled.
    let samples = unsafe integers
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
    for slot in count..<blockCount * 16 { unsafe offsets[slot] = RowChunk.unused }
    let step = count < 32 ? 0 : unsafe offsets[17] &- offsets[16]
    // No span is negative.
    let span = 2...0x7FFF ~= step ? 15 &* step : -1
    var even: Int32 = 0
    for block in 0..<blockCount {
      let first = unsafe offsets[block &* 16]
      unsafe samples[block] = first
      if unsafe offsets[block &* 16 &+ 15] &- first == span, unsafe isEven(offsets + block &* 16, step: step) {
        even |= 1 &<< Int32(truncatingIfNeeded: block)
      }
    }
    for block in blockCount..<16 { unsafe samples[block] = RowChunk.unused }
    even &= 1 &<< Int32(truncatingIfNeeded: count / 16) &- 2
    spacing = even == 0 ? 0 : step &<< 16 | even
    // An offset that is negative or has more than 31 bits shows in `bits`, a step that does not ascend in the sign of
    // `order`.
    return bits >= 0 && bits <= Int(Int32.max) && order >= 0
  }
}

// MARK: - Shifting

extension RowChunk {
  /// Adds a difference to the offsets from one slot on.
  @inline(__always)
  func shift(fromSlot slot: Int, count: Int, by difference: Int32) {
    let first = slot &>> 4
    unsafe RowChunk.add(difference, fromLane: slot & 15, to: &blocks[first &+ 1])
    unsafe RowChunk.add(difference, fromLane: max((slot &+ 15) &>> 4, 1), to: &blocks[0])
    // Only the last block of all can have unused slots: the others need no mask.
    let full = count &>> 4
    let all = Block(repeating: difference)
    var block = first &+ 1
    while block < full {
      unsafe blocks[block &+ 1] &+= all
      block &+= 1
    }
    if block == full, count & 15 != 0 {
      unsafe RowChunk.add(difference, fromLane: 0, to: &blocks[block &+ 1])
    }
    if slot & 15 != 0, spacing != 0, first < full { computeSpacing(ofBlock: first) }
  }

  /// Adds a difference to the SIMD lanes of a block from `lane` on, except to unused ones.
  @inline(__always)
  private static func add(_ difference: Int32, fromLane lane: Int, to block: inout Block) {
    typealias Mask = SIMDMask<SIMD16<Int32>>
    let lanes = Block(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    let first = Block(repeating: Int32(truncatingIfNeeded: lane))
    var change = Block(repeating: difference)
    change.replace(with: Block(), where: (lanes .< first) as Mask)
    change.replace(with: Block(), where: (block .== Block(repeating: unused)) as Mask)
    block &+= change
  }
}
