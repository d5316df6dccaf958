/// The places that a rule set gives a list: which feed rows have ads, which ad, and why.
///
/// A plan costs nothing until it is asked: ``places`` and ``decisions`` are walked lazily, and walking the places takes
/// time for those found, however long the list. Ads are used once, in order, and go on over the sections; when they
/// run out no further place is filled.
public struct PlacementPlan: Sendable {
  /// Answers the tags of a content row.
  public typealias Tags = @Sendable (UserPath) -> [String]

  /// The content rows of each section.
  public let userCounts: [Int]
  /// The ads that there are; nil for as many as are wanted.
  public let adCount: Int?

  let tables: RuleTables
  let traits: ContentTraits

  /// Makes the plan of a list; where the rules have `avoid`, the traits of the content need to tell its tags.
  /// - Complexity: O(sections + *n* log *n*), where *n* is the number of fixed positions.
  /// - Throws: What ``PlacementRules/validate()`` throws, ``PlacementError/invalidCount(_:)`` where a count is negative
  ///   or above ``RowMap/limit``, and ``PlacementError/tagsUnknown``.
  public init(
    rules: PlacementRules, userCounts: [Int], adCount: Int? = nil, traits: ContentTraits
  ) throws(PlacementError) {
    try rules.validate()
    try self.init(RuleTables(rules), userCounts: userCounts, adCount: adCount, traits: traits)
  }

  /// Makes the plan of rules that have been judged.
  init(
    _ tables: RuleTables, userCounts: [Int], adCount: Int? = nil, traits: ContentTraits
  ) throws(PlacementError) {
    try tables.check(traits)
    if let adCount, adCount < 0 { throw .invalidCount(adCount) }
    try RowMap.check(counts: userCounts)
    self.tables = tables
    self.userCounts = userCounts
    self.adCount = adCount
    self.traits = traits
  }

  /// Makes the plan of a list; where the rules have `avoid`, it needs to be told the tags of the content.
  /// - Parameters:
  ///   - rules: The rules.
  ///   - userCounts: The content rows of each section.
  ///   - adCount: The ads that there are; nil for as many as are wanted.
  ///   - tags: Answers the tags of a content row.
  ///   - isAdAllowedBeside: Answers whether an ad may stand right before or right after a content row; nil where it may beside
  ///     each.
  /// - Complexity: O(sections + *n* log *n*), where *n* is the number of fixed positions.
  /// - Throws: What ``PlacementRules/validate()`` throws, ``PlacementError/invalidCount(_:)`` where a count is negative
  ///   or above ``RowMap/limit``, and ``PlacementError/tagsUnknown``.
  public init(
    rules: PlacementRules, userCounts: [Int], adCount: Int? = nil, tags: Tags? = nil,
    isAdAllowedBeside: (@Sendable (UserPath) -> Bool)? = nil
  ) throws(PlacementError) {
    let traits = ContentTraits(tags: tags, isAdAllowedBeside: isAdAllowedBeside)
    try self.init(rules: rules, userCounts: userCounts, adCount: adCount, traits: traits)
  }
}

extension PlacementPlan {
  /// The rules.
  public var rules: PlacementRules { tables.rules }

  /// The places that ads have, in feed order.
  public var places: Places { Places(plan: self) }

  /// Every place that the rules name, with what became of it, in feed order; sections that have no ads refuse all of theirs.
  ///
  /// The repeated places of a section are infinite; of those after its end only one exactly at the end is told.
  public var decisions: Decisions { Decisions(plan: self) }

  /// How many ads are placed in each section: the total that its captions name.
  /// - Complexity: O(places).
  public var totals: [Int] {
    var totals = [Int](repeating: 0, count: userCounts.count)
    for place in places { totals[place.path.section] += 1 }
    return totals
  }

  /// The map of the list with its ads, whose numbers are those of the insertions.
  /// - Complexity: O(places + sections).
  /// - Throws: ``PlacementError/invalidCount(_:)`` when there are too many rows.
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
