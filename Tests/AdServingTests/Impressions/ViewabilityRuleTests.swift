import AdServing
import Foundation
import Placement
import TestSupport
import Testing

@Suite struct ViewabilityRuleTests {
  @Test func exactlyEnoughIsEnough() {
    let rule = ViewabilityRule(ofViewport: 0.7)
    #expect(rule.isMet(share: 0.5) && !rule.isMet(share: 0.5.nextDown) && rule.isMet(share: 0, ofViewport: 0.7))
    #expect(!rule.isMet(share: .nan, ofViewport: .nan) && !ViewabilityRule().isMet(share: 0.4, ofViewport: 1))
  }

  @Test func numbersThatMakeNoSenseAreRefusedByName() {
    for (rule, word, value) in [
      (ViewabilityRule(share: 0), "share", "0.0"), (ViewabilityRule(share: 1.01), "share", "1.01"),
      (ViewabilityRule(share: .nan), "share", "nan"), (ViewabilityRule(ofViewport: -1), "ofViewport", "-1.0"),
      (ViewabilityRule(duration: .seconds(-1)), "duration", "-1.0 seconds"),
      (ViewabilityRule(duration: .microseconds(1)), "duration", "1e-06 seconds"),
      (ViewabilityRule(duration: .seconds(86_401)), "duration", "86401.0 seconds"),
    ] as [(ViewabilityRule, String, String)] {
      do throws(AdServingError) {
        try rule.validate()
        Issue.record("\(rule) is taken")
      } catch .invalidValue(let refused, let named, _, _) {
        #expect((refused, named) == (word, value))
      } catch {
        Issue.record("\(error)")
      }
      #expect(throws: AdServingError.self) { try ImpressionLedger(rule: rule) }
      #expect(throws: (any Error).self) { try JSONEncoder().encode(rule) }
    }
  }

  @Test func aRuleIsReadAndWritten() throws {
    for rule in [
      ViewabilityRule(), ViewabilityRule(share: 1, duration: .zero, ofViewport: 0.25),
      ViewabilityRule(duration: .milliseconds(86_400_000)),
    ] {
      #expect(try JSONDecoder().decode(ViewabilityRule.self, from: JSONEncoder().encode(rule)) == rule)
    }
    func read(_ text: String) throws -> ViewabilityRule {
      try JSONDecoder().decode(ViewabilityRule.self, from: Data(text.utf8))
    }
    #expect(try read("{}") == ViewabilityRule())
    #expect(try read(#"{"duration": "2s"}"#) == ViewabilityRule(duration: .seconds(2)))
    let refusal = DecodingRefusal<AdServingError> { try read(#"{"seconds": 2}"#) }
    #expect(refusal?.reason == .unknownMember("seconds") && refusal?.path == "seconds")
    for text in [
      #"{"share": 2}"#, #"{"duration": "-1s"}"#, #"{"duration": "2d"}"#, #"{"duration": "9223372036854775807d"}"#,
    ] {
      #expect(DecodingRefusal<AdServingError> { try read(text) } != nil, "\(text)")
    }
  }
}
