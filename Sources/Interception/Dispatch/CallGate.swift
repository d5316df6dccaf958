public import Synchronization

/// Counts the calls that are inside a slot, so that a chain taken out of it is freed when the last call has left.
///
/// A call notes that it enters, and that it leaves, in a lane that belongs to its thread alone: two plain stores, no lock, no
/// atomic addition, and no memory that two threads write. Whoever retires a chain pays for that with a ``HeavyFence``, after
/// which every call that may have read the old chain is visible in its lane. A thread that finds no free lane, what runs on
/// no thread's stack, and every thread where the system has no such fence, counts in the shared lane, with atomic additions.
///
/// Each lane has two counters, and calls enter by the one that the current phase names. What is retired may be freed when
/// both have been seen at zero since: the phase is turned as soon as the idle counter is empty, so that new calls go the
/// other way and those that were inside drain. This is sleepable read-copy-update (McKenney, 2006), with the asymmetric
/// fences of Dice, Huang and Yang (2001).
@safe
@usableFromInline
struct CallGate: ~Copyable {
  @usableFromInline
  struct Lane: ~Copyable {
    let even = Atomic<Int>(0)
    let odd = Atomic<Int>(0)
    /// The stack whose thread alone writes the counters; ``ThreadStack/none`` while the lane is free, and in the shared lane.
    ///
    /// It stands here once for each phase, so that it is as far behind the one counter as behind the other.
    let owner = Atomic<UInt>(ThreadStack.none)
    let sameOwner = Atomic<UInt>(ThreadStack.none)
    // Two cache lines a lane, since processors fetch lines in pairs.
    let padding: InlineArray<12, UInt> = InlineArray(repeating: 0)
  }

  /// Where a call entered, and leaves.
  @safe
  @usableFromInline
  struct Ticket {
    @usableFromInline let counter: UnsafePointer<Atomic<Int>>
    /// What the thread's counter showed before; negative where the counter is shared.
    @usableFromInline let former: Int

    @inlinable
    @inline(__always)
    init(_ counter: UnsafePointer<Atomic<Int>>, former: Int) {
      unsafe self.counter = unsafe counter
      self.former = former
    }
  }

  /// The even or the odd counter of the first lane, by which calls enter now.
  @usableFromInline let entrance: Atomic<UInt>
  /// Takes the place of a thread's lane, in bytes, out of an address.
  @usableFromInline let laneMask: UInt
  // Owned: a power of two of lanes, and behind them the shared one.
  let lanes: UnsafeMutablePointer<Lane>

  init(laneCount: Int) {
    precondition(laneCount > 0 && laneCount & (laneCount - 1) == 0, "\(laneCount) lanes are no power of two")
    laneMask = UInt(laneCount - 1) * UInt(MemoryLayout<Lane>.stride)
    unsafe lanes = .allocate(capacity: laneCount + 1)
    for index in 0...laneCount { unsafe (lanes + index).initialize(to: Lane()) }
    entrance = Atomic(UInt(bitPattern: unsafe lanes))
  }

  deinit {
    unsafe lanes.deinitialize(count: laneCount + 1)
    unsafe lanes.deallocate()
  }

  /// Notes that a call is inside, before it reads the chain; nil where its thread has no lane at the usual place.
  ///
  /// - Parameter address: where something local to the call lies.
  @inlinable
  @inline(__always)
  func enterOwnLane(_ address: UInt) -> Ticket? {
    // Stacks are some 8 MB apart, 2 to the 23, and lanes 128 bytes, 2 to the 7.
    let place = entrance.load(ordering: .relaxed) &+ (address &>> 16 & laneMask)
    let counter = unsafe UnsafePointer<Atomic<Int>>(bitPattern: place).unsafelyUnwrapped
    // The owner stands two words behind the counter.
    let owner = unsafe UnsafeRawPointer(counter + 2).assumingMemoryBound(to: Atomic<UInt>.self)
    let stack = unsafe ThreadStack.Pointer(bitPattern: owner.pointee.load(ordering: .relaxed)).unsafelyUnwrapped
    return unsafe stack.pointee.holds(address) ? enter(by: counter) : nil
  }

  /// Counts a call in a lane of its own thread.
  @inlinable
  @inline(__always)
  func enter(by counter: UnsafePointer<Atomic<Int>>) -> Ticket {
    // No other thread writes here. The fence that belongs between this store and reading the chain is the remover's.
    let former = unsafe counter.pointee.load(ordering: .relaxed)
    unsafe counter.pointee.store(former &+ 1, ordering: .relaxed)
    return unsafe Ticket(counter, former: former)
  }

  /// Notes that a call is outside again that entered by its thread's own lane, after it has used the chain for the last time.
  @inlinable
  @inline(__always)
  func leaveOwnLane(_ ticket: Ticket) {
    // Calls of one thread end in the reverse of the order in which they began.
    unsafe ticket.counter.pointee.store(ticket.former, ordering: .releasing)
  }

  /// Notes that a call is outside again, after it has used the chain for the last time.
  @inlinable
  func leave(_ ticket: Ticket) {
    if ticket.former >= 0 { return leaveOwnLane(ticket) }
    unsafe ticket.counter.pointee.wrappingSubtract(1, ordering: .sequentiallyConsistent)
  }
}
