/// Hooks whose advice does not know the message's types.
extension MessageKind {
  /// Has a boxed advice run in calls of this message, on objects of a class and of the classes below.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public final func hook(
    _ advice: BoxedAdvice, at position: AdvicePosition, on classObject: ClassObject, options: AspectOptions = []
  ) throws(AspectError) -> AspectToken {
    try hook(advice.erased, at: position, options, stated: classObject) { _ in classObject }
  }

  /// Has a boxed advice run in calls of this message, on one object.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public final func hook(
    _ advice: BoxedAdvice, at position: AdvicePosition, on object: InterceptableObject, options: AspectOptions = []
  ) throws(AspectError) -> AspectToken {
    try hook(advice.erased, at: position, on: object, options)
  }

  /// Has an advice run on one object, where it may be used: it need not be Sendable.
  final func hook(
    _ advice: ErasedAdvice, at position: AdvicePosition, on object: InterceptableObject, _ options: AspectOptions
  ) throws(AspectError) -> AspectToken {
    try hook(advice, at: position, options, stated: object.statedClass) { object.personalClass(in: &$0) }
  }

  /// The checks in their order, then the books.
  private final func hook(
    _ advice: ErasedAdvice, at position: AdvicePosition, _ options: AspectOptions, stated: ClassObject,
    in level: (inout Registry) -> ClassObject
  ) throws(AspectError) -> AspectToken {
    try selector.checkHookable(at: position, in: stated.name)
    return try Registry.locked { registry throws(AspectError) in
      try stated.checkResponds(to: self)
      let level = level(&registry)
      try level.checkPolicy(selector, options.policy)
      try check(advice, at: position, in: stated)
      return try install(advice, at: position, in: level, options, &registry)
    }
  }

  /// Whether the advice's types fit.
  private final func check(
    _ advice: ErasedAdvice, at position: AdvicePosition, in classObject: ClassObject
  ) throws(AspectError) {
    guard let types = advice.types, !types.fit(self, at: position) else { return }
    throw .incompatibleSignature(
      class: classObject.name, selector: selector,
      expected: AdviceTypes(allThat: self, mayTakeAt: position).description, given: types.description)
  }
}

extension TypedMessageKind {
  /// Advice by name as one that knows the message's types.
  func body(of advice: ErasedAdvice, at position: AdvicePosition) -> Advice.Body {
    let mayThrow = Failure.self != Never.self && advice.types?.failure != Never.self
    switch position {
    case .before:
      let point = BeforeJoinPoint<Receiver, Arguments, Failure>(self, position, advice)
      return mayThrow
        ? .throwingBefore { call throws(Failure) in try point.runOrThrow(&call) } : .before { point.run(&$0) }
    case .after, .afterReturning, .afterThrowing:
      let point = AfterJoinPoint<Receiver, Arguments, Result, Failure>(self, position, advice)
      return .after { point.run(&$0) }
    case .around, .instead:
      let point = AroundJoinPoint<Receiver, Arguments, Result, Failure>(self, position, advice)
      let body: AroundNode<Receiver, Arguments, Result, Failure>.Body = { call throws(Failure) in
        try point.run(&call)
      }
      return position == .around ? .around(body) : .instead(body)
    }
  }
}
