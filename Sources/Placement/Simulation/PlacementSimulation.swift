/// A simulation of a rule set with many random users, which reports its ads and the cost of each of its rules.
///
/// Users differ in the number of content rows, the number of ads available for them, the places for which there is no
/// ad, and the tags of their content. The same seed gives the same users on every machine.
///
/// ```swift
/// let rules = try PlacementRules("every 6 from 3 max 8 gap 2")
/// print(try PlacementSimulation(userCount: 1_000, fillRate: 0.9, pageSize: 20).run(rules))
/// ```
public struct PlacementSimulation: Hashable, Sendable {
  /// The number of users.
  public var userCount: Int
  /// The number of sections of a user's content, uniformly distributed.
  public var sections: ClosedRange<Int>
  /// The number of content rows of a section, uniformly distributed.
  public var contentRows: ClosedRange<Int>
  /// The number of ads available for a user, uniformly distributed.
  public var ads: ClosedRange<Int>
  /// The probability that there is an ad for a place that the rules allow, from 0 to 1.
  public var fillRate: Double
  /// The number of content rows of a page, since rules that look ahead see only the page; nil for all rows at once.
  public var pageSize: Int?
  /// The share of content rows that have an avoided tag, if the rules avoid any.
  public var taggedShare: Double
  /// The seed of the random users.
  public var seed: UInt64

  /// Makes a simulation.
  public init(
    userCount: Int = 1_000, sections: ClosedRange<Int> = 1...1, contentRows: ClosedRange<Int> = 0...100,
    ads: ClosedRange<Int> = 0...20, fillRate: Double = 1, pageSize: Int? = nil, taggedShare: Double = 0.1,
    seed: UInt64 = 1
  ) {
    (self.userCount, self.sections, self.contentRows) = (userCount, sections, contentRows)
    (self.ads, self.fillRate) = (ads, fillRate)
    (self.pageSize, self.taggedShare, self.seed) = (pageSize, taggedShare, seed)
  }
}

extension PlacementSimulation {
  /// Runs the simulation with a rule set.
  /// - Parameters:
  ///   - rules: The rule set.
  ///   - progress: Called after each user with the number of users so far.
  /// - Complexity: O(users x rules x places).
  /// - Throws: What ``PlacementRules/validate()`` throws, ``PlacementError/invalidCount(_:)`` for users, sections, rows or ads
  ///   that are negative or too many, and ``PlacementError/invalidValue(word:value:expected:column:)`` for a share or a page size.
  public func run(
    _ rules: PlacementRules, progress: (_ userCount: Int) -> Void = { _ in }
  ) throws(PlacementError) -> PlacementReport {
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
      progress(number + 1)
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
  /// The limiting rules that are set, by their words, each with the rule set without it.
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
    relax("few \(few)") { $0.few = 0 }
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

/// The feed that a simulated user sees under some rules.
struct SimulatedFeed {
  /// The measures of the feed.
  private(set) var measures = FeedMeasures()
  /// The number of refused places by reason, without places that the content does not reach.
  private(set) var refusals: [RefusalReason: Int] = [:]
  /// The number of places for which there was no ad.
  private(set) var unfilledCount = 0

  /// Merges a user's content page by page.
  ///
  /// When the user's ads are used up, places are refused as ``RefusalReason/noAd``. A place for which there is no ad
  /// stays content, and moves no other place.
  init(
    of user: SimulatedUser, under merger: FeedMerger, pageSize: Int?, traits: ContentTraits
  ) throws(PlacementError) {
    let pages = Page.pages(of: user.contentCounts, size: pageSize ?? .max)
    var cursor: FeedCursor?
    for (number, page) in pages.enumerated() {
      if page.beginsSection { cursor = cursor?.beginningSection() }
      let isSectionOver = number + 1 == pages.count || pages[number + 1].beginsSection
      let merged = try FeedPage(
        merger, sectionCount: page.counts.count, contentCount: { page.counts[$0] }, adCounts: OneOrMore(.max),
        after: cursor, traits: traits)
      for part in merged.parts.indices { add(merged, part, isSectionOver: isSectionOver, user) }
      cursor = merged.cursor
    }
  }

  private mutating func add(_ page: FeedPage, _ part: Int, isSectionOver: Bool, _ user: SimulatedUser) {
    var filled: Set<Int> = []
    for decision in page.decisions(ofPart: part, isSectionOver: isSectionOver) {
      switch decision.decision {
      case .refused(let place): if place.reason != .noContent { refusals[place.reason, default: 0] += 1 }
      case .placed where measures.adCount + filled.count == user.adCount: refusals[.noAd, default: 0] += 1
      case .placed(let place) where user.hasAd(for: place.path): filled.insert(place.ad)
      case .placed: unfilledCount += 1
      }
    }
    measures.append(page.measures(of: page.parts[part]) { filled.contains($0.ad) })
  }
}

extension SimulatedFeed {
  /// A page, with the number of content rows of each of its sections.
  struct Page: Equatable {
    /// Whether its first section begins on it; otherwise that section continues from the page before.
    var beginsSection: Bool
    var counts: [Int]

    /// Returns sections divided into pages of `size` rows; a section begins on the current page if that has room.
    static func pages(of sections: [Int], size: Int) -> [Page] {
      var pages: [Page] = []
      var room = 0
      for count in sections {
        var rest = count
        if room == 0 {
          pages.append(Page(beginsSection: true, counts: []))
          room = size
        }
        pages[pages.count - 1].counts.append(min(rest, room))
        rest -= min(rest, room)
        room -= count - rest
        while rest > 0 {
          pages.append(Page(beginsSection: false, counts: [min(rest, size)]))
          room = size - min(rest, size)
          rest -= min(rest, size)
        }
      }
      return pages
    }
  }
}

/// A simulated user; the same number and seed give the same user on every machine.
struct SimulatedUser {
  /// The number of content rows of each section.
  let contentCounts: [Int]
  /// The number of ads available.
  let adCount: Int
  private let seed: UInt64
  private let fillRate: Double
  private let taggedShare: Double

  init(number: Int, of simulation: PlacementSimulation) {
    seed = SimulatedUser.mixed(simulation.seed, UInt64(number))
    fillRate = simulation.fillRate
    taggedShare = simulation.taggedShare
    var random = SplitMix64(seed: seed)
    adCount = random.number(in: simulation.ads)
    let sectionCount = random.number(in: simulation.sections)
    contentCounts = (0..<sectionCount).map { _ in random.number(in: simulation.contentRows) }
  }

  /// Returns whether a content row has the avoided tag.
  func isTagged(_ path: UserPath) -> Bool { fraction(1, path.section, path.row) < taggedShare }

  /// Returns whether there is an ad for a place, which depends on the place alone, so that rule sets can be compared.
  func hasAd(for path: FeedPath) -> Bool { fraction(2, path.section, path.row) < fillRate }

  private func fraction(_ question: UInt64, _ section: Int, _ row: Int) -> Double {
    let word = SimulatedUser.mixed(SimulatedUser.mixed(seed ^ question, UInt64(section)), UInt64(row))
    var random = SplitMix64(seed: word)
    return random.fraction()
  }

  private static func mixed(_ seed: UInt64, _ word: UInt64) -> UInt64 {
    SplitMix64.mixed(seed &* 0x9E37_79B9_7F4A_7C15 &+ word)
  }
}
