extension FeedAuthor {
  /// Creates an author from a text that contains a name, an address of mail, or both.
  ///
  /// RSS writes `mail (name)`; `name (mail)` and `name <mail>` are as common. The address is used as the name only if
  /// there is no other.
  init(person text: String) {
    let (first, second) = Self.parts(of: text)
    guard let second else {
      self.init(name: first)
      return
    }
    let isFirstMail = first.isMailAddress
    self.init(name: isFirstMail || first.isEmpty ? second : second.isMailAddress ? first : text)
  }

  /// Returns the authors whom a text names: several with semicolons between them, or with commas if each has a first and
  /// a last name or an address of mail.
  static func persons(in text: String) -> [FeedAuthor] {
    // References that were escaped twice have semicolons, too.
    let isList =
      text.utf8.contains(UInt8(ascii: ";")) && text.contains("; ")
      && !text.unicodeScalars.contains { $0 == "&" || $0.value < 0x20 || $0.value == 0x7F }
    let parts = isList ? text.split(separator: ";") : listed(text)
    let names = parts.compactMap { String($0).trimmed.nonEmpty }.prefix(100)
    return names.count > 1 ? names.map { FeedAuthor(person: $0) } : [FeedAuthor(person: text)]
  }

  /// Returns the names between commas outside brackets, of which the last two may have `and` between them; one if it is
  /// no list of names.
  private static func listed(_ text: String) -> [Substring] {
    guard text.utf8.contains(UInt8(ascii: ",")) else { return [text[...]] }
    var parts: [Substring] = []
    var (start, depth) = (text.startIndex, 0)
    for index in text.indices {
      switch text[index] {
      case "(", "<": depth += 1
      case ")", ">": depth -= 1
      case "," where depth <= 0:
        parts.append(text[start..<index])
        start = text.index(after: index)
      default: continue
      }
    }
    parts.append(text[start...])
    guard parts.count > 1 else { return [text[...]] }
    for word in [" and ", " & "] {
      guard let last = parts.last, let range = last.firstRange(of: word) else { continue }
      parts.removeLast()
      parts += [last[..<range.lowerBound], last[range.upperBound...]].filter { !$0.allSatisfy(\.isWhitespace) }
      break
    }
    let areNames = parts.allSatisfy { $0.split(whereSeparator: \.isWhitespace).count > 1 || $0.contains("@") }
    return areNames ? parts : [text[...]]
  }

  /// Returns the text before a part in brackets at the end, and that part; or the text and nil.
  private static func parts(of text: String) -> (String, String?) {
    for (open, close) in [("(", ")"), ("<", ">")] as [(Unicode.Scalar, Unicode.Scalar)]
    where text.unicodeScalars.last == close {
      guard let start = text.unicodeScalars.firstIndex(of: open) else { continue }
      let inner = String(text.unicodeScalars[start...].dropFirst().dropLast()).trimmed
      // Markup is no address.
      if inner.contains(where: { $0 == "<" || $0 == ">" }) { continue }
      return (String(text.unicodeScalars[..<start]).trimmed, inner.nonEmpty)
    }
    return (text, nil)
  }
}

extension [String] {
  /// The strings without those that are also before, in their order.
  var distinct: [String] {
    var known: Set<String> = []
    return filter { known.insert($0).inserted }
  }
}

extension String {
  /// The tags in a text with commas between them.
  var commaSeparatedTags: [String] { split(separator: ",").compactMap { String($0).trimmed.nonEmpty }.distinct }

  /// Whether it looks like an address of mail: one `@` in a single word.
  fileprivate var isMailAddress: Bool {
    utf8.contains(UInt8(ascii: "@")) && !utf8.contains { $0.isWhitespace }
  }
}
