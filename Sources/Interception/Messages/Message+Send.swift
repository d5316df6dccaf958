public import Synchronization

extension ThrowingMessage {
  /// Sends the message: runs the receiver's advice and its implementation; the original where nothing is hooked.
  ///
  /// A send takes no lock. Where nothing is hooked on the receiver's class it costs two loads and a branch.
  ///
  /// - Complexity: O(advice).
  /// - Throws: what the implementation throws, or its advice.
  /// - Precondition: a message of the main actor is sent from there.
  @inlinable
  @inline(__always)
  public func send(to receiver: Receiver, _ arguments: Arguments) throws(Failure) -> Result {
    if isOfMainActor { MainActor.preconditionIsolated("a message of the main actor, sent from elsewhere") }
    if receiver.isPlain { return try original(receiver, arguments) }
    return try ThrowingMessage.dispatch(name, original, receiver, arguments)
  }

  /// A send to an object of whose class something is hooked, though perhaps not this message.
  ///
  /// The original comes as an argument of its own, so that the compiler can make a version of this for each message.
  @inlinable
  @inline(never)
  static func dispatch(
    _ name: StaticString, _ original: @escaping Implementation, _ receiver: Receiver, _ arguments: Arguments
  ) throws(Failure) -> Result {
    while let slot = unsafe receiver.slot(named: name, original), unsafe slot.pointee.isHooked {
      let ticket = unsafe slot.pointee.gate.enter()
      defer { unsafe slot.pointee.leave(ticket) }
      // Read after the call is counted; in one order with the remover's exchange, where the gate's fence does not see to that.
      let bits = unsafe slot.pointee.chain.load(ordering: .sequentiallyConsistent)
      guard bits > SlotState.lookAgain, let chain = unsafe UnsafeRawPointer(bitPattern: bits) else { continue }
      // The gate keeps the chain alive, and the slot has been seen to be of this type.
      return try unsafe Unmanaged<Layer<Receiver, Arguments, Result, Failure>>.fromOpaque(chain)
        .withBorrowed { chain throws(Failure) in
          guard chain.isSoleBefore else { return try chain.run(receiver, arguments) }
          var call = BeforeCall(receiver, arguments)
          chain.soleBefore(&call)
          return try original(receiver, call.arguments)
        }
    }
    return try original(receiver, arguments)
  }

  /// The address by which tables know the message: that of the literal which spells its name.
  @inlinable
  @inline(__always)
  var key: UInt {
    UInt(bitPattern: unsafe name.utf8Start)
  }
}
