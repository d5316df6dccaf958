import AdServing
import Foundation
import Placement
import Testing

@Suite struct FrequencyHistoryCodableTests {
  private func decode(_ json: String) throws -> FrequencyHistory {
    try JSONDecoder().decode(FrequencyHistory.self, from: Data(json.utf8))
  }

  /// Times far from 0, as they are since 1970, two of them the same.
  private func history() throws -> FrequencyHistory {
    var history = FrequencyHistory()
    let caps = try FrequencyCap.list("5 per 24h, 10")
    for (campaign, second) in [("spring", 0.25), ("spring", 0.25), ("é", 7), ("spring", 86_000)] {
      history.record(campaign, caps: caps, at: .seconds(1_700_000_000) + .seconds(second))
    }
    history.record("last", caps: caps, at: .latest + .seconds(9))
    return history
  }

  @Test func aHistoryComesBackAsItWas() throws {
    let (history, encoder) = (try history(), JSONEncoder())
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(history)
    #expect(try JSONDecoder().decode(FrequencyHistory.self, from: data) == history)
    let campaigns = [
      #"{"id":"last","times":[9007199254740991]}"#,
      #"{"id":"spring","times":[1700000000250,1700000000250,1700086000000]}"#, #"{"id":"é","times":[1700000007000]}"#,
    ]
    let json = #"{"campaigns":[\#(campaigns.joined(separator: ","))],"version":1}"#
    #expect(String(decoding: data, as: UTF8.self) == json)
    #expect(try decode(#"{"version":1,"campaigns":[]}"#) == FrequencyHistory())
  }

  /// A history as a client sees it whose numbers are Doubles.
  private struct Loose: Codable {
    struct Entry: Codable {
      let id: String
      let times: [Double]
    }
    let version: Double
    let campaigns: [Entry]
  }

  @Test func aHistorySurvivesAClientWhoseNumbersAreDoubles() throws {
    let history = try history()
    let loose = try JSONDecoder().decode(Loose.self, from: JSONEncoder().encode(history))
    #expect(try JSONDecoder().decode(FrequencyHistory.self, from: JSONEncoder().encode(loose)) == history)
  }

  @Test func aTimeTakesAtMostSeventeenBytes() throws {
    let caps = try FrequencyCap.list("1000")
    var history = FrequencyHistory()
    for _ in 0..<FrequencyCap.limit { history.record("a", caps: caps, at: .latest) }
    let empty = try JSONEncoder().encode(decode(#"{"version":1,"campaigns":[]}"#)).count
    let entry = #"{"id":"a","times":[]}"#.utf8.count
    #expect(history.count == 1_000)
    #expect(try JSONEncoder().encode(history).count <= empty + entry + 17 * 1_000)
  }

  @Test func whatNoRecordingLeadsToIsRefusedByItsValue() {
    let many = Array(repeating: "1", count: FrequencyHistory.limit).joined(separator: ",")
    let last = Int64(1) << 53 - 1
    let wrong: [(String, String)] = [
      (#"{"version":2,"campaigns":[]}"#, "version 2 is not known"),
      (#"{"version":-1}"#, "version -1 is not known"),
      (#"{"version":1,"campaigns":[{"id":"","times":[1]}]}"#, "a campaign has no name"),
      (#"{"version":1,"campaigns":[{"id":"a","times":[]}]}"#, "'a' has no times"),
      (
        #"{"version":1,"campaigns":[{"id":"a","times":[1]},{"id":"a","times":[2]}]}"#, "'a' stands there twice"
      ),
      (#"{"version":1,"campaigns":[{"id":"a","times":[-1]}]}"#, "'a' has -1, which is not within 0 and \(last)"),
      (
        #"{"version":1,"campaigns":[{"id":"a","times":[9007199254740992]}]}"#,
        "'a' has 9007199254740992, which is not within 0 and \(last)"
      ),
      (#"{"version":1,"campaigns":[{"id":"a","times":[3,2]}]}"#, "'a' has 2 after 3"),
      (
        #"{"version":1,"campaigns":[{"id":"a","times":[\#(many)]},{"id":"b","times":[1]}]}"#,
        "with 'b' it has 4097 times, and 4096 is the most"
      ),
    ]
    for (json, fault) in wrong {
      #expect(throws: AdServingError.invalidHistory(fault), "\(fault)") { try decode(json) }
    }
    let times = ["1e30", "1.5", "\"1\"", "null", "9223372036854775808", "[1]"]
    for json in times.map({ #"{"version":1,"campaigns":[{"id":"a","times":[\#($0)]}]}"# }) + ["{}", "[]", "1"] {
      #expect(throws: (any Error).self, "\(json)") { try decode(json) }
    }
  }
}
