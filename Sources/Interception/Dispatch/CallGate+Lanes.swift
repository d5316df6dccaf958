import Synchronization

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
