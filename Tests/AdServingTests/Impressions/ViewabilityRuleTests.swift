import AdServing
import Foundation
import Placement
import TestSupport
import Testing

@Suite struct ViewabilityRuleTests {
  @Test func `exactly enough is enough`() {
    let rule = ViewabilityRule(ofViewport: 0.7)
    #expect(rule.isMet(share: 0.5) && !rule.isMet(share: 0.5.nextDown) && rule.isMet(share: 0, ofViewport: 0.7))
    let large = ViewabilityRule(large: .init(area: 242_500, share: 0.3))
    #expect(large.isMet(share: 0.3, area: 242_500) && !large.isMet(share: 0.3.nextDown, area: .infinity))
    #expect(!large.isMet(share: 0.49, area: 242_499) && !large.isMet(share: 0.49, area: .nan))
    #expect(!rule.isMet(share: .nan, ofViewport: .nan) && !ViewabilityRule().isMet(share: 0.4, ofViewport: 1))
  }

  @Test func `numbers that make no sense are refused by name`() {
    for (rule, word, value) in [
      (ViewabilityRule(share: 0), "share", "0.0"), (ViewabilityRule(share: 1.01), "share", "1.01"),
      (ViewabilityRule(share: .nan), "share", "nan"), (ViewabilityRule(ofViewport: -1), "ofViewport", "-1.0"),
      (ViewabilityRule(duration: .seconds(-1)), "duration", "-1.0 seconds"),
      (ViewabilityRule(duration: .microseconds(1)), "duration", "1e-06 seconds"),
      (ViewabilityRule(duration: .seconds(86_401)), "duration", "86401.0 seconds"),
      (ViewabilityRule(large: .init(area: 0, share: 1)), "area", "0.0"),
      (ViewabilityRule(large: .init(area: 9, share: 2)), "large", "2.0"),
      (ViewabilityRule(name: String(repeating: "x", count: 65)), "name", String(repeating: "x", count: 16) + "…"),
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

  @Test func `rules of one name, none or too many are refused`() throws {
    let named = (0..<16).map { ViewabilityRule(name: "\($0)") }
    #expect(try ImpressionLedger(others: Array(named.dropFirst())).rules.count == 16)
    for others in [[ViewabilityRule()], [named[0], named[0]], named, [ViewabilityRule(name: "wide", share: 2)]] {
      #expect(throws: AdServingError.self) { try ImpressionLedger(others: others) }
    }
  }

  @Test func `a rule is read and written`() throws {
    for rule in [
      ViewabilityRule(), ViewabilityRule(share: 1, duration: .zero, ofViewport: 0.25),
      ViewabilityRule(duration: .milliseconds(86_400_000)),
      ViewabilityRule(name: "large", large: .init(area: 242_500, share: 0.3), start: .loading),
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
    for text in [#"{"start": "once"}"#, #"{"large": {"area": 9}}"#, #"{"name": null}"#] {
      #expect(throws: DecodingError.self, "\(text)") { try read(text) }
    }
  }
}
