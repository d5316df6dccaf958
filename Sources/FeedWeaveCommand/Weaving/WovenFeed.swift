import FeedFormats
import ListModel
import Placement

/// The list that the program shows: the feeds' own rows and, woven in, the ads.
struct WovenFeed {
  /// The feeds, each a section.
  let sections: [FeedSection]
  /// The rows of each section, in feed order.
  let rows: [[WovenEntry]]

  /// Weaves ads into feeds where the rules want them, loads the list, and takes the rows from its display.
  ///
  /// - Parameters:
  ///   - aspects: where the aspects come from that are to blame when the list does not show all of its rows, if there are any.
  ///   - surrounding: surrounds the loading and the drawing.
  /// - Throws: ``CommandError/refusedPlan(_:)`` for rules that do not fit the feeds; and what `surrounding` throws.
  /// - Complexity: O(*n* log *n*) in the number of rows.
  init(
    _ sections: [FeedSection], ads: [FeedItem], rules: PlacementRules, hidingAspects aspects: InputFile? = nil,
    surrounding: FeedList.Surrounding = { _, show in show() }
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
      throw aspects.map { .hidingAspects($0) } ?? .internalError("the list shows not all of its rows")
    }
    self.rows = rows
  }

  /// Scrolls from the top to the end and takes each row as it is shown.
  private static func walk(_ display: ListDisplay, sections: Int) -> [[WovenEntry]] {
    var rows = [[WovenEntry]](repeating: [], count: sections)
    var end = 0.0
    while end < display.contentHeight {
      if end > 0 { display.scroll(by: end - display.viewport.minY) }
      // At the end of the list rows of the screen before are still in view.
      let fresh = display.elements.filter { $0.kind == .row && $0.frame.minY >= end }
      for entry in fresh.compactMap({ ($0.view as? FeedCell)?.entry }) { rows[entry.section].append(entry) }
      guard let bottom = fresh.last?.frame.maxY else { break }
      end = bottom
    }
    return rows
  }
}

extension WovenFeed {
  /// What a section holds.
  func tally(ofSection section: Int) -> Tally {
    let items = sections[section].document.items.count
    return Tally(items: items, ads: rows[section].count - items)
  }

  /// What the list holds.
  var tally: Tally { sections.indices.map(tally(ofSection:)).reduce(Tally(items: 0, ads: 0), +) }
}
