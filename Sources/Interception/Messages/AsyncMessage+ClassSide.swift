/// Asynchronous messages of a class itself, whose receiver is the class's side.
extension AsyncThrowingMessage where Receiver == ClassSide {
  /// Declares the asynchronous message `name` of the class `owner` itself, and of the classes below.
  ///
  /// The implementation is given the class that the message was sent to. It traps where that is neither the owner nor below.
  @inlinable
  @inline(__always)
  public init<Owner: InterceptableObject>(
    of owner: Owner.Type, _ name: StaticString,
    _ original:
      nonisolated(nonsending) @escaping @Sendable (Owner.Type, Arguments) async throws(Failure) -> Result
  ) {
    self.init(name, .async, owner: { Owner.self }) { side, arguments async throws(Failure) in
      try await original(side.type(below: Owner.self), arguments)
    }
  }
}

extension InterceptableObject {
  /// Sends an asynchronous message to this class itself: its advice runs, and its implementation.
  ///
  /// - Throws: what the implementation throws, or its advice.
  @inlinable
  @inline(__always)
  public nonisolated(nonsending) static func send<Arguments, Result, Failure>(
    _ message: AsyncThrowingMessage<ClassSide, Arguments, Result, Failure>, _ arguments: Arguments
  ) async throws(Failure) -> Result {
    try await message.send(to: classSide, arguments)
  }

  /// Sends an asynchronous message without arguments to this class itself.
  ///
  /// - Throws: what the implementation throws, or its advice.
  @inlinable
  @inline(__always)
  public nonisolated(nonsending) static func send<Result, Failure>(
    _ message: AsyncThrowingMessage<ClassSide, Void, Result, Failure>
  ) async throws(Failure) -> Result {
    try await message.send(to: classSide, ())
  }
}
