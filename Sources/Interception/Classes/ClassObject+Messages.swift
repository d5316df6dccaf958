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
