/// The appearance of a run of text; a closed set, so that no other escape sequence can reach a terminal.
public struct Style: Hashable, Sendable {
  /// Bold.
  public var isBold: Bool
  /// Dim.
  public var isDim: Bool
  /// In italics, which some terminals do not have.
  public var isItalic: Bool
  /// Underlined.
  public var isUnderlined: Bool
  /// With text and background colours exchanged.
  public var isReversed: Bool
  /// The text colour; nil for the terminal's default.
  public var foreground: Color?
  /// The background colour; nil for the terminal's default.
  public var background: Color?

  /// Makes a style; without arguments the terminal's default.
  public init(
    bold: Bool = false, dim: Bool = false, italic: Bool = false, underlined: Bool = false, reversed: Bool = false,
    foreground: Color? = nil, background: Color? = nil
  ) {
    isBold = bold
    isDim = dim
    isItalic = italic
    isUnderlined = underlined
    isReversed = reversed
    self.foreground = foreground
    self.background = background
  }

  /// The terminal's default style.
  public static let plain = Style()

  /// What is less important than the text around it.
  static let quiet = Style(dim: true)
}

// MARK: - Sequence

extension Style {
  /// Returns the escape sequence that selects this style after a reset; empty if there is nothing to select.
  ///
  /// With ``ColorDepth/plain`` there is no sequence at all, not even for bold: `--color never` promises plain text.
  func sequence(_ depth: ColorDepth) -> String {
    guard depth != .plain else { return "" }
    var codes: [String] = []
    if isBold { codes.append("1") }
    if isDim { codes.append("2") }
    if isItalic { codes.append("3") }
    if isUnderlined { codes.append("4") }
    if isReversed { codes.append("7") }
    if depth == .monochrome { return codes.isEmpty ? "" : "\u{1B}[" + codes.joined(separator: ";") + "m" }
    if let foreground { codes.append(foreground.code(depth, isBackground: false)) }
    if let background { codes.append(background.code(depth, isBackground: true)) }
    return codes.isEmpty ? "" : "\u{1B}[" + codes.joined(separator: ";") + "m"
  }

  /// The escape sequence that restores the terminal's default style.
  static let reset = "\u{1B}[0m"
}

extension Color {
  fileprivate func code(_ depth: ColorDepth, isBackground: Bool) -> String {
    let shift = isBackground ? 10 : 0
    switch reduced(to: depth) {
    case .named(let name) where name.rawValue < 8: return "\(30 + shift + Int(name.rawValue))"
    case .named(let name): return "\(90 + shift + Int(name.rawValue) - 8)"
    case .palette(let index): return "\(38 + shift);5;\(index)"
    case .rgb(let red, let green, let blue): return "\(38 + shift);2;\(red);\(green);\(blue)"
    }
  }
}

/// A terminal colour.
public enum Color: Hashable, Sendable {
  /// One of the sixteen colours that a person's colour scheme defines: the best choice for most purposes.
  case named(Name)

  /// One of xterm's 256 colours: sixteen named ones, a cube of 6 x 6 x 6, and 24 greys.
  case palette(UInt8)

  /// A colour by its red, green and blue components.
  case rgb(UInt8, UInt8, UInt8)

  /// The names of the sixteen colours; the raw value is the index in the palette.
  public enum Name: UInt8, CaseIterable, Sendable {
    case black, red, green, yellow, blue, magenta, cyan, white
    case brightBlack, brightRed, brightGreen, brightYellow, brightBlue, brightMagenta, brightCyan, brightWhite
  }

  /// The colour of what is to be noticed, beside the words that say it: as xterm shows it, its contrast is 4.5:1
  /// on a black ground and 4.7:1 on a white one.
  public static let accent = Color.named(.magenta)

  /// Returns the nearest colour that a terminal of the depth can show; for `plain` and `monochrome` the nearest of the sixteen.
  public func reduced(to depth: ColorDepth) -> Color {
    switch (self, depth) {
    case (.named, _), (_, .trueColor), (.palette, .palette256): self
    case (.rgb(let red, let green, let blue), .palette256): Self.nearest(to: (red, green, blue), in: 16...255)
    case (.rgb(let red, let green, let blue), _): Self.nearest(to: (red, green, blue), in: 0...15)
    case (.palette(let index), _): Self.nearest(to: Self.components(index), in: 0...15)
    }
  }

  private static func nearest(to goal: Components, in indices: ClosedRange<UInt8>) -> Color {
    let best = indices.min { distance(components($0), goal) < distance(components($1), goal) } ?? indices.lowerBound
    return Name(rawValue: best).map(Color.named) ?? .palette(best)
  }

  typealias Components = (red: UInt8, green: UInt8, blue: UInt8)

  private static func distance(_ one: Components, _ other: Components) -> Int {
    func square(_ a: UInt8, _ b: UInt8) -> Int { (Int(a) - Int(b)) * (Int(a) - Int(b)) }
    return square(one.red, other.red) + square(one.green, other.green) + square(one.blue, other.blue)
  }

  /// Returns the components that xterm shows for a palette index.
  static func components(_ index: UInt8) -> Components {
    func level(_ step: UInt8) -> UInt8 { step == 0 ? 0 : 55 + 40 * step }
    switch index {
    case 0..<16: return sixteen[Int(index)]
    case 16..<232:
      let cube = index - 16
      return (level(cube / 36), level(cube / 6 % 6), level(cube % 6))
    default:
      let grey = 8 + 10 * (index - 232)
      return (grey, grey, grey)
    }
  }

  private static let sixteen: [Components] = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
    (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255),
    (255, 255, 255),
  ]
}

/// The number of colours in the output.
public enum ColorDepth: Hashable, Sendable, CaseIterable, Comparable {
  /// Plain text, without any escape sequence.
  case plain
  /// Bold, dim, underlined and reversed text, without colours.
  case monochrome
  /// The sixteen named colours.
  case named16
  /// The palette of 256.
  case palette256
  /// Red, green and blue with 8 bits each.
  case trueColor

  /// The value of the option `--color`.
  public enum Choice: String, CaseIterable, Sendable {
    /// Colours depending on the environment and the terminal.
    case auto
    /// Colours, wherever the output goes.
    case always
    /// Plain text.
    case never
  }

  /// Chooses the depth from the option, the environment and the destination of the output.
  ///
  /// The first of these that decides wins: `--color`, `NO_COLOR`, `FORCE_COLOR` or `CLICOLOR_FORCE`, `TERM=dumb` or no
  /// terminal, `COLORTERM`, `TERM`.
  ///
  /// An empty variable decides nothing. `FORCE_COLOR` takes 0 to 3 for the four depths (`false` is 0). Any other value,
  /// or a `CLICOLOR_FORCE` other than 0, selects the terminal's depth, at least sixteen colours. `FORCE_COLOR` takes
  /// precedence over `CLICOLOR_FORCE`.
  ///
  /// - Parameters:
  ///   - choice: the value of `--color`.
  ///   - isTerminal: whether the output goes to a terminal.
  ///   - environment: returns the value of a variable.
  /// - Returns: the colour depth of the output.
  public static func decide(
    _ choice: Choice, isTerminal: Bool, environment: (_ variable: String) -> String?
  ) -> ColorDepth {
    let known = depth(colorTerm: environment("COLORTERM") ?? "", term: environment("TERM") ?? "")
    switch choice {
    case .never: return .plain
    case .always: return max(.named16, known)
    case .auto:
      if isSet("NO_COLOR", environment) { return .plain }
      if let forced = forced(environment, known: known) { return forced }
      return isTerminal && environment("TERM") != "dumb" ? known : .plain
    }
  }

  private static func isSet(_ variable: String, _ environment: (String) -> String?) -> Bool {
    environment(variable).map { !$0.isEmpty } ?? false
  }

  private static func forced(_ environment: (String) -> String?, known: ColorDepth) -> ColorDepth? {
    switch environment("FORCE_COLOR") ?? "" {
    case "": break
    case "0", "false": return .plain
    case "1": return .named16
    case "2": return .palette256
    case "3": return .trueColor
    default: return max(.named16, known)
    }
    return isSet("CLICOLOR_FORCE", environment) && environment("CLICOLOR_FORCE") != "0" ? max(.named16, known) : nil
  }

  /// Returns the depth that the environment describes: at least sixteen colours for every terminal with a name.
  private static func depth(colorTerm: String, term: String) -> ColorDepth {
    if ["truecolor", "24bit"].contains(colorTerm) || term.hasSuffix("-direct") { return .trueColor }
    if term.hasSuffix("256color") { return .palette256 }
    if !colorTerm.isEmpty { return .named16 }
    return term.isEmpty || term == "dumb" ? .plain : .named16
  }
}
