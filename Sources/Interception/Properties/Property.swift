/// A property whose reads and writes can be intercepted: one constant that provides a getter and a setter message.
///
/// Use ``Woven`` for a stored property. A computed property is declared with its getter and setter closures:
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
/// Creating a property constant has no side effect, so access to a property without hooks costs the same as an unhooked
/// message. For a property that can't be written, use ``ReadOnlyProperty``.
public struct Property<Receiver: InterceptableObject, Value>: Sendable {
  // Stored as given, and turned into messages at each use, so that the compiler can fold the constants there.
  @usableFromInline let name: StaticString
  @usableFromInline let get: @Sendable (Receiver) -> Value
  @usableFromInline let set: @Sendable (Receiver, Value) -> Void
  @usableFromInline let traits: MessageTraits
  @usableFromInline let owner: (@Sendable () -> InterceptableObject.Type)?
  @usableFromInline let line: UInt32
  @usableFromInline let storage: (@Sendable () -> WovenStorage)?

  @inlinable @inline(__always)
  init(
    _ name: StaticString, _ traits: MessageTraits, owner: (@Sendable () -> InterceptableObject.Type)? = nil,
    line: UInt32, storage: (@Sendable () -> WovenStorage)? = nil,
    get: @escaping @Sendable (Receiver) -> Value, set: @escaping @Sendable (Receiver, Value) -> Void
  ) {
    self.name = name
    self.traits = traits
    self.owner = owner
    self.line = line
    self.storage = storage
    self.get = get
    self.set = set
  }

  /// Declares the property `name` of `Receiver`, with its getter and setter.
  @inlinable @inline(__always)
  public init(
    _ name: StaticString, get: @escaping @Sendable (Receiver) -> Value,
    set: @escaping @Sendable (Receiver, Value) -> Void, line: UInt32 = #line
  ) {
    self.init(name, [], line: line, get: get, set: set)
  }

  /// Declares a property of a main-actor class, which is read and written on the main actor only.
  @inlinable @inline(__always)
  public init(
    mainActor name: StaticString, get: @escaping @MainActor @Sendable (Receiver) -> Value,
    set: @escaping @MainActor @Sendable (Receiver, Value) -> Void, line: UInt32 = #line
  ) {
    // The actor isolation of a synchronous function doesn't affect its calling convention; each access checks the
    // isolation.
    self.init(
      name, .mainActor, line: line, get: unsafe unsafeBitCast(get, to: (@Sendable (Receiver) -> Value).self),
      set: unsafe unsafeBitCast(set, to: (@Sendable (Receiver, Value) -> Void).self))
  }

  /// The message that reads the property, such as `"getter:balance"`.
  @inlinable @inline(__always)
  public var getter: Message<Receiver, Void, Value> {
    Message(name, traits.union(.getter), owner: owner, line: line, storage: storage) { [get] receiver, _ in
      get(receiver)
    }
  }

  /// The message that writes the property, such as `"setter:balance"`; its argument is the new value.
  @inlinable @inline(__always)
  public var setter: Message<Receiver, Value, Void> {
    Message(name, traits.union(.setter), owner: owner, line: line, storage: storage, set)
  }
}

extension Property where Receiver == ClassSide {
  /// Declares the class property `name` of `owner` and its subclasses.
  @inlinable @inline(__always)
  public init<Owner: InterceptableObject>(
    of owner: Owner.Type, _ name: StaticString, get: @escaping @Sendable (Owner.Type) -> Value,
    set: @escaping @Sendable (Owner.Type, Value) -> Void, line: UInt32 = #line
  ) {
    self.init(name, [], owner: { Owner.self }, line: line) { side in
      get(side.type(below: Owner.self, of: name))
    } set: { side, value in
      set(side.type(below: Owner.self, of: name), value)
    }
  }
}

extension Property: InterceptableMessage {
  /// The getter and setter messages.
  public var kinds: [MessageKind] { getter.kinds + setter.kinds }
}

/// A property whose reads can be intercepted, and that can't be written.
///
/// ```swift
/// static let isEmpty = ReadOnlyProperty<Account, Bool>("isEmpty") { $0.balance == 0 }
/// var isEmpty: Bool { send(Account.isEmpty) }
/// ```
public struct ReadOnlyProperty<Receiver: InterceptableObject, Value>: Sendable {
  // Nobody sends its setter.
  @usableFromInline let property: Property<Receiver, Value>

  /// Declares the property `name` of `Receiver`, with its getter.
  @inlinable @inline(__always)
  public init(_ name: StaticString, get: @escaping @Sendable (Receiver) -> Value, line: UInt32 = #line) {
    property = Property(name, get: get, set: { _, _ in }, line: line)
  }

  /// Declares a property of a main-actor class, which is read on the main actor only.
  @inlinable @inline(__always)
  public init(
    mainActor name: StaticString, get: @escaping @MainActor @Sendable (Receiver) -> Value, line: UInt32 = #line
  ) {
    property = Property(mainActor: name, get: get, set: { _, _ in }, line: line)
  }

  /// The message that reads the property, such as `"getter:isEmpty"`.
  @inlinable @inline(__always)
  public var getter: Message<Receiver, Void, Value> { property.getter }
}

extension ReadOnlyProperty: InterceptableMessage {
  /// The getter message.
  public var kinds: [MessageKind] { getter.kinds }
}

// MARK: - Property

/// Reads and writes of intercepted properties, for use in their accessors.
///
/// The writes are disfavored overloads so that the compiler names the wrong argument of a send, and not these.
extension Interceptable {
  /// Reads a property of this object: runs the advice on its getter, and the getter itself.
  @inlinable @inline(__always)
  public func send<Value>(_ property: Property<Self, Value>) -> Value {
    property.getter.send(to: self, ())
  }

  /// Writes a property of this object: runs the advice on its setter, its observers, and the setter itself.
  @inlinable @inline(__always) @_disfavoredOverload
  public func send<Value>(_ property: Property<Self, Value>, _ newValue: Value) {
    property.setter.send(to: self, newValue)
  }

  /// Reads a property of this object: runs the advice on its getter, and the getter itself.
  @inlinable @inline(__always)
  public func send<Value>(_ property: ReadOnlyProperty<Self, Value>) -> Value {
    property.getter.send(to: self, ())
  }
}

/// Reads and writes of intercepted class properties.
extension InterceptableObject {
  /// Reads a class property of this class.
  @inlinable @inline(__always)
  public static func send<Value>(_ property: Property<ClassSide, Value>) -> Value {
    property.getter.send(to: classSide, ())
  }

  /// Writes a class property of this class.
  @inlinable @inline(__always) @_disfavoredOverload
  public static func send<Value>(_ property: Property<ClassSide, Value>, _ newValue: Value) {
    property.setter.send(to: classSide, newValue)
  }
}
