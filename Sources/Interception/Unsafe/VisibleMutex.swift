import Synchronization

/// A mutex whose synchronization the thread sanitizer recognizes.
///
/// The standard library's mutex isn't compiled with the sanitizer, which would report races on guarded values.
/// Therefore each holder also loads and stores an atomic variable, at a cost negligible next to the lock.
package struct VisibleMutex<Value: ~Copyable>: ~Copyable, Sendable {
  private let mutex: Mutex<Value>
  private let baton = Atomic<Bool>(false)

  package init(_ value: consuming sending Value) {
    mutex = Mutex(value)
  }

  /// Runs `body` with the value while the lock is held.
  package func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock { value throws(Failure) in
      _ = baton.load(ordering: .acquiring)
      defer { baton.store(true, ordering: .releasing) }
      return try body(&value)
    }
  }

  /// Runs `body` with the value if the lock is free; otherwise returns nil.
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
