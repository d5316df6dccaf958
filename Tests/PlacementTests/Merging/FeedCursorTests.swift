import Foundation
import Placement
import Testing

@Suite struct FeedCursorTests {
  private func cursor(_ line: String = "every 2") throws -> FeedCursor {
    try FeedMerger(line).merge(0..<5, with: 0..<9).cursor
  }

  private func json(_ change: (inout [String: Any]) -> Void) throws -> Data {
    let data = try JSONEncoder().encode(cursor())
    var members = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    change(&members)
    return try JSONSerialization.data(withJSONObject: members)
  }

  @Test func aCursorIsSmallAndComesBackAsItWas() throws {
    let cursor = try cursor()
    let data = try JSONEncoder().encode(cursor)
    #expect(data.count < 160)
    #expect(try JSONDecoder().decode(FeedCursor.self, from: data) == cursor)
    #expect(cursor.contentCount == 5 && cursor.adCount == 4 && cursor.section == 0)
  }

  @Test(arguments: ["every 2", "every 3", "at 1 every 4", "every 6 from 3 max 8 gap 2", "at 0"])
  func aCursorSurvivesAClientWhoseNumbersAreDoubles(line: String) throws {
    let data = try JSONEncoder().encode(cursor(line))
    let members = try JSONDecoder().decode([String: Double].self, from: data)
    #expect(try JSONDecoder().decode(FeedCursor.self, from: JSONEncoder().encode(members)) == cursor(line))
  }

  @Test func aCursorOfOtherRulesIsRefused() throws {
    let cursor = try cursor()
    #expect(throws: PlacementError.cursorOfOtherRules("every 3")) {
      try FeedMerger("every 3").merge(5..<9, with: 0..<9, after: cursor)
    }
  }

  @Test(arguments: [
    ("version", 2, "version 2 is not known"),
    ("section", -1, "'section' is -1, which is not within 0 and \(RowMap.limit)"),
    ("ads", -3, "'ads' is -3, which is not within 0 and \(RowMap.limit)"),
    ("content", Int.max, "'content' is \(Int.max), which is not within 0 and \(RowMap.limit)"),
    ("content", Int.min, "'content' is \(Int.min), which is not within 0 and \(RowMap.limit)"),
    ("ads", Int.min, "'ads' is \(Int.min), which is not within 0 and \(RowMap.limit)"),
    ("last", Int.min, "'last' is \(Int.min), which is not within 0 and 5"),
    ("placed", 5, "'placed' is 5, which is not within 0 and 4"),
    ("placed", -1, "'placed' is -1, which is not within 0 and 4"),
    ("last", 6, "'last' is 6, which is not within 0 and 5"),
    ("placed", 0, "'placed' is 0, and 'last' is 4"),
  ])
  func aCursorThatNoPageLeadsToIsRefusedByItsValue(member: String, value: Int, fault: String) throws {
    let data = try json { $0[member] = value }
    #expect(throws: PlacementError.invalidCursor(fault)) { try JSONDecoder().decode(FeedCursor.self, from: data) }
  }

  @Test func aCursorWithMoreAdsThanTheRulesHaveIsRefused() throws {
    for (line, member, count) in [("every 2 max 4", "placed", 4), ("every 2 max 4 in all", "ads", 4)] {
      let data = try JSONEncoder().encode(cursor(line))
      var members = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
      members["placed"] = 5
      members["ads"] = 5
      let tampered = try JSONDecoder().decode(
        FeedCursor.self, from: JSONSerialization.data(withJSONObject: members))
      #expect(throws: PlacementError.invalidCursor("'\(member)' is 5, and the rules have at most \(count)")) {
        try FeedMerger(line).merge(5..<9, with: 0..<9, after: tampered)
      }
    }
  }

  @Test func whatTheLastRowHasAgainstAdsTravelsWithTheCursor() throws {
    let merger = try FeedMerger("every 2")
    let refusing = try merger.merge([1, 2], with: 0..<9, traits: RowTraits(isAdAllowedBeside: { $0 != 2 })).cursor
    let data = try JSONEncoder().encode(refusing)
    #expect(String(decoding: data, as: UTF8.self).contains(#""beside":false"#))
    #expect(try JSONDecoder().decode(FeedCursor.self, from: data) == refusing)
    #expect(try refusing != merger.merge([1, 2], with: 0..<9).cursor)
    // Cursors from before there was such a thing have no such member.
    #expect(try !String(decoding: JSONEncoder().encode(cursor()), as: UTF8.self).contains("beside"))
  }

  @Test func aCursorWithAdsInASectionThatHasNoneIsRefused() throws {
    let merger = try FeedMerger("every 2 except 1")
    let data = try JSONEncoder().encode(merger.merge(0..<5, with: 0..<9).cursor)
    var members = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    members["section"] = 1
    let tampered = try JSONDecoder().decode(FeedCursor.self, from: JSONSerialization.data(withJSONObject: members))
    #expect(throws: PlacementError.invalidCursor("'placed' is 4, and section 1 has no ads")) {
      try merger.merge(5..<9, with: 0..<9, after: tampered)
    }
  }

  @Test(arguments: [
    ["content": RowMap.limit - 3000, "last": 0], ["ads": RowMap.limit], ["section": RowMap.limit],
    ["section": RowMap.limit, "ads": RowMap.limit],
  ])
  func aCursorAtTheLimitLeadsToAPageOrToAnError(changes: [String: Int]) throws {
    let cursor = try JSONDecoder().decode(FeedCursor.self, from: json { $0.merge(changes) { $1 } })
    let pages: [[Range<Int>]] = [[0..<1], [0..<3000], [0..<2, 0..<2, 0..<3000], Array(repeating: 0..<3, count: 2000)]
    for page in pages {
      do {
        let feed = try FeedMerger("every 2").merge(sections: page, with: 0..<Int.max, after: cursor)
        #expect(feed.count == Array(feed).count)
      } catch PlacementError.invalidCount(let count) { #expect(count > RowMap.limit) }
    }
  }

  @Test func aFeedThatGrowsTooLongIsRefused() throws {
    let data = try json {
      $0["content"] = RowMap.limit - 5
      $0["last"] = 4
    }
    let cursor = try JSONDecoder().decode(FeedCursor.self, from: data)
    #expect(throws: PlacementError.invalidCount(RowMap.limit + 9)) {
      try FeedMerger("every 2").merge(0..<10, with: 0..<9, after: cursor)
    }
  }

  @Test(arguments: ["every 2 max 3", "every 3 except 1"])
  func theCursorOfTheLongestFeedComesBackAsItWas(line: String) throws {
    let merger = try FeedMerger(line)
    for adCount in 0...3 {
      let longest = try merger.merge(0..<RowMap.limit - adCount, with: 0..<adCount).cursor
      #expect(try JSONDecoder().decode(FeedCursor.self, from: JSONEncoder().encode(longest)) == longest)
      #expect(try merger.merge(sections: [0..<0, 0..<3], with: 0..<0, after: longest).count == 3)
      // Content alone would fit, and the ads do not.
      guard adCount > 0 else { continue }
      #expect(throws: PlacementError.invalidCount(RowMap.limit + 1)) {
        try merger.merge(0..<RowMap.limit - adCount + 1, with: 0..<adCount)
      }
    }
  }
}
