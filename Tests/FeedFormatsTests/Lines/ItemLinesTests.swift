import TestSupport
import Testing

@testable import FeedFormats

/// Items read a line at a time, against the same file read as a whole.
@Suite struct ItemLinesTests {
  private func lines(_ file: [UInt8], piece: Int = 1000) throws -> ItemLines {
    var lines = try #require(ItemLines(beginning: file, isWhole: true))
    while lines.readOn(upTo: piece, read: ItemLines.bytes(file)) > 0 {}
    lines.finish()
    return lines
  }

  /// What the reader gives for the whole, without what only a reader of the whole can know.
  private func document(_ file: [UInt8]) throws -> (items: [FeedItem], findings: [Finding]) {
    var options = FeedReader.Options()
    options.partial = true
    let document = try FeedReader(options: options).read(file)
    return (document.items, document.findings.filter { !$0.problem.contains("is also that of the item at") })
  }

  private func check(_ file: [UInt8], _ comment: String) throws {
    var lines = try lines(file)
    let read = ItemLines.bytes(file)
    let entries = (0..<lines.count).map { lines.entry(at: $0, read: read) }
    let expected = try document(file)
    #expect(entries.compactMap(\.item) == expected.items, "\(comment)")
    #expect(entries.flatMap(\.findings) == expected.findings, "\(comment)")
    #expect(entries.allSatisfy { !$0.fileHasChanged }, "\(comment)")
    for line in (0..<lines.count).reversed() {
      #expect(lines.entry(at: line, read: read) == entries[line], "\(comment)")
    }
  }

  private static let goodLines = [
    #"{"id":"1","title":"é \u00e9 \"q\"","content_text":"long enough for two steps of sixteen bytes"}"#,
    #"{"id":2,"authors":[{"name":"A"},{}],"tags":"a,b","date_published":"2024-01-01T00:00:00Z"}"#,
    #"{"id":"3","content_html":"<p>日本語</p>","attachments":[{"url":"u","size_in_bytes":1}],"x":[[[]]]}"#,
    "", " \t\r", "7", "{\"id\":\"4\",}", "{\"id\":\"5\"} x", "{\"id\":", "{\"title\":\"a\tb\"}\r",
  ]

  @Test func `every line is read as in the whole`() throws {
    for file in [
      Self.goodLines.joined(separator: "\n"), "\u{FEFF}" + Self.goodLines.joined(separator: "\r\n"),
      "\n\n \u{FEFF}\u{FEFF} " + Self.goodLines.joined(separator: "\n\n") + "\n", "{\"id\":\"1\"}",
      "{\"id\":\"1\"}\n\u{FEFF}{\"id\":\"2\"}\n",
    ] { try check(Array(file.utf8), file) }
  }

  @Test func `damaged files are read as in the whole`() throws {
    let alphabet = Array("{}[]\",:\\ue0-+.19tfn é\n\n\r".utf8)
    let first = Array("\u{FEFF}{\"id\":\"0\",\"title\":\"first\"}\n".utf8)
    var checkedCount = 0
    for seed in 0..<Sample.of(20_000, few: 150) as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let rest = Self.goodLines.shuffled(using: &random).joined(separator: "\n")
      let file = first + random.damaged(Array(rest.utf8), alphabet: alphabet)
      // Damage may put an item on two lines.
      guard ItemLines(beginning: file, isWhole: true) != nil else { continue }
      checkedCount += 1
      try check(file, "seed \(seed)")
    }
    #expect(checkedCount > 100)
  }

  @Test func `items of timelines are read as in the whole`() throws {
    let status = #"{"id":"1","account":{"username":"u"},"content":"<p>x</p>","created_at":"2024-01-01T00:00:00Z"}"#
    let post = #"{"post":{"uri":"at://x/y/z","author":{"handle":"h"},"record":{"text":"t"}}}"#
    for line in [status, post] { try check(Array("\(line)\n{}\n\(line)\n7".utf8), line) }
  }

  // MARK: - Detection

  @Test func `content is detected as by the reader`() {
    let line = #"{"id":"1","title":"é"}"#
    let feed = #"{"version":"https://jsonfeed.org/version/1.1","items":[]}"#
    for text in [
      line, line + "\n", line + "\n" + line, line + "\n]", feed, "\(feed)\n\(feed)", "[\(line)]", "<rss/>", "{}\n{}",
      "",
      "x", "{\"id\":\n\"1\"}\n", "# x\n\(line)", "x\n\(line)\n{", "{\"sections\":[]}\n{\"sections\":[]}",
      " \u{FEFF} \n\(line)\n",
    ] {
      let file = Array(text.utf8)
      let format = try? FeedReader(options: partial).read(file).format
      #expect((ItemLines(beginning: file, isWhole: true) != nil) == (format == .itemLines), "\(text)")
    }
    #expect(ItemLines(beginning: Array("\(line) \(line)".utf8), isWhole: true) == nil)
    #expect(ItemLines(beginning: Array("{\"id\":\"\u{e9}\"}\n".utf16.map { UInt8($0) }), isWhole: true) == nil)
    #expect(ItemLines(beginning: Array(line.utf8).flatMap { [$0, 0] }, isWhole: true) == nil)
  }

  private var partial: FeedReader.Options {
    var options = FeedReader.Options()
    options.partial = true
    return options
  }

  @Test func `the asked format is the only one`() {
    var options = FeedReader.Options()
    for (format, isAccepted) in [(FeedFormat.itemLines, true), (.jsonFeed, true), (.mastodon, false), (.rss, false)] {
      options.format = format
      let file = Array("{\"id\":\"1\"}\n{\"id\":\"2\"}".utf8)
      #expect((ItemLines(beginning: file, isWhole: true, options: options) != nil) == isAccepted, "\(format)")
    }
    options.format = .itemLines
    #expect(ItemLines(beginning: Array("{\"a\":1}\n{}".utf8), isWhole: true, options: options) != nil)
  }

  @Test func `the beginning is enough from the second line on`() {
    let file = Array("{\"id\":\"1\",\"title\":\"é\"}\n{\"id\":\"é日本語😀\"}\n".utf8)
    let second = file.count - "{\"id\":\"é日本語😀\"}\n".utf8.count
    for end in 0...file.count {
      let isEnough = ItemLines(beginning: Array(file[..<end]), isWhole: false) != nil
      #expect(isEnough == (end >= second), "to \(end)")
    }
  }

  // MARK: - Growth and change

  @Test func `a file that grows is read on`() throws {
    let file = Array("{\"id\":\"1\"}\n{\"id\":\"2\"}\n\n{\"id\":\"3\",\"title\":\"x\"}\n".utf8)
    for end in 11...file.count {
      let part = Array(file[..<end])
      var lines = try lines(part)
      let read = ItemLines.bytes(part)
      let found = (0..<lines.count).compactMap { lines.entry(at: $0, read: read).item?.id }
      #expect(found == (try document(part).items.map(\.id)), "to \(end)")
      while lines.readOn(upTo: 5, read: ItemLines.bytes(file)) > 0 {}
      let all = (0..<lines.count).map { lines.entry(at: $0, read: ItemLines.bytes(file)) }
      #expect(all.compactMap(\.item) == (try document(file).items) && all.flatMap(\.findings).isEmpty, "from \(end)")
    }
  }

  @Test func `a file that was changed is said to be`() throws {
    let file = Array("{\"id\":\"1\"}\n{\"id\":\"2\"}\n{\"id\":\"3\"}".utf8)
    let original = try lines(file)
    let others =
      (0..<file.count).map { Array(file[..<$0]) } + [
        Array("{\"id\":\"1\",\"title\":\"longer\"}\n{\"id\":\"2\"}\n".utf8), file.map { $0 == 0x0A ? 0x20 : $0 },
        [UInt8](repeating: 0x0A, count: file.count),
      ]
    for other in others {
      var lines = original
      let read = ItemLines.bytes(other)
      let entries = (0..<lines.count).map { lines.entry(at: $0, read: read) }
      let changed = entries.filter(\.fileHasChanged)
      #expect(!changed.isEmpty && changed.allSatisfy { $0.item == nil && $0.findings.count == 1 }, "\(other)")
      // What was changed is not remembered.
      #expect(lines.entry(at: 2, read: ItemLines.bytes(file)).item?.id == "3" || !entries[2].fileHasChanged)
    }
  }

  @Test func `an error of reading is passed on`() throws {
    struct Failed: Error {}
    let file = Array("{\"id\":\"1\"}\n{\"id\":\"2\"}\n".utf8)
    var lines = try lines(file)
    #expect(throws: Failed.self) { try lines.entry(at: 1) { _, _ in throw Failed() } }
    #expect(throws: Failed.self) { try lines.readOn(upTo: 1) { _, _ in throw Failed() } }
    #expect(lines.entry(at: 1, read: ItemLines.bytes(file)).item?.id == "2")
  }

  @Test func `piece by piece is enough`() throws {
    let file = Array("{\"id\":\"1\"}\n{\"id\":\"2\"}\n".utf8)
    var lines = try lines(file)
    let entry = lines.entry(at: 1) { offset, target in
      target.storeBytes(of: file[offset], toByteOffset: 0, as: UInt8.self)
      return 1
    }
    #expect(entry.item?.id == "2")
  }

  // MARK: - Limits

  @Test func `a line that is too long is left out`() throws {
    let long = String(repeating: "x", count: ItemLines.maxLineBytes)
    let last = Sample.of("\n{\"id\":\"\(long)\"}", few: "")
    let file = Array("{\"id\":\"1\"}\n{\"id\":\"\(long)\"}\n{\"id\":\"3\"}\(last)".utf8)
    var lines = try lines(file, piece: 1 << 20)
    let read = ItemLines.bytes(file)
    let entries = (0..<lines.count).map { lines.entry(at: $0, read: read) }
    #expect(entries.map(\.item?.id) == ["1", nil, "3"] + (last.isEmpty ? [] : [nil]))
    for row in entries.indices where !row.isMultiple(of: 2) {
      let finding = "\(row + 1):1: the line has more than 8388608 bytes; item left out"
      #expect(entries[row].findings.map(\.description) == [finding])
    }
  }

  @Test func `entries that were used last are remembered`() throws {
    let file = (0..<3000).flatMap { Array("{\"id\":\"\($0)\"}\n".utf8) }
    var lines = try lines(file, piece: 1 << 20)
    var reads = 0
    for line in Array(0..<100) + Array((0..<100).reversed()) {
      let entry = lines.entry(at: line) { offset, target in
        reads += 1
        return ItemLines.bytes(file)(offset, &target)
      }
      #expect(entry.item?.id == "\(line)")
    }
    #expect(reads == 100)
    for line in 0..<3000 {
      #expect(lines.entry(at: line, read: ItemLines.bytes(file)).item?.id == "\(line)")
      #expect(lines.recent.count <= RecentEntries.maxCount)
    }
  }
}
