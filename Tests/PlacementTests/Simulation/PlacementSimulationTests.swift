import TestSupport
import Testing

@testable import Placement

@Suite struct PlacementSimulationTests {
  @Test func `the same seed makes the same report`() throws {
    let rules = try PlacementRules("every 5 from 3 max 4 gap 2 avoid sad")
    let simulation = PlacementSimulation(userCount: 60, sections: 0...3, fillRate: 0.7, pageSize: 9, seed: 9)
    #expect(try simulation.run(rules) == simulation.run(rules))
    var other = simulation
    other.seed = 10
    #expect(try simulation.run(rules) != other.run(rules))
  }

  @Test func `a rule costs what would be filled without it`() throws {
    // Every user has twelve rows and plenty of ads: places in rows 2 (too early), 5, 8, 11 and 14, which is the end.
    let users = PlacementSimulation(userCount: 10, contentRows: 12...12, ads: 20...20)
    let report = try users.run(PlacementRules("every 3 max 2 before 4"))
    #expect(report.userCount == 10 && report.contentCount == 120 && report.adCount == 20)
    #expect(report.costs.map(\.rule) == ["max 2", "before 4", "no trailing ad"])
    #expect(report.costs.map(\.ads) == [20, 0, 0])
    #expect(report.smallestGap == 2 && report.longestContentRun == 5)
    #expect(report.refusals.map(\.reason) == [.before(4), .max(2), .trailing])
    #expect(
      "\(report)" == """
        every 3 max 2 before 4
        10 users, 120 content rows, 20 ads: 14.3 % of all rows
        0 users without an ad; smallest gap 2, longest run without an ad 5
        50 places named, 40.0 % of them filled
        refused by 'before 4': 10
        refused by 'max 2': 10
        refused by 'no trailing ad': 10
        without 'max 2': 20 more ads, for 10 users
        without 'before 4': 0 more ads, for 0 users
        without 'no trailing ad': 0 more ads, for 0 users
        """)
  }

  @Test func `made up users are the same on every machine`() throws {
    let simulation = PlacementSimulation(
      userCount: 200, sections: 1...3, contentRows: 0...40, ads: 0...12, fillRate: 0.8, pageSize: 15, seed: 3)
    #expect(
      "\(try simulation.run(PlacementRules("every 4 max 5 gap 4 after 2 except 1 avoid sad")))" == """
        every 4 max 5 gap 4 after 2 except 1 avoid sad
        200 users, 7973 content rows, 370 ads: 4.4 % of all rows
        40 users without an ad; smallest gap 7, longest run without an ad 91
        2091 places named, 17.7 % of them filled
        refused by 'its section has no ads': 698
        refused by 'gap 4': 479
        refused by 'after 2': 124
        refused by 'avoid sad': 116
        refused by 'no ad is left': 111
        refused by 'no trailing ad': 65
        refused by 'max 5': 32
        left without an ad: 96
        without 'max 5': 3 more ads, for 3 users
        without 'gap 4': 121 more ads, for 85 users
        without 'after 2': 30 more ads, for 32 users
        without 'except': 161 more ads, for 77 users
        without 'avoid sad': 54 more ads, for 42 users
        """)
  }

  @Test func `every named place is filled or has a reason`() throws {
    for line in [
      "every 3", "at 0,1,4 every 5 max 3", "every 2 share 0.2 max 4 in all", "every 4 trailing gap 5 sections 1",
    ] {
      for pageSize in [nil, 1, 7] {
        let simulation = PlacementSimulation(
          userCount: Sample.of(60, few: 8), sections: 0...3, fillRate: 0.5, pageSize: pageSize, seed: 8)
        let report = try simulation.run(PlacementRules(line))
        let refused = report.refusals.map(\.places).reduce(0, +)
        #expect(report.namedCount == report.adCount + report.unfilledCount + refused, "'\(line)', \(pageSize ?? 0)")
        #expect(report.adCount > 0 && report.unfilledCount > 0 && report.fillRate < 1, "'\(line)', \(pageSize ?? 0)")
      }
    }
  }

  @Test func `pages cost nothing under rules that look back only`() throws {
    for line in ["every 3", "at 0,3,4 every 5 max 3 gap 1", "every 4 from 2 seed 3 max 7 in all except 0 avoid sad"] {
      let rules = try PlacementRules(line)
      let simulation = PlacementSimulation(
        userCount: Sample.of(40, few: 12), sections: 1...3, contentRows: 0...20, fillRate: 0.8, seed: 4)
      let whole = try simulation.run(rules)
      for pageSize in 1...9 {
        var paged = simulation
        paged.pageSize = pageSize
        let report = try paged.run(rules)
        #expect(
          report.adCount == whole.adCount && report.unfilledCount == whole.unfilledCount,
          "'\(line)', pages of \(pageSize)")
        #expect(report.refusals == whole.refusals, "'\(line)', pages of \(pageSize)")
        // Trailing ads may stand at the end of every page.
        #expect(report.costs.dropLast() == whole.costs.dropLast(), "'\(line)', pages of \(pageSize)")
      }
    }
    let ahead = try PlacementRules("every 3 after 4")
    let simulation = PlacementSimulation(userCount: 40, seed: 4)
    var paged = simulation
    paged.pageSize = 5
    #expect(try paged.run(ahead).adCount < simulation.run(ahead).adCount)
  }
}

// MARK: - Brute force

extension PlacementSimulationTests {
  private func naive(_ rules: PlacementRules) -> ReferencePlacement {
    var naive = ReferencePlacement()
    (naive.at, naive.every, naive.from) = (rules.at, rules.every, rules.from)
    (naive.max, naive.maxInAll) = (rules.max ?? .max, rules.maxInAll ?? .max)
    (naive.gap, naive.before, naive.after) = (rules.gap, rules.before, rules.after)
    (naive.share, naive.trailing) = (rules.share ?? 1, rules.trailing)
    return naive
  }

  /// The ads of all users, each user's places walked row by row.
  private func adCounts(_ simulation: PlacementSimulation, _ rules: PlacementRules) -> [Int] {
    (0..<simulation.userCount).map { number in
      let user = SimulatedUser(number: number, of: simulation)
      let places = naive(rules).ads(counts: user.contentCounts, available: .max)
      return min(
        user.adCount, places.filter { user.hasAd(for: FeedPath(section: $0.section, row: $0.row)) }.count)
    }
  }

  @Test func `a simulation tells what a walk row by row tells`() throws {
    for line in [
      "every 3", "at 0,2 every 4 from 6 max 3", "every 2 max 9 in all gap 3", "every 3 before 5 after 4",
      "every 2 share 0.25", "at 1,5,9 trailing",
    ] {
      for fillRate in [1, 0.6] {
        let simulation = PlacementSimulation(
          userCount: 50, sections: 1...3, contentRows: 0...30, fillRate: fillRate, seed: 6)
        let rules = try PlacementRules(line)
        let report = try simulation.run(rules)
        let counts = adCounts(simulation, rules)
        #expect(report.adCount == counts.reduce(0, +), "'\(line)', \(fillRate)")
        #expect(report.emptyUserCount == counts.filter { $0 == 0 }.count, "'\(line)', \(fillRate)")
        for cost in report.costs {
          var others = rules
          switch cost.rule.split(separator: " ").first {
          case "max": (others.max, others.maxInAll) = (nil, nil)
          case "gap": others.gap = 0
          case "before": others.before = 0
          case "after": others.after = 0
          case "share": others.share = nil
          default: others.trailing = true
          }
          let more = zip(adCounts(simulation, others), counts).map { $0 - $1 }
          #expect(cost.ads == more.reduce(0, +), "'\(line)', \(fillRate), '\(cost.rule)'")
          #expect(cost.users == more.filter { $0 > 0 }.count, "'\(line)', \(fillRate), '\(cost.rule)'")
        }
      }
    }
  }

  @Test func `every legal rule set can be simulated`() throws {
    for rules in RuleWorlds.ruleSets(400, seed: 21) where (try? rules.validate()) != nil {
      #expect(throws: Never.self, "\(rules)") {
        try PlacementSimulation(userCount: 3, contentRows: 0...12, fillRate: 0.5, pageSize: 4).run(rules)
      }
    }
  }
}

// MARK: - Users

extension PlacementSimulationTests {
  @Test func `sections are cut into pages of so many rows`() {
    typealias Page = SimulatedFeed.Page
    #expect(Page.pages(of: [5], size: 2).map(\.counts) == [[2], [2], [1]])
    #expect(
      Page.pages(of: [3, 0, 4], size: 2) == [
        Page(beginsSection: true, counts: [2]), Page(beginsSection: false, counts: [1, 0, 1]),
        Page(beginsSection: false, counts: [2]), Page(beginsSection: false, counts: [1]),
      ])
    #expect(
      Page.pages(of: [2, 0, 2], size: 2) == [
        Page(beginsSection: true, counts: [2]), Page(beginsSection: true, counts: [0, 2]),
      ])
    #expect(Page.pages(of: [3, 4], size: .max) == [Page(beginsSection: true, counts: [3, 4])])
    #expect(Page.pages(of: [], size: 3).isEmpty)
  }

  @Test func `tags and ads are as frequent as asked for`() throws {
    func report(taggedShare: Double = 0, fillRate: Double = 1) throws -> PlacementReport {
      try PlacementSimulation(
        userCount: 20, contentRows: 50...50, ads: 99...99, fillRate: fillRate, taggedShare: taggedShare
      ).run(PlacementRules("every 5 avoid sad"))
    }
    #expect(try report(taggedShare: 1).adCount == 0)
    #expect(try report().costs.first { $0.rule == "avoid sad" }?.ads == 0)
    let all = try report().adCount
    #expect(try report(fillRate: 0).adCount == 0 && report(fillRate: 0).unfilledCount == all)
    #expect(try abs(report(fillRate: 0.5).adCount - all / 2) < all / 8)
  }

  @Test func `numbers that make no sense are refused by their value`() {
    func run(_ simulation: PlacementSimulation) throws { _ = try simulation.run(PlacementRules("every 5")) }
    #expect(throws: PlacementError.invalidCount(-1)) { try run(PlacementSimulation(userCount: -1)) }
    #expect(throws: PlacementError.invalidCount(-4)) { try run(PlacementSimulation(contentRows: -4...2)) }
    #expect(throws: PlacementError.invalidCount(-2)) { try run(PlacementSimulation(sections: -2...2)) }
    #expect(throws: PlacementError.invalidCount(.max)) { try run(PlacementSimulation(ads: 0...Int.max)) }
    for (word, value) in [("fillRate", "1.5"), ("taggedShare", "nan")] {
      let share = word == "fillRate" ? 1.5 : 0
      let error = PlacementError.invalidValue(word: word, value: value, expected: "a share from 0 to 1", column: nil)
      #expect(throws: error) { try run(PlacementSimulation(fillRate: share, taggedShare: share == 0 ? .nan : 0)) }
    }
    let error = PlacementError.invalidValue(
      word: "pageSize", value: "0", expected: "a number from 1 to \(Int.max)", column: nil)
    #expect(throws: error) { try run(PlacementSimulation(pageSize: 0)) }
  }
}
