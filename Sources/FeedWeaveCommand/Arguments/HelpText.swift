import TerminalUI

/// Help in the layout of swift-argument-parser: overview, usage, arguments, options, subcommands.
///
/// It is wrapped to the reader's columns; examples and pictures are not wrapped.
struct HelpText {
  private static let labelColumns = 26
  /// With fewer columns, there is no room next to the labels, and descriptions are below them.
  private static let columnsForLabels = 60

  private let columns: Int

  /// The text, which ends with a newline.
  private(set) var text = ""

  init(on topic: HelpTopic, columns: Int = 80) {
    self.columns = columns
    text =
      switch topic {
      case .program: text(of: nil)
      case .short: shortText
      case .command(let command): text(of: command)
      case .rules: RuleGuide.text { wrapped($0) }
      case .formats: wrapped(FormatGuide.text) + "\n"
      case .man: ManualPage.text
      }
  }

  private var shortText: String {
    var text = wrapped("OVERVIEW: \(Self.abstract)") + "\n\n\(Self.usage(of: nil))\n\nSUBCOMMANDS:\n"
    for command in Command.all { text += entry(command.name, command.abstract) }
    let hint =
      "Try: feedweave FEED --ads ADS. 'feedweave add ADDRESS' begins a list of your feeds, which 'feedweave' alone "
    return text + "\n" + wrapped(hint + "then shows. See 'feedweave --help' for the rest.") + "\n"
  }

  private func text(of command: Command?) -> String {
    let shown = command ?? .standard
    var text = "OVERVIEW: \(command?.abstract ?? Self.abstract)\n\n"
    text += wrapped(command?.discussion ?? Self.discussion) + "\n\n"
    text += Self.usage(of: command) + "\n\n"
    if shown.takesArguments { text += "ARGUMENTS:\n" + entry("<\(shown.argumentName)>", shown.argument) + "\n" }
    text += "OPTIONS:\n" + shown.allOptions.map(entry).joined()
    if command == nil {
      text += "\nSUBCOMMANDS:\n"
      for (place, command) in Command.all.enumerated() {
        text += entry(command.name + (place == 0 ? " (default)" : ""), command.abstract)
      }
      text += "\nENVIRONMENT:\n" + ManualPage.variables.filter { $0.0.hasPrefix("XDG") }.map(entry).joined()
      text += "\nEXIT STATUS:\n" + ManualPage.exitCodes.map(entry).joined()
      text += "\n  See 'feedweave help <subcommand>' for detailed help,\n"
      text += "  'feedweave help rules' for the words of --rule,\n"
      text += "  'feedweave help formats' for the formats of files,\n"
      text += "  and 'feedweave help man' for a manual page.\n"
    }
    return text
  }

  /// Returns the usage, with one line per form.
  static func usage(of command: Command?, label: String = "USAGE:") -> String {
    let forms = command?.usage ?? ["[<options>] <feed> ...", "<subcommand>"]
    return forms.enumerated().map { "\($0 == 0 ? label : "      ") feedweave \($1)" }.joined(separator: "\n")
  }

  static let abstract = "Show feeds with their ads woven in."

  static let discussion = """
    In a terminal this is a viewer that follows the feeds while they change (see 'feedweave help view'); elsewhere the \
    items are printed. The feeds keep their own row numbers, and never learn about the ads. Rows are counted from 0.

    EXAMPLES:
      feedweave harbour.json --ads ads.json
      feedweave harbour.json --ads ads.json --rule 'every 6 from 3 max 8 gap 2'
      feedweave map --rows 20 --at 3,9 --rule 'every 6'
      feedweave https://example.org/feed.json
      feedweave add https://example.org/feed.json
      tail -n +1 -f items.ndjson | feedweave - --ads ads.json
    """

  private func entry(_ option: CommandOption) -> String {
    entry(option.names.joined(separator: ", ") + (option.value.map { " <\($0)>" } ?? ""), option.help)
  }

  /// Returns a label with its description, which begins at a fixed column.
  private func entry(_ label: String, _ help: String) -> String {
    let label = "  " + label
    let margin = columns < Self.columnsForLabels ? 6 : Self.labelColumns
    let lines = wrap(help, columns: columns - margin)
    let indent = String(repeating: " ", count: margin)
    let isBeside = label.count < margin
    let first = isBeside ? label + indent.dropFirst(label.count) : label + "\n" + indent
    return first + lines.joined(separator: "\n" + indent) + "\n"
  }

  /// Wraps paragraphs to the width; indented lines are not changed.
  private func wrapped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix(" ") ? String($0) : wrap(String($0), columns: columns).joined(separator: "\n") }
      .joined(separator: "\n")
  }

  private func wrap(_ text: String, columns: Int) -> [String] {
    WrappedLines(SafeText(text, limits: .init(clusters: 1 << 20, lines: 1 << 20)), columns: columns).map(\.string)
  }
}
