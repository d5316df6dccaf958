import Foundation
import TestSupport
import Testing

@testable import AdServing
@testable import Placement

@Suite struct FrequencyCapTests {
  @Test func `every unit is read and written`() throws {
    let texts: [(String, Int, Duration?, String)] = [
      ("3 per 24h", 3, .seconds(86_400), "3 per 1d"), ("10", 10, nil, "10"), ("0", 0, nil, "0"),
      ("1000 per 90s", 1_000, .seconds(90), "1000 per 90s"), (" 2\tper  30m ", 2, .seconds(1_800), "2 per 30m"),
      ("1 per 7d", 1, .seconds(604_800), "1 per 7d"), ("1 per 500ms", 1, .milliseconds(500), "1 per 500ms"),
      ("1 per 60s", 1, .seconds(60), "1 per 1m"), ("1 per 61s", 1, .seconds(61), "1 per 61s"),
      ("3 by campaign", 3, nil, "3"),
      ("2 by  creative", 2, nil, "2 by creative"),
      ("2 per 60m by advertiser", 2, .seconds(3_600), "2 per 1h by advertiser"),
    ]
    for (text, most, within, words) in texts {
      let cap = try FrequencyCap(text)
      #expect(cap.most == most && cap.within == within && cap.description == words, "\(text)")
      #expect(try FrequencyCap(cap.description) == cap, "\(text)")
      #expect(try JSONDecoder().decode([FrequencyCap].self, from: JSONEncoder().encode([cap])) == [cap], "\(text)")
    }
  }

  @Test func `caps stand beside each other`() throws {
    let caps = try [FrequencyCap(most: 3, within: .seconds(3_600)), FrequencyCap(most: 10)]
    #expect(try FrequencyCap.list("3 per 1h, 10") == caps && FrequencyCap.list("3 per 1h,10") == caps)
    #expect(try FrequencyCap.list("").isEmpty && FrequencyCap.list(" \t").isEmpty)
  }

  @Test func `wrong texts say what is wrong and where`() {
    let number = "a number from 0 to 1000"
    let time = "a whole time such as 500ms, 90s, 30m, 24h or 7d"
    let wrong: [(String, String)] = [
      ("x", "column 1: invalid value x for 'cap'; expected \(number)"),
      ("-1", "column 1: invalid value -1 for 'cap'; expected \(number)"),
      ("+1", "column 1: invalid value +1 for 'cap'; expected \(number)"),
      ("1001", "column 1: invalid value 1001 for 'cap'; expected \(number)"),
      ("99999999999999999999", "column 1: invalid value 99999999999999999999 for 'cap'; expected \(number)"),
      ("3 pro 24h", "column 3: invalid value pro for 'cap'; expected 'per' and a time, or 'by'"),
      ("3 per", "column 3: 'per' lacks its value"),
      ("3 per 24", "column 7: invalid value 24 for 'per'; expected \(time)"),
      ("3 per h", "column 7: invalid value h for 'per'; expected \(time)"),
      ("3 per 24w", "column 7: invalid value 24w for 'per'; expected \(time)"),
      ("3 per 0s", "column 7: invalid value 0s for 'per'; expected \(time)"),
      ("3 per -1h", "column 7: invalid value -1h for 'per'; expected \(time)"),
      ("3 per 1.5h", "column 7: invalid value 1.5h for 'per'; expected \(time)"),
      ("3 per ١h", "column 7: invalid value ١h for 'per'; expected \(time)"),
      ("3 per 9007199254740992ms", "column 7: invalid value 9007199254740992ms for 'per'; expected \(time)"),
      ("3 per 9223372036854775807d", "column 7: invalid value 9223372036854775807d for 'per'; expected \(time)"),
      ("3 by", "column 3: 'by' lacks its value"),
      ("3 by user", "column 6: invalid value user for 'by'; expected one of campaign, creative, advertiser"),
      ("3 by creative per 1h", "column 15: invalid value per for 'cap'; expected a comma before another cap"),
      ("3 per 1h 4", "column 10: invalid value 4 for 'cap'; expected a comma before another cap"),
      ("3 per 1h, x", "column 11: invalid value x for 'cap'; expected \(number)"),
      ("é 3", "column 1: invalid value é for 'cap'; expected \(number)"),
      ("3 per 1h,, 4", "column 10: 'cap' lacks its value"),
      ("3 per 1h,", "column 10: 'cap' lacks its value"),
      (",", "column 1: 'cap' lacks its value"),
    ]
    for (text, message) in wrong {
      let error = #expect(throws: AdServingError.self, "\(text)") { try FrequencyCap.list(text) }
      #expect(error?.description == message, "\(text)")
    }
    #expect(throws: AdServingError.missingValue(word: "cap", column: 1)) { try FrequencyCap("") }
  }

  @Test func `values out of range are refused by name`() {
    for most in [Int.min, -1, 1_001, .max] {
      let error = AdServingError.invalidValue(
        word: "cap", value: "\(most)", expected: "a number from 0 to 1000", column: nil)
      #expect(throws: error) { try FrequencyCap(most: most) }
    }
    for within in [Duration.zero, .seconds(-1), .microseconds(999), .latest + .milliseconds(1)] {
      let error = AdServingError.invalidValue(
        word: "per", value: "\(within)", expected: "a time from 1ms to 2⁵³ ms", column: nil)
      #expect(throws: error) { try FrequencyCap(most: 1, within: within) }
    }
  }

  @Test func `the nearest whole milliseconds count`() throws {
    #expect(try FrequencyCap(most: 1, within: .microseconds(1_499)) == FrequencyCap("1 per 1ms"))
    #expect(try FrequencyCap(most: 1, within: .microseconds(1_500)) == FrequencyCap("1 per 2ms"))
    #expect(try FrequencyCap(most: 1, within: .seconds(0.1)) == FrequencyCap("1 per 100ms"))
  }

  @Test func `whole milliseconds are rounded down also below zero`() {
    for (time, milliseconds) in [
      (Duration.zero, 0), (.microseconds(999), 0), (.microseconds(1_000), 1), (.microseconds(-1), -1),
      (.microseconds(-1_000), -1), (.microseconds(-1_001), -2), (.seconds(-3), -3_000),
      (Duration(secondsComponent: .max, attosecondsComponent: 0), 1 << 53 - 1),
      (Duration(secondsComponent: .min, attosecondsComponent: 0), 1 - 1 << 53),
    ] as [(Duration, Int64)] {
      #expect(time.wholeMilliseconds == milliseconds, "\(time)")
    }
  }

  @Test func `any words give caps or an error`() {
    let words = ["3", "per", "24h", ",", "é", "-", "10", "ms", "\u{0}", "1001", "1s", " "]
    for seed in UInt64(1)...3_000 {
      var random = SeededGenerator(seed: seed)
      let line = (0..<Int.random(in: 0...7, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
      let caps = try? FrequencyCap.list(line.joined(separator: " "))
      if let caps {
        let text = caps.map(\.description).joined(separator: ", ")
        #expect((try? FrequencyCap.list(text)) == caps, "seed \(seed)")
      }
    }
  }
}
