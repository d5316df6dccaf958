import FeedFormats
import Placement
import TerminalUI

/// `feedweave replay`: shows versions of a feed, each as a live update of one woven list.
struct ReplayCommand {
  let settings: Settings
  let environment: CommandEnvironment

  /// Shows one version after the other.
  func run() throws(CommandError) {
    guard !settings.feeds.isEmpty else { throw .missing("a feed") }
    let loader = InputLoader(settings: settings, environment: environment)
    let rules = try loader.rules()
    let aspects = try loader.aspects()
    let ads = try loader.ads()
    loader.reportUnusedRules(rules, ads: ads)
    let writer = ReplayWriter(settings, environment)
    let feed = try LiveFeed(ads: ads ?? [], rules: rules, height: writer.height, hidingAspects: aspects?.file)
    var versions = try VersionReader(settings, environment)
    let woven = try aspects?.weave(environment)
    defer { woven?.end() }
    try show(&versions, in: feed, writer)
  }

  private func show(
    _ versions: inout VersionReader, in feed: LiveFeed, _ writer: consuming ReplayWriter
  ) throws(CommandError) {
    var pace = Pace(settings, environment)
    var isFirst = true
    while let version = try versions.next() {
      if pace.asks, !isFirst { try writer.prompt() }
      guard try pace.wait() else { return }
      // The terminal may have been resized.
      feed.height = writer.height
      let update = try isFirst ? feed.load(version.items) : feed.update(to: version.items)
      try writer.write(update, of: version)
      isFirst = false
    }
    if isFirst { throw .noVersion }
  }
}

/// Writes versions of a live list as they are shown: as successive blocks of text, as screens, or as JSON objects.
///
/// On a terminal, a block or a screen is no higher than the terminal, and shows how much it omits.
struct ReplayWriter {
  private enum Form {
    /// Blocks of text, each with all of its lines.
    case blocks
    /// Blocks of text, each truncated to the height of the terminal.
    case cutBlocks
    /// One JSON object per line.
    case records
    /// Screens, each of which replaces the previous one.
    case screen
  }

  private let settings: Settings
  private let environment: CommandEnvironment
  private let form: Form
  private let painter: LinePainter
  private var output: CommandOutput
  private var number = 0
  /// The rows of the previous version.
  private var former: [LiveRow] = []

  init(_ settings: Settings, _ environment: CommandEnvironment) {
    self.settings = settings
    self.environment = environment
    form = Self.form(settings, environment)
    painter = LinePainter(depth: settings.form == nil ? environment.depth(settings.color) : .plain)
    output = CommandOutput(environment)
  }

  private static func form(_ settings: Settings, _ environment: CommandEnvironment) -> Form {
    if settings.form == .ndjson { return .records }
    // Text that is requested explicitly is never truncated.
    guard settings.form == nil, environment.isTerminal, environment.variable("TERM") != "dumb" else { return .blocks }
    return settings.rate == nil ? .cutBlocks : .screen
  }

  /// The current number of rows to have in view: as many as fit the screen, or all.
  var height: Int { form == .screen ? max(1, lines - ReplayText.otherLines) : RowMap.limit }

  /// The lines of the terminal.
  private var lines: Int { environment.terminalHeight() ?? 24 }

  /// Writes a version with the current width and time.
  mutating func write(_ update: FeedUpdate, of version: FeedVersion) throws(CommandError) {
    number += 1
    let text = ReplayText(
      columns: environment.columns(settings.width), now: settings.now ?? environment.now(),
      hasGutter: settings.isVerbose)
    switch form {
    case .records: try output.add { $0 += ReplayRecords.line(update, number: number, of: version) }
    case .blocks: try output.add(text.block(update, number: number, of: version, former: former), painter)
    case .cutBlocks:
      // Below a block are the cursor and, in stepwise mode, the prompt.
      let room = max(1, lines - (settings.isStepwise ? 2 : 1))
      try output.add(text.block(update, number: number, of: version, former: former, room: room), painter)
    case .screen:
      let bytes = screen(text.screen(update, number: number, of: version, room: max(1, lines - 1)))
      try output.add { $0 += bytes }
    }
    former = update.rows
    try output.flush()
  }

  /// Writes the prompt for the next version if standard output is a terminal.
  mutating func prompt() throws(CommandError) {
    guard environment.isTerminal else { return }
    let line = CardLine([.init("Enter: next version · q and Enter: quit", Style(dim: true))])
    try output.add([line.truncated(to: environment.columns(settings.width))], painter)
    try output.flush()
  }

  /// Overwrites the previous lines, erasing each of them first, and everything below the last one.
  ///
  /// After a line as wide as the terminal it would be too late: its last character would be erased.
  private func screen(_ lines: [CardLine]) -> [UInt8] {
    var bytes = Array((number == 1 ? "\u{1B}[2J\u{1B}[H" : "\u{1B}[H").utf8)
    for line in lines {
      bytes += "\u{1B}[K".utf8
      painter.append(line, to: &bytes)
    }
    bytes += "\u{1B}[J".utf8
    return bytes
  }
}

/// Determines when the next version is shown.
struct Pace {
  private enum Kind {
    case atOnce
    case every(Duration)
    case stepwise(onTerminal: Bool)
  }

  private let kind: Kind
  private let environment: CommandEnvironment
  /// The time when the next version may be shown.
  private var due: Duration?

  init(_ settings: Settings, _ environment: CommandEnvironment) {
    self.environment = environment
    if let rate = settings.rate {
      kind = .every(.nanoseconds(Int64(1e9 / rate)))
    } else if settings.isStepwise {
      // If standard input is a feed, the terminal still has a keyboard.
      kind = .stepwise(onTerminal: settings.files.contains(.standardInput))
    } else {
      kind = .atOnce
    }
  }

  /// Whether a person at a keyboard decides when the next version is shown.
  var asks: Bool { if case .stepwise = kind { true } else { false } }

  /// Waits until the next version may be shown, which the first may at once; returns false to quit.
  mutating func wait() throws(CommandError) -> Bool {
    let isFirst = due == nil
    switch kind {
    case .atOnce: return true
    case .every(let interval):
      let now = environment.elapsed()
      if let due, due > now { environment.sleep(due - now) }
      due = max(now, due ?? now) + interval
      return true
    case .stepwise(let onTerminal):
      due = .zero
      return if isFirst { true } else { try enter(onTerminal: onTerminal) }
    }
  }

  private func enter(onTerminal: Bool) throws(CommandError) -> Bool {
    do throws(InputFailure) { return try environment.waitForEnter(onTerminal) } catch {
      throw .noInput(onTerminal ? .path("the terminal") : .standardInput, reason: error.reason)
    }
  }
}
