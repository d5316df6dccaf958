import TestSupport
import Testing

@testable import FeedFormats

@Suite struct RSSInJSONReaderTests {
  private func item(_ members: String) throws -> FeedItem {
    try #require(try read(#"{"rss":{"channel":{"item":[{\#(members)}]}}}"#).items.first)
  }

  @Test func `the items are those of the same feed in XML`() throws {
    let json = try FeedReader().read(try #require(ProjectFiles.bytes("Fixtures/feeds/harbour.rssjson")))
    let xml = try FeedReader().read(try #require(ProjectFiles.bytes("Fixtures/feeds/harbour-as-json.rss.xml")))
    #expect(json.format == .rssInJSON && json.items.count == 6)
    for (item, other) in zip(json.items, xml.items) {
      var (item, other) = (item, other)
      // What an enclosure becomes is tested below.
      (item.attachments, other.attachments) = ([], [])
      #expect(item.hasSameContent(as: other), "\(item) \(other)")
    }
    #expect(json.title == xml.title && json.homePage == xml.homePage && json.language == xml.language)
    #expect(json.feedURL == xml.feedURL && json.items.count == xml.items.count)
    #expect(json.findings.map(\.problem) == xml.findings.map(\.problem))
  }

  @Test func `a single item needs no array`() throws {
    let document = try read(#"{"rss":{"version":"2.0","channel":{"title":"T","item":{"guid":"1"}}}}"#)
    #expect(document.items.map(\.id) == ["1"] && document.title == "T" && document.findings.isEmpty)
    #expect(try read(#"{"rss":{"item":[{"guid":"1"}],"channel":{"item":{"guid":"2"}}}}"#).items.count == 2)
    #expect(try read(#"{"rss":{}}"#).items.isEmpty)
  }

  @Test func `a value may have attributes or be repeated`() throws {
    let plain = try item(
      ##""guid":{"#value":" https://example.com/ ","isPermaLink":"true"},"category":["a",{"#value":"b"}]"##)
    #expect(plain.id == "https://example.com/" && plain.url == "https://example.com/" && plain.tags == ["a", "b"])
    for flag in ["\"false\"", "false"] {
      #expect(try item(##""guid":{"#value":"https://example.com/","isPermaLink":\##(flag)}"##).url == nil)
    }
    #expect(try item(#""title":["a","b"],"link":["c","d"]"#).title == "a")
    #expect(try item(#""title":["a","b"],"link":["c","d"]"#).url == "d")
  }

  @Test func `enclosures are attachments`() throws {
    let item = try item(
      #""guid":"1","enclosure":[{"url":"u","type":"audio/mpeg","length":"12"},{"url":"v","length":5},{"length":1},{"url":"w","length":"x"}]"#
    )
    #expect(
      item.attachments == [
        FeedAttachment(url: "u", mimeType: "audio/mpeg", sizeInBytes: 12), FeedAttachment(url: "v", sizeInBytes: 5),
        FeedAttachment(url: "w"),
      ])
    #expect(try self.item(#""enclosure":{"url":"p","type":"image/png"}"#).image == "p")
  }

  @Test func `what is of another shape is a finding`() throws {
    let document = try read(
      #"{"rss":{"channel":[{"item":[]}],"channel":{"item":[5,{"pubDate":"soon","enclosure":"x"}],"title":[[1]]}}}"#)
    #expect(document.items.count == 1)
    #expect(
      document.findings.map(\.problem) == [
        "channel is an array, not an object", "an item is a number, not an object",
        "an item has neither an id nor a link", "a date is not a valid date: \"soon\"", "an enclosure has no url",
        "an element is an array, not an object",
      ])
    #expect(throws: FeedError.self) { try read(#"{"rss":[]}"#) }
  }

  @Test func `a document cut anywhere is an error and in part a prefix`() throws {
    let text = #"{"rss":{"version":"2.0","channel":{"title":"é", "item":[{"guid":"1"},{"guid":"2"}],"x":[]}}}"#
    try checkCuts(of: Array(text.utf8), ids: ["1", "2"])
  }
}
