/// Runs a rule set over many made-up users, and tells what it fills and what each of its rules costs.
///
/// Users differ in how much content they have, in how many ads there are for them, and in what their content is tagged with. The
/// same seed makes the same users on every machine.
///
/// ```swift
/// let rules = try PlacementRules("every 6 from 3 max 8 gap 2")
/// print(try PlacementSimulation(userCount: 1_000).run(rules))
/// ```
public struct PlacementSimulation: Hashable, Sendable {
  /// How many users are made up.
  public var userCount: Int
  /// How many content rows a user has, any number as likely as another.
  public var contentRows: ClosedRange<Int>
  /// How many ads there are for a user.
  public var ads: ClosedRange<Int>
  /// The share of content rows that bear a tag to be avoided, where the rules avoid any.
  public var taggedShare: Double
  /// What the users are made from.
  public var seed: UInt64

  /// Makes a simulation.
  public init(
    userCount: Int = 1_000, contentRows: ClosedRange<Int> = 0...100, ads: ClosedRange<Int> = 0...20,
    taggedShare: Double = 0.1, seed: UInt64 = 1
  ) {
    self.userCount = userCount
    self.contentRows = contentRows
    self.ads = ads
    self.taggedShare = taggedShare
    self.seed = seed
  }

  /// Runs a rule set.
  /// - Complexity: O(users x rules x places).
  /// - Throws: What ``PlacementRules/validate()`` throws, and ``PlacementError/invalidCount(_:)`` for users, rows or ads that are
  ///   negative or too many.
  public func run(_ rules: PlacementRules) throws(PlacementError) -> PlacementReport {
    for count in [userCount, contentRows.lowerBound, contentRows.upperBound, ads.lowerBound, ads.upperBound]
    where !(0...RowMap.limit ~= count) {
      throw .invalidCount(count)
    }
    try rules.validate()
    var report = PlacementReport(rules: rules)
    let relaxed = rules.relaxations
    var random = SplitMix64(seed: seed)
    for user in 0..<userCount {
      let content = random.number(in: contentRows)
      let adCount = random.number(in: ads)
      let tags = tags(ofUser: UInt64(user), rules)
      func fill(_ rules: PlacementRules) throws(PlacementError) -> FeedMeasures {
        let plan = try PlacementPlan(rules: rules, userCounts: [content], adCount: adCount, tags: tags)
        return FeedMeasures(contentCount: content, adsBefore: plan.places.lazy.map(\.content.row))
      }
      let measures = try fill(rules)
      report.add(measures)
      for (rule, others) in relaxed { report.add(costOf: rule, try fill(others).adCount - measures.adCount) }
    }
    return report
  }

  private func tags(ofUser user: UInt64, _ rules: PlacementRules) -> PlacementPlan.Tags? {
    guard let avoided = rules.avoid.first else { return nil }
    let share = taggedShare
    let seed = seed &* 31 &+ user
    return { path in
      var random = SplitMix64(seed: seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(path.row))
      return random.fraction() < share ? [avoided] : []
    }
  }
}

extension PlacementRules {
  /// The limiting rules that are in force, by their words, each with the rule set that lacks it.
  fileprivate var relaxations: [(rule: String, others: PlacementRules)] {
    var found: [(rule: String, others: PlacementRules)] = []
    func relax(_ rule: String, _ change: (inout PlacementRules) -> Void) {
      var others = self
      change(&others)
      if others != self { found.append((rule, others)) }
    }
    relax("max \(max ?? 0)") { $0.max = nil }
    relax("max \(maxInAll ?? 0) in all") { $0.maxInAll = nil }
    relax("gap \(gap)") { $0.gap = 0 }
    relax("before \(before)") { $0.before = 0 }
    relax("after \(after)") { $0.after = 0 }
    relax("share \(PlacementRules.plain(share ?? 1))") { $0.share = nil }
    relax("sections") { $0.sections = nil }
    relax("except \(PlacementRules.list(except))") { $0.except = [] }
    relax("avoid \(PlacementRules.list(avoid))") { $0.avoid = [] }
    if after == 0 { relax("no trailing ad") { $0.trailing = true } }
    return found
  }
}
