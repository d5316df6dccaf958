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
  /// - Throws: ``AspectError``; nothing is changed then.
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

  /// Has a boxed advice run in calls of a message on this object, given by name.
  ///
  /// - Throws: ``AspectError``; nothing is changed then.
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
  /// - Throws: ``AspectError``; nothing is changed then.
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

/// Where an advice by name stands, and how it is installed: a position and ``AspectOptions`` in one list.
///
/// ```swift
/// try Runtime.hook("Account", "deposit(_:)", [.before, .automaticRemoval, .named("log")]) { (info: AspectInfo) in … }
/// ```
public struct HookOptions: Sendable, Hashable, ExpressibleByArrayLiteral {
  private var statedPosition: AdvicePosition?
  /// How the advice is installed.
  public var options: AspectOptions

  /// Where the advice stands; after the call, as in Aspects, where nothing is said.
  public var position: AdvicePosition {
    get { statedPosition ?? .after }
    set { statedPosition = newValue }
  }

  /// Joins a position with options.
  public init(_ position: AdvicePosition, _ options: AspectOptions = []) {
    statedPosition = position
    self.options = options
  }

  /// Takes options that say no position.
  public init(_ options: AspectOptions) {
    self.options = options
  }

  /// Joins lists; what a later one says replaces what an earlier one said.
  public init(arrayLiteral elements: HookOptions...) {
    options = AspectOptions(joining: elements.map(\.options))
    statedPosition = elements.lazy.compactMap(\.statedPosition).last
  }
}

/// The words of which a list is made.
extension HookOptions {
  /// Ahead of the implementation.
  public static var before: HookOptions { HookOptions(AdvicePosition.before) }
  /// Behind the implementation, whether it returned or threw.
  public static var after: HookOptions { HookOptions(AdvicePosition.after) }
  /// Behind the implementation when the call returns.
  public static var afterReturning: HookOptions { HookOptions(AdvicePosition.afterReturning) }
  /// Behind the implementation when the call throws.
  public static var afterThrowing: HookOptions { HookOptions(AdvicePosition.afterThrowing) }
  /// In place of the implementation.
  public static var instead: HookOptions { HookOptions(AdvicePosition.instead) }
  /// Around the implementation.
  public static var around: HookOptions { HookOptions(AdvicePosition.around) }

  /// The aspect runs in at most one call, and is then removed.
  public static var automaticRemoval: HookOptions { HookOptions(AspectOptions.automaticRemoval) }
  /// On the way from the class to the root, the message may be hooked in this class only.
  public static var exclusive: HookOptions { HookOptions(AspectOptions.exclusive) }
  /// The classes above and below may have hooked the message too, which is the default.
  public static var layered: HookOptions { HookOptions(AspectOptions.layered) }
  /// The advice runs in the task of the scope that is open, and in those that it starts.
  public static var scoped: HookOptions { HookOptions(AspectOptions.scoped) }
  /// Gives the aspect a name.
  public static func named(_ name: String) -> HookOptions { HookOptions(AspectOptions.named(name)) }
  /// The aspect runs before those of lower priority at its level.
  public static func priority(_ priority: Int) -> HookOptions { HookOptions(AspectOptions.priority(priority)) }
}

// MARK: - Hook by name

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
  /// - Throws: ``AspectError``; nothing is changed then.
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

  /// Hooks a boxed advice to a message of this class, given by name.
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

/// Hooks whose advice does not know the message's types.
extension MessageKind {
  /// Has a boxed advice run in calls of this message, on objects of a class and of the classes below.
  ///
  /// - Throws: ``AspectError``; nothing is changed then.
  @discardableResult
  public final func hook(
    _ advice: BoxedAdvice, at position: AdvicePosition, on classObject: ClassObject, options: AspectOptions = []
  ) throws(AspectError) -> AspectToken {
    try hook(advice.source, at: position, options, stated: classObject) { _ in classObject }
  }

  /// Has a boxed advice run in calls of this message, on one object.
  ///
  /// - Throws: ``AspectError``; nothing is changed then.
  @discardableResult
  public final func hook(
    _ advice: BoxedAdvice, at position: AdvicePosition, on object: InterceptableObject, options: AspectOptions = []
  ) throws(AspectError) -> AspectToken {
    try hook(advice.source, at: position, on: object, options)
  }

  /// Hooks an advice on one object, where it may be used: it need not be Sendable.
  final func hook(
    _ advice: AdviceSource, at position: AdvicePosition, on object: InterceptableObject, _ options: AspectOptions
  ) throws(AspectError) -> AspectToken {
    try hook(advice, at: position, options, stated: object.statedClass) { object.personalClass(in: &$0) }
  }

  /// The checks in their order, then the books.
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
      return try install(advice, at: position, in: level, options, &registry)
    }
  }
}

// MARK: - Responding

/// Finding messages for those who have names only.
extension ClassObject {
  /// The message of a name, as this class has it or inherits it.
  ///
  /// - Throws: ``AspectError/doesNotRespond(class:selector:near:)`` where there is none.
  func respondingMessage(_ selector: Selector) throws(AspectError) -> MessageKind {
    guard let known = message(selector) else { throw doesNotRespond(to: selector) }
    return known
  }

  /// The error of a class that lacks a message; it suggests names that the class has.
  func doesNotRespond(to selector: Selector) -> AspectError {
    if Selector.deallocationElsewhere.contains(selector) {
      return .doesNotRespond(class: name, selector: selector, near: [.deallocation])
    }
    let names = Registry.locked { _ in Set(lineage.flatMap { $0.declared.keys.map(\.name) }) }
    let near = NameSuggestion.near(selector.name, in: names).map { Selector($0) }
    return .doesNotRespond(class: name, selector: selector, near: near)
  }
}
