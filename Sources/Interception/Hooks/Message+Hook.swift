/// Hooks on a class: they run for every object of it and of the classes below.
///
/// The class is the one that declares the message, or the subclass that is given as `on`.
extension ThrowingMessage {
  /// Hooks an advice to the message in a class.
  ///
  /// What the closure is given and what it returns depends on the position; see ``Position``. An advice on a message that throws
  /// may throw too, which its closure says: `{ call throws(AccountError) in … }`.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func hook<Call: ~Copyable, Output>(
    on type: Receiver.Type = Receiver.self, _ position: Position<Call, Output>, _ options: AspectOptions = [],
    advice: @escaping @Sendable (inout Call) throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(AdviceFunction(advice), at: position, on: level(of: type), options)
  }

  /// Hooks advice that runs on the main actor, and so reaches the receiver's state, to a message of the main actor in a class.
  ///
  /// ```swift
  /// try Screen.draw.hook(mainActor: .after) { call in print(call.receiver.title) }
  /// ```
  ///
  /// - Throws: ``AspectError``; then nothing has changed. It is ``AspectError/notOnMainActor(class:selector:)`` where the message
  ///   was not made with `mainActor:`, and may be sent from anywhere.
  @discardableResult
  public func hook<Call: ~Copyable, Output>(
    on type: Receiver.Type = Receiver.self, mainActor position: Position<Call, Output>, _ options: AspectOptions = [],
    advice: @escaping @MainActor @Sendable (inout Call) throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    let classObject = level(of: type)
    try checkOnMainActor(in: classObject)
    return try install(AdviceFunction.onMainActor(advice), at: position, on: classObject, options)
  }

  /// The class of receivers that are hooked; of a message of a class itself, whose receivers are all of one type, its owner's.
  func level(of type: Receiver.Type) -> ClassObject {
    owner?().classSide.classObject ?? ClassObject.of(type)
  }

  func install<Call: ~Copyable, Output>(
    _ advice: AdviceFunction<Call, Output, Failure>, at position: Position<Call, Output>,
    on classObject: ClassObject, _ options: AspectOptions
  ) throws(AspectError) -> AspectToken {
    try install(position.body(advice), at: position.position, on: classObject, options)
  }

  func install(
    _ body: TypedAdvice<Receiver, Arguments, Result, Failure>.Body, at position: AdvicePosition,
    on classObject: ClassObject, _ options: AspectOptions
  ) throws(AspectError) -> AspectToken {
    let kind = TypedMessageKind(self)
    try kind.checkHookable(at: position, in: classObject)
    return try Registry.locked { registry throws(AspectError) in
      try classObject.checkResponds(to: self)
      return try classObject.install(body, at: position, of: kind, options: options, in: &registry)
    }
  }

  /// Refuses advice of the main actor on a message that may be sent from anywhere.
  func checkOnMainActor(in classObject: ClassObject) throws(AspectError) {
    guard traits.contains(.mainActor) else {
      throw .notOnMainActor(class: classObject.name, selector: selector)
    }
  }
}

extension MessageKind {
  /// The checks that need no books.
  func checkHookable(at position: AdvicePosition, in classObject: ClassObject) throws(AspectError) {
    try selector.checkHookable(at: position, in: classObject.name)
  }
}

extension Selector {
  /// The checks that need no class.
  func checkHookable(at position: AdvicePosition, in className: String) throws(AspectError) {
    if Selector.blacklist.contains(self) { throw .selectorBlacklisted(class: className, selector: self) }
    if self == .deallocation, position != .before {
      throw .deallocationPosition(class: className, selector: self, position: position)
    }
  }
}
