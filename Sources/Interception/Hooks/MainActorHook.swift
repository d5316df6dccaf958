/// Hooks on main-actor messages, whose advice runs on the main actor and can access the receiver's state.
///
/// The message must have been declared with `mainActor:`; see ``AspectError/notOnMainActor(class:selector:)``. For hooks
/// on a class, see `ThrowingMessage.hook(on:mainActor:_:advice:)`.
extension HookTarget {
  /// Hooks main-actor advice to a main-actor message.
  @discardableResult
  public func hook<Message: SynchronousMessage, Call: ~Copyable, Output, Nothing: NeverThrown>(
    _ message: Message, mainActor position: HookPosition<Message, Call, Output>, _ options: AspectOptions = [],
    advice: @escaping @MainActor @Sendable (inout Call) throws(Nothing) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(
      AdviceFunction.onMainActor(advice).throwing(Message.Failure.self), at: position, of: message, options,
      onMainActor: true)
  }

  /// Hooks main-actor advice that throws to a main-actor message.
  @discardableResult @_disfavoredOverload
  public func hook<Message: SynchronousMessage, Call: ~Copyable, Output>(
    _ message: Message, mainActor position: HookPosition<Message, Call, Output>, _ options: AspectOptions = [],
    advice: @escaping @MainActor @Sendable (inout Call) throws(Message.Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(AdviceFunction.onMainActor(advice), at: position, of: message, options, onMainActor: true)
  }

  /// Hooks main-actor advice to an asynchronous main-actor message.
  @discardableResult
  public func hook<Message: AsynchronousMessage, Call: ~Copyable, Output, Nothing: NeverThrown>(
    _ message: Message, mainActor position: HookPosition<Message, Call, Output>, _ options: AspectOptions = [],
    advice: @escaping @MainActor @Sendable (inout Call) async throws(Nothing) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(
      AsyncAdviceFunction.onMainActor(advice).throwing(Message.Failure.self), at: position, of: message, options,
      onMainActor: true)
  }

  /// Hooks main-actor advice that throws to an asynchronous main-actor message.
  @discardableResult @_disfavoredOverload
  public func hook<Message: AsynchronousMessage, Call: ~Copyable, Output>(
    _ message: Message, mainActor position: HookPosition<Message, Call, Output>, _ options: AspectOptions = [],
    advice: @escaping @MainActor @Sendable (inout Call) async throws(Message.Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(AsyncAdviceFunction.onMainActor(advice), at: position, of: message, options, onMainActor: true)
  }
}
