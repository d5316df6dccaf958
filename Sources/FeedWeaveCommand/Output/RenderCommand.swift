import FeedFormats
import TerminalUI

/// `feedweave render`: the woven list as cards, as JSON Feed or as NDJSON.
struct RenderCommand {
  let settings: Settings
  let environment: CommandEnvironment

  /// Writes the list, once all of it has been read and woven.
  func run() throws(CommandError) {
    let woven = try WovenFeed(settings, environment)
    var output = CommandOutput(environment)
    switch settings.form {
    case .json: try write(woven, .document, to: &output)
    case .ndjson: try write(woven, .lines, to: &output)
    case .text: try draw(woven, .plain, on: &output)
    case .ansi: try draw(woven, environment.depth(.always), on: &output)
    case nil: try draw(woven, environment.depth(settings.color), on: &output)
    }
    try output.flush()
  }

  private func write(
    _ woven: WovenFeed, _ style: MergedFeedWriter.Style, to output: inout CommandOutput
  ) throws(CommandError) {
    try MergedFeedWriter(style).write(woven.rows.joined(), of: woven.sections.map(\.document)) {
      piece throws(CommandError) in
      try output.add { $0 += piece }
    }
  }

  private func draw(_ woven: WovenFeed, _ depth: ColorDepth, on output: inout CommandOutput) throws(CommandError) {
    let sheet = CardSheet(
      columns: environment.columns(settings.width), now: settings.now ?? environment.now(),
      hasGutter: settings.isVerbose, painter: LinePainter(depth: depth))
    try sheet.draw(woven, on: &output)
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
