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
    checkIsolation()
    let hooked = unsafe receiver.frontSlot
    // Says which way is frequent, so that the compiler lays it out without a jump.
    guard _slowPath(unsafe hooked != nil) else { return try original(receiver, arguments) }
    let front = unsafe hooked.unsafelyUnwrapped
    if Failure.self == Never.self {
      return unsafe ThrowingMessage.dispatchPlain(front, key, traits, original, receiver, arguments)
    }
    return try unsafe ThrowingMessage.dispatch(front, key, traits, original, receiver, arguments)
  }

  @inlinable
  @inline(__always)
  func checkIsolation() {
    if traits.contains(.mainActor) {
      MainActor.preconditionIsolated("a message of the main actor, sent from elsewhere")
    }
  }

  /// A send to an object of whose class something is hooked, though perhaps not this message.
  ///
  /// The original comes as an argument of its own, so that the compiler can make a version of this for each message.
  @inlinable
  @inline(never)
  @unsafe
  static func dispatch(
    _ front: UnsafePointer<SlotState>, _ key: UInt, _ traits: MessageTraits, _ original: @escaping Implementation,
    _ receiver: Receiver, _ arguments: Arguments
  ) throws(Failure) -> Result {
    try unsafe run(front, key, traits, original, receiver, arguments)
  }

  /// A send of a message that does not throw: one that says so to the compiler, which then makes room for no error.
  @inlinable
  @inline(never)
  @unsafe
  static func dispatchPlain(
    _ front: UnsafePointer<SlotState>, _ key: UInt, _ traits: MessageTraits, _ original: @escaping Implementation,
    _ receiver: Receiver, _ arguments: Arguments
  ) -> Result {
    do throws(Failure) {
      return try unsafe run(front, key, traits, original, receiver, arguments)
    } catch {
      preconditionFailure("a message that cannot throw has thrown \(error)")
    }
  }
}
