public import Synchronization

/// Counts the calls that are inside a slot, so that a chain taken out of it is freed when the last call has left.
///
/// A call notes that it enters, and that it leaves, in a lane that belongs to its thread alone: two plain stores, no lock, no
/// atomic addition, and no memory that two threads write. Whoever retires a chain pays for that with a ``HeavyFence``, after
/// which every call that may have read the old chain is visible in its lane. A thread that finds no free lane, and every
/// thread where the system has no such fence, counts in the shared lane, with atomic additions.
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
    /// The thread that alone writes the counters; zero while the lane is free, and in the shared lane.
    @usableFromInline let owner = Atomic<UInt>(0)
    @usableFromInline let even = Atomic<Int>(0)
    @usableFromInline let odd = Atomic<Int>(0)
    // Two cache lines a lane, since processors fetch lines in pairs.
    let padding: InlineArray<13, UInt> = InlineArray(repeating: 0)
  }

  /// Where a call entered, and leaves.
  @safe
  @usableFromInline
  struct Ticket {
    @usableFromInline let counter: UnsafeMutablePointer<Atomic<Int>>
    /// What the thread's counter showed before; negative where the counter is shared.
    @usableFromInline let former: Int

    @inlinable
    @inline(__always)
    init(_ counter: UnsafeMutablePointer<Atomic<Int>>, former: Int) {
      unsafe self.counter = unsafe counter
      self.former = former
    }
  }

  // Owned: `laneMask + 1` lanes, a power of two, and behind them the shared one.
  @usableFromInline let lanes: UnsafeMutablePointer<Lane>
  @usableFromInline let laneMask: Int
  /// Zero or one: which counter a call enters by.
  @usableFromInline let phase = Atomic<Int>(0)

  init(laneCount: Int) {
    precondition(laneCount > 0 && laneCount & (laneCount - 1) == 0, "\(laneCount) lanes are no power of two")
    laneMask = laneCount - 1
    unsafe lanes = .allocate(capacity: laneCount + 1)
    for index in 0...laneCount { unsafe (lanes + index).initialize(to: Lane()) }
  }

  deinit {
    unsafe lanes.deinitialize(count: laneMask + 2)
    unsafe lanes.deallocate()
  }

  /// Notes that a call is inside, before it reads the chain.
  @inlinable
  @inline(__always)
  func enter() -> Ticket {
    let thread = currentThread()
    let lane = unsafe lanes + Int(truncatingIfNeeded: thread &>> 12) & laneMask
    guard unsafe lane.pointee.owner.load(ordering: .relaxed) == thread else { return enterElsewhere(thread) }
    let counter = unsafe counter(of: lane)
    // No other thread writes here. The fence that belongs between this store and reading the chain is the remover's.
    let former = unsafe counter.pointee.load(ordering: .relaxed)
    unsafe counter.pointee.store(former &+ 1, ordering: .relaxed)
    return unsafe Ticket(counter, former: former)
  }

  /// Notes that the call is outside again, after it has used the chain for the last time.
  @inlinable
  @inline(__always)
  func leave(_ ticket: Ticket) {
    if ticket.former < 0 { return leaveShared(ticket) }
    // Calls of one thread end in the reverse of the order in which they began.
    unsafe ticket.counter.pointee.store(ticket.former, ordering: .releasing)
  }

  @inlinable
  @inline(__always)
  func counter(of lane: UnsafeMutablePointer<Lane>) -> UnsafeMutablePointer<Atomic<Int>> {
    let even = unsafe UnsafeMutableRawPointer(lane) + MemoryLayout<UInt>.stride
    return unsafe even.assumingMemoryBound(to: Atomic<Int>.self) + phase.load(ordering: .relaxed)
  }

  /// Enters by a lane that is free or was claimed under a collision, or else by the shared one.
  @usableFromInline
  @inline(never)
  func enterElsewhere(_ thread: UInt) -> Ticket {
    for step in 0..<(HeavyFence.isAvailable ? min(4, laneMask + 1) : 0) {
      let lane = unsafe lanes + (Int(truncatingIfNeeded: thread &>> 12) &+ step) & laneMask
      let (claimed, owner) = unsafe lane.pointee.owner.compareExchange(
        expected: 0, desired: thread, ordering: .sequentiallyConsistent)
      guard claimed || owner == thread else { continue }
      let counter = unsafe counter(of: lane)
      let former = unsafe counter.pointee.wrappingAdd(1, ordering: .sequentiallyConsistent).oldValue
      return unsafe Ticket(counter, former: former)
    }
    let counter = unsafe counter(of: lanes + (laneMask + 1))
    unsafe counter.pointee.wrappingAdd(1, ordering: .sequentiallyConsistent)
    return unsafe Ticket(counter, former: -1)
  }

  @usableFromInline
  @inline(never)
  func leaveShared(_ ticket: Ticket) {
    unsafe ticket.counter.pointee.wrappingSubtract(1, ordering: .sequentiallyConsistent)
  }

  /// Whether no call is inside that entered in the given phase, as far as each lane has shown since the question.
  func isEmpty(phase: Int) -> Bool {
    for index in 0...(laneMask + 1) {
      let lane = unsafe lanes + index
      let count =
        phase == 0
        ? unsafe lane.pointee.even.load(ordering: .sequentiallyConsistent)
        : unsafe lane.pointee.odd.load(ordering: .sequentiallyConsistent)
      if count != 0 { return false }
    }
    return true
  }

  /// The phase by which a call entered.
  func phase(of ticket: Ticket) -> Int {
    let offset = unsafe UnsafeRawPointer(ticket.counter) - UnsafeRawPointer(lanes)
    return offset % MemoryLayout<Lane>.stride == MemoryLayout<UInt>.stride ? 0 : 1
  }

  /// Returns when every call that has entered or left before this is seen by ``isEmpty(phase:)`` to have done so.
  func makeCallsVisible() {
    if hasOtherThreads { HeavyFence.issue() }
  }

  /// Whether a lane belongs to a thread other than the current one, which may be about to enter.
  var hasOtherThreads: Bool {
    let thread = currentThread()
    for index in 0...laneMask {
      let owner = unsafe (lanes + index).pointee.owner.load(ordering: .sequentiallyConsistent)
      if owner != 0 && owner != thread { return true }
    }
    return false
  }
}
