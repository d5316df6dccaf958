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

  @Test func `feeds that are added to a list keep their folders`() throws {
    let former = Array("<opml><body><outline text='a' xmlUrl='http://a/'/></body></opml>".utf8)
    var list = try SubscriptionList.read(former)
    list.feeds += ["b", "c", "d"].map {
      Subscription(name: $0, feedURL: "http://\($0)/", folders: $0 == "d" ? [] : ["F", "G"])
    }
    let again = try SubscriptionList.read(list.opml(changing: former))
    #expect(again.feeds.map(\.folders) == [[], ["F", "G"], ["F", "G"], []])
  }

  @Test func `what other programs have written stays`() throws {
    let text = """
      <?xml version='1.0'?>
      <opml version='2.0' xmlns:x='urn:x'><head><ownerName>Ann</ownerName></head>
        <body x:a='1'><!-- mine -->
          <outline text='F' isOpen='true'><outline text='a' xmlUrl='feed://a/' x:rate='3'/>
            <outline text='b' xmlUrl='http://b/'></outline></outline>
          <x:other/>
        </body><x:end/>
      </opml>
      """
    let former = Array(text.utf8)
    var list = try SubscriptionList.read(former)
    #expect(list.opml(changing: former) == former)
    list.feeds.removeLast()
    list.feeds.append(Subscription(name: "c&d", feedURL: "http://c/"))
    let expected = text.replacing("<outline text='b' xmlUrl='http://b/'></outline>", with: "")
      .replacing("  </body>", with: "      <outline type=\"rss\" text=\"c&amp;d\" xmlUrl=\"http://c/\"/>\n</body>")
    #expect(String(decoding: list.opml(changing: former), as: UTF8.self) == expected)
    // A feed that has others cannot be cut, and what has no end or no body is written anew.
    let others = [
      "<opml><body><outline xmlUrl='http://b/'><outline xmlUrl='http://a/'/></outline></body></opml>",
      "<opml><body/></opml>", "<opml></opml>", "",
    ]
    for other in others { #expect(list.opml(changing: Array(other.utf8)) == list.opml, "\(other)") }
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
