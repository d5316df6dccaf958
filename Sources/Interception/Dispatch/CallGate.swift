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

// MARK: - Lanes

/// Who counts where, and what the counters show.
extension CallGate {
  var laneCount: Int { Int(laneMask) / MemoryLayout<Lane>.stride + 1 }

  /// The counter of a lane by which calls enter now.
  private func counter(of index: Int) -> UnsafePointer<Atomic<Int>> {
    let place = entrance.load(ordering: .relaxed) + UInt(index * MemoryLayout<Lane>.stride)
    return unsafe UnsafePointer(bitPattern: place).unsafelyUnwrapped
  }

  /// Notes that a call is inside, before it reads the chain; for calls that need not be fast.
  @usableFromInline
  @inline(never)
  func enter() -> Ticket {
    var local = 0
    let address = addressOfLocal(&local)
    return enterOwnLane(address) ?? enterElsewhere(address)
  }

  /// Enters by a lane beside the usual one, by one that is free, or else by the shared one.
  @usableFromInline
  @inline(never)
  func enterElsewhere(_ address: UInt) -> Ticket {
    guard HeavyFence.isAvailable, let stack = unsafe ThreadStack.current, unsafe stack.pointee.holds(address),
      let index = unsafe findLane(of: stack, near: address) ?? claimLane(for: stack, near: address)
    else {
      let counter = unsafe counter(of: laneCount)
      unsafe counter.pointee.wrappingAdd(1, ordering: .sequentiallyConsistent)
      return unsafe Ticket(counter, isShared: true)
    }
    return unsafe enter(by: counter(of: index))
  }

  private func findLane(of stack: ThreadStack.Pointer, near address: UInt) -> Int? {
    placesOfLanes(near: address).first {
      unsafe (lanes + $0).pointee.owner.load(ordering: .relaxed) == UInt(bitPattern: stack)
    }
  }

  /// Takes a lane that is free, or whose thread has ended, unless another thread is about to end or to begin.
  private func claimLane(for stack: ThreadStack.Pointer, near address: UInt) -> Int? {
    let new = UInt(bitPattern: stack)
    return ThreadStack.holdingStill { () -> Int? in
      let index = placesOfLanes(near: address).first { index in
        let owner = unsafe (lanes + index).pointee.owner.load(ordering: .acquiring)
        return unsafe !ThreadStack.Pointer(bitPattern: owner).unsafelyUnwrapped.pointee.isInUse
      }
      guard let index else { return nil }
      // Nobody else claims a lane meanwhile.
      unsafe (lanes + index).pointee.owner.store(new, ordering: .sequentiallyConsistent)
      unsafe (lanes + index).pointee.sameOwner.store(new, ordering: .sequentiallyConsistent)
      return index
    } ?? nil
  }

  /// The lanes that a call at an address may use.
  private func placesOfLanes(near address: UInt) -> some Sequence<Int> {
    let usual = Int(address &>> 16 & laneMask) / MemoryLayout<Lane>.stride
    return (0..<min(4, laneCount)).lazy.map { [laneCount] in (usual + $0) & (laneCount - 1) }
  }

  /// Whether no call is inside that entered in the given phase, as far as each lane has shown since the question.
  func isEmpty(phase: Int) -> Bool {
    for index in 0...laneCount {
      let lane = unsafe lanes + index
      let count =
        phase == 0
        ? unsafe lane.pointee.even.load(ordering: .sequentiallyConsistent)
        : unsafe lane.pointee.odd.load(ordering: .sequentiallyConsistent)
      if count != 0 { return false }
    }
    return true
  }

  /// The phases in which the current thread has entered by lanes of its own and not left, a bit each.
  ///
  /// Whether it is inside by the shared lane cannot be told.
  var phasesOfCurrentThread: Int {
    guard let stack = unsafe ThreadStack.current else { return 0 }
    var phases = 0
    for index in 0..<laneCount {
      let lane = unsafe lanes + index
      guard unsafe lane.pointee.owner.load(ordering: .relaxed) == UInt(bitPattern: stack) else { continue }
      if unsafe lane.pointee.even.load(ordering: .relaxed) != 0 { phases |= 1 }
      if unsafe lane.pointee.odd.load(ordering: .relaxed) != 0 { phases |= 2 }
    }
    return phases
  }

  /// The phase by which calls enter: zero or one.
  var phase: Int { entrance.load(ordering: .relaxed) == UInt(bitPattern: unsafe lanes) ? 0 : 1 }

  /// Has calls enter by the other phase from now on.
  func turn(to phase: Int) {
    let counter = UInt(bitPattern: unsafe lanes) + UInt(phase * MemoryLayout<Atomic<Int>>.stride)
    entrance.store(counter, ordering: .sequentiallyConsistent)
  }

  /// Returns when every call that has entered or left before this is seen by ``isEmpty(phase:)`` to have done so.
  func makeCallsVisible() {
    if hasOtherThreads { HeavyFence.issue() }
  }

  /// Whether a thread other than the current one may be about to enter by a lane.
  private var hasOtherThreads: Bool {
    let none = ThreadStack.none, own = UInt(bitPattern: unsafe ThreadStack.current)
    for index in 0..<laneCount {
      // One whose thread has ended is taken over by a thread that gets the same stack, without a word.
      let owner = unsafe (lanes + index).pointee.owner.load(ordering: .sequentiallyConsistent)
      if owner != none && owner != own { return true }
    }
    return false
  }
}
