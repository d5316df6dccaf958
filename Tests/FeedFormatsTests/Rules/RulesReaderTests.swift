import Foundation
import Placement
import TestSupport
import Testing

@testable import FeedFormats

@Suite struct RulesReaderTests {
  private func read(_ text: String) -> Result<PlacementRules, RulesError> { read(Array(text.utf8)) }

  private func read(_ bytes: [UInt8]) -> Result<PlacementRules, RulesError> {
    Result { () throws(RulesError) in try RulesReader.read(bytes) }
  }

  private func refusal(_ text: String) -> String? {
    if case .failure(let error) = read(text) { "\(error)" } else { nil }
  }

  @Test func `a file says what the same words say on a line`() throws {
    var count = 0
    for name in ProjectFiles.names(in: "Fixtures/rules") where name.hasSuffix(".txt") {
      let line = try #require(ProjectFiles.bytes("Fixtures/rules/\(name)"))
      let json = try #require(ProjectFiles.bytes("Fixtures/rules/\(name.dropLast(4)).json"))
      #expect(try read(json).get() == PlacementRules(String(decoding: line, as: UTF8.self)), "\(name)")
      count += 1
    }
    #expect(count >= 18)
    #expect(try read("{}").get() == PlacementRules())
  }

  @Test func `the rule sets that must be refused are refused`() throws {
    let lines = try #require(ProjectFiles.bytes("Fixtures/broken/rules.ndjson")).split(separator: 0x0A)
    #expect(lines.count == 28)
    for line in lines {
      guard case .failure(let error) = read(Array(line)) else {
        Issue.record("\(String(decoding: line, as: UTF8.self)) was taken")
        continue
      }
      #expect(error.position.line == 1 && !error.problem.isEmpty)
    }
  }

  @Test func `each refusal has its place and its words`() {
    let long = String(repeating: "9", count: 100)
    let table = [
      "": "1:1: the document is empty",
      "[]": "1:1: expected an object of rules",
      "{\n \"evrey\": 6}": "2:2: a rule set has no member 'evrey'",
      "{\"nonsense\":1}": "1:2: a rule set has no member 'nonsense'",
      "{\"gap\":1,\n\"gap\":2}": "2:1: duplicate member 'gap'",
      "{\"every\":\"6\"}": "1:10: expected a whole number, not \"6\"",
      "{\"every\":6.0}": "1:10: expected a whole number, not 6.0",
      "{\"every\":9223372036854775808}": "1:10: the number 9223372036854775808 is out of range",
      "{\"at\":[3,-\(long)]}": "1:10: the number -\(long.prefix(39))… is out of range",
      "{\"every\":[3,\n4]}": "1:10: expected a whole number, not an array",
      "{\"avoid\":{}}": "1:10: expected an array, not an object",
      "{\"every\":06}": "1:11: expected a comma or a closing brace",
      "{\"every\":6": "1:11: the file ends too early, within an object",
      "{\"every\":6,}": "1:12: expected a member's name in quotes",
      "{\"every\":6} x": "1:13: expected the end of the rules",
      "{\"max\":3,\n  \"every\":1}": "2:3: invalid value 1 for 'every'; expected a number from 2 to 2147482623",
      "{\"at\":[3,9,3]}": "1:2: 'at' names 3 twice",
      "{\"from\":3}": "1:2: 'from' means nothing without 'every'",
      "{\"after\":2,\"every\":2,\"trailing\":true}": "1:22: 'trailing' and 'after 2' cannot both be met",
      "{\"except\":[0,2,0]}": "1:2: 'except' names 0 twice",
      "{\"except\":[-9]}": "1:2: invalid value -9 for 'except'; expected a number from 0 to 2147482623",
      "{\"except\":\"1\"}": "1:11: expected an array, not \"1\"",
      "{\"except\":[1],\n\"sections\":[0,1]}": "2:1: 'sections 1' and 'except 1' cannot both be met",
      "{\"before\":3, \"at\":[7,1]}": "1:14: 'at 1' and 'before 3' cannot both be met",
      "{\"max\":1,\"at\":[1,0]}": "1:10: 'at 0,1' and 'max 1' cannot both be met",
      "{\"avoid\":[\"a\",\"\"]}": "1:2: invalid value '' for 'avoid'; expected tags with commas between",
      "{\"excpet\":[1]}": "1:2: a rule set has no member 'excpet'",
      "{\"share\":nan}": "1:11: expected null",
      "{\"share\":true}": "1:10: expected a number, not true",
      "{\"every\":null}": "1:10: expected a whole number, not null",
      "{\"trailing\":1}": "1:13: expected true or false, not 1",
      "{\"at\":3}": "1:7: expected an array, not 3",
      "{\"at\":[3 9]}": "1:10: expected a comma or a closing bracket",
      "{\"avoid\":[\"a\u{1}\"]}": "1:13: an unescaped control character in a string",
      "{\"avoid\":[\"\\x\"]}": "1:12: invalid escape sequence",
      "{\"avoid\":[\"a": "1:13: the file ends too early, within a string",
    ]
    for (text, words) in table { #expect(refusal(text) == words, "\(text)") }
  }

  @Test func `strings are decoded`() throws {
    let words = [
      #"{"every":2,"nearest":true}"#: "every 2 nearest", #"{"every":2,"nearest":3,"few":5}"#: "every 2 few 5 nearest 3",
    ]
    for (json, line) in words { #expect(try read(json).get().description == line) }
    let rules = try read(#"{"avoid":["a\"\\\/\b\f\n\r\té😀","\u00e9\ud83d\uDE00"],"every":2}"#).get()
    #expect(rules.avoid == ["a\"\\/\u{8}\u{C}\n\r\té😀", "é😀"])
    #expect(try read([0xEF, 0xBB, 0xBF] + Array("{\"every\":2}".utf8)).get().every == 2)
    guard case .failure = read(Array("{\"avoid\":[\"".utf8) + [0xFF] + Array("\"]}".utf8)) else {
      Issue.record("invalid UTF-8 were taken")
      return
    }
  }

  /// What Foundation's decoder makes of a rule set, where the reader here agrees to read it, is the same.
  @Test func `random rule sets read as Foundation reads them`() {
    let words = [
      "{", "}", "[", "]", ",", ":", "\"at\"", "\"every\"", "\"gap\"", "\"avoid\"", "\"share\"", "3", "12", "0.5", "-1",
      "true", "null", " ", "\"x\"", "\"trailing\"", "6", "1e1", "\"sections\"",
    ]
    let seed: UInt64 = 20_260_701
    var generator = SeededGenerator(seed: seed)
    for round in 0..<Sample.of(20_000, few: 5_000) {
      var text = ""
      if round % 2 == 0 {
        for _ in 0..<Int.random(in: 0..<12, using: &generator) { text += words.randomElement(using: &generator) ?? "" }
      } else {
        let members = (0..<Int.random(in: 0..<4, using: &generator)).map { _ in
          let values = (0..<Int.random(in: 0..<3, using: &generator)).map { _ in
            words[11..<21].randomElement(using: &generator) ?? ""
          }
          let value = Bool.random(using: &generator) ? "[\(values.joined(separator: ","))]" : values.first ?? "null"
          return "\(words[6..<11].randomElement(using: &generator) ?? ""):\(value)"
        }
        text = "{\(members.joined(separator: ","))}"
      }
      guard case .success(let rules) = read(text) else { continue }
      let decoded = try? JSONDecoder().decode(PlacementRules.self, from: Data(text.utf8))
      #expect(decoded == rules, "seed \(seed): \(text)")
    }
  }

  @Test func `damaged files are refused or say what they then say`() throws {
    let names = ProjectFiles.names(in: "Fixtures/rules").filter { $0.hasSuffix(".json") }
    let files = try names.map { try #require(ProjectFiles.bytes("Fixtures/rules/\($0)")) }
    let alphabet = Array(#"{}[]:,"0123456789.e-+\utrfals"#.utf8) + [0x20, 0x0A]
    var taken = 0
    for seed in UInt64(1)...6000 {
      var random = SeededGenerator(seed: seed)
      let damaged = random.damaged(files[Int(seed % UInt64(files.count))], alphabet: alphabet)
      guard case .success(let rules) = read(damaged) else { continue }
      taken += 1
      let line = "\(rules)"
      #expect((try? PlacementRules(line)) == rules, "seed \(seed): \(line)")
      #expect(read(Array(try JSONEncoder().encode(rules))) == .success(rules), "seed \(seed): \(line)")
    }
    #expect(taken > 100, "hardly anything was taken")
  }

  @Test func `a file that is too long is refused`() {
    let long = "{" + String(repeating: " ", count: RulesReader.maxBytes) + "}"
    #expect(refusal(long) == "1:1: the file has more than 1048576 bytes")
    let nested = String(repeating: "{\"at\":[", count: 100_000)
    #expect(refusal(nested)?.contains("the file ends too early") == true)
    let deep = "{\"at\":" + String(repeating: "[", count: 9) + String(repeating: "]", count: 9) + "}"
    #expect(refusal(deep) == "1:8: nested deeper than 2")
  }
}
