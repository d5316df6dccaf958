/// Hooks on main-actor messages, whose advice runs on the main actor and can access the receiver's state.
///
/// For hooks on a class, see `ThrowingMessage.hook(on:mainActor:_:advice:)`.
extension Interceptable {
  /// Hooks main-actor advice to a main-actor message of this object.
  ///
  /// - Throws: ``AspectError``; nothing is changed then. The error is ``AspectError/notOnMainActor(class:selector:)``
  ///   if the message wasn't declared with `mainActor:`.
  @discardableResult
  public func hook<Receiver, Arguments, Result, Failure, Call: ~Copyable, Output, Nothing: NeverThrown>(
    _ message: ThrowingMessage<Receiver, Arguments, Result, Failure>,
    mainActor position: ThrowingMessage<Receiver, Arguments, Result, Failure>.Position<Call, Output>,
    _ options: AspectOptions = [], advice: @escaping @MainActor @Sendable (inout Call) throws(Nothing) -> Output
  ) throws(AspectError) -> AspectToken {
    try message.checkOnMainActor(in: statedClass)
    return try install(
      AdviceFunction.onMainActor(advice).throwing(Failure.self), at: position, of: message, options)
  }

  /// Hooks main-actor advice that throws to a main-actor message of this object.
  ///
  /// - Throws: ``AspectError``; nothing is changed then.
  @discardableResult @_disfavoredOverload
  public func hook<Receiver, Arguments, Result, Failure, Call: ~Copyable, Output>(
    _ message: ThrowingMessage<Receiver, Arguments, Result, Failure>,
    mainActor position: ThrowingMessage<Receiver, Arguments, Result, Failure>.Position<Call, Output>,
    _ options: AspectOptions = [], advice: @escaping @MainActor @Sendable (inout Call) throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try message.checkOnMainActor(in: statedClass)
    return try install(AdviceFunction.onMainActor(advice), at: position, of: message, options)
  }

  /// Hooks main-actor advice to an asynchronous main-actor message of this object.
  ///
  /// - Throws: ``AspectError``; nothing is changed then. The error is ``AspectError/notOnMainActor(class:selector:)``
  ///   if the message wasn't declared with `mainActor:`.
  @discardableResult
  public func hook<Receiver, Arguments, Result, Failure, Call: ~Copyable, Output, Nothing: NeverThrown>(
    _ message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>,
    mainActor position: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>.Position<Call, Output>,
    _ options: AspectOptions = [], advice: @escaping @MainActor @Sendable (inout Call) async throws(Nothing) -> Output
  ) throws(AspectError) -> AspectToken {
    try message.checkOnMainActor(in: statedClass)
    return try install(
      AsyncAdviceFunction.onMainActor(advice).throwing(Failure.self), at: position, of: message, options)
  }

  /// Hooks main-actor advice that throws to an asynchronous main-actor message of this object.
  ///
  /// - Throws: ``AspectError``; nothing is changed then.
  @discardableResult @_disfavoredOverload
  public func hook<Receiver, Arguments, Result, Failure, Call: ~Copyable, Output>(
    _ message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>,
    mainActor position: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>.Position<Call, Output>,
    _ options: AspectOptions = [], advice: @escaping @MainActor @Sendable (inout Call) async throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try message.checkOnMainActor(in: statedClass)
    return try install(AsyncAdviceFunction.onMainActor(advice), at: position, of: message, options)
  }
}

extension ClassObject {
  /// Hooks main-actor advice to a main-actor message in this class.
  ///
  /// - Throws: ``AspectError``; nothing is changed then. The error is ``AspectError/notOnMainActor(class:selector:)``
  ///   if the message wasn't declared with `mainActor:`.
  @discardableResult
  public func hook<Receiver, Arguments, Result, Failure, Call: ~Copyable, Output, Nothing: NeverThrown>(
    _ message: ThrowingMessage<Receiver, Arguments, Result, Failure>,
    mainActor position: ThrowingMessage<Receiver, Arguments, Result, Failure>.Position<Call, Output>,
    _ options: AspectOptions = [], advice: @escaping @MainActor @Sendable (inout Call) throws(Nothing) -> Output
  ) throws(AspectError) -> AspectToken {
    try message.checkOnMainActor(in: self)
    return try message.install(
      AdviceFunction.onMainActor(advice).throwing(Failure.self), at: position, on: self, options)
  }

  /// Hooks main-actor advice that throws to a main-actor message in this class.
  ///
  /// - Throws: ``AspectError``; nothing is changed then.
  @discardableResult @_disfavoredOverload
  public func hook<Receiver, Arguments, Result, Failure, Call: ~Copyable, Output>(
    _ message: ThrowingMessage<Receiver, Arguments, Result, Failure>,
    mainActor position: ThrowingMessage<Receiver, Arguments, Result, Failure>.Position<Call, Output>,
    _ options: AspectOptions = [], advice: @escaping @MainActor @Sendable (inout Call) throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try message.checkOnMainActor(in: self)
    return try message.install(AdviceFunction.onMainActor(advice), at: position, on: self, options)
  }

  /// Hooks main-actor advice to an asynchronous main-actor message in this class.
  ///
  /// - Throws: ``AspectError``; nothing is changed then. The error is ``AspectError/notOnMainActor(class:selector:)``
  ///   if the message wasn't declared with `mainActor:`.
  @discardableResult
  public func hook<Receiver, Arguments, Result, Failure, Call: ~Copyable, Output, Nothing: NeverThrown>(
    _ message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>,
    mainActor position: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>.Position<Call, Output>,
    _ options: AspectOptions = [], advice: @escaping @MainActor @Sendable (inout Call) async throws(Nothing) -> Output
  ) throws(AspectError) -> AspectToken {
    try message.checkOnMainActor(in: self)
    return try message.install(
      AsyncAdviceFunction.onMainActor(advice).throwing(Failure.self), at: position, on: self, options)
  }

  /// Hooks main-actor advice that throws to an asynchronous main-actor message in this class.
  ///
  /// - Throws: ``AspectError``; nothing is changed then.
  @discardableResult @_disfavoredOverload
  public func hook<Receiver, Arguments, Result, Failure, Call: ~Copyable, Output>(
    _ message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>,
    mainActor position: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>.Position<Call, Output>,
    _ options: AspectOptions = [], advice: @escaping @MainActor @Sendable (inout Call) async throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try message.checkOnMainActor(in: self)
    return try message.install(AsyncAdviceFunction.onMainActor(advice), at: position, on: self, options)
  }
}
