/// The text of a paragraph, whose parts have styles of their own and lead to pages.
struct StyledText {
  /// The parts, each of which is safe.
  private(set) var text = ""
  private var parts: [(end: Int, style: Style, link: SafeLink?)] = []
  /// The width of the preformatted words after the last line break.
  private var column = 0

  /// Whether there is no text.
  var isEmpty: Bool { text.isEmpty }

  /// Appends words, in which line breaks become spaces.
  mutating func append(_ words: String, _ style: Style = .plain, link: SafeLink? = nil) {
    text += SafeText(words, limits: SafeText.Limits(clusters: .max, lines: 1)).string
    if let last = parts.last, last.style == style, last.link == link { parts.removeLast() }
    parts.append((text.utf8.count, style, link))
  }

  /// Appends words whose line ends are kept, and whose tabs become spaces up to every fourth column.
  mutating func append(preformatted words: String, _ style: Style, link: SafeLink?) {
    for (number, line) in words.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if number > 0 { appendLineBreak() }
      for (place, part) in line.split(separator: "\t", omittingEmptySubsequences: false).enumerated() {
        let spaces = String(repeating: " ", count: place > 0 ? 4 - column % 4 : 0)
        append(spaces + part, style, link: link)
        column += TextWidth.width(of: SafeText(spaces + part, limits: SafeText.Limits(clusters: .max, lines: 1)))
      }
    }
  }

  mutating func appendLineBreak() {
    column = 0
    text += "\n"
    parts.append((text.utf8.count, .plain, nil))
  }

  /// Returns the text wrapped to a width, at least 1.
  ///
  /// - Parameters:
  ///   - columns: the width.
  ///   - mark: what a line begins with if it continues the one before; nil for nothing.
  /// - Complexity: O(*n*) in the length of the text.
  func lines(columns: Int, continuedBehind mark: CardLine.Run? = nil) -> [CardLine] {
    let safe = SafeText(text, limits: SafeText.Limits(clusters: .max, lines: .max))
    var wrapped = WrappedLines(safe, columns: columns)
    // What begins a part may combine with the end of the one before; then the parts are no longer where they were.
    guard safe.string.utf8.elementsEqual(text.utf8) else { return wrapped.map { CardLine([.init($0)]) } }
    var lines: [CardLine] = []
    var rest = parts[...]
    let markWidth = mark.map { TextWidth.width(of: $0.text) } ?? 0
    while true {
      let isContinued = !wrapped.isAtLineStart
      wrapped.columns = max(1, isContinued ? columns - markWidth : columns)
      guard let line = wrapped.next() else { break }
      let bytes = wrapped.lineBytes
      var start = bytes.lowerBound
      var runs = (isContinued ? mark.map { [$0] } ?? [] : []) + (bytes.isEmpty ? [.init(line)] : [])
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
