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
