/// Hooks of asynchronous messages on one object: they run for it and for no other.
///
/// The advice may suspend, and runs in the sender's isolation, so it may capture what is not Sendable. For an object that is
/// itself Sendable, the hooks of the same names that demand Sendable advice take the place of these.
extension Interceptable {
  /// Hooks an advice before the message's implementation on this object; it may change the arguments.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func hook<Receiver, Arguments, Result, Failure>(
    _ message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>, _ position: AdvicePosition.Before,
    _ options: AspectOptions = [],
    advice: nonisolated(nonsending) @escaping (inout BeforeCall<Receiver, Arguments>) async -> Void
  ) throws(AspectError) -> AspectToken {
    try install(.before(advice), at: .before, of: message, options)
  }

  /// Hooks an advice after the message's implementation on this object, whether it returned or threw; it may replace the outcome.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func hook<Receiver, Arguments, Result, Failure>(
    _ message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>, _ position: AdvicePosition.After,
    _ options: AspectOptions = [],
    advice: nonisolated(nonsending) @escaping (inout AfterCall<Receiver, Arguments, Result, Failure>) async -> Void
  ) throws(AspectError) -> AspectToken {
    try install(.after(advice), at: .after, of: message, options)
  }

  /// Hooks an advice after the message's implementation on this object when the call returns; it may replace the result.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func hook<Receiver, Arguments, Result, Failure>(
    _ message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>, _ position: AdvicePosition.AfterReturning,
    _ options: AspectOptions = [],
    advice: nonisolated(nonsending) @escaping (inout ReturnedCall<Receiver, Arguments, Result>) async -> Void
  ) throws(AspectError) -> AspectToken {
    try install(.afterReturning(advice), at: .afterReturning, of: message, options)
  }

  /// Hooks an advice after the message's implementation on this object when the call throws; it may replace the error.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func hook<Receiver, Arguments, Result, Failure>(
    _ message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>, _ position: AdvicePosition.AfterThrowing,
    _ options: AspectOptions = [],
    advice: nonisolated(nonsending) @escaping (inout ThrownCall<Receiver, Arguments, Failure>) async -> Void
  ) throws(AspectError) -> AspectToken {
    try install(.afterThrowing(advice), at: .afterThrowing, of: message, options)
  }

  /// Hooks an advice in place of the message's implementation on this object.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func hook<Receiver, Arguments, Result, Failure>(
    _ message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>, _ position: AdvicePosition.Instead,
    _ options: AspectOptions = [],
    advice:
      nonisolated(nonsending) @escaping (inout AsyncAroundCall<Receiver, Arguments, Result, Failure>) async -> Result
  ) throws(AspectError) -> AspectToken {
    try install(.instead(advice), at: .instead, of: message, options)
  }

  /// Hooks an advice around the message's implementation on this object.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func hook<Receiver, Arguments, Result, Failure>(
    _ message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>, _ position: AdvicePosition.Around,
    _ options: AspectOptions = [],
    advice:
      nonisolated(nonsending) @escaping (inout AsyncAroundCall<Receiver, Arguments, Result, Failure>) async -> Result
  ) throws(AspectError) -> AspectToken {
    try install(.around(advice), at: .around, of: message, options)
  }
}

extension InterceptableObject {
  final func install<Receiver, Arguments, Result, Failure>(
    _ body: TypedAsyncAdvice<Receiver, Arguments, Result, Failure>.Body, at position: AdvicePosition,
    of message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>, _ options: AspectOptions
  ) throws(AspectError) -> AspectToken {
    let kind = TypedAsyncMessageKind(message)
    try kind.checkHookable(at: position, in: statedClass)
    try statedClass.checkResponds(to: kind)
    return try Registry.locked { registry throws(AspectError) in
      try personalClass(in: &registry)
        .install(body, at: position, of: kind, options: options, in: &registry)
    }
  }
}
