/// What a rule set made of many users, and what each of its rules cost.
public struct PlacementReport: Hashable, Sendable {
  /// A rule, and what it keeps from being filled.
  public struct Cost: Hashable, Sendable {
    /// The rule's own words.
    public let rule: String
    /// How many more ads all users together would have had without it; negative where they would have had fewer.
    public fileprivate(set) var ads = 0
    /// How many users would have had more.
    public fileprivate(set) var users = 0
  }

  /// A reason, and how many places it kept from being filled.
  public struct Refusal: Hashable, Sendable {
    /// Why they stayed content.
    public let reason: RefusalReason
    /// How many there were.
    public let places: Int
  }

  /// The rules.
  public let rules: PlacementRules
  /// The users.
  public private(set) var userCount = 0
  /// The users who have no ad.
  public private(set) var emptyUserCount = 0
  /// All content rows.
  public private(set) var contentCount = 0
  /// All ads.
  public private(set) var adCount = 0
  /// The places that the rules allowed, and for which no ad came.
  public private(set) var unfilledCount = 0
  /// The fewest content rows between two ads of one user; nil where nobody has two.
  public private(set) var smallestGap: Int?
  /// The most content rows that anybody sees without an ad.
  public private(set) var longestContentRun = 0
  /// What each limiting rule costs, in the order of the rules' members.
  public private(set) var costs: [Cost]
  private var refusedCounts: [RefusalReason: Int] = [:]

  init(rules: PlacementRules, relaxed: [String]) {
    self.rules = rules
    costs = relaxed.map { Cost(rule: $0) }
  }

  mutating func add(_ feed: SimulatedFeed) {
    let measures = feed.measures
    userCount += 1
    contentCount += measures.contentCount
    adCount += measures.adCount
    unfilledCount += feed.unfilledCount
    if measures.adCount == 0 { emptyUserCount += 1 }
    smallestGap = [smallestGap, measures.smallestGap].compactMap(\.self).min()
    longestContentRun = max(longestContentRun, measures.longestContentRun)
    refusedCounts.merge(feed.refusals, uniquingKeysWith: +)
  }

  mutating func add(costOf rule: Int, _ ads: Int) {
    costs[rule].ads += ads
    if ads > 0 { costs[rule].users += 1 }
  }
}

extension PlacementReport {
  /// The ads' share of all rows.
  public var share: Double {
    contentCount + adCount == 0 ? 0 : Double(adCount) / Double(contentCount + adCount)
  }

  /// The places that were refused, by their reasons, the most frequent first; not those that the content does not reach.
  /// - Complexity: O(*n* log *n*) in the reasons.
  public var refusals: [Refusal] {
    refusedCounts.map { Refusal(reason: $0, places: $1) }
      .sorted { ($1.places, $0.reason.description) < ($0.places, $1.reason.description) }
  }

  /// The places that the rules named and the content reached: the ads, the places without, and those that were refused.
  public var namedCount: Int { refusedCounts.values.reduce(adCount + unfilledCount, +) }

  /// The share of the named places that have an ad; none of none.
  public var fillRate: Double { namedCount == 0 ? 0 : Double(adCount) / Double(namedCount) }
}

extension PlacementReport: CustomStringConvertible {
  /// The figures as lines of text.
  public var description: String {
    var lines = [
      "\(rules)",
      "\(userCount) users, \(contentCount) content rows, \(adCount) ads: \(share.percentWords) of all rows",
      "\(emptyUserCount) users without an ad; smallest gap \(smallestGap.map(String.init) ?? "none"), "
        + "longest run without an ad \(longestContentRun)",
      "\(namedCount) places named, \(fillRate.percentWords) of them filled",
    ]
    lines += refusals.map { "refused by '\($0.reason)': \($0.places)" }
    if unfilledCount > 0 { lines.append("left without an ad: \(unfilledCount)") }
    lines += costs.map { cost in
      "without '\(cost.rule)': \(abs(cost.ads)) \(cost.ads < 0 ? "fewer ads, and more" : "more ads,") for \(cost.users) users"
    }
    return lines.joined(separator: "\n")
  }
}
