import FeedFormats
import Placement

/// `feedweave replay`: versions of a feed, each a live update of one woven list.
struct ReplayCommand {
  let settings: Settings
  let environment: CommandEnvironment

  /// Shows one version after the other.
  func run() throws(CommandError) {
    guard !settings.feeds.isEmpty else { throw .missing("a feed") }
    let loader = InputLoader(settings: settings, environment: environment)
    let rules = try loader.rules()
    let aspects = try loader.aspects()
    let ads = try loader.ads()
    loader.sayThatRulesDoNothing(rules, ads: ads)
    let writer = ReplayWriter(settings, environment)
    let feed = try LiveFeed(ads: ads ?? [], rules: rules, height: writer.height, hidingAspects: aspects?.file)
    var versions = try VersionReader(settings, environment)
    let woven = try aspects?.weave(environment)
    defer { woven?.end() }
    try show(&versions, in: feed, writer)
  }

  private func show(
    _ versions: inout VersionReader, in feed: LiveFeed, _ writer: consuming ReplayWriter
  ) throws(CommandError) {
    var pace = Pace(settings, environment)
    var isFirst = true
    while let version = try versions.next() {
      if pace.asks, !isFirst { try writer.prompt() }
      guard try pace.wait() else { return }
      // Terminals are resized.
      feed.height = writer.height
      let update = try isFirst ? feed.load(version.items) : feed.update(to: version.items)
      try writer.write(update, of: version)
      isFirst = false
    }
    if isFirst { throw .noVersion }
  }
}
