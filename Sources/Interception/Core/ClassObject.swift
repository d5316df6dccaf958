import Synchronization

/// A class at run time: its name, its superclass, and the table for looking up its objects' messages.
///
/// The class object of a declared class is created together with its first object or hook, or by
/// ``Runtime/register(_:)``; that of a dynamic subclass by ``makeSubclass(named:)``. An object with hooks on itself has a
/// personal, private class object.
public final class ClassObject: @unchecked Sendable {
  /// What a class object represents.
  enum Role {
    /// A class declared in source code.
    case declared(InterceptableObject.Type)
    /// The class of a ``ClassSide``: receives the messages of the declared class itself.
    case side(of: InterceptableObject.Type)
    /// A subclass created at run time, for any number of objects.
    case dynamic
    /// The personal class of one object, which holds the hooks on that object.
    case personal
  }

  /// The class's name; for a declared class, its unqualified Swift name.
  public let name: String
  let role: Role
  /// A number that grows with every class object created, and so orders them.
  let serial: UInt64
  /// The slots as sends find them.
  @usableFromInline let published = PublishedSlots()
  /// The ``ClassSide`` that represents the class, never released; none until first requested.
  let side = AtomicReference<ClassSide>()
  /// Whether the class has run-time implementations; written with the registry locked.
  let hasImplementations = Atomic<Bool>(false)
  /// Whether the class, a dynamic subclass, was disposed of; written with the registry locked.
  private let disposal = Atomic<Bool>(false)
  /// The values associated with the owner of this personal class, with their keys, which are kept so that no later key has
  /// the identity of one of them.
  let associatedValues = VisibleMutex<[ObjectIdentifier: (key: any Sendable, value: any Sendable)]>([:])

  // The following properties are accessed with the registry locked only, unless stated otherwise.
  /// The superclass; nil at the root.
  ///
  /// That of a shared class is also read without the lock, since it doesn't change after the class is published.
  var parent: ClassObject?
  /// The direct subclasses, including personal classes with something installed; each removes itself before its
  /// deallocation.
  private var children: [ObjectIdentifier: Unretained<ClassObject>] = [:]
  /// The number of objects moved to this class minus those moved away; exact for a dynamic subclass.
  var objectCount = 0
  /// The records of messages, by name: those that the class declares, has something installed for, or was asked for.
  private(set) var registrations: [Selector: LevelRegistration] = [:]
  /// The table that is published.
  var slotTable = PointerTable()
  /// The word in which the owner of this personal class stores its class; nil after the owner's deallocation.
  var owner: OwnerWord?

  init(name: String, role: Role, parent: ClassObject?, in registry: inout Registry) {
    serial = registry.makeIdentifier()
    self.name = name
    self.role = role
    self.parent = parent
  }

  var isDisposed: Bool { disposal.load(ordering: .acquiring) }

  var isPersonal: Bool {
    if case .personal = role { true } else { false }
  }

  var isDynamic: Bool {
    if case .dynamic = role { true } else { false }
  }

  /// The declared class that this represents; nil for other class objects.
  var declaredType: InterceptableObject.Type? {
    if case .declared(let type) = role { type } else { nil }
  }

  /// Whether this was the personal class of an object that was deallocated.
  var isOrphan: Bool { isPersonal && owner == nil }

  /// The declared class of this class's objects.
  var stated: ClassObject {
    switch role {
    case .declared, .side: return self
    case .dynamic, .personal: break
    }
    guard let parent else { preconditionFailure("\(name) has no declared class above it") }
    return parent.stated
  }

  /// This class and all superclasses, the most derived first.
  var selfAndSuperclasses: some Sequence<ClassObject> {
    sequence(first: self) { $0.parent }
  }

  /// This class and all classes that inherit from it, including personal classes.
  var selfAndSubclasses: [ClassObject] {
    children.isEmpty ? [self] : [self] + children.values.flatMap(\.object.selfAndSubclasses)
  }
}

extension ClassObject: CustomStringConvertible {
  /// The class's name.
  public var description: String { name }
}

extension ClassObject: Hashable {
  /// Returns whether two class objects are identical.
  public static func == (one: ClassObject, other: ClassObject) -> Bool { one === other }

  /// Hashes the class object's identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

// MARK: - Lookup

/// Finding and creating class objects.
extension ClassObject {
  /// Returns the class object of a declared class, created on first use.
  public static func of(_ type: InterceptableObject.Type) -> ClassObject {
    if let known = TypeTable.find(type) { return known }
    // Requested without the lock, since this runs the classes' code.
    let types = sequence(first: type) { _getSuperclass($0) as? InterceptableObject.Type }
    let lists = types.map { $0.messages.flatMap(\.kinds) }
    return Registry.locked { register(type, lists[...], in: &$0) }
  }

  /// Returns the registered class with a name; nil if there is none.
  public static func named(_ name: String) -> ClassObject? {
    Registry.locked { registry in
      if let known = registry.classesByName[name] { return known }
      guard name.hasSuffix(".Type"), let ofObjects = registry.classesByName[String(name.dropLast(5))] else {
        return nil
      }
      return ofObjects.side(in: &registry)?.classObject
    }
  }

  /// The superclass; nil at the root.
  public var superclass: ClassObject? {
    Registry.locked { _ in parent }
  }

  /// Creates a dynamic subclass, or returns the existing one with that name.
  ///
  /// - Throws: ``AspectError/classPairUnavailable(name:)`` if another class has this name, or if this class was
  ///   disposed of.
  public func makeSubclass(named name: String) throws(AspectError) -> ClassObject {
    try Registry.locked { registry throws(AspectError) in
      if let known = registry.classesByName[name] {
        guard known.isDynamic, known.parent === self else { throw .classPairUnavailable(name: name) }
        return known
      }
      guard !isDisposed else { throw .classPairUnavailable(name: self.name) }
      let made = ClassObject(name: name, role: .dynamic, parent: self, in: &registry)
      registry.classesByName[name] = made
      adopt(made, in: &registry)
      return made
    }
  }

  /// Registers a class and its superclasses with their message lists, which are in the same order.
  static func register(
    _ type: InterceptableObject.Type, _ lists: ArraySlice<[MessageKind]>, in registry: inout Registry
  ) -> ClassObject {
    if let known = TypeTable.find(type) { return known }
    let parent = (_getSuperclass(type) as? InterceptableObject.Type).map {
      register($0, lists.dropFirst(), in: &registry)
    }
    let made = ClassObject(
      name: _typeName(type, qualified: false), role: .declared(type), parent: parent, in: &registry)
    // The first class with an unqualified name keeps it; a class of that name in another module is found by its
    // qualified name.
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

  /// Makes a class a subclass of this one, and rebuilds its chains.
  func adopt(_ child: ClassObject, in registry: inout Registry) {
    child.parent = self
    children[ObjectIdentifier(child)] = Unretained(child)
    child.rebuildAll(in: &registry)
  }

  /// Removes a class from this class's subclasses.
  func release(_ child: ClassObject) {
    children[ObjectIdentifier(child)] = nil
  }
}

// MARK: - Messages

/// The messages of a class.
extension ClassObject {
  /// The messages that this class lists, sorted by name; without those of superclasses.
  public var messages: [MessageKind] {
    Registry.locked { _ in listed.sorted { $0.selector.name < $1.selector.name } }
  }

  /// The messages in the class's own list, in no order.
  var listed: [MessageKind] { registrations.values.compactMap { $0.isListed ? $0.declaration : nil } }

  /// Returns the record of a message, created if needed.
  func registration(of kind: MessageKind) -> LevelRegistration {
    if let known = registrations[kind.selector] { return known }
    let made = LevelRegistration(kind: kind)
    registrations[kind.selector] = made
    return made
  }

  /// Returns what is installed for a message; nil if there is nothing.
  func installed(_ selector: Selector) -> LevelRegistration? {
    registrations[selector].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the message with a name that this class lists or inherits; nil if there is none.
  ///
  /// An unlisted message is found as long as this class or a superclass has hooks or a run-time implementation of it.
  ///
  /// - Complexity: O(superclasses).
  public func message(_ selector: Selector) -> MessageKind? {
    Registry.locked { _ in knownMessage(selector) }
  }

  /// Returns whether the class has or inherits a message with a name.
  public func responds(to selector: Selector) -> Bool {
    message(selector) != nil
  }

  /// Returns the error for a missing message, with suggestions of similar names.
  func doesNotRespond(to selector: Selector) -> AspectError {
    if selector == .dealloc {
      return .doesNotRespond(class: name, selector: selector, near: [.deallocation])
    }
    let names = Registry.locked { _ in Set(selfAndSuperclasses.flatMap { $0.listed.map(\.selector.name) }) }
    let near = NameSuggestion.near(selector.name, in: names).map { Selector($0) }
    return .doesNotRespond(class: name, selector: selector, near: near)
  }

  private func knownMessage(_ selector: Selector) -> MessageKind? {
    let known = selfAndSuperclasses.compactMap { $0.registrations[selector] }
    return known.first(where: \.isListed)?.declaration ?? known.first { !$0.isEmpty }?.kind
  }

  /// Records the listed messages except inherited ones, since a class without its own list returns its superclass's.
  func declare(_ kinds: [MessageKind]) {
    for kind in kinds where parent?.knownMessage(kind.selector)?.isSame(as: kind) != true {
      do throws(AspectError) {
        try declare(kind, isListed: true)
      } catch {
        fatalError("\(error)")
      }
      guard canReceive(kind.signature.receiver, kind.owner) else {
        fatalError("\(name) lists '\(kind.selector)', which is declared as \(kind.signature)")
      }
    }
  }

  /// Throws if another message of the same class has the same name, and is listed, or was hooked or implemented.
  ///
  /// A message may be made several times, at the same line.
  func checkDeclaredOnce(_ kind: MessageKind) throws(AspectError) {
    try selfAndSuperclasses.first { $0.declares(kind) }?.declare(kind, isListed: false)
  }

  /// Records a message of this class; throws if another known message of the class has its name.
  private func declare(_ kind: MessageKind, isListed: Bool) throws(AspectError) {
    let record = registration(of: kind)
    if let former = record.declaration, former.line != kind.line || former.chainType != kind.chainType {
      throw .declaredTwice(
        class: name, selector: kind.selector, first: former.declaration, second: kind.declaration)
    }
    record.declare(kind, isListed: isListed)
  }

  /// Returns whether this class declares the message, and so has its original.
  func declares(_ kind: MessageKind) -> Bool {
    switch role {
    case .declared(let type): kind.signature.receiver == type
    case .side(let type): kind.owner.map { $0 == type } ?? false
    case .dynamic, .personal: false
    }
  }

  /// Returns whether a message with this receiver type can be sent to objects of this class.
  ///
  /// A class message has an owner, and can be sent to that class and its subclasses.
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
  /// Returns whether the object's class has or inherits a message with a name.
  public final func responds(to selector: Selector) -> Bool {
    actualClass.responds(to: selector)
  }
}

// MARK: - Dispose

/// Disposing of dynamic subclasses.
extension ClassObject {
  /// Disposes of a dynamic subclass and its overrides; its name can then be used again.
  ///
  /// The empty class object is never deallocated, since a send on another thread may just have read its address.
  ///
  /// - Throws: ``AspectError/classInUse(name:objects:subclasses:)`` if it has objects or subclasses, and
  ///   ``AspectError/classPairUnavailable(name:)`` if it isn't a dynamic subclass or was already disposed of.
  public func dispose() throws(AspectError) {
    try Registry.locked { registry throws(AspectError) in
      guard isDynamic, !isDisposed, let parent else { throw .classPairUnavailable(name: name) }
      guard objectCount == 0, children.isEmpty else {
        let subclassCount = children.values.count { !$0.object.isPersonal }
        throw .classInUse(name: name, objects: objectCount, subclasses: subclassCount)
      }
      // A declared class may have been registered under the same name since.
      if registry.classesByName[name] === self { registry.classesByName[name] = nil }
      parent.release(self)
      registry.garbage += registrations.values.flatMap { $0.clear() }
      disposal.store(true, ordering: .releasing)
      abandon(in: &registry)
      registry.disposedClasses.append(self)
    }
  }

  /// Redirects calls that still arrive at this class to their object's current class.
  func abandon(in registry: inout Registry) {
    for registration in registrations.values { registration.slot?.abandon(in: &registry) }
  }
}
