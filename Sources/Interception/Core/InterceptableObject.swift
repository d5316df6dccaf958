/// The root of classes whose methods can be intercepted.
///
/// A subclass declares a ``Message`` for each interceptable method, and the method sends the message. Callers don't
/// change:
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
/// Subclasses may be final or open, confined to the main actor, or `@unchecked Sendable`; checked conformance isn't
/// possible, since the superclass isn't Sendable. An actor can't inherit from a class, so it can't opt in. This class
/// isn't Sendable: an object may be used by one thread at a time, unless its class states otherwise. The state that the
/// runtime stores in an object is safe to access from any thread.
open class InterceptableObject {
  /// The class object whose table is used by sends; it lives as long as the object.
  @usableFromInline final let actual: AtomicReference<ClassObject>
  /// The object's personal class, owned, used while it has hooks, and for its associated values; none until needed.
  private final let personal = AtomicReference<ClassObject>()

  /// Creates an object of its declared class.
  public init() {
    actual = AtomicReference(unowned: ClassObject.of(type(of: self)))
  }

  /// The messages that the class declares, which names, plans and wildcards refer to.
  ///
  /// A class lists only the messages that it declares; its superclass's messages are inherited. Unlisted messages are
  /// sent and hooked through their constants; by name, only as long as ``ClassObject/message(_:)`` finds them.
  ///
  /// ```swift
  /// override class var messages: MessageList { [deposit, withdraw] }
  /// ```
  open class var messages: MessageList { [InterceptableObject.deallocation] }

  /// Returns another receiver for a message sent by name that this object's class lacks; nil for none.
  open func forwardingTarget(for selector: Selector) -> InterceptableObject? { nil }

  /// Handles a message sent by name that the class lacks and doesn't redirect; returns whether it handled the message.
  ///
  /// It is called if ``forwardingTarget(for:)`` returned nil. It may invoke the invocation on another object, or set
  /// its result.
  ///
  /// - Throws: the error of an invocation on another object, or any other error, which is passed to the sender.
  open func forwardInvocation(_ invocation: inout Invocation) throws -> Bool { false }

  deinit {
    // Runs after the deinit of the subclasses, and before their stored properties are destroyed.
    InterceptableObject.deallocation.send(to: self, ())
    releasePersonalClass()
  }

  /// The last message that an object receives; it accepts before advice only, which must not let the object escape.
  ///
  /// The advice runs after the `deinit` of the object's class, and may read the object's stored properties.
  public static let deallocation = Message<InterceptableObject, Void, Void>("deinit") { _, _ in }
}

/// A protocol adopted by ``InterceptableObject`` only; its `Self` lets the compiler check messages against the
/// receiver's class.
public protocol Interceptable: InterceptableObject {}

extension InterceptableObject: Interceptable {}

extension Interceptable {
  /// Sends a message to this object, which runs its advice and its implementation.
  ///
  /// - Throws: what the implementation or its advice throws.
  @inlinable
  public func send<Arguments, Result, Failure>(
    _ message: ThrowingMessage<Self, Arguments, Result, Failure>, _ arguments: Arguments
  ) throws(Failure) -> Result {
    try message.send(to: self, arguments)
  }

  /// Sends a message without arguments to this object.
  ///
  /// - Throws: what the implementation or its advice throws.
  @inlinable
  public func send<Result, Failure>(
    _ message: ThrowingMessage<Self, Void, Result, Failure>
  ) throws(Failure) -> Result {
    try message.send(to: self, ())
  }
}

// MARK: - Class

/// An object's declared class and its class at run time.
extension InterceptableObject {
  /// The declared class of the object.
  public final var statedClass: ClassObject {
    (self as? ClassSide)?.classObject ?? ClassObject.of(type(of: self))
  }

  /// The class in which the object's messages are looked up: ``statedClass`` or a dynamic subclass.
  ///
  /// Hooks on the object itself change neither property; see ``isHooked``.
  public final var actualClass: ClassObject {
    Registry.locked { _ in classIgnoringHooks }
  }

  /// Whether anything is hooked on this object itself.
  public final var isHooked: Bool {
    Registry.locked { _ in currentClass.isPersonal }
  }

  /// Moves the object to a dynamic subclass of its declared class, or back to its declared class.
  ///
  /// Hooks on the object are kept. Running calls continue in the class in which they began.
  ///
  /// - Throws: ``AspectError/notASubclass(class:of:)`` if the class isn't the object's ``statedClass`` or a dynamic
  ///   subclass of it.
  public final func setClass(_ new: ClassObject) throws(AspectError) {
    let stated = statedClass
    try Registry.locked { registry throws(AspectError) in
      guard !new.isPersonal, !new.isDisposed, new.stated === stated else {
        throw .notASubclass(class: new.name, of: stated.name)
      }
      let current = currentClass
      let former = classIgnoringHooks
      former.objectCount -= 1
      new.objectCount += 1
      guard current.isPersonal else { return actual.store(unowned: new) }
      former.release(current)
      new.adopt(current, in: &registry)
    }
  }

  final var currentClass: ClassObject { actual.assigned.object }
}

// MARK: - Personal

/// Personal classes of hooked objects.
extension InterceptableObject {
  /// Returns the object's personal class, created if needed; the object moves to it when something is installed there.
  final func personalClass(in registry: inout Registry) -> ClassObject {
    if let known = personal.current?.object {
      if currentClass !== known { known.parent = currentClass }
      return known
    }
    let made = ClassObject(name: currentClass.name, role: .personal, parent: currentClass, in: &registry)
    made.owner = OwnerWord(to: actual)
    personal.store(owned: made)
    return made
  }

  /// Releases the personal class in deinit, and removes the object from its class's count.
  private final func releasePersonalClass() {
    let personal = self.personal.current?.object
    guard personal != nil || currentClass.isDynamic else { return }
    Registry.locked { registry in
      classIgnoringHooks.objectCount -= 1
      guard let personal else { return }
      personal.owner = nil
      if currentClass === personal { personal.parent?.release(personal) }
      // Kept in `garbage` so that the last reference is released without the lock.
      registry.garbage.append(personal)
      self.personal.release()
    }
  }

  /// The object's class without regard to its personal class: the declared one or the one it was moved to.
  fileprivate final var classIgnoringHooks: ClassObject {
    let current = currentClass
    return current.isPersonal ? current.parent ?? current : current
  }
}

extension ClassObject {
  /// Moves a personal class's owner to this class, unless it is there already.
  func adoptOwner(in registry: inout Registry) {
    guard let owner, let parent, !owner.value.refers(to: self) else { return }
    parent.adopt(self, in: &registry)
    owner.value.store(unowned: self)
  }

  /// Moves a personal class's owner back to the superclass if nothing is hooked on it anymore.
  func returnOwnerIfUnhooked(in registry: inout Registry) {
    guard isPersonal, registrations.values.allSatisfy(\.isEmpty), let owner, let parent, owner.value.refers(to: self)
    else { return }
    owner.value.store(unowned: parent)
    parent.release(self)
    abandon(in: &registry)
  }
}

// MARK: - Values

/// A key for values associated with objects.
public final class AssociationKey<Value: Sendable>: Sendable {
  /// Creates a unique key.
  public init() {}
}

/// Values associated with an object for its lifetime.
extension InterceptableObject {
  /// Returns the object's associated value for a key; nil if there is none.
  public final func associatedValue<Value>(for key: AssociationKey<Value>) -> Value? {
    guard let entry = personal.current?.object.associatedValues.withLock({ $0[ObjectIdentifier(key)] }) else {
      return nil
    }
    return entry.value as? Value
  }

  /// Returns the object's associated value for a key; if there is none, sets and returns the default value.
  ///
  /// Of several threads that set a default at once, one wins, and all return its value. The values of the others are
  /// made and dropped: making one runs without a lock, and may use associated values itself.
  public final func associatedValue<Value>(
    for key: AssociationKey<Value>, default makeDefault: @autoclosure () -> Value
  ) -> Value {
    if let known = associatedValue(for: key) { return known }
    let made = makeDefault()
    return Registry.locked { personalClass(in: &$0) }.associatedValues.withLock { values in
      if let entry = values[ObjectIdentifier(key)], let known = entry.value as? Value { return known }
      values[ObjectIdentifier(key)] = (key, made)
      return made
    }
  }

  /// Sets the object's associated value for a key, replacing the former one; nil removes it.
  public final func setAssociatedValue<Value>(_ value: Value?, for key: AssociationKey<Value>) {
    // The former value is released without the lock, since this may run arbitrary deinits.
    _ = Registry.locked { personalClass(in: &$0) }.associatedValues.withLock { values in
      defer { values[ObjectIdentifier(key)] = value.map { (key, $0) } }
      return values[ObjectIdentifier(key)]
    }
  }
}

/// The word in which an object stores its class, for access without retaining the object, which clears the reference
/// before its deallocation.
///
/// While the registry is locked, an object must not be retained, even briefly: if the last other reference is released
/// meanwhile, the object would be deallocated while the lock is held.
typealias OwnerWord = StableReference<AtomicReference<ClassObject>>

extension InterceptableObject {
  /// Returns whether this is a proper subclass of the other class; false if the other is nil or the same.
  @usableFromInline
  static func inheritsStrictly(from other: InterceptableObject.Type?) -> Bool {
    guard let other, self != other else { return false }
    return sequence(first: self as AnyClass) { _getSuperclass($0) }.contains { $0 == other }
  }
}
