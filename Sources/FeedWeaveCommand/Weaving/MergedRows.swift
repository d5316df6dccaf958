import FeedFormats
import Placement

/// The rows of feeds with ads at the places of a plan, one after another, without a list.
///
/// For data, no cell is made and nothing is laid out; the entries are those that a ``WovenFeed`` collects.
struct MergedRows: Sequence, IteratorProtocol {
  private let sections: [FeedSection]
  private let ads: [FeedItem]
  private let totals: [Int]
  private var places: PlacementPlan.Places
  private var place: Place?
  private var section = 0
  private var row = 0
  private var userRow = 0

  /// Creates the rows of feeds, each a section, and of ads.
  init(_ sections: [FeedSection], ads: [FeedItem], at plan: PlacementPlan) {
    self.sections = sections
    self.ads = ads
    totals = plan.totals
    places = plan.places
    place = places.next()
  }

  /// Returns the next row, or nil at the end of the last section.
  mutating func next() -> WovenEntry? {
    while section < sections.count {
      defer { row += 1 }
      if let place, place.path == FeedPath(section: section, row: row) {
        defer { self.place = places.next() }
        return WovenEntry(
          ads[place.ad], .ad(reason: place.caption(total: totals[section])), section: section, row: row)
      }
      if userRow < sections[section].document.items.count {
        defer { userRow += 1 }
        return WovenEntry(
          sections[section].document.items[userRow], .content(userRow: userRow), section: section, row: row)
      }
      section += 1
      (row, userRow) = (-1, 0)
    }
    return nil
  }
}
