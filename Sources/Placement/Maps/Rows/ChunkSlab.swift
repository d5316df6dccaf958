/// Memory for the blocks of chunks, whose lines a processor caches one by one.
///
/// A slab does not know which of its blocks are used: the ``ChunkStore`` of each map that shares it does. It is changed
/// only by a store that is the only one to refer to it.
@safe
final class ChunkSlab: @unchecked Sendable {
  /// The number of blocks.
  let capacity: Int
  private let blocks: UnsafeMutablePointer<RowChunk.Block>

  /// Allocates a slab, at the start of a cache line since each block fills one.
  init(capacity: Int) {
    self.capacity = capacity
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: capacity * MemoryLayout<RowChunk.Block>.stride, alignment: MemoryLayout<RowChunk.Block>.stride)
    unsafe blocks = unsafe memory.bindMemory(to: RowChunk.Block.self, capacity: capacity)
  }

  deinit { unsafe blocks.deallocate() }

  /// Returns the chunk that begins with a block; the caller refers to the slab for as long as it uses the chunk.
  @inline(__always)
  func chunk(at block: Int) -> RowChunk { unsafe RowChunk(blocks + block) }
}
