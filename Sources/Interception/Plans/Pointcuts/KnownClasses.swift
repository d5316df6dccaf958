/// The classes that are registered at one moment, with their names and messages.
struct KnownClasses: Sendable {
  /// A class with the messages that it has, its own and inherited ones.
  struct Class: Sendable {
    let object: ClassObject
    /// What it is called, alone and behind its module.
    let names: Set<String>
    /// The classes above, the nearest first.
    let superclasses: [ObjectIdentifier]
    let messages: [Selector: MessageKind]
  }

  /// In the order of their names; those of one name in that of their registration.
  let classes: [Class]
  private let byIdentity: [ObjectIdentifier: Class]

  /// Looks at the classes that are registered now, these among them.
  ///
  /// - Complexity: O(classes × their messages).
  init(registering types: [InterceptableObject.Type] = []) {
    for type in types { _ = ClassObject.of(type) }
    let classes = Registry.locked { registry in
      KnownClasses.makeSides(in: &registry)
      let known = Dictionary(grouping: registry.classesByName) { ObjectIdentifier($0.value) }
      return known.values.compactMap { entries in entries.first.map { Class($0.value, names: entries.map(\.key)) } }
    }
    self.classes = classes.filter { !$0.object.isDynamic }.sorted {
      ($0.object.name, $0.object.serial) < ($1.object.name, $1.object.serial)
    }
    byIdentity = Dictionary(uniqueKeysWithValues: self.classes.map { (ObjectIdentifier($0.object), $0) })
  }

  /// Has a class that inherits messages of the class itself be found by the name of its side, though nobody has asked for that.
  private static func makeSides(in registry: inout Registry) {
    for object in Set(registry.classesByName.values) {
      let inherits = object.lineage.contains { !($0.knownSide?.classObject.declared.isEmpty ?? true) }
      if inherits { _ = object.side(in: &registry) }
    }
  }

  /// The messages that a pointcut means, class by class.
  ///
  /// A class that inherits a message from another that is meant is left out, since the advice of that one runs for its objects
  /// too, whichever of them declares what is sent. A class that lists a message of that name with other types is meant by itself.
  func matches(_ pointcut: Pointcut) -> [(ClassObject, MessageKind)] {
    classes.flatMap { known in
      selectors(of: known, meantBy: pointcut).filter { !isCovered($0, in: known, by: pointcut) }
        .compactMap { selector in known.messages[selector].map { (known.object, $0) } }
    }
  }

  private func selectors(of known: Class, meantBy pointcut: Pointcut) -> [Selector] {
    let readings = pointcut.readings.filter { reading in known.names.contains { reading.matches(className: $0) } }
    guard !readings.isEmpty else { return [] }
    return known.messages.keys.filter { selector in readings.contains { $0.matches(selector) } }
      .sorted { $0.name < $1.name }
  }

  private func isCovered(_ selector: Selector, in known: Class, by pointcut: Pointcut) -> Bool {
    known.superclasses.lazy.compactMap { byIdentity[$0] }
      .prefix { $0.messages[selector]?.chainType == known.messages[selector]?.chainType }
      .contains { above in above.names.contains { pointcut.matches(className: $0, selector: selector) } }
  }
}

extension KnownClasses.Class {
  /// With the registry in hand.
  fileprivate init(_ object: ClassObject, names: [String]) {
    self.object = object
    // The registry knows it by its short name only if it was the first of that name.
    self.names = Set(names).union([object.name])
    superclasses = object.lineage.dropFirst().map { ObjectIdentifier($0) }
    messages = object.lineage.reduce(into: [:]) { known, level in
      known.merge(level.declared) { nearest, _ in nearest }
    }
  }
}
