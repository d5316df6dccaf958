/// Runs a rule set over many made-up users, and tells what it fills and what each of its rules costs.
///
/// Users differ in how much content they have, in how many ads there are for them, in which places no ad comes for, and in what
/// their content is tagged with. The same seed makes the same users on every machine.
///
/// ```swift
/// let rules = try PlacementRules("every 6 from 3 max 8 gap 2")
/// print(try PlacementSimulation(userCount: 1_000, fillRate: 0.9, pageSize: 20).run(rules))
/// ```
public struct PlacementSimulation: Hashable, Sendable {
  /// How many users are made up.
  public var userCount: Int
  /// How many sections a user's content has, any number as likely as another.
  public var sections: ClosedRange<Int>
  /// How many content rows a section has.
  public var contentRows: ClosedRange<Int>
  /// How many ads there are for a user.
  public var ads: ClosedRange<Int>
  /// How likely an ad comes for a place that the rules allow, from 0 to 1.
  public var fillRate: Double
  /// How many content rows a page has, for rules that look ahead are decided by the page; nil for all at once.
  public var pageSize: Int?
  /// The share of content rows that bear a tag to be avoided, where the rules avoid any.
  public var taggedShare: Double
  /// What the users are made from.
  public var seed: UInt64

  /// Makes a simulation.
  public init(
    userCount: Int = 1_000, sections: ClosedRange<Int> = 1...1, contentRows: ClosedRange<Int> = 0...100,
    ads: ClosedRange<Int> = 0...20, fillRate: Double = 1, pageSize: Int? = nil, taggedShare: Double = 0.1,
    seed: UInt64 = 1
  ) {
    self.userCount = userCount
    self.sections = sections
    self.contentRows = contentRows
    self.ads = ads
    self.fillRate = fillRate
    self.pageSize = pageSize
    self.taggedShare = taggedShare
    self.seed = seed
  }
}

extension PlacementSimulation {
  /// Runs a rule set.
  /// - Complexity: O(users x rules x places).
  /// - Throws: What ``PlacementRules/validate()`` throws, ``PlacementError/invalidCount(_:)`` for users, sections, rows or ads
  ///   that are negative or too many, and ``PlacementError/invalidValue(word:value:expected:column:)`` for a share or a page size.
  public func run(_ rules: PlacementRules) throws(PlacementError) -> PlacementReport {
    try validate()
    let merger = try FeedMerger(rules: rules)
    var others: [(rule: String, merger: FeedMerger)] = []
    for relaxed in rules.relaxations { others.append((relaxed.rule, try FeedMerger(rules: relaxed.others))) }
    var report = PlacementReport(rules: rules, relaxed: others.map(\.rule))
    for number in 0..<userCount {
      let user = SimulatedUser(number: number, of: self)
      let traits = traits(of: user, rules)
      let feed = try SimulatedFeed(of: user, under: merger, pageSize: pageSize, traits: traits)
      report.add(feed)
      for (index, other) in others.enumerated() {
        let relaxed = try SimulatedFeed(of: user, under: other.merger, pageSize: pageSize, traits: traits)
        report.add(costOf: index, relaxed.measures.adCount - feed.measures.adCount)
      }
    }
    return report
  }

  private func validate() throws(PlacementError) {
    let bounds = [sections, contentRows, ads].flatMap { [$0.lowerBound, $0.upperBound] }
    try RowMap.check(counts: [userCount] + bounds)
    for (word, share) in [("fillRate", fillRate), ("taggedShare", taggedShare)] where !(0...1 ~= share) {
      throw .invalidValue(word: word, value: "\(share)", expected: PlacementRules.shareRange, column: nil)
    }
    if let pageSize, pageSize < 1 {
      let expected = PlacementRules.range(from: 1, to: .max)
      throw .invalidValue(word: "pageSize", value: "\(pageSize)", expected: expected, column: nil)
    }
  }

  private func traits(of user: SimulatedUser, _ rules: PlacementRules) -> ContentTraits {
    guard let avoided = rules.avoid.first else { return .none }
    return ContentTraits(tags: { user.isTagged($0) ? [avoided] : [] })
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
    relax("share \(share ?? 1)") { $0.share = nil }
    relax("sections") { $0.sections = nil }
    relax("except") { $0.except = [] }
    relax("avoid \(avoid.joined(separator: ","))") { $0.avoid = [] }
    if after == 0 { relax("no trailing ad") { $0.trailing = true } }
    return found
  }
}
