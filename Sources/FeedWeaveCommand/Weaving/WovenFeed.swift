import FeedFormats
import FeedWeave
import ListModel
import Placement

/// The list that the program shows: the feeds' own rows and, woven in, the ads.
struct WovenFeed {
  /// The feeds, each a section.
  let sections: [FeedSection]
  /// The rows of each section, in feed order.
  let rows: [[WovenEntry]]

  /// Weaves ads into feeds where the rules want them, and takes the rows from the list's display.
  ///
  /// - Throws: ``CommandError/refusedPlan(_:)`` for rules that do not fit the feeds.
  /// - Complexity: O(*n* log *n*) in the number of rows.
  init(_ sections: [FeedSection], ads: [FeedItem], rules: PlacementRules) throws(CommandError) {
    self.sections = sections
    let plan = try PlacementPlan(rules, sections, adCount: ads.count)
    let content = FeedContent(sections)
    let planned = PlannedAds(ads, at: plan)
    let list = ListView(size: ListSize(width: 1, height: Self.screen))
    // Every row is as high as any other: it is the order that is wanted, and cards are laid out later.
    list.rowHeight = 1
    list.estimatedRowHeight = 1
    list.dataSource = content
    let weaver = list.weaver
    weaver.dataSource = planned
    weaver.delegate = planned
    // The list keeps neither of them alive.
    rows = withExtendedLifetime((content, planned)) { Self.walk(list.display, sections: sections.count) }
    if let refusal = planned.refusal { throw .refusedPlan(refusal) }
    guard rows.map(\.count) == weaver.map.feedCounts else { throw .internalError("the list shows not all of its rows") }
  }

  private static let screen = 256.0

  /// Scrolls from the top to the end and takes each row as it is shown.
  private static func walk(_ display: ListDisplay, sections: Int) -> [[WovenEntry]] {
    var rows = [[WovenEntry]](repeating: [], count: sections)
    var end = -1.0
    var bottom = 0.0
    while bottom > end, bottom < display.contentHeight {
      end = bottom
      display.scroll(by: end - display.viewport.minY)
      // At the end of the list rows of the screen before are still in view.
      for element in display.elements where element.kind == .row && element.frame.minY >= end {
        guard let entry = (element.view as? FeedCell)?.entry else { continue }
        rows[entry.section].append(entry)
        bottom = element.frame.maxY
      }
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
