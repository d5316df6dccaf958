public import Synchronization

/// A memory fence that one thread issues for all threads of the process, so that the others needn't.
///
/// On Linux this is `membarrier(2)`, private and expedited. On systems without such a fence, ``isAvailable`` is false,
/// and each thread must issue its fences itself; see ``LightFence``.
enum HeavyFence {
  /// Whether the system has such a fence.
  #if os(Linux) || os(Android)
    static let isAvailable = System.membarrier(.registerPrivateExpedited)
  #else
    static var isAvailable: Bool { false }
  #endif

  /// Issues the fence; on return, every thread of the process has passed a full fence.
  static func issue() {
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    #if os(Linux) || os(Android)
      if isAvailable, !System.membarrier(.privateExpedited) {
        preconditionFailure("membarrier failed after registration")
      }
    #endif
  }
}

/// The counterpart of a ``HeavyFence`` in the other threads: keeps the order of a write and a read that follows it.
///
/// For the processor, the heavy fence suffices, and this is for the compiler only: no instruction on x86-64. Swift has no
/// fence for the compiler alone, so it is an acquire-release fence, which LLVM moves no memory access across; the memory
/// model by itself would let a read move ahead of a write there. Where the system has no heavy fence, this is a full one.
@usableFromInline
struct LightFence: Sendable {
  @usableFromInline let isFull = !HeavyFence.isAvailable

  @inlinable
  func issue() {
    if _slowPath(isFull) {
      atomicMemoryFence(ordering: .sequentiallyConsistent)
    } else {
      atomicMemoryFence(ordering: .acquiringAndReleasing)
    }
  }
}
