import Interception

/// Parses the arguments after a command's name into settings, using the table of the command's options.
///
/// `--name value` and `--name=value` are equivalent; `-qv` means `-q -v`; after `--`, all arguments are files. If an
/// option is given twice, its last value is used, which is an error for ads and rules. An argument that begins with a dash
/// is accepted as a value only if it is `-` or a number.
struct ArgumentParser {
  private let options: [CommandOption]
  /// The command's argument, if it is a word of a closed set.
  private let choice: CommandOption?
  private let takesArguments: Bool
  private let takesAddresses: Bool
  private var hasChosen = false
  /// The arguments that select standard input, for error messages; the name of the default command is omitted.
  private let standardInput: String
  private var settings = Settings()
  /// The options that were given and can be given once only.
  private var given: Set<String> = []
  private var rest: ArraySlice<String>

  private init(_ command: Command, _ words: ArraySlice<String>) {
    options = command.options
    choice = command.choice
    takesArguments = command.takesArguments
    takesAddresses = command.takesAddresses
    standardInput = command.name == Command.all[0].name ? "-" : "\(command.name) -"
    rest = words
  }

  /// Parses the arguments of a command.
  static func parse(_ words: ArraySlice<String>, for command: Command) throws(CommandError) -> Settings {
    var parser = ArgumentParser(command, words)
    while let word = parser.rest.popFirst() {
      if word == "--" {
        while let file = parser.rest.popFirst() { try parser.takeArgument(file) }
      } else if word.hasPrefix("--") {
        try parser.takeLong(word)
      } else if word.hasPrefix("-"), word != "-" {
        try parser.takeShort(word)
      } else {
        try parser.takeArgument(word)
      }
    }
    try parser.settings.checkTogether(simulates: command.options.contains { $0.name == "--simulate" })
    return parser.settings
  }

  private mutating func takeArgument(_ word: String) throws(CommandError) {
    guard !word.isEmpty, !hasChosen, takesArguments else { throw .unexpectedArgument(word) }
    if let choice {
      hasChosen = true
      return try choice.apply(&settings, word)
    }
    let file = try takesAddresses ? InputFile(feed: word) : InputFile(local: word, place: standardInput)
    settings.feeds.append(Settings.Feed(name: nil, file: file))
  }

  private mutating func takeLong(_ word: String) throws(CommandError) {
    let name = String(word.prefix { $0 != "=" })
    guard let option = options.first(where: { $0.names.contains(name) }) else {
      throw .unknownOption(name, near: NameSuggestion.nearest(to: name, in: longNames))
    }
    let attached = name.utf8.count < word.utf8.count ? String(word.dropFirst(name.count + 1)) : nil
    try take(option, attached)
  }

  private mutating func take(_ option: CommandOption, _ attached: String?) throws(CommandError) {
    guard let placeholder = option.value else {
      if attached != nil { throw .unexpectedValue(option: option.name) }
      return try option.apply(&settings, "")
    }
    if option.isGivenOnce, !given.insert(option.name).inserted { throw .repeated(option: option.name) }
    if let attached { return try option.apply(&settings, attached) }
    guard let value = rest.first, Self.isValue(value) else {
      throw .missingValue(option: option.name, value: placeholder)
    }
    rest.removeFirst()
    try option.apply(&settings, value)
  }

  private mutating func takeShort(_ word: String) throws(CommandError) {
    for letter in word.dropFirst() {
      guard let option = options.first(where: { $0.names.contains("-\(letter)") }) else {
        let name = word.count == 2 ? word : "-\(letter)"
        // If the argument is long, a missing second dash is the likely mistake.
        let near = word.count > 2 ? NameSuggestion.nearest(to: "-" + word, in: longNames) : nil
        throw .unknownOption(near == nil ? name : word, near: near)
      }
      try take(option, nil)
    }
  }

  private var longNames: [String] { options.map(\.name) + ["--help", "--version"] }

  private static func isValue(_ word: String) -> Bool {
    !word.hasPrefix("-") || word == "-" || Int(word) != nil
  }
}

/// The request that a command line makes.
enum CommandLineRequest {
  /// Help on the program, a command, rules or formats.
  case help(HelpTopic)
  /// The version of the program.
  case version
  /// Run a command.
  case run(Command, Settings)

  /// Parses the arguments after the program's name.
  ///
  /// The first argument is a command, an option, or a feed for the default command.
  ///
  /// - Parameters:
  ///   - list: what is shown if no feed is named: standard input if it is a pipe, else the user's list; nil if there is none.
  ///   - exists: returns whether a path exists.
  init(
    _ words: [String], isTerminal: Bool = false, list: InputFile? = nil, exists: (String) -> Bool
  ) throws(CommandError) {
    if words.isEmpty, isTerminal, list == nil {
      self = .help(.short)
      return
    }
    let named = words.first.flatMap(Command.named)
    let options = words.prefix { $0 != "--" }
    if options.contains(where: { $0 == "--help" || $0 == "-h" }) {
      // Also where the name follows.
      let late = words.count == 2 ? Command.named(words[1]) : nil
      self = .help((named ?? late).map(HelpTopic.command) ?? .program)
    } else if options.contains("--version") {
      self = .version
    } else if words.first == "help", !exists("help") {
      self = .help(try Self.topic(of: words.dropFirst().first))
    } else if let named {
      self = .run(named, try ArgumentParser.parse(words.dropFirst(), for: named).showing(list, with: named))
    } else {
      if let word = words.first { try Self.checkFirst(word, exists: exists) }
      self = .run(.standard, try Self.settings(words, exists: exists).showing(list, with: .standard))
    }
  }

  /// Parses the arguments of the default command; the name of another command among them, unless it is a file, is an
  /// error.
  private static func settings(_ words: [String], exists: (String) -> Bool) throws(CommandError) -> Settings {
    let late = words.first { Command.named($0) != nil && !exists($0) }
    do throws(CommandError) {
      let settings = try ArgumentParser.parse(words[...], for: .standard)
      if let late, settings.feeds.contains(where: { $0.file == .path(late) }) { throw .lateCommand(late) }
      return settings
    } catch {
      guard let late, case .unknownOption = error else { throw error }
      throw .lateCommand(late)
    }
  }

  private static func topic(of word: String?) throws(CommandError) -> HelpTopic {
    guard let word, word != "help" else { return .program }
    if let topic = HelpTopic.named(word) { return topic }
    throw .unknownTopic(word, near: NameSuggestion.nearest(to: word, in: HelpTopic.names))
  }

  /// Rejects a first argument that is no file and resembles a command's name or means one; any other is a missing file.
  private static func checkFirst(_ word: String, exists: (String) -> Bool) throws(CommandError) {
    guard !word.isEmpty, !word.hasPrefix("-"), !exists(word) else { return }
    let meant = Command.all.first { $0.otherNames.contains(word) }?.name
    let near = meant ?? NameSuggestion.nearest(to: word, in: Command.all.map(\.name) + ["help"])
    if near != nil { throw .unknownCommand(word, near: near) }
  }
}

extension Settings {
  /// Returns the settings with standard input or the user's list, if a command shows feeds and none is named.
  fileprivate func showing(_ list: InputFile?, with command: Command) -> Settings {
    guard feeds.isEmpty, let list, [.view, .render].contains(command.work), !files.contains(list) else { return self }
    var settings = self
    settings.feeds = [Feed(name: nil, file: list)]
    return settings
  }
}
