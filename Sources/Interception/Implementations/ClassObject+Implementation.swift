import Synchronization

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
