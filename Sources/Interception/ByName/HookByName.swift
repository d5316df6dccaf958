/// Hooks by name on a single object, checked at run time.
///
/// ```swift
/// try account.hook(selector: "deposit(_:)", .before) { (info: AspectInfo, amount: Int) in print("depositing", amount) }
/// ```
///
/// See ``Runtime`` for what the advice may take, return and throw. It may capture non-Sendable values.
extension Interceptable {
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

/// Hooks by name on a single Sendable object; the advice must be Sendable, since it runs on any thread that sends a
/// message.
extension Interceptable where Self: Sendable {
  /// Hooks advice to a message of this object, given by name.
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

  /// Hooks asynchronous advice to an asynchronous message of this object, given by name.
  @inlinable @discardableResult @_disfavoredOverload
  public func hook<each Parameter, Output, Failure: Error>(
    selector: Selector, _ options: HookOptions,
    advice:
      nonisolated(nonsending) @escaping @Sendable (AspectInfo, repeat each Parameter) async throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try hook(selector: selector, options, BoxedAdvice(taking: advice))
  }
}

/// Hooks by name on a class object, which run for all its objects and those of its subclasses.
///
/// ```swift
/// try quietLamp.hook(selector: "dim(_:)", .before) { (info: AspectInfo, level: Int) in print("dimming to", level) }
/// ```
///
/// See ``Runtime`` for what the advice may take, return and throw.
extension ClassObject {
  /// Hooks advice to a message of this class, given by name.
  @inlinable @discardableResult
  public func hook<each Parameter, Output, Failure: Error>(
    selector: Selector, _ options: HookOptions,
    advice: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try hook(selector: selector, options, BoxedAdvice(taking: advice))
  }

  /// Hooks advice that takes the info only; its type needn't be written.
  @inlinable @discardableResult
  public func hook<Output, Failure: Error>(
    selector: Selector, _ options: HookOptions, advice: @escaping @Sendable (AspectInfo) throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try hook(selector: selector, options, BoxedAdvice(unchecked: advice))
  }

  /// Hooks asynchronous advice to an asynchronous message of this class, given by name.
  @inlinable @discardableResult @_disfavoredOverload
  public func hook<each Parameter, Output, Failure: Error>(
    selector: Selector, _ options: HookOptions,
    advice:
      nonisolated(nonsending) @escaping @Sendable (AspectInfo, repeat each Parameter) async throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try hook(selector: selector, options, BoxedAdvice(taking: advice))
  }
}

// MARK: - Boxed advice

extension HookTarget {
  /// Hooks boxed advice to a message of this object or class, given by name.
  @discardableResult
  public func hook(
    selector: Selector, _ options: HookOptions, _ advice: BoxedAdvice
  ) throws(AspectError) -> AspectToken {
    try selector.checkHookable(at: options.position, in: statedClass.name)
    let actual = (self as? InterceptableObject)?.actualClass ?? statedClass
    guard let kind = actual.message(selector) else { throw actual.doesNotRespond(to: selector) }
    return try kind.hook(advice, at: options.position, on: self, options.options)
  }
}

extension MessageKind {
  /// Hooks boxed advice to this message, for all objects of a class and its subclasses.
  @discardableResult
  public final func hook(
    _ advice: BoxedAdvice, at position: AdvicePosition, on classObject: ClassObject, options: AspectOptions = []
  ) throws(AspectError) -> AspectToken {
    try hook(advice, at: position, on: classObject, options)
  }

  /// Hooks boxed advice to this message, for a single object.
  @discardableResult
  public final func hook(
    _ advice: BoxedAdvice, at position: AdvicePosition, on object: InterceptableObject, options: AspectOptions = []
  ) throws(AspectError) -> AspectToken {
    try hook(advice, at: position, on: object, options)
  }

  fileprivate final func hook(
    _ advice: BoxedAdvice, at position: AdvicePosition, on target: some HookTarget, _ options: AspectOptions
  ) throws(AspectError) -> AspectToken {
    try target.install(
      adapt(try advice.fitting(self, at: position, in: target.statedClass.name), at: position), at: position, of: self,
      options)
  }
}
