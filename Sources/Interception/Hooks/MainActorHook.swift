/// Hooks whose advice runs on the main actor, where the calls of its message run, and so reaches the receiver's state.
///
/// Hooks on a class are at `ThrowingMessage.hook(on:mainActor:_:advice:)`.
extension Interceptable {
  /// Hooks advice that runs on the main actor to a message of the main actor of this object.
  ///
  /// - Throws: ``AspectError``; then nothing has changed. It is ``AspectError/notOnMainActor(class:selector:)`` where the message
  ///   was not made with `mainActor:`, and may be sent from anywhere.
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

  /// Hooks advice that runs on the main actor and throws to a message of the main actor of this object.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  @_disfavoredOverload
  public func hook<Receiver, Arguments, Result, Failure, Call: ~Copyable, Output>(
    _ message: ThrowingMessage<Receiver, Arguments, Result, Failure>,
    mainActor position: ThrowingMessage<Receiver, Arguments, Result, Failure>.Position<Call, Output>,
    _ options: AspectOptions = [], advice: @escaping @MainActor @Sendable (inout Call) throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try message.checkOnMainActor(in: statedClass)
    return try install(AdviceFunction.onMainActor(advice), at: position, of: message, options)
  }

  /// Hooks advice that runs on the main actor to an asynchronous message of the main actor of this object.
  ///
  /// - Throws: ``AspectError``; then nothing has changed. It is ``AspectError/notOnMainActor(class:selector:)`` where the message
  ///   was not made with `mainActor:`, and may be sent from anywhere.
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

  /// Hooks advice that runs on the main actor and throws to an asynchronous message of the main actor of this object.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  @_disfavoredOverload
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
  /// Hooks advice that runs on the main actor to a message of the main actor in this class.
  ///
  /// - Throws: ``AspectError``; then nothing has changed. It is ``AspectError/notOnMainActor(class:selector:)`` where the message
  ///   was not made with `mainActor:`, and may be sent from anywhere.
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

  /// Hooks advice that runs on the main actor and throws to a message of the main actor in this class.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  @_disfavoredOverload
  public func hook<Receiver, Arguments, Result, Failure, Call: ~Copyable, Output>(
    _ message: ThrowingMessage<Receiver, Arguments, Result, Failure>,
    mainActor position: ThrowingMessage<Receiver, Arguments, Result, Failure>.Position<Call, Output>,
    _ options: AspectOptions = [], advice: @escaping @MainActor @Sendable (inout Call) throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try message.checkOnMainActor(in: self)
    return try message.install(AdviceFunction.onMainActor(advice), at: position, on: self, options)
  }

  /// Hooks advice that runs on the main actor to an asynchronous message of the main actor in this class.
  ///
  /// - Throws: ``AspectError``; then nothing has changed. It is ``AspectError/notOnMainActor(class:selector:)`` where the message
  ///   was not made with `mainActor:`, and may be sent from anywhere.
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

  /// Hooks advice that runs on the main actor and throws to an asynchronous message of the main actor in this class.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  @_disfavoredOverload
  public func hook<Receiver, Arguments, Result, Failure, Call: ~Copyable, Output>(
    _ message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>,
    mainActor position: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>.Position<Call, Output>,
    _ options: AspectOptions = [], advice: @escaping @MainActor @Sendable (inout Call) async throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try message.checkOnMainActor(in: self)
    return try message.install(AsyncAdviceFunction.onMainActor(advice), at: position, on: self, options)
  }
}
