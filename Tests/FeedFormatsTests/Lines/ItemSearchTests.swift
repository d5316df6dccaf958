import TestSupport
import Testing

@testable import FeedFormats

/// Searching lines, against a search that decodes every line.
@Suite struct ItemSearchTests {
  /// Whether an item has a text, letter by letter.
  private func has(_ text: String, _ item: FeedItem) -> Bool {
    let fields = [item.title, item.summary, item.contentText, item.contentHTML] + item.authors.map(\.name)
    let wanted = small(text)
    return fields.compactMap { $0 }.contains { field in
      let bytes = small(field)
      return !wanted.isEmpty && bytes.indices.contains { bytes[$0...].starts(with: wanted) }
    }
  }

  private func small(_ text: String) -> [UInt8] { text.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 } }

  private func lines(_ file: [UInt8]) throws -> ItemLines {
    var lines = try #require(ItemLines(beginning: file, isWhole: true))
    lines.append(file)
    lines.finish()
    return lines
  }

  /// Searches to the end, whatever the limit.
  private func result(
    _ lines: ItemLines, _ file: [UInt8], _ text: String, from start: Int, forward: Bool, limit: Int
  ) -> Int? {
    var line = start
    for _ in 0...lines.count {
      switch lines.search(for: text, from: line, forward: forward, byteLimit: limit, read: ItemLines.bytes(file)) {
      case .found(let line): return line
      case .paused(let next):
        #expect(forward ? next > line : next < line)
        line = next
      case .notFound: return nil
      }
    }
    Issue.record("the search does not end")
    return nil
  }

  private func check(_ file: [UInt8], _ texts: [String], _ comment: String) throws {
    var all = try lines(file)
    let lines = all
    let items = (0..<lines.count).map { all.entry(at: $0, read: ItemLines.bytes(file)).item }
    for text in texts {
      let matches = items.indices.filter { items[$0].map { has(text, $0) } ?? false }
      for start in -1...lines.count {
        let isLine = items.indices.contains(start)
        for limit in [1, 300, 1 << 20] {
          let next = result(lines, file, text, from: start, forward: true, limit: limit)
          #expect(next == (isLine ? matches.first { $0 >= start } : nil), "\(comment): \(text) from \(start)")
          let previous = result(lines, file, text, from: start, forward: false, limit: limit)
          #expect(previous == (isLine ? matches.last { $0 <= start } : nil), "\(comment): \(text) before \(start)")
        }
      }
    }
  }

  private static let goodLines = [
    #"{"id":"1","title":"Caf\u00e9 \"Quay\"","content_text":"a\tb\nc\\d é 日本語 \ud83d\ude00 \ud83d lone"}"#,
    #"{"id":"2","title":"café Straße STRASSE","authors":[{"name":"Zo\u00EB"},{"name":"Quill"}],"x":"hidden"}"#,
    #"{"id":"3","content_html":"<p>AT&amp;T <b>fo<\/b>o\u003c/p>","summary":"0123456789abcdefabcdefg"}"#,
    #"{"id":"4","summary":"the summary, 😀 and Quayside","tags":["hidden"]}"#, "", "7", "{\"title\":\"quay\"} x",
    #"{"title":"quay\"#, #"{"id":"5","title":"caf\u00E"}"#, "{\"id\":\"6\",\"title\":\"a\tb\",}",
  ]

  private static let texts = [
    "quay", "QUAY\"", "é", "É", "Zoë", "zoË", "a\tb", "B\nC", "c\\d", "hidden", "title", "&AMP;", "</b>o</P>", "😀",
    "\u{FFFD} lone", "abcdefg", "0123456789ABCDEFabcdefG", "日本", "", "summary, 😀", "nowhere", "\u{0}", "\"", "@", "`",
  ]

  @Test func `what is found is what decoding every line finds`() throws {
    try check(Array(Self.goodLines.joined(separator: "\n").utf8), Self.texts, "good")
    try check(
      Array(("\u{FEFF}" + Self.goodLines.reversed().dropFirst(6).joined(separator: "\r\n\n")).utf8), Self.texts, "mark")
  }

  @Test func `damaged files are searched alike`() throws {
    let alphabet = Array("{}[]\",:\\ue0-+.19tfn é\n\n\r".utf8)
    let first = Array("\u{FEFF}{\"id\":\"0\",\"title\":\"first\"}\n".utf8)
    for seed in 0..<Sample.of(2000, few: 20) as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let rest = Self.goodLines.shuffled(using: &random).joined(separator: "\n")
      let texts = [Self.texts, ["\\", "n", "u0"]].joined().shuffled(using: &random).prefix(4)
      let file = first + random.damaged(Array(rest.utf8), alphabet: alphabet)
      // Damage may put an item on two lines.
      if ItemLines(beginning: file, isWhole: true) != nil { try check(file, Array(texts), "seed \(seed)") }
    }
  }

  @Test func `timelines are searched in what is shown`() throws {
    let status = #"{"id":"1","account":{"username":"u","display_name":"Quill"},"content":"x","spoiler_text":"warning"}"#
    let boost = #"{"id":"2","account":{"username":"v","display_name":"Vera"},"content":"","reblog":\#(status)}"#
    try check(Array("\(status)\n\(boost)\n{}\n".utf8), ["quill", "boost", "vera", "warning", "u"], "timeline")
  }

  @Test func `every offset and length of a text is found`() {
    for length in 1..<40 {
      let wanted = String((0..<length).map { _ in "a" }) + "Z"
      for offset in 0..<40 {
        let text =
          String(repeating: "a", count: offset) + wanted.uppercased() + String(repeating: "b", count: offset % 20)
        #expect(SearchText(wanted).isFound(in: Array(text.utf8)), "\(length) from \(offset)")
        #expect(!SearchText(wanted).isFound(in: Array(text.utf8.filter { $0 != 0x5A })), "\(length) from \(offset)")
      }
    }
  }

  @Test func `a stricter condition is asked`() throws {
    let file = Array("{\"title\":\"a\",\"id\":\"1\"}\n{\"title\":\"a\",\"id\":\"2\"}\n".utf8)
    let result = try lines(file).search(for: "a", from: 0, where: { $0.id == "2" }, read: ItemLines.bytes(file))
    #expect(result == .found(line: 1))
  }

  @Test func `a file that was changed is searched as far as it goes`() throws {
    let file = Array(Self.goodLines.joined(separator: "\n").utf8)
    let lines = try lines(file)
    for end in 0..<file.count {
      for forward in [true, false] {
        let start = forward ? 0 : lines.count - 1
        let found = result(lines, Array(file[..<end]), "summary", from: start, forward: forward, limit: 500)
        #expect(found == nil || found == 3, "to \(end)")
      }
    }
  }

  @Test func `long lines and many blank ones are searched`() throws {
    let long = String(repeating: "x", count: 400_000)
    let blank = String(repeating: "\n", count: 600_000)
    let file = Array("{\"title\":\"a\"}\(blank){\"title\":\"\(long)b\"}\n{\"title\":\"c\"}".utf8)
    let lines = try lines(file)
    for (text, line) in [("a", 0), ("xB", 1), ("y", nil), ("c", 2)] {
      #expect(result(lines, file, text, from: 0, forward: true, limit: 1 << 30) == line)
      #expect(result(lines, file, text, from: 2, forward: false, limit: 1 << 30) == line)
    }
  }

  @Test func `a line that is too long is passed over`() throws {
    let file =
      Array("{\"id\":\"1\"}\n{\"title\":\"".utf8) + [UInt8](repeating: 0x78, count: ItemLines.maxLineBytes)
      + Array("\"}\n{\"title\":\"x\"}".utf8)
    #expect(result(try lines(file), file, "x", from: 0, forward: true, limit: 1 << 30) == 2)
  }
}
