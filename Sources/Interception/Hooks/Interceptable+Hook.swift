/// Hooks on a single object.
///
/// Each method has a separate, disfavored overload for advice that throws: when the compiler infers the error type from
/// the message, it treats a nonthrowing closure as one that throws `Never`, and rejects it for other error types.
extension Interceptable {
  /// Hooks advice to a message of this object.
  ///
  /// The position determines the closure's parameter and its return type; see ``ThrowingMessage/Position``.
  ///
  /// - Throws: ``AspectError``; nothing is changed then.
  @discardableResult
  public func hook<Receiver, Arguments, Result, Failure, Call: ~Copyable, Output, Nothing: NeverThrown>(
    _ message: ThrowingMessage<Receiver, Arguments, Result, Failure>,
    _ position: ThrowingMessage<Receiver, Arguments, Result, Failure>.Position<Call, Output>,
    _ options: AspectOptions = [], advice: @escaping (inout Call) throws(Nothing) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(AdviceFunction(advice).throwing(Failure.self), at: position, of: message, options)
  }

  /// Hooks advice that throws to a message of this object: `{ call throws(AccountError) in … }`.
  ///
  /// - Throws: ``AspectError``; nothing is changed then.
  @discardableResult @_disfavoredOverload
  public func hook<Receiver, Arguments, Result, Failure, Call: ~Copyable, Output>(
    _ message: ThrowingMessage<Receiver, Arguments, Result, Failure>,
    _ position: ThrowingMessage<Receiver, Arguments, Result, Failure>.Position<Call, Output>,
    _ options: AspectOptions = [], advice: @escaping (inout Call) throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(AdviceFunction(advice), at: position, of: message, options)
  }

  /// Hooks an advice that may suspend, and that runs in the sender's isolation, to an asynchronous message of this
  /// object.
  ///
  /// The position determines the closure's parameter and its return type; see ``AsyncThrowingMessage/Position``.
  ///
  /// - Throws: ``AspectError``; nothing is changed then.
  @discardableResult
  public func hook<Receiver, Arguments, Result, Failure, Call: ~Copyable, Output, Nothing: NeverThrown>(
    _ message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>,
    _ position: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>.Position<Call, Output>,
    _ options: AspectOptions = [],
    advice: nonisolated(nonsending) @escaping (inout Call) async throws(Nothing) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(AsyncAdviceFunction(advice).throwing(Failure.self), at: position, of: message, options)
  }

  /// Hooks advice that throws to an asynchronous message of this object: `{ call async throws(DiskError) in … }`.
  ///
  /// - Throws: ``AspectError``; nothing is changed then.
  @discardableResult @_disfavoredOverload
  public func hook<Receiver, Arguments, Result, Failure, Call: ~Copyable, Output>(
    _ message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>,
    _ position: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>.Position<Call, Output>,
    _ options: AspectOptions = [],
    advice: nonisolated(nonsending) @escaping (inout Call) async throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(AsyncAdviceFunction(advice), at: position, of: message, options)
  }
}

extension InterceptableObject {
  final func install<Receiver, Arguments, Result, Failure, Call: ~Copyable, Output>(
    _ advice: AdviceFunction<Call, Output, Failure>,
    at position: ThrowingMessage<Receiver, Arguments, Result, Failure>.Position<Call, Output>,
    of message: ThrowingMessage<Receiver, Arguments, Result, Failure>, _ options: AspectOptions
  ) throws(AspectError) -> AspectToken {
    try install(position.maker(advice), at: position.position, of: TypedMessageKind(message), options)
  }

  final func install<Receiver, Arguments, Result, Failure, Call: ~Copyable, Output>(
    _ advice: AsyncAdviceFunction<Call, Output, Failure>,
    at position: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>.Position<Call, Output>,
    of message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>, _ options: AspectOptions
  ) throws(AspectError) -> AspectToken {
    try install(position.maker(advice), at: position.position, of: TypedAsyncMessageKind(message), options)
  }

  /// Performs the checks of a hook on this object, and installs its advice.
  final func install(
    _ make: AdviceMaker, at position: AdvicePosition, of kind: MessageKind, _ options: AspectOptions,
    isObserver: Bool = false
  ) throws(AspectError) -> AspectToken {
    let stated = statedClass
    try kind.selector.checkHookable(at: position, in: stated.name)
    return try Registry.locked { registry throws(AspectError) in
      try stated.checkResponds(to: kind)
      return try personalClass(in: &registry)
        .install(make, at: position, of: kind, options: options, isObserver: isObserver, in: &registry)
    }
  }
}

extension ClassObject {
  /// Performs the checks of a hook on this class, and installs its advice.
  func install(
    _ make: AdviceMaker, at position: AdvicePosition, of kind: MessageKind, _ options: AspectOptions,
    isObserver: Bool = false
  ) throws(AspectError) -> AspectToken {
    try kind.selector.checkHookable(at: position, in: name)
    return try Registry.locked { registry throws(AspectError) in
      try checkResponds(to: kind)
      return try install(make, at: position, of: kind, options: options, isObserver: isObserver, in: &registry)
    }
  }
}

// MARK: - Sendable hook

/// Hooks on a single Sendable object; the advice must be Sendable, since it runs on any thread that sends a message.
extension Interceptable where Self: Sendable {
  /// Hooks advice to a message of this object.
  ///
  /// The position determines the closure's parameter and its return type; see ``ThrowingMessage/Position``.
  ///
  /// - Throws: ``AspectError``; nothing is changed then.
  @discardableResult
  public func hook<Receiver, Arguments, Result, Failure, Call: ~Copyable, Output, Nothing: NeverThrown>(
    _ message: ThrowingMessage<Receiver, Arguments, Result, Failure>,
    _ position: ThrowingMessage<Receiver, Arguments, Result, Failure>.Position<Call, Output>,
    _ options: AspectOptions = [], advice: @escaping @Sendable (inout Call) throws(Nothing) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(AdviceFunction(advice).throwing(Failure.self), at: position, of: message, options)
  }

  /// Hooks advice that throws to a message of this object: `{ call throws(AccountError) in … }`.
  ///
  /// - Throws: ``AspectError``; nothing is changed then.
  @discardableResult @_disfavoredOverload
  public func hook<Receiver, Arguments, Result, Failure, Call: ~Copyable, Output>(
    _ message: ThrowingMessage<Receiver, Arguments, Result, Failure>,
    _ position: ThrowingMessage<Receiver, Arguments, Result, Failure>.Position<Call, Output>,
    _ options: AspectOptions = [], advice: @escaping @Sendable (inout Call) throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(AdviceFunction(advice), at: position, of: message, options)
  }

  /// Hooks an advice that may suspend, and that runs in the sender's isolation, to an asynchronous message of this
  /// object.
  ///
  /// The position determines the closure's parameter and its return type; see ``AsyncThrowingMessage/Position``.
  ///
  /// - Throws: ``AspectError``; nothing is changed then.
  @discardableResult
  public func hook<Receiver, Arguments, Result, Failure, Call: ~Copyable, Output, Nothing: NeverThrown>(
    _ message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>,
    _ position: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>.Position<Call, Output>,
    _ options: AspectOptions = [],
    advice: nonisolated(nonsending) @escaping @Sendable (inout Call) async throws(Nothing) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(AsyncAdviceFunction(advice).throwing(Failure.self), at: position, of: message, options)
  }

  /// Hooks advice that throws to an asynchronous message of this object: `{ call async throws(DiskError) in … }`.
  ///
  /// - Throws: ``AspectError``; nothing is changed then.
  @discardableResult @_disfavoredOverload
  public func hook<Receiver, Arguments, Result, Failure, Call: ~Copyable, Output>(
    _ message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>,
    _ position: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>.Position<Call, Output>,
    _ options: AspectOptions = [],
    advice: nonisolated(nonsending) @escaping @Sendable (inout Call) async throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(AsyncAdviceFunction(advice), at: position, of: message, options)
  }
}
