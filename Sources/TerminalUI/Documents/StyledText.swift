/// The text of a paragraph, whose parts have styles of their own and lead to pages.
struct StyledText {
  /// The parts, each of which is safe.
  private var text = ""
  private var parts: [(end: Int, style: Style, link: SafeLink?)] = []

  /// Whether there is no text.
  var isEmpty: Bool { text.isEmpty }

  /// Appends words, in which line breaks become spaces.
  mutating func append(_ words: String, _ style: Style = .plain, link: SafeLink? = nil) {
    text += SafeText(words, limits: SafeText.Limits(clusters: .max, lines: 1)).string
    if let last = parts.last, last.style == style, last.link == link { parts.removeLast() }
    parts.append((text.utf8.count, style, link))
  }

  mutating func appendLineBreak() {
    text += "\n"
    parts.append((text.utf8.count, .plain, nil))
  }

  /// Returns the text wrapped to a width, at least 1.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  func lines(columns: Int) -> [CardLine] {
    let safe = SafeText(text, limits: SafeText.Limits(clusters: .max, lines: .max))
    var wrapped = WrappedLines(safe, columns: columns)
    // What begins a part may combine with the end of the one before; then the parts are no longer where they were.
    guard safe.string.utf8.elementsEqual(text.utf8) else { return wrapped.map { CardLine([.init($0)]) } }
    var lines: [CardLine] = []
    var rest = parts[...]
    while let line = wrapped.next() {
      let bytes = wrapped.lineBytes
      var start = bytes.lowerBound
      var runs: [CardLine.Run] = bytes.isEmpty ? [.init(line)] : []
      while start < bytes.upperBound, let part = rest.first {
        let end = min(part.end, bytes.upperBound)
        if end > start { runs.append(.init(safe.part(bytes: start..<end), part.style, link: part.link)) }
        start = max(start, end)
        if part.end <= start { rest.removeFirst() }
      }
      lines.append(CardLine(runs).truncated(to: max(1, columns)))
    }
    return lines
  }
}
