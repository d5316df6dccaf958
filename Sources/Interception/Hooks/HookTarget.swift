/// What advice can be hooked on: a single object, or a class object for all its objects.
///
/// Don't add conformances.
public protocol HookTarget: AnyObject {
  /// The declared class of an object; a class object itself.
  var statedClass: ClassObject { get }
}

extension InterceptableObject: HookTarget {}

extension ClassObject: HookTarget {
  /// This class object.
  public var statedClass: ClassObject { self }
}

extension HookTarget {
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
