/// One call: which levels there are, and what runs in which order.
extension InterceptionModel {
  /// What a class, and the object itself, put around one implementation.
  struct CallLevel {
    let number: Int
    var ofClass: [Advice]
    var ofObject: [Advice]
    var override: Override?

    /// First what is installed on the class, then what is installed on the object.
    func standing(_ position: Position) -> [Advice] { (ofClass + ofObject).filter { $0.position == position } }

    /// What runs after the call: of each of both, the highest priority last.
    var afters: [Advice] {
      [ofClass, ofObject].flatMap { advice in
        let afters = advice.filter { [.after, .afterReturning, .afterThrowing].contains($0.position) }
        return Set(afters.map(\.priority)).sorted().flatMap { priority in afters.filter { $0.priority == priority } }
      }
    }
  }

  /// What is called, and the levels that are still to come.
  struct Call {
    let instance: Int
    let message: Message
    var levels: ArraySlice<CallLevel>

    /// The call as it goes on in the classes above.
    var above: Call { Call(instance: instance, message: message, levels: levels.dropFirst()) }
  }

  mutating func call(_ place: Int, _ message: Message, _ argument: Int) {
    let outcome: Outcome
    do throws(ModelFailure) {
      outcome = .success(try callMethod(places[place], message, message.argument(argument)))
    } catch {
      outcome = .failure(error)
    }
    events.append(.returned(outcome))
  }

  /// The method by which callers call; a class may override those of the first two messages in Swift.
  private mutating func callMethod(
    _ instance: Int, _ message: Message, _ argument: Int
  ) throws(ModelFailure) -> Int {
    guard message == .plain || message == .throwing, classes[instances[instance].stated]?.overridesInSwift == true
    else { return try send(instance, message, argument) }
    events.append(.overridden(argument))
    return (try send(instance, message, (argument + 1).short) + 1).short
  }

  /// A call sees one set of advice: that of its beginning.
  mutating func send(_ instance: Int, _ message: Message, _ argument: Int) throws(ModelFailure) -> Int {
    let number = instances[instance].actual
    let levels = levels(ofClass: number, instance: instance, message)
    let call = Call(instance: instance, message: message, levels: levels[...])
    let observers = message == .setter ? observers(ofClass: number, instance: instance) : []
    guard !observers.isEmpty else { return try run(call, argument) }
    return try observe(observers, instance) { model throws(ModelFailure) in try model.run(call, argument) }
  }

  /// The levels of a call, the most derived first.
  ///
  /// Every class at which something is installed counts once. What is installed on the object belongs with its class; a class
  /// made at run time that leaves the message alone is as if it were not there.
  func levels(ofClass number: Int, instance: Int?, _ message: Message) -> [CallLevel] {
    var levels: [CallLevel] = []
    var ofObject = advice(message) { $0.ofInstance != nil && $0.ofInstance == instance && !$0.advice.isObserver }
    for number in lineage(number) {
      let ofClass = advice(message) { $0.ofClass == number && !$0.advice.isObserver }
      let override = overrides.first { $0.ofClass == number && $0.message == message }
      if classes[number]?.isDynamic == true, ofClass.isEmpty, override == nil { continue }
      levels.append(CallLevel(number: number, ofClass: ofClass, ofObject: ofObject, override: override))
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
  mutating func run(_ call: Call, _ argument: Int) throws(ModelFailure) -> Int {
    guard let level = call.levels.first else { return try original(call, argument) }
    var argument = argument
    var outcome: Outcome
    do throws(ModelFailure) {
      for advice in level.standing(.before) where isAllowed(advice) {
        let script = begin(advice.identifier, advice.script, argument)
        if script.fails && advice.mayThrow { throw ModelFailure(advice.identifier) }
        argument = call.message.argument(argument + script.change)
      }
      outcome = .success(try nest(level.standing(.around)[...], call, argument))
    } catch {
      outcome = .failure(error)
    }
    for advice in level.afters {
      outcome = runAfter(advice, argument, outcome)
    }
    return try outcome.get()
  }

  /// The arounds nest, outside all insteads.
  private mutating func nest(
    _ arounds: ArraySlice<Advice>, _ call: Call, _ argument: Int
  ) throws(ModelFailure) -> Int {
    guard let around = arounds.first else { return try replace(call, argument) }
    let inner = arounds.dropFirst()
    guard isAllowed(around) else { return try nest(inner, call, argument) }
    return try runProceeding(around.identifier, around.script, around.mayThrow, call.message, argument) {
      model, argument throws(ModelFailure) in
      try model.nest(inner, call, argument)
    }
  }

  /// The insteads run in sequence, and the last result counts; the original runs if one invokes it, or if there is none.
  private mutating func replace(_ call: Call, _ argument: Int) throws(ModelFailure) -> Int {
    var last: Int?
    for advice in call.levels[call.levels.startIndex].standing(.instead) where isAllowed(advice) {
      last = try runProceeding(advice.identifier, advice.script, advice.mayThrow, call.message, argument) {
        model, argument throws(ModelFailure) in
        try model.implement(call, argument)
      }
    }
    if let last { return last }
    return try implement(call, argument)
  }

  /// The class's own implementation, which may call the superclass's; or the superclass's.
  private mutating func implement(_ call: Call, _ argument: Int) throws(ModelFailure) -> Int {
    let level = call.levels[call.levels.startIndex]
    guard let implementation = level.override?.implementation else { return try run(call.above, argument) }
    guard let given = implementation.given, implementation.home == level.number, implementation.message == call.message
    else { return try run(implementation, of: call.instance, argument) }
    return try runProceeding(given.identifier, given.script, call.message == .throwing, call.message, argument) {
      model, argument throws(ModelFailure) in
      try model.run(call.above, argument)
    }
  }

  /// An implementation that has come from elsewhere calls up from there, to what is installed there at that time.
  private mutating func run(
    _ implementation: Implementation, of instance: Int, _ argument: Int
  ) throws(ModelFailure) -> Int {
    func callUp(_ model: inout Self, _ argument: Int) throws(ModelFailure) -> Int {
      let above = model.classes[implementation.home]?.parent
      let levels = above.map { model.levels(ofClass: $0, instance: nil, implementation.message) } ?? []
      return try model.run(
        Call(instance: instance, message: implementation.message, levels: levels[...]), argument)
    }
    guard let given = implementation.given else { return try callUp(&self, argument) }
    return try runProceeding(
      given.identifier, given.script, false, implementation.message, argument, proceed: callUp)
  }

  private mutating func original(_ call: Call, _ argument: Int) throws(ModelFailure) -> Int {
    if call.message == .deallocation { return 0 }
    events.append(.original(call.message, argument))
    switch call.message {
    case .getter: return instances[call.instance].level
    case .setter: instances[call.instance].level = argument
    case .throwing where argument % 5 == 0: throw ModelFailure(argument)
    default: break
    }
    return call.message.result(argument * (call.message == .twin ? 7 : 3))
  }
}
