import FeedFormats
import ListModel
import Placement

extension WovenFeed {
  /// Reads the feeds, the ads and the rules that a command line names, and weaves them.
  ///
  /// - Parameter surrounding: as for ``init(_:ads:rules:surrounding:)``.
  init(
    _ settings: Settings, _ environment: CommandEnvironment,
    surrounding: FeedList.Surrounding = { _, show in show() }
  ) throws(CommandError) {
    guard !settings.feeds.isEmpty else { throw .missing("a feed") }
    let loader = InputLoader(settings, environment)
    let rules = try loader.rules()
    let ads = try loader.ads()
    let sections = try loader.feeds()
    if ads == nil, rules != PlacementRules() {
      environment.say(Message("there are rules, but no ads (--ads); the feed is shown without"))
    }
    try self.init(sections, ads: ads ?? [], rules: rules, surrounding: surrounding)
  }
}
