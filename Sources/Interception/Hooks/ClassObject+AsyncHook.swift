/// Hooks of asynchronous messages on a class object, declared or dynamic, for every object of it and of the classes below.
extension ClassObject {
  /// Hooks an advice before a message's implementation; it may change the arguments.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func hook<Receiver, Arguments, Result, Failure>(
    _ message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>, _ position: AdvicePosition.Before,
    _ options: AspectOptions = [],
    advice: nonisolated(nonsending) @escaping @Sendable (inout BeforeCall<Receiver, Arguments>) async -> Void
  ) throws(AspectError) -> AspectToken {
    try message.install(.before(advice), at: .before, on: self, options)
  }

  /// Hooks an advice after a message's implementation, whether it returned or threw; it may replace the outcome.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func hook<Receiver, Arguments, Result, Failure>(
    _ message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>, _ position: AdvicePosition.After,
    _ options: AspectOptions = [],
    advice:
      nonisolated(nonsending) @escaping @Sendable (inout AfterCall<Receiver, Arguments, Result, Failure>) async -> Void
  ) throws(AspectError) -> AspectToken {
    try message.install(.after(advice), at: .after, on: self, options)
  }

  /// Hooks an advice after a message's implementation when the call returns; it may replace the result.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func hook<Receiver, Arguments, Result, Failure>(
    _ message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>, _ position: AdvicePosition.AfterReturning,
    _ options: AspectOptions = [],
    advice: nonisolated(nonsending) @escaping @Sendable (inout ReturnedCall<Receiver, Arguments, Result>) async -> Void
  ) throws(AspectError) -> AspectToken {
    try message.install(.afterReturning(advice), at: .afterReturning, on: self, options)
  }

  /// Hooks an advice after a message's implementation when the call throws; it may replace the error.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func hook<Receiver, Arguments, Result, Failure>(
    _ message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>, _ position: AdvicePosition.AfterThrowing,
    _ options: AspectOptions = [],
    advice: nonisolated(nonsending) @escaping @Sendable (inout ThrownCall<Receiver, Arguments, Failure>) async -> Void
  ) throws(AspectError) -> AspectToken {
    try message.install(.afterThrowing(advice), at: .afterThrowing, on: self, options)
  }

  /// Hooks an advice in place of a message's implementation.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func hook<Receiver, Arguments, Result, Failure>(
    _ message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>, _ position: AdvicePosition.Instead,
    _ options: AspectOptions = [],
    advice:
      nonisolated(nonsending) @escaping @Sendable (inout AsyncAroundCall<Receiver, Arguments, Result, Failure>) async ->
      Result
  ) throws(AspectError) -> AspectToken {
    try message.install(.instead(advice), at: .instead, on: self, options)
  }

  /// Hooks an advice around a message's implementation.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func hook<Receiver, Arguments, Result, Failure>(
    _ message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>, _ position: AdvicePosition.Around,
    _ options: AspectOptions = [],
    advice:
      nonisolated(nonsending) @escaping @Sendable (inout AsyncAroundCall<Receiver, Arguments, Result, Failure>) async ->
      Result
  ) throws(AspectError) -> AspectToken {
    try message.install(.around(advice), at: .around, on: self, options)
  }
}
