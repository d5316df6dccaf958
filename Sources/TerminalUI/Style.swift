/// How a run of text looks: one of a closed set, so that nothing else can ever be sent to a terminal.
public struct Style: Hashable, Sendable {
  /// Bold.
  public var isBold: Bool
  /// Dim.
  public var isDim: Bool
  /// Underlined.
  public var isUnderlined: Bool
  /// The colour of the letters; nil is the terminal's own.
  public var foreground: Color?
  /// The colour behind them; nil is the terminal's own.
  public var background: Color?

  /// Makes a style; without arguments it is the terminal's plain one.
  public init(
    bold: Bool = false, dim: Bool = false, underlined: Bool = false,
    foreground: Color? = nil, background: Color? = nil
  ) {
    isBold = bold
    isDim = dim
    isUnderlined = underlined
    self.foreground = foreground
    self.background = background
  }

  /// The terminal's own look.
  public static let plain = Style()
}
