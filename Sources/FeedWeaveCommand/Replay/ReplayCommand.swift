import FeedFormats
import Placement
import TerminalUI

/// `feedweave replay`: shows versions of a feed, each as a live update of one woven list.
struct ReplayCommand {
  let settings: Settings
  let environment: CommandEnvironment

  /// Shows one version after the other: in the viewer on a terminal, elsewhere as text.
  func run() throws(CommandError) {
    guard !settings.feeds.isEmpty else { throw .missing("a feed") }
    if ViewCommand.usesViewer(settings, environment) {
      return try ViewCommand(settings: settings, environment: environment).replay()
    }
    let loader = InputLoader(settings: settings, environment: environment)
    let rules = try loader.rules()
    let aspects = try loader.aspects()
    let ads = try loader.ads()
    loader.reportUnusedRules(rules, ads: ads)
    let feed = try LiveFeed(ads: ads ?? [], rules: rules, height: RowMap.limit, hidingAspects: aspects?.file)
    var versions = try VersionReader(settings, environment)
    let woven = try aspects?.weave(environment)
    defer { woven?.end() }
    try show(&versions, in: feed, ReplayWriter(settings, environment))
  }

  private func show(
    _ versions: inout VersionReader, in feed: LiveFeed, _ writer: consuming ReplayWriter
  ) throws(CommandError) {
    var pace = Pace(settings, environment)
    var isFirst = true
    while let version = try versions.next() {
      if pace.asks, !isFirst { try writer.prompt() }
      guard try pace.wait() else { return }
      let update = try isFirst ? feed.load(version.items) : feed.update(to: version.items)
      try writer.write(update, of: version)
      isFirst = false
    }
    if isFirst { throw .noVersion }
  }
}

/// Writes versions of a live list as they are shown: as successive blocks of text, or as JSON objects.
struct ReplayWriter {
  private let settings: Settings
  private let environment: CommandEnvironment
  private let painter: LinePainter
  private var output: CommandOutput
  private var number = 0
  /// The rows of the previous version.
  private var former: [LiveRow] = []

  init(_ settings: Settings, _ environment: CommandEnvironment) {
    self.settings = settings
    self.environment = environment
    painter = LinePainter(
      depth: settings.form == nil ? environment.depth(settings.color) : .plain, isASCII: settings.isASCII)
    output = CommandOutput(environment)
  }

  /// Writes a version with the current width and time.
  mutating func write(_ update: FeedUpdate, of version: FeedVersion) throws(CommandError) {
    number += 1
    if settings.form == .ndjson {
      try output.add { $0 += ReplayRecords.line(update, number: number, of: version) }
    } else {
      let text = ReplayText(
        columns: environment.columns(settings.width), now: settings.now ?? environment.now(),
        hasGutter: settings.isVerbose)
      try output.add(text.block(update, number: number, of: version, former: former), painter)
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
