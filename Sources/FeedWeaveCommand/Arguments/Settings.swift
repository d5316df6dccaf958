import FeedFormats
import Placement
import TerminalUI

/// What the options of a command line ask for.
struct Settings: Sendable {
  /// A feed to show, and the name that its section is to have.
  struct Feed: Hashable, Sendable {
    var name: String?
    var file: InputFile
  }

  /// The forms that output takes.
  enum Form: String, Hashable, Sendable, CaseIterable {
    case text, ansi, json, ndjson
  }

  /// The feeds in their order; each is a section.
  var feeds: [Feed] = []
  /// The rows to map where there is no feed.
  var rows: Int?
  /// How many made-up users the rules are tried on, in place of a map.
  var userCount: Int?
  /// The ads.
  var ads: InputFile?
  /// The rules of `--rule`.
  var rule: PlacementRules?
  /// The positions of `--at`.
  var positions: [Int]?
  /// The rules as a file.
  var plan: InputFile?
  /// The aspects to weave while the list is shown.
  var aspects: InputFile?
  /// The form to write in; nil for text, with colours as the environment suggests.
  var form: Form?
  /// The most content items, over all feeds.
  var limit: Int?
  /// The columns to draw in.
  var width: Int?
  /// Whether to draw with colours.
  var color = ColorDepth.Choice.auto
  /// How many versions are shown in a second; nil for as many as there are.
  var rate: Double?
  /// Whether somebody is waited for before each further version.
  var isStepwise = false
  /// The time that ages are counted from, in seconds since 1970.
  var now: Int64?
  /// How feeds and ads are read.
  var reading = FeedReader.Options()
  /// Whether findings are kept to oneself.
  var isQuiet = false
  /// Whether positions are shown beside the cards.
  var isVerbose = false
}

extension Settings {
  /// All files that are named.
  var files: [InputFile] { feeds.map(\.file) + [ads, plan, aspects].compactMap { $0 } }

  /// Refuses options that exclude each other.
  func checkTogether() throws(CommandError) {
    if plan != nil, rule != nil { throw .exclusive("'--plan'", "'--rule'") }
    if plan != nil, positions != nil { throw .exclusive("'--plan'", "'--at'") }
    if rule?.at.isEmpty == false, positions != nil { throw .exclusive("'at' in '--rule'", "'--at'") }
    if rows != nil, !feeds.isEmpty { throw .exclusive("'--rows'", "a feed") }
    if rows != nil, aspects != nil { throw .exclusive("'--rows'", "'--aspects'") }
    try checkSimulation()
    if rate != nil, isStepwise { throw .exclusive("'--rate'", "'--step'") }
    if files.filter({ $0 == .standardInput }).count > 1 { throw .standardInputTwice }
  }

  /// Refuses whatever made-up users have of their own.
  private func checkSimulation() throws(CommandError) {
    guard userCount != nil else { return }
    let others = [
      ("'--rows'", rows != nil), ("a feed", !feeds.isEmpty), ("'--ads'", ads != nil), ("'--aspects'", aspects != nil),
      ("'--limit'", limit != nil),
    ]
    for (name, isGiven) in others where isGiven { throw .exclusive("'--simulate'", name) }
  }
}
