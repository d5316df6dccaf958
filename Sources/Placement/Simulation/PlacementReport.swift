/// The results of a rule set for many simulated users, with the cost of each of its rules.
public struct PlacementReport: Hashable, Sendable {
  /// A rule, and the number of ads that it costs.
  public struct Cost: Hashable, Sendable {
    /// The words of the rule.
    public let rule: String
    /// The number of ads that all users together would have had more without the rule; negative if they would have had
    /// fewer.
    public fileprivate(set) var ads = 0
    /// The number of users who would have had more ads.
    public fileprivate(set) var users = 0
  }

  /// A reason, and the number of places that were refused for it.
  public struct Refusal: Hashable, Sendable {
    /// The reason why the places stayed content.
    public let reason: RefusalReason
    /// The number of places.
    public let places: Int
  }

  /// The rules of the simulation.
  public let rules: PlacementRules
  /// The number of users.
  public private(set) var userCount = 0
  /// The number of users who have no ad.
  public private(set) var emptyUserCount = 0
  /// The number of content rows of all users.
  public private(set) var contentCount = 0
  /// The number of ads of all users.
  public private(set) var adCount = 0
  /// The number of places that the rules allowed, but for which there was no ad.
  public private(set) var unfilledCount = 0
  /// The smallest number of content rows between two ads of one user; nil if no user has two.
  public private(set) var smallestGap: Int?
  /// The largest number of content rows that any user sees without an ad.
  public private(set) var longestContentRun = 0
  /// The cost of each limiting rule, in the order of the rules' properties.
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
  /// The share of ads in all rows.
  public var share: Double {
    contentCount + adCount == 0 ? 0 : Double(adCount) / Double(contentCount + adCount)
  }

  /// The refused places by reason, the most frequent first; without places that the content does not reach.
  /// - Complexity: O(*n* log *n*) in the reasons.
  public var refusals: [Refusal] {
    refusedCounts.map { Refusal(reason: $0, places: $1) }
      .sorted { ($1.places, $0.reason.description) < ($0.places, $1.reason.description) }
  }

  /// The number of places that the rules named and the content reached: filled, unfilled and refused ones.
  public var namedCount: Int { refusedCounts.values.reduce(adCount + unfilledCount, +) }

  /// The share of the named places that have an ad; 0 if no place is named.
  public var fillRate: Double { namedCount == 0 ? 0 : Double(adCount) / Double(namedCount) }
}

extension PlacementReport: CustomStringConvertible {
  /// The results as lines of text.
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
