import FeedFormats
import Foundation
import Interception
import TestSupport
import Testing

@Suite("Weaving plans in files")
struct WeavingPlanReaderTests {
  private func read(_ text: String) throws -> WeavingPlanDocument { try WeavingPlanReader.read(Array(text.utf8)) }

  @Test
  func `The plans in Fixtures are read as the platform's decoder reads them`() throws {
    let names = ProjectFiles.names(in: "Fixtures/plans")
    #expect(names.contains("event-logging.json") && names.contains("lite-edition.json"))
    for name in names {
      let bytes = try #require(ProjectFiles.bytes("Fixtures/plans/\(name)"))
      let plan = try WeavingPlanReader.read(bytes).plan
      #expect(try plan == JSONDecoder().decode(WeavingPlan.self, from: Data(bytes)), "\(name)")
      #expect(!plan.groups.isEmpty)
    }
  }

  @Test
  func `Whatever a plan says is read as it was written`() throws {
    let text = #"""
      {"groups":[{"aspects":[{"advice":"a","event":"\u00e9\n","exclusive":true,"once":true,"pointcut":"A.*","position":"around",
      "priority":-3,"result":2.5},{"advice":"b","pointcut":"B.c","result":true}],"enabled":false,"name":"one"}]}
      """#
    let plan = try read(text).plan
    #expect(try plan == JSONDecoder().decode(WeavingPlan.self, from: Data(text.utf8)))
    #expect(try read(String(decoding: JSONEncoder().encode(plan), as: UTF8.self)).plan == plan)
    #expect(plan.groups.first?.aspects.first?.event == "\u{E9}\n")
  }

  @Test
  func `Each error has its line and column`() {
    let table: [(String, String)] = [
      ("", "1:1: the document is empty"),
      ("{\n \"groups\": [", "2:13: the file ends too early, within an object or an array"),
      ("{} x", "1:4: expected the end of the plan"),
      ("[]", "1:1: expected an object, not an array"),
      ("{\"groups\": 3}", "1:12: expected an array, not 3"),
      ("{\n  \"gruops\": []}", "2:3: no plan has a member 'gruops'; did you mean 'groups'?"),
      ("{\"groups\": [], \"groups\": []}", "1:16: duplicate member 'groups'"),
      ("{\"groups\": [{}, 4]}", "1:17: expected an object, not 4"),
      ("{\"groups\": [{\"enabled\":\n null}]}", "2:2: expected true or false, not null"),
      ("{\"groups\": [{}, {\"name\":\n\"default\"}]}", "2:1: a group named 'default' stands above"),
      ("{\"groups\": [{\"aspects\": [\n  {\"advice\": \"log\"}]}]}", "2:3: the member 'pointcut' is missing"),
      (
        "{\"groups\": [{\"aspects\": [\n{\"pointcut\": \"A.b\", \"advice\": \"log\",\n \"position\": \"befor\"}]}]}",
        "3:14: 'befor' is no position; did you mean 'before'?"
      ),
      (
        "{\"groups\": [{\"aspects\": [{\"pointcut\": \"A.b\", \"advice\": \"log\", \"priority\": 1e400}]}]}",
        "1:75: the number is too large"
      ),
      (
        "{\"groups\": [{\"aspects\": [{\"pointcut\": \"A.b\", \"advice\": \"log\", \"event\": {\"a\": 1}}]}]}",
        "1:72: expected a string, not an object"
      ),
      ("[[[[[[[[[3]]]]]]]]]", "1:9: nested deeper than 8"),
    ]
    for (text, words) in table {
      do {
        _ = try read(text)
        Issue.record("\(text) was read")
      } catch {
        #expect("\(error)" == words, "\(text)")
      }
    }
    #expect(throws: WeavingPlanError.self) {
      try WeavingPlanReader.read(Array("{\"groups\": \"\u{FF}".utf8.dropLast()))
    }
    #expect(throws: WeavingPlanError.self) {
      try WeavingPlanReader.read(Array(repeating: UInt8(ascii: " "), count: WeavingPlanReader.maxBytes + 1))
    }
  }

  @Test
  func `What is found wrong when the plan is woven is shown where it stands`() throws {
    let document = try read(
      """
      {"groups": [
        {"name": "one",
         "aspects": [{"pointcut": "Nowhere.nothing()", "advice": "log"}]}
      ]}
      """)
    do {
      _ = try document.plan.weave(with: .standard(output: { _ in }))
      Issue.record("woven")
    } catch {
      #expect("\(document.locating(error))" == "3:29: 'Nowhere.nothing()' matches no message")
    }
    #expect(document.position(of: .init(group: 0, aspect: 0)) == SourcePosition(line: 3, column: 16))
    #expect(document.position(of: .init(group: 0, member: "enabled")) == SourcePosition(line: 2, column: 3))
    #expect(document.position(of: .init(group: 7)) == .start)
  }

  @Test(
    "No text makes the reader stop or disagree with the platform's decoder about a plan",
    arguments: 0..<20 as Range<UInt64>)
  func damage(seed: UInt64) throws {
    let bytes = try #require(ProjectFiles.bytes("Fixtures/plans/event-logging.json"))
    var generator = SeededGenerator(seed: seed)
    for round in 0..<Sample.of(100, few: 10) {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let place = Int.random(in: 0..<damaged.count, using: &generator)
        damaged[place] = "{}[]\",:0 tnx".utf8.randomElement(using: &generator) ?? 0
      }
      guard let plan = try? WeavingPlanReader.read(damaged).plan else { continue }
      #expect(
        try plan == JSONDecoder().decode(WeavingPlan.self, from: Data(damaged)), "seed \(seed), round \(round)")
    }
  }
}
