/// What a command line asks for.
enum CommandLineRequest {
  /// Help on the program, a command, or what files and options may say.
  case help(HelpTopic)
  /// The version of the program.
  case version
  /// To do a command.
  case run(Command, Settings)

  /// Reads the words behind the program's name.
  ///
  /// The first word is a command, an option, or a feed of the command that is meant when none is named.
  ///
  /// - Parameter exists: whether a path leads to something.
  init(_ words: [String], isTerminal: Bool = false, exists: (String) -> Bool) throws(CommandError) {
    if words.isEmpty, isTerminal {
      self = .help(.short)
      return
    }
    let named = words.first.flatMap(Command.named)
    let options = words.prefix { $0 != "--" }
    if options.contains(where: { $0 == "--help" || $0 == "-h" }) {
      self = .help(named.map(HelpTopic.command) ?? .program)
    } else if options.contains("--version") {
      self = .version
    } else if words.first == "help", !exists("help") {
      self = .help(try Self.topic(of: words.dropFirst().first))
    } else if let named {
      self = .run(named, try ArgumentParser.parse(words.dropFirst(), for: named))
    } else {
      if let word = words.first { try Self.checkFirst(word, exists: exists) }
      self = .run(.render, try Self.settings(words, exists: exists))
    }
  }

  /// What is to be rendered; a command's name among it is no feed, and explains an option that only the command has.
  private static func settings(_ words: [String], exists: (String) -> Bool) throws(CommandError) -> Settings {
    let late = words.first { Command.named($0) != nil && !exists($0) }
    do throws(CommandError) {
      let settings = try ArgumentParser.parse(words[...], for: .render)
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
    throw .unknownTopic(word, near: Suggestion.nearest(to: word, in: HelpTopic.names))
  }

  /// Refuses a first word that is no file and near a command's name; any other is a file that is missing.
  private static func checkFirst(_ word: String, exists: (String) -> Bool) throws(CommandError) {
    guard !word.isEmpty, !word.hasPrefix("-"), !exists(word) else { return }
    let near = Suggestion.nearest(to: word, in: Command.all.map(\.name) + ["help"])
    if near != nil { throw .unknownCommand(word, near: near) }
  }
}
