extension AsyncThrowingMessage {
  /// Sends the message: runs the receiver's advice and its implementation; the original where nothing is hooked.
  ///
  /// It returns when the method has really finished, and the advice behind it. Where nothing is hooked on the receiver's class it
  /// costs two loads and a branch above the call.
  ///
  /// - Complexity: O(advice).
  /// - Throws: what the implementation throws, or its advice.
  /// - Precondition: a message of a class that is confined to the main actor is sent from there.
  @inlinable
  @inline(__always)
  public nonisolated(nonsending) func send(
    to receiver: Receiver, _ arguments: Arguments
  ) async throws(Failure) -> Result {
    if traits.contains(.mainActor) {
      MainActor.preconditionIsolated("a message of the main actor, sent from elsewhere")
    }
    if receiver.isPlain { return try await original(receiver, arguments) }
    return try await dispatch(receiver, arguments)
  }

  /// A send to an object of whose class something is hooked, though perhaps not this message.
  @inlinable
  @inline(never)
  nonisolated(nonsending) func dispatch(
    _ receiver: Receiver, _ arguments: Arguments
  ) async throws(Failure) -> Result {
    guard let chain = receiver.chain(of: self) else { return try await original(receiver, arguments) }
    let place = TaskCalls.enter(chain)
    defer { TaskCalls.leave(place) }
    return try await chain.run(receiver, arguments, original)
  }
}

extension Interceptable {
  /// Sends an asynchronous message to this object: its advice runs, and its implementation.
  ///
  /// - Throws: what the implementation throws, or its advice.
  @inlinable
  @inline(__always)
  public nonisolated(nonsending) func send<Arguments, Result, Failure>(
    _ message: AsyncThrowingMessage<Self, Arguments, Result, Failure>, _ arguments: Arguments
  ) async throws(Failure) -> Result {
    try await message.send(to: self, arguments)
  }

  /// Sends an asynchronous message without arguments to this object.
  ///
  /// - Throws: what the implementation throws, or its advice.
  @inlinable
  @inline(__always)
  public nonisolated(nonsending) func send<Result, Failure>(
    _ message: AsyncThrowingMessage<Self, Void, Result, Failure>
  ) async throws(Failure) -> Result {
    try await message.send(to: self, ())
  }
}
