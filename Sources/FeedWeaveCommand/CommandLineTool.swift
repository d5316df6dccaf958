import Placement

/// The program: runs a command line and returns an exit code.
///
/// Nothing is written to standard output until everything has been read, checked and woven, so that an error leaves it
/// empty; then it is written in pieces. A trace is written while the list is drawn, after everything has been read; a
/// replay is written version by version, and the findings of a validation file by file.
struct CommandLineTool {
  /// The version that `--version` shows.
  static let version = "0.1.0"

  private let environment: CommandEnvironment

  init(_ environment: CommandEnvironment) { self.environment = environment }

  /// Runs the command line with the arguments after the program's name.
  func run(_ words: [String]) -> ExitCode {
    do throws(CommandError) {
      return try obey(words)
    } catch {
      environment.say(error.message)
      if error.exitCode == .usage { sayUsage(for: words) }
      return error.exitCode
    }
  }

  private func obey(_ words: [String]) throws(CommandError) -> ExitCode {
    let own = environment.listOfFeeds.flatMap { environment.exists($0) ? InputFile.path($0) : nil }
    let list = environment.isInputPiped ? .standardInput : own
    switch try CommandLineRequest(words, isTerminal: environment.isTerminal, list: list, exists: environment.exists) {
    case .help(let topic):
      if case .short = topic { environment.sayIgnoredFolders() }
      try write(HelpText(on: topic, columns: helpColumns).text)
    case .version: try write("feedweave \(Self.version)\n")
    case .run(let command, var settings):
      let isViewerAsked = [.view, .replay].contains(command.work) && ViewCommand.isAsked(settings, environment)
      let isViewer = isViewerAsked && ViewCommand.usesViewer(settings, environment)
      if isViewerAsked, !isViewer, !settings.isQuiet { environment.say(.dumbTerminal) }
      let usesFolders =
        isViewer || [.add, .remove, .feeds, .config].contains(command.work)
        || settings.feeds.contains { $0.file.feedAddress != nil || $0.file == own }
      if usesFolders, !settings.isQuiet { environment.sayIgnoredFolders() }
      if settings.impressions != nil, !isViewer { throw .missing("a terminal, which '--impressions' needs,") }
      let progress = environment.showsProgress && !settings.isQuiet && !isViewer ? ProgressLine(environment) : nil
      defer { progress?.clear() }
      let environment = progress?.watching ?? environment
      switch command.work {
      case .view:
        if isViewer { settings = try configured(words, command, list) }
        return try ViewCommand(settings: settings, environment: environment).run()
      case .render:
        let input = try FetchedInput(settings, environment)
        try RenderCommand(settings: input.settings, environment: input.environment).run()
      case .merge: try MergeCommand(settings: settings, environment: environment).run()
      case .map:
        let input = try FetchedInput(settings, environment)
        try MapCommand(settings: input.settings, environment: input.environment).run()
      case .trace:
        let input = try FetchedInput(settings, environment)
        try TraceCommand(settings: input.settings, environment: input.environment).run()
      case .replay: try ReplayCommand(settings: settings, environment: environment).run()
      case .validate: return try ValidateCommand(FetchedInput(settings, environment, saysProblems: false)).run()
      case .add: try SubscriptionCommand(settings: settings, environment: environment).add()
      case .remove: try SubscriptionCommand(settings: settings, environment: environment).remove()
      case .feeds: try SubscriptionCommand(settings: settings, environment: environment).show()
      case .config: try ConfigCommand(settings: settings, environment: environment).run()
      case .completions: try write(CompletionCommand(settings: settings).script())
      }
    }
    return .done
  }

  /// Returns the settings of a command line for the viewer together with those of the user's configuration.
  private func configured(
    _ words: [String], _ command: Command, _ list: InputFile?
  ) throws(CommandError) -> Settings {
    let own = words.first == command.name ? Array(words.dropFirst()) : words
    let all = [command.name] + (try ConfigFile(environment).words(before: own))
    guard case .run(_, let settings) = try CommandLineRequest(all, list: list, exists: environment.exists) else {
      throw .internalError("options of the configuration have changed the command")
    }
    return settings
  }

  /// The columns that help is wrapped to: the terminal's, clamped to 40...100 so that lines stay readable.
  private var helpColumns: Int { min(max(environment.columns(nil), 40), 100) }

  private func write(_ words: String) throws(CommandError) {
    var output = CommandOutput(environment)
    try output.add { $0 += words.utf8 }
    try output.flush()
  }

  private func sayUsage(for words: [String]) {
    let command = words.first.flatMap(Command.named)
    let name = command.map { " \($0.name)" } ?? ""
    environment.writeError(
      Array(
        "\(HelpText.usage(of: command, label: "Usage:"))\n  See 'feedweave\(name) --help' for more information.\n".utf8)
    )
  }
}

/// The exit codes of the program, with the numbers of `sysexits.h`.
enum ExitCode: Int32, CaseIterable, Sendable {
  /// The command succeeded, perhaps with findings.
  case done = 0
  /// What was validated has findings.
  case findings = 1
  /// The command line is invalid.
  case usage = 64
  /// The content of a file cannot be read.
  case badData = 65
  /// A file does not exist, or cannot be opened.
  case noInput = 66
  /// An internal check of the program failed.
  case internalError = 70
  /// A file for output cannot be created.
  case cannotCreate = 73
  /// The output cannot be written.
  case cannotWrite = 74
}
