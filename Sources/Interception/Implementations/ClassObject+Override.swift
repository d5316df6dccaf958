extension ClassObject {
  /// Installs an implementation of a message in this class, which can call the superclass's implementation.
  ///
  /// It replaces an earlier one. Hooks on this class run around it; hooks on a superclass run when it calls
  /// `callSuper()`.
  ///
  /// - Throws: ``AspectError/doesNotRespond(class:selector:near:)`` if the message belongs to another class, and
  ///   ``AspectError/incompatibleSignature(class:selector:expected:given:)`` if a message of this name has other types
  ///   here.
  public func override<Receiver, Arguments, Result, Failure>(
    _ message: ThrowingMessage<Receiver, Arguments, Result, Failure>,
    with implementation:
      @escaping @Sendable (
        inout OverrideCall<Receiver, Arguments, Result, Failure>
      ) throws(Failure) -> Result
  ) throws(AspectError) {
    let new = Registry.locked { _ in Implementation(of: message, in: self, implementation) }
    try replaceImplementation(of: message, with: new)
  }

  /// Removes this class's run-time implementation of a message, if any; returns whether there was one.
  @discardableResult
  public func removeOverride(of message: some TypedMessage) -> Bool {
    let kind = message.kinds[0]
    return Registry.locked { registry in
      // Without an override nothing is rebuilt, so that a disposed class stays an empty shell.
      guard registrations[kind.selector]?.implementation != nil else { return false }
      // This throws only if the record has other types, and so no implementation of this message.
      return (try? implement(kind, by: nil, in: &registry)) != nil
    }
  }

  /// Returns whether this class has a run-time implementation of a message.
  public func overrides(_ selector: Selector) -> Bool {
    Registry.locked { _ in registrations[selector]?.implementation != nil }
  }

  /// Installs an implementation of an asynchronous message in this class, which can call the superclass's.
  ///
  /// It replaces an earlier one, as one of a synchronous message does.
  ///
  /// - Throws: ``AspectError``, as for a synchronous message.
  public func override<Receiver, Arguments, Result, Failure>(
    _ message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>,
    with implementation:
      nonisolated(nonsending) @escaping @Sendable (
        inout AsyncOverrideCall<Receiver, Arguments, Result, Failure>
      ) async throws(Failure) -> Result
  ) throws(AspectError) {
    let kind = TypedAsyncMessageKind(message)
    try Registry.locked { registry throws(AspectError) in
      try checkResponds(to: kind)
      try implement(kind, by: ImplementationNode(AsyncAdviceFunction(implementation), source: nil), in: &registry)
    }
  }
}
