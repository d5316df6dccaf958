/// A property whose reading can be intercepted, and that cannot be written.
///
/// ```swift
/// static let isEmpty = ReadOnlyProperty<Account, Bool>("isEmpty") { $0.balance == 0 }
/// var isEmpty: Bool { send(Account.isEmpty) }
/// ```
public struct ReadOnlyProperty<Receiver: InterceptableObject, Value>: Sendable {
  @usableFromInline let name: StaticString
  @usableFromInline let get: @Sendable (Receiver) -> Value
  @usableFromInline let traits: MessageTraits

  /// Declares the property `name` of `Receiver`, with what reads it.
  @inlinable
  @inline(__always)
  public init(_ name: StaticString, get: @escaping @Sendable (Receiver) -> Value) {
    self.name = name
    self.get = get
    traits = .getter
  }

  /// Declares a property of a class that is confined to the main actor, from where alone it is read.
  @inlinable
  @inline(__always)
  public init(mainActor name: StaticString, get: @escaping @MainActor @Sendable (Receiver) -> Value) {
    self.name = name
    // Isolation of a function that is not async is no part of how it is called; each access checks it.
    self.get = unsafe unsafeBitCast(get, to: (@Sendable (Receiver) -> Value).self)
    traits = MessageTraits.getter.union(.mainActor)
  }

  /// The message that reads, `"getter:isEmpty"`.
  @inlinable
  @inline(__always)
  public var getter: Message<Receiver, Void, Value> {
    Message(name, traits) { [get] receiver, _ in get(receiver) }
  }
}

extension ReadOnlyProperty: InterceptableMessage {
  /// The one message.
  public var kinds: [MessageKind] { getter.kinds }
}
