// The one place that writes blocks as plain integers: filling them lane by lane is twenty times slower.

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
        isValid = unsafe RowPage.fill(UnsafeMutableBufferPointer(rebasing: blocks[samples...]), with: chunk, base: base)
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
    // SIMD16<Int32> is sixteen Int32 side by side, and nothing else looks at the memory meanwhile.
    let samples = unsafe UnsafeMutableRawPointer(start).assumingMemoryBound(to: Int32.self)
    let offsets = unsafe samples + 16
    var bits = 0
    for slot in 0..<count {
      let offset = unsafe source[slot] &- base
      bits |= offset
      unsafe offsets[slot] = Int32(truncatingIfNeeded: offset)
    }
    for slot in count..<blockCount * 16 { unsafe offsets[slot] = unused }
    for block in 0..<blockCount { unsafe samples[block] = offsets[block * 16] }
    for block in blockCount..<16 { unsafe samples[block] = unused }
    var order: Int32 = 0
    for slot in 1..<max(count, 1) { unsafe order |= offsets[slot] &- offsets[slot - 1] &- 1 }
    // A negative offset or one of more than 31 bits shows in the bits, a step that is not up in the order's sign.
    return bits >= 0 && bits <= Int(Int32.max) && order >= 0
  }
}
