/// Hooks on a class: they run for every object of it and of the classes below.
///
/// The class is the one that declares the message, or the subclass that stands behind `on`.
extension ThrowingMessage {
  /// Hooks an advice before the message's implementation; it may change the arguments.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func hook(
    on type: Receiver.Type = Receiver.self, _ position: AdvicePosition.Before, _ options: AspectOptions = [],
    advice: @escaping @Sendable (inout BeforeCall<Receiver, Arguments>) -> Void
  ) throws(AspectError) -> AspectToken {
    try install(.before(advice), at: .before, on: level(of: type), options)
  }

  /// Hooks an advice after the message's implementation, whether it returned or threw; it may replace the outcome.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func hook(
    on type: Receiver.Type = Receiver.self, _ position: AdvicePosition.After, _ options: AspectOptions = [],
    advice: @escaping @Sendable (inout AfterCall<Receiver, Arguments, Result, Failure>) -> Void
  ) throws(AspectError) -> AspectToken {
    try install(.after(advice), at: .after, on: level(of: type), options)
  }

  /// Hooks an advice after the message's implementation when the call returns; it may replace the result.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func hook(
    on type: Receiver.Type = Receiver.self, _ position: AdvicePosition.AfterReturning, _ options: AspectOptions = [],
    advice: @escaping @Sendable (inout ReturnedCall<Receiver, Arguments, Result>) -> Void
  ) throws(AspectError) -> AspectToken {
    try install(.afterReturning(advice), at: .afterReturning, on: level(of: type), options)
  }

  /// Hooks an advice after the message's implementation when the call throws; it may replace the error.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func hook(
    on type: Receiver.Type = Receiver.self, _ position: AdvicePosition.AfterThrowing, _ options: AspectOptions = [],
    advice: @escaping @Sendable (inout ThrownCall<Receiver, Arguments, Failure>) -> Void
  ) throws(AspectError) -> AspectToken {
    try install(.afterThrowing(advice), at: .afterThrowing, on: level(of: type), options)
  }

  /// Hooks an advice in place of the message's implementation.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func hook(
    on type: Receiver.Type = Receiver.self, _ position: AdvicePosition.Instead, _ options: AspectOptions = [],
    advice: @escaping @Sendable (inout AroundCall<Receiver, Arguments, Result, Failure>) -> Result
  ) throws(AspectError) -> AspectToken {
    try install(.instead(advice), at: .instead, on: level(of: type), options)
  }

  /// Hooks an advice around the message's implementation.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func hook(
    on type: Receiver.Type = Receiver.self, _ position: AdvicePosition.Around, _ options: AspectOptions = [],
    advice: @escaping @Sendable (inout AroundCall<Receiver, Arguments, Result, Failure>) -> Result
  ) throws(AspectError) -> AspectToken {
    try install(.plainAround(advice), at: .around, on: level(of: type), options)
  }

  /// The class of receivers that are hooked; of a message of a class itself, whose receivers are all of one type, its owner's.
  func level(of type: Receiver.Type) -> ClassObject {
    owner?().classSide.classObject ?? ClassObject.of(type)
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
