/// Hooks by name, checked at run time, as configuration and tools need them.
///
/// A class is found by its name from its registration on: when its first object is made, or ``ClassObject/of(_:)`` is asked for it.
///
/// ```swift
/// try Runtime.hook("Account", "deposit(_:)", [.before, .automaticRemoval]) { (info: AspectInfo, amount: Int) in
///   print("depositing", amount)
/// }
/// ```
public enum Runtime {
  /// Has an advice run in calls of a message of a class, both given by name.
  ///
  /// The advice takes nothing, or an ``AspectInfo`` and then as many of the message's arguments as it likes, in order. Around a call
  /// and in its place it returns the message's result, or `Any`; elsewhere nothing. It may throw what the message throws; around a
  /// call and in its place also whatever it proceeds to throws, untyped.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public static func hook<each Parameter, Output, Failure: Error>(
    _ className: String, _ selector: Selector, _ options: HookOptions,
    advice: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Output
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
    let classObject = try classObject(named: className)
    return try classObject.respondingMessage(selector)
      .hook(advice, at: options.position, on: classObject, options: options.options)
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

extension ClassObject {
  /// The message of a name, as this class has it or inherits it.
  ///
  /// - Throws: ``AspectError/doesNotRespond(class:selector:near:)`` where there is none.
  func respondingMessage(_ selector: Selector) throws(AspectError) -> MessageKind {
    try Registry.locked { _ throws(AspectError) in
      if let known = knownMessage(selector) { return known }
      let names = Set(lineage.flatMap { $0.declared.keys }.map(\.name))
      let near = NameSuggestion.near(selector.name, in: names).map { Selector($0) }
      throw .doesNotRespond(class: name, selector: selector, near: near)
    }
  }
}
