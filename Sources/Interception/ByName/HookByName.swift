/// Hooks by name on a single object, checked at run time.
extension Interceptable {
  /// Hooks advice to a message of this object, given by name.
  ///
  /// ```swift
  /// try account.hook(selector: "deposit(_:)", .before) { (info: AspectInfo, amount: Int) in print("depositing", amount) }
  /// ```
  ///
  /// See `Runtime.hook` for what the advice may take, return and throw. It may capture non-Sendable values.
  ///
  /// - Throws: ``AspectError``; nothing is changed then.
  @inlinable
  @discardableResult
  public func hook<each Parameter, Output, Failure: Error>(
    selector: Selector, _ options: HookOptions,
    advice: @escaping (repeat each Parameter) throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(.known(ErasedAdvice(taking: advice)), selector, options)
  }

  /// Hooks advice that takes the info only to a message of this object, given by name.
  ///
  /// - Throws: ``AspectError``; nothing is changed then.
  @inlinable
  @discardableResult
  public func hook<Output, Failure: Error>(
    selector: Selector, _ options: HookOptions, advice: @escaping (AspectInfo) throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(.known(ErasedAdvice(taking: advice)), selector, options)
  }

  /// Hooks asynchronous advice to an asynchronous message of this object, given by name.
  ///
  /// - Throws: ``AspectError``; nothing is changed then.
  @inlinable
  @discardableResult
  @_disfavoredOverload
  public func hook<each Parameter, Output, Failure: Error>(
    selector: Selector, _ options: HookOptions,
    advice: nonisolated(nonsending) @escaping (AspectInfo, repeat each Parameter) async throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(.known(ErasedAdvice(awaiting: advice)), selector, options)
  }

  /// Hooks boxed advice to a message of this object, given by name.
  ///
  /// - Throws: ``AspectError``; nothing is changed then.
  @discardableResult
  public func hook(
    selector: Selector, _ options: HookOptions, _ advice: BoxedAdvice
  ) throws(AspectError) -> AspectToken {
    try install(advice.source, selector, options)
  }
}

/// Hooks by name on a single Sendable object; the advice must be Sendable, since it runs on any thread that sends a
/// message.
extension Interceptable where Self: Sendable {
  /// Hooks advice to a message of this object, given by name.
  ///
  /// See `Runtime.hook` for what the advice may take, return and throw.
  ///
  /// - Throws: ``AspectError``; nothing is changed then.
  @inlinable
  @discardableResult
  public func hook<each Parameter, Output, Failure: Error>(
    selector: Selector, _ options: HookOptions,
    advice: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(.known(ErasedAdvice(taking: advice)), selector, options)
  }

  /// Hooks advice that takes the info only to a message of this object, given by name.
  ///
  /// - Throws: ``AspectError``; nothing is changed then.
  @inlinable
  @discardableResult
  public func hook<Output, Failure: Error>(
    selector: Selector, _ options: HookOptions, advice: @escaping @Sendable (AspectInfo) throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(.known(ErasedAdvice(taking: advice)), selector, options)
  }

  /// Hooks asynchronous advice to an asynchronous message of this object, given by name.
  ///
  /// - Throws: ``AspectError``; nothing is changed then.
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

// MARK: - Hook by name

/// Hooks by name on a class object, which run for all its objects and those of its subclasses.
extension ClassObject {
  /// Hooks advice to a message of this class, given by name.
  ///
  /// ```swift
  /// try quietLamp.hook(selector: "dim(_:)", .before) { (info: AspectInfo, level: Int) in print("dimming to", level) }
  /// ```
  ///
  /// See `Runtime.hook` for what the advice may take, return and throw.
  ///
  /// - Throws: ``AspectError``; nothing is changed then.
  @inlinable
  @discardableResult
  public func hook<each Parameter, Output, Failure: Error>(
    selector: Selector, _ options: HookOptions,
    advice: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try hook(selector: selector, options, BoxedAdvice(taking: advice))
  }

  /// Hooks advice that takes the info only to a message of this class, given by name.
  ///
  /// - Throws: ``AspectError``; nothing is changed then.
  @inlinable
  @discardableResult
  public func hook<Output, Failure: Error>(
    selector: Selector, _ options: HookOptions, advice: @escaping @Sendable (AspectInfo) throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try hook(selector: selector, options, BoxedAdvice(takingInfo: advice))
  }

  /// Hooks asynchronous advice to an asynchronous message of this class, given by name.
  ///
  /// - Throws: ``AspectError``; nothing is changed then.
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

  /// Hooks boxed advice to a message of this class, given by name.
  ///
  /// - Throws: ``AspectError``; nothing is changed then.
  @discardableResult
  public func hook(
    selector: Selector, _ options: HookOptions, _ advice: BoxedAdvice
  ) throws(AspectError) -> AspectToken {
    try selector.checkHookable(at: options.position, in: name)
    return try respondingMessage(selector).hook(advice, at: options.position, on: self, options: options.options)
  }
}

// MARK: - Hook

/// Hooks of type-erased advice.
extension MessageKind {
  /// Hooks boxed advice to this message, for all objects of a class and its subclasses.
  ///
  /// - Throws: ``AspectError``; nothing is changed then.
  @discardableResult
  public final func hook(
    _ advice: BoxedAdvice, at position: AdvicePosition, on classObject: ClassObject, options: AspectOptions = []
  ) throws(AspectError) -> AspectToken {
    try hook(advice.source, at: position, options, stated: classObject) { _ in classObject }
  }

  /// Hooks boxed advice to this message, for a single object.
  ///
  /// - Throws: ``AspectError``; nothing is changed then.
  @discardableResult
  public final func hook(
    _ advice: BoxedAdvice, at position: AdvicePosition, on object: InterceptableObject, options: AspectOptions = []
  ) throws(AspectError) -> AspectToken {
    try hook(advice.source, at: position, on: object, options)
  }

  /// Hooks advice on a single object; it needn't be Sendable, since it runs only where the object is used.
  final func hook(
    _ advice: AdviceSource, at position: AdvicePosition, on object: InterceptableObject, _ options: AspectOptions
  ) throws(AspectError) -> AspectToken {
    try hook(advice, at: position, options, stated: object.statedClass) { object.personalClass(in: &$0) }
  }

  /// Performs all checks in order, then installs the advice.
  private final func hook(
    _ source: AdviceSource, at position: AdvicePosition, _ options: AspectOptions, stated: ClassObject,
    in level: (inout Registry) -> ClassObject
  ) throws(AspectError) -> AspectToken {
    try selector.checkHookable(at: position, in: stated.name)
    return try Registry.locked { registry throws(AspectError) in
      try stated.checkResponds(to: self)
      let level = level(&registry)
      try level.checkPolicy(selector, options.policy)
      let advice = try source.advice(for: self, at: position, in: stated.name)
      return try level.install(
        adapt(advice, at: position), at: position, of: self, options: options, in: &registry)
    }
  }
}

// MARK: - Responding

/// Message lookup by name.
extension ClassObject {
  /// Returns the message with a name that this class has or inherits.
  ///
  /// - Throws: ``AspectError/doesNotRespond(class:selector:near:)`` if there is none.
  fileprivate func respondingMessage(_ selector: Selector) throws(AspectError) -> MessageKind {
    guard let known = message(selector) else { throw doesNotRespond(to: selector) }
    return known
  }
}
