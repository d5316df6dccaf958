import Synchronization

/// A mutex whose hand-over the thread sanitizer sees.
///
/// The library's own is not compiled with the sanitizer, which then reports whatever it guards. Each owner therefore also
/// takes and leaves a baton, whose two plain instructions cost nothing beside the lock.
struct VisibleMutex<Value>: ~Copyable, Sendable {
  private let mutex: Mutex<Value>
  private let baton = Atomic<Bool>(false)

  init(_ value: sending Value) {
    mutex = Mutex(value)
  }

  /// Runs `body` with the value, one thread at a time.
  func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock { value throws(Failure) in
      _ = baton.load(ordering: .acquiring)
      defer { baton.store(true, ordering: .releasing) }
      return try body(&value)
    }
  }

  /// Runs `body` with the value if no thread has it; nil if one has.
  func withLockIfAvailable<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result? {
    try mutex.withLockIfAvailable { value throws(Failure) in
      _ = baton.load(ordering: .acquiring)
      defer { baton.store(true, ordering: .releasing) }
      return try body(&value)
    }
  }
}
