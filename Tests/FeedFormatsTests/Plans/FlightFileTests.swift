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
    let least = try read(
      #"{"flights":[{"campaign":"a","start":"1970-01-01T00:00:00Z","end":"2026-03-01T00:00:00Z","clicks":2}]}"#)
    #expect(least.flights == [Flight(campaign: "a", start: .zero, end: .seconds(1_772_323_200), goal: .clicks(2))])
  }

  @Test func `a finding names the flight, the member and what is there`() throws {
    for (members, finding) in [
      (#""end":"1969-01-01T00:00:00Z""#, #"end is "1969-01-01T00:00:00Z"; expected a time after the start"#),
      (#""impressions":0"#, "impressions is 0; expected a number from 1 to 4503599627370496; item left out"),
      (#""clicks":1e17"#, "clicks is 1e17; expected a number from 1 to 4503599627370496; item left out"),
      (#""share":1.5"#, "share is 1.5; expected a number above 0 and at most 1; item left out"),
      (#""weight":1000001"#, "weight is 1000001; expected a number from 0 to 1000000; item left out"),
      (#""yield":0"#, "yield is 0; expected a number above 0 and at most 1; item left out"),
      (#""tier":-1"#, "tier is '-1', not a number from 0; left out"),
      (#""tier":0.5"#, "tier is '0.5', not a whole number up to 9223372036854775807; left out"),
      (#""pacing":7"#, "pacing is a number, not a string; left out"),
      (
        #""pacing":"front 0.5""#,
        "pacing is \"front 0.5\"; expected 'even', 'front' and a number from 1 to 100, or 'asap'"
      ),
      (#""pays":-1"#, "pays is '-1', not an amount of money from 0; left out"),
      (#""start":"soon""#, #"start is not a valid date: "soon"; left out"#),
      (#""start":1e40"#, "start is not a valid date: 1e40; left out"),
      (#""start":1772236800"#, "start is the number '1772236800', not the date '2026-02-28T00:00:00Z'; kept"),
      (#""counts":{"served":"9"}"#, "served is a string, not a number; left out"),
    ] {
      let isGoal = ["impressions", "clicks", "share"].contains { members.contains("\"\($0)\"") }
      let goal = isGoal ? "" : #""clicks":2,"#
      let start = members.contains(#""start""#) ? "" : #""start":"2026-02-01T00:00:00Z","#
      let text = #"{"flights":[{"campaign":"tea",\#(start)"end":"2026-03-01T00:00:00Z",\#(goal)\#(members)}]}"#
      let findings = try read(text).findings
      #expect(findings.count == 1 && findings[0].contains("the flight \"tea\"'s \(finding)"), "\(members): \(findings)")
    }
    for (flight, finding) in [
      (
        #"{"campaign":"","start":"2026-02-01T00:00:00Z","end":"2026-03-01T00:00:00Z"}"#,
        #"1:25: the flight ""'s campaign is ""; expected a name"#
      ),
      (
        #"{"start":"2026-02-01T00:00:00Z","end":"2026-03-01T00:00:00Z","clicks":2}"#,
        "1:13: a flight lacks campaign; item left out"
      ),
      (
        #"{"campaign":"a","start":"2026-02-01T00:00:00Z","clicks":2}"#,
        #"1:13: the flight "a" lacks end; item left out"#
      ),
      (
        #"{"campaign":"a","start":"2026-02-01T00:00:00Z","end":"2026-03-01T00:00:00Z"}"#,
        #"1:13: the flight "a" lacks a goal: impressions, viewable, clicks or share; item left out"#
      ),
      (
        #"{"campaign":"a","start":"2026-02-01T00:00:00Z","end":"2026-03-01T00:00:00Z","share":0.5,"clicks":3}"#,
        #"1:13: the flight "a" has more than one goal: clicks, share; item left out"#
      ),
      (#"{"campaign":"a","end":"2026-03-01T00:00:00Z"}"#, #"1:13: the flight "a" lacks start; item left out"#),
      (
        #"{"campaign":"a","start":"soon","end":"2026-03-01T00:00:00Z","clicks":3}"#,
        #"1:37: the flight "a"'s start is not a valid date: "soon"; left out"#
      ),
      ("7", "1:13: a flight is a number, not an object; left out"),
    ] {
      let findings = try read(#"{"flights":[\#(flight)]}"#).findings
      #expect(findings.count == 1 && findings[0].hasPrefix(finding), "\(flight): \(findings)")
    }
    for text in ["", "[]", "{", "7", #"{"flights":[}"#] {
      #expect(throws: FeedError.self, "\(text)") { try read(text) }
    }
  }

  @Test func `a campaign has one flight`() throws {
    let flight = #"{"campaign":"a","start":"2026-02-01T00:00:00Z","end":"2026-03-01T00:00:00Z","clicks":3}"#
    let file = try read(#"{"flights":[\#(flight),\#(flight)]}"#)
    #expect(file.flights.count == 1)
    #expect(file.findings == [#"1:101: the campaign "a" has another flight before; item left out"#])
  }

  @Test func `a member that has no meaning is named with one that has`() throws {
    for (text, finding) in [
      (#"{"flight":[]}"#, #"1:2: a file of flights has no member "flight"; did you mean 'flights'?; left out"#),
      (
        #"{"flights":[{"campaign":"a","start":"2026-02-01T00:00:00Z","end":"2026-03-01T00:00:00Z","clicks":2,"impresions":3}]}"#,
        #"1:100: the flight "a" has no member "impresions"; did you mean 'impressions'?; left out"#
      ),
      (
        #"{"flights":[{"campaign":"a","start":"2026-02-01T00:00:00Z","end":"2026-03-01T00:00:00Z","clicks":2,"counts":{"shown":3}}]}"#,
        #"1:110: the flight "a" has no member "shown"; left out"#
      ),
    ] {
      #expect(try read(text).findings == [finding])
    }
  }
}
