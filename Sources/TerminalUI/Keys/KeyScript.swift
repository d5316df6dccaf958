/// Events written as text, as the option `--keys` takes them.
///
/// A printable character is its key. Other events are words in brackets, listed in ``words``:
///
///     try KeyScript("jj<enter>").events   // j, j, Enter
///     try KeyScript("/a<lt>b<enter><c-d><click 4,10><resize 60x20>").events
public struct KeyScript: Hashable, Sendable {
  /// The forms of the words, for help text; a click has a row and a column from 0, a size has columns and rows.
  public static let words =
    named.map { "<\($0.word)>" } + [
      "<f1>", "<c-d>", "<a-x>", "<wheel-up>", "<wheel-down>", "<click 4,10>", "<resize 60x20>",
    ]

  /// The largest number in a word.
  private static let maximumNumber = 9999

  private static let named: [(word: String, key: Key)] = [
    ("enter", .enter), ("esc", .escape), ("space", .character(" ")), ("tab", .tab), ("s-tab", .backTab), ("up", .up),
    ("down", .down), ("left", .left), ("right", .right), ("home", .home), ("end", .end), ("pgup", .pageUp),
    ("pgdn", .pageDown), ("backspace", .backspace), ("del", .delete), ("ins", .insert), ("lt", .character("<")),
  ]

  /// Other words for keys, as vim has them.
  private static let aliases: [(word: String, key: Key)] = [
    ("cr", .enter), ("return", .enter), ("bs", .backspace), ("pageup", .pageUp), ("pagedown", .pageDown),
  ]

  /// The events in order.
  public let events: [TerminalEvent]

  /// Reads a script.
  ///
  /// - Throws: ``TerminalUIError/keyWord(_:at:)``, ``TerminalUIError/unclosedKeyWord(at:)`` or
  ///   ``TerminalUIError/keyCharacter(at:)``, with the place of the character, from 1.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public init(_ text: String) throws(TerminalUIError) {
    var events: [TerminalEvent] = []
    var rest = text[...]
    var place = 1
    while let first = rest.first {
      var length = 1
      if first == "<" {
        guard let end = rest.firstIndex(of: ">") else { throw .unclosedKeyWord(at: place) }
        let word = rest[..<end].dropFirst()
        guard let event = Self.event(word) else {
          throw .keyWord(SafeText(String(word), limits: Self.shown), at: place)
        }
        events.append(event)
        length = word.count + 2
      } else {
        guard Key.isPrintable(first) else { throw .keyCharacter(at: place) }
        events.append(.key(.character(first)))
      }
      place += length
      rest = rest.dropFirst(length)
    }
    self.events = events
  }

  /// The limits of a word in an error.
  private static let shown = SafeText.Limits(clusters: 20, lines: 1)

  private static func event(_ word: Substring) -> TerminalEvent? {
    if let key = (named + aliases).first(where: { $0.word == word })?.key ?? key(word) { return .key(key) }
    let parts = word.split(separator: " ", omittingEmptySubsequences: false)
    switch (parts.first, parts.count) {
    case ("wheel-up", 1): return .wheel(.up, at: ScreenPoint(row: 0, column: 0))
    case ("wheel-down", 1): return .wheel(.down, at: ScreenPoint(row: 0, column: 0))
    case ("wheel-up", 2): return point(parts[1]).map { .wheel(.up, at: $0) }
    case ("wheel-down", 2): return point(parts[1]).map { .wheel(.down, at: $0) }
    case ("click", 2): return point(parts[1]).map { .click(at: $0) }
    case ("resize", 2): return size(parts[1]).map { .resize($0) }
    default: return nil
    }
  }

  /// Returns the key of `c-d`, `a-x` or `f1`.
  private static func key(_ word: Substring) -> Key? {
    if word.count == 3, let last = word.last {
      if word.hasPrefix("c-") { return Key(controlWith: last) }
      if word.hasPrefix("a-"), Key.isPrintable(last) { return .alt(last) }
    }
    guard word.first == "f", let number = number(word.dropFirst()), 1...24 ~= number else { return nil }
    return .function(number)
  }

  private static func point(_ text: Substring) -> ScreenPoint? {
    pair(text, separator: ",").map { ScreenPoint(row: $0, column: $1) }
  }

  private static func size(_ text: Substring) -> ScreenSize? {
    guard let (columns, rows) = pair(text, separator: "x"), columns > 0, rows > 0 else { return nil }
    return ScreenSize(columns: columns, rows: rows)
  }

  private static func pair(_ text: Substring, separator: Character) -> (Int, Int)? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.count == 2, let first = number(parts[0]), let second = number(parts[1]) else { return nil }
    return (first, second)
  }

  private static func number(_ digits: Substring) -> Int? {
    guard let first = digits.utf8.first, UInt8(ascii: "0")...UInt8(ascii: "9") ~= first else { return nil }
    return Int(digits).flatMap { $0 <= maximumNumber ? $0 : nil }
  }
}
