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
    return try dispatch(receiver, arguments)
  }

  /// A send to an object of whose class something is hooked, though perhaps not this message.
  @inlinable
  @inline(never)
  func dispatch(_ receiver: Receiver, _ arguments: Arguments) throws(Failure) -> Result {
    while let slot = unsafe receiver.slot(for: self), unsafe slot.pointee.isHooked {
      let ticket = unsafe slot.pointee.gate.enter()
      defer { unsafe slot.pointee.leave(ticket) }
      // Read after the call is counted; in one order with the remover's exchange, where the gate's fence does not see to that.
      let bits = unsafe slot.pointee.chain.load(ordering: .sequentiallyConsistent)
      guard bits > SlotState.lookAgain, let chain = unsafe UnsafeRawPointer(bitPattern: bits) else { continue }
      // The gate keeps the chain alive, and `slot(for:)` has seen that it is of this type.
      return try unsafe Unmanaged<Layer<Receiver, Arguments, Result, Failure>>.fromOpaque(chain)
        .withBorrowed { chain throws(Failure) in
          chain.isSoleBefore
            ? try chain.runSoleBefore(receiver, arguments) : try chain.run(receiver, arguments)
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
