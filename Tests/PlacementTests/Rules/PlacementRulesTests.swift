import Foundation
import TestSupport
import Testing

@testable import Placement

@Suite struct PlacementRulesTests {
  static let all = PlacementRules(
    at: [9, 3], every: 6, from: 12, max: 8, maxInAll: 20, gap: 2, few: 5, before: 1, after: 1, share: 0.2,
    sections: [0, 2],
    except: [3, 1], avoid: ["sensitive", "news"], seed: 7)

  static let json = """
    {"at":[9,3],"every":6,"from":12,"max":8,"maxInAll":20,"gap":2,"few":5,"before":1,"after":1,"share":0.2,
    "trailing":false,"sections":[0,2],"except":[3,1],"avoid":["sensitive","news"],"seed":7}
    """

  static func decode(_ json: String) throws -> PlacementRules {
    try JSONDecoder().decode(PlacementRules.self, from: Data(json.utf8))
  }

  @Test func `line and JSON say the same`() throws {
    let line = """
      at 9,3 every 6 from 12 max 8 maxInAll 20 gap 2 few 5 before 1 after 1 share 0.2 sections 0,2 \
      except 3,1 avoid sensitive,news seed 7
      """
    #expect(try PlacementRules(line) == PlacementRulesTests.all)
    #expect(try PlacementRulesTests.decode(PlacementRulesTests.json) == PlacementRulesTests.all)
    #expect(PlacementRulesTests.all.description == line)
    #expect(try PlacementRules("max 20 in all") == PlacementRules("maxInAll 20"))
    #expect(try PlacementRules("max 20 in all max 3") == PlacementRules(max: 3, maxInAll: 20))
    #expect(try PlacementRules("  at 3, 9,\t27\n trailing ") == PlacementRules(at: [3, 9, 27], trailing: true))
    #expect(try PlacementRules("") == PlacementRules() && PlacementRulesTests.decode("{}") == PlacementRules())
  }

  @Test func `random rules come back from line and JSON`() throws {
    for seed in UInt64(1)...500 {
      var random = SeededGenerator(seed: seed)
      func maybe(_ range: ClosedRange<Int>) -> Int? {
        Bool.random(using: &random) ? Int.random(in: range, using: &random) : nil
      }
      let every = maybe(2...RowMap.limit)
      var rules = PlacementRules(
        at: Array(Set((0..<3).compactMap { _ in maybe(0...RowMap.limit) })), every: every,
        from: every == nil ? nil : maybe(0...99), max: maybe(0...9), maxInAll: maybe(0...9), gap: maybe(0...9) ?? 0,
        few: maybe(0...9) ?? 0, before: maybe(0...9) ?? 0, after: maybe(0...9) ?? 0,
        share: maybe(0...300).map { Double($0 % 100) / (1 + pow(10, Double($0))) },
        sections: maybe(0...9).map { [$0] }, except: maybe(10...19).map { [$0, 20] } ?? [],
        avoid: maybe(0...1).map { ["é\($0)", "b c", "\"\\\"", ",\u{301}\n", "\\"] } ?? [],
        seed: every == nil ? nil : maybe(0...Int.max))
      rules.trailing = rules.after == 0 && Bool.random(using: &random)
      guard (try? rules.validate()) != nil else { continue }
      #expect(try PlacementRules(rules.description) == rules, "seed \(seed)")
      let data = try JSONEncoder().encode(rules)
      #expect(try JSONDecoder().decode(PlacementRules.self, from: data) == rules, "seed \(seed)")
    }
  }

  @Test func `wrong lines say what is wrong and where`() {
    let wrong: [(String, String)] = [
      ("evry 6", "column 1: no rule is called 'evry'"),
      ("at 3 evry 6", "column 6: no rule is called 'evry'"),
      ("at 3,9 every", "column 8: 'every' lacks its value"),
      ("at", "column 1: 'at' lacks its value"),
      ("at 3,x", "column 6: invalid value x for 'at'; expected a number from 0 to 2147482623"),
      ("at 3,", "column 6: invalid value '' for 'at'; expected a number from 0 to 2147482623"),
      ("at -1", "column 4: invalid value -1 for 'at'; expected a number from 0 to 2147482623"),
      ("at +1", "column 4: invalid value +1 for 'at'; expected a number from 0 to 2147482623"),
      (
        "at 99999999999999999999",
        "column 4: invalid value 99999999999999999999 for 'at'; expected a number from 0 to 2147482623"
      ),
      ("every 1", "column 7: invalid value 1 for 'every'; expected a number from 2 to 2147482623"),
      ("every 0", "column 7: invalid value 0 for 'every'; expected a number from 2 to 2147482623"),
      ("max 3 in", "column 7: 'in' lacks its value"),
      ("max 3 in al", "column 10: invalid value al for 'in'; expected all"),
      ("max 3 max 4", "column 7: 'max' stands here for the second time"),
      ("max 3 in all maxInAll 4", "column 14: 'maxInAll' stands here for the second time"),
      ("at 1 at 2", "column 6: 'at' stands here for the second time"),
      ("share 1.5", "column 7: invalid value 1.5 for 'share'; expected a share from 0 to 1"),
      ("share nan", "column 7: invalid value nan for 'share'; expected a share from 0 to 1"),
      ("share 0x1p-1", "column 7: invalid value 0x1p-1 for 'share'; expected a share from 0 to 1"),
      ("avoid a,,b", "column 9: invalid value '' for 'avoid'; expected tags with commas between"),
      ("at 3,1,3", "'at' names 3 twice"),
      ("sections 2,2", "'sections' names 2 twice"),
      ("except 1,2,1", "'except' names 1 twice"),
      ("except -1", "column 8: invalid value -1 for 'except'; expected a number from 0 to 2147482623"),
      ("except none", "column 8: invalid value none for 'except'; expected a number from 0 to 2147482623"),
      ("except", "column 1: 'except' lacks its value"),
      ("sections 0,4 except 4", "'sections 4' and 'except 4' cannot both be met"),
      ("at 3, ", "column 6: invalid value '' for 'at'; expected a number from 0 to 2147482623"),
      ("avoid a,", "column 9: invalid value '' for 'avoid'; expected tags with commas between"),
      (#"avoid """#, "column 7: invalid value '' for 'avoid'; expected tags with commas between"),
      (#"avoid a, "b c"#, "column 10: invalid value '\"b c' for 'avoid'; expected tags with commas between"),
      (#"avoid "b"c,d"#, "column 7: invalid value '\"b\"c' for 'avoid'; expected tags with commas between"),
      (#"avoid "b\"#, "column 7: invalid value '\"b\\' for 'avoid'; expected tags with commas between"),
      ("share 1e-2", "column 7: invalid value 1e-2 for 'share'; expected a share from 0 to 1"),
      ("at 9,4 before 5", "'at 4' and 'before 5' cannot both be met"),
      ("at 0,1 gap 1", "'at 0,1' and 'gap 1' cannot both be met"),
      ("at 7,1,0 max 1", "'at 0,1' and 'max 1' cannot both be met"),
      ("at 1,0 max 1 in all", "'at 0,1' and 'max 1 in all' cannot both be met"),
      ("at 3,2147482600 after 25", "'at 2147482600' and 'after 25' cannot both be met"),
      (
        "every 2 before 2147482623 after 1",
        "'before 2147482623' and 'after 1' cannot both be met"
      ),
      ("from 3", "'from' means nothing without 'every'"),
      ("at 3 seed 3", "'seed' means nothing without 'every'"),
      ("at 3 trailing after 2", "'trailing' and 'after 2' cannot both be met"),
      ("seed -1", "column 6: invalid value -1 for 'seed'; expected a number from 0 to 9223372036854775807"),
      (
        "every 3 seed 9223372036854775808",
        "column 14: invalid value 9223372036854775808 for 'seed'; expected a number from 0 to 9223372036854775807"
      ),
    ]
    for (line, message) in wrong {
      let error = #expect(throws: PlacementError.self, "\(line)") { try PlacementRules(line) }
      #expect(error?.description == message, "\(line)")
    }
  }

  @Test func `wrong JSON is refused`() {
    let wrong: [(String, PlacementError)] = [
      (#"{"evry":6}"#, .unknownMember("evry")),
      (#"{"at":[3,3]}"#, .duplicate(word: "at", value: 3)),
      (#"{"except":[1,1]}"#, .duplicate(word: "except", value: 1)),
      (#"{"sections":[2],"except":[1,2]}"#, .contradiction("sections 2", "except 2")),
      (#"{"at":[2],"before":3}"#, .contradiction("at 2", "before 3")),
      (
        #"{"except":[-9223372036854775808]}"#,
        .invalidValue(
          word: "except", value: "-9223372036854775808", expected: "a number from 0 to 2147482623", column: nil)
      ),
      (
        #"{"avoid":["a",""]}"#,
        .invalidValue(word: "avoid", value: "''", expected: "tags with commas between", column: nil)
      ),
      (#"{"from":3}"#, .incomplete(word: "from", needs: "every")),
      (#"{"trailing":true,"after":1}"#, .contradiction("trailing", "after 1")),
      (
        #"{"every":1}"#,
        .invalidValue(word: "every", value: "1", expected: "a number from 2 to 2147482623", column: nil)
      ),
      (
        #"{"gap":-1}"#,
        .invalidValue(word: "gap", value: "-1", expected: "a number from 0 to 2147482623", column: nil)
      ),
      (
        #"{"at":[9223372036854775807]}"#,
        .invalidValue(
          word: "at", value: "9223372036854775807", expected: "a number from 0 to 2147482623", column: nil)
      ),
      (#"{"share":-0.1}"#, .invalidValue(word: "share", value: "-0.1", expected: "a share from 0 to 1", column: nil)),
    ]
    for (json, error) in wrong {
      #expect(DecodingRefusal { try PlacementRulesTests.decode(json) }?.reason == error, "\(json)")
    }
    for json in [
      #"{"except":1}"#, #"{"except":null}"#, #"{"except":["1"]}"#, #"{"every":"6"}"#, #"{"at":3}"#, "[]",
      #"{"every":1e400}"#, #"{"every":2.5}"#,
    ] {
      #expect(throws: (any Error).self, "\(json)") { try PlacementRulesTests.decode(json) }
    }
  }

  @Test func `any bytes give rules or an error`() {
    let words = [
      "at", "every", "max", "in", "all", "3", ",", "3,9", "é", "\u{0}", "-", "trailing", "avoid", "share", ".",
    ]
    for seed in UInt64(1)...3000 {
      var random = SeededGenerator(seed: seed)
      let line = (0..<Int.random(in: 0...7, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
      let rules = try? PlacementRules(line.joined(separator: " "))
      if let rules { #expect((try? PlacementRules(rules.description)) == rules, "seed \(seed)") }
    }
  }

  @Test func `damaged lines are refused or say what they then say`() {
    let valid = [
      "\(PlacementRulesTests.all)", "every 6 from 3 max 8 max 20 in all gap 2 trailing", "sections none at 0",
      #"avoid "a b","c\"d",e seed 9223372036854775807 every 2147482623"#, "share 0.00001 every 2 except 0, 1,2",
    ]
    let alphabet = Array(#" 0123456789,."\atevryfommxinlgpbshdc"#.utf8) + [0x09, 0x0A, 0x00]
    var taken = 0
    for seed in UInt64(1)...4000 {
      var random = SeededGenerator(seed: seed)
      let damaged = random.damaged(Array(valid[Int(seed % 5)].utf8), alphabet: alphabet)
      guard let rules = try? PlacementRules(String(decoding: damaged, as: UTF8.self)) else { continue }
      taken += 1
      #expect((try? PlacementRules(rules.description)) == rules, "seed \(seed): \(rules)")
    }
    #expect(taken > 100, "hardly anything was taken")
  }

  @Test func `tags that look like something else stand in quotes`() throws {
    let rules = PlacementRules(every: 3, avoid: ["a b", "c,d", "\"e\"", "f\"g", "h\\", "\\", "gap"])
    #expect("\(rules)" == #"every 3 avoid "a b","c,d","\"e\"",f"g,h\,\,gap"#)
    #expect(try PlacementRules("\(rules)") == rules)
    #expect(try PlacementRules(#"avoid "a\\b", c every 2"#).avoid == ["a\\b", "c"])
  }

  @Test func `shares are written without exponents`() throws {
    for share in [0, -0.0, 1, 0.5, 0.00001, 1.5e-7, .leastNonzeroMagnitude, 0.1 + 0.2] {
      let rules = PlacementRules(every: 2, share: share)
      #expect(!"\(rules)".contains("e-"), "\(rules)")
      #expect(try PlacementRules("\(rules)") == rules, "\(rules)")
    }
    #expect("\(RefusalReason.share(0.00001))" == "share 0.00001")
  }

  @Test func `long lines are read in one go`() throws {
    let positions = (0..<Sample.of(200_000, few: 50_000)).map { $0 * 2 }
    let line = "at " + positions.map(String.init).joined(separator: ", ")
    #expect(try PlacementRules(line).at == positions)
  }
}
