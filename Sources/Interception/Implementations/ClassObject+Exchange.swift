import Synchronization

extension ClassObject {
  /// Exchanges this class's implementations of two messages of the same types; the messages' advice isn't exchanged.
  ///
  /// An inherited implementation is first added to this class, so that the superclass isn't changed. Exchanging twice
  /// restores both, as does the token.
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
    // Both are looked up before either is changed, since the lookup can throw.
    let ofOne = try currentImplementation(of: one)
    let ofOther = try currentImplementation(of: other)
    try place(ofOther, for: kinds.0, in: &registry)
    try place(ofOne, for: kinds.1, in: &registry)
    return ExchangeToken { [self] registry in
      guard (try? currentImplementation(of: one)) == ofOther, (try? currentImplementation(of: other)) == ofOne else {
        return false
      }
      do throws(AspectError) {
        try place(ofOne, for: kinds.0, in: &registry)
        try place(ofOther, for: kinds.1, in: &registry)
      } catch {
        preconditionFailure("what has been placed is of these types: \(error)")
      }
      return true
    }
  }
}

/// The handle of an exchange, which undoes it once.
public final class ExchangeToken: @unchecked Sendable {
  /// Nil after the exchange was undone; accessed with the registry locked.
  private var undo: (@Sendable (inout Registry) -> Bool)?

  init(_ undo: @escaping @Sendable (inout Registry) -> Bool) {
    self.undo = undo
  }

  /// Restores both implementations; returns true if this call did so.
  ///
  /// If either message got another implementation since the exchange, this does nothing and returns false, so that the
  /// later change isn't overwritten. After that change has been undone, it can be called again.
  @discardableResult
  public func restore() -> Bool {
    Registry.locked { restore(in: &$0) } != nil
  }

  /// Restores both if possible, and returns the closure that did it, to be released after unlocking.
  @discardableResult
  func restore(in registry: inout Registry) -> (@Sendable (inout Registry) -> Bool)? {
    guard let undo, undo(&registry) else { return nil }
    self.undo = nil
    return undo
  }
}

/// A view of an object that sends messages directly to the implementations, without any advice.
///
/// Advice of classes and of the object doesn't run, nor do implementations of a dynamic subclass that the object was
/// moved to. Implementations of its declared class and superclasses run, including those installed at run time.
///
/// ```swift
/// account.unwoven.send(Account.deposit, 5)
/// ```
public struct Unwoven<Object: InterceptableObject> {
  /// The underlying object.
  public let object: Object

  /// Sends a message without running any advice.
  ///
  /// It takes no lock if neither the declared class nor a superclass has a run-time implementation.
  ///
  /// - Throws: what the implementation throws.
  /// - Precondition: a main-actor message is sent on the main actor.
  public func send<Arguments, Result, Failure>(
    _ message: ThrowingMessage<Object, Arguments, Result, Failure>, _ arguments: Arguments
  ) throws(Failure) -> Result {
    message.traits.checkIsolation(of: "\(type(of: object)).\(message.selector)")
    guard !object.isPlain, let chain = object.statedClass.implementations(of: message) else {
      return try message.original(object, arguments)
    }
    return try ThrowingMessage.run(Unretained(chain), message.original, object, arguments).get()
  }
}

extension Unwoven: Sendable where Object: Sendable {}

extension Interceptable {
  /// A view of this object that sends messages without running any advice.
  public var unwoven: Unwoven<Self> { Unwoven(object: self) }
}

extension ClassObject {
  /// Returns the run-time implementations of a message in this class and its superclasses, without advice; nil if there
  /// are none.
  fileprivate func implementations<Receiver, Arguments, Result, Failure>(
    of message: ThrowingMessage<Receiver, Arguments, Result, Failure>
  ) -> Chain? {
    guard selfAndSuperclasses.contains(where: { $0.hasImplementations.load(ordering: .acquiring) }) else { return nil }
    let implementations = Registry.locked { _ in
      selfAndSuperclasses.compactMap { level in
        level.registrations[message.selector]?.implementation.map { ($0, level.declaredType) }
      }
    }
    return implementations.isEmpty ? nil : Chain(implementations)
  }
}
