import Placement
import TerminalUI

/// Writes versions of a live list as they are shown: blocks of text one below the other, one screen in place of another, or
/// objects.
struct ReplayWriter {
  private enum Form {
    case blocks, records
    /// So many lines at most.
    case screen(Int)
  }

  private var output: CommandOutput
  private let form: Form
  private let text: ReplayText
  private let painter: LinePainter
  private var number = 0
  /// The rows of the version before.
  private var former: [LiveRow] = []

  init(_ settings: Settings, _ environment: CommandEnvironment) {
    output = CommandOutput(environment)
    form = settings.form == .ndjson ? .records : Self.screenHeight(settings, environment).map(Form.screen) ?? .blocks
    text = ReplayText(
      columns: environment.columns(settings.width), now: settings.now ?? environment.now(),
      hasGutter: settings.isVerbose)
    painter = LinePainter(depth: settings.form == nil ? environment.depth(settings.color) : .plain)
  }

  /// How many rows are in view: as many as a screen has room for, or all.
  static func height(_ settings: Settings, _ environment: CommandEnvironment) -> Int {
    let screen = settings.form == .ndjson ? nil : screenHeight(settings, environment)
    return screen.map { max(1, $0 - ReplayText.headLines - 1) } ?? RowMap.limit
  }

  /// The lines of the screen that is drawn anew; nil where what is written stays.
  private static func screenHeight(_ settings: Settings, _ environment: CommandEnvironment) -> Int? {
    guard settings.rate != nil, settings.form == nil, environment.isTerminal, environment.variable("TERM") != "dumb"
    else { return nil }
    return environment.terminalHeight() ?? 24
  }

  /// Writes a version.
  mutating func write(_ update: FeedUpdate, of version: FeedVersion) throws(CommandError) {
    number += 1
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
