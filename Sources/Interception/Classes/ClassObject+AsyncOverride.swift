extension ClassObject {
  /// Gives this class its own implementation of an asynchronous message, from which the superclass's can be called.
  ///
  /// It takes the place of an earlier one. Hooks on this class run around it, hooks on a class above when it calls up.
  ///
  /// - Throws: ``AspectError/doesNotRespond(class:selector:near:)`` where the message is of another class, and
  ///   ``AspectError/incompatibleSignature(class:selector:expected:given:)`` where its name has other types here.
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
      try setOverride(RootReceiver.AsyncOverride(body: implementation).ofRootReceiver, of: kind, in: &registry)
    }
  }

  /// Takes this class's own implementation of a message away, so that it inherits; answers whether there was one.
  @discardableResult
  public func removeOverride<Receiver, Arguments, Result, Failure>(
    of message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>
  ) -> Bool {
    let kind = TypedAsyncMessageKind(message)
    return Registry.locked { removeOverride(of: kind, in: &$0) }
  }
}
