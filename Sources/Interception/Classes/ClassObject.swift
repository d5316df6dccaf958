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

// MARK: - Lookup

/// Finding, making and disposing of class objects.
extension ClassObject {
  /// The class object of a declared class; made when it is first asked for.
  public static func of(_ type: InterceptableObject.Type) -> ClassObject {
    if let known = TypeTable.find(type) { return known }
    // Asked for outside the lock, since that runs the classes' own code.
    let lists = lineage(of: type).map { type in type.messages.flatMap(\.kinds) }
    return Registry.locked { register(type, lists[...], in: &$0) }
  }

  /// The class of a name, as ``of(_:)`` and ``makeSubclass(named:)`` have made it known; nil where there is none.
  public static func named(_ name: String) -> ClassObject? {
    Registry.locked { registry in
      if let known = registry.classesByName[name] { return known }
      guard name.hasSuffix(".Type"), let ofObjects = registry.classesByName[String(name.dropLast(5))] else {
        return nil
      }
      return ofObjects.side(in: &registry)?.classObject
    }
  }

  /// The class above; nil at the root.
  public var superclass: ClassObject? {
    Registry.locked { _ in parent }
  }

  /// Whether this class is the other, or below it.
  public func isSubclass(of other: ClassObject) -> Bool {
    Registry.locked { _ in lineage.contains { $0 === other } }
  }

  /// Makes a dynamic subclass, or finds the one of that name that was made before.
  ///
  /// - Throws: ``AspectError/classPairUnavailable(name:)`` where the name is taken by a class that is no dynamic subclass
  ///   of this one.
  public func makeSubclass(named name: String) throws(AspectError) -> ClassObject {
    try Registry.locked { registry throws(AspectError) in
      if let known = registry.classesByName[name] {
        guard case .dynamic = known.role, known.parent === self else { throw .classPairUnavailable(name: name) }
        return known
      }
      guard !isDisposed else { throw .classPairUnavailable(name: self.name) }
      let made = ClassObject(name: name, role: .dynamic, parent: self, in: &registry)
      registry.classesByName[name] = made
      adopt(made, in: &registry)
      return made
    }
  }

  /// A class and every one above it, the most derived first.
  private static func lineage(of type: InterceptableObject.Type) -> [InterceptableObject.Type] {
    Array(sequence(first: type) { _getSuperclass($0) as? InterceptableObject.Type })
  }

  /// Makes a class known with what it lists, and those above it, whose lists follow.
  static func register(
    _ type: InterceptableObject.Type, _ lists: ArraySlice<[MessageKind]>, in registry: inout Registry
  ) -> ClassObject {
    if let known = TypeTable.find(type) { return known }
    let parent = (_getSuperclass(type) as? InterceptableObject.Type).map {
      register($0, lists.dropFirst(), in: &registry)
    }
    let made = ClassObject(
      name: _typeName(type, qualified: false), role: .declared(type), parent: parent, in: &registry)
    // The first class of a name keeps it; another of the same name in another module is found by its full name.
    if registry.classesByName[made.name] == nil { registry.classesByName[made.name] = made }
    registry.classesByName[_typeName(type, qualified: true)] = made
    let list = lists.first ?? []
    made.declare(list.filter { $0.signature.receiver != ClassSide.self })
    parent?.adopt(made, in: &registry)
    TypeTable.add(made, for: type, in: &registry)
    let ofTheClass = list.filter { $0.signature.receiver == ClassSide.self }
    if !ofTheClass.isEmpty { made.side(in: &registry)?.classObject.declare(ofTheClass) }
    return made
  }

  /// Puts a class below this one, with whatever is hooked above.
  func adopt(_ child: ClassObject, in registry: inout Registry) {
    child.parent = self
    children[ObjectIdentifier(child)] = ChildReference(child: child)
    child.rebuildAll(in: &registry)
  }

  /// Takes a class from below this one.
  func release(_ child: ClassObject) {
    children[ObjectIdentifier(child)] = nil
  }
}

// MARK: - Messages

/// The messages that a class has.
extension ClassObject {
  /// The messages that this class itself lists, by name; not those of the classes above.
  public var messages: [MessageKind] {
    Registry.locked { _ in declared.values.sorted { $0.selector.name < $1.selector.name } }
  }

  /// The message of a name, as this class has it or inherits it; nil where neither lists one, nor has it been hooked.
  ///
  /// - Complexity: O(classes above).
  public func message(_ selector: Selector) -> MessageKind? {
    Registry.locked { _ in knownMessage(selector) }
  }

  /// Whether the class has a message of that name, or inherits one.
  public func responds(to selector: Selector) -> Bool {
    message(selector) != nil
  }

  func knownMessage(_ selector: Selector) -> MessageKind? {
    lineage.lazy.compactMap { $0.declared[selector] }.first
      ?? lineage.lazy.compactMap { $0.books[selector]?.kind ?? $0.slots[selector]?.kind }.first
  }

  /// Books what the class lists, less what it inherits: a class that lists nothing of its own gives its superclass's list.
  func declare(_ kinds: [MessageKind]) {
    for kind in kinds where parent?.knownMessage(kind.selector)?.isSame(as: kind) != true {
      let former = declared.updateValue(kind, forKey: kind.selector)
      if let former, former.chainType != kind.chainType {
        fatalError("\(name) lists '\(kind.selector)' twice, with different types")
      }
      guard canReceive(kind.signature.receiver, kind.owner) else {
        fatalError("\(name) lists '\(kind.selector)', which is declared as \(kind.signature)")
      }
    }
  }

  /// Whether a message of such a receiver can be sent to objects of this class, which is the receiver's or below.
  ///
  /// A message of the class itself has an owner, and can be sent to that class and to those below.
  func canReceive(_ receiver: any Any.Type, _ owner: InterceptableObject.Type?) -> Bool {
    let type: InterceptableObject.Type
    let goal: any Any.Type
    switch stated.role {
    case .declared(let declared): (type, goal) = (declared, receiver)
    case .side(let declared): (type, goal) = owner.map { (declared, $0) } ?? (ClassSide.self, receiver)
    case .dynamic, .personal: return false
    }
    return sequence(first: type as AnyClass) { _getSuperclass($0) }.contains { $0 == goal }
  }
}

extension InterceptableObject {
  /// Whether the object's class has a message of that name, or inherits one.
  public final func responds(to selector: Selector) -> Bool {
    actualClass.responds(to: selector)
  }
}

// MARK: - Dispose

/// Disposing of dynamic subclasses.
extension ClassObject {
  /// Takes a dynamic subclass out of use, with its overrides; its name is free again.
  ///
  /// An empty shell of it stays for ever, since a send on another thread may just have read where it is.
  ///
  /// - Throws: ``AspectError/classInUse(name:objects:subclasses:)`` where objects or subclasses are of it, and
  ///   ``AspectError/classPairUnavailable(name:)`` where it is no dynamic subclass, or has been disposed of.
  public func dispose() throws(AspectError) {
    try Registry.locked { registry throws(AspectError) in
      guard case .dynamic = role, !isDisposed, let parent else { throw .classPairUnavailable(name: name) }
      guard objectCount == 0, children.isEmpty else {
        throw .classInUse(name: name, objects: objectCount, subclasses: subclassCount)
      }
      // A declared class may have come to its name since.
      if registry.classesByName[name] === self { registry.classesByName[name] = nil }
      parent.release(self)
      registry.garbage += books.values.map { $0 as AnyObject }
      books.removeAll()
      isOutOfUse.store(true, ordering: .releasing)
      abandon(in: &registry)
      registry.shells.append(self)
    }
  }

  /// Sends the calls that still come to this class to where their object is now.
  func abandon(in registry: inout Registry) {
    for slot in slots.values { slot.abandon(in: &registry) }
  }

  /// How many classes are directly below, not counting what is hooked on single objects.
  private var subclassCount: Int {
    children.values.count { unsafe !$0.child.isPersonal }
  }
}
