import Synchronization

/// What a class runs for a message beneath its own advice, as a value that can be called, compared and put elsewhere.
///
/// It is an implementation that was made at run time, with `ClassObject.override(_:with:)` or one of its kin; or what the class
/// inherits by calling up; or the original. It stays what it is when another takes its place. What it calls up to is what the
/// superclass of its own class runs for its own message at that time, wherever the implementation has been put.
public final class Implementation<Receiver: InterceptableObject, Arguments, Result, Failure: Error>:
  @unchecked Sendable
{
  typealias Body = RootReceiver.Layer<Arguments, Result, Failure>.Override
  typealias Original = RootReceiver.Message<Arguments, Result, Failure>.Implementation

  let home: ClassObject
  let selector: Selector
  /// Nil where the class has none of its own.
  let body: Body?
  private let layer: RootReceiver.Layer<Arguments, Result, Failure>
  /// What is run where there is no body, or where it calls up: what the superclass of `home` runs, or the original.
  private let original: Original

  /// The implementation that `home` has of a message; with the registry locked.
  init(of message: ThrowingMessage<Receiver, Arguments, Result, Failure>, in home: ClassObject, _ body: Body?) {
    self.home = home
    selector = message.selector
    self.body = body
    let above = home.parent.flatMap { $0.canReceive(Receiver.self, message.owner?()) ? $0 : nil }
    layer = Layer(override: body, superLayer: nil)
    let message = message.ofRootReceiver
    original = above.map { Implementation.callUp(message, to: $0) } ?? message.original
  }

  /// Runs the implementation on an object: no advice of its own class, with the advice of those that it calls up to.
  ///
  /// - Throws: what the implementation throws, or the advice of those that it calls up to.
  public func callAsFunction(_ receiver: Receiver, _ arguments: Arguments) throws(Failure) -> Result {
    try run(receiver, arguments)
  }

  /// Runs the implementation on an object that is known to be of a class that has it.
  func run(_ receiver: InterceptableObject, _ arguments: Arguments) throws(Failure) -> Result {
    try layer.implement(receiver, arguments, original)
  }

  private static func callUp(
    _ message: RootReceiver.Message<Arguments, Result, Failure>, to above: ClassObject
  ) -> Original {
    { receiver, arguments throws(Failure) in
      try ThrowingMessage.dispatch(message.key, message.traits, message.original, receiver, as: above, arguments)
    }
  }
}

extension Implementation where Arguments == Void {
  /// Runs the implementation of a message without arguments on an object.
  ///
  /// - Throws: what the implementation throws, or the advice of those that it calls up to.
  public func callAsFunction(_ receiver: Receiver) throws(Failure) -> Result {
    try self(receiver, ())
  }
}

extension Implementation: Hashable {
  /// Whether two implementations are the same: one that was made, or what one class inherits for one message.
  public static func == (one: Implementation, other: Implementation) -> Bool {
    one === other
      || one.body == nil && other.body == nil && one.home === other.home && one.selector == other.selector
  }

  /// Feeds the class and the message that the implementation was found for.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(home)
    hasher.combine(selector)
  }
}

// MARK: - Implementation

/// The implementations in a class's table.
extension ClassObject {
  /// What the class runs for a message beneath its own advice.
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
    try checkResponds(to: message)
    let own = try book(of: TypedMessageKind(message)).ownImplementation
    return own?.implementation() ?? Implementation(of: message, in: self, nil)
  }

  /// Gives the class an implementation of a message that it inherits; answers false, and does nothing, where it has its own.
  ///
  /// The class that declares a message has its own, the original.
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
      try checkResponds(to: message)
      guard try book(of: kind).ownImplementation == nil, !declares(kind) else { return false }
      let body = RootReceiver.Override(body: implementation).ofRootReceiver
      try place(Implementation(of: message, in: self, body), for: kind, in: &registry)
      return true
    }
  }

  /// Gives the class another implementation of a message; answers what it ran before, which can be put back.
  ///
  /// - Throws: ``AspectError``, as `ClassObject.override(_:with:)` does.
  @discardableResult
  public func replaceImplementation<Receiver, Arguments, Result, Failure>(
    of message: ThrowingMessage<Receiver, Arguments, Result, Failure>,
    with implementation: Implementation<Receiver, Arguments, Result, Failure>
  ) throws(AspectError) -> Implementation<Receiver, Arguments, Result, Failure> {
    let kind = TypedMessageKind(message)
    return try Registry.locked { registry throws(AspectError) in
      try checkResponds(to: message)
      return try place(implementation, for: kind, in: &registry)
        ?? Implementation(of: message, in: self, nil)
    }
  }

  /// Gives the class another implementation of a message, written here; answers what it ran before.
  ///
  /// - Throws: ``AspectError``, as `ClassObject.override(_:with:)` does.
  @discardableResult
  public func replaceImplementation<Receiver, Arguments, Result, Failure>(
    of message: ThrowingMessage<Receiver, Arguments, Result, Failure>,
    _ implementation:
      @escaping @Sendable (inout OverrideCall<Receiver, Arguments, Result, Failure>) throws(Failure) -> Result
  ) throws(AspectError) -> Implementation<Receiver, Arguments, Result, Failure> {
    let body = RootReceiver.Override(body: implementation).ofRootReceiver
    let new = Registry.locked { _ in Implementation(of: message, in: self, body) }
    return try replaceImplementation(of: message, with: new)
  }

  /// Whether the original of a message is this class's own.
  private func declares(_ kind: MessageKind) -> Bool {
    switch role {
    case .declared(let type): kind.signature.receiver == type
    case .side(let type): kind.owner.map { $0 == type } ?? false
    case .dynamic, .personal: false
    }
  }

  /// Puts an implementation in place and hands over the former; what the class would run anyway takes it away.
  @discardableResult
  func place<Receiver, Arguments, Result, Failure>(
    _ new: Implementation<Receiver, Arguments, Result, Failure>?,
    for kind: TypedMessageKind<Receiver, Arguments, Result, Failure>, in registry: inout Registry
  ) throws(AspectError) -> Implementation<Receiver, Arguments, Result, Failure>? {
    let isOwn = new?.home === self && new?.selector == kind.selector
    // One that came from elsewhere calls up from there.
    let installed = new.flatMap {
      new -> InstalledImplementation<Implementation<Receiver, Arguments, Result, Failure>.Body>? in
      if isOwn { return new.body.map { InstalledImplementation($0, source: new) } }
      return InstalledImplementation(
        { call throws(Failure) in try new.run(call.receiver, call.arguments) }, source: new)
    }
    let former = try implement(kind, by: installed, in: &registry)
    return former?.implementation()
  }
}
