import TestSupport
import Testing

@testable import FeedFormats

@Suite struct OPMLWriterTests {
  private func again(_ list: SubscriptionList) throws -> SubscriptionList { try SubscriptionList.read(list.opml) }

  @Test func `a list that was written is read as it was`() throws {
    let bytes = try #require(ProjectFiles.bytes("Fixtures/formats/subscriptions.opml"))
    var list = try SubscriptionList.read(bytes)
    let read = try again(list)
    list.findings = []
    #expect(read == list && !list.feeds.isEmpty)
    #expect(try again(SubscriptionList()).feeds.isEmpty)
  }

  @Test func `neighbours share their folders`() throws {
    var list = SubscriptionList()
    let folders = [["a"], ["a", "b"], ["a"], [], ["b"], ["a", "b"]]
    list.feeds = folders.map { Subscription(name: $0.joined(), feedURL: "http://h/", folders: $0) }
    #expect(try again(list).feeds.map(\.folders) == folders)
    let text = String(decoding: list.opml, as: UTF8.self)
    #expect(text.components(of: "<outline text=") == 5 && text.components(of: "</outline>") == 5)
  }

  @Test func `hostile names stay within their attributes`() throws {
    var list = SubscriptionList()
    list.title = "]]></title><x>"
    let name = "a\" xmlUrl=\"http://evil/\"/>&amp;<'\n\u{1B}\u{FFFE}é日"
    list.feeds = [Subscription(name: name, feedURL: "http://h/?a=1&b=\"<", homePage: "\"/>", folders: ["<\">"])]
    let feed = try #require(try again(list).feeds.first)
    #expect(try again(list).title == list.title && feed.folders == ["<\">"] && feed.homePage == "\"/>")
    #expect(feed.name == "a\" xmlUrl=\"http://evil/\"/>&amp;<'\né日")
    #expect(feed.feedURL == "http://h/?a=1&b=\"<")
  }

  @Test func `a list is known by its beginning`() throws {
    let lists = [
      "<opml", "<opml>", "\u{FEFF}<?xml version='1.0'?>\n<!-- x --><!DOCTYPE y>\n<OPML version='2.0'><body><outl",
    ]
    for text in lists.dropFirst() { #expect(SubscriptionList.isList(Array(text.utf8)), "\(text)") }
    let others = ["", " ", "<", "opml", "<rss><opml/></rss>", "<opmlx", #"{"opml":1}"#, "<!-- <opml> -->", "\u{0}"]
    for text in others { #expect(!SubscriptionList.isList(Array(text.utf8)), "\(text)") }
    let bytes = Array("<opml>".utf16).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    #expect(SubscriptionList.isList([0xFF, 0xFE] + bytes))
  }
}

extension String {
  /// The number of places where a text occurs.
  fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
