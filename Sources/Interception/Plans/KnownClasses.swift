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

// MARK: - Suggestions

/// What a pointcut that means nothing may have been meant to say.
extension KnownClasses {
  /// Pointcuts that mean something and are spelled almost like this one, the nearest first.
  func suggestions(for pointcut: Pointcut) -> [String] {
    for reading in pointcut.readings {
      let meant = classes.filter { known in known.names.contains { reading.matches(className: $0) } }
      guard !meant.isEmpty else { continue }
      let selectors = Set(meant.flatMap(\.messages.keys).map(\.name))
      return reading.selector.near(in: selectors).map { "\(reading.className).\($0)" }
    }
    guard let reading = pointcut.likelyReading else { return [] }
    let fitting = classes.filter { $0.messages.keys.contains(where: reading.matches) }
    let names = Set((fitting.isEmpty ? classes : fitting).map(\.object.name))
    return reading.className.near(in: names).map { "\($0).\(reading.selector)" }
  }
}

extension Pointcut {
  /// Parentheses and colons belong to selectors, so the last dot ahead of them is most likely the one between.
  fileprivate var likelyReading: Reading? {
    readings.last { !$0.className.letters.contains { "(:".contains($0) } } ?? readings.first
  }
}

extension NamePattern {
  /// The names that are near, the nearest first: three at most.
  fileprivate func near(in names: Set<String>) -> [String] {
    var compared: [String: Set<String>] = [:]
    for name in names {
      for part in parts(of: name) { compared[part, default: []].insert(name) }
    }
    let near = NameSuggestion.near(letters, in: compared.keys).flatMap { compared[$0]?.sorted() ?? [] }
    return near.reduce(into: []) { unique, name in if !unique.contains(name), unique.count < 3 { unique.append(name) } }
  }

  /// What of a name may stand for the letters of the pattern: about as many, at the end that has no star.
  private func parts(of name: String) -> [String] {
    let lengths = max(letters.count - 1, 1)...letters.count + 1
    if endsOpen { return lengths.map { String(name.prefix($0)) } }
    if beginsOpen { return lengths.map { String(name.suffix($0)) } }
    return [name]
  }
}

/// Finds the names that someone may have meant.
package enum NameSuggestion {
  /// The names that are near, the nearest first: at most three, and as many slips as a third of their letters, one at least.
  ///
  /// A slip is a letter too many, one too few, a wrong one, or two that have changed places. A selector is near, too, when only
  /// what it says of its arguments is wrong: `deposit` is near `deposit(_:)`.
  ///
  /// - Complexity: O(names · letters²); a name of much more or fewer letters is not looked at.
  static func near(_ word: String, in names: some Sequence<String>) -> [String] {
    names.compactMap { name in slips(from: word, to: name).map { (name: name, slips: $0) } }
      .sorted { ($0.slips, $0.name) < ($1.slips, $1.name) }
      .prefix(3).map(\.name)
  }

  /// How far a name is from a word; nil where that is too far.
  private static func slips(from word: String, to name: String) -> Int? {
    if base(of: word) == base(of: name) { return 0 }
    let letters = Array(word.lowercased().unicodeScalars.prefix(100))
    let goal = Array(name.lowercased().unicodeScalars)
    let most = max(1, goal.count / 3)
    guard abs(goal.count - letters.count) <= most else { return nil }
    let slips = distance(from: letters, to: goal)
    return slips <= most ? slips : nil
  }

  /// What a method is called, apart from its arguments; of a class, what it is called in its module.
  private static func base(of name: String) -> String {
    let method = name.prefix { $0 != "(" && $0 != ":" }
    return method.split(separator: ".").last.map { $0.lowercased() } ?? ""
  }

  /// The optimal string alignment distance between two words.
  ///
  /// - Complexity: O(letters · letters), one row of the table at a time.
  package static func distance(from one: [Unicode.Scalar], to other: [Unicode.Scalar]) -> Int {
    var former: [Int] = []
    var current = Array(0...other.count)
    for (row, letter) in one.enumerated() {
      var next = [row + 1]
      for (column, goal) in other.enumerated() {
        var least = min(next[column] + 1, current[column + 1] + 1, current[column] + (letter == goal ? 0 : 1))
        if row > 0, column > 0, letter == other[column - 1], one[row - 1] == goal {
          least = min(least, former[column - 1] + 1)
        }
        next.append(least)
      }
      (former, current) = (current, next)
    }
    return current[other.count]
  }
}
