import Placement
import TerminalUI

/// Writes versions of a live list as they are shown: blocks of text one below the other, one screen in place of another, or
/// objects.
struct ReplayWriter {
  private enum Form {
    case blocks, records, screen
  }

  private let settings: Settings
  private let environment: CommandEnvironment
  private let form: Form
  private let painter: LinePainter
  private var output: CommandOutput
  private var number = 0
  /// The rows of the version before.
  private var former: [LiveRow] = []

  init(_ settings: Settings, _ environment: CommandEnvironment) {
    self.settings = settings
    self.environment = environment
    form = settings.form == .ndjson ? .records : Self.hasScreen(settings, environment) ? .screen : .blocks
    painter = LinePainter(depth: settings.form == nil ? environment.depth(settings.color) : .plain)
    output = CommandOutput(environment)
  }

  /// Whether a screen is drawn anew for each version; else what is written stays.
  private static func hasScreen(_ settings: Settings, _ environment: CommandEnvironment) -> Bool {
    settings.rate != nil && settings.form == nil && environment.isTerminal && environment.variable("TERM") != "dumb"
  }

  /// How many rows are to be in view now: as many as the screen has room for, or all.
  var height: Int {
    form == .screen ? max(1, (environment.terminalHeight() ?? 24) - ReplayText.headLines - 1) : RowMap.limit
  }

  /// Writes a version, at the width and the time of now.
  mutating func write(_ update: FeedUpdate, of version: FeedVersion) throws(CommandError) {
    number += 1
    let text = ReplayText(
      columns: environment.columns(settings.width), now: settings.now ?? environment.now(),
      hasGutter: settings.isVerbose)
    switch form {
    case .records: try output.add { $0 += ReplayRecords.line(update, number: number, of: version) }
    case .blocks: try output.add(text.block(update, number: number, of: version, former: former), painter)
    case .screen:
      let bytes = screen(text.screen(update, number: number, of: version))
      try output.add { $0 += bytes }
    }
    former = update.rows
    try output.flush()
  }

  /// Lines over those of before: each is written and the rest of its row erased, and what is below.
  private func screen(_ lines: [CardLine]) -> [UInt8] {
    var bytes = Array((number == 1 ? "\u{1B}[2J\u{1B}[H" : "\u{1B}[H").utf8)
    for line in lines {
      painter.append(line, to: &bytes)
      bytes.removeLast()
      bytes += "\u{1B}[K\n".utf8
    }
    bytes += "\u{1B}[J".utf8
    return bytes
  }
}
