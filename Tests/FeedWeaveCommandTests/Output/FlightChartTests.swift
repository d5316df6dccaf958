import AdServing
import FeedFormats
import Foundation
import TestSupport
import Testing

@testable import FeedWeaveCommand

@Suite struct FlightChartTests {
  private struct Chart: Decodable {
    struct Flight: Decodable {
      var campaign: String
      var days: [Day]
    }
    struct Day: Decodable {
      var processes: Int
      var delivered: Int
      var hours: [Hour]
    }
    struct Hour: Decodable {
      var arrivals: Int
      var line: Double
      var delivered: Int
    }
    var flights: [Flight]
  }

  private func world() -> TestWorld {
    var flights = [
      Flight(campaign: "tea\u{1B}", start: .zero, end: .seconds(86_400), goal: .impressions(240)),
      Flight(campaign: "oars", start: .zero, end: .seconds(86_400), goal: .share(0.25)),
    ]
    flights[1].tier = 1
    let world = TestWorld()
    world.files["f.json"] = FlightFile.json(flights)
    return world
  }

  @Test func `a day is printed as a table with a chart`() throws {
    let world = world()
    let words = ["map", "--simulate", "2000", "--flights", "f.json"]
    #expect(world.run(words) == .done)
    let lines = world.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 2 * 27 + 2 && lines[0].hasPrefix("tea") && lines[0].hasSuffix(": 240 impressions, even"))
    #expect(lines[28] == "oars: 0.25 of all arrivals, even" && !world.output.contains(0x1B))
    #expect(lines[2].split(separator: " ") == ["hour", "arrivals", "line", "1", "process", "8", "processes"])
    // At noon the line is at half of the goal, which is half of the bar.
    let noon = lines[14].split(separator: " ")
    let delivered = try noon[3...4].map { try #require(Int($0)) }
    #expect(noon[0] == "12" && noon[2] == "120" && delivered.allSatisfy { 110...122 ~= $0 }, "\(lines[14])")
    #expect(noon[5].count == 20 && noon[5].last == "·", "\(lines[14])")
    #expect(world.run(words + ["--to", "json"]) == .done)
    let chart = try JSONDecoder().decode(Chart.self, from: Data(world.output))
    #expect(chart.flights.map(\.campaign) == ["tea\u{1B}", "oars"])
    for day in chart.flights.flatMap(\.days) {
      #expect(day.hours.count == 24 && day.delivered >= day.hours[23].delivered)
    }
    #expect(chart.flights[0].days.map { $0.hours[11].delivered } == delivered)
    #expect(chart.flights[0].days.map(\.processes) == [1, 8] && chart.flights[0].days[1].hours[11].line == 120)
  }

  @Test func `a goal that the arrivals do not reach is said`() {
    let world = world()
    let flight = Flight(campaign: "kale", start: .zero, end: .seconds(86_400), goal: .impressions(9000))
    world.files["much.json"] = FlightFile.json([flight])
    #expect(world.run(["map", "--simulate", "2000", "--flights", "much.json"]) == .done)
    let words = world.text.split(separator: "\n")[2].split(separator: " ", maxSplits: 1)
    #expect(Int(words[0]).map { 7000...8000 ~= $0 } == true, "\(words)")
    #expect(words[1] == "short of its line at the end: too few arrivals were left for it")
  }

  @Test func `what cannot be simulated is said`() {
    let world = world()
    world.files["bad.json"] = Array(#"{"flights":[{"campaign":"a"}]}"#.utf8)
    let twice = Flight(campaign: "a", start: .zero, end: .seconds(1), goal: .clicks(1))
    world.files["twice.json"] = FlightFile.json([twice, twice])
    world.files["empty.json"] = Array("{}".utf8)
    for (words, code, message) in [
      (["--flights", "f.json"], ExitCode.usage, "'--simulate', which '--flights' needs, is missing"),
      (["--flights", "f.json", "--simulate", "9", "--rule", "every 3"], .usage, "'--flights' and '--rule' cannot be"),
      (["--flights", "none.json", "--simulate", "9"], .noInput, "none.json"),
      (
        ["--flights", "bad.json", "--simulate", "9"], .badData,
        "bad.json:1:13: the flight \"a\" lacks start; item left out"
      ),
      (["--flights", "bad.json", "--simulate", "9"], .badData, "bad.json:1:1: the file has no valid flight"),
      (["--flights", "empty.json", "--simulate", "9"], .badData, "empty.json:1:1: the file has no valid flight"),
    ] {
      #expect(world.run(["map"] + words) == code && world.output.isEmpty, "\(words)")
      #expect(world.said.contains(message), "\(world.said)")
    }
    #expect(world.run(["map", "--flights", "twice.json", "--simulate", "9"]) == .done)
    #expect(world.said.contains(": the campaign \"a\" has another flight before; item left out"))
  }

  @Test func `flights are validated as other files are`() {
    let world = world()
    world.files["bad.json"] = Array(#"{"flights":[{"campaign":"a"}]}"#.utf8)
    #expect(world.run(["validate", "--flights", "f.json"]) == .done)
    #expect(world.run(["validate", "--flights", "bad.json"]) == .findings)
    #expect(world.text == "bad.json:1:13: the flight \"a\" lacks start; item left out\n")
    world.files["no.json"] = Array("[]".utf8)
    #expect(world.run(["validate", "--flights", "no.json"]) == .badData)
  }
}
