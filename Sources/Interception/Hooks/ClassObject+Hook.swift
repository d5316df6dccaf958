/// Hooks on a class object, declared or dynamic: they run for every object of it and of the classes below.
///
/// ```swift
/// let quiet = try ClassObject.of(Lamp.self).makeSubclass(named: "QuietLamp")
/// try quiet.hook(Lamp.dim, .before) { call in call.arguments /= 2 }
/// try Savings.classSide.classObject.hook(Account.open, .before) { call in … }
/// ```
extension ClassObject {
  /// Hooks an advice before a message's implementation; it may change the arguments.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func hook<Receiver, Arguments, Result, Failure>(
    _ message: ThrowingMessage<Receiver, Arguments, Result, Failure>, _ position: AdvicePosition.Before,
    _ options: AspectOptions = [],
    advice: @escaping @Sendable (inout BeforeCall<Receiver, Arguments>) -> Void
  ) throws(AspectError) -> AspectToken {
    try message.install(.before(advice), at: .before, on: self, options)
  }

  /// Hooks an advice after a message's implementation, whether it returned or threw; it may replace the outcome.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func hook<Receiver, Arguments, Result, Failure>(
    _ message: ThrowingMessage<Receiver, Arguments, Result, Failure>, _ position: AdvicePosition.After,
    _ options: AspectOptions = [],
    advice: @escaping @Sendable (inout AfterCall<Receiver, Arguments, Result, Failure>) -> Void
  ) throws(AspectError) -> AspectToken {
    try message.install(.after(advice), at: .after, on: self, options)
  }

  /// Hooks an advice after a message's implementation when the call returns; it may replace the result.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func hook<Receiver, Arguments, Result, Failure>(
    _ message: ThrowingMessage<Receiver, Arguments, Result, Failure>, _ position: AdvicePosition.AfterReturning,
    _ options: AspectOptions = [],
    advice: @escaping @Sendable (inout ReturnedCall<Receiver, Arguments, Result>) -> Void
  ) throws(AspectError) -> AspectToken {
    try message.install(.afterReturning(advice), at: .afterReturning, on: self, options)
  }

  /// Hooks an advice after a message's implementation when the call throws; it may replace the error.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func hook<Receiver, Arguments, Result, Failure>(
    _ message: ThrowingMessage<Receiver, Arguments, Result, Failure>, _ position: AdvicePosition.AfterThrowing,
    _ options: AspectOptions = [],
    advice: @escaping @Sendable (inout ThrownCall<Receiver, Arguments, Failure>) -> Void
  ) throws(AspectError) -> AspectToken {
    try message.install(.afterThrowing(advice), at: .afterThrowing, on: self, options)
  }

  /// Hooks an advice in place of a message's implementation.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func hook<Receiver, Arguments, Result, Failure>(
    _ message: ThrowingMessage<Receiver, Arguments, Result, Failure>, _ position: AdvicePosition.Instead,
    _ options: AspectOptions = [],
    advice: @escaping @Sendable (inout AroundCall<Receiver, Arguments, Result, Failure>) -> Result
  ) throws(AspectError) -> AspectToken {
    try message.install(.instead(advice), at: .instead, on: self, options)
  }

  /// Hooks an advice around a message's implementation.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func hook<Receiver, Arguments, Result, Failure>(
    _ message: ThrowingMessage<Receiver, Arguments, Result, Failure>, _ position: AdvicePosition.Around,
    _ options: AspectOptions = [],
    advice: @escaping @Sendable (inout AroundCall<Receiver, Arguments, Result, Failure>) -> Result
  ) throws(AspectError) -> AspectToken {
    try message.install(.around(advice), at: .around, on: self, options)
  }
}
