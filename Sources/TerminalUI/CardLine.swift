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
