/// Hooks on a class, which run for all its objects and those of its subclasses.
///
/// The class is the one that declares the message, or the subclass passed as `on`.
extension ThrowingMessage {
  /// Hooks advice to the message in a class.
  ///
  /// The position determines the closure's parameter and its return type; see ``Position``. Advice on a throwing
  /// message may throw too, and then declares the error type: `{ call throws(AccountError) in … }`.
  ///
  /// - Throws: ``AspectError``; nothing is changed then.
  @discardableResult
  public func hook<Call: ~Copyable, Output>(
    on type: Receiver.Type = Receiver.self, _ position: Position<Call, Output>, _ options: AspectOptions = [],
    advice: @escaping @Sendable (inout Call) throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(AdviceFunction(advice), at: position, on: level(of: type), options)
  }

  /// Hooks main-actor advice, which can access the receiver's state, to a main-actor message in a class.
  ///
  /// ```swift
  /// try Screen.draw.hook(mainActor: .after) { call in print(call.receiver.title) }
  /// ```
  ///
  /// - Throws: ``AspectError``; nothing is changed then. The error is ``AspectError/notOnMainActor(class:selector:)``
  ///   if the message wasn't declared with `mainActor:`.
  @discardableResult
  public func hook<Call: ~Copyable, Output>(
    on type: Receiver.Type = Receiver.self, mainActor position: Position<Call, Output>, _ options: AspectOptions = [],
    advice: @escaping @MainActor @Sendable (inout Call) throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    let classObject = level(of: type)
    try checkOnMainActor(in: classObject)
    return try install(AdviceFunction.onMainActor(advice), at: position, on: classObject, options)
  }

  /// Returns the class object to hook: that of `type`, or for a class message, that of its owner's class side.
  func level(of type: Receiver.Type) -> ClassObject {
    owner?().classSide.classObject ?? ClassObject.of(type)
  }

  func install<Call: ~Copyable, Output>(
    _ advice: AdviceFunction<Call, Output, Failure>, at position: Position<Call, Output>,
    on classObject: ClassObject, _ options: AspectOptions
  ) throws(AspectError) -> AspectToken {
    try classObject.install(position.maker(advice), at: position.position, of: TypedMessageKind(self), options)
  }

  /// Throws if the message may be sent from outside the main actor.
  func checkOnMainActor(in classObject: ClassObject) throws(AspectError) {
    guard traits.contains(.mainActor) else {
      throw .notOnMainActor(class: classObject.name, selector: selector)
    }
  }
}

// MARK: - Position

extension ThrowingMessage {
  /// The point in a call at which an advice runs, with the types of the advice's parameter and result.
  ///
  /// ```swift
  /// try Account.deposit.hook(.before) { call in call.arguments += 1 }
  /// try Account.deposit.hook(.around) { call in call.proceed() }
  /// ```
  public struct Position<Call: ~Copyable, Output>: Sendable {
    typealias Function = AdviceFunction<Call, Output, Failure>

    let position: AdvicePosition
    let maker: @Sendable (Function) -> AdviceMaker

    init(
      _ position: AdvicePosition,
      _ maker: @escaping @Sendable (Function) -> AdviceMaker = { advice in { AdviceNode(advice, $0, $1) } }
    ) {
      self.position = position
      self.maker = maker
    }
  }
}

extension ThrowingMessage.Position where Call == BeforeCall<Receiver, Arguments>, Output == Void {
  /// Before the implementation; the advice may change the arguments.
  public static var before: Self { Self(.before) }
}

extension ThrowingMessage.Position
where Call == AfterCall<Receiver, Arguments, Result, Failure>, Output == Void {
  /// After the implementation, whether it returned or threw; the advice may replace the outcome.
  public static var after: Self { Self(.after) }
}

extension ThrowingMessage.Position where Call == ReturnedCall<Receiver, Arguments, Result>, Output == Void {
  /// After the implementation if the call returns; the advice may replace the result.
  public static var afterReturning: Self { Self(.afterReturning) }
}

extension ThrowingMessage.Position where Call == ThrownCall<Receiver, Arguments, Failure>, Output == Void {
  /// After the implementation if the call throws; the advice may replace the error.
  public static var afterThrowing: Self {
    Self(.afterThrowing) { advice in
      let body = AdviceFunction<AfterCall<Receiver, Arguments, Result, Failure>, Void, Failure> {
        call throws(Failure) in
        guard let error = call.failure else { return }
        var thrown = Call(target: call.target, arguments: call.arguments, error: error)
        try advice(&thrown)
        call.outcome = .failure(thrown.error)
      }
      return { AdviceNode(body, $0, $1) }
    }
  }
}

extension ThrowingMessage.Position
where Call == AroundCall<Receiver, Arguments, Result, Failure>, Output == Result {
  /// In place of the implementation; the advice returns the result.
  public static var instead: Self { Self(.instead) }

  /// Around the implementation; the advice may proceed any number of times, and returns the result.
  public static var around: Self { Self(.around) }
}

@available(*, unavailable, message: "the position comes first, and then the options: hook(.before, [.named(\"log\")])")
extension ThrowingMessage.Position: ExpressibleByArrayLiteral
where Call == BeforeCall<Receiver, Arguments>, Output == Void {
  /// Produces a compiler error that explains how to write the position and the options.
  public init(arrayLiteral elements: HookOptions...) {
    preconditionFailure("the position comes first, and then the options")
  }
}

// MARK: - Hook

/// Hooks of asynchronous messages on a class, which run for all its objects and those of its subclasses.
///
/// The class is the one that declares the message, or the subclass passed as `on`.
extension AsyncThrowingMessage {
  /// Hooks an advice that may suspend, and that runs in the sender's isolation, to the message in a class.
  ///
  /// The position determines the closure's parameter and its return type; see ``Position``. Advice on a throwing
  /// message may throw too, and then declares the error type: `{ call async throws(DiskError) in … }`.
  ///
  /// - Throws: ``AspectError``; nothing is changed then.
  @discardableResult
  public func hook<Call: ~Copyable, Output>(
    on type: Receiver.Type = Receiver.self, _ position: Position<Call, Output>, _ options: AspectOptions = [],
    advice: nonisolated(nonsending) @escaping @Sendable (inout Call) async throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    try install(AsyncAdviceFunction(advice), at: position, on: level(of: type), options)
  }

  /// Hooks main-actor advice, which can access the receiver's state, to a main-actor message in a class.
  ///
  /// - Throws: ``AspectError``; nothing is changed then. The error is ``AspectError/notOnMainActor(class:selector:)``
  ///   if the message wasn't declared with `mainActor:`.
  @discardableResult
  public func hook<Call: ~Copyable, Output>(
    on type: Receiver.Type = Receiver.self, mainActor position: Position<Call, Output>, _ options: AspectOptions = [],
    advice: @escaping @MainActor @Sendable (inout Call) async throws(Failure) -> Output
  ) throws(AspectError) -> AspectToken {
    let classObject = level(of: type)
    try checkOnMainActor(in: classObject)
    return try install(AsyncAdviceFunction.onMainActor(advice), at: position, on: classObject, options)
  }

  /// Returns the class object to hook: that of `type`, or for a class message, that of its owner's class side.
  func level(of type: Receiver.Type) -> ClassObject {
    owner?().classSide.classObject ?? ClassObject.of(type)
  }

  func install<Call: ~Copyable, Output>(
    _ advice: AsyncAdviceFunction<Call, Output, Failure>, at position: Position<Call, Output>,
    on classObject: ClassObject, _ options: AspectOptions
  ) throws(AspectError) -> AspectToken {
    try classObject.install(position.maker(advice), at: position.position, of: TypedAsyncMessageKind(self), options)
  }

  /// Throws if the message may be sent from outside the main actor.
  func checkOnMainActor(in classObject: ClassObject) throws(AspectError) {
    guard traits.contains(.mainActor) else {
      throw .notOnMainActor(class: classObject.name, selector: selector)
    }
  }
}

// MARK: - Position (AsyncThrowingMessage)

extension AsyncThrowingMessage {
  /// The point in a call at which an advice runs, with the types of the advice's parameter and result.
  public struct Position<Call: ~Copyable, Output>: Sendable {
    typealias Function = AsyncAdviceFunction<Call, Output, Failure>

    let position: AdvicePosition
    let maker: @Sendable (Function) -> AdviceMaker

    init(
      _ position: AdvicePosition,
      _ maker: @escaping @Sendable (Function) -> AdviceMaker = { advice in { AsyncAdviceNode(advice, $0, $1) } }
    ) {
      self.position = position
      self.maker = maker
    }
  }
}

extension AsyncThrowingMessage.Position where Call == BeforeCall<Receiver, Arguments>, Output == Void {
  /// Before the implementation; the advice may change the arguments.
  public static var before: Self { Self(.before) }
}

extension AsyncThrowingMessage.Position
where Call == AfterCall<Receiver, Arguments, Result, Failure>, Output == Void {
  /// After the implementation, whether it returned or threw; the advice may replace the outcome.
  public static var after: Self { Self(.after) }
}

extension AsyncThrowingMessage.Position where Call == ReturnedCall<Receiver, Arguments, Result>, Output == Void {
  /// After the implementation if the call returns; the advice may replace the result.
  public static var afterReturning: Self { Self(.afterReturning) }
}

extension AsyncThrowingMessage.Position where Call == ThrownCall<Receiver, Arguments, Failure>, Output == Void {
  /// After the implementation if the call throws; the advice may replace the error.
  public static var afterThrowing: Self {
    Self(.afterThrowing) { advice in
      let body = AsyncAdviceFunction<AfterCall<Receiver, Arguments, Result, Failure>, Void, Failure> {
        call async throws(Failure) in
        guard let error = call.failure else { return }
        var thrown = Call(target: call.target, arguments: call.arguments, error: error)
        try await advice(&thrown)
        call.outcome = .failure(thrown.error)
      }
      return { AsyncAdviceNode(body, $0, $1) }
    }
  }
}

extension AsyncThrowingMessage.Position
where Call == AsyncAroundCall<Receiver, Arguments, Result, Failure>, Output == Result {
  /// In place of the implementation; the advice returns the result.
  public static var instead: Self { Self(.instead) }

  /// Around the implementation; the advice may proceed any number of times, and returns the result.
  public static var around: Self { Self(.around) }
}

@available(*, unavailable, message: "the position comes first, and then the options: hook(.before, [.named(\"log\")])")
extension AsyncThrowingMessage.Position: ExpressibleByArrayLiteral
where Call == BeforeCall<Receiver, Arguments>, Output == Void {
  /// Produces a compiler error that explains how to write the position and the options.
  public init(arrayLiteral elements: HookOptions...) {
    preconditionFailure("the position comes first, and then the options")
  }
}
