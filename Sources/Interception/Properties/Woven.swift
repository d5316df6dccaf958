/// A property wrapper that makes the reads and writes of a stored property interceptable.
///
/// ```swift
/// final class Thermostat: InterceptableObject {
///   @Woven("degrees") var degrees = 20
///   static let degrees = Property("degrees", \Thermostat._degrees)
///   override class var messages: MessageList { [degrees] }
/// }
///
/// let token = try thermostat.observe(Thermostat.degrees) { change in print(change.old as Any, change.new as Any) }
/// ```
///
/// The wrapper stores the value. The constant of the same name provides the two messages, for hooks, observers and the
/// class's message list. If nothing is hooked on the object's class, an access costs one check of the class more than
/// that of a plain stored property.
///
/// A property without a default value is declared as `@Woven var degrees: Int`. The initializer sets its first value
/// with `_degrees = Woven(wrappedValue: 20, "degrees")` before it calls `super.init()`; later writes are intercepted as
/// usual. For a computed property, use ``Property/init(_:get:set:line:)`` and send its messages in the accessors.
@propertyWrapper
public struct Woven<Value> {
  @usableFromInline var stored: Value
  /// The address of the name's string literal, which identifies the property's messages in lookup tables.
  @usableFromInline let address: UInt

  /// Creates the storage of the property `name` with its initial value.
  @inlinable @inline(__always)
  public init(wrappedValue: Value, _ name: StaticString) {
    stored = wrappedValue
    address = MessageTraits.getter.key(of: name)
  }

  /// Unavailable, since only properties of classes can be intercepted.
  @available(*, unavailable, message: "@Woven is for properties of classes that inherit InterceptableObject")
  public var wrappedValue: Value {
    get { stored }
    set { stored = newValue }
  }

  /// The property's value; access runs the advice on its getter or setter, and a write also its observers.
  @inlinable @inline(__always)
  public static subscript<Owner: InterceptableObject>(
    _enclosingInstance owner: Owner, wrapped property: ReferenceWritableKeyPath<Owner, Value>,
    storage path: ReferenceWritableKeyPath<Owner, Woven<Value>>
  ) -> Value {
    get {
      guard owner.isPlain else { return getter(path, of: owner).send(to: owner, ()) }
      return owner[keyPath: path].stored
    }
    set {
      guard owner.isPlain else { return setter(path, of: owner).send(to: owner, newValue) }
      owner[keyPath: path].stored = newValue
    }
  }

  // The storage's name is noted while the class has hooks, and the message isn't in its table yet.
  @inlinable @inline(__always)
  static func getter<Owner: InterceptableObject>(
    _ path: ReferenceWritableKeyPath<Owner, Woven<Value>>, of owner: Owner
  ) -> Message<Owner, Void, Value> {
    // A key path is immutable. This one only reads the owner's property, and only where the owner itself may be
    // accessed.
    nonisolated(unsafe) let path = path
    let key = unsafe owner[keyPath: path].address
    if owner.registeredSlot(key) == nil { unsafe WovenStorage(path).checkName(of: owner, key, .getter) }
    return Message(key: key, .getter) { owner, _ in unsafe owner[keyPath: path].stored }
  }

  @inlinable @inline(__always)
  static func setter<Owner: InterceptableObject>(
    _ path: ReferenceWritableKeyPath<Owner, Woven<Value>>, of owner: Owner
  ) -> Message<Owner, Value, Void> {
    nonisolated(unsafe) let path = path
    // As in MessageTraits.key(of:), the setter's key is the address of the name's second byte.
    let key = unsafe owner[keyPath: path].address &+ 1
    if owner.registeredSlot(key) == nil { unsafe WovenStorage(path).checkName(of: owner, key, .setter) }
    return Message(key: key, .setter) { owner, value in
      unsafe owner[keyPath: path].stored = value
    }
  }
}

extension Woven: Sendable where Value: Sendable {}

extension Property {
  /// Declares the messages of the ``Woven`` property with the same name, given the key path of its storage.
  ///
  /// If the names differ, hooks are refused with ``AspectError/propertyName(class:selector:known:)`` as soon as a hooked
  /// object was accessed; if hooked before, the first access to a hooked object traps.
  public init(
    _ name: StaticString, _ storage: any ReferenceWritableKeyPath<Receiver, Woven<Value>> & Sendable,
    line: UInt32 = #line
  ) {
    self.init(name, [], line: line, storage: { WovenStorage(storage) }) {
      $0[keyPath: storage].stored
    } set: {
      $0[keyPath: storage].stored = $1
    }
  }

  /// Declares the messages of the ``Woven`` property with the same name in a main-actor class.
  public init(
    mainActor name: StaticString,
    _ storage: @autoclosure @escaping @MainActor @Sendable () -> ReferenceWritableKeyPath<Receiver, Woven<Value>>,
    line: UInt32 = #line
  ) {
    // A key path is made without access to the actor's state; each access to the property checks the isolation.
    let path = unsafe unsafeBitCast(
      storage, to: (@Sendable () -> ReferenceWritableKeyPath<Receiver, Woven<Value>>).self)
    self.init(name, .mainActor, line: line, storage: { WovenStorage(path()) }) {
      $0[keyPath: path()].stored
    } set: {
      $0[keyPath: path()].stored = $1
    }
  }
}

// MARK: - Names

/// The key path of a woven property's storage, by which its objects and its constants are found to have one name.
@usableFromInline
struct WovenStorage: Hashable, @unchecked Sendable {
  // A key path is immutable.
  private let path: AnyKeyPath

  @usableFromInline
  init(_ path: AnyKeyPath) {
    self.path = path
  }

  private static let names = VisibleMutex<[WovenStorage: String]>([:])

  /// Throws if the property has another name in a hooked object that was accessed, or was hooked by another name.
  func checkName(of kind: MessageKind, in className: String) throws(AspectError) {
    try checkName(kind.traits.name(at: kind.key), of: kind.selector, in: className)
  }

  /// Traps if the property was hooked by another name than the accessed object's.
  @usableFromInline @inline(never)
  func checkName(of owner: InterceptableObject, _ key: UInt, _ traits: MessageTraits) {
    let name = traits.name(at: key)
    do throws(AspectError) {
      try checkName(name, of: traits.selector(of: name), in: owner.statedClass.name)
    } catch {
      fatalError("\(error)")
    }
  }

  private func checkName(_ name: String, of selector: Selector, in className: String) throws(AspectError) {
    let known = WovenStorage.names.withLock { names in
      let known = names[self] ?? name
      names[self] = known
      return known
    }
    if known != name { throw .propertyName(class: className, selector: selector, known: known) }
  }
}
