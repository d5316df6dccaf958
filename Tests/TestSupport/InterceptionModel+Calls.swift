/// One call: which levels there are, and what runs in which order.
extension InterceptionModel {
  /// What a class, and the object itself, put around one implementation.
  struct CallLevel {
    /// First what is installed on the class, then what is installed on the object.
    var advice: [Advice]
    var override: Override?

    func standing(_ positions: Position...) -> [Advice] { advice.filter { positions.contains($0.position) } }
  }

  mutating func call(_ place: Int, _ message: Message, _ argument: Int) {
    let outcome: Outcome
    do throws(ModelFailure) {
      outcome = .success(try callMethod(places[place], message, argument))
    } catch {
      outcome = .failure(error)
    }
    events.append(.returned(outcome))
  }

  /// The method by which callers call, which a class may override in Swift.
  private mutating func callMethod(
    _ instance: Int, _ message: Message, _ argument: Int
  ) throws(ModelFailure) -> Int {
    guard classes[instances[instance].stated]?.overridesInSwift == true else {
      return try send(instance, message, argument)
    }
    events.append(.overridden(argument))
    return (try send(instance, message, (argument + 1).short) + 1).short
  }

  /// A call sees one set of advice: that of its beginning.
  mutating func send(_ instance: Int, _ message: Message, _ argument: Int) throws(ModelFailure) -> Int {
    let levels = levels(ofClass: instances[instance].actual, instance: instance, message)
    return try run(levels[...], message, argument)
  }

  /// The levels of a call, the most derived first.
  ///
  /// Every class at which something is installed counts once. What is installed on the object belongs with its class; a class
  /// made at run time that leaves the message alone is as if it were not there.
  func levels(ofClass number: Int, instance: Int?, _ message: Message) -> [CallLevel] {
    var levels: [CallLevel] = []
    var ofObject = advice(message) { $0.ofInstance != nil && $0.ofInstance == instance }
    for number in lineage(number) {
      let ofClass = advice(message) { $0.ofClass == number }
      let override = overrides.first { $0.ofClass == number && $0.message == message }
      if classes[number]?.isDynamic == true, ofClass.isEmpty, override == nil { continue }
      levels.append(CallLevel(advice: ofClass + ofObject, override: override))
      ofObject = []
    }
    return levels
  }

  /// What is installed for a message at one level: in the order of installation, unless a priority says otherwise.
  func advice(_ message: Message, where isThere: (Installed) -> Bool) -> [Advice] {
    let all = installed.filter { $0.advice.message == message && isThere($0) }.map(\.advice)
    guard all.count > 1 else { return all }
    let priorities = Set(all.map(\.priority)).sorted(by: >)
    return priorities.flatMap { priority in all.filter { $0.priority == priority } }
  }

  /// Befores, the chain, afters; the afters run also when what is ahead of them has thrown.
  private mutating func run(
    _ levels: ArraySlice<CallLevel>, _ message: Message, _ argument: Int
  ) throws(ModelFailure) -> Int {
    guard let level = levels.first else { return try original(message, argument) }
    var argument = argument
    var outcome: Outcome
    do throws(ModelFailure) {
      for advice in level.standing(.before) where isAllowed(advice) {
        let script = begin(advice.identifier, advice.script, argument)
        if script.fails && advice.mayThrow { throw ModelFailure(advice.identifier) }
        // The last message has no arguments to change.
        if message != .deallocation { argument = (argument + script.change).short }
      }
      outcome = .success(try nest(level.standing(.around)[...], levels, message, argument))
    } catch {
      outcome = .failure(error)
    }
    for advice in level.standing(.after, .afterReturning, .afterThrowing) {
      outcome = runAfter(advice, argument, outcome)
    }
    return try outcome.get()
  }

  /// The arounds nest, outside all insteads.
  private mutating func nest(
    _ arounds: ArraySlice<Advice>, _ levels: ArraySlice<CallLevel>, _ message: Message, _ argument: Int
  ) throws(ModelFailure) -> Int {
    guard let around = arounds.first else { return try replace(levels, message, argument) }
    let inner = arounds.dropFirst()
    guard isAllowed(around) else { return try nest(inner, levels, message, argument) }
    return try runProceeding(around.identifier, around.script, around.mayThrow, argument) {
      model, argument throws(ModelFailure) in
      try model.nest(inner, levels, message, argument)
    }
  }

  /// The insteads run in sequence, and the last result counts; the original runs if one invokes it, or if there is none.
  private mutating func replace(
    _ levels: ArraySlice<CallLevel>, _ message: Message, _ argument: Int
  ) throws(ModelFailure) -> Int {
    var last: Int?
    for advice in levels[levels.startIndex].standing(.instead) where isAllowed(advice) {
      last = try runProceeding(advice.identifier, advice.script, advice.mayThrow, argument) {
        model, argument throws(ModelFailure) in
        try model.implement(levels, message, argument)
      }
    }
    if let last { return last }
    return try implement(levels, message, argument)
  }

  /// The class's own implementation, which may call the superclass's; or the superclass's.
  private mutating func implement(
    _ levels: ArraySlice<CallLevel>, _ message: Message, _ argument: Int
  ) throws(ModelFailure) -> Int {
    let above = levels.dropFirst()
    guard let own = levels[levels.startIndex].override else { return try run(above, message, argument) }
    return try runProceeding(own.identifier, own.script, message == .throwing, argument) {
      model, argument throws(ModelFailure) in
      try model.run(above, message, argument)
    }
  }

  private mutating func original(_ message: Message, _ argument: Int) throws(ModelFailure) -> Int {
    if message == .deallocation { return 0 }
    events.append(.original(message, argument))
    if message == .throwing, argument % 5 == 0 { throw ModelFailure(argument) }
    return (argument * 3).short
  }
}
