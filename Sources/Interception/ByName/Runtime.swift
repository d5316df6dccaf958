/// Hooks by name, checked at run time, as configuration and tools need them.
///
/// A class is found by its name from its registration on: when its first object is made, or ``ClassObject/of(_:)`` is asked for
/// it.
///
/// ```swift
/// try Runtime.hook("Account", "deposit(_:)", [.before, .automaticRemoval]) { (info: AspectInfo, amount: Int) in
///   print("depositing", amount)
/// }
/// ```
public enum Runtime {
  /// Hooks an advice to a message of a class, both given by name.
  ///
  /// The advice takes nothing, or an ``AspectInfo`` and then as many of the message's arguments as it likes, in order. Around a
  /// call and in its place it returns the message's result, or `Any`; elsewhere nothing. It may throw, with `try` as in any
  /// closure: what the message cannot throw goes to ``onFault(_:)``. In place of a call nothing but `proceed` runs the original.
  ///
  /// - Throws: ``AspectError``; nothing is changed then.
  @inlinable
  @discardableResult
  public static func hook<each Parameter, Output, Failure: Error>(
    _ className: String, _ selector: Selector, _ options: HookOptions,
    advice: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try hook(className, selector, options, BoxedAdvice(taking: advice))
  }

  /// Hooks an advice that suspends to an asynchronous message of a class, both given by name.
  ///
  /// It takes, returns and throws what any other does, and runs in the sender's isolation. Advice that does not suspend can stand
  /// ahead of such a message and behind it, but not around it or in its place.
  ///
  /// - Throws: ``AspectError``; nothing is changed then.
  @inlinable
  @discardableResult
  @_disfavoredOverload
  public static func hook<each Parameter, Output, Failure: Error>(
    _ className: String, _ selector: Selector, _ options: HookOptions,
    advice:
      nonisolated(nonsending) @escaping @Sendable (AspectInfo, repeat each Parameter) async throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try hook(className, selector, options, BoxedAdvice(taking: advice))
  }

  /// Has a boxed advice run in calls of a message of a class, both given by name.
  ///
  /// - Throws: ``AspectError``; nothing is changed then.
  @discardableResult
  public static func hook(
    _ className: String, _ selector: Selector, _ options: HookOptions, _ advice: BoxedAdvice
  ) throws(AspectError) -> AspectToken {
    try selector.checkHookable(at: options.position, in: className)
    return try classObject(named: className).hook(selector: selector, options, advice)
  }

  /// Hooks a value of unknown type, which should be a function, to a message of a class, both given by name.
  ///
  /// Nothing is known of the value here, as where it comes out of a table of `Any`: whether it is a function, and which, is found
  /// out.
  ///
  /// - Throws: ``AspectError``; nothing is changed then.
  @discardableResult
  public static func hook(
    _ className: String, _ selector: Selector, _ options: HookOptions, function: any Sendable
  ) throws(AspectError) -> AspectToken {
    try hook(className, selector, options, BoxedAdvice(function: function))
  }

  /// The class of a name.
  ///
  /// - Throws: ``AspectError/unknownClass(name:near:)`` where none is registered.
  public static func classObject(named name: String) throws(AspectError) -> ClassObject {
    try Registry.locked { registry throws(AspectError) in
      if let found = registry.classesByName[name] { return found }
      throw .unknownClass(name: name, near: NameSuggestion.near(name, in: registry.classesByName.keys))
    }
  }
}

// MARK: - Faults

/// What advice by name does that its message cannot do: results and errors of other types, which show only when it runs.
extension Runtime {
  /// Who hears of faults; nil for the standard error stream.
  private static let listener = VisibleMutex<(@Sendable (AspectError) -> Void)?>(nil)

  /// Has faults of advice by name be told to `listener`, in place of the one before; nil has them written to the standard error
  /// stream.
  ///
  /// A fault is a result that is not the message's, or an error that the message cannot throw, of advice that does not declare
  /// what it returns or throws. What it does to the call depends on where the advice stands:
  ///
  /// - Before, after and around a call: the call goes on as if the advice had returned nothing.
  /// - In place of a call: the original does not run unless the advice itself has proceeded. The call then returns what the
  ///   advice falls back on (``BoxedAdvice/fallingBack(on:)``), nothing where the message returns `Void`, and nil where it returns an
  ///   optional; it throws the fault where it may throw an
  ///   ``AspectError``. Where it can do neither, the program stops with a message that names the class, the selector and the types.
  ///
  /// Advice whose closure declares the message's result, as `(info: AspectInfo) -> Int`, is checked when it is hooked.
  public static func onFault(_ listener: (@Sendable (AspectError) -> Void)?) {
    // Given back outside the lock, since that may run anyone's deinit.
    let former = self.listener.withLock { current in
      let former = current
      current = listener
      return former
    }
    _ = former
  }

  static func report(_ fault: AspectError) {
    if let listener = listener.withLock({ $0 }) { return listener(fault) }
    writeToStandardError("Interception: \(fault)")
  }
}

// MARK: - Faults

/// What an advice by name did that its message cannot do, and that could only be seen when it ran.
extension MessageKind {
  /// Makes a result of a boxed one.
  final func result<Result>(_ value: Any) throws(AspectError) -> Result {
    guard let result = value as? Result else {
      throw resultFault(given: "\(type(of: value))", expected: Result.self)
    }
    return result
  }

  /// The error of a result that is not of the message's type.
  final func resultFault<Result>(given: String, expected: Result.Type) -> AspectError {
    .resultType(class: className, selector: selector, expected: "\(Result.self)", given: given)
  }

  /// An error as one that the message may throw; nil where it is not, and is reported.
  final func own<Failure: Error>(_ error: any Error, as type: Failure.Type) -> Failure? {
    if let own = error as? Failure { return own }
    report(error)
    return nil
  }

  /// Hands an error that the message cannot throw to the listener for faults; returns the fault.
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

// MARK: - Words

/// What is said of a message in errors.
extension MessageKind {
  /// The name of the class that declares the message.
  final var className: String { "\(signature.receiver)" }

  /// Makes the message's arguments of boxed ones.
  final func make<Arguments>(_ values: [Any], as type: Arguments.Type) throws(AspectError) -> Arguments {
    try wording { () throws(ArgumentsMismatch) in try layout.make(values, as: type) }
  }

  /// Runs `body`, and words what it has against arguments as an error of the message.
  final func wording<Value>(_ body: () throws(ArgumentsMismatch) -> Value) throws(AspectError) -> Value {
    do throws(ArgumentsMismatch) {
      return try body()
    } catch {
      switch error {
      case .count(let expected, let given):
        throw .argumentCount(class: className, selector: selector, expected: expected, given: given)
      case .noSuchIndex(let index, let count):
        throw .noSuchArgument(class: className, selector: selector, index: index, count: count)
      case .type(let index, let expected, let given):
        throw .argumentType(class: className, selector: selector, index: index, expected: expected, given: given)
      }
    }
  }
}
