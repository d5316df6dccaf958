import TestSupport
import Testing

@testable import FeedFormats

@Suite struct SubscriptionListTests {
  private func list(_ outlines: String) throws -> SubscriptionList {
    try SubscriptionList.read(
      Array("<opml version='1.0'><head><title>T</title></head><body>\(outlines)</body></opml>".utf8))
  }

  @Test func `every feed of the fixture is read`() throws {
    let bytes = try #require(ProjectFiles.bytes("Fixtures/formats/subscriptions.opml"))
    let list = try SubscriptionList.read(bytes)
    #expect(list.title == "Feeds of the harbour office")
    #expect(
      list.feeds.map(\.name) == [
        "Quayside Bulletin", "Pilot Station", "Quayside — Bulletin!", "https://example.com/nameless.xml",
      ])
    #expect(
      list.feeds.map(\.feedURL) == [
        "https://example.org/quayside/rss.xml", "http://example.net/pilot.atom",
        "https://example.com/other.xml?a=1&b=2",
        "https://example.com/nameless.xml",
      ])
    #expect(list.feeds.map(\.folders) == [["News & tides"], ["News & tides", "Far away"], [], []])
    #expect(list.feeds.map(\.homePage) == ["https://example.org/quayside/", nil, nil, nil])
    #expect(
      list.feeds.map(\.shortName) == [
        "quayside-bulletin", "pilot-station", "quayside-bulletin-2", "https-example-com-nameless-xml",
      ])
    #expect(
      list.findings.map(\.description) == [
        "8:7: the outline \"Nothing here\" has no address of a feed; left out",
        "10:90: \"&\" does not begin a known reference; taken as text",
        "12:5: the outline \"An empty folder\" has no address of a feed; left out",
      ])
  }

  @Test func `a feed reader says that it is a list`() throws {
    let bytes = try #require(ProjectFiles.bytes("Fixtures/formats/subscriptions.opml"))
    let position = SourcePosition(line: 2, column: 1)
    #expect(throws: FeedError.listOfFeeds(position, count: 4)) { try FeedReader().read(bytes) }
    #expect(throws: FeedError.listOfFeeds(.start, count: 1)) {
      try read("<OPML><body><outline xmlUrl='http://h/'/><outline")
    }
  }

  @Test func `short names are different`() throws {
    let names = ["a", "A", "a 2", "a", "日本", "!", ""]
    let outlines = names.map { "<outline text='\($0)' xmlUrl='http://h/'/>" }.joined()
    #expect(try list(outlines).feeds.map(\.shortName) == ["a", "a-2", "a-2-2", "a-3", "feed", "feed-2", "http-h"])
  }

  @Test func `other documents are errors`() {
    #expect(throws: FeedError.unrecognised(.start, content: "text that begins with \"<rss/>\"")) {
      try SubscriptionList.read(Array("<rss/>".utf8))
    }
    for text in ["", "a", "{}", "<opml>", "<opml><body><outline xmlUrl='a'/>"] {
      #expect(throws: FeedError.self, "\(text)") { try SubscriptionList.read(Array(text.utf8)) }
    }
  }

  @Test func `lists are read in part and capped`() throws {
    var options = FeedReader.Options()
    options.partial = true
    let cut = "<opml><body><outline text='a' xmlUrl='http://a/'/><outline text='b' xmlU"
    #expect(try SubscriptionList.read(Array(cut.utf8), options: options).feeds.map(\.name) == ["a"])
    options.maxItems = 1
    let two = "<opml><body><outline text='a' xmlUrl='http://a/'/><outline text='b' xmlUrl='http://b/'/></body></opml>"
    let list = try SubscriptionList.read(Array(two.utf8), options: options)
    #expect(list.feeds.map(\.name) == ["a"] && list.findings.map(\.problem) == ["more than 1 feeds"])
  }

  @Test func `deep and many outlines are read once`() throws {
    let many = Sample.of(100_000, few: 5_000)
    let deep =
      String(repeating: "<outline text='f'>", count: many)
      + String(repeating: "<outline text='a' xmlUrl='http://a/'/>", count: many)
    let list = try list(deep + String(repeating: "</outline>", count: many))
    #expect(list.feeds.count == many && list.feeds.allSatisfy { $0.folders.count == 16 })
    #expect(Set(list.feeds.map(\.shortName)).count == many)
  }
}
