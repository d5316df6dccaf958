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

// MARK: - Sequence

extension Style {
  /// The escape sequence that selects this style after a reset, at a depth; empty when there is nothing to select.
  ///
  /// Without colours there is no sequence at all, not even for bold: `--color never` promises plain text.
  func sequence(_ depth: ColorDepth) -> String {
    guard depth != .plain else { return "" }
    var codes: [String] = []
    if isBold { codes.append("1") }
    if isDim { codes.append("2") }
    if isUnderlined { codes.append("4") }
    if let foreground { codes.append(foreground.code(depth, isBackground: false)) }
    if let background { codes.append(background.code(depth, isBackground: true)) }
    return codes.isEmpty ? "" : "\u{1B}[" + codes.joined(separator: ";") + "m"
  }

  /// The escape sequence that goes back to the terminal's own look.
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

/// A colour as terminals know it.
public enum Color: Hashable, Sendable {
  /// One of the sixteen that a person's own colour scheme defines: the best choice for most things.
  case named(Name)

  /// One of the 256 of xterm: sixteen named, a cube of 6 x 6 x 6, 24 greys.
  case palette(UInt8)

  /// Red, green and blue.
  case rgb(UInt8, UInt8, UInt8)

  /// The sixteen names; the raw value is the index in the palette.
  public enum Name: UInt8, CaseIterable, Sendable {
    case black, red, green, yellow, blue, magenta, cyan, white
    case brightBlack, brightRed, brightGreen, brightYellow, brightBlue, brightMagenta, brightCyan, brightWhite
  }

  /// The nearest colour that a terminal of the depth can show; at no depth, the nearest of the sixteen.
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

  private typealias Components = (red: UInt8, green: UInt8, blue: UInt8)

  private static func distance(_ one: Components, _ other: Components) -> Int {
    func square(_ a: UInt8, _ b: UInt8) -> Int { (Int(a) - Int(b)) * (Int(a) - Int(b)) }
    return square(one.red, other.red) + square(one.green, other.green) + square(one.blue, other.blue)
  }

  /// What xterm shows for an entry of the palette.
  private static func components(_ index: UInt8) -> Components {
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

/// How many colours are written.
public enum ColorDepth: Hashable, Sendable, CaseIterable, Comparable {
  /// Plain text, without any escape sequence.
  case plain
  /// The sixteen named colours.
  case named16
  /// The palette of 256.
  case palette256
  /// Red, green and blue of 8 bits each.
  case trueColor

  /// What `--color` says.
  public enum Choice: String, CaseIterable, Sendable {
    /// As the environment and the terminal suggest.
    case auto
    /// With colours, wherever the output goes.
    case always
    /// Plain text.
    case never
  }

  /// Decides from the option, the environment and where the output goes.
  ///
  /// The first that has something to say wins: `--color`, `NO_COLOR`, `FORCE_COLOR` or `CLICOLOR_FORCE`, `TERM=dumb` or
  /// no terminal, `COLORTERM`, `TERM`.
  ///
  /// An empty variable says nothing. `FORCE_COLOR` takes 0 to 3 for the four depths (`false` is 0); any other word, and
  /// a `CLICOLOR_FORCE` other than 0, asks for colours as deep as the terminal's, and sixteen at least. It goes before
  /// `CLICOLOR_FORCE`.
  ///
  /// - Parameters:
  ///   - choice: what `--color` says.
  ///   - isTerminal: whether the output goes to a terminal.
  ///   - environment: looks up a variable.
  /// - Returns: the depth to write in.
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

  /// What the terminal's description promises: sixteen colours of every terminal that has a name.
  private static func depth(colorTerm: String, term: String) -> ColorDepth {
    if ["truecolor", "24bit"].contains(colorTerm) || term.hasSuffix("-direct") { return .trueColor }
    if term.hasSuffix("256color") { return .palette256 }
    if !colorTerm.isEmpty { return .named16 }
    return term.isEmpty || term == "dumb" ? .plain : .named16
  }
}
