/// Reads the words behind a command's name into settings, by the table of its options.
///
/// `--name value` and `--name=value` say the same; `-qv` is `-q -v`; behind `--` all words are files. An option that is
/// given twice has its last value. A word that begins with a dash is taken as a value only where it is `-` or a number.
struct ArgumentParser {
  private let options: [CommandOption]
  /// What is written for standard input behind the program's name; the first command needs no naming.
  private let standardInput: String
  private var settings = Settings()
  private var rest: ArraySlice<String>

  private init(_ command: Command, _ words: ArraySlice<String>) {
    options = command.options
    standardInput = command.name == Command.all[0].name ? "-" : "\(command.name) -"
    rest = words
  }

  /// The settings that the words ask for.
  static func parse(_ words: ArraySlice<String>, for command: Command) throws(CommandError) -> Settings {
    var parser = ArgumentParser(command, words)
    while let word = parser.rest.popFirst() {
      if word == "--" {
        while let file = parser.rest.popFirst() { try parser.takeFeed(file) }
      } else if word.hasPrefix("--") {
        try parser.takeLong(word)
      } else if word.hasPrefix("-"), word != "-" {
        try parser.takeShort(word)
      } else {
        try parser.takeFeed(word)
      }
    }
    try parser.settings.checkTogether()
    return parser.settings
  }

  private mutating func takeFeed(_ word: String) throws(CommandError) {
    guard !word.isEmpty else { throw .unexpectedArgument(word) }
    settings.feeds.append(Settings.Feed(name: nil, file: try InputFile(local: word, place: standardInput)))
  }

  private mutating func takeLong(_ word: String) throws(CommandError) {
    let name = String(word.prefix { $0 != "=" })
    guard let option = options.first(where: { $0.names.contains(name) }) else {
      throw .unknownOption(name, near: Suggestion.nearest(to: name, in: longNames))
    }
    let attached = name.utf8.count < word.utf8.count ? String(word.dropFirst(name.count + 1)) : nil
    try take(option, attached)
  }

  private mutating func take(_ option: CommandOption, _ attached: String?) throws(CommandError) {
    guard let placeholder = option.value else {
      if attached != nil { throw .unexpectedValue(option: option.name) }
      return try option.apply(&settings, "")
    }
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
        // One dash in place of two is the likely slip where the word is long.
        let near = word.count > 2 ? Suggestion.nearest(to: "-" + word, in: longNames) : nil
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
