import FeedFormats
import Placement

/// What a command line names to be woven: all of it has been read, and its problems are reported.
struct WovenInput {
  /// The feeds.
  let feeds: [FeedSection]
  /// The sections of the list: the timeline of the feeds, or each feed.
  let sections: [FeedSection]
  /// The ads; nil if no file of ads is named.
  let ads: [FeedItem]?
  /// The rules for the places of ads.
  let rules: PlacementRules
  /// The aspects to weave while the list is shown, if any are named.
  let aspects: PlannedAspects?
  private let loader: InputLoader

  /// Reads the files.
  ///
  /// - Parameters:
  ///   - sections: the feeds, if they have been read; nil if they are read now.
  ///   - leastLinesSize: the size in bytes from which a file with an item per line is opened only, and its items are
  ///     read when they are shown; nil if every file is read whole.
  init(
    _ settings: Settings, _ environment: CommandEnvironment, sections: [FeedSection]? = nil, leastLinesSize: Int? = nil
  ) throws(CommandError) {
    guard !settings.feeds.isEmpty else { throw .missing("a feed, or a list of your own ('feedweave help add'),") }
    loader = InputLoader(settings: settings, environment: environment, leastLinesSize: leastLinesSize)
    rules = try loader.rules()
    aspects = try loader.aspects()
    ads = try loader.ads()
    feeds = if let sections { sections } else { try loader.feeds() }
    self.sections = feeds.blended(settings)
    loader.reportUnusedRules(rules, ads: ads)
  }

  /// Merges feeds and ads without a list, as a service does.
  ///
  /// - Throws: ``CommandError/refusedPlan(_:)`` for rules that cannot be applied to the feeds.
  func mergedRows() throws(CommandError) -> MergedRows {
    let plan = try PlacementPlan(rules, sections, adCount: ads?.count ?? 0)
    reportMissingPlaces(adCount: try plan.checkedMap().tally.ads)
    return MergedRows(sections, ads: ads ?? [], at: plan)
  }

  /// Reports that rules without findings have no place for any ad.
  func reportMissingPlaces(adCount: Int) {
    guard adCount == 0, sections.contains(where: { !$0.document.items.isEmpty }) else { return }
    loader.reportMissingPlaces(rules, ads: ads)
  }
}

extension InputLoader {
  fileprivate func reportMissingPlaces(_ rules: PlacementRules, ads: [FeedItem]?) {
    guard ads?.isEmpty == false, !settings.isQuiet, rules != PlacementRules(), rules.findings.isEmpty else { return }
    environment.say(Message("the rules select no place for an ad in this feed; 'feedweave map -v' shows why"))
  }
}
