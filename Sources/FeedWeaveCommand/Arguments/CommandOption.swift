import FeedFormats
import Interception
import Placement
import TerminalUI

/// An option of a command: its names, its help, and its effect on the settings.
///
/// Parsing, help and "Did you mean" all use the same table of options.
struct CommandOption: Sendable {
  /// Applies the value of an option to the settings; a flag receives an empty one.
  typealias Action = @Sendable (_ settings: inout Settings, _ value: String) throws(CommandError) -> Void

  /// The names with their dashes, short ones first.
  let names: [String]
  /// The placeholder for the value in help; nil for a flag.
  let value: String?
  /// The help, in one or two sentences.
  let help: String
  /// Whether a second value would leave something out that was to be read.
  private(set) var isGivenOnce = false
  /// What a shell can offer as the value.
  var candidates = ValueCandidates.none
  /// Applies the value to the settings.
  let apply: Action

  init(_ names: String..., value: String? = nil, help: String, apply: @escaping Action) {
    self.names = names
    self.value = value
    self.help = help
    self.apply = apply
  }

  /// The long name, which messages use.
  var name: String { names.last ?? "" }

  /// The same option that can be given once only.
  private var once: CommandOption {
    var option = self
    option.isGivenOnce = true
    return option
  }
}

extension CommandOption {
  typealias Property<Value> = any WritableKeyPath<Settings, Value> & Sendable

  /// Returns an option without a value that sets a property to true.
  static func flag(_ names: String..., help: String, _ property: Property<Bool>) -> CommandOption {
    CommandOption(names: names, value: nil, help: help) { settings, _ in settings[keyPath: property] = true }
  }

  /// Returns an option whose value is a whole number.
  static func number(
    _ name: String, in range: ClosedRange<Int>, help: String, _ property: Property<Int>
  ) -> CommandOption {
    CommandOption(name, value: "number", help: help) { settings, value throws(CommandError) in
      settings[keyPath: property] = try number(value, of: name, in: range)
    }
  }

  /// Returns an option whose value is a whole number and that has no default.
  static func number(
    _ name: String, in range: ClosedRange<Int>, help: String, _ property: Property<Int?>
  ) -> CommandOption {
    CommandOption(name, value: "number", help: help) { settings, value throws(CommandError) in
      settings[keyPath: property] = try number(value, of: name, in: range)
    }
  }

  /// Returns an option whose value is one of a few words.
  static func choice<Value: Sendable>(
    _ name: String, value placeholder: String, of choices: [(word: String, value: Value)], help: String,
    _ property: Property<Value>
  ) -> CommandOption {
    CommandOption(name, value: placeholder, help: help) { settings, word throws(CommandError) in
      settings[keyPath: property] = try chosen(word, of: name, in: choices)
    }.offering(.words(choices.map(\.word)))
  }

  /// Returns an option whose value is a file, or `-`.
  static func file(_ name: String, help: String, _ property: Property<InputFile?>) -> CommandOption {
    CommandOption(name, value: "file", help: help) { settings, value throws(CommandError) in
      settings[keyPath: property] = try InputFile(local: value, place: "… \(name) -")
    }.offering(.files).once
  }

  private init(names: [String], value: String?, help: String, apply: @escaping Action) {
    self.names = names
    self.value = value
    self.help = help
    self.apply = apply
  }

  private static func number(
    _ text: String, of name: String, in range: ClosedRange<Int>
  ) throws(CommandError) -> Int {
    if let number = Int(text), range ~= number, text.first != "+" { return number }
    let expected = "a number from \(range.lowerBound) to \(range.upperBound)"
    throw .invalidValue(option: name, value: text, expected: expected, near: nil)
  }

  private static func chosen<Value>(
    _ word: String, of name: String, in choices: [(word: String, value: Value)]
  ) throws(CommandError) -> Value {
    if let choice = choices.first(where: { $0.word == word }) { return choice.value }
    let words = choices.map(\.word)
    let near = NameSuggestion.nearest(to: word, in: words)
    throw .invalidValue(option: name, value: word, expected: words.joined(separator: ", "), near: near)
  }
}

// MARK: - Reading

extension CommandOption {
  /// The options that name feeds and limit how much of them is read.
  static let reading =
    [feed, sections, inARow, from, limit(ofItems: "content items, over all feeds")] + caps + [maxTime]

  /// The options that limit how much is read of each version of a feed.
  static let readingVersions = [from, limit(ofItems: "content items of a version")] + caps

  private static let caps = [maxBytes, maxItems, maxDepth, partial]

  /// The option for a file of flights.
  static func flights(_ help: String) -> CommandOption {
    file("--flights", help: "\(help) See 'feedweave help formats'.", \.flights)
  }

  /// The options for reading what is validated, which is read as far as it can be.
  static let validating = [from, maxBytes, maxItems, maxDepth, maxTime]

  private static let feed = CommandOption(
    "--feed", value: "name=feed", help: "Add a feed with this name, a file or an address. Can be repeated."
  ) { settings, value throws(CommandError) in
    guard let sign = value.firstIndex(of: "="), sign != value.startIndex, value[sign...].count > 1 else {
      throw .invalidValue(option: "--feed", value: value, expected: "a name, '=' and a file or an address", near: nil)
    }
    let name = String(value[..<sign])
    let file = try InputFile(feed: String(value[sign...].dropFirst()))
    settings.feeds.append(Settings.Feed(name: name, file: file))
  }.offering(.namedFiles)

  private static let sections = flag(
    "--sections", help: "Show each feed as a section of its own, in order, instead of one timeline, newest first.",
    \.isSectioned)

  private static let inARow = number(
    "--in-a-row", in: 1...1_000_000,
    help: "Show at most this many items of one feed in a row while other feeds have any.", \.inARow)

  private static let from = choice(
    "--from", value: "format", of: formats,
    help: "The format of the feeds: \(formats.map(\.word).joined(separator: ", ")). Default: auto.", \.reading.format)

  private static let formats: [(word: String, value: FeedFormat?)] =
    [("auto", nil)] + FeedFormat.allCases.map { ($0.rawValue, $0) }

  private static let defaults = FeedReader.Options()

  private static func limit(ofItems items: String) -> CommandOption {
    number("--limit", in: 0...RowMap.limit, help: "Read at most this many \(items), before weaving.", \.limit)
  }

  static let maxBytes = CommandOption(
    "--max-bytes", value: "number",
    help: "The maximum size of a file in bytes. Default: \(defaults.maxBytes), and a quarter of that for an address."
  ) { settings, value throws(CommandError) in
    settings.reading.maxBytes = try number(value, of: "--max-bytes", in: 1...1 << 40)
    settings.maxFetchedBytes = settings.reading.maxBytes
  }

  private static let maxItems = number(
    "--max-items", in: 0...RowMap.limit, help: "The maximum number of items of a file. Default: \(defaults.maxItems).",
    \.reading.maxItems)

  private static let maxDepth = number(
    "--max-depth", in: 1...1 << 20, help: "The maximum nesting depth of a file. Default: \(defaults.maxDepth).",
    \.reading.maxDepth)

  private static let partial = flag(
    "--partial", help: "Read the items before the end of a truncated document.", \.reading.partial)
}

// MARK: - Placing

extension CommandOption {
  /// The option for the weaving plan that is active while the list is shown.
  static let aspects = file(
    "--aspects",
    help: "A weaving plan as JSON: aspects that are active while the list is shown. They log to standard error.",
    \.aspects)

  /// The options that name ads and determine their positions.
  static let placing: [CommandOption] = [ads, rule, at, plan]

  /// The options for weaving a feed and for the form of what is printed of it.
  static func weaving(to forms: [Settings.Form], help: String) -> [CommandOption] {
    placing + [aspects, to(forms, help: help)]
  }

  private static let ads = file(
    "--ads", help: "The ads: a JSON Feed, a JSON array, NDJSON or OpenRTB bids. Each ad is used once, in order.", \.ads)

  private static let rule = CommandOption(
    "--rule", value: "rule",
    help: "Where to insert ads, such as 'every 6 from 3 max 8 gap 2'. Default with ads: every 6."
  ) { settings, line throws(CommandError) in
    do throws(PlacementError) { settings.rule = try PlacementRules(line) } catch {
      throw .invalidRule(option: "--rule", error, near: error.unknownWord.flatMap(nearestRuleWord))
    }
  }.once

  private static let at = CommandOption(
    "--at", value: "rows", help: "Rows at which to insert ads, such as 3,9,27, counted from 0."
  ) { settings, value throws(CommandError) in
    let isList = value.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || ", ".utf8.contains($0) }
    let invalid = CommandError.invalidValue(
      option: "--at", value: value, expected: "rows such as 3,9,27, at most \(RowMap.limit)", near: nil)
    guard isList else { throw invalid }
    do throws(PlacementError) { settings.positions = try PlacementRules("at \(value)").at } catch {
      guard case .duplicate = error else { throw invalid }
      throw .invalidRule(option: "--at", error, near: nil)
    }
  }.once

  private static let plan = file(
    "--plan", help: "Where to insert ads, as a JSON file. Cannot be combined with --rule or --at.", \.plan)

  private static func nearestRuleWord(to word: String) -> String? {
    NameSuggestion.nearest(to: word, in: RulesReader.memberNames)
  }
}

extension PlacementError {
  /// The unknown word, if that is the error.
  fileprivate var unknownWord: String? {
    if case .unknownWord(let word, _) = self { word } else { nil }
  }
}

// MARK: - Drawing

extension CommandOption {
  /// The options that control how cards are drawn.
  static func drawing(verbose: String) -> [CommandOption] { [width, color, noColor, now] + common(verbose: verbose) }

  static let quiet = flag("-q", "--quiet", help: "Don't print findings.", \.isQuiet)

  static let quietSummary = flag("-q", "--quiet", help: "Don't print how many findings there are.", \.isQuiet)

  /// Returns the options that every command has besides help and version.
  static func common(verbose: String) -> [CommandOption] {
    [
      quiet,
      flag("-v", "--verbose", help: verbose, \.isVerbose),
    ]
  }

  /// Returns the option for the form of the output, from those that a command supports.
  static func to(_ forms: [Settings.Form], help: String) -> CommandOption {
    let value = forms.map(\.rawValue).joined(separator: "|")
    return choice("--to", value: value, of: forms.map { ($0.rawValue, $0) }, help: help, \.form)
  }

  static let width = number(
    "--width", in: 1...10_000, help: "The columns to draw in. Default: the terminal's, else COLUMNS, else 80.", \.width)

  static let color = choice(
    "--color", value: "auto|always|never", of: [("auto", .auto), ("always", .always), ("never", .never)],
    help: "Whether to draw with colours. Default: auto, as the terminal and the environment suggest.", \.color)

  static let noColor = CommandOption("--no-color", help: "The same as --color never.") { settings, _ in
    settings.color = .never
  }

  private static let now = CommandOption(
    "--now", value: "time", help: "Compute ages relative to this time, such as 2026-07-01T12:00:00Z. Default: now."
  ) { settings, value throws(CommandError) in
    guard let seconds = FeedTime.seconds(of: value) else {
      throw .invalidValue(option: "--now", value: value, expected: "a time such as 2026-07-01T12:00:00Z", near: nil)
    }
    settings.now = seconds
  }
}

// MARK: - Viewing

extension CommandOption {
  /// The options of the viewer, and of its screens without a terminal.
  static let viewing: [CommandOption] = [ascii, screenReader, noMouse, impressions]

  /// The options of a screen of the viewer that is written without a terminal.
  static let screens: [CommandOption] = [size, keys]

  private static let size = CommandOption(
    "--size", value: "size", help: "Write one screen of the viewer of this size, such as 80x24, instead of all cards."
  ) { settings, value throws(CommandError) in
    let numbers = value.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let columns = numbers[0], let rows = numbers[1], 1...1000 ~= columns, 1...1000 ~= rows
    else {
      throw .invalidValue(option: "--size", value: value, expected: "a size such as 80x24, up to 1000x1000", near: nil)
    }
    settings.size = ScreenSize(columns: columns, rows: rows)
  }

  private static let keys = CommandOption(
    "--keys", value: "keys",
    help: "Press these keys before the screen of --size is written: characters as they are, others in brackets, such "
      + "as 'jj<enter>'."
  ) { settings, value throws(CommandError) in
    do throws(TerminalUIError) { settings.keys = try KeyScript(value) } catch {
      throw .invalidValue(
        option: "--keys", value: value, expected: "keys such as 'jj<enter><c-d>'; \(error)", near: nil)
    }
  }

  static let ascii = flag("--ascii", help: "Draw with ASCII characters only.", \.isASCII)

  private static let screenReader = flag(
    "--screen-reader",
    help: "Write what is selected or opened as lines of text, one below the other, and draw no screen.",
    \.isSpoken)

  private static let noMouse = flag(
    "--no-mouse", help: "Leave the mouse to the terminal, which then selects text with it.", \.leavesMouse)

  static let noState = flag(
    "--no-state", help: "Neither look up nor remember which items were read, and where one was.", \.isForgetful)

  private static let impressions = CommandOption(
    "--impressions", value: "file",
    help: "Add a line of JSON to this file each time that half of an ad has been in view for a second; 'help formats' "
      + "has its members."
  ) { settings, value in settings.impressions = value }.offering(.files)
}

// MARK: - Merging

extension CommandOption {
  /// The options of merging requests.
  static let merging: [CommandOption] = [onError, jobs]

  private static let onError = choice(
    "--on-error", value: "fail|report|skip", of: StreamMerger.FaultPolicy.allCases.map { ($0.rawValue, $0) },
    help: "What to do with a line that is no valid request: end with 65, write an object with the error in its place, "
      + "or leave it out with a message. Default: fail.", \.faultPolicy)

  private static let jobs = number(
    "--jobs", in: 1...256, help: "The number of threads; the order of the lines is kept. Default: 1.", \.jobs)
}

// MARK: - Replaying

extension CommandOption {
  /// The options that control when the next version is shown.
  static let replaying: [CommandOption] = [rate, step]

  private static let rate = CommandOption(
    "--rate", value: "number",
    help: "How many versions are shown in a second, such as 0.5. "
      + "Default: as many as there are; in the viewer the next one on the key >."
  ) { settings, value throws(CommandError) in
    // Only decimals are accepted, not the other spellings of a `Double`.
    let isDecimal = value.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: ".") }
    guard isDecimal, let rate = Double(value), rates.contains(rate) else {
      throw .invalidValue(option: "--rate", value: value, expected: "a number from 0.01 to 1000", near: nil)
    }
    settings.rate = rate
  }

  private static let rates = 0.01...1000.0

  private static let step = flag(
    "--step",
    help: "Wait for Enter before each further version, on standard input, or on the terminal where a file is '-'; "
      + "q and Enter, or the end of the input, quits. In the viewer, the key > goes on.",
    \.isStepwise)
}
