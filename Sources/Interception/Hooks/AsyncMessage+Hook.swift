/// Hooks of asynchronous messages on a class: they run for every object of it and of the classes below.
///
/// The class is the one that declares the message, or the subclass that stands behind `on`. The advice may suspend, and runs in
/// the sender's isolation.
extension AsyncThrowingMessage {
  /// Hooks an advice before the message's implementation; it may change the arguments.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func hook(
    on type: Receiver.Type = Receiver.self, _ position: AdvicePosition.Before, _ options: AspectOptions = [],
    advice: nonisolated(nonsending) @escaping @Sendable (inout BeforeCall<Receiver, Arguments>) async -> Void
  ) throws(AspectError) -> AspectToken {
    try install(.before(advice), at: .before, on: level(of: type), options)
  }

  /// Hooks an advice after the message's implementation, whether it returned or threw; it may replace the outcome.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func hook(
    on type: Receiver.Type = Receiver.self, _ position: AdvicePosition.After, _ options: AspectOptions = [],
    advice:
      nonisolated(nonsending) @escaping @Sendable (inout AfterCall<Receiver, Arguments, Result, Failure>) async -> Void
  ) throws(AspectError) -> AspectToken {
    try install(.after(advice), at: .after, on: level(of: type), options)
  }

  /// Hooks an advice after the message's implementation when the call returns; it may replace the result.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func hook(
    on type: Receiver.Type = Receiver.self, _ position: AdvicePosition.AfterReturning, _ options: AspectOptions = [],
    advice: nonisolated(nonsending) @escaping @Sendable (inout ReturnedCall<Receiver, Arguments, Result>) async -> Void
  ) throws(AspectError) -> AspectToken {
    try install(.afterReturning(advice), at: .afterReturning, on: level(of: type), options)
  }

  /// Hooks an advice after the message's implementation when the call throws; it may replace the error.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func hook(
    on type: Receiver.Type = Receiver.self, _ position: AdvicePosition.AfterThrowing, _ options: AspectOptions = [],
    advice: nonisolated(nonsending) @escaping @Sendable (inout ThrownCall<Receiver, Arguments, Failure>) async -> Void
  ) throws(AspectError) -> AspectToken {
    try install(.afterThrowing(advice), at: .afterThrowing, on: level(of: type), options)
  }

  /// Hooks an advice in place of the message's implementation.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func hook(
    on type: Receiver.Type = Receiver.self, _ position: AdvicePosition.Instead, _ options: AspectOptions = [],
    advice:
      nonisolated(nonsending) @escaping @Sendable (inout AsyncAroundCall<Receiver, Arguments, Result, Failure>) async ->
      Result
  ) throws(AspectError) -> AspectToken {
    try install(.instead(advice), at: .instead, on: level(of: type), options)
  }

  /// Hooks an advice around the message's implementation.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func hook(
    on type: Receiver.Type = Receiver.self, _ position: AdvicePosition.Around, _ options: AspectOptions = [],
    advice:
      nonisolated(nonsending) @escaping @Sendable (inout AsyncAroundCall<Receiver, Arguments, Result, Failure>) async ->
      Result
  ) throws(AspectError) -> AspectToken {
    try install(.around(advice), at: .around, on: level(of: type), options)
  }

  /// The class of receivers that are hooked; of a message of a class itself, whose receivers are all of one type, its owner's.
  func level(of type: Receiver.Type) -> ClassObject {
    owner?().classSide.classObject ?? ClassObject.of(type)
  }

  func install(
    _ body: TypedAsyncAdvice<Receiver, Arguments, Result, Failure>.Body, at position: AdvicePosition,
    on classObject: ClassObject, _ options: AspectOptions
  ) throws(AspectError) -> AspectToken {
    let kind = TypedAsyncMessageKind(self)
    try kind.checkHookable(at: position, in: classObject)
    return try Registry.locked { registry throws(AspectError) in
      try classObject.checkResponds(to: kind)
      return try classObject.install(body, at: position, of: kind, options: options, in: &registry)
    }
  }
}
