/// Retired chains on their way from being unreachable for new calls to being free.
///
/// Waiting ones have been taken out of the slot. Draining ones were followed by a fence, so that each call that may use them
/// is counted in the gate; they are free when both counters have been seen at zero.
struct GraceQueue {
  private var waiting: [AnyObject] = []
  private var draining: [AnyObject] = []
  /// For each phase, whether its counter is still to be seen at zero.
  private var mustEmpty = [false, false]

  var isEmpty: Bool { waiting.isEmpty && draining.isEmpty }

  /// The phases whose calls are waited for, a bit each.
  var awaitedPhases: Int { draining.isEmpty ? 0 : (mustEmpty[0] ? 1 : 0) | (mustEmpty[1] ? 2 : 0) }

  /// How many chains there are.
  var count: Int { waiting.count + draining.count }

  /// Whether a chain that holds an advice is freed only when calls have left that entered in one of these phases, a bit each.
  func awaits(_ phases: Int, toFree token: AspectToken) -> Bool {
    func holds(_ chains: [AnyObject]) -> Bool { chains.contains { ($0 as? Chain)?.holds(token) == true } }
    return phases != 0 && holds(waiting) || phases & awaitedPhases != 0 && holds(draining)
  }

  mutating func add(_ object: AnyObject) {
    waiting.append(object)
  }

  /// Goes as far as the calls inside allow, and puts what is free into `garbage`.
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

  /// Whether both counters have been seen at zero, the phase being turned so that the busy one can drain.
  private mutating func drains(_ gate: borrowing CallGate) -> Bool {
    // A call is short as a rule: a few looks spare it from having to finish this.
    for _ in 0..<16 {
      for phase in 0...1 where mustEmpty[phase] && gate.isEmpty(phase: phase) { mustEmpty[phase] = false }
      if mustEmpty == [false, false] { return true }
      let entrants = gate.phase
      if !mustEmpty[1 - entrants] { gate.turn(to: 1 - entrants) }
    }
    return false
  }
}
