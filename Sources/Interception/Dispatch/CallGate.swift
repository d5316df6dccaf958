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
  /// What one thread writes.
  ///
  /// Where a word stands twice, it is as far behind the one counter as behind the other.
  @safe
  @usableFromInline
  struct Lane: ~Copyable {
    let even = Atomic<Int>(0)
    let odd = Atomic<Int>(0)
    /// The stack whose thread alone writes the counters; ``ThreadStack/none`` while the lane is free, and in the shared lane.
    let owner = Atomic<UInt>(ThreadStack.none)
    let sameOwner = Atomic<UInt>(ThreadStack.none)
    /// The gate's own word, so that a call that leaves needs to know its counter alone.
    let awaitedPhases: UnsafePointer<Atomic<Int>>
    let sameAwaitedPhases: UnsafePointer<Atomic<Int>>
    // Two cache lines a lane, since processors fetch lines in pairs.
    let padding: InlineArray<10, UInt> = InlineArray(repeating: 0)

    init(awaitedPhases: UnsafePointer<Atomic<Int>>) {
      unsafe self.awaitedPhases = unsafe awaitedPhases
      unsafe sameAwaitedPhases = unsafe awaitedPhases
    }
  }

  /// Where a call entered, and leaves.
  @safe
  @usableFromInline
  struct Ticket {
    @usableFromInline let counter: UnsafePointer<Atomic<Int>>
    /// Whether other threads write there too.
    @usableFromInline let isShared: Bool

    @inlinable
    @inline(__always)
    init(_ counter: UnsafePointer<Atomic<Int>>, isShared: Bool) {
      unsafe self.counter = unsafe counter
      self.isShared = isShared
    }
  }

  /// The even or the odd counter of the first lane, by which calls enter now.
  @usableFromInline let entrance: Atomic<UInt>
  /// Takes the place of a thread's lane, in bytes, out of an address.
  @usableFromInline let laneMask: UInt
  // Owned: a power of two of lanes, and behind them the shared one.
  let lanes: UnsafeMutablePointer<Lane>
  /// The phases for whose calls a chain waits, a bit each; owned, asked by each call that leaves.
  let awaitedPhases: UnsafeMutablePointer<Atomic<Int>>

  init(laneCount: Int) {
    precondition(laneCount > 0 && laneCount & (laneCount - 1) == 0, "\(laneCount) lanes are no power of two")
    laneMask = UInt(laneCount - 1) * UInt(MemoryLayout<Lane>.stride)
    unsafe awaitedPhases = .allocateApart()
    unsafe awaitedPhases.initialize(to: Atomic(0))
    unsafe lanes = .allocateApart(capacity: laneCount + 1)
    for index in 0...laneCount {
      unsafe (lanes + index).initialize(to: Lane(awaitedPhases: awaitedPhases))
    }
    entrance = Atomic(UInt(bitPattern: unsafe lanes))
  }

  deinit {
    unsafe lanes.deinitialize(count: laneCount + 1)
    unsafe lanes.deallocate()
    unsafe awaitedPhases.deinitialize(count: 1)
    unsafe awaitedPhases.deallocate()
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
    let stack = unsafe ThreadStack.Pointer(bitPattern: owner.pointee.load(ordering: .acquiring)).unsafelyUnwrapped
    return unsafe stack.pointee.holds(address) ? enter(by: counter) : nil
  }

  /// Counts a call in a lane of its own thread.
  @inlinable
  @inline(__always)
  func enter(by counter: UnsafePointer<Atomic<Int>>) -> Ticket {
    // No other thread writes here. The fence that belongs between this store and reading the chain is the remover's.
    unsafe counter.pointee.store(counter.pointee.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
    return unsafe Ticket(counter, isShared: false)
  }

  /// Notes that a call is outside again that entered by its thread's own lane, after it has used the chain for the last time.
  @inlinable
  @inline(__always)
  static func leaveOwnLane(_ ticket: Ticket) {
    unsafe ticket.counter.pointee.store(ticket.counter.pointee.load(ordering: .relaxed) &- 1, ordering: .releasing)
    // What is awaited stands four words behind the counter.
    let awaited = unsafe UnsafeRawPointer(ticket.counter + 4).assumingMemoryBound(to: UnsafePointer<Atomic<Int>>.self)
    if unsafe awaited.pointee.pointee.load(ordering: .sequentiallyConsistent) != 0 { collect(ticket) }
  }

  /// Notes that a call is outside again, after it has used the chain for the last time.
  @usableFromInline
  @inline(never)
  static func leave(_ ticket: Ticket) {
    if !ticket.isShared { return leaveOwnLane(ticket) }
    unsafe ticket.counter.pointee.wrappingSubtract(1, ordering: .sequentiallyConsistent)
    collect(ticket)
  }

  /// Frees what waited for the call that has just left, unless another thread is about to.
  ///
  /// Calls that entered since have another phase than what is waited for, and go on at once. Of those that have that phase, one
  /// goes to look; if that was not the last, the phase is waited for again.
  @usableFromInline
  @inline(never)
  static func collect(_ ticket: Ticket) {
    let awaited = unsafe UnsafeRawPointer(ticket.counter + 4).assumingMemoryBound(to: UnsafePointer<Atomic<Int>>.self)
    let phases = unsafe awaited.pointee
    guard unsafe phases.pointee.load(ordering: .sequentiallyConsistent) & (1 << phase(of: ticket)) != 0,
      // Only the outermost call of a thread can be the one for which something waits.
      unsafe ticket.isShared || ticket.counter.pointee.load(ordering: .relaxed) == 0,
      unsafe phases.pointee.exchange(0, ordering: .sequentiallyConsistent) != 0
    else { return }
    Registry.collectLeftovers()
  }

  /// The phase by which a call entered: which of the two words of a lane its counter is.
  static func phase(of ticket: Ticket) -> Int {
    Int(bitPattern: unsafe ticket.counter) / MemoryLayout<Atomic<Int>>.stride & 1
  }
}
