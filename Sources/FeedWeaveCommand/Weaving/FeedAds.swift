import FeedFormats
import FeedWeave
import Placement

/// The ads of a woven feed: what they show, and which rows of the list they have.
protocol FeedAds: AnyObject {
  /// The items of the ads.
  var items: [FeedItem] { get }

  /// Prepares for a list that is about to be loaded.
  func willLoad(_ weaver: ListWeaver)

  /// Returns the ad in a row of the list, by its index among the items, with the rule for its place.
  func ad(at path: FeedPath, in map: InsertionMap) -> (index: Int, origin: PlaceOrigin)?

  /// Returns the reason why an ad is where it is, such as `every 6 from 3 · 2nd of 8`.
  func caption(at path: FeedPath, in map: InsertionMap) -> String
}

/// The ads at the places of a plan, which are inserted when the list is loaded.
final class PlannedAds: FeedAds {
  let items: [FeedItem]
  private let places: [Place]
  private let totals: [Int]

  /// The reason why the plan's rows were rejected; nil if they are in the list.
  private(set) var refusal: PlacementError?

  init(_ items: [FeedItem], at plan: PlacementPlan) {
    self.items = items
    places = Array(plan.places)
    totals = plan.totals
  }

  func willLoad(_ weaver: ListWeaver) {
    weaver.removeAllInsertions()
    // Insertions are numbered in the order of the request, which is that of the places.
    do throws(PlacementError) { try weaver.insertRows(at: places.map(\.path)) } catch { refusal = error }
  }

  func ad(at path: FeedPath, in map: InsertionMap) -> (index: Int, origin: PlaceOrigin)? {
    map.insertionIndex(at: path).map { (places[$0].ad, places[$0].origin) }
  }

  func caption(at path: FeedPath, in map: InsertionMap) -> String {
    map.insertionIndex(at: path).map { places[$0].caption(total: totals[path.section]) } ?? ""
  }
}

// MARK: - Plans

extension PlacementPlan {
  /// Creates a plan from rules and feeds.
  init(_ rules: PlacementRules, _ sections: [FeedSection], adCount: Int?) throws(CommandError) {
    // Read once: an item is decoded whenever it is asked, and the rules ask often.
    let tags = rules.avoid.isEmpty ? [] : sections.map { $0.document.items.map(\.tags) }
    do throws(PlacementError) {
      try self.init(
        rules: rules, userCounts: sections.map(\.document.items.count), adCount: adCount,
        tags: { tags[$0.section][$0.row] })
    } catch { throw .refusedPlan(error) }
  }

  /// Creates a plan from rules and a list of which only the length is known.
  init(_ rules: PlacementRules, rowCount: Int, adCount: Int?) throws(CommandError) {
    do throws(PlacementError) {
      try self.init(rules: rules, userCounts: [rowCount], adCount: adCount)
    } catch { throw .refusedPlan(error) }
  }

  /// Returns the map of the list with its ads.
  func checkedMap() throws(CommandError) -> InsertionMap {
    do throws(PlacementError) { return try map() } catch { throw .refusedPlan(error) }
  }
}
