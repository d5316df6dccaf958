import FeedFormats
import Placement
import TerminalUI

/// `feedweave map`: whose each row of the woven list is, row by row.
struct MapCommand {
  private let settings: Settings
  private let environment: CommandEnvironment

  init(_ settings: Settings, _ environment: CommandEnvironment) {
    self.settings = settings
    self.environment = environment
  }

  /// All that goes to standard output.
  func output() throws(CommandError) -> [UInt8] {
    guard settings.rows != nil || !settings.feeds.isEmpty else { throw .missing("'--rows' or a feed") }
    let chart = try chart()
    guard settings.form != .json else { return chart.json }
    return chart.text(LinePainter(depth: environment.depth(settings.color)), hasRefusals: settings.isVerbose)
  }

  private func chart() throws(CommandError) -> MapChart {
    let loader = InputLoader(settings, environment)
    let rules = try loader.rules()
    let adCount = try loader.ads()?.count
    if let rows = settings.rows {
      let count = min(rows, settings.limit ?? rows)
      return try MapChart(PlacementPlan(rules, rowCount: count, adCount: adCount))
    }
    let sections = try loader.feeds()
    return try MapChart(PlacementPlan(rules, sections, adCount: adCount), titles: sections.map(\.title))
  }
}
