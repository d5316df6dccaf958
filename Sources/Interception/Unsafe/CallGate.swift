public import Synchronization

/// Counts the calls inside a slot, so that a retired chain can be freed when the last call that may use it ends.
///
/// A call counts its entry and its exit in counters that only its thread writes (a *lane*): two plain stores, without a
/// lock, an atomic addition or memory written by two threads. In return, the code that retires a chain issues a
/// ``HeavyFence``, after which the counters show every call that may have read the old chain. The shared lane uses
/// atomic additions. It serves threads that find no free lane, code that doesn't run on a known thread stack, and all
/// threads on systems without such a fence.
///
/// Each lane has two counters, and calls enter through the one of the current phase. A retired chain may be freed when
/// both counters have been zero since its retirement. To reach this, the phase is switched as soon as the idle counter
/// is zero, so that new calls use that counter while the other one drains. This is sleepable read-copy-update
/// (McKenney, 2006), with the asymmetric fences of Dice, Huang and Yang (2001).
@safe
@usableFromInline
struct CallGate: ~Copyable {
  /// The counters that one thread writes.
  ///
  /// Two fields are stored twice, so that each copy is at the same distance from its counter.
  @safe
  @usableFromInline
  struct Lane: ~Copyable {
    let even = Atomic<Int>(0)
    let odd = Atomic<Int>(0)
    /// The stack of the thread that alone writes the counters; ``ThreadStack/none`` for a free or shared lane.
    let owner = Atomic<UInt>(ThreadStack.none)
    fileprivate let sameOwner = Atomic<UInt>(ThreadStack.none)
    /// The gate's `awaitedPhases`, so that a leaving call needs only the address of its counter.
    let awaitedPhases: UnsafePointer<Atomic<Int>>
    private let sameAwaitedPhases: UnsafePointer<Atomic<Int>>
    // Pads a lane to two cache lines, since processors fetch lines in pairs.
    let padding: InlineArray<10, UInt> = InlineArray(repeating: 0)

    init(awaitedPhases: UnsafePointer<Atomic<Int>>) {
      unsafe self.awaitedPhases = unsafe awaitedPhases
      unsafe sameAwaitedPhases = unsafe awaitedPhases
    }
  }

  /// The counter through which a call entered and must leave.
  @safe
  @usableFromInline
  struct Ticket {
    @usableFromInline let counter: UnsafePointer<Atomic<Int>>
    /// Whether other threads write the counter too.
    @usableFromInline let isShared: Bool

    @inlinable
    @inline(__always)
    init(_ counter: UnsafePointer<Atomic<Int>>, isShared: Bool) {
      unsafe self.counter = unsafe counter
      self.isShared = isShared
    }
  }

  /// The address of the first lane's counter for the current phase.
  @usableFromInline let entrance: Atomic<UInt>
  /// Masks the byte offset of a thread's lane out of a shifted address.
  @usableFromInline let laneMask: UInt
  /// The bit by which the byte offset of a thread's second lane differs from that of its first; zero for a single lane.
  @usableFromInline let secondLaneBit: UInt
  // Owned memory: a power of two of lanes, followed by the shared lane.
  private let lanes: UnsafeMutablePointer<Lane>
  /// Bit set of the phases whose calls a retired chain waits for; owned, and read by each leaving call.
  private let awaitedPhases: UnsafeMutablePointer<Atomic<Int>>

  init(laneCount: Int) {
    precondition(laneCount > 0 && laneCount & (laneCount - 1) == 0, "\(laneCount) lanes are no power of two")
    laneMask = UInt(laneCount - 1) * UInt(MemoryLayout<Lane>.stride)
    secondLaneBit = laneMask & ~(laneMask >> 1)
    unsafe awaitedPhases = .allocateCacheAligned()
    unsafe awaitedPhases.initialize(to: Atomic(0))
    unsafe lanes = .allocateCacheAligned(capacity: laneCount + 1)
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

  /// Counts a call's entry before it reads the chain; nil if its thread has neither its first nor its second lane.
  ///
  /// A thread whose stack is far from the others, such as the main thread, may find its first lane taken.
  ///
  /// - Parameter address: the address of a local variable of the call.
  @inlinable
  @inline(__always)
  func enterOwnLane(_ address: UInt) -> Ticket? {
    // Stacks are about 8 MB (2^23 bytes) apart, and lanes have 128 bytes (2^7), so the shift by 16 maps neighboring
    // stacks to neighboring lanes.
    let offset = address &>> 16 & laneMask
    return enterLane(at: offset, address) ?? enterLane(at: offset ^ secondLaneBit, address)
  }

  /// Counts a call's entry in the lane at a byte offset, if the current thread owns it.
  @inlinable
  @inline(__always)
  func enterLane(at offset: UInt, _ address: UInt) -> Ticket? {
    let place = entrance.load(ordering: .relaxed) &+ offset
    let counter = unsafe UnsafePointer<Atomic<Int>>(bitPattern: place).unsafelyUnwrapped
    // The owner is two words after the counter.
    let owner = unsafe UnsafeRawPointer(counter + 2).assumingMemoryBound(to: Atomic<UInt>.self)
    let stack = unsafe ThreadStack.Pointer(bitPattern: owner.pointee.load(ordering: .acquiring)).unsafelyUnwrapped
    return unsafe _fastPath(stack.pointee.holds(address)) ? enter(by: counter) : nil
  }

  /// Counts a call's entry in a lane owned by the current thread.
  @inlinable
  @inline(__always)
  func enter(by counter: UnsafePointer<Atomic<Int>>) -> Ticket {
    // No other thread writes here. The fence needed between this store and the read of the chain is issued by the
    // remover.
    unsafe counter.pointee.store(counter.pointee.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
    return unsafe Ticket(counter, isShared: false)
  }

  /// Counts a call's exit from its thread's own lane, after its last use of the chain; returns whether retired chains
  /// wait for calls.
  @inlinable
  @inline(__always)
  static func countExitFromOwnLane(_ ticket: Ticket) -> Bool {
    unsafe ticket.counter.pointee.store(ticket.counter.pointee.load(ordering: .relaxed) &- 1, ordering: .releasing)
    // The pointer to the awaited phases is four words after the counter.
    let awaited = unsafe UnsafeRawPointer(ticket.counter + 4).assumingMemoryBound(to: UnsafePointer<Atomic<Int>>.self)
    return unsafe awaited.pointee.pointee.load(ordering: .sequentiallyConsistent) != 0
  }

  /// Counts a call's exit, after its last use of the chain; returns whether retired chains may wait for calls.
  static func countExit(_ ticket: Ticket) -> Bool {
    if !ticket.isShared { return countExitFromOwnLane(ticket) }
    unsafe ticket.counter.pointee.wrappingSubtract(1, ordering: .sequentiallyConsistent)
    return true
  }

  /// Returns whether the call that just left must look for chains that waited for it, which no other call does then.
  ///
  /// Calls that entered later have another phase than the awaited one. Of the calls with the awaited phase, one checks
  /// the counters; if it wasn't the last one, the phase is awaited again.
  static func claimCollection(after ticket: Ticket) -> Bool {
    let awaited = unsafe UnsafeRawPointer(ticket.counter + 4).assumingMemoryBound(to: UnsafePointer<Atomic<Int>>.self)
    let phases = unsafe awaited.pointee
    return unsafe phases.pointee.load(ordering: .sequentiallyConsistent) & (1 << phase(of: ticket)) != 0
      // Only the outermost call of a thread can be the last one that a chain waits for.
      && (ticket.isShared || ticket.counter.pointee.load(ordering: .relaxed) == 0)
      && phases.pointee.exchange(0, ordering: .sequentiallyConsistent) != 0
  }

  /// Returns the phase in which a call entered, which selects one of the lane's two counters.
  static func phase(of ticket: Ticket) -> Int {
    Int(bitPattern: unsafe ticket.counter) / MemoryLayout<Atomic<Int>>.stride & 1
  }
}

// MARK: - Lanes

/// Assignment of lanes to threads, and reading of the counters.
extension CallGate {
  var laneCount: Int { Int(laneMask) / MemoryLayout<Lane>.stride + 1 }

  /// Returns the counter of a lane for the current phase.
  private func counter(of index: Int) -> UnsafePointer<Atomic<Int>> {
    let place = entrance.load(ordering: .relaxed) + UInt(index * MemoryLayout<Lane>.stride)
    return unsafe UnsafePointer(bitPattern: place).unsafelyUnwrapped
  }

  /// Counts a call's entry before it reads the chain; for calls that needn't be fast.
  @usableFromInline
  @inline(never)
  func enter() -> Ticket {
    var local = 0
    let address = addressOfLocal(&local)
    return enterOwnLane(address) ?? enterElsewhere(address)
  }

  /// Enters through a lane near the first ones that the thread owns or can claim, or else through the shared lane.
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
    laneIndices(near: address).first {
      unsafe (lanes + $0).pointee.owner.load(ordering: .relaxed) == UInt(bitPattern: stack)
    }
  }

  /// Claims a lane that is free or whose thread has ended; nil if there is none, or if the list of stacks is locked.
  private func claimLane(for stack: ThreadStack.Pointer, near address: UInt) -> Int? {
    let new = UInt(bitPattern: stack)
    return ThreadStack.withStacksLocked { () -> Int? in
      let index = laneIndices(near: address).first { index in
        let owner = unsafe (lanes + index).pointee.owner.load(ordering: .acquiring)
        return unsafe !ThreadStack.Pointer(bitPattern: owner).unsafelyUnwrapped.pointee.isInUse
      }
      guard let index else { return nil }
      // No other thread can claim a lane meanwhile.
      unsafe (lanes + index).pointee.owner.store(new, ordering: .sequentiallyConsistent)
      unsafe (lanes + index).pointee.sameOwner.store(new, ordering: .sequentiallyConsistent)
      return index
    } ?? nil
  }

  /// Returns the indices of the lanes that a call at a stack address may use: the first and the second, and the two
  /// after each.
  private func laneIndices(near address: UInt) -> some Sequence<Int> {
    let first = Int(address &>> 16 & laneMask) / MemoryLayout<Lane>.stride
    let second = first ^ Int(secondLaneBit) / MemoryLayout<Lane>.stride
    return (0..<min(6, laneCount)).lazy.map { [laneCount] in
      (($0.isMultiple(of: 2) ? first : second) + $0 / 2) & (laneCount - 1)
    }
  }

  /// Returns whether no call is inside that entered in the given phase; each lane is read once, one after the other.
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

  /// Bit set of the phases in which the current thread has entered its own lanes and not left.
  ///
  /// Calls in the shared lane aren't included, since their thread is unknown.
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

  /// The current phase, in which calls enter: zero or one.
  var phase: Int { entrance.load(ordering: .relaxed) == UInt(bitPattern: unsafe lanes) ? 0 : 1 }

  /// Sets the phase in which new calls enter.
  func turn(to phase: Int) {
    let counter = UInt(bitPattern: unsafe lanes) + UInt(phase * MemoryLayout<Atomic<Int>>.stride)
    entrance.store(counter, ordering: .sequentiallyConsistent)
  }

  /// Has leaving calls look for the phases in a bit set; returns whether they did so already.
  func setAwaited(phases: Int) -> Bool {
    unsafe awaitedPhases.pointee.exchange(phases, ordering: .sequentiallyConsistent) == phases
  }

  /// Makes all entries and exits so far visible to ``isEmpty(phase:)`` before it returns.
  func makeCallsVisible() {
    if hasOtherThreads { HeavyFence.issue() }
  }

  /// Whether a thread other than the current one owns a lane.
  private var hasOtherThreads: Bool {
    let none = ThreadStack.none, own = UInt(bitPattern: unsafe ThreadStack.current)
    for index in 0..<laneCount {
      // Owners of ended threads count too: a new thread with the same stack uses their lane without claiming it.
      let owner = unsafe (lanes + index).pointee.owner.load(ordering: .sequentiallyConsistent)
      if owner != none && owner != own { return true }
    }
    return false
  }
}
