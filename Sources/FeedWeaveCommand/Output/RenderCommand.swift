import BatchUpdates
import FeedFormats
import TerminalUI

/// `feedweave render`: writes the woven list as cards, as a page of HTML, as JSON Feed or as NDJSON.
struct RenderCommand {
  let settings: Settings
  let environment: CommandEnvironment

  /// Writes the list after all of it has been read and woven.
  func run() throws(CommandError) {
    let input = try WovenInput(settings, environment)
    if let size = settings.size { return try drawScreen(of: input, size) }
    var output = CommandOutput(environment)
    switch settings.form {
    case .json: try write(input, .document, to: &output)
    case .ndjson: try write(input, .lines, to: &output)
    default: try draw(input, on: &output)
    }
    try output.flush()
  }

  /// Writes one screen of the viewer, after the keys of `--keys`.
  private func drawScreen(of input: WovenInput, _ size: ScreenSize) throws(CommandError) {
    let woven = try input.aspects?.weave(environment)
    defer { woven?.end() }
    let session = try ViewerSession(input, nil, settings, environment, size: size)
    for event in settings.keys?.events ?? [] { _ = session.handle(event) }
    var output = CommandOutput(environment)
    try output.add(session.frame.lines, environment.painter(settings))
    try output.flush()
  }

  /// Writes the merged feed; only aspects need a list, whose calls they are woven into.
  private func write(
    _ input: WovenInput, _ style: MergedFeedWriter.Style, to output: inout CommandOutput
  ) throws(CommandError) {
    if input.aspects == nil {
      try write(try input.mergedRows(), of: input.sections, style, to: &output)
    } else {
      let feed = try PlannedFeed(input)
      let rows = try feed.show(input, environment)
      try write(rows.lazy.map(feed.entry), of: input.sections, style, to: &output)
    }
  }

  private func write(
    _ rows: some Sequence<WovenEntry>, of sections: [FeedSection], _ style: MergedFeedWriter.Style,
    to output: inout CommandOutput
  ) throws(CommandError) {
    // The headings of a timeline are its days, which its dates tell.
    let isTimeline = sections.contains(where: \.isTimeline)
    let headings = sections.haveHeaders && !isTimeline ? sections.map(\.heading) : []
    try MergedFeedWriter(style).write(rows, of: sections.map(\.document), headings: headings) {
      piece throws(CommandError) in
      try output.add { $0 += piece }
    }
  }

  private func draw(_ input: WovenInput, on output: inout CommandOutput) throws(CommandError) {
    let feed = try PlannedFeed(input)
    let now = settings.now ?? environment.now()
    feed.content.now = { now }
    let rows = try feed.show(input, environment)
    if settings.form == .html { return try HTMLSheet().draw(feed, rows, on: &output) }
    let sheet = CardSheet(
      columns: environment.columns(settings.width), hasGutter: settings.isVerbose,
      painter: environment.painter(settings))
    try sheet.draw(feed, rows, on: &output)
  }
}

extension CommandEnvironment {
  /// Returns the number of colours to use, according to `--color` and the environment.
  func depth(_ choice: ColorDepth.Choice) -> ColorDepth {
    ColorDepth.decide(choice, isTerminal: isTerminal, environment: variable)
  }

  /// Returns the painter of lines in the form that the settings ask for.
  func painter(_ settings: Settings) -> LinePainter {
    let depth =
      switch settings.form {
      case nil: depth(settings.color)
      case .ansi: depth(.always)
      case .text, .json, .ndjson, .html: ColorDepth.plain
      }
    let isOfTerminal = isTerminal && [nil, .text, .ansi].contains(settings.form)
    return LinePainter(depth: depth, isASCII: settings.isASCII || isOfTerminal && isLocaleASCII)
  }

  /// Returns the columns to draw in: the requested ones, else the terminal's, else COLUMNS, else 80.
  func columns(_ asked: Int?) -> Int {
    let usable = 1...10_000
    let candidates = [asked, isTerminal ? terminalWidth() : nil, variable("COLUMNS").flatMap { Int($0) }]
    return candidates.lazy.compactMap { $0 }.first(where: usable.contains) ?? 80
  }
}

/// Draws a woven list as cards, one below the other, with headers if there are several sections or named ones.
struct CardSheet {
  /// The columns to draw in.
  let columns: Int
  /// Whether positions are shown next to the cards.
  let hasGutter: Bool
  /// The painter that writes the lines.
  let painter: LinePainter

  /// Draws the list and, in the last line, its numbers of items and ads.
  ///
  /// - Complexity: O(*n*) in the length of the texts.
  func draw(_ feed: PlannedFeed, _ rows: [FeedRow], on output: inout CommandOutput) throws(CommandError) {
    let blank = [CardLine([])]
    var rows = rows[...]
    for number in feed.content.sections.indices {
      if feed.content.sections.haveHeaders {
        let title = feed.content.title(ofSection: number)
        let words = feed.tally(ofSection: number).words
        let header = SectionHeader(title: title, detail: SafeText(feed.content.detail(ofSection: number, words)))
        try output.add([header.line(columns: columns), CardLine([])], painter)
      }
      while rows.first?.path.section == number, let row = rows.popFirst() {
        let card = feed.card(of: row.item, at: row.place) { hasGutter ? $1 : "" }
        try output.add(card.lines(columns: columns), painter)
        try output.add(blank, painter)
      }
    }
    let words = SafeText(feed.tally.words)
    try output.add([CardLine([.init(words, Style(dim: true))]).truncated(to: columns)], painter)
  }
}
