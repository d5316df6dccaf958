import FeedFormats
import Placement
import TerminalUI

/// `feedweave map`: whose each row of the woven list is, row by row.
struct MapCommand {
  let settings: Settings
  let environment: CommandEnvironment

  /// Writes the map, or what the rules make of made-up users.
  func run() throws(CommandError) {
    let painter = LinePainter(depth: environment.depth(settings.color))
    var output = CommandOutput(environment)
    if let users = settings.userCount {
      let report = try report(users: users)
      try output.add { $0 += settings.form == .json ? report.json : report.text(painter) }
    } else {
      guard settings.rows != nil || !settings.feeds.isEmpty else { throw .missing("'--rows' or a feed") }
      let chart = try chart()
      if settings.form == .json {
        try chart.writeJSON(hasRefusals: settings.isVerbose, to: &output)
      } else {
        try chart.writeText(painter, isVerbose: settings.isVerbose, to: &output)
      }
    }
    try output.flush()
  }

  private func report(users: Int) throws(CommandError) -> SimulationReport {
    let rules = try InputLoader(settings: settings, environment: environment).rules()
    do throws(PlacementError) {
      return SimulationReport(try PlacementSimulation(userCount: users).run(rules))
    } catch { throw .refusedPlan(error) }
  }

  private func chart() throws(CommandError) -> MapChart {
    let loader = InputLoader(settings: settings, environment: environment)
    let rules = try loader.rules()
    let adCount = try loader.ads()?.count
    if let rows = settings.rows {
      if !rules.avoid.isEmpty { throw .exclusive("'avoid', which asks for tags,", "'--rows'") }
      let count = min(rows, settings.limit ?? rows)
      let plan = try PlacementPlan(rules, rowCount: count, adCount: adCount)
      return MapChart(plan, shownBy: try plan.checkedMap())
    }
    let aspects = try loader.aspects()
    let sections = try loader.feeds()
    let plan = try PlacementPlan(rules, sections, adCount: adCount)
    return MapChart(plan, shownBy: try map(of: plan, sections, aspects), titles: sections.map(\.title))
  }

  /// The map of the list as it is loaded; nothing is drawn, so that it needs no ads.
  private func map(
    of plan: PlacementPlan, _ sections: [FeedSection], _ aspects: PlannedAspects?
  ) throws(CommandError) -> InsertionMap {
    let feed = FeedList(sections, ads: [], at: plan)
    let woven = try aspects?.weave(environment)
    feed.load()
    woven?.end()
    return try feed.map()
  }
}
