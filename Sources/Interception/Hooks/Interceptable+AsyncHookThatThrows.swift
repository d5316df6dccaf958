/// Hooks of asynchronous messages on one object whose advice throws, which its closure says: `{ call throws(DiskError) in … }`.
///
/// Disfavoured, so that a closure that does not throw is taken by the hooks that need no such words.
extension Interceptable {
  /// Has an advice run that may throw ahead of the message's implementation on this object, and change the arguments.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  @_disfavoredOverload
  public func hook<Receiver, Arguments, Result, Failure>(
    _ message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>, _ position: AdvicePosition.Before,
    _ options: AspectOptions = [],
    advice: nonisolated(nonsending) @escaping (inout BeforeCall<Receiver, Arguments>) async throws(Failure) -> Void
  ) throws(AspectError) -> AspectToken {
    try install(.before(advice), at: .before, of: message, options)
  }

  /// Has an advice run that may throw behind the message's implementation on this object, whether it returned or threw.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  @_disfavoredOverload
  public func hook<Receiver, Arguments, Result, Failure>(
    _ message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>, _ position: AdvicePosition.After,
    _ options: AspectOptions = [],
    advice:
      nonisolated(nonsending) @escaping (inout AfterCall<Receiver, Arguments, Result, Failure>) async throws(Failure) ->
      Void
  ) throws(AspectError) -> AspectToken {
    try install(.after(advice), at: .after, of: message, options)
  }

  /// Has an advice run that may throw behind the message's implementation on this object when the call returns, and replace the
  /// result.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  @_disfavoredOverload
  public func hook<Receiver, Arguments, Result, Failure>(
    _ message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>, _ position: AdvicePosition.AfterReturning,
    _ options: AspectOptions = [],
    advice:
      nonisolated(nonsending) @escaping (inout ReturnedCall<Receiver, Arguments, Result>) async throws(Failure) -> Void
  ) throws(AspectError) -> AspectToken {
    try install(.afterReturning(advice), at: .afterReturning, of: message, options)
  }

  /// Has an advice run that may throw behind the message's implementation on this object when the call throws, and replace the
  /// error.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  @_disfavoredOverload
  public func hook<Receiver, Arguments, Result, Failure>(
    _ message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>, _ position: AdvicePosition.AfterThrowing,
    _ options: AspectOptions = [],
    advice:
      nonisolated(nonsending) @escaping (inout ThrownCall<Receiver, Arguments, Failure>) async throws(Failure) -> Void
  ) throws(AspectError) -> AspectToken {
    try install(.afterThrowing(advice), at: .afterThrowing, of: message, options)
  }

  /// Has an advice run that may throw in place of the message's implementation on this object.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  @_disfavoredOverload
  public func hook<Receiver, Arguments, Result, Failure>(
    _ message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>, _ position: AdvicePosition.Instead,
    _ options: AspectOptions = [],
    advice:
      nonisolated(nonsending) @escaping (inout AsyncAroundCall<Receiver, Arguments, Result, Failure>)
      async throws(Failure) -> Result
  ) throws(AspectError) -> AspectToken {
    try install(.instead(advice), at: .instead, of: message, options)
  }

  /// Has an advice run that may throw around the message's implementation on this object.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  @_disfavoredOverload
  public func hook<Receiver, Arguments, Result, Failure>(
    _ message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>, _ position: AdvicePosition.Around,
    _ options: AspectOptions = [],
    advice:
      nonisolated(nonsending) @escaping (inout AsyncAroundCall<Receiver, Arguments, Result, Failure>)
      async throws(Failure) -> Result
  ) throws(AspectError) -> AspectToken {
    try install(.around(advice), at: .around, of: message, options)
  }
}
