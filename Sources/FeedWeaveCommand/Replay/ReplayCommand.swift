import FeedFormats
import FeedWeave
import ListModel
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
    let section = FeedSection(file: settings.feeds[0].file, name: nil, document: FeedDocument(format: .jsonFeed))
    let input = try WovenInput(settings, environment, sections: [section])
    let feed = try LiveFeed(section, ads: input.ads ?? [], rules: input.rules)
    var versions = try VersionReader(settings, environment)
    let woven = try input.aspects?.weave(environment)
    defer { woven?.end() }
    var writer = ReplayWriter(settings, environment)
    var pace = Pace(settings, environment)
    while let version = try versions.next() {
      if pace.asks, feed.isLoaded { try writer.prompt() }
      guard try pace.wait() else { return }
      let (update, rows) = try feed.show(version.items, hidingAspects: input.aspects?.file)
      try writer.write(update, rows, of: version)
    }
    if !feed.isLoaded { throw .noVersion }
  }
}

extension LiveFeed {
  /// Creates an empty list for the versions of a feed and ads.
  ///
  /// - Throws: ``CommandError/refusedPlan(_:)`` for rules that cannot be satisfied in any feed.
  convenience init(_ section: FeedSection, ads: [FeedItem], rules: PlacementRules) throws(CommandError) {
    self.init([section], ads: try LiveAds(ads, rules: rules), in: .ofLines(height: 0))
  }

  /// Whether a version has been shown.
  var isLoaded: Bool { list.dataSource != nil }

  /// Shows a version: the first one is loaded, and the list is updated to the others.
  ///
  /// - Parameter aspects: the file with the woven aspects, if there are any, for an error if the list is incomplete.
  /// - Returns: The changes, and all rows as the list displays them.
  func show(
    _ items: [FeedItem], hidingAspects aspects: InputFile? = nil
  ) throws(CommandError) -> (update: FeedUpdate, rows: [FeedRow]) {
    let isFirst = !isLoaded
    let update: FeedUpdate
    if isFirst {
      content.items = [items]
      try loadAndPlaceAds()
      update = FeedUpdate(loading: FeedRows(self))
    } else {
      // An ad in view stays even if a rule forbids it, so no row is in view during the change.
      setRowsInView(0)
      update = try self.update(to: [items])
    }
    setRowsInView(RowMap.limit)
    let rows = displayedRows()
    guard isWhole(rows, itemCounts: [items.count]) else {
      throw aspects.map { isFirst ? .hidingAspects($0) : .hidingUpdates($0) } ?? .notWhole
    }
    return (update, rows)
  }

  private func setRowsInView(_ count: Int) {
    list.viewportSize.height = Double(count)
    list.layoutIfNeeded()
  }
}

/// Writes versions of a live list as they are shown: as successive blocks of text, or as JSON objects.
struct ReplayWriter {
  private let settings: Settings
  private let environment: CommandEnvironment
  private let painter: LinePainter
  private var output: CommandOutput
  private var number = 0

  init(_ settings: Settings, _ environment: CommandEnvironment) {
    self.settings = settings
    self.environment = environment
    painter = environment.painter(settings)
    output = CommandOutput(environment)
  }

  /// Writes a version, as its list displays it, with the current width and time.
  mutating func write(_ update: FeedUpdate, _ rows: [FeedRow], of version: FeedVersion) throws(CommandError) {
    number += 1
    if settings.form == .ndjson {
      try output.add { $0 += ReplayRecords.line(update, rows, number: number, of: version) }
    } else {
      let text = ReplayText(
        columns: environment.columns(settings.width), now: settings.now ?? environment.now(),
        hasGutter: settings.isVerbose)
      try output.add(text.block(update, rows, number: number, of: version), painter)
    }
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
