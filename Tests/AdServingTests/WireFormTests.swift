import AdServing
import Foundation
import Placement
import TestSupport
import Testing

/// What travels between clients and servers, by the schemas of Fixtures/schemas.
@Suite struct WireFormTests {
  private static let schemas = Result { try JSONSchema(folder: "Fixtures/schemas") }
  private static let damage: [JSONTree] = [
    .null, .bool(true), .integer(-1), .integer(1 << 53), .integer(.max), .string("%"), .string(""),
    .string(String(repeating: "x", count: 200)),
    .array([]), .object([:]), .number(0.5),
  ]

  /// Checks that a value is valid, and that everything a reader takes instead of it is valid as well.
  private func check<Value: Codable & Equatable>(_ value: Value, by name: String) throws -> (taken: Int, refused: Int) {
    let schemas = try Self.schemas.get()
    let tree = try JSONDecoder().decode(JSONTree.self, from: JSONEncoder().encode(value))
    #expect(schemas.faults(of: tree, by: name) == [])
    var (taken, refused) = (0, 0)
    for damaged in tree.damaged(by: Self.damage) {
      let faults = schemas.faults(of: damaged, by: name)
      do {
        _ = try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(damaged))
        #expect(faults == [], "\(damaged)")
        taken += 1
      } catch {
        #expect(error is DecodingError, "\(damaged): \(error)")
        if !faults.isEmpty { refused += 1 }
      }
    }
    return (taken, refused)
  }

  private func ledger() throws -> ImpressionLedger {
    let rule = ViewabilityRule(name: "display", duration: .milliseconds(500))
    var ledger = try ImpressionLedger(rule: rule, device: "phone", stream: 4)
    for display in 0..<3 {
      let ad = AdIdentity(adID: "ad \(display)", campaign: "c")
      ledger.begin(display, ad, place: FeedPath(section: 0, row: 5 * display), at: .seconds(1_700_000_000 + display))
      ledger.show(display, share: 1, at: .seconds(1_700_000_000 + display))
    }
    ledger.advance(to: .seconds(1_700_000_009))
    return ledger
  }

  /// A page by a line of rules, beside a tenant with precedence.
  private func page(_ line: String) throws -> MergedFeed<[String], [String]> {
    let merger = try FeedMerger([
      Tenant(name: "direct", rules: PlacementRules("at 1,4,20")), Tenant(name: "network", rules: PlacementRules(line)),
    ])
    let traits = RowTraits<String>(tags: { $0 == "p9" ? ["sad"] : [] }, isAdAllowedBeside: { $0 != "p12" })
    let ads = [["a", "b"], ["n", "o", "p", "q", "r", "s"]]
    return try merger.merge((0..<30).map { "p\($0)" }, adsByTenant: ads, traits: traits)
  }

  @Test func `what pages hold is valid and what is read of it is valid`() throws {
    var reasons: Set<String> = []
    let lines = [
      "every 2 avoid sad", "every 3 before 7 gap 3", "every 3 after 9", "every 4 share 0.1", "every 3 max 2",
      "every 2 few 99",
    ]
    for line in lines {
      for decision in try page(line).jointDecisions {
        let reason = if case .refused(let place) = decision.decision { "\(place.reason)" } else { "placed" }
        guard reasons.insert(reason).inserted else { continue }
        #expect(try check(decision, by: "decision.json").refused > 10)
        guard case .refused(let place) = decision.decision else { continue }
        #expect(try check(decision.decision, by: "decision.json").refused > 10)
        #expect(try check(place.reason, by: "reason.json").refused > 0)
        #expect(try check(place.origin, by: "origin.json").refused > 0)
      }
    }
    let page = try page("every 3 from 6")
    #expect(reasons.count > 4, "\(reasons)")
    for entry in page.prefix(2) { #expect(try check(entry, by: "entry.json").refused > 0) }
    for slot in page.slots.prefix(4) { #expect(try check(slot, by: "slot.json").refused > 0) }
    var cursor = page.cursor
    cursor.key = "posts/17"
    #expect(try check(cursor, by: "cursor.json").taken == 0)
    #expect(try Self.schemas.get().faults(of: .string(cursor.text { _ in [1, 2, 3] }), by: "cursor.json") == [])
    #expect(try check(page.cursor, by: "cursor.json").taken == 0)
    #expect(try check(FeedMeasures(of: page), by: "measures.json").refused > 40)
    #expect(try check(FeedMeasures(contentCount: 3), by: "measures.json").refused > 40)
    let sections = try FeedMerger("every 3").merge(sections: [0..<9, 0..<7], with: 0..<20)
    #expect(try check(SectionedMeasures(of: sections), by: "sectioned-measures.json").refused > 40)
  }

  @Test func `what is written is valid and what is read is valid`() throws {
    let upload = try ledger().pending
    var inbox = ImpressionInbox()
    let receipt = inbox.receive([upload[0], upload[2]], at: .seconds(1_700_000_010))
    var history = FrequencyHistory()
    history.record("spring", caps: try FrequencyCap.list("2 per 1d"), at: .seconds(1_700_000_000))
    #expect(upload.count == 3 && receipt.new.count == 2)
    for (taken, refused) in [
      try check(upload, by: "upload.json"), try check(upload[1], by: "impression.json"),
      try check(upload[1].id, by: "impression-id.json"),
      try check(ImpressionID(device: "", stream: 0, number: 7), by: "impression-id.json"),
      try check(AdIdentity(adID: "a", campaign: "b"), by: "ad-identity.json"),
      try check(receipt.acknowledgements[0], by: "acknowledgement.json"), try check(history, by: "history.json"),
    ] {
      #expect(refused > taken)
    }
  }

  @Test func `damaged values are not valid`() throws {
    let schemas = try Self.schemas.get()
    let impression = try JSONDecoder().decode(JSONTree.self, from: JSONEncoder().encode(ledger().pending[0]))
    guard case .object(let members) = impression else {
      Issue.record("an impression is no object")
      return
    }
    for (name, value, fault) in [
      ("device", .string(String(repeating: "x", count: 129)), "$.device: maxLength"),
      ("stream", .integer(-1), "$.stream: minimum"), ("number", .integer(1 << 52 + 1), "$.number: maximum"),
      ("rule", .string(String(repeating: "x", count: 65)), "$.rule: maxLength"), ("ad", .null, "$.ad: type"),
      ("at", .array([]), "$.at: minItems"), ("at", .number(0.5), "$.at: type"),
      ("began", .array([.integer(1), .integer(1_000_000_000)]), "$.began[1]: maximum"),
      ("place", .object(["section": .integer(0)]), "$.place: required"),
      ("place", .object(["section": .integer(0), "row": .integer(-1)]), "$.place.row: minimum"),
    ] as [(String, JSONTree, String)] {
      let damaged = JSONTree.object(members.merging([name: value]) { $1 })
      #expect(schemas.faults(of: damaged, by: "impression.json") == [fault])
    }
    for (reason, isValid) in [
      (#"{"rule":"gap"}"#, false), (#"{"rule":"gap","count":2}"#, true), (#"{"rule":"share","share":2}"#, false),
      (#"{"rule":"share","share":0.5}"#, true), (#"{"rule":"mood"}"#, false), (#"{"rule":"noAd"}"#, true),
    ] {
      let tree = try JSONDecoder().decode(JSONTree.self, from: Data(reason.utf8))
      #expect(schemas.faults(of: tree, by: "reason.json") == (isValid ? [] : ["$: oneOf"]), "\(reason)")
    }
    for (times, isValid) in [("gA", true), ("g=", false), ("", false), ("g+", false)] {
      let history = JSONTree.object(["version": .integer(2), "times": .string(times)])
      #expect(schemas.faults(of: history, by: "history.json").isEmpty == isValid, "\(times)")
    }
  }
}
