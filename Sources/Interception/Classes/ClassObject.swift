public import Synchronization

/// A class at run time: its name, its superclass, and the table in which the messages of its objects are looked up.
///
/// A declared class has one, made when its first object or hook appears. A dynamic subclass is made by
/// ``makeSubclass(named:)``. An object that is hooked by itself has one of its own, which nobody else sees.
public final class ClassObject: @unchecked Sendable {
  /// What a class object stands for.
  enum Role {
    /// A class of the program.
    case declared(InterceptableObject.Type)
    /// What a class of the program is itself, as an object that gets the messages of the class.
    case side(of: InterceptableObject.Type)
    /// A class that was made at run time, for any number of objects.
    case dynamic
    /// What is hooked on one object.
    case personal
  }

  /// The class's name: of a declared class, as the program spells it.
  public let name: String
  let role: Role
  /// Grows from class object to class object, so that they have an order.
  let serial: UInt64
  /// The slot that a send looks at first, that of the message hooked last; zero where nothing is hooked, which is all that
  /// most sends ask.
  @usableFromInline let frontSlot = Atomic<UInt>(0)
  /// The table that a send of another message looks into; retained by `table`.
  @usableFromInline let publishedTable = Atomic<UInt>(0)
  /// The object that stands for the class, retained for ever; zero until it is asked for.
  let sideBits = Atomic<UInt>(0)

  // All below is read and written with the registry in hand only.
  var parent: ClassObject?
  var children: [ObjectIdentifier: ChildReference] = [:]
  /// The messages that the class lists.
  var declared: [Selector: MessageKind] = [:]
  var books: [Selector: LevelBook] = [:]
  var slots: [Selector: Slot] = [:]
  var table = PointerTable()
  /// How many objects were moved here, less those that were moved away; exact for a dynamic subclass.
  var objectCount = 0
  /// Whether a dynamic subclass is out of use; written with the registry in hand, read by any send as a class.
  let isOutOfUse = Atomic<Bool>(false)
  /// How many messages the class implements itself, made at run time; written with the registry in hand.
  let implementationCount = Atomic<Int>(0)
  /// Where the object whose personal class this is says what class it is of; set to nil before it goes.
  var owner: OwnerWord?

  init(name: String, role: Role, parent: ClassObject?, in registry: inout Registry) {
    serial = registry.makeIdentifier()
    self.name = name
    self.role = role
    self.parent = parent
  }

  var isDisposed: Bool { isOutOfUse.load(ordering: .acquiring) }

  var isPersonal: Bool {
    if case .personal = role { true } else { false }
  }

  var isDynamic: Bool {
    if case .dynamic = role { true } else { false }
  }

  /// The class of the program that this stands for; nil for all else.
  var declaredType: InterceptableObject.Type? {
    if case .declared(let type) = role { type } else { nil }
  }

  /// Whether this was the personal class of an object that is gone.
  var isOrphan: Bool { isPersonal && owner == nil }

  /// The declared class that objects of this one say they are of.
  var stated: ClassObject {
    switch role {
    case .declared, .side: return self
    case .dynamic, .personal: break
    }
    guard let parent else { preconditionFailure("\(name) has no declared class above it") }
    return parent.stated
  }

  /// This class and every one above it, the most derived first.
  var lineage: some Sequence<ClassObject> {
    sequence(first: self) { $0.parent }
  }

  /// Every class below this one, in the order of their making; what is hooked on single objects is left out.
  var subclasses: [ClassObject] {
    descent.dropFirst().filter { !$0.isPersonal }.sorted { $0.serial < $1.serial }
  }

  /// This class and every one below it.
  var descent: [ClassObject] {
    [self] + children.values.flatMap { unsafe $0.child.descent }
  }
}

/// A subclass as its superclass knows it: not kept alive, since it takes itself out before it goes.
struct ChildReference {
  unowned(unsafe) let child: ClassObject
}

extension ClassObject: CustomStringConvertible {
  /// The class's name.
  public var description: String { name }
}

extension ClassObject: Hashable {
  /// Whether two class objects are the same.
  public static func == (one: ClassObject, other: ClassObject) -> Bool { one === other }

  /// Feeds the class object's identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
