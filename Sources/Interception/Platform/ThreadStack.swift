#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Android)
  private import Android
#endif
public import Synchronization

/// The stack of a thread, by which a call knows whose it is: the address of anything local to it lies there.
///
/// Asking the system for the current thread costs as much as the rest of a send. An address within a stack that is in use is
/// proof enough, since nobody but its thread runs there. A thread that ends gives its stack up, by the destructor of a key of
/// the threads library, before its memory can become another's. What runs elsewhere is of no known thread: a fiber, a handler of
/// signals on a stack of its own, a thread that is past that destructor.
///
/// Where a stack lies never changes, so that whoever asks while it is given up and taken into use again gets no mixture; there is
/// one for each place where the system has put the stack of a thread, and none is ever freed.
@safe
@usableFromInline
struct ThreadStack: ~Copyable {
  @usableFromInline let low: UInt
  /// Zero while no thread uses it.
  @usableFromInline let size = Atomic<UInt>(0)
  private let fullSize: UInt

  private init(_ bounds: Bounds) {
    low = bounds.low
    fullSize = bounds.size
  }

  /// Whether the caller, to which the address is local, is the thread that uses this stack.
  @inlinable
  @inline(__always)
  func holds(_ address: UInt) -> Bool {
    address &- low < size.load(ordering: .relaxed)
  }

  /// Whether a thread uses it.
  var isInUse: Bool { size.load(ordering: .relaxed) != 0 }
}

/// Where a local variable lies, whose address goes nowhere else.
@inlinable
@inline(__always)
func addressOfLocal<Value: ~Copyable>(_ variable: inout Value) -> UInt {
  // The one with a guard against overruns would check for one; but nothing is written here.
  unsafe _withUnprotectedUnsafeMutablePointer(to: &variable) { UInt(bitPattern: $0) }
}

extension ThreadStack {
  @usableFromInline typealias Pointer = UnsafePointer<ThreadStack>

  /// The address of a stack that holds nothing.
  static let none = UInt(bitPattern: unsafe make(Bounds(low: 0, size: 0)))

  private struct Bounds: Hashable {
    let low: UInt
    let size: UInt
  }

  /// Every stack there has been.
  ///
  /// Whoever has it in hand keeps stacks from being taken into use or given up.
  private static let known = VisibleMutex<[Bounds: UInt]>([:])

  /// Runs `body` while no stack is taken into use or given up, unless another thread is about to; nil then.
  static func holdingStill<Result: Sendable>(_ body: () -> Result) -> Result? {
    known.withLockIfAvailable { _ in body() }
  }

  private static func make(_ bounds: Bounds) -> Pointer {
    let stack = UnsafeMutablePointer<ThreadStack>.allocate(capacity: 1)
    unsafe stack.initialize(to: ThreadStack(bounds))
    return unsafe Pointer(stack)
  }
}

#if os(Linux) || os(Android)
  extension ThreadStack {
    /// The current thread's; nil where the system does not tell, another thread has the books, or the thread is about to end.
    static var current: Pointer? {
      guard let key = endOfThread else { return nil }
      guard let value = unsafe pthread_getspecific(key) else { return unsafe use(key) }
      return unsafe value == hasEnded ? nil : Pointer(value.assumingMemoryBound(to: ThreadStack.self))
    }

    /// Takes the current thread's stack into use.
    private static func use(_ key: pthread_key_t) -> Pointer? {
      guard let bounds = currentBounds else { return nil }
      let bits = known.withLockIfAvailable { known in
        let bits = known[bounds] ?? UInt(bitPattern: unsafe make(bounds))
        known[bounds] = bits
        return bits
      }
      guard let bits, let stack = unsafe Pointer(bitPattern: bits), unsafe pthread_setspecific(key, stack) == 0 else {
        return nil
      }
      unsafe stack.pointee.size.store(bounds.size, ordering: .sequentiallyConsistent)
      return unsafe stack
    }

    /// The key whose destructor the system runs as a thread ends.
    private static let endOfThread: pthread_key_t? = {
      var key = pthread_key_t()
      let status = unsafe pthread_key_create(&key) { value in
        unsafe ThreadStack.giveUp(value)
      }
      return status == 0 ? key : nil
    }()

    /// What stands for the stack of a thread that is past its destructor, which may still send.
    private static var hasEnded: UnsafeMutableRawPointer {
      unsafe UnsafeMutableRawPointer(bitPattern: 1).unsafelyUnwrapped
    }

    private static func giveUp(_ value: UnsafeMutableRawPointer?) {
      guard let key = endOfThread, let value = unsafe value else { return }
      // The system has set it to nil, and asks again for as long as it is not; a few times at most.
      unsafe pthread_setspecific(key, hasEnded)
      if unsafe value == hasEnded { return }
      let stack = unsafe Pointer(value.assumingMemoryBound(to: ThreadStack.self))
      known.withLock { _ in unsafe stack.pointee.size.store(0, ordering: .sequentiallyConsistent) }
    }

    private typealias GetAttributes = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> Int32

    private static let getAttributes: GetAttributes? = {
      // Swift does not import what is not in POSIX.
      guard let symbol = unsafe dlsym(nil, "pthread_getattr_np") else { return nil }
      return unsafe unsafeBitCast(symbol, to: GetAttributes.self)
    }()

    private static var currentBounds: Bounds? {
      var attributes = pthread_attr_t()
      guard let getAttributes = unsafe getAttributes, unsafe getAttributes(pthread_self(), &attributes) == 0 else {
        return nil
      }
      defer { unsafe pthread_attr_destroy(&attributes) }
      var start: UnsafeMutableRawPointer?
      var size = 0
      guard unsafe pthread_attr_getstack(&attributes, &start, &size) == 0, let start = unsafe start else { return nil }
      let end = UInt(bitPattern: start) + UInt(size)
      // The main thread's may be said to reach as far down as anything lies, now; but it has so much for itself.
      let low = max(UInt(bitPattern: start), end &- 64 << 20)
      return Bounds(low: low, size: end - low)
    }
  }
#else
  extension ThreadStack {
    /// Nil: no call needs it, where there is no heavy fence.
    static var current: Pointer? { nil }
  }
#endif
