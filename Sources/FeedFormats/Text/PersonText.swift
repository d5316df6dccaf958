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

  /// Returns the text before a part in brackets at the end, and that part; or the text and nil.
  private static func parts(of text: String) -> (String, String?) {
    for (open, close) in [("(", ")"), ("<", ">")] as [(Character, Character)] where text.last == close {
      guard let start = text.firstIndex(of: open) else { continue }
      let inner = String(text[text.index(after: start)...].dropLast()).trimmed
      return (String(text[..<start]).trimmed, inner.nonEmpty)
    }
    return (text, nil)
  }
}

extension String {
  /// Whether it looks like an address of mail: one `@` in a single word.
  fileprivate var isMailAddress: Bool {
    utf8.contains(UInt8(ascii: "@")) && !utf8.contains { $0.isWhitespace }
  }
}
