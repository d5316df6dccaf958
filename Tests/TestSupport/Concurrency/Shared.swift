internal import Synchronization

/// A value that several threads change, behind a mutex that the thread sanitizer recognizes.
///
/// The standard library's mutex isn't compiled with the sanitizer, which would report races on guarded values.
/// Therefore each holder also loads and stores an atomic variable.
public final class Shared<Value: Sendable>: Sendable {
  private let mutex: Mutex<Value>
  private let baton = Atomic<Bool>(false)

  /// Makes a shared value.
  public init(_ value: Value) { mutex = Mutex(value) }

  /// The value.
  public var value: Value { change { $0 } }

  /// Changes the value while no other thread reads or changes it.
  @discardableResult
  public func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    mutex.withLock { value in
      _ = baton.load(ordering: .acquiring)
      defer { baton.store(true, ordering: .releasing) }
      return body(&value)
    }
  }
}
