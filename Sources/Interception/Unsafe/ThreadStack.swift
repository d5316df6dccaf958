public import Synchronization

/// The bounds of a thread's stack, which identify the current thread from the address of a local variable.
///
/// Asking the system for the current thread would cost as much as the rest of a send. An address within a stack in use
/// identifies its thread, since only that thread runs there. When a thread ends, the destructor of a thread-specific
/// key marks its stack unused before the memory can be reused. Code outside known stacks has no known thread: a fiber,
/// a signal handler on an alternate stack, or a thread after that destructor.
///
/// The bounds of an instance never change, so reads during a change of its thread are consistent. There is one instance
/// for each memory range that the system has used as a thread's stack, and none is ever freed.
@safe
@usableFromInline
struct ThreadStack: ~Copyable {
  @usableFromInline let low: UInt
  /// The size in bytes; zero while no thread uses the stack.
  @usableFromInline let size = Atomic<UInt>(0)
  /// The number of the thread that used the stack last; accessed with ``known`` locked.
  private let formerUser = Atomic<Int32>(0)

  private init(_ bounds: Bounds) {
    low = bounds.low
  }

  /// Returns whether the address of a caller's local variable is in this stack, so that the caller is its thread.
  @inlinable
  @inline(__always)
  func holds(_ address: UInt) -> Bool {
    address &- low < size.load(ordering: .relaxed)
  }

  /// Whether a thread uses the stack.
  var isInUse: Bool { size.load(ordering: .relaxed) != 0 }
}

/// Returns the address of a local variable, without letting a pointer escape.
@inlinable
@inline(__always)
func addressOfLocal<Value: ~Copyable>(_ variable: inout Value) -> UInt {
  // The variant with stack protection would add an overrun check, but nothing is written here.
  unsafe _withUnprotectedUnsafeMutablePointer(to: &variable) { UInt(bitPattern: $0) }
}

extension ThreadStack {
  @usableFromInline typealias Pointer = UnsafePointer<ThreadStack>

  /// The address of an empty stack.
  static let none = UInt(bitPattern: unsafe make(Bounds(low: 0, size: 0)))

  private struct Bounds: Hashable {
    let low: UInt
    let size: UInt
  }

  /// All stacks used so far.
  ///
  /// While it is locked, no thread can start or stop using a stack.
  private static let known = VisibleMutex<[Bounds: UInt]>([:])

  /// Runs `body` while no thread can start or stop using a stack; returns nil if the lock isn't available.
  static func withStacksLocked<Result: Sendable>(_ body: () -> Result) -> Result? {
    known.withLockIfAvailable { _ in body() }
  }

  private static func make(_ bounds: Bounds) -> Pointer {
    let stack = unsafe UnsafeMutablePointer<ThreadStack>.allocateCacheAligned()
    unsafe stack.initialize(to: ThreadStack(bounds))
    return unsafe Pointer(stack)
  }
}

#if os(Linux) || os(Android)
  extension ThreadStack {
    /// The current thread's stack; nil if the system doesn't report it, the lock isn't available, or the thread is
    /// about to end.
    static var current: Pointer? {
      guard let system = System.Threads.shared else { return nil }
      return unsafe system.stack ?? use(system)
    }

    /// Marks the current thread's stack as used, unless the thread has already released it and is about to end.
    private static func use(_ system: System.Threads) -> Pointer? {
      guard let bounds = system.currentBounds.map(Bounds.init) else { return nil }
      let thread = system.currentThread
      let bits = known.withLockIfAvailable { known -> UInt? in
        let bits = known[bounds] ?? UInt(bitPattern: unsafe make(bounds))
        known[bounds] = bits
        let stack = unsafe Pointer(bitPattern: bits).unsafelyUnwrapped
        guard unsafe stack.pointee.formerUser.load(ordering: .relaxed) != thread,
          unsafe system.record(stack)
        else { return nil }
        unsafe stack.pointee.size.store(bounds.size, ordering: .sequentiallyConsistent)
        return bits
      }
      return unsafe Pointer(bitPattern: (bits ?? 0) ?? 0)
    }

    /// Marks the stack of the current thread, which is about to end, as unused.
    static func giveUp(_ stack: Pointer, by thread: Int32) {
      known.withLock { _ in
        unsafe stack.pointee.formerUser.store(thread, ordering: .relaxed)
        unsafe stack.pointee.size.store(0, ordering: .sequentiallyConsistent)
      }
    }
  }
#else
  extension ThreadStack {
    /// Nil, since it isn't needed without a heavy fence.
    static var current: Pointer? { nil }
  }
#endif
