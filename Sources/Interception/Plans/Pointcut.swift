/// A pattern for messages: a class and a selector, both of which may contain `*` as a wildcard for any characters; or
/// several of these, joined.
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
///
/// Terms are joined to a union by `||`, and to an intersection by `&&`; `!` before a term stands for its complement, as in
/// `*Page.* && !LoginPage.* || Help.shown()`. `!` binds tighter than `&&`, and that tighter than `||`. Parentheses belong
/// to selectors and don't group. Where `!` is before all terms of an intersection, it is one with `*.*`, too: `!Account.*`
/// stands for `*.* && !Account.*`. The same operators join pointcuts in code: `pages && !(login || help)`.
///
/// A pointcut selects the classes to hook. A subclass of a hooked class runs the advice too, even if it is excluded.
public struct Pointcut: Sendable, Hashable {
  /// The terms to match: all of an alternative, of at least one alternative; neither is empty.
  let alternatives: [[Term]]

  /// A class and a selector, or everything but them.
  struct Term: Sendable, Hashable {
    let text: String
    var isExcluded: Bool
    /// The possible splits into class and selector, one for each dot of the text.
    let readings: [Reading]
  }

  /// One way to split a term into class and selector.
  struct Reading: Sendable, Hashable {
    let className: NamePattern
    let form: Form
    let selector: NamePattern
  }

  /// Parses a pointcut; nil if a term isn't of the form `Class.selector`.
  public init?(_ text: String) {
    var alternatives: [[Term]] = []
    for words in text.split(separator: "||", omittingEmptySubsequences: false) {
      let terms = words.split(separator: "&&", omittingEmptySubsequences: false).map { Term($0) }
      guard terms.allSatisfy({ !$0.readings.isEmpty }) else { return nil }
      alternatives.append(terms)
    }
    self.init(alternatives)
  }

  /// Returns the pointcut of a term alone, even where the term is excluded.
  init(_ term: Term) {
    self.init([[term.isExcluded ? term.toggled : term]])
  }

  private init(_ alternatives: [[Term]]) {
    self.alternatives = alternatives
  }

  /// The pointcut's text, as a union of intersections.
  public var text: String {
    alternatives.map { $0.map(\.description).joined(separator: " && ") }.joined(separator: " || ")
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
}

// MARK: - Composition

extension Pointcut {
  /// Returns the union of two pointcuts: what at least one of them matches.
  public static func || (one: Pointcut, other: Pointcut) -> Pointcut {
    Pointcut(one.alternatives + other.alternatives)
  }

  /// Returns the intersection of two pointcuts: what both match.
  ///
  /// - Complexity: O(alternatives of one × alternatives of the other), in time and in the length of the text.
  public static func && (one: Pointcut, other: Pointcut) -> Pointcut {
    Pointcut(one.alternatives.flatMap { terms in other.alternatives.map { terms + $0 } })
  }

  /// Returns the complement of a pointcut: what it doesn't match.
  ///
  /// - Complexity: O(product of the numbers of terms in its alternatives), in time and in the length of the text.
  public static prefix func ! (pointcut: Pointcut) -> Pointcut {
    let complements = pointcut.alternatives.map { terms in Pointcut(terms.map { [$0.toggled] }) }
    return complements.dropFirst().reduce(complements[0], &&)
  }
}

// MARK: - Matching

extension Pointcut {
  /// The selectors that a pointcut matches in one class.
  struct Selectors {
    /// The readings of each term that are of the class.
    fileprivate let alternatives: [[(isExcluded: Bool, readings: [Reading])]]

    /// Whether the pointcut matches no message of the class, whatever its selector.
    var isEmpty: Bool { alternatives.isEmpty }

    func contains(_ selector: Selector) -> Bool {
      alternatives.contains { terms in
        terms.allSatisfy { term in term.readings.contains { $0.matches(selector) } != term.isExcluded }
      }
    }
  }

  /// Returns what the pointcut matches in a class, which is given by all its names.
  func selectors(ofClassNamed names: Set<String>) -> Selectors {
    Selectors(
      alternatives: alternatives.compactMap { terms in
        let ofClass = (terms.allSatisfy(\.isExcluded) ? [.everything] + terms : terms).map { term in
          (term.isExcluded, term.readings.filter { names.contains(where: $0.matches(className:)) })
        }
        return ofClass.contains { !$0.0 && $0.1.isEmpty } ? nil : ofClass
      })
  }
}

extension Pointcut.Term {
  /// The number of dots in a name after which it is no term, since each dot may be the one before the selector.
  private static let mostDots = 100

  /// What excluded terms are excluded from, if there is no other term.
  fileprivate static let everything = Self("*.*")

  /// Parses a term; it has no readings if it isn't of the form `Class.selector`.
  fileprivate init(_ words: Substring) {
    let marks = words.prefix { $0.isWhitespace || $0 == "!" }
    var name = words.dropFirst(marks.count)
    while name.last?.isWhitespace == true { name.removeLast() }
    text = String(name)
    isExcluded = !marks.count { $0 == "!" }.isMultiple(of: 2)
    // A name whose first or last character combines with a mark or a space beside it would be read as another one.
    let dots = "!\(name) ".count == name.count + 2 ? name.indices.filter { name[$0] == "." } : []
    readings = dots.count > Self.mostDots ? [] : dots.compactMap { Pointcut.Reading(name, dot: $0) }
  }

  /// The term that matches what this one doesn't.
  fileprivate var toggled: Self {
    var term = self
    term.isExcluded.toggle()
    return term
  }

  /// The class and the selector if the selector is reserved for the runtime; otherwise nil.
  var blacklisted: (className: String, selector: Selector)? {
    readings.lazy.map { ($0.className.description, Selector($0.selector.description)) }
      .first { Selector.blacklist.contains($0.1) }
  }
}

extension Pointcut.Term: CustomStringConvertible {
  /// The term as it is written in a pointcut.
  var description: String { (isExcluded ? "!" : "") + text }
}

extension Pointcut.Reading {
  fileprivate init?(_ text: Substring, dot: String.Index) {
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
  private let pattern: [Character]

  init(_ text: Substring) {
    pattern = Array(text)
  }

  /// Whether the pattern contains a star.
  fileprivate var hasWildcard: Bool { pattern.contains("*") }

  /// The pattern without its stars, for similarity search.
  var letters: String { String(pattern.filter { $0 != "*" }) }

  /// Whether the pattern begins with a star.
  var beginsOpen: Bool { pattern.first == "*" }

  /// Whether the pattern ends with a star.
  var endsOpen: Bool { pattern.last == "*" }

  /// Returns whether the pattern matches a name.
  ///
  /// Each part between stars is matched at its earliest occurrence; where the rest then differs, the last star takes one
  /// character more.
  func matches(_ name: String) -> Bool {
    var rest = (pattern: pattern[...], name: Array(name)[...])
    var afterStar: (pattern: ArraySlice<Character>, name: ArraySlice<Character>)?
    while !rest.name.isEmpty {
      if rest.pattern.first == "*" {
        rest.pattern.removeFirst()
        afterStar = rest
      } else if rest.pattern.first == rest.name.first {
        rest.pattern.removeFirst()
        rest.name.removeFirst()
      } else if let star = afterStar {
        rest = (star.pattern, star.name.dropFirst())
        afterStar = rest
      } else {
        return false
      }
    }
    return rest.pattern.allSatisfy { $0 == "*" }
  }
}

extension NamePattern: CustomStringConvertible {
  /// The pattern's text.
  var description: String { String(pattern) }
}
