/// A target of advice as the compiler sees it for hooks that don't require Sendable advice; see ``HookTarget``.
///
/// A hook that a ``HookTarget`` has itself is preferred to one of this protocol. Don't add conformances.
public protocol AnyHookTarget: AnyObject {
  /// The declared class of an object; a class object itself.
  var statedClass: ClassObject { get }
}

/// What advice can be hooked on: a single object, or a class object for all its objects.
///
/// Don't add conformances.
public protocol HookTarget: AnyHookTarget {}

extension InterceptableObject: HookTarget {}

extension ClassObject: HookTarget {
  /// This class object.
  public var statedClass: ClassObject { self }
}

extension AnyHookTarget {
  /// Performs the checks of a hook in order, and installs its advice; `make` is called after the other checks.
  func install(
    _ make: @autoclosure () throws(AspectError) -> AdviceMaker, at position: AdvicePosition, of kind: MessageKind,
    _ options: AspectOptions, isObserver: Bool = false, onMainActor: Bool = false
  ) throws(AspectError) -> AspectToken {
    let stated = statedClass
    if onMainActor, !kind.traits.contains(.mainActor) {
      throw .notOnMainActor(class: stated.name, selector: kind.selector)
    }
    try kind.selector.checkHookable(at: position, in: stated.name)
    return try Registry.locked { registry throws(AspectError) in
      try stated.checkResponds(to: kind)
      let level = (self as? InterceptableObject)?.personalClass(in: &registry) ?? stated
      return try level.install(
        try make(), at: position, of: kind, options: options, isObserver: isObserver, in: &registry)
    }
  }

  func install<Message: SynchronousMessage, Call: ~Copyable, Output>(
    _ advice: AdviceFunction<Call, Output, Message.Failure>, at position: HookPosition<Message, Call, Output>,
    of message: Message, _ options: AspectOptions, onMainActor: Bool = false
  ) throws(AspectError) -> AspectToken {
    try install(
      advice.maker(for: Message.self, at: position.position), at: position.position, of: message.kinds[0], options,
      onMainActor: onMainActor)
  }

  func install<Message: AsynchronousMessage, Call: ~Copyable, Output>(
    _ advice: AsyncAdviceFunction<Call, Output, Message.Failure>, at position: HookPosition<Message, Call, Output>,
    of message: Message, _ options: AspectOptions, onMainActor: Bool = false
  ) throws(AspectError) -> AspectToken {
    try install(
      advice.maker(for: Message.self, at: position.position), at: position.position, of: message.kinds[0], options,
      onMainActor: onMainActor)
  }
}

extension AdviceFunction where Call: ~Copyable {
  /// Returns a function that makes the installed advice.
  func maker<Message: SynchronousMessage>(
    for message: Message.Type, at position: AdvicePosition
  ) -> AdviceMaker where Message.Failure == Failure {
    typealias Thrown = ThrownCall<Message.Receiver, Message.Arguments, Failure>
    typealias After = AfterCall<Message.Receiver, Message.Arguments, Message.Result, Failure>
    guard position == .afterThrowing, let advice = self as? AdviceFunction<Thrown, Void, Failure> else {
      return { AdviceNode(self, $0, $1) }
    }
    let body = AdviceFunction<After, Void, Failure> { call throws(Failure) in
      guard let error = call.failure else { return }
      var thrown = Thrown(target: call.target, arguments: call.arguments, error: error)
      try advice(&thrown)
      call.outcome = .failure(thrown.error)
    }
    return { AdviceNode(body, $0, $1) }
  }
}

extension AsyncAdviceFunction where Call: ~Copyable {
  /// Returns a function that makes the installed advice.
  func maker<Message: AsynchronousMessage>(
    for message: Message.Type, at position: AdvicePosition
  ) -> AdviceMaker where Message.Failure == Failure {
    typealias Thrown = ThrownCall<Message.Receiver, Message.Arguments, Failure>
    typealias After = AfterCall<Message.Receiver, Message.Arguments, Message.Result, Failure>
    guard position == .afterThrowing, let advice = self as? AsyncAdviceFunction<Thrown, Void, Failure> else {
      return { AdviceNode(self, $0, $1) }
    }
    let body = AsyncAdviceFunction<After, Void, Failure> { call async throws(Failure) in
      guard let error = call.failure else { return }
      var thrown = Thrown(target: call.target, arguments: call.arguments, error: error)
      try await advice(&thrown)
      call.outcome = .failure(thrown.error)
    }
    return { AdviceNode(body, $0, $1) }
  }
}

// MARK: - Listing

/// Queries about the installed aspects of an object or a class, in the order in which they run.
extension AnyHookTarget {
  /// The aspects hooked on this class, or on this object alone, by message; without those of other levels.
  public var aspects: [Aspect] { Registry.locked { _ in ownLevel?.ownAspects ?? [] } }

  /// Returns the aspects that run when this object, or an object of this class, receives a message, in running order.
  public func aspects(of selector: Selector) -> [Aspect] {
    Registry.locked { _ in currentLevel.runningOrder(of: selector).compactMap { $0 as? Aspect } }
  }

  /// Returns a description of the aspects that run for a message: a line each, in running order.
  ///
  /// If something known to the runtime replaces the original, a line within the list says so: an implementation
  /// installed at run time, or a message that a subclass declares under the same name. See <doc:OrderAndRemoval>.
  public func explain(_ selector: Selector) -> String {
    Registry.locked { _ in currentLevel.runningOrder(of: selector).map(\.description).joined(separator: "\n") }
  }

  /// Returns the same description for a message by its constant; for a property, of its getter and then its setter.
  public func explain(_ message: some InterceptableMessage) -> String {
    message.kinds.map { explain($0.selector) }.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Removes all aspects of this class, or of this object alone, with the given name; returns their number.
  @discardableResult
  public func removeAspects(named name: String) -> Int {
    Registry.locked { registry in
      var removal = AspectRemoval()
      defer { removal.finish(in: &registry) }
      return ownLevel.map { removal.removeAll(named: name, from: $0, in: &registry) } ?? 0
    }
  }

  /// The class object in which messages to this object, or to objects of this class, are looked up.
  private var currentLevel: ClassObject { (self as? InterceptableObject)?.currentClass ?? statedClass }

  /// The class object that has the hooks on this class, or on this object alone; nil if the object has none.
  private var ownLevel: ClassObject? { self is ClassObject || currentLevel.isPersonal ? currentLevel : nil }
}
