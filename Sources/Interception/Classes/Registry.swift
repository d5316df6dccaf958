import Synchronization

/// The books of the runtime: which classes there are, under which names. The only global state that changes.
///
/// Everything that hooks, unhooks or moves an object does so inside ``locked(_:)``; sends never do.
struct Registry: @unchecked Sendable {
  /// The classes that can be found by name: declared ones that have been used, and dynamic ones.
  var classesByName: [String: ClassObject] = [:]
  /// What is to be released as soon as the lock is given back, since that may run anyone's deinit.
  var garbage: [AnyObject] = []
  /// The slots out of which something was taken that calls may still be inside.
  var draining: [ObjectIdentifier: Slot] = [:]
  private var lastAspect: UInt64 = 0

  private static let shared = Mutex(Registry())
  /// Whether a call has left a draining slot while another thread had the books.
  private static let hasLeftovers = Atomic<Bool>(false)

  /// Runs `body` with the books in hand, one thread at a time, and frees what it put out of use.
  static func locked<Result: Sendable, Failure: Error>(
    _ body: (inout Registry) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var garbage: [AnyObject] = []
    defer {
      garbage.removeAll()
      if hasLeftovers.load(ordering: .sequentiallyConsistent) { collectLeftovers() }
    }
    return try shared.withLock { registry throws(Failure) in
      defer { swap(&registry.garbage, &garbage) }
      return try body(&registry)
    }
  }

  /// Frees what draining slots no longer need, unless another thread has the books, which then sees to it.
  static func collectLeftovers() {
    hasLeftovers.store(true, ordering: .sequentiallyConsistent)
    while hasLeftovers.load(ordering: .sequentiallyConsistent) {
      var garbage: [AnyObject] = []
      let wasFree: Void? = shared.withLockIfAvailable { registry in
        hasLeftovers.store(false, ordering: .sequentiallyConsistent)
        for slot in registry.draining.values { slot.collect(in: &registry) }
        swap(&registry.garbage, &garbage)
      }
      garbage.removeAll()
      if wasFree == nil { return }
    }
  }

  mutating func makeAspectIdentifier() -> UInt64 {
    lastAspect += 1
    return lastAspect
  }
}
