/// The values that a shell can offer for an option or an argument.
enum ValueCandidates: Hashable, Sendable {
  /// Nothing: the value is a number or free text.
  case none
  /// One of a closed set of words.
  case words([String])
  /// A file.
  case files
  /// A name, `=` and a file; the option can be repeated.
  case namedFiles
}

extension CommandOption {
  /// Returns the same option with values that a shell can offer.
  func offering(_ candidates: ValueCandidates) -> CommandOption {
    var option = self
    option.candidates = candidates
    return option
  }

  /// The options that are handled before any command.
  static let general = [
    CommandOption("--version", help: "Show the version.") { _, _ in },
    CommandOption("-h", "--help", help: "Show help information.") { _, _ in },
  ]

  /// The first sentence of the help, or its first half, without a full stop.
  var summary: String { help.firstSentence }
}

extension Command {
  /// The options, with help and version.
  var allOptions: [CommandOption] { options + CommandOption.general }

  /// The values that a shell can offer as the arguments.
  var candidates: ValueCandidates { choice?.candidates ?? argumentCandidates }

  /// The description without its full stop.
  var summary: String { abstract.firstSentence }

  /// The default command.
  static var standard: Command { all[0] }

  /// The names and summaries of the words that a command line can begin with.
  static var firstWords: [(name: String, summary: String)] {
    all.map { ($0.name, $0.summary) } + [("help", "Show help on a command or a topic")]
  }
}

/// An option and the commands that have it with the same values and the same help.
struct SharedOption {
  let option: CommandOption
  private(set) var commands: [Command]

  /// All options of the commands, in the order in which they first occur.
  static var all: [SharedOption] {
    var shared: [SharedOption] = []
    for command in Command.all {
      for option in command.allOptions {
        if let place = shared.firstIndex(where: { $0.option.isSame(as: option) }) {
          shared[place].commands.append(command)
        } else {
          shared.append(SharedOption(option: option, commands: [command]))
        }
      }
    }
    return shared
  }
}

extension CommandOption {
  /// Whether another option has the same names, values and help.
  func isSame(as other: CommandOption) -> Bool {
    names == other.names && value == other.value && help == other.help && candidates == other.candidates
  }
}

extension String {
  /// The text up to the first full stop or semicolon that a space follows, without a full stop at its end.
  fileprivate var firstSentence: String {
    let end = [". ", "; "].compactMap { firstRange(of: $0)?.lowerBound }.min()
    if let end { return String(self[..<end]) }
    return hasSuffix(".") ? String(dropLast()) : self
  }
}

extension Array where Element == String {
  /// The elements, separated by spaces.
  var spaced: String { joined(separator: " ") }
}
