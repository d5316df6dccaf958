import FeedFormats
import TerminalUI

/// `feedweave render`: the woven list as cards, as JSON Feed or as NDJSON.
struct RenderCommand {
  private let settings: Settings
  private let environment: CommandEnvironment

  init(_ settings: Settings, _ environment: CommandEnvironment) {
    self.settings = settings
    self.environment = environment
  }

  /// All that goes to standard output.
  func output() throws(CommandError) -> [UInt8] {
    let woven = try WovenFeed(settings, environment)
    switch settings.form {
    case .json: return written(woven, .document)
    case .ndjson: return written(woven, .lines)
    case .text: return drawn(woven, .plain)
    case .ansi: return drawn(woven, environment.depth(.always))
    case nil: return drawn(woven, environment.depth(settings.color))
    }
  }

  private func written(_ woven: WovenFeed, _ style: MergedFeedWriter.Style) -> [UInt8] {
    var bytes: [UInt8] = []
    MergedFeedWriter(style).write(woven.rows.joined(), of: woven.sections.map(\.document)) { bytes += $0 }
    return bytes
  }

  private func drawn(_ woven: WovenFeed, _ depth: ColorDepth) -> [UInt8] {
    let sheet = CardSheet(
      columns: environment.columns(settings.width), now: settings.now ?? environment.now(),
      hasGutter: settings.isVerbose, painter: LinePainter(depth: depth))
    return sheet.bytes(of: woven)
  }
}

extension CommandEnvironment {
  /// How many colours to write, by what `--color` says and what the environment suggests.
  func depth(_ choice: ColorDepth.Choice) -> ColorDepth {
    ColorDepth.decide(choice, isTerminal: isTerminal, environment: variable)
  }

  /// The columns to draw in: as asked for, else the terminal's, else COLUMNS, else 80.
  func columns(_ asked: Int?) -> Int {
    let usable = 1...10_000
    let candidates = [asked, isTerminal ? terminalWidth() : nil, variable("COLUMNS").flatMap { Int($0) }]
    return candidates.lazy.compactMap { $0 }.first(where: usable.contains) ?? 80
  }
}
