/// Retired chains that new calls can't reach, and that running calls may still use.
///
/// Waiting chains have been removed from the slot. For draining chains a fence was issued since, so the gate's counters
/// show each call that may use them; they can be freed when both counters have been zero.
struct GraceQueue {
  private var waiting: [AnyObject] = []
  private var draining: [AnyObject] = []
  /// For each phase, whether its counter hasn't been seen at zero yet.
  private var mustEmpty = [false, false]

  var isEmpty: Bool { waiting.isEmpty && draining.isEmpty }

  /// Bit set of the phases whose calls the draining chains wait for.
  var awaitedPhases: Int { draining.isEmpty ? 0 : (mustEmpty[0] ? 1 : 0) | (mustEmpty[1] ? 2 : 0) }

  /// The number of retired chains.
  var count: Int { waiting.count + draining.count }

  /// Returns whether a chain with an advice waits for calls that entered in one of these phases, given as a bit set.
  func awaits(_ phases: Int, toFree token: AspectToken) -> Bool {
    func holds(_ chains: [AnyObject]) -> Bool { chains.contains { ($0 as? Chain)?.holds(token) == true } }
    return phases != 0 && holds(waiting) || phases & awaitedPhases != 0 && holds(draining)
  }

  mutating func add(_ object: AnyObject) {
    waiting.append(object)
  }

  /// Advances as far as the running calls allow, and moves chains that can be freed into `garbage`.
  mutating func advance(_ gate: borrowing CallGate, into garbage: inout [AnyObject]) {
    while true {
      if draining.isEmpty {
        if waiting.isEmpty { return }
        swap(&draining, &waiting)
        mustEmpty = [true, true]
        gate.makeCallsVisible()
      }
      guard drains(gate) else { return }
      garbage += draining
      draining.removeAll()
    }
  }

  /// Returns whether both counters have been seen at zero; switches the phase so that the busy one can drain.
  private mutating func drains(_ gate: borrowing CallGate) -> Bool {
    // Most calls are short, so a few retries usually avoid leaving the work to a call.
    for _ in 0..<16 {
      for phase in 0...1 where mustEmpty[phase] && gate.isEmpty(phase: phase) { mustEmpty[phase] = false }
      if mustEmpty == [false, false] { return true }
      let entrants = gate.phase
      if !mustEmpty[1 - entrants] { gate.turn(to: 1 - entrants) }
    }
    return false
  }
}
