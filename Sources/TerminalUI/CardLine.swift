/// One line to draw: runs of text, each in a style, laid side by side.
public struct CardLine: Hashable, Sendable {
  /// A stretch of text in one style.
  public struct Run: Hashable, Sendable {
    /// What is drawn; of one line.
    public let text: SafeText
    /// How it looks.
    public let style: Style

    /// Makes a run; line breaks in the text become spaces.
    public init(_ text: SafeText, _ style: Style = .plain) {
      self.text = text.singleLine
      self.style = style
    }
  }

  /// The runs from left to right.
  public let runs: [Run]

  /// Makes a line of the runs that hold something.
  public init(_ runs: [Run]) {
    self.runs = runs.contains(where: \.text.isEmpty) ? runs.filter { !$0.text.isEmpty } : runs
  }

  /// The columns that the line takes.
  ///
  /// - Complexity: O(*n*) in the length of the line.
  public var width: Int { runs.reduce(0) { $0 + TextWidth.width(of: $1.text) } }

  /// The words without their styles.
  public var string: String { runs.map(\.text.string).joined() }

  /// The line itself when it fits, else as much of it as fits before an ellipsis; empty when there is no column.
  ///
  /// - Complexity: O(*n*) in the length of the line.
  public func truncated(to columns: Int) -> CardLine {
    guard width > columns else { return self }
    var room = columns
    var kept: [Run] = []
    for run in runs {
      let width = TextWidth.width(of: run.text)
      if width >= room {
        return CardLine(kept + [Run(run.text.withEllipsis(within: room), run.style)])
      }
      kept.append(run)
      room -= width
    }
    return CardLine(kept)
  }
}

/// Writes lines as bytes: plain text, or with the escape sequences of styles; nothing else can come out.
///
/// Each line ends in a newline, without spaces before it, in the terminal's own look. The bytes go to a sink that the
/// caller hands in, a whole line at a time.
public struct LinePainter: Hashable, Sendable {
  /// The colours that are written; with ``ColorDepth/plain`` no escape sequence at all.
  public let depth: ColorDepth

  /// Makes a painter for a depth.
  public init(depth: ColorDepth) {
    self.depth = depth
  }

  /// Writes each line to the sink.
  ///
  /// - Throws: what the sink throws.
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

  /// Appends one line and its newline to a buffer.
  ///
  /// - Complexity: O(*n*) in the length of the line.
  public func append(_ line: CardLine, to bytes: inout [UInt8]) {
    if let last = line.runs.lastIndex(where: { !$0.text.isBlank }) {
      for run in line.runs[..<last] { append(run.text.string, run.style, to: &bytes) }
      append(line.runs[last].text.withoutSpacesAtEnd, line.runs[last].style, to: &bytes)
    }
    bytes.append(0x0A)
  }

  /// Appends words in a style.
  func append(_ words: String, _ style: Style, to bytes: inout [UInt8]) {
    let sequence = style.sequence(depth)
    bytes += sequence.utf8
    bytes += words.utf8
    if !sequence.isEmpty { bytes += Style.reset.utf8 }
  }
}

extension SafeText {
  /// Whether there is nothing but spaces.
  fileprivate var isBlank: Bool { string.utf8.allSatisfy { $0 == 0x20 } }

  /// The text up to the last that is no space; a space that marks stand on is one cluster with them, and stays.
  fileprivate var withoutSpacesAtEnd: String {
    guard string.utf8.last == 0x20, let end = string.lastIndex(where: { $0 != " " }) else { return string }
    return String(string[...end])
  }
}
