/// A class's implementation of a message, as a value that can be called, compared and installed elsewhere.
///
/// It is a run-time implementation, installed with `ClassObject.override(_:with:)` or a similar method, or the
/// inherited implementation, or the original. Replacing it in the class doesn't change this value. Its `callSuper()`
/// runs the current implementation of its original message in the superclass of its original class, wherever it was
/// installed.
public final class Implementation<Receiver: InterceptableObject, Arguments, Result, Failure: Error>:
  @unchecked Sendable
{
  typealias Message = ThrowingMessage<Receiver, Arguments, Result, Failure>
  typealias Body = (inout OverrideCall<Receiver, Arguments, Result, Failure>) throws(Failure) -> Result

  let home: ClassObject
  let selector: Selector
  /// The run-time implementation; nil if the class has none.
  let body: Body?
  /// The chain of the body alone.
  private let chain: Chain?
  /// Runs if there is no body, or when the body calls `callSuper()`: the superclass's implementation for `home`, or the
  /// original.
  private let original: Message.Implementation

  /// Creates the implementation that `home` has of a message; called with the registry locked.
  init(of message: Message, in home: ClassObject, _ body: Body?) {
    self.home = home
    selector = message.selector
    self.body = body
    chain = body.map { Chain([(ImplementationNode(AdviceFunction($0), source: nil), nil)]) }
    if let above = home.parent, above.canReceive(Receiver.self, message.owner?()) {
      original = { receiver, arguments throws(Failure) in try message.dispatch(receiver, as: above, arguments) }
    } else {
      original = message.original
    }
  }

  /// Runs the implementation on an object, without its class's advice; superclasses' advice runs when it calls them.
  ///
  /// - Throws: what the implementation throws, or the advice of superclasses that it calls.
  public func callAsFunction(_ receiver: Receiver, _ arguments: Arguments) throws(Failure) -> Result {
    guard let chain else { return try original(receiver, arguments) }
    return try Message.run(Unretained(chain), original, receiver, arguments).get()
  }
}

extension Implementation: Hashable {
  /// Returns whether both are the same run-time implementation, or are inherited in the same class for the same
  /// message.
  public static func == (one: Implementation, other: Implementation) -> Bool {
    one === other
      || one.body == nil && other.body == nil && one.home === other.home && one.selector == other.selector
  }

  /// Hashes the class and the message for which the implementation was found.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(home)
    hasher.combine(selector)
  }
}

// MARK: - Implementation

/// Access to a class's implementations.
extension ClassObject {
  /// Returns the implementation that this class runs for a message, inside its advice.
  ///
  /// - Throws: ``AspectError``, as `ClassObject.override(_:with:)` does.
  public func implementation<Receiver, Arguments, Result, Failure>(
    of message: ThrowingMessage<Receiver, Arguments, Result, Failure>
  ) throws(AspectError) -> Implementation<Receiver, Arguments, Result, Failure> {
    try Registry.locked { _ throws(AspectError) in try currentImplementation(of: message) }
  }

  func currentImplementation<Receiver, Arguments, Result, Failure>(
    of message: ThrowingMessage<Receiver, Arguments, Result, Failure>
  ) throws(AspectError) -> Implementation<Receiver, Arguments, Result, Failure> {
    let kind = TypedMessageKind(message)
    try checkResponds(to: kind)
    return try source(of: book(of: kind).implementation) ?? Implementation(of: message, in: self, nil)
  }

  /// Adds an implementation of an inherited message; does nothing and returns false if the class already has one.
  ///
  /// The class that declares a message always has one, the original.
  ///
  /// - Throws: ``AspectError``, as `ClassObject.override(_:with:)` does.
  @discardableResult
  public func addImplementation<Receiver, Arguments, Result, Failure>(
    of message: ThrowingMessage<Receiver, Arguments, Result, Failure>,
    _ implementation:
      @escaping @Sendable (inout OverrideCall<Receiver, Arguments, Result, Failure>) throws(Failure) -> Result
  ) throws(AspectError) -> Bool {
    let kind = TypedMessageKind(message)
    return try Registry.locked { registry throws(AspectError) in
      try checkResponds(to: kind)
      guard try book(of: kind).implementation == nil, !declares(kind) else { return false }
      try place(Implementation(of: message, in: self, implementation), for: kind, in: &registry)
      return true
    }
  }

  /// Replaces this class's implementation of a message, and returns the former one, which can be installed again.
  ///
  /// - Throws: ``AspectError``, as `ClassObject.override(_:with:)` does.
  @discardableResult
  public func replaceImplementation<Receiver, Arguments, Result, Failure>(
    of message: ThrowingMessage<Receiver, Arguments, Result, Failure>,
    with implementation: Implementation<Receiver, Arguments, Result, Failure>
  ) throws(AspectError) -> Implementation<Receiver, Arguments, Result, Failure> {
    let kind = TypedMessageKind(message)
    return try Registry.locked { registry throws(AspectError) in
      try checkResponds(to: kind)
      return try place(implementation, for: kind, in: &registry)
        ?? Implementation(of: message, in: self, nil)
    }
  }

  /// Installs an implementation and returns the former one; installing the inherited or original one removes the
  /// override.
  @discardableResult
  func place<Receiver, Arguments, Result, Failure>(
    _ new: Implementation<Receiver, Arguments, Result, Failure>,
    for kind: TypedMessageKind<Receiver, Arguments, Result, Failure>, in registry: inout Registry
  ) throws(AspectError) -> Implementation<Receiver, Arguments, Result, Failure>? {
    var body = new.body
    if new.home !== self || new.selector != kind.selector {
      // An implementation from another class or message calls the superclass's from its original place.
      body = { call throws(Failure) in try new(call.receiver, call.arguments) }
    }
    let node = body.map { ImplementationNode(AdviceFunction($0), source: new) }
    return try source(of: implement(kind, by: node, in: &registry))
  }

  /// Returns the ``Implementation`` that an installed one was made from; nil if there is none.
  ///
  /// It is of the message's types, which were compared when it was installed; see ``AdviceList/node(_:as:)`` for the type
  /// of its receivers.
  private func source<Receiver, Arguments, Result, Failure>(
    of installed: InstalledImplementation?
  ) -> Implementation<Receiver, Arguments, Result, Failure>? {
    (installed?.source).map { Unretained(nonzero: Unretained($0).bits).object }
  }
}
