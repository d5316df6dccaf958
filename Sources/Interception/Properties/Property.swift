/// A property whose reading and writing can be intercepted: two messages from one constant.
///
/// A stored property is ``Woven``. A computed one is declared with what reads and what writes it:
///
/// ```swift
/// final class Account: InterceptableObject {
///   var cents = 0
///   static let euros = Property<Account, Int>("euros", get: { $0.cents / 100 }, set: { $0.cents = $1 * 100 })
///   var euros: Int { get { send(Account.euros) } set { send(Account.euros, newValue) } }
/// }
///
/// let token = try Account.euros.setter.hook(.before) { call in call.arguments = max(0, call.arguments) }
/// ```
///
/// Making one has no side effect, so access to a property that nobody hooks costs what an unhooked message does. A property
/// that cannot be written is a ``ReadOnlyProperty``.
public struct Property<Receiver: InterceptableObject, Value>: Sendable {
  // Kept as they are given, and made into messages where they are used: what is a constant here is folded there.
  @usableFromInline let name: StaticString
  @usableFromInline let get: @Sendable (Receiver) -> Value
  @usableFromInline let set: @Sendable (Receiver, Value) -> Void
  @usableFromInline let traits: MessageTraits
  @usableFromInline let owner: (@Sendable () -> InterceptableObject.Type)?

  @inlinable
  @inline(__always)
  init(
    _ name: StaticString, _ traits: MessageTraits, owner: (@Sendable () -> InterceptableObject.Type)?,
    get: @escaping @Sendable (Receiver) -> Value, set: @escaping @Sendable (Receiver, Value) -> Void
  ) {
    self.name = name
    self.traits = traits
    self.owner = owner
    self.get = get
    self.set = set
  }

  /// Declares the property `name` of `Receiver`, with what reads and what writes it.
  @inlinable
  @inline(__always)
  public init(
    _ name: StaticString, get: @escaping @Sendable (Receiver) -> Value,
    set: @escaping @Sendable (Receiver, Value) -> Void
  ) {
    self.init(name, [], owner: nil, get: get, set: set)
  }

  /// Declares a property of a class that is confined to the main actor, from where alone it is read and written.
  @inlinable
  @inline(__always)
  public init(
    mainActor name: StaticString, get: @escaping @MainActor @Sendable (Receiver) -> Value,
    set: @escaping @MainActor @Sendable (Receiver, Value) -> Void
  ) {
    // Isolation of a function that is not async is no part of how it is called; each access checks it.
    self.init(
      name, .mainActor, owner: nil, get: unsafe unsafeBitCast(get, to: (@Sendable (Receiver) -> Value).self),
      set: unsafe unsafeBitCast(set, to: (@Sendable (Receiver, Value) -> Void).self))
  }

  /// The message that reads, `"getter:balance"`.
  @inlinable
  @inline(__always)
  public var getter: Message<Receiver, Void, Value> {
    Message(name, traits.union(.getter), owner: owner) { [get] receiver, _ in get(receiver) }
  }

  /// The message that writes, `"setter:balance"`; its argument is the new value.
  @inlinable
  @inline(__always)
  public var setter: Message<Receiver, Value, Void> {
    Message(name, traits.union(.setter), owner: owner, set)
  }
}

extension Property where Receiver == ClassSide {
  /// Declares the property `name` of the class `owner` itself, and of the classes below.
  @inlinable
  @inline(__always)
  public init<Owner: InterceptableObject>(
    of owner: Owner.Type, _ name: StaticString, get: @escaping @Sendable (Owner.Type) -> Value,
    set: @escaping @Sendable (Owner.Type, Value) -> Void
  ) {
    self.init(name, [], owner: { Owner.self }) { side in
      get(side.type(below: Owner.self))
    } set: { side, value in
      set(side.type(below: Owner.self), value)
    }
  }
}

extension Property: InterceptableMessage {
  /// The two messages.
  public var kinds: [MessageKind] { getter.kinds + setter.kinds }
}

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

// MARK: - Property

/// Reading and writing of intercepted properties: what their accessors do.
extension Interceptable {
  /// Reads a property of this object: runs the advice on its getter, and what reads it.
  @inlinable
  @inline(__always)
  public func send<Value>(_ property: Property<Self, Value>) -> Value {
    property.getter.send(to: self, ())
  }

  /// Writes a property of this object: runs the advice on its setter and its observers, and what writes it.
  @inlinable
  @inline(__always)
  public func send<Value>(_ property: Property<Self, Value>, _ newValue: Value) {
    property.setter.send(to: self, newValue)
  }

  /// Reads a property of this object: runs the advice on its getter, and what reads it.
  @inlinable
  @inline(__always)
  public func send<Value>(_ property: ReadOnlyProperty<Self, Value>) -> Value {
    property.getter.send(to: self, ())
  }
}

/// Reading and writing of intercepted properties of a class itself.
extension InterceptableObject {
  /// Reads a property of this class itself.
  @inlinable
  @inline(__always)
  public static func send<Value>(_ property: Property<ClassSide, Value>) -> Value {
    property.getter.send(to: classSide, ())
  }

  /// Writes a property of this class itself.
  @inlinable
  @inline(__always)
  public static func send<Value>(_ property: Property<ClassSide, Value>, _ newValue: Value) {
    property.setter.send(to: classSide, newValue)
  }
}
