import FeedFormats
import Placement
import TerminalUI

/// The reason why a command failed.
///
/// Nothing has been written to standard output then, unless writing failed, or a trace, a replay, a merge or a validation
/// has begun.
enum CommandError: Error, Equatable {
  /// An option that the command does not have, and a similar one that it has.
  case unknownOption(String, near: String?)
  /// A first argument that is neither a command nor a file, and a command with a similar name.
  case unknownCommand(String, near: String?)
  /// A topic that there is no help on, and a similar one.
  case unknownTopic(String, near: String?)
  /// A command name after other arguments.
  case lateCommand(String)
  /// An option lacks its required value.
  case missingValue(option: String, value: String)
  /// An option that takes one value was given twice.
  case repeated(option: String)
  /// An option that takes no value was given one.
  case unexpectedValue(option: String)
  /// An option has an invalid value; also, what it expects, and a similar valid word.
  case invalidValue(option: String, value: String, expected: String, near: String?)
  /// A rule on the command line is invalid; also, a similar word of rules.
  case invalidRule(option: String, PlacementError, near: String?)
  /// An argument where none is expected.
  case unexpectedArgument(String)
  /// A required argument is missing.
  case missing(String)
  /// Two things that exclude each other.
  case exclusive(String, String)
  /// A URL where a file is expected, and how to pass the file instead.
  case address(String, instead: String)
  /// A word that is no address of a feed, where one is expected or since it is a URL.
  case badAddress(String, AddressFault)
  /// A word that is no URL where the address of a feed is expected.
  case notAnAddress(String, near: String?)
  /// A feed that is to be added could not be fetched.
  case notFetched(FeedAddress, FetchError)
  /// A feed that is to be removed is not in the user's list; also, a similar one that is.
  case notInList(String, near: String?)
  /// Several feeds of the user's list have the name of the one that is to be removed; also, their addresses.
  case severalInList(String, [String])
  /// Standard input was named twice.
  case standardInputTwice
  /// A file cannot be opened or read.
  case noInput(InputFile, reason: String, exitCode: ExitCode = .noInput)
  /// A feed or a file of ads cannot be read.
  case badFeed(InputFile, FeedError)
  /// A feed cannot be read to its end; `--partial` would accept the `itemCount` items before that.
  case cutFeed(InputFile, FeedError, itemCount: Int)
  /// A file of placement rules cannot be read.
  case badRules(InputFile, SourcePosition, problem: String)
  /// A weaving plan cannot be read, or cannot be woven.
  case badAspects(InputFile, SourcePosition, problem: String)
  /// A line of the user's configuration is no option of the viewer.
  case badConfig(InputFile, line: Int, problem: String)
  /// A line is no valid request to merge.
  case badRequest(InputFile, MergeFault)
  /// A line is no valid request to merge, since the file is a feed; also, all files that were to be merged.
  case feedToMerge(InputFile, MergeFault, files: [InputFile])
  /// The aspects of a plan prevent the list from showing all of its rows.
  case hidingAspects(InputFile)
  /// The aspects of a plan prevent the list from being updated while it is shown.
  case hidingUpdates(InputFile)
  /// No version of a feed can be read.
  case noVersion
  /// The rules cannot be applied to the feed.
  case refusedPlan(PlacementError)
  /// The woven list differs from the plan.
  case internalError(String)
  /// Writing to standard output failed.
  case cannotWrite(reason: String)
  /// A file for output cannot be created.
  case cannotCreate(InputFile, reason: String)
  /// The viewer cannot use the terminal.
  case noTerminal(String)
}

extension CommandError {
  /// Makes the error that a file or an address was not read.
  static func noInput(_ file: InputFile, _ failure: InputFailure) -> CommandError {
    .noInput(file, reason: failure.reason, exitCode: failure.isBadData ? .badData : .noInput)
  }

  /// The exit code of the program.
  var exitCode: ExitCode {
    switch self {
    case .unknownOption, .unknownCommand, .unknownTopic, .lateCommand, .missingValue, .repeated, .unexpectedValue,
      .invalidValue,
      .invalidRule,
      .unexpectedArgument, .missing, .exclusive, .address, .badAddress, .notAnAddress, .severalInList,
      .standardInputTwice,
      .refusedPlan:
      .usage
    case .badFeed, .cutFeed, .badRules, .badAspects, .badConfig, .badRequest, .feedToMerge, .hidingAspects,
      .hidingUpdates, .noVersion:
      .badData
    case .notFetched(_, let error): error.isNoFeed ? .badData : .noInput
    case .noInput(_, _, let code): code
    case .notInList: .noInput
    case .internalError: .internalError
    case .cannotCreate: .cannotCreate
    case .cannotWrite, .noTerminal: .cannotWrite
    }
  }

  /// The message for standard error.
  var message: Message {
    switch self {
    case .noInput(let file, let reason, _): Message(file, "\(reason); nothing was read")
    case .badFeed(let file, .listOfFeeds(let position, let count)):
      Message(
        file,
        "\(position): this is a list of \(count) feeds, which the viewer reads from a file only; nothing was read",
        isPlaced: true)
    case .badFeed(let file, let error): Message(file, "\(error)", isPlaced: true)
    case .cutFeed(let file, let error, let itemCount):
      Message(
        file, "\(error); use --partial to read the \(itemCount == 1 ? "item" : "\(itemCount) items") before it",
        isPlaced: true)
    case .badRules(let file, let position, let problem):
      Message(file, "\(position): \(problem); nothing was read", isPlaced: true)
    case .badAspects(let file, let position, let problem):
      Message(file, "\(position): \(problem); nothing was woven", isPlaced: true)
    case .badConfig(let file, let line, let problem): Message(file, "\(line):1: \(problem)", isPlaced: true)
    case .badRequest(let file, let fault):
      Message(file, "\(fault); merging ended before this line", isPlaced: true)
    case .feedToMerge(let file, let fault, let files):
      Message(
        file,
        "\(fault); merging ended before this line. The file is a feed, and 'feedweave merge' reads merge requests, one "
          + "per line, from files or standard input; to show feeds, use 'feedweave render', or in a terminal: "
          + "feedweave view \(files.map(\.argument).joined(separator: " "))",
        isPlaced: true)
    case .hidingAspects(let file): Message(file, "its aspects prevent rows from being shown; nothing was written")
    case .hidingUpdates(let file): Message(file, "its aspects prevent updates of the list; the output is incomplete")
    case .noVersion: Message("no version of the feed can be read; nothing was written")
    case .address(let address, let instead):
      Message("\(Message.quoted(address)) is an address, and only feeds are fetched; try: \(instead)")
    case .notFetched(let address, let error): Message(.address(address), "\(error.reason); nothing was done")
    case .cannotWrite(let reason): Message("cannot write: \(reason); the output is incomplete")
    case .cannotCreate(let file, let reason): Message(file, "\(reason); nothing was done")
    case .noTerminal(let reason): Message("\(reason); 'feedweave render' needs none")
    default:
      Message("\(problem); nothing was done\(hint.map { ". Did you mean \(Message.quoted($0))?" } ?? "")")
    }
  }

  private var problem: String {
    switch self {
    case .unknownOption(let option, _): "unknown option \(Message.quoted(option))"
    case .unknownCommand(let word, _):
      "\(Message.quoted(word)) is neither a command nor a file; the commands are \(Command.list)"
    case .unknownTopic(let word, _):
      "there is no help on \(Message.quoted(word)); the topics are \(HelpTopic.names.joined(separator: ", "))"
    case .lateCommand(let name): "'\(name)' is a command; it must be the first argument"
    case .missingValue(let option, let value): "'\(option)' requires a value <\(value)>"
    case .repeated(let option): "'\(option)' is given twice, and takes one value"
    case .unexpectedValue(let option): "'\(option)' takes no value"
    case .invalidValue(let option, let value, let expected, _):
      "invalid value \(Message.quoted(value)) for '\(option)'; expected \(expected)"
    case .invalidRule(let option, let error, _):
      if case .unknownWord = error {
        "'\(option)': \(error); the words are \(RuleGuide.wordList) ('feedweave help rules')"
      } else {
        "'\(option)': \(error)"
      }
    case .unexpectedArgument(let word): "unexpected argument \(Message.quoted(word))"
    case .missing(let what): "\(what) is missing"
    case .exclusive(let one, let other): "\(one) and \(other) cannot be combined"
    case .badAddress(let word, let fault): "\(Message.quoted(word)) is no address of a feed: \(fault.problem)"
    case .notAnAddress(let word, _): "\(Message.quoted(word)) is no address, such as https://example.org/feed.xml"
    case .notInList(let word, _): "\(Message.quoted(word)) is not in your list, which 'feedweave feeds' shows"
    case .severalInList(let word, let addresses):
      "\(addresses.count) feeds of your list are called \(Message.quoted(word)); name one by its address: "
        + addresses.prefix(5).joined(separator: ", ")
    case .standardInputTwice: "standard input, '-', can be read only once"
    case .refusedPlan(let error): "the rules cannot be applied: \(error)"
    case .internalError(let what): "internal error: \(what)"
    case .noInput, .badFeed, .cutFeed, .badRules, .badAspects, .badConfig, .badRequest, .feedToMerge,
      .hidingAspects, .hidingUpdates, .noVersion, .address, .notFetched, .cannotCreate, .cannotWrite,
      .noTerminal:
      ""
    }
  }

  private var hint: String? {
    switch self {
    case .unknownOption(_, let near), .unknownCommand(_, let near), .unknownTopic(_, let near),
      .notAnAddress(_, let near), .notInList(_, let near),
      .invalidValue(_, _, _, let near),
      .invalidRule(_, _, let near):
      near
    default: nil
    }
  }
}

/// A line for standard error, `feedweave: FILE:LINE:COLUMN: what is wrong; what was done`.
///
/// File names, arguments and parts of feeds are untrusted; all of them pass through `SafeText`.
struct Message: Hashable, Sendable {
  /// The line, without its newline.
  var text: String { "feedweave: \(words)" }
  /// The line without the name of the program.
  let words: String

  /// Creates a message that is not about a file.
  init(_ words: String) { self.words = Self.safe(words, clusters: 5000) }

  /// Creates a message about a file; text that begins with a position follows without a space.
  init(_ file: InputFile, _ words: String, isPlaced: Bool = false) {
    self.words = Self.line(about: "\(file)", words, isPlaced: isPlaced)
  }

  /// Returns a line that begins with a name, such as a file's; text that begins with a position follows without a space.
  static func line(about name: String, _ words: String, isPlaced: Bool) -> String {
    "\(safe(name, clusters: 1000)):\(isPlaced ? "" : " ")\(safe(words, clusters: 2000))"
  }

  /// Returns a text as one line.
  static func line(_ text: String) -> String { safe(text, clusters: 2100) }

  /// Returns an argument, shortened and in quotes.
  static func quoted(_ word: String) -> String { "'\(safe(word, clusters: 80))'" }

  /// What is said where the viewer was asked for, and the terminal is dumb.
  static let dumbTerminal = Message(
    "TERM is 'dumb' or not set, so that the cursor cannot be moved; instead of the viewer, text is written")

  private static func safe(_ untrusted: String, clusters: Int) -> String {
    SafeText(untrusted, limits: SafeText.Limits(clusters: clusters, lines: 1)).string
  }
}

extension CommandEnvironment {
  /// Writes a message to standard error.
  ///
  /// - Parameter isFailure: whether it is about one of several feeds, of which the others are shown.
  func say(_ message: Message, isFailure: Bool = false) {
    messages.add(message, isFailure: isFailure)
    writeError(Array("\(message.text)\n".utf8))
  }
}
