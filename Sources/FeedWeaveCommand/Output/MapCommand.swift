import AdServing
import FeedFormats
import Placement
import TerminalUI

/// `feedweave map`: shows the owner of each row of the woven list.
struct MapCommand {
  let settings: Settings
  let environment: CommandEnvironment

  /// Writes the map, or the report of a simulation.
  func run() throws(CommandError) {
    let painter = LinePainter(depth: environment.depth(settings.color))
    var output = CommandOutput(environment)
    if let file = settings.flights, let arrivals = settings.userCount {
      let chart = try flights(in: file, arrivals)
      try output.add { $0 += settings.form == .json ? chart.json : chart.text(painter) }
    } else if let users = settings.userCount {
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

  private func flights(in file: InputFile, _ arrivals: Int) throws(CommandError) -> FlightChart {
    let flights = try InputLoader(settings: settings, environment: environment).flights(in: file)
    let total = arrivals * FlightChart.processCounts.count
    do throws(AdServingError) {
      return try FlightChart(flights, arrivals: arrivals) { environment.showProgress($0, total, "arrivals") }
    } catch { throw .internalError("the flights of \(file): \(error)") }
  }

  private func report(users: Int) throws(CommandError) -> SimulationReport {
    let rules = try InputLoader(settings: settings, environment: environment).rules()
    do throws(PlacementError) {
      return SimulationReport(
        try PlacementSimulation(userCount: users).run(rules) { environment.showProgress($0, users, "users") })
    } catch { throw .refusedPlan(error) }
  }

  private func chart() throws(CommandError) -> MapChart {
    let loader = InputLoader(settings: settings, environment: environment)
    let rules = try loader.rules()
    let adCount = try loader.ads()?.count
    if let rows = settings.rows {
      if !rules.avoid.isEmpty { throw .exclusive("'avoid', which needs tags,", "'--rows'") }
      let count = min(rows, settings.limit ?? rows)
      let plan = try PlacementPlan(rules, rowCount: count, adCount: adCount)
      return MapChart(plan, shownBy: try plan.checkedMap())
    }
    let aspects = try loader.aspects()
    let sections = try loader.feeds().blended(settings)
    let plan = try PlacementPlan(rules, sections, adCount: adCount)
    return MapChart(plan, shownBy: try map(of: plan, sections, aspects), titles: sections.map(\.title))
  }

  /// Returns the map of the list as loaded; nothing is drawn, so it needs no ads.
  private func map(
    of plan: PlacementPlan, _ sections: [FeedSection], _ aspects: PlannedAspects?
  ) throws(CommandError) -> InsertionMap {
    let feed = PlannedFeed(sections, ads: [], at: plan)
    let woven = try aspects?.weave(environment)
    feed.load()
    woven?.end()
    return try feed.checkedMap()
  }
}

/// The report of a simulation, as text or as JSON.
struct SimulationReport {
  private let report: PlacementReport

  init(_ report: PlacementReport) { self.report = report }

  /// Returns the figures, one per line.
  func text(_ painter: LinePainter) -> [UInt8] {
    "\(report)".split(separator: "\n", omittingEmptySubsequences: false).reduce(into: []) {
      painter.append(CardLine([.init(SafeText(String($1)))]), to: &$0)
    }
  }

  /// The figures as one JSON object on a line.
  var json: [UInt8] {
    var text = JSONText()
    text.append(raw: "{")
    text.append(member: "rule", "\(report.rules)")
    text.append(number: "users", report.userCount)
    text.append(number: "usersWithoutAds", report.emptyUserCount)
    text.append(number: "content", report.contentCount)
    text.append(number: "ads", report.adCount)
    text.append(number: "share", report.share)
    text.append(number: "smallestGap", report.smallestGap)
    text.append(number: "longestContentRun", report.longestContentRun)
    text.append(number: "named", report.namedCount)
    text.append(number: "fillRate", report.fillRate)
    text.append(number: "unfilled", report.unfilledCount)
    text.append(list: "refusals", report.refusals) { text, refusal in
      text.append(raw: "{")
      text.append(member: "reason", "\(refusal.reason)")
      text.append(number: "places", refusal.places)
      text.append(raw: "}")
    }
    text.append(list: "costs", report.costs) { text, cost in
      text.append(raw: "{")
      text.append(member: "rule", cost.rule)
      text.append(number: "ads", cost.ads)
      text.append(number: "users", cost.users)
      text.append(raw: "}")
    }
    text.append(raw: "}\n")
    return text.bytes
  }
}

extension JSONText {
  /// Appends a member with a number as its value, if there is one.
  mutating func append(number name: String, _ value: (some Numeric & CustomStringConvertible)?) {
    guard let value else { return }
    appendName(name)
    append(raw: "\(value)")
  }
}
