import Placement

/// A text that is read as a cursor is the cursor's own, and whatever it says, pages can follow it or are refused.
///
/// The input is a text, and the bytes of another one.
enum CursorProperties {
  private static let lines = [
    "every 2", "at 0,3,7 every 4 max 6 trailing", "every 2 max 9 in all gap 1", "every 3 avoid sad",
  ]

  static func check(_ input: [UInt8]) throws {
    let text = String(decoding: input, as: UTF8.self)
    if let bytes = Base64URL.bytes(of: text) {
      try require(Base64URL.text(of: bytes) == text, "the bytes of a text have another text")
    }
    let encoded = Base64URL.text(of: input)
    try require(Base64URL.bytes(of: encoded) == input, "bytes are read as others")
    for text in [text, encoded] { try checkCursor(text) }
  }

  private static func checkCursor(_ text: String) throws {
    let cursor: FeedCursor
    do throws(PlacementError) { cursor = try FeedCursor(text: text) } catch {
      guard case .invalidCursor = error else { throw FuzzFailure("it is refused by another error: \(error)") }
      return
    }
    try require(cursor.text == text, "a cursor has another text: \(cursor.text)")
    let tagged = cursor.text { [UInt8($0.count % 256)] }
    let again = try FeedCursor(text: tagged) { bytes, tag in tag == [UInt8(bytes.count % 256)] }
    try require(again == cursor, "with a tag, it is another cursor")
    for line in lines { try follow(cursor, with: FeedMerger(line)) }
  }

  /// Merges pages after a cursor; what is wrong about it must be found before, or be an error.
  private static func follow(_ cursor: FeedCursor, with merger: FeedMerger) throws {
    let traits = RowTraits<Int>(tags: { $0.isMultiple(of: 3) ? ["sad"] : [] })
    do {
      try merger.check(cursor)
      for sections in [[0..<0], [0..<4, 0..<0, 0..<3]] {
        let page = try merger.merge(sections: sections, with: 0..<100, after: cursor, traits: traits)
        try require(page.compactMap(\.content).count == sections.map(\.count).reduce(0, +), "a page has other rows")
        try require(page.cursor.adCount == cursor.adCount + page.slots.count, "ads are counted otherwise")
        try require(try FeedCursor(text: page.cursor.text) == page.cursor, "the next cursor is another one as text")
      }
    } catch is PlacementError {}
  }
}
