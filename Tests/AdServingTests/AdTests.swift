import AdServing
import Foundation
import Placement
import TestSupport
import Testing

@Suite struct AdTests {
  private func decode(_ json: String) throws -> Ad<String> {
    try JSONDecoder().decode(Ad<String>.self, from: Data(json.utf8))
  }

  @Test func `an ad without a campaign is one of its own`() throws {
    #expect(Ad(id: "a", creative: 0).campaign == "a")
    #expect(try decode(#"{"id":"a","creative":"c"}"#) == Ad(id: "a", creative: "c"))
  }

  @Test func `an ad expires exactly at its time`() {
    let ad = Ad(id: "a", expires: .seconds(3), creative: 0)
    #expect(!ad.hasExpired(at: .seconds(3) - .nanoseconds(1)) && ad.hasExpired(at: .seconds(3)))
    #expect(!Ad(id: "a", creative: 0).hasExpired(at: .latest))
  }

  @Test func `an ad comes back from JSON with whole milliseconds`() throws {
    for expires in [nil, .zero, .milliseconds(-1), .latest, .zero - .latest] as [Duration?] {
      for campaign in ["a", "spring"] {
        let ad = Ad(id: "a", campaign: campaign, expires: expires, creative: "c")
        #expect(try JSONDecoder().decode(Ad<String>.self, from: JSONEncoder().encode(ad)) == ad)
      }
    }
    let fine = Ad(id: "a", expires: .microseconds(1_999), creative: "c")
    #expect(try JSONDecoder().decode(Ad<String>.self, from: JSONEncoder().encode(fine)).expires == .milliseconds(1))
  }

  @Test func `an ad without a name or beyond all time is refused`() {
    let wrong: [(String, AdServingError)] = [
      (#"{"id":"","creative":"c"}"#, .invalidValue(word: "id", value: "''", expected: "a name", column: nil)),
      (
        #"{"id":"a","campaign":"","creative":"c"}"#,
        .invalidValue(word: "campaign", value: "''", expected: "a name", column: nil)
      ),
      (
        #"{"id":"a","expires":9007199254740992,"creative":"c"}"#,
        .invalidValue(
          word: "expires", value: "9007199254740992",
          expected: "milliseconds from -9007199254740991 to 9007199254740991", column: nil)
      ),
    ]
    for (json, error) in wrong { #expect(DecodingRefusal { try decode(json) }?.reason == error, "\(json)") }
  }
}
