extension UnsafeMutablePointer where Pointee: ~Copyable {
  /// Allocates memory that shares no cache lines with other allocations, to avoid false sharing.
  @unsafe
  static func allocateCacheAligned(capacity: Int = 1) -> UnsafeMutablePointer {
    // Processors fetch lines in pairs.
    let pair = 128
    let size = capacity * MemoryLayout<Pointee>.stride
    let memory = UnsafeMutableRawPointer.allocate(byteCount: (size + pair - 1) / pair * pair, alignment: pair)
    return unsafe memory.bindMemory(to: Pointee.self, capacity: capacity)
  }
}
