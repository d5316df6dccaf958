/// Hooks on a class object by name: they run for every object of it and of the classes below.
extension ClassObject {
  /// Hooks an advice to a message of this class, given by name.
  ///
  /// ```swift
  /// try quietLamp.hook(selector: "dim(_:)", .before) { (info: AspectInfo, level: Int) in print("dimming to", level) }
  /// ```
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
    try hook(selector: selector, options, BoxedAdvice(taking: advice))
  }

  /// Hooks an advice that suspends to an asynchronous message of this class, given by name.
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
    try hook(selector: selector, options, BoxedAdvice(taking: advice))
  }

  /// Hooks a boxed advice to a message of this class, given by name.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func hook(
    selector: Selector, _ options: HookOptions, _ advice: BoxedAdvice
  ) throws(AspectError) -> AspectToken {
    try selector.checkHookable(at: options.position, in: name)
    return try respondingMessage(selector).hook(advice, at: options.position, on: self, options: options.options)
  }
}
