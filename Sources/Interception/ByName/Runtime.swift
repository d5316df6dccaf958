/// Hooks by name, checked at run time, for configuration and tools.
///
/// A class can be found by name after its registration, which happens when its first object is created. Hooks at program
/// start register it before:
///
/// ```swift
/// Runtime.register(Account.self, Savings.self)
/// try Runtime.hook("Account", "deposit(_:)", [.before, .automaticRemoval]) { (info: AspectInfo, amount: Int) in
///   print("depositing", amount)
/// }
/// ```
///
/// The advice takes nothing, or an ``AspectInfo`` and then any number of the message's arguments, in order. Around and
/// instead advice returns the message's result or `Any`; other advice returns nothing. The advice may throw; errors that
/// the message can't throw are passed to ``onFault(_:)``. With instead advice, the original runs only if the advice
/// calls `proceed`.
///
/// Asynchronous advice runs in the sender's isolation. Synchronous advice can run before and after asynchronous
/// messages, but not around or instead of them.
public enum Runtime {
  /// Registers classes and their superclasses, so that they are found by name before they have objects.
  public static func register(_ types: InterceptableObject.Type...) {
    for type in types { _ = ClassObject.of(type) }
  }

  /// Hooks advice to a message of a class, both given by name.
  @inlinable @discardableResult
  public static func hook<each Parameter, Output, Failure: Error>(
    _ className: String, _ selector: Selector, _ options: HookOptions,
    advice: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try hook(className, selector, options, BoxedAdvice(taking: advice))
  }

  /// Hooks advice that takes the info only; its type needn't be written.
  @inlinable @discardableResult
  public static func hook<Output, Failure: Error>(
    _ className: String, _ selector: Selector, _ options: HookOptions,
    advice: @escaping @Sendable (AspectInfo) throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try hook(className, selector, options, BoxedAdvice(unchecked: advice))
  }

  /// Hooks asynchronous advice to an asynchronous message of a class, both given by name.
  @inlinable @discardableResult @_disfavoredOverload
  public static func hook<each Parameter, Output, Failure: Error>(
    _ className: String, _ selector: Selector, _ options: HookOptions,
    advice:
      nonisolated(nonsending) @escaping @Sendable (AspectInfo, repeat each Parameter) async throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try hook(className, selector, options, BoxedAdvice(taking: advice))
  }

  /// Hooks a value of unknown type, which should be a function, such as a value from a table of `Any`.
  @discardableResult
  public static func hook(
    _ className: String, _ selector: Selector, _ options: HookOptions, function: any Sendable
  ) throws(AspectError) -> AspectToken {
    try hook(className, selector, options, BoxedAdvice(function: function))
  }

  /// Hooks boxed advice to a message of a class, both given by name.
  @discardableResult
  public static func hook(
    _ className: String, _ selector: Selector, _ options: HookOptions, _ advice: BoxedAdvice
  ) throws(AspectError) -> AspectToken {
    try selector.checkHookable(at: options.position, in: className)
    return try classObject(named: className).hook(selector: selector, options, advice)
  }

  /// Returns the class with a name.
  ///
  /// - Throws: ``AspectError/unknownClass(name:near:)`` if there is none registered.
  public static func classObject(named name: String) throws(AspectError) -> ClassObject {
    let (found, others) = Registry.locked { registry in
      let found = registry.classesByName[name]
      return (found, found == nil ? Array(registry.classesByName.keys) : [])
    }
    if let found { return found }
    throw .unknownClass(name: name, near: NameSuggestion.near(name, in: others))
  }
}

// MARK: - Faults

/// Faults of type-erased advice: results and errors that don't fit the message, detected when the advice runs.
extension Runtime {
  /// The process's fault listener; nil to write faults to the standard error stream.
  private static let listener = VisibleMutex<(@Sendable (AspectError) -> Void)?>(nil)

  /// Sets the process's listener for faults of advice hooked by name; nil writes them to the standard error stream.
  ///
  /// Faults in the calls of a ``HookScope`` that has a listener of its own go there instead. Tests that run in parallel
  /// use that, since this one hears of the faults of all.
  ///
  /// A fault is a result or an error that the message can't return or throw, from advice that doesn't declare its
  /// types. Its effect on the call depends on the advice's position:
  ///
  /// - Before, after and around a call: the call continues as if the advice had returned nothing.
  /// - Instead of a call: the original doesn't run unless the advice itself has proceeded. The call returns the
  ///   fallback result (``BoxedAdvice/fallingBack(on:)``), or without one, `()` if the message returns `Void`, and nil
  ///   if it returns an optional. Otherwise it throws the fault if the message can throw an ``AspectError``. If none of
  ///   these is possible, the program stops with an error that names the class, the selector and the types.
  ///
  /// A closure that declares the message's result type, as in `(info: AspectInfo) -> Int`, is checked when it is
  /// hooked.
  public static func onFault(_ listener: (@Sendable (AspectError) -> Void)?) {
    // The former one is released after unlocking, since this may run arbitrary deinits.
    _ = self.listener.withLock { current in
      defer { current = listener }
      return current
    }
  }

  static func report(_ fault: AspectError) {
    if let listener = HookScope.currentFaultListener ?? listener.withLock({ $0 }) { return listener(fault) }
    System.writeToStandardError("Interception: \(fault)")
  }
}

// MARK: - Faults (MessageKind)

/// Detection and reporting of faults.
extension MessageKind {
  /// Returns whether a boxed value is a result of the message.
  final func canReturn(_ value: Any) -> Bool {
    func fits<Result>(_ type: Result.Type) -> Bool { value is Result }
    return type(of: value) == signature.result || fits(signature.result)
  }

  /// Returns whether an error is one that the message can throw.
  final func canThrow(_ error: any Error) -> Bool {
    func fits<Failure>(_ type: Failure.Type) -> Bool { error is Failure }
    return fits(signature.failure)
  }

  /// Returns the value in a box, which fits the type.
  static func unbox<Value>(_ box: Any) -> Value {
    // What is usual is faster than a cast.
    func open<Boxed>(_ value: Boxed) -> Value {
      Boxed.self == Value.self ? unsafe unsafeBitCast(value, to: Value.self) : cast(value)
    }
    return open(box)
  }

  @inline(never)
  private static func cast<Value>(_ value: Any) -> Value {
    guard let value = value as? Value else { preconditionFailure("a value that has not been checked") }
    return value
  }

  /// Returns the error for a result of another type.
  final func resultFault(given: String) -> AspectError {
    .resultType(class: className, selector: selector, expected: "\(signature.result)", given: given)
  }

  /// Returns an error as the message's error type; if it has another type, reports it and returns nil.
  final func cast<Failure: Error>(_ error: any Error, to type: Failure.Type) -> Failure? {
    if let own = error as? Failure { return own }
    report(error)
    return nil
  }

  /// Passes an error that the message can't throw to the fault listener; returns the fault.
  @discardableResult
  final func report(_ error: any Error) -> AspectError {
    let fault =
      error as? AspectError
      ?? .errorType(
        class: className, selector: selector, expected: "\(signature.failure)", given: "\(type(of: error)): \(error)")
    Runtime.report(fault)
    return fault
  }
}
