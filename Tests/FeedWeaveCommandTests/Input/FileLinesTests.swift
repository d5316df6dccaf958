import FeedFormats
import TestSupport
import Testing

@testable import FeedWeaveCommand

/// The lines of a large file, against the same file read as a whole.
@Suite struct FileLinesTests {
  private let world = TestWorld()

  private func open(_ text: String, _ options: FeedReader.Options = FeedReader.Options()) throws -> FileLines? {
    world.files["f"] = Array(text.utf8)
    return try FileLines(of: .path("f"), options, world.environment, from: 1)
  }

  /// Finds and shows all lines in pieces of some bytes.
  private func showAll(_ lines: inout FileLines, piece: Int = 7) throws {
    while lines.isReading {
      try lines.readOn(upTo: piece)
      lines.showFound(atMost: 2)
    }
  }

  private func read(_ text: String) throws -> FeedDocument {
    var options = FeedReader.Options()
    options.partial = true
    return try FeedReader(options: options).read(Array(text.utf8))
  }

  /// Checks that each item is shown, and that a row says what is wrong with each line that has none.
  private func check(_ text: String) throws {
    var lines = try #require(try open(text))
    try showAll(&lines)
    let document = try read(text)
    let rows = (0..<lines.shownCount).map { lines.item(at: $0) }
    let leftOut = document.findings.filter { $0.remedy == .itemLeftOut || $0.remedy == .restLeftOut }
    #expect(rows.map(\.item).filter { $0.title != "no item" } == document.items, "\(text)")
    #expect(
      rows.compactMap { $0.item.title == "no item" ? $0.item.contentText : nil } == leftOut.map(\.description),
      "\(text)")
    // A last line without a newline may go on.
    let mayGoOn = lines.unfinishedRow.map { rows[$0].item.title == "no item" } ?? false
    #expect(rows.compactMap(\.problem) == Array(document.findings.dropLast(mayGoOn ? 1 : 0)), "\(text)")
  }

  @Test func `every line is a row`() throws {
    let item = { (number: Int) in #"{"id":"\#(number)","title":"t\#(number)"}"# }
    for end in ["", "\n", "\r\n", "\n\n \n"] {
      try check((0..<5).map(item).joined(separator: "\n") + end)
      try check("\n\n\(item(0))\n\n \n\(item(1))" + end)
      try check("\(item(0))\n7\n\(item(1))\n{\"id\":\"2\",}\n{\"title\":8,\"id\":\"3\"}\n\(item(4))" + end)
    }
    try check("\(item(0))\n{\"id\":")
  }

  @Test func `other files are read whole`() throws {
    let line = #"{"id":"1"}"#
    #expect(try open(#"{"version":"https://jsonfeed.org/version/1.1","items":[]}"#) == nil)
    #expect(try open("[\(line)]") == nil)
    #expect(try open("<rss/>") == nil)
    #expect(try open("") == nil)
    world.files["f"] = Array("\(line)\n".utf8)
    let environment = world.environment
    #expect(try FileLines(of: .path("f"), FeedReader.Options(), environment, from: 12) == nil)
    #expect(try FileLines(of: .path("f"), FeedReader.Options(), environment, from: 11) != nil)
    #expect(try FileLines(of: .standardInput, FeedReader.Options(), environment, from: 1) == nil)
    var options = FeedReader.Options()
    options.format = .rss
    #expect(try open("\(line)\n", options) == nil)
    options.format = .itemLines
    #expect(try open("\(line)\n", options) != nil)
    options.maxBytes = 10
    #expect(try open("\(line)\n", options) == nil, "the reader refuses it")
  }

  @Test func `a limit of items is kept`() throws {
    var options = FeedReader.Options()
    options.maxItems = 2
    var lines = try #require(try open("{\"id\":\"1\"}\n{\"id\":\"2\"}\n{\"id\":\"3\"}\n", options))
    try showAll(&lines)
    #expect(lines.shownCount == 2)
    #expect(lines.isFull)
  }

  @Test func `lines are appended`() throws {
    var text = "{\"id\":\"1\"}\n{\"id\":\"2\"}\n{\"id\":"
    var lines = try #require(try open(text))
    try showAll(&lines)
    #expect(lines.shownCount == 3)
    #expect(lines.unfinishedRow == 2)
    let unfinished = lines.item(at: 2).item
    #expect(unfinished.title == "no item")
    for piece in ["\"3\"", "}", "\n", "{\"id\":\"4\"}\n\n", "{\"id\":\"5\"}"] {
      text += piece
      world.files["f"] = Array(text.utf8)
      let isGrown = lines.grow()
      #expect(isGrown)
      try showAll(&lines)
      #expect(
        (0..<lines.shownCount).map { lines.item(at: $0).item }.filter { $0.title != "no item" }
          == (try read(text)).items)
    }
    #expect(lines.shownCount == 5)
  }

  @Test func `other content is noticed`() throws {
    let line = "{\"id\":\"1\"}\n"
    var lines = try #require(try open(line + line))
    try showAll(&lines)
    for other in ["{\"id\":\"2\"}\n\(line)\(line)", "\(line){\"id\":\"2\"}\n\(line)", line, ""] {
      world.files["f"] = Array(other.utf8)
      let isGrown = lines.grow()
      #expect(!isGrown, "\(other)")
    }
  }

  @Test func `search finds what matches`() throws {
    let titles = ["harbour", "Ferry", "tide", "ferry again"]
    var lines = try #require(
      try open(titles.map { #"{"id":"\#($0)","title":"\#($0)"}"# }.joined(separator: "\n") + "\n"))
    try showAll(&lines)
    let find = { (text: String, row: Int, forward: Bool) in
      try lines.firstRow(containing: text, from: row, forward: forward) { _ in true }
    }
    #expect(try find("ferry", 0, true) == 1)
    #expect(try find("ferry", 2, true) == 3)
    #expect(try find("ferry", 2, false) == 1)
    #expect(try find("ferry", 0, false) == nil)
    #expect(try find("boat", 0, true) == nil)
    #expect(try lines.firstRow(containing: "ferry", from: 0, forward: true) { $0.title != "Ferry" } == 3)
  }

  @Test func `numbers are grouped`() {
    for (number, text) in [
      (0, "0"), (7, "7"), (999, "999"), (1000, "1,000"), (12_345, "12,345"), (1_234_567, "1,234,567"),
      (-1000, "-1,000"),
    ] { #expect(number.grouped == text) }
  }
}
