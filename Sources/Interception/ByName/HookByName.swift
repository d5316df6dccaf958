/// Hooks by name on a single object or a class object, checked at run time.
///
/// ```swift
/// try account.hook(selector: "deposit(_:)", .before) { (info: AspectInfo, amount: Int) in print("depositing", amount) }
/// try quietLamp.hook(selector: "dim(_:)", .before) { (info: AspectInfo, level: Int) in print("dimming to", level) }
/// ```
///
/// See ``Runtime`` for what the advice may take, return and throw. On an object that isn't Sendable, it may capture
/// values that aren't Sendable either.
extension AnyHookTarget {
  /// Hooks advice to a message of this object, given by name.
  @inlinable @discardableResult
  public func hook<each Parameter, Output, Failure: Error>(
    selector: Selector, _ options: HookOptions, advice: @escaping (repeat each Parameter) throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try hook(selector: selector, options, BoxedAdvice(unchecked: advice))
  }

  /// Hooks advice that takes the info only; its type needn't be written.
  @inlinable @discardableResult
  public func hook<Output, Failure: Error>(
    selector: Selector, _ options: HookOptions, advice: @escaping (AspectInfo) throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try hook(selector: selector, options, BoxedAdvice(unchecked: advice))
  }

  /// Hooks asynchronous advice to an asynchronous message of this object, given by name.
  @inlinable @discardableResult @_disfavoredOverload
  public func hook<each Parameter, Output, Failure: Error>(
    selector: Selector, _ options: HookOptions,
    advice: nonisolated(nonsending) @escaping (AspectInfo, repeat each Parameter) async throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try hook(selector: selector, options, BoxedAdvice(unchecked: advice))
  }
}

/// Hooks by name on a Sendable object or a class object, whose advice runs on any thread that sends a message.
extension HookTarget where Self: Sendable {
  /// Hooks advice to a message of this object or class, given by name.
  @inlinable @discardableResult
  public func hook<each Parameter, Output, Failure: Error>(
    selector: Selector, _ options: HookOptions,
    advice: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try hook(selector: selector, options, BoxedAdvice(unchecked: advice))
  }

  /// Hooks advice that takes the info only; its type needn't be written.
  @inlinable @discardableResult
  public func hook<Output, Failure: Error>(
    selector: Selector, _ options: HookOptions, advice: @escaping @Sendable (AspectInfo) throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try hook(selector: selector, options, BoxedAdvice(unchecked: advice))
  }

  /// Hooks asynchronous advice to an asynchronous message of this object or class, given by name.
  @inlinable @discardableResult @_disfavoredOverload
  public func hook<each Parameter, Output, Failure: Error>(
    selector: Selector, _ options: HookOptions,
    advice:
      nonisolated(nonsending) @escaping @Sendable (AspectInfo, repeat each Parameter) async throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try hook(selector: selector, options, BoxedAdvice(taking: advice))
  }
}

/// Functions that aren't Sendable, as advice by name on a Sendable object, which the compiler refuses in words.
@available(*, deprecated, message: "the advice on a Sendable object is a @Sendable function")
@NonSendableAdvice
extension AnyHookTarget where Self: Sendable {
  /// Produces a compiler error for advice that must be Sendable.
  public func hook<each Parameter, Output, Failure: Error>(
    selector: Selector, _ options: HookOptions, advice: @escaping (repeat each Parameter) throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken { NonSendableAdvice.refuse() }

  /// Produces a compiler error for advice that takes the info only and must be Sendable.
  public func hook<Output, Failure: Error>(
    selector: Selector, _ options: HookOptions, advice: @escaping (AspectInfo) throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken { NonSendableAdvice.refuse() }

  /// Produces a compiler error for asynchronous advice that must be Sendable.
  @_disfavoredOverload
  public func hook<each Parameter, Output, Failure: Error>(
    selector: Selector, _ options: HookOptions,
    advice: nonisolated(nonsending) @escaping (AspectInfo, repeat each Parameter) async throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken { NonSendableAdvice.refuse() }
}

// MARK: - Boxed advice

extension AnyHookTarget {
  /// Hooks boxed advice to a message of this object or class, given by name.
  @discardableResult
  public func hook(
    selector: Selector, _ options: HookOptions, _ advice: BoxedAdvice
  ) throws(AspectError) -> AspectToken {
    try selector.checkHookable(at: options.position, in: statedClass.name)
    let actual = (self as? InterceptableObject)?.actualClass ?? statedClass
    guard let kind = actual.message(selector) else { throw actual.doesNotRespond(to: selector) }
    return try kind.hook(advice, at: options.position, on: self, options: options.options)
  }
}

extension MessageKind {
  /// Hooks boxed advice to this message, for a single object, or for all objects of a class and its subclasses.
  @discardableResult
  public final func hook(
    _ advice: BoxedAdvice, at position: AdvicePosition, on target: some AnyHookTarget, options: AspectOptions = []
  ) throws(AspectError) -> AspectToken {
    try target.install(
      adapt(try advice.fitting(self, at: position, in: target.statedClass.name), at: position), at: position, of: self,
      options)
  }
}
