/// Hooks on a single object or a class object.
///
/// ```swift
/// try account.hook(Account.deposit, .around) { call in call.proceed(call.arguments * 2) }
/// let quiet = try ClassObject.of(Lamp.self).makeSubclass(named: "QuietLamp")
/// try quiet.hook(Lamp.dim, .before) { call in call.arguments /= 2 }
/// ```
///
/// The position determines the closure's parameter and its return type; see ``HookPosition``. Advice on an asynchronous
/// message runs in the sender's isolation. The advice of an object that isn't Sendable needn't be Sendable either.
///
/// Each method has a separate, disfavored overload for advice that throws: when the compiler infers the error type from
/// the message, it treats a nonthrowing closure as one that throws `Never`, and rejects it for other error types.
extension AnyHookTarget {
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

/// Hooks on a Sendable object or a class object, whose advice runs on any thread that sends a message.
extension HookTarget where Self: Sendable {
  /// Hooks advice to a message of this object or class.
  @discardableResult
  public func hook<Message: SynchronousMessage, Call: ~Copyable, Output, Nothing: NeverThrown>(
    _ message: Message, _ position: HookPosition<Message, Call, Output>, _ options: AspectOptions = [],
    advice: @escaping @Sendable (inout Call) throws(Nothing) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(AdviceFunction(advice).throwing(Message.Failure.self), at: position, of: message, options)
  }

  /// Hooks advice that throws to a message of this object or class: `{ call throws(AccountError) in … }`.
  @discardableResult @_disfavoredOverload
  public func hook<Message: SynchronousMessage, Call: ~Copyable, Output>(
    _ message: Message, _ position: HookPosition<Message, Call, Output>, _ options: AspectOptions = [],
    advice: @escaping @Sendable (inout Call) throws(Message.Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(AdviceFunction(advice), at: position, of: message, options)
  }

  /// Hooks advice that may suspend to an asynchronous message of this object or class.
  @discardableResult
  public func hook<Message: AsynchronousMessage, Call: ~Copyable, Output, Nothing: NeverThrown>(
    _ message: Message, _ position: HookPosition<Message, Call, Output>, _ options: AspectOptions = [],
    advice: nonisolated(nonsending) @escaping @Sendable (inout Call) async throws(Nothing) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(AsyncAdviceFunction(advice).throwing(Message.Failure.self), at: position, of: message, options)
  }

  /// Hooks advice that throws to an asynchronous message: `{ call async throws(DiskError) in … }`.
  @discardableResult @_disfavoredOverload
  public func hook<Message: AsynchronousMessage, Call: ~Copyable, Output>(
    _ message: Message, _ position: HookPosition<Message, Call, Output>, _ options: AspectOptions = [],
    advice: nonisolated(nonsending) @escaping @Sendable (inout Call) async throws(Message.Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(AsyncAdviceFunction(advice), at: position, of: message, options)
  }
}

// MARK: - Refused

/// An actor that runs nothing: it makes the compiler refuse advice that isn't Sendable where it must be.
@globalActor public actor NonSendableAdvice {
  /// The actor.
  public static let shared = NonSendableAdvice()

  static func refuse() -> Never { preconditionFailure("the advice on a Sendable object is a @Sendable function") }
}

/// Functions that aren't Sendable, as advice on a Sendable object, which the compiler refuses in words.
///
/// If these hooks were unavailable, the compiler would pass them over, and choose those of other objects.
@available(*, deprecated, message: "the advice on a Sendable object is a @Sendable function")
@NonSendableAdvice
extension AnyHookTarget where Self: Sendable {
  /// Produces a compiler error for advice that must be Sendable.
  public func hook<Message: SynchronousMessage, Call: ~Copyable, Output, Nothing: NeverThrown>(
    _ message: Message, _ position: HookPosition<Message, Call, Output>, _ options: AspectOptions = [],
    advice: @escaping (inout Call) throws(Nothing) -> Output
  ) throws(AspectError) -> AspectToken { NonSendableAdvice.refuse() }

  /// Produces a compiler error for advice that throws and must be Sendable.
  @_disfavoredOverload
  public func hook<Message: SynchronousMessage, Call: ~Copyable, Output>(
    _ message: Message, _ position: HookPosition<Message, Call, Output>, _ options: AspectOptions = [],
    advice: @escaping (inout Call) throws(Message.Failure) -> Output
  ) throws(AspectError) -> AspectToken { NonSendableAdvice.refuse() }

  /// Produces a compiler error for asynchronous advice that must be Sendable.
  public func hook<Message: AsynchronousMessage, Call: ~Copyable, Output, Nothing: NeverThrown>(
    _ message: Message, _ position: HookPosition<Message, Call, Output>, _ options: AspectOptions = [],
    advice: nonisolated(nonsending) @escaping (inout Call) async throws(Nothing) -> Output
  ) throws(AspectError) -> AspectToken { NonSendableAdvice.refuse() }

  /// Produces a compiler error for asynchronous advice that throws and must be Sendable.
  @_disfavoredOverload
  public func hook<Message: AsynchronousMessage, Call: ~Copyable, Output>(
    _ message: Message, _ position: HookPosition<Message, Call, Output>, _ options: AspectOptions = [],
    advice: nonisolated(nonsending) @escaping (inout Call) async throws(Message.Failure) -> Output
  ) throws(AspectError) -> AspectToken { NonSendableAdvice.refuse() }
}
