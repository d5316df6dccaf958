import Synchronization

extension ClassObject {
  /// Exchanges what the class runs for two messages of the same types; beneath the advice on each, which stays where it is.
  ///
  /// A message that the class inherits is given to it first, so that the superclass keeps its own. To exchange twice restores
  /// both exactly, as the token does once.
  ///
  /// ```swift
  /// let token = try ClassObject.of(MutableList.self).exchange(MutableList.read, MutableList.guardedRead)
  /// ```
  ///
  /// - Throws: ``AspectError``, as `ClassObject.override(_:with:)` does; nothing is changed then.
  @discardableResult
  public func exchange<Receiver, Arguments, Result, Failure>(
    _ one: ThrowingMessage<Receiver, Arguments, Result, Failure>,
    _ other: ThrowingMessage<Receiver, Arguments, Result, Failure>
  ) throws(AspectError) -> ExchangeToken {
    try Registry.locked { registry throws(AspectError) in try exchange(one, other, in: &registry) }
  }

  func exchange<Receiver, Arguments, Result, Failure>(
    _ one: ThrowingMessage<Receiver, Arguments, Result, Failure>,
    _ other: ThrowingMessage<Receiver, Arguments, Result, Failure>, in registry: inout Registry
  ) throws(AspectError) -> ExchangeToken {
    let kinds = (TypedMessageKind(one), TypedMessageKind(other))
    // Both are looked up before either is changed, since that can be refused.
    let ofOne = try currentImplementation(of: one)
    let ofOther = try currentImplementation(of: other)
    try place(ofOther, for: kinds.0, in: &registry)
    try place(ofOne, for: kinds.1, in: &registry)
    return ExchangeToken { [self] registry in
      restore(kinds.0, from: ofOther, to: ofOne, and: kinds.1, in: &registry)
    }
  }

  /// Undoes an exchange, if both implementations are still where it put them; with what it put there for `one` and `other`.
  private func restore<Receiver, Arguments, Result, Failure>(
    _ one: TypedMessageKind<Receiver, Arguments, Result, Failure>,
    from ofOther: Implementation<Receiver, Arguments, Result, Failure>,
    to ofOne: Implementation<Receiver, Arguments, Result, Failure>,
    and other: TypedMessageKind<Receiver, Arguments, Result, Failure>, in registry: inout Registry
  ) -> Bool {
    func isPlaced(
      _ implementation: Implementation<Receiver, Arguments, Result, Failure>,
      _ kind: TypedMessageKind<Receiver, Arguments, Result, Failure>
    ) -> Bool {
      (try? currentImplementation(of: kind.message)) == implementation
    }
    guard isPlaced(ofOther, one), isPlaced(ofOne, other) else { return false }
    do throws(AspectError) {
      try place(ofOne, for: one, in: &registry)
      try place(ofOther, for: other, in: &registry)
    } catch {
      preconditionFailure("what has been placed is of these types: \(error)")
    }
    return true
  }
}

/// What an exchange hands back; the way to undo it, once.
public final class ExchangeToken: @unchecked Sendable {
  /// Nil when it has been done; read and written with the registry locked.
  private var undo: (@Sendable (inout Registry) -> Bool)?

  init(_ undo: @escaping @Sendable (inout Registry) -> Bool) {
    self.undo = undo
  }

  /// Puts both implementations back; answers true once.
  ///
  /// Where someone has given the class yet another implementation of either message since, nothing is done and the answer is
  /// false: the change in between is not overwritten. When it has been undone, this can be.
  @discardableResult
  public func restore() -> Bool {
    Registry.locked { restore(in: &$0) } != nil
  }

  /// Puts both back if that can be done, and hands over what did it, to be let go of outside the lock.
  @discardableResult
  func restore(in registry: inout Registry) -> (@Sendable (inout Registry) -> Bool)? {
    guard let undo, undo(&registry) else { return nil }
    self.undo = nil
    return undo
  }
}

/// An object as its stated class made it: what is sent to it reaches the implementations, past all advice.
///
/// No advice runs, of any class or of the object, and no implementation of a dynamic subclass that the object was moved to.
/// What its stated class or one above implements is run, also where that was put in place at run time.
///
/// ```swift
/// account.unwoven.send(Account.deposit, 5)
/// ```
public struct Unwoven<Object: InterceptableObject> {
  /// The object that is reached.
  public let object: Object

  /// Sends a message past all advice.
  ///
  /// It takes no lock where neither the stated class nor one above has been given an implementation at run time.
  ///
  /// - Throws: what the implementation throws.
  /// - Precondition: a message of the main actor is sent from there.
  public func send<Arguments, Result, Failure>(
    _ message: ThrowingMessage<Object, Arguments, Result, Failure>, _ arguments: Arguments
  ) throws(Failure) -> Result {
    if message.traits.contains(.mainActor) {
      MainActor.preconditionIsolated("a message of the main actor, sent from elsewhere")
    }
    guard !object.isPlain, let chain = object.statedClass.implementations(of: message) else {
      return try message.original(object, arguments)
    }
    return try chain.run(object, arguments, message.ofRootReceiver.original)
  }

  /// Sends a message without arguments past all advice.
  ///
  /// - Throws: what the implementation throws.
  public func send<Result, Failure>(
    _ message: ThrowingMessage<Object, Void, Result, Failure>
  ) throws(Failure) -> Result {
    try send(message, ())
  }
}

extension Unwoven: Sendable where Object: Sendable {}

extension Interceptable {
  /// This object, reached past all advice.
  public var unwoven: Unwoven<Self> { Unwoven(object: self) }
}

extension ClassObject {
  /// The implementations of a message in this class and those above, without advice; nil where there is the original alone.
  fileprivate func implementations<Receiver, Arguments, Result, Failure>(
    of message: ThrowingMessage<Receiver, Arguments, Result, Failure>
  ) -> RootReceiver.Layer<Arguments, Result, Failure>? {
    guard lineage.contains(where: { $0.implementationCount.load(ordering: .acquiring) > 0 }) else { return nil }
    return Registry.locked { _ in
      lineage.reversed().reduce(nil) { above, level in
        let book = level.books[message.selector] as? TypedMessageKind<Receiver, Arguments, Result, Failure>.Book
        guard let override = book?.override, !Receiver.inheritsStrictly(from: level.declaredType) else { return above }
        return Layer(override: override, superLayer: above)
      }
    }
  }
}
