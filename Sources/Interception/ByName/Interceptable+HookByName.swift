/// Hooks on one object by name, checked at run time.
extension Interceptable {
  /// Hooks an advice to a message of this object, given by name.
  ///
  /// ```swift
  /// try account.hook(selector: "deposit(_:)", .before) { (info: AspectInfo, amount: Int) in print("depositing", amount) }
  /// ```
  ///
  /// What the advice may take, return and throw is said at `Runtime.hook`. It may capture what is not Sendable.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @inlinable
  @discardableResult
  public func hook<each Parameter, Output, Failure: Error>(
    selector: Selector, _ options: HookOptions,
    advice: @escaping (repeat each Parameter) throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(.known(ErasedAdvice(taking: advice)), selector, options)
  }

  /// Hooks an advice that suspends to an asynchronous message of this object, given by name.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @inlinable
  @discardableResult
  @_disfavoredOverload
  public func hook<each Parameter, Output, Failure: Error>(
    selector: Selector, _ options: HookOptions,
    advice: nonisolated(nonsending) @escaping (AspectInfo, repeat each Parameter) async throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(.known(ErasedAdvice(awaiting: advice)), selector, options)
  }

  /// Has a boxed advice run in calls of a message on this object, given by name.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func hook(
    selector: Selector, _ options: HookOptions, _ advice: BoxedAdvice
  ) throws(AspectError) -> AspectToken {
    try install(advice.source, selector, options)
  }
}

/// Hooks by name on one object that several threads may use: the advice must be Sendable, since it runs wherever a message is
/// sent.
extension Interceptable where Self: Sendable {
  /// Hooks an advice to a message of this object, given by name.
  ///
  /// What the advice may take, return and throw is said at `Runtime.hook`.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @inlinable
  @discardableResult
  public func hook<each Parameter, Output, Failure: Error>(
    selector: Selector, _ options: HookOptions,
    advice: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(.known(ErasedAdvice(taking: advice)), selector, options)
  }

  /// Hooks an advice that suspends to an asynchronous message of this object, given by name.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @inlinable
  @discardableResult
  @_disfavoredOverload
  public func hook<each Parameter, Output, Failure: Error>(
    selector: Selector, _ options: HookOptions,
    advice:
      nonisolated(nonsending) @escaping @Sendable (AspectInfo, repeat each Parameter) async throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(.known(ErasedAdvice(awaiting: advice)), selector, options)
  }
}

extension InterceptableObject {
  @usableFromInline
  final func install(
    _ advice: AdviceSource, _ selector: Selector, _ options: HookOptions
  ) throws(AspectError) -> AspectToken {
    try selector.checkHookable(at: options.position, in: statedClass.name)
    return try actualClass.respondingMessage(selector)
      .hook(advice, at: options.position, on: self, options.options)
  }
}
