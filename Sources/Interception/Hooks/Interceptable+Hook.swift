/// Hooks on a single object.
///
/// The position determines the closure's parameter and its return type; see ``HookPosition``. Advice on an asynchronous
/// message runs in the sender's isolation.
///
/// Each method has a separate, disfavored overload for advice that throws: when the compiler infers the error type from
/// the message, it treats a nonthrowing closure as one that throws `Never`, and rejects it for other error types.
extension Interceptable {
  /// Hooks advice to a message of this object.
  @discardableResult
  public func hook<Message: SynchronousMessage, Call: ~Copyable, Output, Nothing: NeverThrown>(
    _ message: Message, _ position: HookPosition<Message, Call, Output>, _ options: AspectOptions = [],
    advice: @escaping (inout Call) throws(Nothing) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(AdviceFunction(advice).throwing(Message.Failure.self), at: position, of: message, options)
  }

  /// Hooks advice that throws to a message of this object: `{ call throws(AccountError) in … }`.
  @discardableResult @_disfavoredOverload
  public func hook<Message: SynchronousMessage, Call: ~Copyable, Output>(
    _ message: Message, _ position: HookPosition<Message, Call, Output>, _ options: AspectOptions = [],
    advice: @escaping (inout Call) throws(Message.Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(AdviceFunction(advice), at: position, of: message, options)
  }

  /// Hooks advice that may suspend to an asynchronous message of this object.
  @discardableResult
  public func hook<Message: AsynchronousMessage, Call: ~Copyable, Output, Nothing: NeverThrown>(
    _ message: Message, _ position: HookPosition<Message, Call, Output>, _ options: AspectOptions = [],
    advice: nonisolated(nonsending) @escaping (inout Call) async throws(Nothing) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(AsyncAdviceFunction(advice).throwing(Message.Failure.self), at: position, of: message, options)
  }

  /// Hooks advice that throws to an asynchronous message of this object: `{ call async throws(DiskError) in … }`.
  @discardableResult @_disfavoredOverload
  public func hook<Message: AsynchronousMessage, Call: ~Copyable, Output>(
    _ message: Message, _ position: HookPosition<Message, Call, Output>, _ options: AspectOptions = [],
    advice: nonisolated(nonsending) @escaping (inout Call) async throws(Message.Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(AsyncAdviceFunction(advice), at: position, of: message, options)
  }
}

/// Hooks on a single Sendable object; the advice must be Sendable, since it runs on any thread that sends a message.
extension Interceptable where Self: Sendable {
  /// Hooks advice to a message of this object.
  @discardableResult
  public func hook<Message: SynchronousMessage, Call: ~Copyable, Output, Nothing: NeverThrown>(
    _ message: Message, _ position: HookPosition<Message, Call, Output>, _ options: AspectOptions = [],
    advice: @escaping @Sendable (inout Call) throws(Nothing) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(AdviceFunction(advice).throwing(Message.Failure.self), at: position, of: message, options)
  }

  /// Hooks advice that throws to a message of this object: `{ call throws(AccountError) in … }`.
  @discardableResult @_disfavoredOverload
  public func hook<Message: SynchronousMessage, Call: ~Copyable, Output>(
    _ message: Message, _ position: HookPosition<Message, Call, Output>, _ options: AspectOptions = [],
    advice: @escaping @Sendable (inout Call) throws(Message.Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(AdviceFunction(advice), at: position, of: message, options)
  }

  /// Hooks advice that may suspend to an asynchronous message of this object.
  @discardableResult
  public func hook<Message: AsynchronousMessage, Call: ~Copyable, Output, Nothing: NeverThrown>(
    _ message: Message, _ position: HookPosition<Message, Call, Output>, _ options: AspectOptions = [],
    advice: nonisolated(nonsending) @escaping @Sendable (inout Call) async throws(Nothing) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(AsyncAdviceFunction(advice).throwing(Message.Failure.self), at: position, of: message, options)
  }

  /// Hooks advice that throws to an asynchronous message of this object: `{ call async throws(DiskError) in … }`.
  @discardableResult @_disfavoredOverload
  public func hook<Message: AsynchronousMessage, Call: ~Copyable, Output>(
    _ message: Message, _ position: HookPosition<Message, Call, Output>, _ options: AspectOptions = [],
    advice: nonisolated(nonsending) @escaping @Sendable (inout Call) async throws(Message.Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(AsyncAdviceFunction(advice), at: position, of: message, options)
  }
}
