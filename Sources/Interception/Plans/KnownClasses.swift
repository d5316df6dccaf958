/// A snapshot of the registered classes, with their names and messages.
struct KnownClasses: Sendable {
  /// A class with its declared and inherited messages.
  struct Class: Sendable {
    let object: ClassObject
    /// Its names, unqualified and qualified by the module.
    let names: Set<String>
    let messages: [Selector: MessageKind]
  }

  /// Sorted by name; classes with the same name in the order of registration.
  let classes: [Class]
  private let known: [ClassObject: Class]

  /// Registers the given classes and takes a snapshot of all registered ones.
  ///
  /// - Complexity: O(classes × their messages).
  init(registering types: [InterceptableObject.Type] = []) {
    for type in types { _ = ClassObject.of(type) }
    let classes = Registry.locked { registry in
      KnownClasses.makeSides(in: &registry)
      let named = Dictionary(grouping: registry.classesByName.filter { !$0.value.isDynamic }, by: \.value)
      return named.map { Class($0, names: $1.map(\.key)) }
    }
    self.classes = classes.sorted { ($0.object.name, $0.object.serial) < ($1.object.name, $1.object.serial) }
    known = Dictionary(uniqueKeysWithValues: classes.map { ($0.object, $0) })
  }

  /// Creates the class sides of classes that inherit class messages, so that they can be found by name.
  private static func makeSides(in registry: inout Registry) {
    for object in Set(registry.classesByName.values) {
      let inherits = object.selfAndSuperclasses.contains { $0.knownSide?.classObject.listed.isEmpty == false }
      if inherits { _ = object.side(in: &registry) }
    }
  }

  /// Returns the messages that a pointcut matches, with their classes.
  ///
  /// A class that inherits a message from another matched class is left out, since that class's advice runs for its
  /// objects too, even if the subclass declares the message again. A class that lists a message of that name with other
  /// types is matched separately.
  func matches(_ pointcut: Pointcut) -> [(ClassObject, MessageKind)] {
    let selectors = known.mapValues { pointcut.selectors(ofClassNamed: $0.names) }
    return classes.flatMap { known in
      (selectors[known.object].map(known.messages) ?? []).filter { message in
        // The superclasses of shared classes don't change.
        !known.object.selfAndSuperclasses.dropFirst().lazy.compactMap { self.known[$0] }
          .prefix { $0.messages[message.selector]?.chainType == message.chainType }
          .contains { selectors[$0.object]?.contains(message.selector) == true }
      }.map { (known.object, $0) }
    }
  }

  /// Returns the first term of a pointcut that by itself matches nothing, and so is a mistake.
  func uselessTerm(of pointcut: Pointcut) -> Pointcut.Term? {
    pointcut.alternatives.joined().first { term in
      let alone = Pointcut(term)
      return !classes.contains { !$0.messages(alone.selectors(ofClassNamed: $0.names)).isEmpty }
    }
  }
}

extension KnownClasses.Class {
  /// Returns the messages with some selectors, sorted by name.
  fileprivate func messages(_ selectors: Pointcut.Selectors) -> [MessageKind] {
    if selectors.isEmpty { return [] }
    return messages.values.filter { selectors.contains($0.selector) }.sorted { $0.selector.name < $1.selector.name }
  }

  /// Called with the registry locked.
  fileprivate init(_ object: ClassObject, names: [String]) {
    self.object = object
    // The registry contains the unqualified name only for the first class of that name.
    self.names = Set(names).union([object.name])
    messages = object.selfAndSuperclasses.reduce(into: [:]) { known, level in
      for kind in level.listed where known[kind.selector] == nil { known[kind.selector] = kind }
    }
  }
}

// MARK: - Suggestions

extension KnownClasses {
  /// Returns terms with similar spelling that match something, the most similar first.
  func suggestions(for term: Pointcut.Term) -> [String] {
    for reading in term.readings {
      let meant = classes.filter { known in known.names.contains { reading.matches(className: $0) } }
      guard !meant.isEmpty else { continue }
      let selectors = Set(meant.flatMap(\.messages.keys).map(\.name))
      return reading.selector.near(in: selectors).map { "\(reading.className).\($0)" }
    }
    // Since parentheses and colons belong to selectors, the text is likely to split at the last dot before them.
    let likely = term.readings.last { !$0.className.letters.contains { "(:".contains($0) } }
    guard let reading = likely ?? term.readings.first else { return [] }
    let fitting = classes.filter { $0.messages.keys.contains(where: reading.matches) }
    let names = Set((fitting.isEmpty ? classes : fitting).map(\.object.name))
    return reading.className.near(in: names).map { "\($0).\(reading.selector)" }
  }
}

extension NamePattern {
  /// Returns at most three similar names, the most similar first.
  fileprivate func near(in names: Set<String>) -> [String] {
    var compared: [String: Set<String>] = [:]
    for name in names {
      for part in parts(of: name) { compared[part, default: []].insert(name) }
    }
    let near = NameSuggestion.near(letters, in: compared.keys).flatMap { compared[$0]?.sorted() ?? [] }
    return near.reduce(into: []) { unique, name in if !unique.contains(name), unique.count < 3 { unique.append(name) } }
  }

  /// Returns the parts of a name to compare with the pattern: of similar length, at the end where the pattern has no
  /// star.
  private func parts(of name: String) -> [String] {
    let lengths = max(letters.count - 1, 1)...letters.count + 1
    if endsOpen { return lengths.map { String(name.prefix($0)) } }
    if beginsOpen { return lengths.map { String(name.suffix($0)) } }
    return [name]
  }
}
