/// Hooks whose advice does not know the message's types.
extension MessageKind {
  /// Has a boxed advice run in calls of this message, on objects of a class and of the classes below.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public final func hook(
    _ advice: BoxedAdvice, at position: AdvicePosition, on classObject: ClassObject, options: AspectOptions = []
  ) throws(AspectError) -> AspectToken {
    try hook(advice.source, at: position, options, stated: classObject) { _ in classObject }
  }

  /// Has a boxed advice run in calls of this message, on one object.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
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
