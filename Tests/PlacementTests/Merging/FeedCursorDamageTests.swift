import Foundation
import Placement
import TestSupport
import Testing

@Suite struct FeedCursorDamageTests {
  private static let rounds = Sample.of(40_000, few: 1_000)

  private static let lines = [
    "every 2", "every 3 from 1 seed 9 trailing", "at 0,3,7 every 4 max 6", "every 2 max 9 in all gap 1 before 2",
    "at 1 sections 0,2 after 1", "every 2 share 0.4 except 1", "every 3 avoid sad", "every 1000000000 seed 5",
  ]

  /// Values that a client's JSON may have where a number should be.
  private static let values = [
    "-1", "0", "1", "2", "4", "5", "6", "\(RowMap.limit - 3)", "\(RowMap.limit)", "\(RowMap.limit + 1)", "4294967296",
    "9007199254740991", "9007199254740993", "\(Int.max)", "\(Int.min)", "18446744073709551615", "1.5", "-0.0", "1e300",
    "1e-5", "\"3\"", "\"\"", "\"sad\"", "true", "false", "null", "[]", "{}", "[[[[[[[[[[[[[[1]]]]]]]]]]]]]]",
  ]

  private static let members = [
    "version", "rules", "section", "ads", "content", "placed", "last", "tag", "beside", "more",
  ]

  private func json(of cursor: FeedCursor) throws -> String {
    String(decoding: try JSONEncoder().encode(cursor), as: UTF8.self)
  }

  /// The JSON of a cursor with a few members replaced, taken out, added or there twice.
  private func changed(_ text: String, _ random: inout SeededGenerator) -> String {
    var members = text.dropFirst().dropLast().split(separator: ",").map(String.init)
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let name = Self.members.randomElement(using: &random) ?? ""
      let value = Self.values.randomElement(using: &random) ?? ""
      let isSame = { (member: String) in member.hasPrefix("\"\(name)\":") }
      switch Int.random(in: 0..<5, using: &random) {
      case 0: members.removeAll(where: isSame)
      case 1: members.append("\"\(name)\":\(value)")
      default: members = members.filter { !isSame($0) } + ["\"\(name)\":\(value)"]
      }
    }
    return "{\(members.joined(separator: ","))}"
  }

  /// Merges two pages with a cursor, and walks them; what is refused must be refused by an error of this module.
  private func use(_ cursor: FeedCursor, _ merger: FeedMerger) throws {
    let traits = RowTraits<Int>(tags: { $0.isMultiple(of: 3) ? ["sad"] : [] }, isAdAllowedBeside: { $0 != 2 })
    for sections in [[0..<0], [0..<4, 0..<0, 0..<3]] {
      let page = try merger.merge(sections: sections, with: 0..<Int.max, after: cursor, traits: traits)
      let walked = Array(page)
      #expect(walked.compactMap(\.content).count == sections.map(\.count).reduce(0, +))
      #expect(walked.compactMap(\.slot) == page.slots && walked == page.indices.map { page[$0] })
      #expect(page.decisions.filter { if case .placed = $0 { true } else { false } }.count == page.slots.count)
      let next = page.cursor
      #expect(next.adCount == cursor.adCount + page.slots.count && next.section == cursor.section + sections.count - 1)
      _ = try merger.merge(0..<9, with: 0..<Int.max, after: next.beginningSection(), traits: traits).map { $0 }
    }
  }

  /// Whether a text is a cursor; if so, it is used.
  private func isCursor(_ text: [UInt8], _ merger: FeedMerger, _ label: String) -> Bool {
    do {
      let cursor = try JSONDecoder().decode(FeedCursor.self, from: Data(text))
      do { try use(cursor, merger) } catch {
        #expect(error is PlacementError, "\(label): \(error)")
      }
      return true
    } catch {
      #expect(error is PlacementError || error is DecodingError, "\(label): \(error)")
      return false
    }
  }

  @Test func aCursorWithOtherValuesIsRefusedOrSafeToUse() throws {
    var random = SeededGenerator(seed: 11)
    var taken = 0
    for round in 0..<Self.rounds {
      let merger = try FeedMerger(Self.lines[round % Self.lines.count])
      let traits = RowTraits<Int>(tags: { $0 % 2 == 0 ? ["sad"] : [] })
      let page = try merger.merge(sections: [0..<5, 0..<round % 7], with: 0..<9, traits: traits)
      let text = changed(try json(of: page.cursor), &random)
      if isCursor(Array(text.utf8), merger, "seed 11, round \(round): \(text)") { taken += 1 }
    }
    #expect(taken > Self.rounds / 10 && taken < Self.rounds)
  }

  @Test func aCursorWithOtherBytesIsRefusedOrSafeToUse() throws {
    var random = SeededGenerator(seed: 12)
    let alphabet = Array("0123456789-+.eE\"{}[]:,trufalsn ".utf8)
    for round in 0..<Self.rounds {
      let merger = try FeedMerger(Self.lines[round % Self.lines.count])
      let page = try merger.merge(0..<round % 9, with: 0..<9, traits: RowTraits(tags: { _ in ["sad"] }))
      let bytes = random.damaged(Array(try json(of: page.cursor).utf8), alphabet: alphabet)
      _ = isCursor(bytes, merger, "seed 12, round \(round): \(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test func sectionsAndAdsBeyondTheLimitAreRefusedByTheirNumber() throws {
    let merger = try FeedMerger("every 2 trailing")
    func cursor(_ members: String) throws -> FeedCursor {
      let text = try json(of: merger.merge(0..<0, with: 0..<0).cursor)
      let rules = try #require(text.split(separator: ",").first { $0.contains("rules") }).filter { $0.isNumber }
      return try JSONDecoder().decode(
        FeedCursor.self, from: Data("{\"version\":1,\"rules\":\(rules),\(members)}".utf8))
    }
    let last = try cursor("\"section\":\(RowMap.limit),\"ads\":0,\"content\":0,\"placed\":0")
    #expect(try merger.merge(0..<3, with: 0..<9, after: last).slots.count == 3)
    #expect(throws: PlacementError.invalidCount(RowMap.limit + 1)) {
      try merger.merge(sections: [0..<1, 0..<0], with: 0..<0, after: last)
    }
    #expect(throws: PlacementError.invalidCount(RowMap.limit + 1)) {
      try merger.merge(0..<1, with: 0..<0, after: last.beginningSection())
    }
    // No ad has a number from the limit on, so that none is placed.
    let spent = try cursor("\"section\":0,\"ads\":\(RowMap.limit),\"content\":0,\"placed\":0")
    #expect(try merger.merge(0..<9, with: 0..<Int.max, after: spent).slots.isEmpty)
  }

  @Test func whatACursorSaysOfItsLastRowMustFit() throws {
    let avoiding = try FeedMerger("every 2 avoid sad")
    let cursor = try avoiding.merge(0..<3, with: 0..<9, traits: RowTraits(tags: { _ in ["sad"] })).cursor
    let text = try json(of: cursor)
    let other = Data(text.replacing("\"sad\"", with: "\"glad\"").utf8)
    #expect(throws: PlacementError.invalidCursor("'tag' is 'glad', and the rules do not avoid it")) {
      try avoiding.merge(
        3..<6, with: 0..<9, after: JSONDecoder().decode(FeedCursor.self, from: other),
        traits: RowTraits(tags: { _ in [] }))
    }
    let empty = Data(text.replacing("\"content\":3", with: "\"content\":0").utf8)
    #expect(throws: PlacementError.invalidCursor("'content' is 0, and there is a word on its last row")) {
      try JSONDecoder().decode(FeedCursor.self, from: empty)
    }
  }
}
