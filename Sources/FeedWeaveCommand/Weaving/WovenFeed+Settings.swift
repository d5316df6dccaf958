import FeedFormats
import Placement

extension WovenFeed {
  /// Reads the feeds, the ads, the rules and the aspects that a command line names, and weaves them.
  ///
  /// - Parameter surrounding: surrounds the loading and the drawing; the aspects are woven already.
  init(
    _ settings: Settings, _ environment: CommandEnvironment,
    surrounding: @escaping FeedList.Surrounding = { _, show in show() }
  ) throws(CommandError) {
    guard !settings.feeds.isEmpty else { throw .missing("a feed") }
    let loader = InputLoader(settings: settings, environment: environment)
    let rules = try loader.rules()
    let aspects = try loader.aspects()
    let ads = try loader.ads()
    let sections = try loader.feeds()
    loader.sayThatRulesDoNothing(rules, ads: ads)
    try self.init(sections, ads: ads ?? [], rules: rules, hidingAspects: aspects?.file) {
      list, show throws(CommandError) in
      let woven = try aspects?.weave(environment)
      defer { woven?.end() }
      try surrounding(list, show)
    }
    // Aspects may keep ads out.
    if aspects == nil { loader.sayThatNoAdStands(tally, rules, ads: ads) }
  }
}
