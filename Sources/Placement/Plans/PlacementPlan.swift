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

// MARK: - Sequences

extension PlacementPlan {
  /// The places of a plan, found while they are walked.
  public struct Places: Sequence, IteratorProtocol, Sendable {
    private var sections: SectionBySection<PlacementPlan>

    init(plan: PlacementPlan) { sections = SectionBySection(plan) }

    /// The next place.
    public mutating func next() -> Place? {
      sections.next { walk in walk.nextPlace() }
    }
  }

  /// The decisions of a plan, made while they are walked.
  public struct Decisions: Sequence, IteratorProtocol, Sendable {
    private var sections: SectionBySection<PlacementPlan>

    init(plan: PlacementPlan) { sections = SectionBySection(plan) }

    /// The next decision.
    public mutating func next() -> PlacementDecision? {
      sections.next { walk in walk.next() }
    }
  }
}

extension PlacementPlan: SectionedPlan {
  func walk(section: Int, after previous: SectionWalk?) -> SectionWalk {
    SectionWalk(
      plan: self, section: section, contentCount: userCounts[section], placedInAll: previous?.placedInAll ?? 0)
  }
}

/// A plan whose sections are walked one after another.
protocol SectionedPlan: Sendable {
  /// A walk through one section.
  associatedtype Walk: Sendable

  /// The content rows of each section.
  var userCounts: [Int] { get }

  /// The walk of a section, which counts ads on from where that of the section before has ended.
  func walk(section: Int, after previous: Walk?) -> Walk
}

/// Walks one section of a plan after another.
struct SectionBySection<Plan: SectionedPlan>: Sendable {
  private let plan: Plan
  private var section = 0
  private var walk: Plan.Walk?

  init(_ plan: Plan) { self.plan = plan }

  /// The next that the walk of a section has, or else of the sections after it.
  mutating func next<Element>(_ advance: (inout Plan.Walk) -> Element?) -> Element? {
    while section < plan.userCounts.count {
      var current = walk ?? plan.walk(section: section, after: nil)
      // Held once only, so that what the walk keeps is not copied.
      walk = nil
      if let element = advance(&current) {
        walk = current
        return element
      }
      section += 1
      if section < plan.userCounts.count { walk = plan.walk(section: section, after: current) }
    }
    return nil
  }
}

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
