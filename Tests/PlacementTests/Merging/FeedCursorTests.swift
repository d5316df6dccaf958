import Foundation
import TestSupport
import Testing

@testable import Placement

@Suite struct FeedCursorTests {
  private func cursor(_ line: String = "every 2") throws -> FeedCursor {
    try FeedMerger(line).merge(0..<5, with: 0..<9).cursor
  }

  private func fault(_ make: () throws -> some Any) -> String? {
    do { _ = try make() } catch PlacementError.invalidCursor(let fault) { return fault } catch { return "\(error)" }
    return nil
  }

  @Test func `a cursor is small and comes back as it was`() throws {
    let cursor = try cursor()
    #expect(cursor.text.utf8.count == 20)
    #expect(try FeedCursor(text: cursor.text) == cursor)
    #expect(cursor.contentCount == 5 && cursor.adCount == 4 && cursor.section == 0 && cursor.adCounts == [4])
    #expect(try JSONDecoder().decode([FeedCursor].self, from: JSONEncoder().encode([cursor])) == [cursor])
    #expect(try JSONEncoder().encode(cursor) == Data("\"\(cursor.text)\"".utf8))
  }

  @Test func `the largest cursor of one tenant leaves room for a tag`() throws {
    let counts = SectionProgress.Counts(inSection: 1 << 29, inAll: RowMap.limit, avoidedTag: 99)
    let progress = SectionProgress(
      content: 1 << 30, last: SectionProgress.LastAd(content: 0), allowsAd: false, tenants: OneOrMore(counts))
    let largest = FeedCursor(section: FeedCursor.sectionLimit, progress: progress, rules: 1 << 56 - 1)
    #expect(try FeedCursor(text: largest.text) == largest)
    #expect(largest.text.utf8.count <= 48)
    #expect(largest.text { _ in Array(repeating: 255, count: 8) }.utf8.count <= 64)
  }

  @Test func `a text that is not canonical is refused by its fault`() throws {
    var cursor = try cursor()
    cursor.key = "k"
    let bytes = try #require(Base64URL.bytes(of: cursor.text))
    // The version and flags, seven bytes of the rules, and then the section, the content, and the tenants.
    #expect(Array(bytes[8...10]) == [0, 5, 1] && bytes.last == UInt8(ascii: "k"))
    func changed(_ range: Range<Int>, _ new: [UInt8]) -> [UInt8] {
      bytes[..<range.lowerBound] + new + bytes[range.upperBound...]
    }
    for (damaged, words) in [
      (changed(8..<9, [0x80, 0]), "'section' is longer than it needs to be"),
      (changed(9..<10, [0x85, 0x80, 0]), "'content' is longer than it needs to be"),
      (changed(9..<10, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1]), "'content' has more than 35 bits"),
      (changed(0..<1, [bytes[0] & ~8]), "1 bytes follow its end"),
      (bytes.dropLast(), "it ends before 'key'"),
      (bytes.dropLast() + [0xFF], "'key' is not UTF-8"),
      (Array(bytes.prefix(10)), "it ends before 'tenants'"),
      (changed(10..<11, [0]), "'tenants' is 0, which is not within 1 and 127"),
    ] as [([UInt8], String)] {
      #expect(fault { try FeedCursor(text: Base64URL.text(of: damaged)) } == words)
    }
    // A text of a character less, with padding, or with other bits in its last character.
    let last = try #require(cursor.text.last)
    #expect(bytes.count % 3 != 0 && last != "_")
    let spare = String(cursor.text.dropLast()) + (last == "A" ? "B" : "_")
    for text in [cursor.text + "=", String(cursor.text.dropLast()), spare, " " + cursor.text, ""] {
      #expect(fault { try FeedCursor(text: text) } != nil, "\(text)")
    }
    #expect(try FeedCursor(text: cursor.text).text == cursor.text)
  }

  @Test func `a key travels in the text and is not passed on`() throws {
    let merger = try FeedMerger("every 2")
    var cursor = try cursor()
    cursor.key = "post/4711?ü"
    #expect(try FeedCursor(text: cursor.text).key == "post/4711?ü")
    #expect(try merger.merge(5..<9, with: 0..<9, after: cursor).cursor.key.isEmpty)
    #expect(cursor.beginningSection().key.isEmpty)
    cursor.key = String(repeating: "k", count: FeedCursor.keyLimit + 1)
    let words = "'bytes of the key' is 513, which is not within 0 and 512"
    #expect(throws: PlacementError.invalidCursor(words)) { try merger.check(cursor) }
    #expect(throws: PlacementError.invalidCursor(words)) { try FeedCursor(text: cursor.text) }
  }

  @Test func `a tag of the callers keeps a cursor from being edited`() throws {
    let cursor = try cursor()
    func tag(_ message: [UInt8]) -> [UInt8] {
      let sum = message.reduce(7 as UInt32) { $0 &* 31 &+ UInt32($1) }
      return (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) }
    }
    let text = cursor.text(for: "ann", tag: tag)
    func read(_ text: String, of user: String) throws -> FeedCursor {
      try FeedCursor(text: text, for: user, tag: tag)
    }
    #expect(try read(text, of: "ann") == cursor)
    #expect(fault { try read(text, of: "bob") } == "its tag is not the one of its text")
    #expect(fault { try read(cursor.text, of: "ann") } == "it has no tag")
    #expect(fault { try FeedCursor(text: text) } == "its text is not base64url")
    for index in text.indices {
      var edited = text
      edited.replaceSubrange(index...index, with: text[index] == "A" ? "B" : "A")
      #expect(fault { try read(edited, of: "ann") } != nil, "\(edited)")
    }
  }

  @Test func `no other parts have the same message`() {
    // All lists of up to three parts of up to two letters.
    let letters = Array("8a".utf8)
    let parts = [[]] + letters.map { [$0] } + letters.flatMap { one in letters.map { [one, $0] } }
    var lists: [[[UInt8]]] = [[]]
    for length in 0..<3 { lists += lists.filter { $0.count == length }.flatMap { list in parts.map { list + [$0] } } }
    #expect(lists.count == 1 + 7 + 49 + 343)
    #expect(Set(lists.map(AuthenticationTag.message)).count == lists.count)
    let zeros = Array(repeating: 0 as UInt8, count: 7)
    #expect(AuthenticationTag.message(of: [[], [7]]) == [2] + zeros + [0] + zeros + [1] + zeros + [7])
    for tag in parts {
      for other in parts { #expect(AuthenticationTag.areEqual(tag, other) == (tag == other), "\(tag), \(other)") }
    }
  }

  @Test func `a cursor of other rules is refused and can be continued`() throws {
    let cursor = try cursor()
    let merger = try FeedMerger("every 3 max 5")
    #expect(throws: PlacementError.cursorOfOtherRules("every 3 max 5")) {
      try merger.merge(5..<9, with: 0..<9, after: cursor)
    }
    let next = try merger.merge(5..<20, with: 0..<9, after: merger.cursor(continuing: cursor))
    // Rows 0 to 8 have been shown, four ads among them; the fifth is the last that the new rules allow.
    #expect(next.places.map(\.path.row) == [11])
    #expect(next.cursor.adCount == 5 && next.cursor.contentCount == 20)
    #expect(try merger.merge(20..<30, with: 0..<9, after: FeedCursor(text: next.cursor.text)).slots.isEmpty)
  }

  @Test func `a cursor at an offset goes on as the pages would have done`() throws {
    for line in ["every 3 from 1 gap 2 max 6", "at 1,4,9 max 4 in all", "every 2 gap 3 seed 9 trailing"] {
      let merger = try FeedMerger(line)
      for end in 0...12 {
        let first = try merger.merge(sections: [0..<3, 0..<end], with: 0..<40)
        let last = first.slots.last { $0.path.section == 1 }
        let offset = try merger.cursor(
          at: UserPath(section: 1, row: end), adsInSection: [first.slots.count { $0.path.section == 1 }],
          adsInAll: [first.slots.count], rowsSinceLastAd: last.map { end - $0.content.row })
        let next = try merger.merge(end..<30, with: 0..<40, after: first.cursor)
        let other = try merger.merge(end..<30, with: 0..<40, after: FeedCursor(text: offset.text))
        #expect(Array(next) == Array(other), "'\(line)', \(end)")
      }
    }
    let merger = try FeedMerger("every 2")
    #expect(
      fault { try merger.cursor(at: UserPath(section: 0, row: -1)) }
        == "'content' is -1, which is not within 0 and \(RowMap.limit)")
    #expect(
      fault { try merger.cursor(at: UserPath(section: 0, row: 4), rowsSinceLastAd: 2) }
        == "the last ad is one of tenant 0, which has none in the section")
    #expect(throws: PlacementError.wrongSourceCount(2, tenants: 1)) {
      try merger.cursor(at: UserPath(section: 0, row: 4), adsInSection: [1, 2])
    }
  }

  @Test func `what the last row has against ads travels with the cursor`() throws {
    let merger = try FeedMerger("every 2")
    let refusing = try merger.merge([1, 2], with: 0..<9, traits: RowTraits(isAdAllowedBeside: { $0 != 2 })).cursor
    #expect(try FeedCursor(text: refusing.text) == refusing)
    #expect(try refusing != merger.merge([1, 2], with: 0..<9).cursor)
  }

  @Test(arguments: [
    ("every 2 max 4", 0, 5, 5, "'ads' is 5, and the rules have at most 4"),
    ("every 2 max 4 in all", 0, 5, 5, "'ads in all' is 5, and the rules have at most 4"),
    ("every 2 except 1", 1, 4, 4, "'ads' is 4, and section 1 has none"),
    ("every 2 few 6", 0, 4, 4, "'ads' is 4 in 5 content rows, and the rules have none in so few"),
    ("every 2", 0, 3, 4, "'earlier ads' is 1, and the sections before can have 0"),
    ("every 2 max 1", 2, 1, 4, "'earlier ads' is 3, and the sections before can have 2"),
    ("at 1,3", 1, 0, 3, "'earlier ads' is 3, and the sections before can have 2"),
    ("every 2", 0, 3, 3, "the last ad is in row 6, which no rule names"),
    ("every 2 share 0.25", 0, 4, 4, "'ads' is 4 in 9 rows, and the rules have a share of 0.25"),
    ("every 2 gap 2", 0, 4, 4, "'ads' is 4, and the last one in row 7 can be number 2"),
    ("every 2 before 5", 0, 4, 4, "'ads' is 4, and the last one in row 7 can be number 2"),
    ("every 2 after 2", 0, 4, 4, "the last ad is after 4 of 5 content rows"),
    ("every 3", 0, 4, 4, "the last ad is in row 7, which no rule names"),
  ])
  func `a cursor that no page leads to is refused by its value`(
    line: String, section: Int, inSection: Int, inAll: Int, words: String
  ) throws {
    let merger = try FeedMerger(line)
    var progress = SectionProgress(
      content: 5, tenants: OneOrMore(SectionProgress.Counts(inSection: inSection, inAll: inAll)))
    if inSection > 0 { progress.last = SectionProgress.LastAd(content: 4) }
    let cursor = try FeedCursor(text: FeedCursor(section: section, progress: progress, rules: merger.digest).text)
    #expect(throws: PlacementError.invalidCursor(words)) { try merger.check(cursor) }
    #expect(throws: PlacementError.invalidCursor(words)) { try merger.merge(5..<9, with: 0..<9, after: cursor) }
  }

  @Test func `a damaged cursor in JSON is a decoding error with its path`() throws {
    let json = Data(#"{"page":[{"cursor":"AAAA"}]}"#.utf8)
    do {
      _ = try JSONDecoder().decode([String: [[String: FeedCursor]]].self, from: json)
      Issue.record("it was read")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.codingPath.map(\.stringValue) == ["page", "Index 0", "cursor"])
      #expect(context.underlyingError as? PlacementError == .invalidCursor("version 0 is not known"))
      #expect(context.debugDescription == "the cursor cannot be continued: version 0 is not known")
    }
  }

  @Test func `a feed that grows too long is refused`() throws {
    let merger = try FeedMerger("every 2")
    let cursor = try merger.cursor(at: UserPath(section: 0, row: RowMap.limit - 5), adsInSection: [4])
    #expect(throws: PlacementError.invalidCount(RowMap.limit + 9)) {
      try merger.merge(0..<10, with: 0..<9, after: cursor)
    }
    let last = try merger.cursor(at: UserPath(section: FeedCursor.sectionLimit, row: 0))
    #expect(try merger.merge(0..<3, with: 0..<9, after: last).slots.map(\.path.section) == [1 << 24 - 1, 1 << 24 - 1])
    #expect(throws: PlacementError.tooMany("sections", 16_777_217, limit: 16_777_216)) {
      try merger.merge(sections: [0..<1, 0..<0], with: 0..<0, after: last)
    }
    #expect(throws: PlacementError.invalidCursor("'section' is 16777216, which is not within 0 and 16777215")) {
      try merger.merge(0..<1, with: 0..<0, after: last.beginningSection())
    }
    // No ad has a number from the limit on, so that none is placed.
    let spent = try merger.cursor(at: UserPath(section: 1, row: 0), adsInAll: [RowMap.limit])
    #expect(try merger.merge(0..<9, with: 0..<Int.max, after: spent).slots.isEmpty)
  }

  @Test(arguments: ["every 2 max 3", "every 3 except 1"])
  func `the cursor of the longest feed comes back as it was`(line: String) throws {
    let merger = try FeedMerger(line)
    for adCount in 0...3 {
      let longest = try merger.merge(0..<RowMap.limit - adCount, with: 0..<adCount).cursor
      #expect(try FeedCursor(text: longest.text) == longest)
      #expect(try merger.merge(sections: [0..<0, 0..<3], with: 0..<0, after: longest).count == 3)
      // Content alone would fit, and the ads do not.
      guard adCount > 0 else { continue }
      #expect(throws: PlacementError.invalidCount(RowMap.limit + 1)) {
        try merger.merge(0..<RowMap.limit - adCount + 1, with: 0..<adCount)
      }
    }
  }
}
