/// The places that a rule set gives a list: the feed rows with ads, the ads' numbers, and the rules that name them.
///
/// A plan is computed lazily: iterating ``places`` and ``decisions`` computes one element after another, and iterating
/// the places takes time proportional to their number, however long the list is. Each ad is used once, in order and
/// across sections; when there are no more ads, no further place is filled.
public struct PlacementPlan: Sendable {
  /// Returns the tags of a content row.
  public typealias Tags = @Sendable (UserPath) -> [String]

  /// The number of ads; nil for no limit.
  public let adCount: Int?
  /// The plan of the single tenant.
  private let joint: JointPlan

  /// Makes the plan of a list; if the rules have `avoid`, the traits must return tags.
  /// - Complexity: O(sections + *n* log *n*), where *n* is the number of fixed positions.
  /// - Throws: What ``PlacementRules/validate()`` throws, ``PlacementError/invalidCount(_:)`` if a count is negative or
  ///   above ``RowMap/limit``, and ``PlacementError/tagsUnknown``.
  public init(
    rules: PlacementRules, userCounts: [Int], adCount: Int? = nil, traits: ContentTraits
  ) throws(PlacementError) {
    try rules.validate()
    try self.init(RuleTables(rules), userCounts: userCounts, adCount: adCount, traits: traits)
  }

  /// Makes the plan of validated rules.
  init(
    _ tables: RuleTables, userCounts: [Int], adCount: Int? = nil, traits: ContentTraits
  ) throws(PlacementError) {
    self.adCount = adCount
    joint = try JointPlan([tables], userCounts: userCounts, adCounts: adCount.map { OneOrMore($0) }, traits: traits)
  }

  /// Makes the plan of a list; if the rules have `avoid`, `tags` must not be nil.
  /// - Parameters:
  ///   - rules: The rules.
  ///   - userCounts: The number of content rows of each section.
  ///   - adCount: The number of ads; nil for no limit.
  ///   - tags: Returns the tags of a content row.
  ///   - isAdAllowedBeside: Returns whether an ad may be right before or right after a content row; nil if it may for
  ///     every row.
  /// - Complexity: O(sections + *n* log *n*), where *n* is the number of fixed positions.
  /// - Throws: What ``PlacementRules/validate()`` throws, ``PlacementError/invalidCount(_:)`` if a count is negative or
  ///   above ``RowMap/limit``, and ``PlacementError/tagsUnknown``.
  public init(
    rules: PlacementRules, userCounts: [Int], adCount: Int? = nil, tags: Tags? = nil,
    isAdAllowedBeside: (@Sendable (UserPath) -> Bool)? = nil
  ) throws(PlacementError) {
    let traits = ContentTraits(tags: tags, isAdAllowedBeside: isAdAllowedBeside)
    try self.init(rules: rules, userCounts: userCounts, adCount: adCount, traits: traits)
  }
}

extension PlacementPlan {
  /// The rules of the plan.
  public var rules: PlacementRules { joint.rules[0].rules }

  /// The number of content rows of each section.
  public var userCounts: [Int] { joint.userCounts }

  /// The places with ads, in feed order.
  public var places: Places { Places(places: joint.places) }

  /// The decisions on all places that the rules name, in feed order; in sections without ads, all places are refused.
  ///
  /// The rules name infinitely many repeated places in a section; after its end, only one exactly at the end is
  /// included.
  public var decisions: Decisions { Decisions(decisions: joint.decisions) }

  /// The number of ads in each section, which is the total in its places' captions.
  /// - Complexity: O(places).
  public var totals: [Int] {
    var totals = [Int](repeating: 0, count: userCounts.count)
    for place in places { totals[place.path.section] += 1 }
    return totals
  }

  /// Returns the map of the list with its ads; the insertions' numbers are those of the ads.
  /// - Complexity: O(places + sections).
  /// - Throws: ``PlacementError/invalidCount(_:)`` if there are too many rows.
  public func map() throws(PlacementError) -> InsertionMap {
    var rows = [[Int]](repeating: [], count: userCounts.count)
    for place in places { rows[place.path.section].append(place.path.row) }
    var maps: [RowMap] = []
    for (count, insertions) in zip(userCounts, rows) {
      maps.append(try RowMap(contentCount: count, insertions: insertions))
    }
    return try InsertionMap(sections: maps)
  }
}

// MARK: - Sequences

extension PlacementPlan {
  /// The places of a plan, computed during iteration.
  public struct Places: Sequence, IteratorProtocol, Sendable {
    fileprivate var places: JointPlan.Places

    /// Returns the next place.
    public mutating func next() -> Place? { places.next()?.place }
  }

  /// The decisions of a plan, computed during iteration.
  public struct Decisions: Sequence, IteratorProtocol, Sendable {
    fileprivate var decisions: JointPlan.Decisions

    /// Returns the next decision.
    public mutating func next() -> PlacementDecision? { decisions.next()?.decision }
  }
}

/// An explanation of why a feed row is an ad or content.
public enum PlaceExplanation: Hashable, Sendable {
  /// The row is an ad, by the rule that the place contains.
  case ad(Place)
  /// The rules name the place, but it is refused; `content` is the content row there, nil at the end and beyond it.
  case refused(RefusedPlace, content: UserPath?)
  /// The row is a content row, and no rule names the place.
  case content(UserPath)
  /// There is no such row in the feed, nor a place at its end that the rules name.
  case outside
}

extension PlaceExplanation: CustomStringConvertible {
  /// The explanation in English.
  public var description: String {
    switch self {
    case .ad(let place): "ad \(place.ad) at \(place.path) (\(place.origin))" + (place.moved.map { ", \($0)" } ?? "")
    case .refused(let place, let content):
      (content.map { "\($0)" } ?? "nothing") + "; no ad at \(place.path) (\(place.origin)): \(place.reason)"
    case .content(let path): "\(path), where no rule names a place"
    case .outside: "no row of the feed"
    }
  }
}

extension PlacementPlan {
  /// Explains why a feed row is an ad or content, and for a refused place names the reason.
  ///
  /// A place that `nearest` moved is explained at its row, with the row from which it was moved; one that it did not move is
  /// refused where it is ideal, or right below the ad that is there.
  ///
  /// ```swift
  /// let plan = try PlacementPlan(rules: PlacementRules("every 3 max 1"), userCounts: [9])
  /// "\(plan.explain(FeedPath(section: 0, row: 5)))"   // "user 0:4; no ad at feed 0:5 (every 3): max 1"
  /// ```
  /// Beyond the content, all fixed places are explained, and of the repeated ones only that exactly at the end. To
  /// explain a whole feed, iterate ``decisions``.
  /// - Complexity: O(sections + ads of earlier sections + places that the rules name above the row).
  public func explain(_ path: FeedPath) -> PlaceExplanation {
    guard userCounts.indices.contains(path.section), path.row >= 0 else { return .outside }
    var walk = PlanWalk(joint)
    walk.skip(toSection: path.section)
    var placed = 0
    while let decision = walk.next({ $0.next() })?.decision, decision.path <= path {
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

  private func content(_ path: FeedPath, adsBefore ads: Int) -> UserPath? {
    let row = path.row - ads
    return row < userCounts[path.section] ? UserPath(section: path.section, row: row) : nil
  }
}
