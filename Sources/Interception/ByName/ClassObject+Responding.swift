/// Finding messages for those who have names only.
extension ClassObject {
  /// The message of a name, as this class has it or inherits it.
  ///
  /// - Throws: ``AspectError/doesNotRespond(class:selector:near:)`` where there is none.
  func respondingMessage(_ selector: Selector) throws(AspectError) -> MessageKind {
    guard let known = message(selector) else { throw doesNotRespond(to: selector) }
    return known
  }

  /// The error of a class that lacks a message; it suggests names that the class has.
  func doesNotRespond(to selector: Selector) -> AspectError {
    if Selector.deallocationElsewhere.contains(selector) {
      return .doesNotRespond(class: name, selector: selector, near: [.deallocation])
    }
    let names = Registry.locked { _ in Set(lineage.flatMap { $0.declared.keys.map(\.name) }) }
    let near = NameSuggestion.near(selector.name, in: names).map { Selector($0) }
    return .doesNotRespond(class: name, selector: selector, near: near)
  }
}
