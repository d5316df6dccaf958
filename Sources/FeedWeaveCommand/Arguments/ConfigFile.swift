/// The options that a user always gives to the viewer, in the file `config` of the folder for what a user has chosen.
///
/// A line is an option as on the command line; its value follows after a space or `=`, and may stand in quotes. Empty
/// lines and lines that begin with `#` say nothing. An option of the command line replaces those of the file that it
/// excludes or repeats.
struct ConfigFile {
  /// An option of the file.
  struct Line {
    /// The number of the line, from 1.
    let number: Int
    /// The option and its value, as the file has them.
    let text: String
    /// The option and its value as one word of a command line.
    fileprivate let word: String
    /// The long name of the option.
    fileprivate let name: String
  }

  /// The file.
  let file: InputFile
  /// The options in force, in their order: of an option that stands there twice, the later one.
  let lines: [Line]

  /// The most bytes of a file.
  private static let byteLimit = 100_000
  /// The names of options of which one replaces the others.
  private static let groups: [Set<String>] = [
    ["--rule", "--at", "--plan"], ["--sections", "--in-a-row"], ["--color", "--no-color"],
  ]

  /// Reads and checks the file of a user; one without options if there is none.
  init(_ environment: CommandEnvironment) throws(CommandError) {
    guard let path = environment.configPath, environment.exists(path) else {
      (file, lines) = (.path(environment.configPath ?? "config"), [])
      return
    }
    file = .path(path)
    let bytes: [UInt8]
    do throws(InputFailure) { bytes = try environment.read(file, Self.byteLimit) } catch {
      throw .noInput(file, reason: error.reason)
    }
    guard bytes.count <= Self.byteLimit else {
      throw .noInput(file, reason: "it has more than \(Self.byteLimit) bytes")
    }
    let home = environment.variable("HOME")
    var lines: [Line] = []
    let texts = String(decoding: bytes, as: UTF8.self).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, text) in texts.enumerated() {
      let text = text.trimmed
      guard !text.isEmpty, !text.hasPrefix("#") else { continue }
      do throws(CommandError) {
        let line = try Line(text, number: index + 1, home: home)
        lines.removeAll { Self.excludes(line.name, $0.name) }
        lines.append(line)
      } catch { throw .badConfig(file, line: index + 1, problem: error.message.words) }
    }
    self.lines = lines
  }

  /// Returns a command line with the options of the file before its own words.
  func words(before words: [String]) -> [String] {
    let own = words.prefix { $0 != "--" }.map { String($0.prefix { $0 != "=" }) }
    return lines.filter { line in !own.contains { Self.excludes($0, line.name) } }.map(\.word) + words
  }

  /// Whether an option replaces another, or is the same.
  private static func excludes(_ name: String, _ other: String) -> Bool {
    name == other || groups.contains { $0.contains(name) && $0.contains(other) }
  }
}

extension ConfigFile.Line {
  /// Reads a line that has an option of the viewer.
  fileprivate init(_ text: String, number: Int, home: String?) throws(CommandError) {
    let name = String(text.prefix { $0 != "=" && !$0.isWhitespace })
    var value = text.dropFirst(name.count).trimmed
    if value.hasPrefix("=") { value = value.dropFirst().trimmed }
    if value.count > 1, let quote = value.first, quote == "'" || quote == "\"", value.last == quote {
      value = String(value.dropFirst().dropLast())
    } else if value.hasPrefix("~/"), let home {
      value = home + value.dropFirst()
    }
    guard name.hasPrefix("-"), name != "-", name != "--" else { throw .unexpectedArgument(text) }
    let word = value.isEmpty ? name : "\(name)=\(value)"
    let settings = try ArgumentParser.parse([word], for: .view)
    guard settings.feeds.isEmpty, settings.form == nil, settings.size == nil else { throw .unexpectedArgument(text) }
    (self.number, self.text, self.word) = (number, text, word)
    self.name = Command.view.options.first { $0.names.contains(name) }?.name ?? name
  }
}

/// `feedweave config`: says which options are in force without being given, and from where.
struct ConfigCommand {
  let settings: Settings
  let environment: CommandEnvironment

  /// The environment variables that the viewer looks at.
  private static let variables = [
    "NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "COLORTERM", "TERM", "COLUMNS", "BROWSER",
  ]

  /// Writes a line for each option or variable: what it is, a tab, and where it stands.
  func run() throws(CommandError) {
    let config = try ConfigFile(environment)
    var output = CommandOutput(environment)
    func add(_ text: String, _ origin: String) throws(CommandError) {
      try output.add { $0 += "\(Message.line(text))\t\(Message.line(origin))\n".utf8 }
    }
    for line in config.lines { try add(line.text, "\(config.file):\(line.number)") }
    for name in Self.variables {
      if let value = environment.variable(name), !value.isEmpty { try add("\(name)=\(value)", "environment") }
    }
    try output.flush()
    guard config.lines.isEmpty, !settings.isQuiet else { return }
    let isMissing = environment.configPath.map { !environment.exists($0) } ?? true
    environment.say(
      Message(
        config.file,
        isMissing ? "there is no such file; 'feedweave help config' says what it can hold" : "it has no options"))
  }
}

extension CommandEnvironment {
  /// The path of the file of a user's options; nil without a folder for it.
  fileprivate var configPath: String? { folders.config.map { "\($0)/config" } }
}

extension StringProtocol {
  /// The text without the white space around it.
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
