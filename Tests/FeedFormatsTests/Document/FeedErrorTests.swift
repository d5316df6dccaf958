import Testing

@testable import FeedFormats

@Suite struct FeedErrorTests {
  @Test func `every error says where and what`() {
    let place = SourcePosition(line: 3, column: 14)
    let words: [(FeedError, String)] = [
      (.empty, "1:1: the document is empty; nothing was read"),
      (.unrecognised(place, content: "a list"), "3:14: a list is not a known feed format; nothing was read"),
      (
        .notOneDocument(place, .documents),
        "3:14: each line is a feed of its own; 'feedweave replay' reads them; nothing was read"
      ),
      (
        .notOneDocument(place, .mergeRequests),
        "3:14: each line is a merge request; 'feedweave merge' reads them; nothing was read"
      ),
      (.listOfFeeds(place, count: 12), "3:14: this is a list of 12 feeds (OPML), not a feed; nothing was read"),
      (.otherFormat(place, asked: .jsonFeed, found: .atom), "3:14: this is Atom, not JSON Feed; nothing was read"),
      (.truncated(place, within: "a tag"), "3:14: the document ends too early, within a tag; nothing was read"),
      (.malformed(place, problem: "expected a colon"), "3:14: expected a colon; nothing was read"),
      (.notUTF8(place), "3:14: invalid UTF-8; nothing was read"),
      (.unsupportedEncoding("x\n"), "1:1: the encoding \"x\\u{a}\" is not supported; nothing was read"),
      (.tooManyBytes(limit: 9), "1:1: the document has more than 9 bytes; nothing was read"),
      (.tooDeep(place, limit: 9), "3:14: nested deeper than 9; nothing was read"),
    ]
    for (error, text) in words { #expect(error.description == text) }
  }

  @Test func `what a file says is quoted short and harmless`() {
    let cases = [
      ("plain é 日本", "\"plain é 日本\""), ("\u{1B}[31m", "\"\\u{1b}[31m\""),
      ("a\u{202E}b\u{200B}", "\"a\\u{202e}b\\u{200b}\""),
      ("\u{85}\u{2028}\u{A0}", "\"\\u{85}\\u{2028}\\u{a0}\""), ("", "\"\""),
      (String(repeating: "x", count: 40), "\"\(String(repeating: "x", count: 40))\""),
      (String(repeating: "x", count: 41), "\"\(String(repeating: "x", count: 40))…\""),
    ]
    for (text, quoted) in cases { #expect(text.quotedForMessage == quoted) }
  }

  @Test func `findings are capped and the cap is said`() throws {
    let document = try read("{\"items\":[" + Array(repeating: "7", count: 5000).joined(separator: ",") + "]}")
    #expect(document.findings.count == FindingLog.limit + 1)
    #expect(document.findings.contains { $0.problem == "more than 1000 findings" && $0.remedy == .restLeftOut })
  }
}
