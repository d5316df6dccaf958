import Placement
import Testing

@Suite struct PlacementSimulationTests {
  @Test func theSameSeedMakesTheSameReport() throws {
    let rules = try PlacementRules("every 5 from 3 max 4 gap 2 avoid sad")
    let simulation = PlacementSimulation(userCount: 300, seed: 9)
    #expect(try simulation.run(rules) == simulation.run(rules))
    #expect(try simulation.run(rules) != PlacementSimulation(userCount: 300, seed: 10).run(rules))
  }

  @Test func aRuleCostsWhatWouldBeFilledWithoutIt() throws {
    // Every user has twelve rows and plenty of ads: places in rows 2 (too early), 5, 8, 11, 14 and 17 (beyond the end).
    let users = PlacementSimulation(userCount: 10, contentRows: 12...12, ads: 20...20)
    let report = try users.run(PlacementRules("every 3 max 2 before 4"))
    #expect(report.userCount == 10 && report.contentCount == 120 && report.adCount == 20)
    #expect(report.costs.map(\.rule) == ["max 2", "before 4", "no trailing ad"])
    #expect(report.costs.map(\.ads) == [20, 0, 0])
    #expect(report.smallestGap == 2 && report.longestContentRun == 5)
    #expect(
      "\(report)" == """
        every 3 max 2 before 4
        10 users, 120 content rows, 20 ads: 14.3 % of all rows
        0 users without an ad; smallest gap 2, longest run without an ad 5
        without 'max 2': 20 more ads, for 10 users
        without 'before 4': 0 more ads, for 0 users
        without 'no trailing ad': 0 more ads, for 0 users
        """)
  }

  @Test func tagsAreAsFrequentAsAskedFor() throws {
    let all = PlacementSimulation(userCount: 20, contentRows: 50...50, ads: 99...99, taggedShare: 1)
    #expect(try all.run(PlacementRules("every 5 avoid sad")).adCount == 0)
    let none = PlacementSimulation(userCount: 20, contentRows: 50...50, ads: 99...99, taggedShare: 0)
    #expect(try none.run(PlacementRules("every 5 avoid sad")).costs.first { $0.rule == "avoid sad" }?.ads == 0)
  }

  @Test func numbersThatMakeNoSenseAreRefusedByTheirValue() {
    #expect(throws: PlacementError.invalidCount(-1)) {
      try PlacementSimulation(userCount: -1).run(PlacementRules("every 5"))
    }
    #expect(throws: PlacementError.invalidCount(-4)) {
      try PlacementSimulation(contentRows: -4...2).run(PlacementRules("every 5"))
    }
    #expect(throws: PlacementError.invalidCount(.max)) {
      try PlacementSimulation(ads: 0...Int.max).run(PlacementRules("every 5"))
    }
  }
}
