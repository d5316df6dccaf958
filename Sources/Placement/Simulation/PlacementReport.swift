/// What a rule set made of many users, and what each of its rules cost.
public struct PlacementReport: Hashable, Sendable {
  /// A rule, and what it keeps from being filled.
  public struct Cost: Hashable, Sendable {
    /// The rule's own words.
    public let rule: String
    /// How many more ads all users together would have had without it.
    public fileprivate(set) var ads: Int
    /// How many users would have had more.
    public fileprivate(set) var users: Int
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
  /// The fewest content rows between two ads of one user; nil where nobody has two.
  public private(set) var smallestGap: Int?
  /// The most content rows that anybody sees without an ad.
  public private(set) var longestContentRun = 0
  /// What each limiting rule costs, in the order of the rules' members.
  public private(set) var costs: [Cost] = []

  init(rules: PlacementRules) { self.rules = rules }

  /// The ads' share of all rows.
  public var share: Double {
    contentCount + adCount == 0 ? 0 : Double(adCount) / Double(contentCount + adCount)
  }

  mutating func add(_ user: FeedMeasures) {
    userCount += 1
    contentCount += user.contentCount
    adCount += user.adCount
    if user.adCount == 0 { emptyUserCount += 1 }
    smallestGap = [smallestGap, user.smallestGap].compactMap(\.self).min()
    longestContentRun = max(longestContentRun, user.longestContentRun)
  }

  mutating func add(costOf rule: String, _ ads: Int) {
    if !costs.contains(where: { $0.rule == rule }) { costs.append(Cost(rule: rule, ads: 0, users: 0)) }
    guard let index = costs.firstIndex(where: { $0.rule == rule }) else { return }
    costs[index].ads += ads
    if ads > 0 { costs[index].users += 1 }
  }
}

extension PlacementReport: CustomStringConvertible {
  /// The figures as lines of text.
  public var description: String {
    var lines = [
      "\(rules)",
      "\(userCount) users, \(contentCount) content rows, \(adCount) ads: \(FeedMeasures.percent(share)) of all rows",
      "\(emptyUserCount) users without an ad; smallest gap \(smallestGap.map(String.init) ?? "none"), "
        + "longest run without an ad \(longestContentRun)",
    ]
    lines += costs.map { "without '\($0.rule)': \($0.ads) more ads, for \($0.users) users" }
    return lines.joined(separator: "\n")
  }
}
