public import Synchronization

extension ThrowingMessage {
  /// Sends the message to an object as if it were of another class: a superclass's implementation runs, with that class's advice.
  ///
  /// It serves who would call `super` from outside: what the object's own class, its dynamic subclass or the object itself has
  /// installed is passed over. Observers, which stand outside every class, do not hear of it. A send takes no lock.
  ///
  /// ```swift
  /// let amount = Account.deposit.send(to: savings, as: ClassObject.of(Account.self), 5)
  /// ```
  ///
  /// - Throws: what the implementation throws, or its advice.
  /// - Precondition: the class is the object's stated one, one above it, or a dynamic subclass of these; a message of the main
  ///   actor is sent from there.
  @inlinable
  public func send(
    to receiver: Receiver, as classObject: ClassObject, _ arguments: Arguments
  ) throws(Failure) -> Result {
    checkIsolation()
    classObject.checkClass(of: receiver)
    return try ThrowingMessage.dispatch(key, traits, original, receiver, as: classObject, arguments)
  }

  /// Runs the chain of a class, beneath the observers.
  @inlinable
  @inline(never)
  static func dispatch(
    _ key: UInt, _ traits: MessageTraits, _ original: @escaping Implementation, _ receiver: Receiver,
    as classObject: ClassObject, _ arguments: Arguments
  ) throws(Failure) -> Result {
    let current = classObject.inUse
    guard let slot = unsafe current.slot(key, traits, original), unsafe slot.pointee.isHooked else {
      return try original(receiver, arguments)
    }
    let ticket = unsafe slot.pointee.gate.enter()
    defer { CallGate.leave(ticket) }
    // As in a send to an object: read after the call is counted.
    let bits = unsafe slot.pointee.chain.load(ordering: .sequentiallyConsistent)
    guard bits > SlotState.lookAgain else {
      return bits == SlotState.noChain
        ? try original(receiver, arguments)
        : try dispatch(key, traits, original, receiver, as: current, arguments)
    }
    // Asked for out here, since in there the compiler takes the class from the chain, which is of the root class.
    let type: InterceptableObject.Type = Receiver.self
    // The gate keeps the chain alive, and the slot has been seen to be of this type.
    return try unsafe chain(bits & ~SlotState.marks, .any).withBorrowed { chain throws(Failure) in
      let chain = chain.replacesOriginal ? chain.chain(declaredIn: type) : chain
      return chain.isObservation
        ? try chain.inherit(receiver, arguments, original) : try chain.run(receiver, arguments, original)
    }
  }
}
