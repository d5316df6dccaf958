import FeedFormats
import Placement
import TerminalUI

/// The settings from the options of a command line.
struct Settings: Sendable {
  /// A feed to show, with the name of its section.
  struct Feed: Hashable, Sendable {
    var name: String?
    var file: InputFile
  }

  /// The forms of the output.
  enum Form: String, Hashable, Sendable, CaseIterable {
    case text, ansi, json, ndjson, html
  }

  /// The feeds in order.
  var feeds: [Feed] = []
  /// What the command line names, if lists in it have been replaced by their feeds.
  var namedFeeds: [InputFile]?
  /// Whether each feed is a section of its own, instead of all being one timeline.
  var isSectioned = false
  /// The number of items of one feed that may follow each other in the timeline; nil for no limit.
  var inARow: Int?
  /// The number of rows to map if there is no feed.
  var rows: Int?
  /// The number of simulated users on which to try the rules, instead of making a map.
  var userCount: Int?
  /// The file of flights that the simulated users are offered to.
  var flights: InputFile?
  /// The file of ads.
  var ads: InputFile?
  /// The rules of `--rule`.
  var rule: PlacementRules?
  /// The positions of `--at`.
  var positions: [Int]?
  /// The file of rules.
  var plan: InputFile?
  /// The file of aspects to weave while the list is shown.
  var aspects: InputFile?
  /// The form of the output; nil for text, with colours as the environment suggests.
  var form: Form?
  /// The maximum number of content items, over all feeds.
  var limit: Int?
  /// The columns to draw in.
  var width: Int?
  /// When to draw with colours.
  var color = ColorDepth.Choice.auto
  /// The number of versions to show per second; nil for no limit.
  var rate: Double?
  /// Whether to wait for Enter before each further version.
  var isStepwise = false
  /// What is done with a line that is no valid request to merge.
  var faultPolicy = StreamMerger.FaultPolicy.fail
  /// The number of threads that merge requests.
  var jobs = 1
  /// The time that ages are counted from, in seconds since 1970.
  var now: Int64?
  /// The options for reading feeds and ads.
  var reading = FeedReader.Options()
  /// The most bytes of a feed that is fetched; nil for a quarter of what is read of a file by default.
  var maxFetchedBytes: Int?
  /// The longest time that fetching a feed may take.
  var maxTime = Duration.seconds(30)
  /// The time after which the viewer fetches feeds again; nil if only a key does.
  var refresh: Duration?
  /// The shell to write completions for.
  var shell: CompletionShell?
  /// The name of the feed that is added to the list; nil for its title.
  var feedName: String?
  /// Whether the list of feeds is written in OPML.
  var isOPML = false
  /// Whether findings are not printed.
  var isQuiet = false
  /// Whether positions are shown next to the cards.
  var isVerbose = false
  /// The size of the screen to write instead of all cards.
  var size: ScreenSize?
  /// The keys to press before that screen is written.
  var keys: KeyScript?
  /// Whether to draw with ASCII characters only.
  var isASCII = false
  /// Whether to write lines for a screen reader instead of drawing screens.
  var isSpoken = false
  /// Whether the viewer leaves the mouse to the terminal.
  var leavesMouse = false
  /// Whether the viewer remembers nothing of what was read.
  var isForgetful = false
  /// The file that the viewer adds impressions to.
  var impressions: String?
}

extension Settings {
  /// Returns the options for reading a feed; an address is what its relative addresses are resolved against.
  func reading(of file: InputFile) -> FeedReader.Options {
    var options = reading
    options.address = file.feedAddress?.string
    return options
  }

  /// All files that the command line names.
  var files: [InputFile] { feeds.map(\.file) + [ads, plan, aspects, flights].compactMap { $0 } }

  /// Whether the feeds are blended into one timeline; a single feed keeps its own order.
  var isTimeline: Bool { feeds.count > 1 && !isSectioned }

  /// Whether lines of a large file are read when they are shown.
  var readsLines: Bool { limit == nil && !isTimeline }

  /// Rejects options that exclude each other.
  ///
  /// - Parameter simulates: Whether the command may simulate users.
  func checkTogether(simulates: Bool) throws(CommandError) {
    if plan != nil, rule != nil { throw .exclusive("'--plan'", "'--rule'") }
    if plan != nil, positions != nil { throw .exclusive("'--plan'", "'--at'") }
    if rule?.at.isEmpty == false, positions != nil { throw .exclusive("'at' in '--rule'", "'--at'") }
    if rows != nil, !feeds.isEmpty { throw .exclusive("'--rows'", "a feed") }
    if rows != nil, aspects != nil { throw .exclusive("'--rows'", "'--aspects'") }
    if isSectioned, inARow != nil { throw .exclusive("'--sections'", "'--in-a-row'") }
    if keys != nil, size == nil { throw .missing("'--size', which '--keys' needs,") }
    if size != nil, form == .json || form == .ndjson || form == .html {
      throw .exclusive("'--size'", "'--to \(form?.rawValue ?? "")'")
    }
    if simulates { try checkSimulation() }
    if rate != nil, isStepwise { throw .exclusive("'--rate'", "'--step'") }
    if files.filter({ $0 == .standardInput }).count > 1 { throw .standardInputTwice }
  }

  /// Rejects options for input that simulated users replace.
  private func checkSimulation() throws(CommandError) {
    guard userCount != nil else {
      if flights != nil { throw .missing("'--simulate', which '--flights' needs,") }
      return
    }
    for (name, isGiven) in [("'--rule'", rule != nil), ("'--at'", positions != nil), ("'--plan'", plan != nil)]
    where flights != nil && isGiven { throw .exclusive("'--flights'", name) }
    let others = [
      ("'--rows'", rows != nil), ("a feed", !feeds.isEmpty), ("'--ads'", ads != nil), ("'--aspects'", aspects != nil),
      ("'--limit'", limit != nil),
    ]
    for (name, isGiven) in others where isGiven { throw .exclusive("'--simulate'", name) }
  }
}
