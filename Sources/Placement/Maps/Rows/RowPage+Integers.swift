// The one place that sees blocks as plain integers. SIMD16<Int32> is sixteen Int32 side by side; reading and writing
// them lane by lane through the vector is twenty times slower.

extension RowPage {
  /// Builds the page that starts at an index of sorted positions, and appends its chunks' bases.
  ///
  /// Nothing when the positions do not ascend strictly, or do not lie within the limit.
  /// - Complexity: O(1), a page being of fixed size.
  init?(_ positions: UnsafeBufferPointer<Int>, from start: Int, bases: inout ContiguousArray<Int32>) {
    let end = min(positions.count, start + RowPage.chunkCapacity * RowPage.chunksPerPage)
    let blockCount = RowPage.blockCount(insertions: end - start)
    var isValid = true
    unsafe blocks = ContiguousArray(unsafeUninitializedCapacity: blockCount) { blocks, initialized in
      var first = start
      while first < end, isValid {
        let chunk = unsafe UnsafeBufferPointer(rebasing: positions[first..<min(end, first + RowPage.chunkCapacity)])
        // The first base of all is 0, so that no row lies before it.
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

  /// The blocks that so many insertions of a page take.
  private static func blockCount(insertions: Int) -> Int {
    let chunks = (insertions + chunkCapacity - 1) / chunkCapacity
    let last = insertions - (chunks - 1) * chunkCapacity
    return (chunks - 1) * blocksPerChunk + 1 + (last + 15) / 16
  }

  /// Writes the samples and the offsets of one chunk, and answers whether they ascend and are small enough.
  @inline(__always)
  private static func fill(
    _ blocks: UnsafeMutableBufferPointer<SIMD16<Int32>>, with positions: UnsafeBufferPointer<Int>, base: Int
  ) -> Bool {
    guard let start = blocks.baseAddress, let source = positions.baseAddress else { return false }
    let count = positions.count
    let blockCount = (count + 15) / 16
    // Nothing else looks at this memory while it is filled.
    let samples = unsafe UnsafeMutableRawPointer(start).assumingMemoryBound(to: Int32.self)
    let offsets = unsafe samples + 16
    var bits = 0
    for slot in 0..<count {
      let offset = unsafe source[slot] &- base
      bits |= offset
      unsafe offsets[slot] = Int32(truncatingIfNeeded: offset)
    }
    // The slot before the first is a sample, which is written later: with it the loop is a whole number of vectors.
    unsafe offsets[-1] = -1
    var order: Int32 = 0
    for slot in 0..<count { unsafe order |= offsets[slot] &- offsets[slot - 1] &- 1 }
    for slot in count..<blockCount * 16 { unsafe offsets[slot] = unused }
    for block in 0..<blockCount { unsafe samples[block] = offsets[block * 16] }
    for block in blockCount..<16 { unsafe samples[block] = unused }
    // A negative offset or one of more than 31 bits shows in the bits, a step that is not up in the order's sign.
    return bits >= 0 && bits <= Int(Int32.max) && order >= 0
  }
}

// MARK: - Scanning

extension RowPage {
  /// Counts like ``rank(notAboveContent:chunk:)``, with branches.
  ///
  /// Updates come in runs at one place. There the processor predicts the branches and need not wait for what the
  /// update before has written, which takes longer than the scan.
  @inline(__always)
  func scannedRank(notAboveContent distance: Int32, chunk: Int, count: Int) -> Int {
    let start = RowPage.samples(ofChunk: chunk)
    precondition(start &+ 1 &+ (count &+ 15) &>> 4 <= blocks.count, "chunk \(chunk) has no \(count) slots")
    return unsafe blocks.withUnsafeBytes { bytes in
      guard let first = bytes.baseAddress else { return 0 }
      let samples = unsafe first.assumingMemoryBound(to: Int32.self) + start &<< 4
      let offsets = unsafe samples + 16
      var slot = 16
      while slot < count, unsafe samples[slot &>> 4] &- Int32(truncatingIfNeeded: slot) <= distance { slot &+= 16 }
      let end = min(slot, count)
      slot &-= 16
      while slot < end, unsafe offsets[slot] &- Int32(truncatingIfNeeded: slot) <= distance { slot &+= 1 }
      return slot
    }
  }
}
