/// Hooks on a declared or dynamic class object, which run for all its objects and those of its subclasses.
///
/// ```swift
/// let quiet = try ClassObject.of(Lamp.self).makeSubclass(named: "QuietLamp")
/// try quiet.hook(Lamp.dim, .before) { call in call.arguments /= 2 }
/// try Savings.classSide.classObject.hook(Account.open, .before) { call in … }
/// ```
extension ClassObject {
  /// Hooks advice to a message in this class.
  @discardableResult
  public func hook<Message: SynchronousMessage, Call: ~Copyable, Output, Nothing: NeverThrown>(
    _ message: Message, _ position: HookPosition<Message, Call, Output>, _ options: AspectOptions = [],
    advice: @escaping @Sendable (inout Call) throws(Nothing) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(AdviceFunction(advice).throwing(Message.Failure.self), at: position, of: message, options)
  }

  /// Hooks advice that throws to a message in this class: `{ call throws(AccountError) in … }`.
  @discardableResult @_disfavoredOverload
  public func hook<Message: SynchronousMessage, Call: ~Copyable, Output>(
    _ message: Message, _ position: HookPosition<Message, Call, Output>, _ options: AspectOptions = [],
    advice: @escaping @Sendable (inout Call) throws(Message.Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(AdviceFunction(advice), at: position, of: message, options)
  }

  /// Hooks advice that may suspend to an asynchronous message in this class.
  @discardableResult
  public func hook<Message: AsynchronousMessage, Call: ~Copyable, Output, Nothing: NeverThrown>(
    _ message: Message, _ position: HookPosition<Message, Call, Output>, _ options: AspectOptions = [],
    advice: nonisolated(nonsending) @escaping @Sendable (inout Call) async throws(Nothing) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(AsyncAdviceFunction(advice).throwing(Message.Failure.self), at: position, of: message, options)
  }

  /// Hooks advice that throws to an asynchronous message in this class: `{ call async throws(DiskError) in … }`.
  @discardableResult @_disfavoredOverload
  public func hook<Message: AsynchronousMessage, Call: ~Copyable, Output>(
    _ message: Message, _ position: HookPosition<Message, Call, Output>, _ options: AspectOptions = [],
    advice: nonisolated(nonsending) @escaping @Sendable (inout Call) async throws(Message.Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(AsyncAdviceFunction(advice), at: position, of: message, options)
  }
}
