/// Why a feed row is what it is.
public enum PlaceExplanation: Hashable, Sendable {
  /// An ad stands there, by the rule that the place names.
  case ad(Place)
  /// The rules name the place, and one of them forbids it; the content row that stands there is nil at the end and beyond it.
  case refused(RefusedPlace, content: UserPath?)
  /// A content row that no rule names.
  case content(UserPath)
  /// No row of the feed, nor a place that the rules would have filled at its end.
  case outside
}

extension PlaceExplanation: CustomStringConvertible {
  /// The explanation in words.
  public var description: String {
    switch self {
    case .ad(let place): "ad \(place.ad) at \(place.path) (\(place.origin))"
    case .refused(let place, let content):
      (content.map { "\($0)" } ?? "nothing") + "; no ad at \(place.path) (\(place.origin)): \(place.reason)"
    case .content(let path): "\(path), where no rule names a place"
    case .outside: "no row of the feed"
    }
  }
}

extension PlacementPlan {
  /// Explains a feed row: the ad that stands there and its rule, or the content and, where the rules name the place, the one
  /// that forbids it.
  ///
  /// ```swift
  /// let plan = try PlacementPlan(rules: PlacementRules("every 3 max 1"), userCounts: [9])
  /// "\(plan.explain(FeedPath(section: 0, row: 5)))"   // "user 0:4; no ad at feed 0:5 (every 3): max 1"
  /// ```
  /// Of the places beyond the content all fixed ones are explained, and of the repeated ones that exactly at the end. To explain a
  /// whole feed, walk ``decisions``.
  /// - Complexity: O(ads of earlier sections + places that the rules name above the row).
  public func explain(_ path: FeedPath) -> PlaceExplanation {
    guard userCounts.indices.contains(path.section), path.row >= 0 else { return .outside }
    var walk = walk(section: path.section)
    var placed = 0
    while let decision = walk.next(), decision.path.row <= path.row {
      switch decision {
      case .placed(let place) where place.path == path: return .ad(place)
      case .placed: placed += 1
      case .refused(let refused) where refused.path == path:
        return .refused(refused, content: content(path, adsBefore: placed))
      case .refused: break
      }
    }
    return content(path, adsBefore: placed).map(PlaceExplanation.content) ?? .outside
  }

  /// The walk of a section, with the ads of those before it counted.
  private func walk(section: Int) -> SectionWalk {
    var walk = walk(section: 0, after: nil)
    for next in 0..<section {
      while walk.nextPlace() != nil {}
      walk = self.walk(section: next + 1, after: walk)
    }
    return walk
  }

  private func content(_ path: FeedPath, adsBefore ads: Int) -> UserPath? {
    let row = path.row - ads
    return row < userCounts[path.section] ? UserPath(section: path.section, row: row) : nil
  }
}
