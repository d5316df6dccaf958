import TestSupport
import Testing

@testable import FeedWeaveCommand

/// A list of feeds is no feed: the options that show its feeds are printed, and nothing is shown.
@Suite struct ListOfFeedsTests {
  private func messages(for outlines: String) -> [String] {
    let world = TestWorld()
    world.files["list"] = Array("<opml version='2.0'><body>\(outlines)</body></opml>".utf8)
    #expect(world.run("render", "list") == .badData)
    #expect(world.output.isEmpty)
    return String(decoding: world.messages, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func eachFeedHasAnOptionToCopy() {
    let lines = messages(
      for: """
        <outline text='News'><outline text='Harbour News' xmlUrl='https://example.com/feed?a=1&amp;b=2'/>
        <outline text='Harbour news' xmlUrl="https://example.org/it's"/></outline>
        """)
    #expect(
      lines == [
        "The feeds of a list are shown by:",
        "  --feed harbour-news=<(curl -fsSL 'https://example.com/feed?a=1&b=2')",
        "  --feed harbour-news-2=<(curl -fsSL 'https://example.org/it%27s')",
        "feedweave: list:1:1: this is a list of 2 feeds (OPML), not a feed; nothing was read",
      ])
  }

  @Test func addressesThatAreNotSafeAreLeftOut() {
    let lines = messages(
      for: """
        <outline text='a' xmlUrl='javascript:alert(1)'/><outline text='b' xmlUrl='https://example.com/&#27;[2J$(x)`y`'/>
        """)
    #expect(lines.count == 3 && lines[1].hasPrefix("  --feed b=<(curl -fsSL 'https://example.com/%1B"))
    #expect(messages(for: "").count == 1)
    #expect(messages(for: "<outline text='a' xmlUrl='ftp://example.com'/>").count == 1)
  }

  @Test func longListsAreCut() {
    let outlines = (0..<300).map { "<outline text='f' xmlUrl='https://example.com/\($0)'/>" }.joined()
    let lines = messages(for: outlines)
    #expect(lines.count == 203 && lines[201] == "  and 100 more")
  }
}
