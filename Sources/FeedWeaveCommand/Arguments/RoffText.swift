/// The source of a manual page: text in the `man` macros of roff.
///
/// All text is escaped, so that none of it is read as a request, and that hyphens and quotes can be copied.
struct RoffText {
  /// The source so far; each line is complete.
  private(set) var source: String

  /// Begins a page of section 1 of the manual.
  init(title: String, version: String) {
    source = ".TH \(Self.quoted(title)) 1 \"\" \(Self.quoted(version)) \"User Commands\"\n"
  }

  /// Adds the heading of a section.
  mutating func addSection(_ name: String) { source += ".SH \(Self.quoted(name))\n" }

  /// Adds the heading of a part of a section.
  mutating func addPart(_ name: String) { source += ".SS \(Self.quoted(name))\n" }

  /// Adds a line right after a heading.
  mutating func addLine(_ text: String) { source += Self.line(Self.escaped(text)) }

  /// Adds a paragraph.
  mutating func addParagraph(_ text: String) { source += ".PP\n" + Self.line(Self.escaped(text)) }

  /// Adds an indented paragraph with a label; words in angle brackets are placeholders.
  mutating func addEntry(_ label: String, _ text: String) {
    source += ".TP\n" + Self.line(Self.styled(label, Self.bold)) + Self.line(Self.escaped(text))
  }

  /// Adds the forms of a command's arguments, one per line; words in angle brackets are placeholders.
  mutating func addForms(_ forms: [String], of command: String) {
    let lines = forms.map { Self.line(Self.bold(command) + " " + Self.styled($0) { Self.escaped($0) }) }
    source += ".nf\n" + lines.joined() + ".fi\n"
  }

  /// Adds lines that are not filled.
  mutating func addExample(_ lines: [String]) {
    source += ".PP\n.RS 4\n.EX\n" + lines.map { Self.line(Self.escaped($0)) }.joined() + ".EE\n.RE\n"
  }
}

// MARK: - Escaping

extension RoffText {
  /// Returns text in which no character has a meaning of its own to roff.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "\\": escaped += "\\(rs"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "\"": escaped += "\\(dq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      case "\n": escaped += " "
      case _ where scalar.isASCII: escaped.unicodeScalars.append(scalar)
      default: escaped += "\\[u\(hexadecimal(scalar))]"
      }
    }
  }

  /// Returns text with the placeholders, which are in angle brackets, in italics, and the rest as `style` has it.
  private static func styled(_ text: String, _ style: (String) -> String) -> String {
    let parts = text.split(separator: "<", omittingEmptySubsequences: false).map(String.init)
    let rest = parts.dropFirst().map { part in
      let end = part.firstIndex(of: ">") ?? part.endIndex
      return "\\fI\(escaped(String(part[..<end])))\\fR\(style(String(part[end...].dropFirst())))"
    }
    return style(parts[0]) + rest.joined()
  }

  private static func bold(_ text: String) -> String { text.isEmpty ? "" : "\\fB\(escaped(text))\\fR" }

  /// Returns a line of text; a full stop at its start would begin a request.
  private static func line(_ escaped: String) -> String { (escaped.hasPrefix(".") ? "\\&" : "") + escaped + "\n" }

  /// Returns an argument of a macro.
  private static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// Returns the code point in at least four digits, as roff requires.
  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
