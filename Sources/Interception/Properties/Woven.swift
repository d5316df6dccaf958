/// The storage and the accessors of a stored property whose reading and writing can be intercepted.
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
/// The wrapper is the property, the constant its two messages, for hooks, for observers and for the class's list; both have the
/// same name. Where nothing is hooked on the object's class, reading and writing cost a look at the class above those of a stored
/// property.
///
/// A property without a default value is declared `@Woven var degrees: Int`, and an initialiser gives it the first one with
/// `_degrees = Woven(wrappedValue: 20, "degrees")`, ahead of `super.init()`; a write after that is intercepted as any other.
/// A property that is computed is declared with ``Property/init(_:get:set:)``, and its accessors send.
@propertyWrapper
public struct Woven<Value> {
  @usableFromInline var stored: Value
  /// The address of the literal that spells the name, by which tables know the property's messages.
  @usableFromInline let address: UInt

  /// Makes the storage of the property `name`, with its first value.
  @inlinable
  @inline(__always)
  public init(wrappedValue: Value, _ name: StaticString) {
    stored = wrappedValue
    address = MessageTraits.getter.key(of: name)
  }

  /// Only properties of classes can be intercepted.
  @available(*, unavailable, message: "@Woven is for properties of classes that inherit InterceptableObject")
  public var wrappedValue: Value {
    get { stored }
    set { stored = newValue }
  }

  /// Reads and writes the property of an object: runs the advice on its getter or its setter, and its observers.
  @inlinable
  @inline(__always)
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

  @inlinable
  @inline(__always)
  static func getter<Owner: InterceptableObject>(
    _ path: ReferenceWritableKeyPath<Owner, Woven<Value>>, of owner: Owner
  ) -> Message<Owner, Void, Value> {
    // A key path is immutable; it is of this property of the object, which is not read elsewhere than where the object may be.
    nonisolated(unsafe) let path = path
    return unsafe Message(key: owner[keyPath: path].address, .getter) { owner, _ in unsafe owner[keyPath: path].stored }
  }

  @inlinable
  @inline(__always)
  static func setter<Owner: InterceptableObject>(
    _ path: ReferenceWritableKeyPath<Owner, Woven<Value>>, of owner: Owner
  ) -> Message<Owner, Value, Void> {
    nonisolated(unsafe) let path = path
    // As in MessageTraits.key(of:throws:), the setter is known by the byte after the first of the name.
    return unsafe Message(key: owner[keyPath: path].address &+ 1, .setter) { owner, value in
      unsafe owner[keyPath: path].stored = value
    }
  }
}

extension Woven: Sendable where Value: Sendable {}

extension Property {
  /// Declares the messages of a stored property that is ``Woven`` under the same name, given where it is stored.
  public init(_ name: StaticString, _ storage: any ReferenceWritableKeyPath<Receiver, Woven<Value>> & Sendable) {
    self.init(name, get: { $0[keyPath: storage].stored }, set: { $0[keyPath: storage].stored = $1 })
  }

  /// Declares the messages of a stored property, ``Woven`` under the same name, of a class that is confined to the main actor.
  public init(
    mainActor name: StaticString,
    _ storage: @autoclosure @escaping @MainActor @Sendable () -> ReferenceWritableKeyPath<Receiver, Woven<Value>>
  ) {
    self.init(mainActor: name, get: { $0[keyPath: storage()].stored }, set: { $0[keyPath: storage()].stored = $1 })
  }
}
