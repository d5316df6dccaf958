import FeedFormats
import Placement

extension PlacementPlan {
  /// The places that rules give feeds.
  init(_ rules: PlacementRules, _ sections: [FeedSection], adCount: Int?) throws(CommandError) {
    let tags = sections.map { $0.document.items.map(\.tags) }
    do throws(PlacementError) {
      try self.init(
        rules: rules, userCounts: tags.map(\.count), adCount: adCount,
        tags: { path in
          guard tags.indices.contains(path.section), tags[path.section].indices.contains(path.row) else { return [] }
          return tags[path.section][path.row]
        })
    } catch { throw .refusedPlan(error) }
  }

  /// The places that rules give a list of which nothing is known but its length.
  init(_ rules: PlacementRules, rowCount: Int, adCount: Int?) throws(CommandError) {
    do throws(PlacementError) {
      try self.init(rules: rules, userCounts: [rowCount], adCount: adCount)
    } catch { throw .refusedPlan(error) }
  }

  /// The map of the list with its ads.
  func checkedMap() throws(CommandError) -> InsertionMap {
    do throws(PlacementError) { return try map() } catch { throw .refusedPlan(error) }
  }
}
