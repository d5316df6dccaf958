import AdServing
import Foundation
import Placement
import TestSupport
import Testing

@Suite struct AdQueuePolicyTests {
  private func decode(_ json: String) throws -> AdQueuePolicy {
    try JSONDecoder().decode(AdQueuePolicy.self, from: Data(json.utf8))
  }

  @Test func `what is missing is as the plain policy has it`() throws {
    #expect(try decode("{}") == AdQueuePolicy())
    #expect(try decode(#"{"retry":{}}"#) == AdQueuePolicy())
    #expect(try decode(#"{"lifetime":null,"timeout":null}"#) == AdQueuePolicy(lifetime: nil, timeout: nil))
    let json = """
      {"stock":3,"lowWater":2,"batch":4,"concurrent":2,"lifetime":"1h","timeout":"1500ms","noFillPause":"2m",
      "retry":{"first":"2s","factor":1.5,"most":"1d","jitter":0.25,"attempts":7}}
      """
    let retry = Backoff(first: .seconds(2), factor: 1.5, most: .seconds(86_400), jitter: 0.25, attempts: 7)
    let policy = AdQueuePolicy(
      stock: 3, lowWater: 2, batch: 4, concurrent: 2, lifetime: .seconds(3_600), timeout: .milliseconds(1_500),
      retry: retry,
      noFillPause: .seconds(120))
    #expect(try decode(json) == policy)
  }

  @Test func `a policy comes back from JSON`() throws {
    for lifetime in [nil, .milliseconds(1), .seconds(90), Duration.latest] {
      for attempts in [nil, 1, Int.max] {
        let policy = AdQueuePolicy(
          stock: 0, batch: 1_000, lifetime: lifetime, timeout: lifetime, retry: Backoff(attempts: attempts),
          noFillPause: lifetime ?? .seconds(1))
        let data = try JSONEncoder().encode(policy)
        #expect(try JSONDecoder().decode(AdQueuePolicy.self, from: data) == policy)
      }
    }
  }

  @Test func `wrong JSON is refused by its value`() {
    let wrong: [(String, AdServingError)] = [
      (#"{"tiemout":"3s"}"#, .unknownMember("tiemout")),
      (#"{"retry":{"fist":"3s"}}"#, .unknownMember("fist")),
      (
        #"{"stock":-1}"#,
        .invalidValue(word: "stock", value: "-1", expected: "a number from 0 to 1000", column: nil)
      ),
      (
        #"{"stock":9223372036854775807}"#,
        .invalidValue(
          word: "stock", value: "9223372036854775807", expected: "a number from 0 to 1000", column: nil)
      ),
      (
        #"{"lowWater":0}"#,
        .invalidValue(word: "lowWater", value: "0", expected: "a number from 1 to 1000", column: nil)
      ),
      (
        #"{"concurrent":0}"#,
        .invalidValue(word: "concurrent", value: "0", expected: "a number from 1 to 1000", column: nil)
      ),
      (
        #"{"timeout":"0s"}"#,
        .invalidValue(
          word: "timeout", value: "0.0 seconds", expected: "a time from 1ms to 2⁵³ ms", column: nil)
      ),
      (
        #"{"lifetime":"1 h"}"#,
        .invalidValue(
          word: "lifetime", value: "1 h", expected: "a whole time such as 500ms, 90s, 30m, 24h or 7d", column: nil)
      ),
      (
        #"{"retry":{"jitter":-0.5}}"#,
        .invalidValue(word: "jitter", value: "-0.5", expected: "a share from 0 to 1", column: nil)
      ),
    ]
    for (json, error) in wrong { #expect(DecodingRefusal { try decode(json) }?.reason == error, "\(json)") }
    for json in [#"{"stock":"3"}"#, #"{"timeout":30}"#, "[]", #"{"stock":1.5}"#, #"{"retry":{"factor":1e400}}"#] {
      #expect(throws: (any Error).self, "\(json)") { try decode(json) }
    }
  }
}
