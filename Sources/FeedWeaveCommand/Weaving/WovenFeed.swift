import FeedFormats
import ListModel
import Placement

/// The list that the program shows: the rows of the feeds, with the ads woven in.
struct WovenFeed {
  /// The feeds, each a section.
  let sections: [FeedSection]
  /// The rows of each section, in feed order.
  let rows: [[WovenEntry]]

  /// Weaves ads into feeds according to rules, loads the list, and collects the rows that it displays.
  ///
  /// - Parameters:
  ///   - aspects: the file with the woven aspects, if there are any, for an error if the list does not show all of its
  ///     rows.
  ///   - surrounding: runs loading and drawing, and may do something before and after.
  /// - Throws: ``CommandError/refusedPlan(_:)`` for rules that cannot be applied to the feeds; and any error that
  ///   `surrounding` throws.
  /// - Complexity: O(*n* log *n*) in the number of rows.
  init(
    _ sections: [FeedSection], ads: [FeedItem], rules: PlacementRules, hidingAspects aspects: InputFile? = nil,
    surrounding: FeedList.ShowWrapper = { _, show in show() }
  ) throws(CommandError) {
    self.sections = sections
    let feed = FeedList(sections, ads: ads, at: try PlacementPlan(rules, sections, adCount: ads.count))
    var rows: [[WovenEntry]] = []
    try surrounding(feed.list) {
      feed.load()
      feed.list.layoutIfNeeded()
      rows = Self.walk(feed.list.display, sections: sections.count)
    }
    let counts = try feed.map().feedCounts
    guard rows.map(\.count) == counts else {
      throw aspects.map { .hidingAspects($0) } ?? .internalError("the list does not show all of its rows")
    }
    self.rows = rows
  }

  /// Scrolls from the top to the end and collects each row when it is displayed.
  private static func walk(_ display: ListDisplay, sections: Int) -> [[WovenEntry]] {
    var rows = [[WovenEntry]](repeating: [], count: sections)
    var end = 0.0
    while end < display.contentHeight {
      if end > 0 { display.scroll(by: end - display.viewport.minY) }
      // At the end of the list, rows of the previous screen are still in view.
      let fresh = display.elements.filter { $0.kind == .row && $0.frame.minY >= end }
      for entry in fresh.compactMap({ ($0.view as? FeedCell)?.entry }) { rows[entry.section].append(entry) }
      guard let bottom = fresh.last?.frame.maxY else { break }
      end = bottom
    }
    return rows
  }
}

extension WovenFeed {
  /// Returns the numbers of items and ads in a section.
  func tally(ofSection section: Int) -> Tally {
    let items = sections[section].document.items.count
    return Tally(items: items, ads: rows[section].count - items)
  }

  /// The numbers of items and ads in the list.
  var tally: Tally { sections.indices.map(tally(ofSection:)).reduce(Tally(items: 0, ads: 0), +) }
}

// MARK: - Input

/// What a command line names to be woven: all of it has been read, and its problems are reported.
struct WovenInput {
  /// The feeds, each a section.
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
  /// - Parameter leastLinesSize: the size in bytes from which a file with an item per line is opened only, and its items
  ///   are read when they are shown; nil if every file is read whole.
  init(
    _ settings: Settings, _ environment: CommandEnvironment, leastLinesSize: Int? = nil
  ) throws(CommandError) {
    guard !settings.feeds.isEmpty else { throw .missing("a feed") }
    loader = InputLoader(settings: settings, environment: environment, leastLinesSize: leastLinesSize)
    rules = try loader.rules()
    aspects = try loader.aspects()
    ads = try loader.ads()
    sections = try loader.feeds()
    loader.reportUnusedRules(rules, ads: ads)
  }

  /// Reads the files, with a version of a feed as the only feed.
  init(_ version: FeedVersion, _ settings: Settings, _ environment: CommandEnvironment) throws(CommandError) {
    loader = InputLoader(settings: settings, environment: environment)
    rules = try loader.rules()
    aspects = try loader.aspects()
    ads = try loader.ads()
    sections = [FeedSection(file: settings.feeds[0].file, name: nil, document: version.document)]
    loader.reportUnusedRules(rules, ads: ads)
  }

  /// Merges feeds and ads without a list, as a service does.
  ///
  /// - Throws: ``CommandError/refusedPlan(_:)`` for rules that cannot be applied to the feeds.
  func mergedRows() throws(CommandError) -> MergedRows {
    let plan = try PlacementPlan(rules, sections, adCount: ads?.count ?? 0)
    let itemCount = sections.reduce(0) { $0 + $1.document.items.count }
    reportMissingPlaces(adCount: try plan.checkedMap().feedCounts.reduce(0, +) - itemCount)
    return MergedRows(sections, ads: ads ?? [], at: plan)
  }

  /// Reports that rules without findings have no place for any ad.
  fileprivate func reportMissingPlaces(adCount: Int) {
    guard adCount == 0, sections.contains(where: { !$0.document.items.isEmpty }) else { return }
    loader.reportMissingPlaces(rules, ads: ads)
  }
}

extension WovenFeed {
  /// Weaves what a command line names.
  ///
  /// - Parameter surrounding: runs loading and drawing, when the aspects are woven already.
  init(
    _ input: WovenInput, _ environment: CommandEnvironment,
    surrounding: @escaping FeedList.ShowWrapper = { _, show in show() }
  ) throws(CommandError) {
    let aspects = input.aspects
    try self.init(input.sections, ads: input.ads ?? [], rules: input.rules, hidingAspects: aspects?.file) {
      list, show throws(CommandError) in
      let woven = try aspects?.weave(environment)
      defer { woven?.end() }
      try surrounding(list, show)
    }
    // Aspects may prevent ads from being inserted.
    if aspects == nil { input.reportMissingPlaces(adCount: tally.ads) }
  }
}

/// The numbers of content rows and of ads.
struct Tally: Hashable, Sendable {
  /// The number of content rows.
  var items: Int
  /// The number of rows with ads.
  var ads: Int

  /// The counts in words, `36 items · 5 ads`; ads are omitted if there are none.
  var words: String {
    let items = "\(items) \(items == 1 ? "item" : "items")"
    return ads == 0 ? items : items + " · \(ads) \(ads == 1 ? "ad" : "ads")"
  }

  /// Returns the sum of two tallies.
  static func + (one: Tally, other: Tally) -> Tally {
    Tally(items: one.items + other.items, ads: one.ads + other.ads)
  }
}

extension InputLoader {
  /// Reports that rules without findings have no place for any ad.
  fileprivate func reportMissingPlaces(_ rules: PlacementRules, ads: [FeedItem]?) {
    guard ads?.isEmpty == false, !settings.isQuiet, rules != PlacementRules(), rules.findings.isEmpty else { return }
    environment.say(Message("the rules select no place for an ad in this feed; 'feedweave map -v' shows why"))
  }
}
