/// One advice: whether it runs, and what it does.
extension InterceptionModel {
  /// An advice that runs in one call only goes as that call reaches it; not if it has been removed before.
  mutating func isAllowed(_ advice: Advice) -> Bool {
    guard advice.isOnce else { return true }
    return takeAway(advice.identifier)
  }

  /// Notes that an advice runs, does its steps, and answers what else it does.
  mutating func begin(_ identifier: Int, _ script: Script, _ argument: Int, _ outcome: Outcome? = nil) -> Script {
    events.append(.ran(identifier, argument, outcome))
    fuel -= 1
    guard fuel > 0 else { return Script() }
    for step in script.steps { carryOut(step) }
    return script
  }

  /// An advice that has what it stands around in its hands.
  mutating func runProceeding(
    _ identifier: Int, _ script: Script, _ mayThrow: Bool, _ message: Message, _ argument: Int,
    proceed: (inout Self, Int) throws(ModelFailure) -> Int
  ) throws(ModelFailure) -> Int {
    let script = begin(identifier, script, argument)
    var sum = message.result(script.change)
    for change in script.proceeds {
      do throws(ModelFailure) {
        let result = try proceed(&self, message.argument(argument + change))
        events.append(.proceeded(identifier, .success(result)))
        sum = message.result(sum + result)
      } catch {
        events.append(.proceeded(identifier, .failure(error)))
        if mayThrow && !script.recovers { throw error }
      }
    }
    if script.fails && mayThrow { throw ModelFailure(identifier) }
    return sum
  }

  /// An advice behind the call; on return, on throw, or on both.
  mutating func runAfter(_ advice: Advice, _ argument: Int, _ outcome: Outcome) -> Outcome {
    switch (advice.position, outcome) {
    case (.afterReturning, .failure), (.afterThrowing, .success): return outcome
    default: break
    }
    guard isAllowed(advice) else { return outcome }
    let script = begin(advice.identifier, advice.script, argument, outcome)
    if script.fails && advice.mayThrow { return .failure(ModelFailure(advice.identifier)) }
    switch outcome {
    case .success(let result):
      return .success(advice.message.result(result + script.change))
    case .failure(let error):
      if script.recovers && advice.position == .after { return .success(script.change) }
      if advice.isByName { return outcome }
      return .failure(ModelFailure((error.code + script.change).short))
    }
  }
}
