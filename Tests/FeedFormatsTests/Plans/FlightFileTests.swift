import AdServing
import TestSupport
import Testing

@testable import FeedFormats

@Suite struct FlightFileTests {
  private func read(_ text: String) throws -> (flights: [Flight], findings: [String]) {
    let file = try FlightFile.read(Array(text.utf8))
    return (file.flights, file.findings.map { "\($0)" })
  }

  @Test func `flights are read as they are written`() throws {
    var flights = [Flight.Goal.impressions(1), .viewable(1 << 52), .clicks(3), .share(0.125)].map { goal in
      Flight(campaign: "\"tea\" \(goal)", start: .seconds(-5), end: .seconds(1_772_323_200), goal: goal)
    }
    (flights[1].pacing, flights[2].pacing, flights[1].tier, flights[1].weight) = (.front(1.3), .asap, 3, 0)
    (flights[1].pays, flights[1].yield) = (2_500_001, 0.7)
    (flights[1].counts.served, flights[1].counts.delivered) = (9, 7)
    (flights[1].counts.givenUp, flights[1].counts.chances) = (1, 100)
    let bytes = FlightFile.json(flights)
    let file = try FlightFile.read(bytes)
    #expect(file.flights == flights && file.findings.isEmpty && FeedJSONOracle.accepts(bytes))
    let least = try read(#"{"flights":[{"campaign":"a","end":"2026-03-01T00:00:00Z","clicks":2}]}"#)
    #expect(least.flights == [Flight(campaign: "a", start: .zero, end: .seconds(1_772_323_200), goal: .clicks(2))])
  }

  @Test func `a flight that is not valid is left out and named`() throws {
    func finding(_ members: String) throws -> [String] {
      let text = #"{"flights":[{"campaign":"a","end":"2026-03-01T00:00:00Z","clicks":2,\#(members)}]}"#
      return try read(text).findings
    }
    for (members, word, isLeftOut) in [
      (#""end":"1969-01-01T00:00:00Z""#, "end", true), (#""campaign":"""#, "campaign", true),
      (#""impressions":0"#, "goal", true), (#""share":1.5"#, "share", true), (#""weight":1000001"#, "weight", true),
      (#""yield":0"#, "yield", true), (#""tier":-1"#, "tier", false), (#""pacing":"front 0.5""#, "pacing", false),
      (#""pacing":7"#, "pacing", false), (#""pays":-1"#, "pays", false), (#""start":"soon""#, "start", false),
    ] {
      let findings = try finding(members)
      #expect(findings.count == 1 && findings[0].contains(word), "\(members): \(findings)")
      #expect(findings[0].hasSuffix("item left out") == isLeftOut, "\(members): \(findings)")
    }
    for text in ["", "[]", "{", "7", #"{"flights":[}"#] {
      #expect(throws: FeedError.self, "\(text)") { try read(text) }
    }
    #expect(try read(#"{"flights":[7,{}],"other":[]}"#).findings.count == 2)
  }
}
