public import Synchronization

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Android)
  private import Android
#endif

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
  /// The number of the thread that has given it up last; with ``known`` in hand.
  private let formerUser = Atomic<Int32>(0)

  private init(_ bounds: Bounds) {
    low = bounds.low
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
    let stack = unsafe UnsafeMutablePointer<ThreadStack>.allocateApart()
    unsafe stack.initialize(to: ThreadStack(bounds))
    return unsafe Pointer(stack)
  }
}

#if os(Linux) || os(Android)
  extension ThreadStack {
    /// The current thread's; nil where the system does not tell, another thread has the books, or the thread is about to end.
    static var current: Pointer? {
      guard let system = ThreadSystem.shared else { return nil }
      guard let value = unsafe pthread_getspecific(system.key) else { return unsafe use(system) }
      return unsafe Pointer(value.assumingMemoryBound(to: ThreadStack.self))
    }

    /// Takes the current thread's stack into use, unless the thread has given it up: it may still send, but is about to end.
    private static func use(_ system: ThreadSystem) -> Pointer? {
      guard let bounds = system.currentBounds.map(Bounds.init) else { return nil }
      let thread = system.currentThread
      let bits = known.withLockIfAvailable { known -> UInt? in
        let bits = known[bounds] ?? UInt(bitPattern: unsafe make(bounds))
        known[bounds] = bits
        let stack = unsafe Pointer(bitPattern: bits).unsafelyUnwrapped
        guard unsafe stack.pointee.formerUser.load(ordering: .relaxed) != thread,
          unsafe pthread_setspecific(system.key, stack) == 0
        else { return nil }
        unsafe stack.pointee.size.store(bounds.size, ordering: .sequentiallyConsistent)
        return bits
      }
      return unsafe Pointer(bitPattern: (bits ?? 0) ?? 0)
    }

    /// Gives up the stack of the current thread, which is about to end.
    static func giveUp(_ stack: Pointer, by thread: Int32) {
      known.withLock { _ in
        unsafe stack.pointee.formerUser.store(thread, ordering: .relaxed)
        unsafe stack.pointee.size.store(0, ordering: .sequentiallyConsistent)
      }
    }
  }
#else
  extension ThreadStack {
    /// Nil: no call needs it, where there is no heavy fence.
    static var current: Pointer? { nil }
  }
#endif
