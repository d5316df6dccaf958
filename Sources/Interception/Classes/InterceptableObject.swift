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

// MARK: - Class

/// The two answers to the question of what class an object is of.
extension InterceptableObject {
  /// The class that the object says it is of: the one that the program declares.
  public final var statedClass: ClassObject {
    (self as? ClassSide)?.classObject ?? ClassObject.of(type(of: self))
  }

  /// The class in which the object's messages are looked up: the stated one, or a dynamic subclass.
  ///
  /// What is hooked on the object by itself changes neither answer; ``isHooked`` tells.
  public final var actualClass: ClassObject {
    Registry.locked { _ in classApartFromHooks }
  }

  /// Whether anything is hooked on the object by itself.
  public final var isHooked: Bool {
    Registry.locked { _ in currentClass.isPersonal }
  }

  /// Moves the object to another class at run time: a dynamic subclass of its own, or back to its stated class.
  ///
  /// What is hooked on the object stays hooked on it. Calls that run go on in the class in which they began.
  ///
  /// - Throws: ``AspectError/notASubclass(class:of:)`` where the class is not below the object's stated class.
  public final func setClass(_ new: ClassObject) throws(AspectError) {
    let stated = statedClass
    try Registry.locked { registry throws(AspectError) in
      guard !new.isPersonal, !new.isDisposed, new.stated === stated else {
        throw .notASubclass(class: new.name, of: stated.name)
      }
      let current = currentClass
      let former = classApartFromHooks
      former.objectCount -= 1
      new.objectCount += 1
      guard current.isPersonal else { return actual.store(new.bits, ordering: .releasing) }
      former.release(current)
      new.adopt(current, in: &registry)
    }
  }

  final var currentClass: ClassObject {
    guard let current = ClassObject.from(bits: actual.load(ordering: .acquiring)) else {
      preconditionFailure("an object without a class")
    }
    return current
  }
}

// MARK: - Personal

/// Moving an object to its personal class, and back.
extension InterceptableObject {
  /// The personal class of the object, ready to be booked in; the object is moved to it when something is installed.
  final func personalClass(in registry: inout Registry) -> ClassObject {
    let personal = Attachments.of(self, in: &registry).personal
    if currentClass !== personal { personal.parent = currentClass }
    return personal
  }

  /// The class the object was moved to, or declared with, whether or not it is hooked by itself.
  final var classApartFromHooks: ClassObject {
    let current = currentClass
    return current.isPersonal ? current.parent ?? current : current
  }
}

extension ClassObject {
  /// Moves the object of a personal class to it, if it is not there.
  func adoptOwner(in registry: inout Registry) {
    guard let owner, let parent, owner.bits != bits else { return }
    parent.adopt(self, in: &registry)
    owner.store(bits)
  }

  /// Moves the object of a personal class back to the class above when nothing is hooked on it any more.
  func returnOwnerIfPlain(in registry: inout Registry) {
    guard isPersonal, books.isEmpty, let owner, let parent, owner.bits == bits else { return }
    owner.store(parent.bits)
    parent.release(self)
    abandon(in: &registry)
  }
}

// MARK: - Values

/// Names a value that objects can bear for as long as they live.
public final class AssociationKey<Value: Sendable>: Sendable {
  /// Makes a key that no other equals.
  public init() {}
}

/// Values tied to an object's life.
extension InterceptableObject {
  /// The value that the object bears under a key; nil where it bears none.
  public final func associatedValue<Value>(for key: AssociationKey<Value>) -> Value? {
    Attachments.find(self)?.values.withLock { $0[ObjectIdentifier(key)] } as? Value
  }

  /// Gives the object a value to bear under a key, in place of the one before; nil takes it away.
  public final func setAssociatedValue<Value>(_ value: Value?, for key: AssociationKey<Value>) {
    let attachments = Registry.locked { Attachments.of(self, in: &$0) }
    // Released outside the lock, since that may run anyone's deinit.
    let former = attachments.values.withLock { values in
      let former = values[ObjectIdentifier(key)]
      values[ObjectIdentifier(key)] = value
      return former
    }
    _ = former
  }
}

/// What the runtime keeps for one object: its personal class, used while it is hooked by itself, and its associated values.
final class Attachments: Sendable {
  let personal: ClassObject
  let values = VisibleMutex<[ObjectIdentifier: any Sendable]>([:])

  init(personal: ClassObject) {
    self.personal = personal
  }

  /// The attachments of an object, made if there are none; with the registry in hand.
  static func of(_ object: InterceptableObject, in registry: inout Registry) -> Attachments {
    if let known = find(object) { return known }
    let personal = ClassObject(name: object.currentClass.name, role: .personal, parent: nil, in: &registry)
    personal.owner = OwnerWord(of: object)
    let made = Attachments(personal: personal)
    object.attachments.store(UInt(bitPattern: unsafe Unmanaged.passRetained(made).toOpaque()), ordering: .releasing)
    return made
  }

  /// The attachments of an object, if it has any; they live as long as the object.
  static func find(_ object: InterceptableObject) -> Attachments? {
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: object.attachments.load(ordering: .acquiring)) else {
      return nil
    }
    return unsafe Unmanaged<Attachments>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Lets go of what was kept for an object that is going, and has its class forget it.
  static func release(_ object: InterceptableObject) {
    let attachments = find(object)
    guard attachments != nil || object.currentClass.isDynamic else { return }
    Registry.locked { registry in
      object.classApartFromHooks.objectCount -= 1
      guard let attachments else { return }
      let personal = attachments.personal
      personal.owner = nil
      if object.currentClass === personal { personal.parent?.release(personal) }
      // Given back by whoever holds the last reference, outside the lock.
      registry.garbage.append(attachments)
      unsafe Unmanaged.passUnretained(attachments).release()
    }
  }
}

/// The word in which an object says what class it is of, reached without a reference to the object.
///
/// With the registry in hand an object must not be retained, however briefly: the last other reference may go meanwhile, and the
/// object would then be freed under the lock.
@safe
struct OwnerWord: @unchecked Sendable {
  // Inside the object, which takes this back before it goes.
  private let word: UnsafePointer<Atomic<UInt>>

  init(of object: InterceptableObject) {
    // An atomic cannot be copied, so that this is where the object has it.
    unsafe word = withUnsafePointer(to: object.actual) { unsafe $0 }
  }

  /// The class object, as bits.
  var bits: UInt { unsafe word.pointee.load(ordering: .acquiring) }

  func store(_ bits: UInt) {
    unsafe word.pointee.store(bits, ordering: .releasing)
  }
}
