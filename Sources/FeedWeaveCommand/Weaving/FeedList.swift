import FeedFormats
import FeedWeave
import ListModel
import Placement

/// The program's list, woven and still empty, with both of its sides, which a list does not keep alive.
final class FeedList {
  /// Runs the showing of a list, and may do something before and after.
  typealias Surrounding = (_ list: ListView, _ show: () -> Void) throws(CommandError) -> Void

  /// The list.
  let list: ListView
  private let content: FeedContent
  private let ads: PlannedAds

  /// Makes the list of feeds, each a section, and of ads at the places of a plan.
  init(_ sections: [FeedSection], ads: [FeedItem], at plan: PlacementPlan) {
    content = FeedContent(sections)
    self.ads = PlannedAds(ads, at: plan)
    list = .ofFeedCells(height: 256)
    list.weaver.dataSource = self.ads
    list.weaver.delegate = self.ads
  }

  /// Has the list ask for its rows.
  func load() {
    list.dataSource = content
    list.reloadData()
  }

  /// Where every row comes from, as the list was loaded.
  ///
  /// - Throws: ``CommandError/refusedPlan(_:)`` for a plan that the list cannot show.
  func map() throws(CommandError) -> InsertionMap {
    if let refusal = ads.refusal { throw .refusedPlan(refusal) }
    return list.weaver.map
  }
}
