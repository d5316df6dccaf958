/// Sends to an object whose class has hooks: finds the message's slot, protects its chain, and runs it.
extension ThrowingMessage {
  /// Sends to an object with hooks, though perhaps not on this message.
  ///
  /// The original is a separate argument, so that the compiler can specialize this function for each message.
  @inlinable @inline(never)
  static func dispatch(
    _ front: SlotReference, _ key: UInt, _ traits: MessageTraits, _ original: @escaping Implementation,
    _ receiver: Receiver, _ arguments: Arguments
  ) throws(Failure) -> Result {
    var slot = front
    if front.value.key != key {
      // Most messages of a class with hooks aren't hooked.
      if let found = receiver.registeredSlot(key) {
        guard found.value.isHooked else { return try original(receiver, arguments) }
        slot = found
      }
    }
    guard slot.value.key == key, slot.value.isOf(Arguments.self, Result.self, Failure.self) else {
      return try dispatchElsewhere(key, traits, original, receiver, arguments)
    }
    let entry = HazardCells.enter(slot)
    guard entry.chain > SlotState.lookAgain else { return try leave(entry, slot, original, receiver, arguments) }
    let outcome = run(Unretained(nonzero: entry.chain), original, receiver, arguments)
    HazardCells.leave(entry, slot)
    return try outcome.get()
  }

  /// Ends a send that has found no chain.
  @inlinable @inline(never)
  static func leave(
    _ entry: HazardCells.Entry, _ slot: SlotReference, _ original: @escaping Implementation, _ receiver: Receiver,
    _ arguments: Arguments
  ) throws(Failure) -> Result {
    HazardCells.leave(entry, slot)
    if entry.chain == SlotState.noChain { return try original(receiver, arguments) }
    return try dispatchElsewhere(slot.value.key, slot.value.traits, original, receiver, arguments)
  }

  /// Sends a message that isn't found by the key of its name literal, or whose receiver has moved to another class.
  @inlinable @inline(never)
  static func dispatchElsewhere(
    _ key: UInt, _ traits: MessageTraits, _ original: @escaping Implementation, _ receiver: Receiver,
    _ arguments: Arguments
  ) throws(Failure) -> Result {
    while let slot = receiver.findSlot(key, traits, original) {
      let entry = HazardCells.enter(slot)
      defer { HazardCells.leave(entry, slot) }
      if entry.chain == SlotState.lookAgain { continue }
      if entry.chain == SlotState.noChain { break }
      return try run(Unretained(nonzero: entry.chain), original, receiver, arguments).get()
    }
    return try original(receiver, arguments)
  }
}

// MARK: - Send as

extension ThrowingMessage {
  /// Sends the message to an object as if it were of another class, such as a superclass, with that class's advice.
  ///
  /// This works like a call of `super` from outside: advice and implementations of the object, its dynamic subclass and
  /// classes below `classObject` are skipped. Observers aren't called, since they don't belong to any class. A send
  /// takes no lock.
  ///
  /// ```swift
  /// let amount = Account.deposit.send(to: savings, as: ClassObject.of(Account.self), 5)
  /// ```
  ///
  /// - Throws: what the implementation or its advice throws.
  /// - Precondition: `classObject` is the object's declared class, a superclass of it, or a dynamic subclass of these;
  ///   a main-actor message is sent on the main actor.
  public func send(
    to receiver: Receiver, as classObject: ClassObject, _ arguments: Arguments
  ) throws(Failure) -> Result {
    traits.checkIsolation(of: "\(type(of: receiver)).\(selector)")
    classObject.checkClass(of: receiver)
    return try dispatch(receiver, as: classObject, arguments)
  }

  /// Runs the chain of a class, without the observers.
  func dispatch(
    _ receiver: Receiver, as classObject: ClassObject, _ arguments: Arguments
  ) throws(Failure) -> Result {
    var classObject = classObject.inUse
    while let slot = classObject.slot(of: self) {
      let entry = HazardCells.enter(slot)
      defer { HazardCells.leave(entry, slot) }
      if entry.chain == SlotState.noChain { break }
      if entry.chain == SlotState.lookAgain {
        classObject = classObject.inUse
        continue
      }
      let chain = Unretained<Chain>(nonzero: entry.chain)
      let level = chain.borrow(\.firstLevel)
      if level == chain.borrow(\.count) { break }
      return try unsafe ThrowingMessage.run(
        UnsafePointer(chain.borrow { unsafe $0.levels }) + level, original, receiver, arguments)
    }
    return try original(receiver, arguments)
  }
}
