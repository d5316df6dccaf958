import AdServing
import Foundation
import Placement
import TestSupport
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

  @Test func `a history comes back as it was`() throws {
    let (history, encoder) = (try history(), JSONEncoder())
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(history)
    #expect(try JSONDecoder().decode(FrequencyHistory.self, from: data) == history)
    // Written by the Python of the article.
    let text =
      "IgAAAAAAAAQAAAAAAAAAAAAAABi8_laPsG0jYwubp__OhgNS4KUzm4OTS3M7AAAAAAAAAAAAAAAAAAAAAApAgQx1h1MAAAAAANLw"
    #expect(String(decoding: data, as: UTF8.self) == #"{"times":"\#(text)","version":2}"#)
    #expect(try decode(#"{"version":2,"times":"gA"}"#) == FrequencyHistory())
  }

  @Test func `the first version is read and kept until its campaigns are recorded again`() throws {
    var history = try decode(
      #"{"version":1,"campaigns":[{"id":"a","times":[1000,2000]},{"id":"b","times":[3000,3000]}]}"#)
    #expect(history.times(of: "a") == [.seconds(1), .seconds(2)] && history.count == 4)
    #expect(try JSONDecoder().decode(FrequencyHistory.self, from: JSONEncoder().encode(history)) == history)
    let day = try FrequencyCap.list("3 per 1d")
    history.record("a", caps: day, at: .seconds(9))
    history.record("c", caps: day, at: .seconds(200_000))
    #expect(history.campaigns == ["b", "c"])
    history.prune(at: .seconds(200_000)) { _ in day }
    #expect(history.campaigns == ["c"])
  }

  @Test func `what no recording leads to is refused by its value`() {
    let many = Array(repeating: "1", count: FrequencyHistory.limit).joined(separator: ",")
    let last = Int64(1) << 53 - 1
    let wrong: [(String, String)] = [
      (#"{"version":3,"times":""}"#, "version 3 is not known"),
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
      (
        #"{"version":1,"campaigns":[{"id":"\#(String(repeating: "a", count: 257))","times":[1]}]}"#,
        "the name 'aaaaaaaaaaaaaaaa…' has 257 bytes, and 256 is the most"
      ),
    ]
    for (json, fault) in wrong {
      #expect(DecodingRefusal { try decode(json) }?.reason == AdServingError.invalidHistory(fault), "\(fault)")
    }
    let request = #"{"requests":[{"seen":{"version":2,"times":"damaged!"}}]}"#
    let refusal = DecodingRefusal<AdServingError> {
      try JSONDecoder().decode([String: [[String: FrequencyHistory]]].self, from: Data(request.utf8))
    }
    #expect(refusal?.path == "requests.0.seen.times")
    #expect(refusal?.reason == .invalidHistory("'times' is not canonical base64url"))
    let times = ["1e30", "1.5", "\"1\"", "null", "9223372036854775808", "[1]"]
    for json in times.map({ #"{"version":1,"campaigns":[{"id":"a","times":[\#($0)]}]}"# }) + ["{}", "[]", "1"] {
      #expect(throws: (any Error).self, "\(json)") { try decode(json) }
    }
  }
}
