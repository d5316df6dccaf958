/// One line to draw: styled runs of text side by side.
public struct CardLine: Hashable, Sendable {
  /// A run of text in one style.
  public struct Run: Hashable, Sendable {
    /// The text, in one line.
    public let text: SafeText
    /// The style.
    public let style: Style
    /// The page that opens when the run is clicked, on a screen that shows hyperlinks; nil for none.
    public let link: SafeLink?

    /// Makes a run; line breaks in the text become spaces.
    public init(_ text: SafeText, _ style: Style = .plain, link: SafeLink? = nil) {
      self.text = text.singleLine
      self.style = style
      self.link = link
    }
  }

  /// The runs from left to right.
  public let runs: [Run]

  /// Makes a line of the runs that are not empty.
  public init(_ runs: [Run]) {
    self.runs = runs.contains(where: \.text.isEmpty) ? runs.filter { !$0.text.isEmpty } : runs
  }

  /// The width in columns.
  ///
  /// - Complexity: O(*n*) in the length of the line.
  public var width: Int { runs.reduce(0) { $0 + TextWidth.width(of: $1.text) } }

  /// The text without styles.
  public var string: String { runs.map(\.text.string).joined() }

  /// The line with all of its text dim, and with no text bold.
  public var dimmed: CardLine {
    CardLine(
      runs.map { run in
        var style = run.style
        (style.isDim, style.isBold) = (true, false)
        return Run(run.text, style, link: run.link)
      })
  }

  /// Returns the line with spaces at its end, if it is narrower than `columns`.
  func padded(to columns: Int, _ style: Style = .plain) -> CardLine {
    let missing = columns - width
    return missing > 0 ? CardLine(runs + [.blank(missing, style)]) : self
  }

  /// Returns the line if it fits, else the part that fits before an ellipsis; empty if `columns` is less than 1.
  ///
  /// - Complexity: O(*n*) in the length of the line.
  public func truncated(to columns: Int) -> CardLine {
    guard width > columns else { return self }
    var room = columns
    var kept: [Run] = []
    for run in runs {
      let width = TextWidth.width(of: run.text)
      if width >= room {
        return CardLine(kept + [Run(run.text.withEllipsis(within: room), run.style, link: run.link)])
      }
      kept.append(run)
      room -= width
    }
    return CardLine(kept)
  }
}

extension CardLine.Run {
  /// Returns a number of spaces.
  static func blank(_ columns: Int, _ style: Style = .plain) -> CardLine.Run {
    CardLine.Run(SafeText(String(repeating: " ", count: max(0, columns)), limits: .body), style)
  }
}

/// Writes lines as bytes: plain text, or text with the escape sequences of styles, and nothing else.
///
/// Each line ends in a newline, has no trailing spaces, and leaves the terminal in its default style. The bytes are
/// passed to a sink of the caller, a whole line at a time.
public struct LinePainter: Hashable, Sendable {
  /// The colours to write; with ``ColorDepth/plain`` there are no escape sequences.
  public let depth: ColorDepth
  /// Whether lines are written in ASCII, as ``CardLine/asciiOnly`` does.
  public let isASCII: Bool

  /// Makes a painter for a colour depth.
  public init(depth: ColorDepth, isASCII: Bool = false) {
    self.depth = depth
    self.isASCII = isASCII
  }

  /// Writes each line to the sink.
  ///
  /// - Throws: the error of the sink.
  ///
  /// - Complexity: O(*n*) in the length of the lines.
  public func paint<Failure: Error>(
    _ lines: some Sequence<CardLine>, to sink: (borrowing Span<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    var bytes: [UInt8] = []
    for line in lines {
      bytes.removeAll(keepingCapacity: true)
      append(line, to: &bytes)
      try sink(bytes.span)
    }
  }

  /// Appends one line without the spaces at its end that cannot be seen, and its newline, to a buffer.
  ///
  /// - Complexity: O(*n*) in the length of the line.
  public func append(_ line: CardLine, to bytes: inout [UInt8]) {
    let runs = isASCII ? line.asciiOnly.runs : line.runs
    let isSeen = { (run: CardLine.Run) in depth > .plain && run.style.isReversed }
    if let last = runs.lastIndex(where: { isSeen($0) || !$0.text.isBlank }) {
      for run in runs[..<last] { append(run.text.string, run.style, to: &bytes) }
      append(
        isSeen(runs[last]) ? runs[last].text.string : runs[last].text.withoutSpacesAtEnd, runs[last].style, to: &bytes)
    }
    bytes.append(0x0A)
  }

  /// Appends text in a style.
  func append(_ words: String, _ style: Style, to bytes: inout [UInt8]) {
    let sequence = style.sequence(depth)
    bytes += sequence.utf8
    bytes += words.utf8
    if !sequence.isEmpty { bytes += Style.reset.utf8 }
  }
}

extension SafeText {
  /// Whether the text only consists of spaces.
  fileprivate var isBlank: Bool { string.utf8.allSatisfy { $0 == 0x20 } }

  /// The text without trailing spaces; a space combined with marks is a different cluster, and is kept.
  fileprivate var withoutSpacesAtEnd: String {
    guard string.utf8.last == 0x20, let end = string.lastIndex(where: { $0 != " " }) else { return string }
    return String(string[...end])
  }
}
