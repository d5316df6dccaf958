import Synchronization

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
