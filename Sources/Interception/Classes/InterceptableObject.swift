public import Synchronization

/// The root of classes whose methods can be intercepted.
///
/// A subclass declares each interceptable method as a ``Message`` and lets the method send it; its callers do not change:
///
/// ```swift
/// final class Account: InterceptableObject {
///   var balance = 0
///   static let deposit = Message("deposit(_:)", Account.onDeposit)
///   @discardableResult
///   func deposit(_ amount: Int) -> Int { send(Account.deposit, amount) }
///   private func onDeposit(_ amount: Int) -> Int {
///     balance += amount
///     return balance
///   }
/// }
/// ```
///
/// Subclasses may be final or open, confined to the main actor, or Sendable by their own promise (`@unchecked Sendable`,
/// since a superclass that is not Sendable lets the compiler check no other). An actor cannot inherit, so it cannot opt in.
/// The root is not Sendable itself: an object may be used by one thread at a time, unless its class says otherwise.
/// What the runtime keeps in it may be used by any thread at any time.
open class InterceptableObject {
  /// The class object whose table a send looks into; it lives as long as the object.
  @usableFromInline final let actual: Atomic<UInt>
  /// What is kept for this object alone, retained; zero until there is anything.
  final let attachments = Atomic<UInt>(0)

  /// Makes an object of its declared class.
  public init() {
    actual = Atomic(ClassObject.of(type(of: self)).bits)
  }

  /// The messages that the class declares, by which it is found by name, by plans and by wildcards.
  ///
  /// A class lists its own, in one line; those of its superclass are found there. Messages that are not listed can be sent, and
  /// hooked by whoever has them in hand.
  ///
  /// ```swift
  /// override class var messages: MessageList { [deposit, withdraw] }
  /// ```
  open class var messages: MessageList { [InterceptableObject.deallocation] }

  /// An object to send a message to that this one's class lacks, when it is sent by name; nil where there is none.
  open func forwardingTarget(for selector: Selector) -> InterceptableObject? { nil }

  /// Sees to a send by name of a message that the class lacks and has no ``forwardingTarget(for:)`` for; answers whether it did.
  ///
  /// It may invoke the invocation on another object, or put a result into it.
  ///
  /// - Throws: what the invocation throws on another object, or an error of its own, which the sender gets.
  open func forwardInvocation(_ invocation: inout Invocation) throws -> Bool { false }

  deinit {
    // After the deinit of the subclasses, before their stored properties go.
    InterceptableObject.deallocation.send(to: self, ())
    Attachments.release(self)
  }

  /// The last message an object gets; it takes before advice only, which must not let the object escape.
  ///
  /// The advice runs after the class's own `deinit` and may read the object's stored properties.
  public static let deallocation = Message<InterceptableObject, Void, Void>("deinit") { _, _ in }
}

/// Adopted by ``InterceptableObject`` alone, so that what is sent to an object is checked against its class.
public protocol Interceptable: InterceptableObject {}

extension InterceptableObject: Interceptable {}

extension Interceptable {
  /// Sends a message to this object: its advice runs, and its implementation.
  ///
  /// - Throws: what the implementation throws, or its advice.
  @inlinable
  @inline(__always)
  public func send<Arguments, Result, Failure>(
    _ message: ThrowingMessage<Self, Arguments, Result, Failure>, _ arguments: Arguments
  ) throws(Failure) -> Result {
    try message.send(to: self, arguments)
  }

  /// Sends a message without arguments to this object.
  ///
  /// - Throws: what the implementation throws, or its advice.
  @inlinable
  @inline(__always)
  public func send<Result, Failure>(
    _ message: ThrowingMessage<Self, Void, Result, Failure>
  ) throws(Failure) -> Result {
    try message.send(to: self, ())
  }
}
