/// A selector with its types and its original implementation; what may be sent to objects of one class, and hooked.
///
/// Making one has no side effect, so a class declares it as a constant, which the compiler folds into every send. Its original is a
/// method of the class, or a closure that is given the receiver and the arguments:
///
/// ```swift
/// final class Account: InterceptableObject {
///   static let deposit = Message("deposit(_:)", Account.onDeposit)
///   func deposit(_ amount: Int) -> Int { send(Account.deposit, amount) }
///   private func onDeposit(_ amount: Int) -> Int {
///     balance += amount
///     return balance
///   }
/// }
/// ```
///
/// `Arguments` is one value: a tuple (its labels are kept) where the method takes several, `Void` where it takes none.
/// A message that cannot throw has the `Failure` `Never`, and is spelled ``Message``.
public struct ThrowingMessage<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: Sendable {
  /// What runs when nobody intercepts.
  public typealias Implementation = @Sendable (Receiver, Arguments) throws(Failure) -> Result

  /// The address by which tables know the message.
  @usableFromInline let key: UInt
  @usableFromInline let original: Implementation
  @usableFromInline let traits: MessageTraits
  /// The class that declares a message of the class itself; a function, since a class would not be a constant.
  @usableFromInline let owner: (@Sendable () -> InterceptableObject.Type)?

  /// Declares the message `name` of `Receiver`, written as Swift writes it, with its original implementation.
  @inlinable
  @inline(__always)
  public init(_ name: StaticString, _ original: @escaping Implementation) {
    self.init(name, [], original)
  }

  /// Declares a message of a class that is confined to the main actor.
  ///
  /// Its sends must come from the main actor, and are checked. Advice runs there too, and reaches the actor's state where it is
  /// hooked with ``hook(on:mainActor:_:advice:)``.
  @inlinable
  @inline(__always)
  public init(
    mainActor name: StaticString,
    _ original: @escaping @MainActor @Sendable (Receiver, Arguments) throws(Failure) -> Result
  ) {
    // Isolation of a function that is not async is no part of how it is called; each send checks it.
    self.init(name, .mainActor, unsafe unsafeBitCast(original, to: Implementation.self))
  }

  @inlinable
  @inline(__always)
  init(
    _ name: StaticString, _ traits: MessageTraits,
    owner: (@Sendable () -> InterceptableObject.Type)? = nil, _ original: @escaping Implementation
  ) {
    self.init(key: traits.key(of: name, throws: Failure.self != Never.self), traits, owner: owner, original)
  }

  @inlinable
  @inline(__always)
  init(
    key: UInt, _ traits: MessageTraits, owner: (@Sendable () -> InterceptableObject.Type)? = nil,
    _ original: @escaping Implementation
  ) {
    self.key = key
    self.original = original
    self.traits = traits
    self.owner = owner
  }

  /// The message's name.
  public var selector: Selector { traits.selector(of: traits.name(at: key, throws: Failure.self != Never.self)) }
}

/// A message that does not throw.
public typealias Message<Receiver: InterceptableObject, Arguments, Result> =
  ThrowingMessage<Receiver, Arguments, Result, Never>
