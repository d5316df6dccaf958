extension ClassObject {
  /// Gives this class its own implementation of a message, from which the superclass's can be called.
  ///
  /// It takes the place of an earlier one. Hooks on this class run around it, hooks on a class above when it calls up.
  ///
  /// - Throws: ``AspectError/doesNotRespond(class:selector:)`` where the message is of another class, and
  ///   ``AspectError/incompatibleSignature(class:selector:expected:given:)`` where its name has other types here.
  public func override<Receiver, Arguments, Result, Failure>(
    _ message: ThrowingMessage<Receiver, Arguments, Result, Failure>,
    with implementation:
      @escaping @Sendable (
        inout OverrideCall<Receiver, Arguments, Result, Failure>
      ) throws(Failure) -> Result
  ) throws(AspectError) {
    let kind = TypedMessageKind(message)
    try Registry.locked { registry throws(AspectError) in
      try checkResponds(to: message)
      try setOverride(implementation, of: kind, in: &registry)
    }
  }

  /// Takes this class's own implementation of a message away, so that it inherits; answers whether there was one.
  @discardableResult
  public func removeOverride<Receiver, Arguments, Result, Failure>(
    of message: ThrowingMessage<Receiver, Arguments, Result, Failure>
  ) -> Bool {
    let kind = TypedMessageKind(message)
    return Registry.locked { removeOverride(of: kind, in: &$0) }
  }

  /// Whether this class has its own implementation of a message, made at run time.
  public func overrides(_ selector: Selector) -> Bool {
    Registry.locked { _ in books[selector]?.hasOverride ?? false }
  }

  func setOverride<Advice, Override>(
    _ implementation: Override, of kind: AdvisedMessageKind<Advice, Override>, in registry: inout Registry
  ) throws(AspectError) {
    let book = try book(of: kind)
    book.override = implementation
    books[kind.selector] = book
    rebuild(kind, in: &registry)
  }

  func removeOverride<Advice, Override>(
    of kind: AdvisedMessageKind<Advice, Override>, in registry: inout Registry
  ) -> Bool {
    guard let book = books[kind.selector] as? TypedLevelBook<Advice, Override>, book.override != nil else {
      return false
    }
    book.override = nil
    if book.isEmpty { books[kind.selector] = nil }
    rebuild(kind, in: &registry)
    return true
  }

  /// A message that has been found by name belongs to the class that declares it and to those below.
  func checkResponds(to kind: MessageKind) throws(AspectError) {
    guard !isDisposed, stated.belongsHere(kind) else {
      throw .doesNotRespond(class: stated.name, selector: kind.selector)
    }
  }

  /// A message belongs to the class that declares it and to those below.
  func checkResponds<Receiver, Arguments, Result, Failure>(
    to message: ThrowingMessage<Receiver, Arguments, Result, Failure>
  ) throws(AspectError) {
    try checkResponds(Receiver.self, to: message.selector)
  }

  func checkResponds<Receiver: InterceptableObject>(
    _: Receiver.Type, to selector: Selector
  ) throws(AspectError) {
    guard case .declared(let type) = stated.role, type is Receiver.Type, !isDisposed else {
      throw .doesNotRespond(class: stated.name, selector: selector)
    }
  }
}
