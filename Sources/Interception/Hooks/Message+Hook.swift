/// Hooks on a class, which run for all its objects and those of its subclasses.
///
/// The class is the one that declares the message, or the subclass passed as `on`. The position determines the closure's
/// parameter and its return type; see ``Position``. Advice on a throwing message may throw too, and then declares the
/// error type: `{ call throws(AccountError) in … }`.
extension ThrowingMessage {
  /// Hooks advice to the message in a class.
  @discardableResult
  public func hook<Call: ~Copyable, Output>(
    on type: Receiver.Type = Receiver.self, _ position: Position<Call, Output>, _ options: AspectOptions = [],
    advice: @escaping @Sendable (inout Call) throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try level(of: type).install(AdviceFunction(advice), at: position, of: self, options)
  }

  /// Hooks main-actor advice, which can access the receiver's state, to a main-actor message in a class.
  ///
  /// ```swift
  /// try Screen.draw.hook(mainActor: .after) { call in print(call.receiver.title) }
  /// ```
  ///
  /// The message must have been declared with `mainActor:`; see ``AspectError/notOnMainActor(class:selector:)``.
  @discardableResult
  public func hook<Call: ~Copyable, Output>(
    on type: Receiver.Type = Receiver.self, mainActor position: Position<Call, Output>, _ options: AspectOptions = [],
    advice: @escaping @MainActor @Sendable (inout Call) throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try level(of: type).install(
      AdviceFunction.onMainActor(advice), at: position, of: self, options, onMainActor: true)
  }

  /// Returns the class object to hook: that of `type`, or for a class message, that of its owner's class side.
  func level(of type: Receiver.Type) -> ClassObject {
    owner?().classSide.classObject ?? ClassObject.of(type)
  }
}

/// Hooks of asynchronous messages on a class, whose advice may suspend and runs in the sender's isolation.
///
/// They are like those of a ``ThrowingMessage``.
extension AsyncThrowingMessage {
  /// Hooks advice to the message in a class.
  @discardableResult
  public func hook<Call: ~Copyable, Output>(
    on type: Receiver.Type = Receiver.self, _ position: Position<Call, Output>, _ options: AspectOptions = [],
    advice: nonisolated(nonsending) @escaping @Sendable (inout Call) async throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try level(of: type).install(AsyncAdviceFunction(advice), at: position, of: self, options)
  }

  /// Hooks main-actor advice, which can access the receiver's state, to a main-actor message in a class.
  @discardableResult
  public func hook<Call: ~Copyable, Output>(
    on type: Receiver.Type = Receiver.self, mainActor position: Position<Call, Output>, _ options: AspectOptions = [],
    advice: @escaping @MainActor @Sendable (inout Call) async throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try level(of: type).install(
      AsyncAdviceFunction.onMainActor(advice), at: position, of: self, options, onMainActor: true)
  }

  private func level(of type: Receiver.Type) -> ClassObject {
    owner?().classSide.classObject ?? ClassObject.of(type)
  }
}
