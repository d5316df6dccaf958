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
  /// - Throws: ``AspectError``; then nothing has changed.
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
  /// - Throws: ``AspectError``; then nothing has changed.
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
  /// - Throws: ``AspectError``; then nothing has changed.
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
  /// - Throws: ``AspectError``; then nothing has changed.
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
