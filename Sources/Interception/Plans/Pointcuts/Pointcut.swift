/// Names the messages in whose calls an advice runs: a class and a selector, in both of which `*` stands for anything.
///
/// | pointcut | messages |
/// |---|---|
/// | `Account.deposit(_:)` | that one, as accounts have it |
/// | `ListView.insert*` | all of list views whose names begin so |
/// | `*Screen.appeared()` | that one of every class whose name ends so |
/// | `Account.Type.open(_:)` | a message of the class itself |
/// | `Account.getter:balance` | the reading of a property |
///
/// A class is named by itself, or behind its module where there is a dot in the name (`Bank.Account`, `Bank.*`); two classes
/// of one name are both meant unless the module is said. Messages of a class itself are meant only where the class is written
/// with `.Type`, and those of the life cycle (`deinit`) only where the selector has no star.
public struct Pointcut: Sendable, Hashable {
  /// The pointcut as it is written.
  public let text: String
  /// Class and selector; more than one pair where there are several dots, each of which may be the one between them.
  let readings: [Reading]

  /// One way to read a pointcut.
  struct Reading: Sendable, Hashable {
    let className: NamePattern
    let form: Form
    let selector: NamePattern
  }

  /// Reads a pointcut; nil where it is not of the form `Class.selector`.
  public init?(_ text: String) {
    self.text = text
    readings = text.indices.filter { text[$0] == "." }.compactMap { Reading(text, dot: $0) }
    if readings.isEmpty { return nil }
  }

  /// How the name of a class is written: a name means only those that are written as it is.
  struct Form: Sendable, Hashable {
    let isQualified: Bool
    let isOfClassItself: Bool

    init(_ name: some StringProtocol) {
      isOfClassItself = name.hasSuffix(".Type")
      isQualified = name.dropLast(isOfClassItself ? 5 : 0).contains(".")
    }
  }

  /// Whether it means a message of a class.
  func matches(className: String, selector: Selector) -> Bool {
    readings.contains { $0.matches(className: className) && $0.matches(selector) }
  }
}

extension Pointcut {
  /// The class and the selector, where the selector is one of the runtime's own messages; nil elsewhere.
  var blacklisted: (className: String, selector: Selector)? {
    readings.lazy.map { ($0.className.description, Selector($0.selector.description)) }
      .first { Selector.blacklist.contains($0.1) }
  }
}

extension Pointcut.Reading {
  fileprivate init?(_ text: String, dot: String.Index) {
    let name = text[..<dot], selector = text[text.index(after: dot)...]
    if name.isEmpty || selector.isEmpty { return nil }
    className = NamePattern(name)
    form = Pointcut.Form(name)
    self.selector = NamePattern(selector)
  }

  func matches(className name: String) -> Bool {
    Pointcut.Form(name) == form && className.matches(name)
  }

  func matches(_ selector: Selector) -> Bool {
    if self.selector.hasWildcard, selector == .deallocation || Selector.blacklist.contains(selector) { return false }
    return self.selector.matches(selector.name)
  }
}

extension Pointcut: CustomStringConvertible {
  /// The pointcut as it is written.
  public var description: String { text }
}
