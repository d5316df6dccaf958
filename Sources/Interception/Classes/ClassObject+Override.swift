import Synchronization

extension ClassObject {
  /// Gives this class its own implementation of a message, from which the superclass's can be called.
  ///
  /// It takes the place of an earlier one. Hooks on this class run around it, hooks on a class above when it calls up.
  ///
  /// - Throws: ``AspectError/doesNotRespond(class:selector:near:)`` where the message is of another class, and
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
      let body = RootReceiver.Override(body: implementation).ofRootReceiver
      try place(Implementation(of: message, in: self, body), for: kind, in: &registry)
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
    try implement(kind, by: InstalledImplementation(implementation), in: &registry)
  }

  /// Puts an implementation in place, or takes the class's own away; answers the former.
  @discardableResult
  func implement<Advice, Override>(
    _ kind: AdvisedMessageKind<Advice, Override>, by new: InstalledImplementation<Override>?,
    in registry: inout Registry
  ) throws(AspectError) -> InstalledImplementation<Override>? {
    let book = try book(of: kind)
    let former = book.implement(by: new)
    books[kind.selector] = book.isEmpty ? nil : book
    implementationCount.wrappingAdd((new == nil ? 0 : 1) - (former == nil ? 0 : 1), ordering: .releasing)
    // What it captured is freed outside the lock.
    if let former { registry.garbage.append(former) }
    rebuild(kind, in: &registry)
    return former
  }

  func removeOverride<Advice, Override>(
    of kind: AdvisedMessageKind<Advice, Override>, in registry: inout Registry
  ) -> Bool {
    // Where there is none nothing is built anew, so that a class that has been disposed of stays an empty shell.
    guard books[kind.selector]?.hasOverride == true else { return false }
    // A book of other types has no implementation of this message.
    return (try? implement(kind, by: nil, in: &registry)) != nil
  }

  /// A message that has been found by name belongs to the class that declares it and to those below.
  func checkResponds(to kind: MessageKind) throws(AspectError) {
    guard !isDisposed, canReceive(kind.signature.receiver, kind.owner) else {
      throw .doesNotRespond(class: stated.name, selector: kind.selector)
    }
  }

  /// A message belongs to the class that declares it and to those below.
  func checkResponds<Receiver, Arguments, Result, Failure>(
    to message: ThrowingMessage<Receiver, Arguments, Result, Failure>
  ) throws(AspectError) {
    guard !isDisposed, canReceive(Receiver.self, message.owner?()) else {
      throw .doesNotRespond(class: stated.name, selector: message.selector)
    }
  }
}
