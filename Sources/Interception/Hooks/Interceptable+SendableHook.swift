/// Hooks on one object that several threads may use: the advice must be Sendable, since it runs wherever a message is sent.
extension Interceptable where Self: Sendable {
  /// Hooks an advice before the message's implementation on this object; it may change the arguments.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func hook<Receiver, Arguments, Result, Failure>(
    _ message: ThrowingMessage<Receiver, Arguments, Result, Failure>, _ position: AdvicePosition.Before,
    _ options: AspectOptions = [],
    advice: @escaping @Sendable (inout BeforeCall<Receiver, Arguments>) -> Void
  ) throws(AspectError) -> AspectToken {
    try install(.before(advice), at: .before, of: message, options)
  }

  /// Hooks an advice after the message's implementation on this object, whether it returned or threw; it may replace the outcome.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func hook<Receiver, Arguments, Result, Failure>(
    _ message: ThrowingMessage<Receiver, Arguments, Result, Failure>, _ position: AdvicePosition.After,
    _ options: AspectOptions = [],
    advice: @escaping @Sendable (inout AfterCall<Receiver, Arguments, Result, Failure>) -> Void
  ) throws(AspectError) -> AspectToken {
    try install(.after(advice), at: .after, of: message, options)
  }

  /// Hooks an advice after the message's implementation on this object when the call returns; it may replace the result.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func hook<Receiver, Arguments, Result, Failure>(
    _ message: ThrowingMessage<Receiver, Arguments, Result, Failure>, _ position: AdvicePosition.AfterReturning,
    _ options: AspectOptions = [],
    advice: @escaping @Sendable (inout ReturnedCall<Receiver, Arguments, Result>) -> Void
  ) throws(AspectError) -> AspectToken {
    try install(.afterReturning(advice), at: .afterReturning, of: message, options)
  }

  /// Hooks an advice after the message's implementation on this object when the call throws; it may replace the error.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func hook<Receiver, Arguments, Result, Failure>(
    _ message: ThrowingMessage<Receiver, Arguments, Result, Failure>, _ position: AdvicePosition.AfterThrowing,
    _ options: AspectOptions = [],
    advice: @escaping @Sendable (inout ThrownCall<Receiver, Arguments, Failure>) -> Void
  ) throws(AspectError) -> AspectToken {
    try install(.afterThrowing(advice), at: .afterThrowing, of: message, options)
  }

  /// Hooks an advice in place of the message's implementation on this object.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func hook<Receiver, Arguments, Result, Failure>(
    _ message: ThrowingMessage<Receiver, Arguments, Result, Failure>, _ position: AdvicePosition.Instead,
    _ options: AspectOptions = [],
    advice: @escaping @Sendable (inout AroundCall<Receiver, Arguments, Result, Failure>) -> Result
  ) throws(AspectError) -> AspectToken {
    try install(.instead(advice), at: .instead, of: message, options)
  }

  /// Hooks an advice around the message's implementation on this object.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func hook<Receiver, Arguments, Result, Failure>(
    _ message: ThrowingMessage<Receiver, Arguments, Result, Failure>, _ position: AdvicePosition.Around,
    _ options: AspectOptions = [],
    advice: @escaping @Sendable (inout AroundCall<Receiver, Arguments, Result, Failure>) -> Result
  ) throws(AspectError) -> AspectToken {
    try install(.plainAround(advice), at: .around, of: message, options)
  }
}
