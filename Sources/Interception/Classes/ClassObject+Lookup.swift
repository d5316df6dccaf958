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
