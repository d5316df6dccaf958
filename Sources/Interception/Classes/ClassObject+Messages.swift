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
    lineage.lazy.compactMap { $0.declared[selector] ?? $0.books[selector]?.kind ?? $0.slots[selector]?.kind }.first
  }

  /// Books what the class lists, less what it inherits: a class that lists nothing of its own gives its superclass's list.
  func declare(_ kinds: [MessageKind]) {
    for kind in kinds where parent?.knownMessage(kind.selector)?.chainType != kind.chainType {
      let former = declared.updateValue(kind, forKey: kind.selector)
      precondition(
        former.map { $0.chainType == kind.chainType } ?? true,
        "\(name) lists '\(kind.selector)' twice, with different types")
      precondition(belongsHere(kind), "\(name) lists '\(kind.selector)', which is declared as \(kind.signature)")
    }
  }

  /// Whether objects of this class can be sent a message.
  func belongsHere(_ kind: MessageKind) -> Bool {
    guard case .declared(let type) = role, let receiver = kind.signature.receiver as? InterceptableObject.Type else {
      return false
    }
    return sequence(first: type as AnyClass) { _getSuperclass($0) }.contains { $0 == receiver }
  }
}

extension InterceptableObject {
  /// Whether the object's class has a message of that name, or inherits one.
  public final func responds(to selector: Selector) -> Bool {
    actualClass.responds(to: selector)
  }
}
