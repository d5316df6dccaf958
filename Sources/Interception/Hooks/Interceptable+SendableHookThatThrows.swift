/// Hooks on one object that several threads may use, whose advice throws: `{ call throws(AccountError) in … }`.
extension Interceptable where Self: Sendable {
  /// Hooks an advice before the message's implementation on this object; it may change the arguments, or throw.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  @_disfavoredOverload
  public func hook<Receiver, Arguments, Result, Failure>(
    _ message: ThrowingMessage<Receiver, Arguments, Result, Failure>, _ position: AdvicePosition.Before,
    _ options: AspectOptions = [],
    advice: @escaping @Sendable (inout BeforeCall<Receiver, Arguments>) throws(Failure) -> Void
  ) throws(AspectError) -> AspectToken {
    try install(.throwingBefore(advice), at: .before, of: message, options)
  }

  /// Hooks an advice after the message's implementation on this object, whether it returned or threw; it may replace the outcome, or throw.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  @_disfavoredOverload
  public func hook<Receiver, Arguments, Result, Failure>(
    _ message: ThrowingMessage<Receiver, Arguments, Result, Failure>, _ position: AdvicePosition.After,
    _ options: AspectOptions = [],
    advice: @escaping @Sendable (inout AfterCall<Receiver, Arguments, Result, Failure>) throws(Failure) -> Void
  ) throws(AspectError) -> AspectToken {
    try install(.throwingAfter(advice), at: .after, of: message, options)
  }

  /// Hooks an advice after the message's implementation on this object when the call returns; it may replace the result, or throw.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  @_disfavoredOverload
  public func hook<Receiver, Arguments, Result, Failure>(
    _ message: ThrowingMessage<Receiver, Arguments, Result, Failure>, _ position: AdvicePosition.AfterReturning,
    _ options: AspectOptions = [],
    advice: @escaping @Sendable (inout ReturnedCall<Receiver, Arguments, Result>) throws(Failure) -> Void
  ) throws(AspectError) -> AspectToken {
    try install(.afterReturning(advice), at: .afterReturning, of: message, options)
  }

  /// Hooks an advice after the message's implementation on this object when the call throws; it may replace the error, or throw.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  @_disfavoredOverload
  public func hook<Receiver, Arguments, Result, Failure>(
    _ message: ThrowingMessage<Receiver, Arguments, Result, Failure>, _ position: AdvicePosition.AfterThrowing,
    _ options: AspectOptions = [],
    advice: @escaping @Sendable (inout ThrownCall<Receiver, Arguments, Failure>) throws(Failure) -> Void
  ) throws(AspectError) -> AspectToken {
    try install(.afterThrowing(advice), at: .afterThrowing, of: message, options)
  }

  /// Hooks an advice in place of the message's implementation on this object; it may throw.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  @_disfavoredOverload
  public func hook<Receiver, Arguments, Result, Failure>(
    _ message: ThrowingMessage<Receiver, Arguments, Result, Failure>, _ position: AdvicePosition.Instead,
    _ options: AspectOptions = [],
    advice: @escaping @Sendable (inout AroundCall<Receiver, Arguments, Result, Failure>) throws(Failure) -> Result
  ) throws(AspectError) -> AspectToken {
    try install(.instead(advice), at: .instead, of: message, options)
  }

  /// Hooks an advice around the message's implementation on this object; it may throw.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  @_disfavoredOverload
  public func hook<Receiver, Arguments, Result, Failure>(
    _ message: ThrowingMessage<Receiver, Arguments, Result, Failure>, _ position: AdvicePosition.Around,
    _ options: AspectOptions = [],
    advice: @escaping @Sendable (inout AroundCall<Receiver, Arguments, Result, Failure>) throws(Failure) -> Result
  ) throws(AspectError) -> AspectToken {
    try install(.around(advice), at: .around, of: message, options)
  }
}
