public import Synchronization

extension ThrowingMessage {
  @usableFromInline typealias Chain = Layer<Receiver, Arguments, Result, Failure>

  /// Sends to an object with hooks; handles the frequent cases inline.
  ///
  /// Rare cases are in separate functions, so that the compiler needn't save registers for them.
  @inlinable @inline(__always)
  static func run(
    _ front: SlotReference, _ key: UInt, _ traits: MessageTraits, _ original: @escaping Implementation,
    _ receiver: Receiver, _ arguments: Arguments
  ) throws(Failure) -> Result {
    var call = BeforeCall(receiver, arguments)
    var slot = front
    if front.value.key != key {
      guard let found = receiver.registeredSlot(key) else {
        return try runElsewhere(key, traits, original, receiver, arguments).get()
      }
      guard found.value.isHooked else { return try original(receiver, arguments) }
      slot = found
    }
    guard slot.value.isOfKeyed(Arguments.self, Result.self, Failure.self),
      let ticket = slot.value.gate.enterOwnLane(addressOfLocal(&call))
    else { return try runElsewhere(key, traits, original, receiver, arguments).get() }
    let bits = slot.value.chain.load(ordering: .sequentiallyConsistent)
    if bits & SlotState.marks == ChainShape.before.rawValue {
      do {
        defer { CallGate.leaveOwnLane(ticket) }
        try chain(bits, .before).borrowThrowing { chain throws(Failure) in try chain.soleBefore(&call) }
      }
      return try call.target.borrowThrowing { receiver throws(Failure) in try original(receiver, call.arguments) }
    }
    if bits & SlotState.marks == ChainShape.around.rawValue {
      defer { CallGate.leaveOwnLane(ticket) }
      return try AroundCall.lending(
        receiver, arguments, layer: chain(bits, .around), inner: Chain.Step.original, original
      ) { call throws(Failure) in
        try chain(bits, .around).borrowThrowing { chain throws(Failure) in try chain.soleAround(&call) }
      }
    }
    if bits & SlotState.marks == ChainShape.pair.rawValue {
      return try runPair(ticket, bits, original, receiver, arguments).get()
    }
    return try finish(slot, ticket, bits, original, receiver, arguments).get()
  }

  /// Runs a send that has entered its message's slot through its thread's own counters, and found a chain with after
  /// advice.
  @inlinable @inline(never)
  static func runPair(
    _ ticket: CallGate.Ticket, _ bits: UInt, _ original: @escaping Implementation, _ receiver: Receiver,
    _ arguments: Arguments
  ) -> Swift.Result<Result, Failure> {
    defer { CallGate.leaveOwnLane(ticket) }
    var call = BeforeCall(receiver, arguments)
    let outcome: Swift.Result<Result, Failure>
    do throws(Failure) {
      try chain(bits, .pair).borrowThrowing { chain throws(Failure) in try chain.soleBefore(&call) }
      outcome = .success(try original(receiver, call.arguments))
    } catch {
      outcome = .failure(error)
    }
    var done = AfterCall(receiver, call.arguments, outcome)
    chain(bits, .pair).borrow { done.run($0.soleAfter) }
    return done.outcome
  }

  /// Returns the chain for a slot's bits; the gate keeps it alive, and the slot has the message's argument and result
  /// types.
  ///
  /// The chain's receiver type is the root class. This is safe: receivers are object references in any case, and all
  /// hooks in the chain are on their class or a superclass, so each advice gets a receiver of the type that it expects.
  @inlinable @inline(__always)
  static func chain(_ bits: UInt, _ shape: ChainShape) -> Unretained<Chain> {
    Unretained(nonzero: bits &- shape.rawValue)
  }

  /// Runs a send of a message other than the one hooked last, or on a thread without its own counters in the slot.
  @inlinable @inline(never)
  static func runElsewhere(
    _ key: UInt, _ traits: MessageTraits, _ original: @escaping Implementation, _ receiver: Receiver,
    _ arguments: Arguments
  ) -> Swift.Result<Result, Failure> {
    guard let slot = receiver.findSlot(key, traits, original) else {
      return outcome(of: original, receiver, arguments)
    }
    let ticket = slot.value.gate.enter()
    let bits = slot.value.chain.load(ordering: .sequentiallyConsistent)
    return finish(slot, ticket, bits, original, receiver, arguments)
  }

  /// Runs a send that has entered its message's slot and read the slot's bits.
  @inlinable @inline(never)
  static func finish(
    _ slot: SlotReference, _ ticket: CallGate.Ticket, _ bits: UInt, _ original: @escaping Implementation,
    _ receiver: Receiver, _ arguments: Arguments
  ) -> Swift.Result<Result, Failure> {
    defer { CallGate.leave(ticket) }
    if bits == SlotState.noChain { return outcome(of: original, receiver, arguments) }
    if bits == SlotState.lookAgain {
      return runElsewhere(slot.value.key, slot.value.traits, original, receiver, arguments)
    }
    if bits & SlotState.marks == ChainShape.override.rawValue {
      return chain(bits, .override).borrow { $0.overrideOutcome(receiver, arguments, original) }
    }
    // Read here, since inside the closure the compiler would take the type from the chain, which is the root class.
    let type: InterceptableObject.Type = Receiver.self
    return chain(bits & ~SlotState.marks, .any).borrow { chain in
      chain.replacesOriginal
        ? chain.chain(declaredIn: type).outcome(receiver, arguments, original)
        : chain.outcome(receiver, arguments, original)
    }
  }

  @inlinable @inline(__always)
  static func outcome(
    of original: Implementation, _ receiver: Receiver, _ arguments: Arguments
  ) -> Swift.Result<Result, Failure> {
    do throws(Failure) {
      return .success(try original(receiver, arguments))
    } catch {
      return .failure(error)
    }
  }
}
