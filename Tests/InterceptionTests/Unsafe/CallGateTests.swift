import Synchronization
import Testing

@testable import Interception

/// Calls are counted by threads that share nothing.
@Suite("CallGate") struct CallGateTests {
  /// A gate that can be shared and expected of.
  final class Gate: @unchecked Sendable {
    let gate: CallGate
    init(laneCount: Int) { gate = CallGate(laneCount: laneCount) }
    var isEmpty: Bool { isEmpty(phase: 0) && isEmpty(phase: 1) }
    func isEmpty(phase: Int) -> Bool { gate.isEmpty(phase: phase) }
  }

  @Test("A thread that has ended gives its lane back", .enabled(if: HeavyFence.isAvailable))
  func lanesAreGivenBack() {
    let gate = Gate(laneCount: 1)
    let shared = Atomic<Int>(0)
    for _ in 0..<40 {
      onThreads(1) { _ in
        // The thread before may still be about to end, and another one to begin, for which nobody waits.
        let hasLane = eventually {
          let ticket = gate.gate.enter()
          CallGate.leave(ticket)
          return !ticket.isShared
        }
        if !hasLane { shared.add(1, ordering: .relaxed) }
      }
    }
    let count = shared.load(ordering: .relaxed)
    #expect(count == 0)
    #expect(gate.isEmpty)
  }

  @Test("A thread finds its lane at once also where its first one is taken", .enabled(if: HeavyFence.isAvailable))
  func secondLanesAreFoundAtOnce() {
    // Of two lanes, each is the first of some threads and the second of the others.
    let gate = Gate(laneCount: 2)
    let inside = Atomic<Int>(0), found = Atomic<Int>(0)
    onThreads(2) { _ in
      // A thread gets no lane while another one begins or ends, for which nobody waits.
      _ = eventually {
        let ticket = gate.gate.enter()
        CallGate.leave(ticket)
        return !ticket.isShared
      }
      inside.add(1, ordering: .sequentiallyConsistent)
      _ = eventually { inside.load(ordering: .sequentiallyConsistent) == 2 }
      var local = 0
      if let ticket = gate.gate.enterOwnLane(addressOfLocal(&local)) {
        found.add(1, ordering: .relaxed)
        CallGate.leave(ticket)
      }
    }
    let count = found.load(ordering: .relaxed)
    #expect(count == 2)
    #expect(gate.isEmpty)
  }

  @Test("What runs on no thread's stack counts in the shared lane")
  func foreignStacksShareALane() {
    let gate = Gate(laneCount: 16)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
    defer { unsafe memory.deallocate() }
    CallGate.leave(gate.gate.enter())
    let hasOwnLane = gate.gate.enterOwnLane(UInt(bitPattern: memory)) != nil
    #expect(!hasOwnLane)
    let ticket = gate.gate.enterElsewhere(UInt(bitPattern: memory))
    #expect(ticket.isShared)
    #expect(!gate.isEmpty)
    CallGate.leave(ticket)
    #expect(gate.isEmpty)
  }

  @Test("Calls inside calls are counted one by one, in the phase in which each began")
  func recursionIsCounted() {
    let gate = Gate(laneCount: 4)
    let outer = gate.gate.enter()
    let inner = gate.gate.enter()
    gate.gate.turn(to: 1)
    let innermost = gate.gate.enter()
    CallGate.leave(innermost)
    #expect(gate.isEmpty(phase: 1))
    CallGate.leave(inner)
    #expect(!gate.isEmpty(phase: 0))
    CallGate.leave(outer)
    #expect(gate.isEmpty)
  }

  @Test("More threads than lanes are all counted, and none in another's lane")
  func manyThreadsAreCounted() {
    let gate = Gate(laneCount: 2)
    onThreads(8) { _ in
      for _ in 0..<50_000 { CallGate.leave(gate.gate.enter()) }
    }
    #expect(gate.isEmpty)
  }
}
