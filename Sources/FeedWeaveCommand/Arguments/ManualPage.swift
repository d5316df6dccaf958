/// The manual page `feedweave(1)`, from the tables that help is made of.
///
/// An option that several commands have in the same form is described once.
struct ManualPage {
  /// The source of the page, for `man -l -` or a folder of `MANPATH`.
  static var text: String {
    var page = ManualPage()
    page.addOverview()
    page.addCommands()
    page.addSharedOptions()
    page.addRules()
    page.addFormats()
    page.addSurroundings()
    page.addExamples()
    return page.roff.source
  }

  private var roff = RoffText(title: "FEEDWEAVE", version: "feedweave \(CommandLineTool.version)")
  private let shared = SharedOption.all.filter { $0.commands.count > 1 }

  private mutating func addOverview() {
    roff.addSection("NAME")
    roff.addLine("feedweave - \(HelpText.abstract.prefix(1).lowercased() + HelpText.abstract.dropFirst().dropLast())")
    roff.addSection("SYNOPSIS")
    roff.addForms(
      ["[<options>] <feed> ..."] + Command.all.flatMap(\.usage) + ["help [<topic>]"], of: "feedweave")
    roff.addSection("DESCRIPTION")
    addProse(of: HelpText.discussion)
  }

  /// Adds a discussion without its examples; indented lines stay as they are.
  private mutating func addProse(of discussion: String) {
    var table: [String] = []
    for line in discussion.prose {
      if line.hasPrefix(" ") {
        table.append(String(line.dropFirst(2)))
        continue
      }
      if !table.isEmpty { roff.addExample(table) }
      table = []
      roff.addParagraph(line)
    }
    if !table.isEmpty { roff.addExample(table) }
  }
}

// MARK: - Commands

extension ManualPage {
  private mutating func addCommands() {
    roff.addSection("COMMANDS")
    for command in Command.all { add(command) }
    roff.addPart("help")
    roff.addLine("Show help on the program, on a command, or on a topic:")
    for topic in HelpTopic.guides { roff.addEntry(topic.name, topic.summary + ".") }
  }

  private mutating func add(_ command: Command) {
    roff.addPart(command.name + (command.name == Command.standard.name ? " (default)" : ""))
    roff.addLine(command.abstract)
    addProse(of: command.discussion)
    if command.takesArguments { roff.addEntry("<\(command.argumentName)>", command.argument) }
    let isShared = { [shared] (option: CommandOption) in shared.contains { $0.option.isSame(as: option) } }
    for option in command.allOptions where !isShared(option) { add(option) }
    let names = command.allOptions.filter(isShared).map(\.name).joined(separator: ", ")
    roff.addParagraph("Described in OPTIONS: \(names).")
  }

  private mutating func addSharedOptions() {
    roff.addSection("OPTIONS")
    roff.addLine("The options that several commands have in the same form.")
    for entry in shared {
      let isGeneral = entry.commands.count == Command.all.count
      let owners = isGeneral ? "" : " Commands: \(entry.commands.map(\.name).joined(separator: ", "))."
      add(entry.option, owners: owners)
    }
  }

  private mutating func add(_ option: CommandOption, owners: String = "") {
    roff.addEntry(option.names.joined(separator: ", ") + (option.value.map { " <\($0)>" } ?? ""), option.help + owners)
  }
}

// MARK: - Rules and formats

extension ManualPage {
  private mutating func addRules() {
    roff.addSection("RULES")
    roff.addLine("The words of --rule, in any order. 'feedweave help rules' shows what each does to a list.")
    for entry in RuleGuide.entries { roff.addEntry(entry.form, "\(entry.meaning) Example: '\(entry.example)'.") }
  }

  /// Adds the guide to formats, in which a blank line precedes each title, and examples are indented.
  private mutating func addFormats() {
    roff.addSection("FORMATS")
    let lines = FormatGuide.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var example: [String] = []
    for (before, line) in zip(lines, lines.dropFirst()) where !line.isEmpty {
      if line.hasPrefix(" ") {
        example.append(String(line.dropFirst(2)))
        continue
      }
      addFormatExample(&example)
      if before.isEmpty { roff.addPart(line) } else { roff.addParagraph(line) }
    }
    addFormatExample(&example)
  }

  private mutating func addFormatExample(_ lines: inout [String]) {
    if !lines.isEmpty { roff.addExample(lines) }
    lines = []
  }
}

// MARK: - Environment, exit codes and examples

extension ManualPage {
  static let variables = [
    ("NO_COLOR", "If it is not empty, there are no colours, unless --color asks for them."),
    (
      "FORCE_COLOR",
      "Colours also where the output is no terminal: 0 for none, 1 for 16, 2 for 256, 3 for all, any other value for "
        + "those of the terminal. NO_COLOR takes precedence."
    ),
    (
      "CLICOLOR_FORCE",
      "If it is not 0, the colours of the terminal, wherever the output goes. FORCE_COLOR takes precedence."
    ),
    ("COLORTERM", "With truecolor or 24bit, the terminal has all colours."),
    ("TERM", "The kind of terminal: those whose name ends with 256color have 256 colours, and dumb has none."),
    (
      "LC_ALL, LC_CTYPE, LANG",
      "If the first of these that is set is C or POSIX, what is drawn on a terminal is in ASCII, as with --ascii."
    ),
    ("PATH", "Where 'curl' is found, which fetches addresses. It takes proxies from variables of its own."),
    (
      "BROWSER",
      "The program that opens links, or several with colons between them, which are tried in order. %s stands for the "
        + "link. Default: the desktop's."
    ),
    ("XDG_CONFIG_HOME", "The folder of feedweave/feeds.opml, your list, and of feedweave/config. Default: ~/.config."),
    (
      "XDG_CACHE_HOME",
      "The folder of feedweave, with the last version of each feed that was fetched within 90 days. Default: ~/.cache."
    ),
    ("XDG_STATE_HOME", "The folder of feedweave/marks, with what was read, and where. Default: ~/.local/state."),
    ("COLUMNS", "The columns to draw in without --width, if the output is no terminal. Default: 80."),
  ]

  /// The exit codes, with what each means.
  static let exitCodes =
    ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) }
    + [("130, 141, 143", "A signal ended the program: an interrupt, a reader that went away, a termination.")]

  private mutating func addSurroundings() {
    roff.addSection("ENVIRONMENT")
    for (name, meaning) in Self.variables { roff.addEntry(name, meaning) }
    roff.addSection("EXIT STATUS")
    for (code, meaning) in Self.exitCodes { roff.addEntry(code, meaning) }
  }

  private mutating func addExamples() {
    roff.addSection("EXAMPLES")
    roff.addExample(HelpText.discussion.examples)
    for command in Command.all {
      roff.addParagraph(command.abstract)
      roff.addExample(command.discussion.examples)
    }
  }
}

extension ExitCode {
  /// When the program ends with this code.
  fileprivate var meaning: String {
    switch self {
    case .done: "Done, perhaps with messages."
    case .findings: "Done; 'validate' has findings."
    case .usage: "The command line is wrong."
    case .badData: "A file or an address is not what it should be."
    case .noInput: "A file or an address cannot be read."
    case .internalError: "The program found an error in its own work."
    case .cannotCreate: "A file for output cannot be created."
    case .cannotWrite: "The output cannot be written."
    }
  }
}

extension String {
  private static let examplesHeading = "EXAMPLES:"

  /// The paragraphs of a discussion, without its examples.
  fileprivate var prose: [String] {
    split(separator: "\n").map(String.init).prefix { $0 != Self.examplesHeading }.map { $0 }
  }

  /// The examples at the end of a discussion, without their indentation.
  fileprivate var examples: [String] {
    split(separator: "\n").drop { $0 != Self.examplesHeading }.dropFirst().map { String($0.drop { $0 == " " }) }
  }
}
