/// Hooks on a declared or dynamic class object, which run for all its objects and those of its subclasses.
///
/// ```swift
/// let quiet = try ClassObject.of(Lamp.self).makeSubclass(named: "QuietLamp")
/// try quiet.hook(Lamp.dim, .before) { call in call.arguments /= 2 }
/// try Savings.classSide.classObject.hook(Account.open, .before) { call in … }
/// ```
extension ClassObject {
  /// Hooks advice to a message in this class.
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
    try message.install(AdviceFunction(advice).throwing(Failure.self), at: position, on: self, options)
  }

  /// Hooks advice that throws to a message in this class: `{ call throws(AccountError) in … }`.
  ///
  /// - Throws: ``AspectError``; nothing is changed then.
  @discardableResult @_disfavoredOverload
  public func hook<Receiver, Arguments, Result, Failure, Call: ~Copyable, Output>(
    _ message: ThrowingMessage<Receiver, Arguments, Result, Failure>,
    _ position: ThrowingMessage<Receiver, Arguments, Result, Failure>.Position<Call, Output>,
    _ options: AspectOptions = [], advice: @escaping @Sendable (inout Call) throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try message.install(AdviceFunction(advice), at: position, on: self, options)
  }

  /// Hooks an advice that may suspend, and that runs in the sender's isolation, to an asynchronous message in this
  /// class.
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
    try message.install(AsyncAdviceFunction(advice).throwing(Failure.self), at: position, on: self, options)
  }

  /// Hooks advice that throws to an asynchronous message in this class: `{ call async throws(DiskError) in … }`.
  ///
  /// - Throws: ``AspectError``; nothing is changed then.
  @discardableResult @_disfavoredOverload
  public func hook<Receiver, Arguments, Result, Failure, Call: ~Copyable, Output>(
    _ message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>,
    _ position: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>.Position<Call, Output>,
    _ options: AspectOptions = [],
    advice: nonisolated(nonsending) @escaping @Sendable (inout Call) async throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try message.install(AsyncAdviceFunction(advice), at: position, on: self, options)
  }
}
