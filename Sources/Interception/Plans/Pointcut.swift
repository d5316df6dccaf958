/// A pattern for messages: a class and a selector, both of which may contain `*` as a wildcard for any characters.
///
/// | pointcut | messages |
/// |---|---|
/// | `Account.deposit(_:)` | this message of the class `Account` |
/// | `ListView.insert*` | all messages of `ListView` whose names begin with `insert` |
/// | `*Screen.appeared()` | this message of all classes whose names end with `Screen` |
/// | `Account.Type.open(_:)` | a class message of `Account` |
/// | `Account.getter:balance` | the getter of a property |
///
/// A class name may be qualified by its module (`Bank.Account`, `Bank.*`); an unqualified name matches all classes of
/// that name. Class messages match only if the class is written with `.Type`. A selector with a star matches neither
/// life-cycle messages (`deinit`) nor the messages that are reserved for the runtime.
public struct Pointcut: Sendable, Hashable {
  /// The pointcut's text.
  public let text: String
  /// The possible splits into class and selector, one for each dot of the text.
  let readings: [Reading]

  /// One way to split a pointcut into class and selector.
  struct Reading: Sendable, Hashable {
    let className: NamePattern
    let form: Form
    let selector: NamePattern
  }

  /// Parses a pointcut; nil if it isn't of the form `Class.selector`.
  public init?(_ text: String) {
    self.text = text
    readings = text.indices.filter { text[$0] == "." }.compactMap { Reading(text, dot: $0) }
    if readings.isEmpty { return nil }
  }

  /// The form of a class name; a pattern matches only names of the same form.
  struct Form: Sendable, Hashable {
    let isQualified: Bool
    let isOfClassItself: Bool

    init(_ name: some StringProtocol) {
      isOfClassItself = name.hasSuffix(".Type")
      isQualified = name.dropLast(isOfClassItself ? 5 : 0).contains(".")
    }
  }

  /// Returns whether the pointcut matches a message of a class.
  func matches(className: String, selector: Selector) -> Bool {
    readings.contains { $0.matches(className: className) && $0.matches(selector) }
  }
}

extension Pointcut {
  /// The class and the selector if the selector is reserved for the runtime; otherwise nil.
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
  /// The pointcut's text.
  public var description: String { text }
}

/// A name pattern in which `*` matches any number of characters.
///
/// - Complexity: matching is O(length of the pattern × length of the name).
struct NamePattern: Sendable, Hashable {
  /// The parts between the stars; a single one if there is no star.
  private let pieces: [[Character]]

  init(_ text: Substring) {
    pieces = text.split(separator: "*", omittingEmptySubsequences: false).map(Array.init)
  }

  /// Whether the pattern contains a star.
  fileprivate var hasWildcard: Bool { pieces.count > 1 }

  /// The pattern without its stars, for similarity search.
  var letters: String { String(pieces.joined()) }

  /// Whether the pattern begins with a star.
  var beginsOpen: Bool { hasWildcard && pieces.first?.isEmpty == true }

  /// Whether the pattern ends with a star.
  var endsOpen: Bool { hasWildcard && pieces.last?.isEmpty == true }

  /// Returns whether the pattern matches a name.
  ///
  /// The first part must begin the name, and the last one end it; each part between is matched at its earliest
  /// occurrence.
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
  /// The pattern's text.
  var description: String { pieces.map { String($0) }.joined(separator: "*") }
}
