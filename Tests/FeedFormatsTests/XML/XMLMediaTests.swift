import TestSupport
import Testing

@testable import FeedFormats

@Suite struct XMLMediaTests {
  /// Returns the item of an RSS document with these elements.
  private func item(_ elements: String) throws -> FeedItem {
    let text = """
      <rss xmlns:media="http://search.yahoo.com/mrss" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
      <item><guid>1</guid>\(elements)</item></channel></rss>
      """
    return try #require(try read(text).items.first)
  }

  @Test func `texts are used only where the item has none`() throws {
    let media = "<media:group><media:title>M</media:title><media:description>m</media:description></media:group>"
    let alone = try item(media)
    #expect([alone.title, alone.contentText] == ["M", "m"])
    for both in [
      media + "<title>T</title><description>d</description>", "<title>T</title><description>d</description>" + media,
    ] {
      let item = try item(both)
      #expect([item.title, item.contentText, item.summary] == ["T", "d", nil])
    }
  }

  @Test func `a description within a medium is read in its place`() throws {
    let described = "<media:content url='u'><media:description>A heron &amp; a pier</media:description></media:content>"
    let item = try item(described)
    #expect([item.attachments.first?.title, item.contentText] == ["A heron & a pier", nil])
    let titled = described.replacing("<media:d", with: "<media:title>T</media:title><media:d", maxReplacements: 1)
    let other = try self.item(titled)
    #expect([other.attachments.first?.title, other.contentText] == ["T", "A heron & a pier"])
  }

  @Test func `a picture is one by its ending where its type says nothing`() throws {
    for (type, isPicture) in [("application/octet-stream", true), ("IMAGE/PNG", true), ("audio/mpeg", false)] {
      let item = try item("<enclosure url='https://h/b.PNG' type='\(type)'/>")
      #expect((item.image != nil) == isPicture, "\(type)")
      let json = try read(
        #"{"rss":{"channel":{"item":{"guid":"1","enclosure":{"url":"https://h/b.PNG","type":"\#(type)"}}}}}"#)
      #expect((json.items[0].image != nil) == isPicture, "\(type)")
    }
  }

  @Test func `a description is HTML if it says so or looks like it`() throws {
    let cases: [(String, String?, String?)] = [
      ("<media:description>a &amp; b\nc</media:description>", nil, "a & b\nc"),
      ("<media:description>a &lt;b&gt;b&lt;/b&gt;</media:description>", "a <b>b</b>", nil),
      ("<media:description type='plain'>a &lt;b&gt;</media:description>", nil, "a <b>"),
      ("<media:description type='html'>a &lt; b</media:description>", "a < b", nil),
    ]
    for (element, html, text) in cases {
      let item = try item(element)
      #expect(item.contentHTML == html && item.contentText == text, "\(element)")
    }
  }

  @Test func `the largest picture is taken`() throws {
    let small = "<media:thumbnail url='http://h/s' width='10' height='10'/>"
    let large = "<media:content url='http://h/l' medium='image' width='640' height='360'/>"
    let unknown = "<media:thumbnail url='http://h/u'/>"
    #expect(try item(small + large + unknown).image == "http://h/l")
    #expect(try item(unknown + small).image == "http://h/s")
    #expect(try item(unknown + "<media:thumbnail url='http://h/v'/>").image == "http://h/u")
    #expect(try item(small + "<enclosure url='http://h/e' type='image/png'/>").image == "http://h/e")
    #expect(try item("<media:thumbnail>http://h/t</media:thumbnail>").image == "http://h/t")
    #expect(try item("<media:thumbnail url='http://h/n' width='99999999999999999' height='-3'/>").image == "http://h/n")
  }

  @Test func `every content is an attachment once`() throws {
    let item = try item(
      """
      <enclosure url="http://h/1.mp4" type="video/mp4"/>
      <media:content url="http://h/1.mp4" fileSize="7" duration="90"><media:title>One</media:title>
        <media:content url="http://h/2.mp4" type="video/mp4"/></media:content>
      <media:group><media:content url="http://h/3.mp4"><media:thumbnail url="http://h/3.png"/><media:title>Three</media:title>
      </media:content><media:content/></media:group>
      """)
    #expect(
      item.attachments == [
        FeedAttachment(
          url: "http://h/1.mp4", mimeType: "video/mp4", title: "One", sizeInBytes: 7, durationInSeconds: 90),
        FeedAttachment(url: "http://h/2.mp4", mimeType: "video/mp4"),
        FeedAttachment(url: "http://h/3.mp4", title: "Three"),
      ])
    #expect(item.image == "http://h/3.png")
    #expect(item.title == "One")
  }

  @Test func `credits and keywords are authors and tags if there are no others`() throws {
    let media =
      "<media:credit role='owner'>O</media:credit><media:credit role='x'>X</media:credit><media:keywords>a, b</media:keywords>"
    let alone = try item(media)
    #expect(alone.authors == [FeedAuthor(name: "O")] && alone.tags == ["a", "b"])
    let both = try item(media + "<dc:creator>C</dc:creator><category>c</category>")
    #expect(both.authors == [FeedAuthor(name: "C")] && both.tags == ["c"])
  }

  @Test func `the namespace is known in its usual spellings`() {
    let spellings: [(String, XMLVocabulary)] = [
      ("http://search.yahoo.com/mrss/", .media), ("https://search.yahoo.com/mrss", .media),
      ("http://video.search.yahoo.com/mrss/", .media), ("http://www.rssboard.org/media-rss", .media),
      ("http://www.itunes.com/DTDs/PodCast-1.0.dtd", .podcast), ("https://example.com/dtds/podcast-1.0.dtd", .podcast),
      ("http://purl.org/dc/elements/1.1", .dublinCore), ("http://purl.org/atom/ns#", .atom),
      ("http://www.w3.org/2005/Atom/", .atom), ("http://backend.userland.com/RSS2", .rss), ("", .rss),
      ("http://www.w3.org/1999/xhtml", .xhtml), ("http://example.org/", .other),
    ]
    for (address, vocabulary) in spellings { #expect(XMLVocabulary(address: address) == vocabulary, "\(address)") }
  }

  @Test func `many media are read once`() throws {
    let count = Sample.of(50_000, few: 3_000)
    let deep = String(repeating: "<media:group>", count: 400) + String(repeating: "</media:group>", count: 400)
    let many = (0..<count).map { "<media:content url='http://h/\($0)'/>" }.joined()
    #expect(try item("<media:group>\(many)</media:group>\(deep)").attachments.count == count)
  }
}
