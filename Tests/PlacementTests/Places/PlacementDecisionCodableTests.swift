import Foundation
import TestSupport
import Testing

@testable import Placement

@Suite struct PlacementDecisionCodableTests {
  private static let traits = RowTraits<Int>(
    tags: { $0 % 7 == 3 ? ["sad"] : [] }, isAdAllowedBeside: { $0 % 11 != 5 })

  private func again<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  /// The names of the rules in a reason's JSON.
  private func rule(_ reason: RefusalReason) throws -> String? {
    guard case .object(let members) = try JSONDecoder().decode(JSONTree.self, from: JSONEncoder().encode(reason)) else {
      return nil
    }
    return members["rule"]?.text
  }

  @Test func `decisions slots and rows of pages come back as they were`() throws {
    var reasons: Set<String> = []
    for line in [
      "at 1,4,300 every 3 from 6 max 6 gap 1", "every 2 share 0.25 avoid sad", "every 3 before 4 after 2 seed 5",
      "every 4 max 5 in all sections 0", "at 2,3 every 5 trailing gap 2", "every 2 max 2", "every 3 few 9",
    ] {
      let merger = try FeedMerger([
        Tenant(name: "direct", rules: PlacementRules(line)), Tenant(name: "network", rules: PlacementRules("every 5")),
      ])
      var cursor: FeedCursor?
      for sections in [[0..<9], [9..<30, 0..<8]] {
        let page = try merger.merge(
          sections: sections, adsByTenant: [["a", "b", "c", "d"], ["n", "o"]], after: cursor, traits: Self.traits)
        #expect(try again(Array(page)) == Array(page) && again(page.slots) == page.slots, "\(line)")
        let decisions = Array(page.jointDecisions)
        #expect(try again(decisions) == decisions && again(decisions.map(\.decision)) == decisions.map(\.decision))
        #expect(try again(Array(page.places)) == Array(page.places), "\(line)")
        for case .refused(let refused) in page.decisions { reasons.insert(try #require(try rule(refused.reason))) }
        cursor = page.cursor
      }
      let plan = try PlacementPlan(rules: PlacementRules(line), userCounts: [12, 0, 7], adCount: 5, tags: { _ in [] })
      #expect(try again(Array(plan.decisions)) == Array(plan.decisions), "\(line)")
      for case .refused(let refused) in plan.decisions { reasons.insert(try #require(try rule(refused.reason))) }
    }
    #expect(
      reasons == [
        "section", "few", "noContent", "trailing", "max", "maxInAll", "before", "after", "gap", "share", "avoid",
        "beside",
        "yields", "noAd",
      ])
  }

  @Test func `what no feed has is named`() {
    let paths = #""path":{"section":0,"row":4},"content":{"section":0,"row":3}"#
    let placed = #""decision":"placed",\#(paths),"ad":7,"ordinal":2,"origin":{"at":4}"#
    let limit = RowMap.limit
    let faults: [(String, String, String, String)] = [
      (#""decision":"placed""#, #""decision":"maybe""#, "decision", "no decision is called 'maybe'"),
      (
        #""path":{"section":0,"row":4}"#, #""path":{"section":0,"row":-1}"#, "path",
        "'path' is 0:-1, where no row can be"
      ),
      (
        #""content":{"section":0,"row":3}"#, #""content":{"section":0,"row":5}"#, "content",
        "user 0:5 cannot come after an ad at feed 0:4"
      ),
      (
        #""content":{"section":0"#, #""content":{"section":1"#, "content",
        "user 1:3 cannot come after an ad at feed 0:4"
      ),
      (#""ad":7"#, #""ad":-7"#, "ad", "'ad' is -7, which is not within 0 and \(limit)"),
      (#""ordinal":2"#, #""ordinal":3"#, "ordinal", "'ordinal' is 3, which is not within 1 and 2"),
      (#""at":4"#, #""at":4,"every":2"#, "origin.every", "a position is either fixed or repeated"),
      (#""at":4"#, #""every":1"#, "origin.every", "'every' is 1, which is not within 2 and \(limit)"),
      (#""at":4"#, #""every":4,"from":-1"#, "origin.from", "'from' is -1, which is not within 0 and \(limit)"),
    ]
    for (part, other, path, fault) in faults {
      let refusal = DecodingRefusal<PlacementError> {
        let text = "{\(placed.replacingOccurrences(of: part, with: other))}"
        return try JSONDecoder().decode(PlacementDecision.self, from: Data(text.utf8))
      }
      #expect(refusal?.reason == .invalidDecision(fault) && refusal?.path == path, "\(other)")
    }
  }

  @Test func `reasons that no rule has are named`() {
    let limit = RowMap.limit
    let faults: [(String, String, String)] = [
      (#"{"rule":"mood"}"#, "reason.rule", "no rule is called 'mood'"),
      (#"{"rule":"gap","count":-1}"#, "reason.count", "'count' is -1, which is not within 0 and \(limit)"),
      (#"{"rule":"share","share":1.5}"#, "reason.share", "'share' is 1.5, which is not within 0 and 1"),
      (#"{"rule":"avoid","tag":""}"#, "reason.tag", "'tag' is empty"),
      (#"{"rule":"yields","tenant":""}"#, "reason.tenant", "'tenant' is empty"),
      (
        #"{"rule":"beside","row":{"section":-1,"row":0}}"#, "reason.row", "'row' is -1:0, where no row can be"
      ),
    ]
    for (reason, path, fault) in faults {
      let refusal = DecodingRefusal<PlacementError> {
        let text = #"{"decision":"refused","path":{"section":0,"row":4},"origin":{"every":2},"reason":\#(reason)}"#
        return try JSONDecoder().decode(JointDecision.self, from: Data(text.utf8))
      }
      #expect(refusal?.reason == .invalidDecision(fault) && refusal?.path == path, "\(reason)")
    }
  }

  @Test func `slots and rows that no page has are named`() {
    let paths = #""path":{"section":0,"row":4},"content":{"section":0,"row":3}"#
    let faults: [(String, String, String)] = [
      (#""ad":1,"content":1,"slot":{}"#, "content", "a row is either content or an ad"),
      (#""content":1,"path":{"section":0,"row":-4}"#, "path", "'path' is 0:-4, where no row can be"),
      (
        #""ad":1,"slot":{\#(paths),"ad":0,"tenant":127}"#, "slot.tenant",
        "'tenant' is 127, which is not within 0 and 126"
      ),
      (
        #""ad":1,"slot":{"path":{"section":16777216,"row":4},"content":{"section":0,"row":0},"ad":0}"#, "slot.path",
        "section 16777216 is above 16777215"
      ),
      (
        #""ad":1,"slot":{"path":{"section":0,"row":4},"content":{"section":0,"row":5},"ad":0}"#, "slot.content",
        "user 0:5 cannot come after an ad at feed 0:4"
      ),
    ]
    for (members, path, fault) in faults {
      let refusal = DecodingRefusal<PlacementError> {
        try JSONDecoder().decode(FeedEntry<Int, Int>.self, from: Data("{\(members)}".utf8))
      }
      #expect(refusal?.reason == .invalidDecision(fault) && refusal?.path == path, "\(members)")
    }
  }
}
