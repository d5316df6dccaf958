import FeedFormats
import Placement

/// The list that the program shows: the feeds' own rows and, woven in, the ads.
struct WovenFeed {
  /// The feeds, each a section.
  let sections: [FeedSection]
  /// The rows of each section, in feed order.
  let rows: [[WovenEntry]]
}

extension WovenFeed {
  /// What a section holds.
  func tally(ofSection section: Int) -> Tally {
    let items = sections[section].document.items.count
    return Tally(items: items, ads: rows[section].count - items)
  }

  /// What the list holds.
  var tally: Tally {
    sections.indices.map(tally(ofSection:)).reduce(Tally(items: 0, ads: 0), +)
  }
}

extension WovenFeed {
  init(_ sections: [FeedSection], ads: [FeedItem], rules: PlacementRules) throws(CommandError) {
    self.sections = sections
    let plan = try PlacementPlan(rules, sections, adCount: ads.count)
    let totals = plan.totals
    var rows = sections.enumerated().map { number, section in
      section.document.items.enumerated().map { WovenEntry($1, .content(userRow: $0), section: number, row: $0) }
    }
    for place in plan.places {
      rows[place.path.section].insert(
        WovenEntry(
          ads[place.ad], .ad(reason: place.caption(total: totals[place.path.section])), section: place.path.section, row: 0
        ), at: place.path.row)
    }
    for section in rows.indices { for row in rows[section].indices { rows[section][row].row = row } }
    self.rows = rows
  }
}
