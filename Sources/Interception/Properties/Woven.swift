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
/// class's message list. An access through the property that isn't hooked costs some tens of nanoseconds more than that of a
/// plain stored property, for its key path; a collection is changed in place.
///
/// The property's own `willSet` and `didSet` are called by writes in Swift code, whatever their advice does, and not by
/// writes by name or through the constant; an observer is called by all of them.
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
      guard isPlain(.getter, path, of: owner) else { return getter(path, of: owner).send(to: owner, ()) }
      return owner[keyPath: path].stored
    }
    set {
      guard isPlain(.setter, path, of: owner) else { return setter(path, of: owner).send(to: owner, newValue) }
      owner[keyPath: path].stored = newValue
    }
    // A collection is changed in place, and not copied.
    _modify {
      if isPlain(.getter, path, of: owner), isPlain(.setter, path, of: owner) {
        yield &owner[keyPath: path].stored
      } else {
        var value = getter(path, of: owner).send(to: owner, ())
        defer { setter(path, of: owner).send(to: owner, value) }
        yield &value
      }
    }
  }

  /// Whether an access only reads or writes the storage; of the messages of a class with hooks, most aren't hooked.
  @inlinable @inline(__always)
  static func isPlain<Owner: InterceptableObject>(
    _ traits: MessageTraits, _ path: ReferenceWritableKeyPath<Owner, Woven<Value>>, of owner: Owner
  ) -> Bool {
    if owner.isPlain { return true }
    let address = owner[keyPath: path].address
    if let slot = owner.registeredSlot(traits == .setter ? MessageTraits.setterKey(address) : address) {
      return !slot.value.isHooked
    }
    return traits == .setter ? !owner.isHooked(setter(path, of: owner)) : !owner.isHooked(getter(path, of: owner))
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
    let key = MessageTraits.setterKey(unsafe owner[keyPath: path].address)
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
