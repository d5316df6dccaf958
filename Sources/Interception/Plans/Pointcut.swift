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

/// A name in which `*` stands for any letters, or none.
///
/// - Complexity: matching is O(letters of the pattern × letters of the name).
struct NamePattern: Sendable, Hashable {
  /// What stands between the stars; one piece where there is no star.
  private let pieces: [[Character]]

  init(_ text: Substring) {
    pieces = text.split(separator: "*", omittingEmptySubsequences: false).map(Array.init)
  }

  /// Whether any name but one could be meant.
  var hasWildcard: Bool { pieces.count > 1 }

  /// The name without its stars, which may be near what was meant.
  var letters: String { String(pieces.joined()) }

  /// Whether it begins with a star.
  var beginsOpen: Bool { hasWildcard && pieces.first?.isEmpty == true }

  /// Whether it ends with a star.
  var endsOpen: Bool { hasWildcard && pieces.last?.isEmpty == true }

  /// Whether a name is as the pattern says.
  ///
  /// The first piece must begin the name, and the last one end it; of those between, each is best taken as early as it comes.
  func matches(_ name: String) -> Bool {
    let letters = Array(name)
    guard let first = pieces.first, let last = pieces.last, letters.starts(with: first) else { return false }
    guard hasWildcard else { return letters.count == first.count }
    var start = first.count
    for piece in pieces.dropFirst().dropLast() {
      guard let found = NamePattern.firstIndex(of: piece, in: letters[start...]) else { return false }
      start = found + piece.count
    }
    return letters.count - start >= last.count && letters.suffix(last.count).elementsEqual(last)
  }

  private static func firstIndex(of piece: [Character], in letters: ArraySlice<Character>) -> Int? {
    guard letters.count >= piece.count else { return nil }
    return (letters.startIndex...letters.endIndex - piece.count).first { letters[$0...].starts(with: piece) }
  }
}

extension NamePattern: CustomStringConvertible {
  /// The pattern as it is written.
  var description: String { pieces.map { String($0) }.joined(separator: "*") }
}
