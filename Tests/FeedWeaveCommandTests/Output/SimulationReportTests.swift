import Foundation
import Placement
import TestSupport
import Testing

@testable import FeedWeaveCommand

@Suite struct SimulationReportTests {
  private struct Report: Decodable {
    struct Cost: Decodable {
      var rule: String
      var ads: Int
      var users: Int
    }
    struct Refusal: Decodable {
      var reason: String
      var places: Int
    }
    var rule: String
    var users: Int
    var usersWithoutAds: Int
    var content: Int
    var ads: Int
    var share: Double
    var smallestGap: Int?
    var longestContentRun: Int
    var named: Int
    var fillRate: Double
    var unfilled: Int
    var refusals: [Refusal]
    var costs: [Cost]
  }

  @Test func `the report of the library is written`() throws {
    let world = TestWorld()
    for line in ["every 6 from 3 max 8 gap 2", "at 1 every 5 avoid sad", "at 1 max 0", "every 4 sections 1"] {
      let report = try PlacementSimulation(userCount: 50).run(PlacementRules(line))
      #expect(world.run("map", "--simulate", "50", "--rule", line) == .done)
      #expect(world.text == "\(report)\n", "\(line)")
      #expect(world.run("map", "--simulate", "50", "--rule", line, "--to", "json") == .done)
      #expect(FeedJSONOracle.accepts(Array(world.output.dropLast())), "\(line)")
      let json = try JSONDecoder().decode(Report.self, from: Data(world.output))
      #expect(json.rule == line && json.users == 50 && json.usersWithoutAds == report.emptyUserCount)
      #expect(json.content == report.contentCount && json.ads == report.adCount && json.share == report.share)
      #expect(json.smallestGap == report.smallestGap && json.longestContentRun == report.longestContentRun)
      #expect(json.named == report.namedCount && json.fillRate == report.fillRate)
      #expect(json.unfilled == report.unfilledCount)
      #expect(json.named == json.ads + json.unfilled + json.refusals.reduce(0) { $0 + $1.places }, "\(line)")
      #expect(json.refusals.map(\.reason) == report.refusals.map(\.reason.description))
      #expect(json.refusals.map(\.places) == report.refusals.map(\.places))
      #expect(json.costs.map(\.rule) == report.costs.map(\.rule) && json.costs.map(\.ads) == report.costs.map(\.ads))
      #expect(json.costs.map(\.users) == report.costs.map(\.users))
    }
  }

  @Test func `without a rule the rule is every 6`() {
    let world = TestWorld()
    #expect(world.run("map", "--simulate", "3") == .done && world.text.hasPrefix("every 6\n3 users, "))
    #expect(world.run("map", "--simulate", "3", "--at", "4") == .done && world.text.hasPrefix("at 4\n"))
    world.files["r.json"] = Array(#"{"every":3,"avoid":["\u001b[31m\u0007,x"]}"#.utf8)
    #expect(world.run("map", "--simulate", "3", "--plan", "r.json") == .done)
    #expect(world.text.hasPrefix("every 3 avoid ") && !world.output.contains(0x1B) && !world.output.contains(0x07))
  }

  @Test func `what made up users have of their own is not given`() {
    let world = TestWorld()
    world.addFeed("a.json", count: 3)
    for (words, name) in [
      (["--rows", "3"], "'--rows'"), (["a.json"], "a feed"), (["--ads", "a.json"], "'--ads'"),
      (["--aspects", "a.json"], "'--aspects'"), (["--limit", "3"], "'--limit'"),
    ] {
      #expect(world.run(["map", "--simulate", "3"] + words) == .usage && world.output.isEmpty)
      #expect(world.said.hasPrefix("feedweave: '--simulate' and \(name) cannot be combined; nothing was done"))
    }
    for number in ["0", "-1", "1000001", "99999999999999999999", "x", ""] {
      #expect(world.run("map", "--simulate", number) == .usage && world.output.isEmpty)
      #expect(
        world.said.hasPrefix(
          "feedweave: invalid value '\(number)' for '--simulate'; expected a number from 1 to 1000000"))
    }
  }
}
