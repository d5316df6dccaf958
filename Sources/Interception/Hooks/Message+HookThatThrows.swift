/// Hooks on a class whose advice throws, which its closure says: `{ call throws(AccountError) in … }`.
///
/// Disfavoured, so that a closure that does not throw is taken by the hooks that need no such words.
extension ThrowingMessage {
  /// Hooks an advice before the message's implementation; it may change the arguments, or throw.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  @_disfavoredOverload
  public func hook(
    on type: Receiver.Type = Receiver.self, _ position: AdvicePosition.Before, _ options: AspectOptions = [],
    advice: @escaping @Sendable (inout BeforeCall<Receiver, Arguments>) throws(Failure) -> Void
  ) throws(AspectError) -> AspectToken {
    try install(.throwingBefore(advice), at: .before, on: level(of: type), options)
  }

  /// Hooks an advice after the message's implementation, whether it returned or threw; it may replace the outcome, or throw.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  @_disfavoredOverload
  public func hook(
    on type: Receiver.Type = Receiver.self, _ position: AdvicePosition.After, _ options: AspectOptions = [],
    advice: @escaping @Sendable (inout AfterCall<Receiver, Arguments, Result, Failure>) throws(Failure) -> Void
  ) throws(AspectError) -> AspectToken {
    try install(.throwingAfter(advice), at: .after, on: level(of: type), options)
  }

  /// Hooks an advice after the message's implementation when the call returns; it may replace the result, or throw.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  @_disfavoredOverload
  public func hook(
    on type: Receiver.Type = Receiver.self, _ position: AdvicePosition.AfterReturning, _ options: AspectOptions = [],
    advice: @escaping @Sendable (inout ReturnedCall<Receiver, Arguments, Result>) throws(Failure) -> Void
  ) throws(AspectError) -> AspectToken {
    try install(.afterReturning(advice), at: .afterReturning, on: level(of: type), options)
  }

  /// Hooks an advice after the message's implementation when the call throws; it may replace the error, or throw.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  @_disfavoredOverload
  public func hook(
    on type: Receiver.Type = Receiver.self, _ position: AdvicePosition.AfterThrowing, _ options: AspectOptions = [],
    advice: @escaping @Sendable (inout ThrownCall<Receiver, Arguments, Failure>) throws(Failure) -> Void
  ) throws(AspectError) -> AspectToken {
    try install(.afterThrowing(advice), at: .afterThrowing, on: level(of: type), options)
  }

  /// Hooks an advice in place of the message's implementation; it may throw.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  @_disfavoredOverload
  public func hook(
    on type: Receiver.Type = Receiver.self, _ position: AdvicePosition.Instead, _ options: AspectOptions = [],
    advice: @escaping @Sendable (inout AroundCall<Receiver, Arguments, Result, Failure>) throws(Failure) -> Result
  ) throws(AspectError) -> AspectToken {
    try install(.instead(advice), at: .instead, on: level(of: type), options)
  }

  /// Hooks an advice around the message's implementation; it may throw.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  @_disfavoredOverload
  public func hook(
    on type: Receiver.Type = Receiver.self, _ position: AdvicePosition.Around, _ options: AspectOptions = [],
    advice: @escaping @Sendable (inout AroundCall<Receiver, Arguments, Result, Failure>) throws(Failure) -> Result
  ) throws(AspectError) -> AspectToken {
    try install(.around(advice), at: .around, on: level(of: type), options)
  }
}
