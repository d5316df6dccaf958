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
