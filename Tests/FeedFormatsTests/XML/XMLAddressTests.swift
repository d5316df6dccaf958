import TestSupport
import Testing

@testable import FeedFormats

/// Relative addresses in RSS and Atom.
@Suite struct XMLAddressTests {
  @Test func `every level of RSS has its base`() throws {
    let document = try read(
      """
      <rss xml:base="http://h/r/" xmlns:media="http://search.yahoo.com/mrss/" xmlns:atom="http://www.w3.org/2005/Atom">
      <channel xml:base="c/"><link>home</link><atom:link rel="self" href="feed" xml:base="s/"/>
      <item xml:base="i/"><link>page</link><guid isPermaLink="false">1</guid><enclosure url="e" type="image/png"/>
      <media:content url="m" xml:base="/x/"/><description xml:base="d/">&lt;a href=q&gt;q&lt;/a&gt;</description></item>
      <item><link>page</link></item></channel></rss>
      """)
    #expect([document.homePage, document.feedURL] == ["http://h/r/c/home", "http://h/r/c/s/feed"])
    let item = document.items[0]
    #expect([item.url, item.image] == ["http://h/r/c/i/page", "http://h/r/c/i/e"])
    #expect(item.attachments.map(\.url) == ["http://h/r/c/i/e", "http://h/x/m"])
    #expect(item.contentHTML == "<a href=\"http://h/r/c/i/d/q\">q</a>")
    #expect(document.items[1].id == "http://h/r/c/page")
  }

  @Test func `without a base the feed and the page are the base`() throws {
    let item = "<item><link>/1?a</link><description>&lt;img src='p.png'&gt;</description></item>"
    let link = "<link>http://h/x/y</link>"
    for text in [item + link, link + item] {
      let document = try read("<rss><channel>\(text)</channel></rss>")
      #expect(document.items[0].url == "http://h/1?a" && document.items[0].id == "http://h/1?a")
      #expect(document.items[0].contentHTML == "<img src=\"http://h/p.png\">")
    }
    let atom = try read(
      """
      <feed><link rel="self" href="http://f/feed/atom"/><link href="http://h/"/>
      <entry><id>1</id><link href="1"/><content type="html">&lt;a href="2"&gt;2&lt;/a&gt;</content></entry></feed>
      """)
    #expect(atom.items[0].url == "http://f/feed/1")
    #expect(atom.items[0].contentHTML == "<a href=\"http://f/feed/2\">2</a>")
    let alone = try read(
      "<rss><channel><item><link>http://h/1/</link><description>&lt;a href=q&gt;&lt;/a&gt;</description></item></channel></rss>"
    )
    #expect(alone.items[0].contentHTML == "<a href=\"http://h/1/q\"></a>")
  }

  @Test func `the address of a file is the last base`() throws {
    let item = "<item><link>1</link><description>&lt;a href=2&gt;&lt;/a&gt;</description></item>"
    for (rest, pages, link) in [
      ("", [nil, nil], "http://s/f/1"), ("<link>/page/</link>", ["http://s/page/", nil], "http://s/page/1"),
      ("<link>http://h/</link>", ["http://h/", nil], "http://h/1"),
      (
        "<a:link rel='self' href='/own/feed' xmlns:a='http://www.w3.org/2005/Atom'/>", [nil, "http://s/own/feed"],
        "http://s/own/1"
      ),
    ] {
      for isEncoded in [false, true] {
        for text in [item + rest, rest + item] {
          let document = try read("<rss><channel>\(text)</channel></rss>") {
            ($0.address, $0.keepsItemsEncoded) = ("http://s/f/feed.xml", isEncoded)
          }
          #expect([document.homePage, document.feedURL] == pages)
          #expect(document.items[0].url == link, "\(text)")
          #expect(document.items[0].contentHTML == "<a href=\"\(link.dropLast())2\"></a>")
        }
      }
    }
    let document = try read("<feed xml:base='b/'><entry><id>1</id><link href='1'/></entry></feed>") {
      $0.address = "http://s/f/feed.xml"
    }
    #expect(document.items[0].url == "http://s/f/b/1" && document.findings.isEmpty)
  }

  @Test func `a base that is none is a finding once`() throws {
    let document = try read(
      "<feed xml:base='http://h/'>\n<entry xml:base='javascript:x'><id>1</id><link href='1'/><summary>s</summary></entry></feed>"
    )
    #expect(document.items[0].url == "http://h/1")
    #expect(document.findings.map(\.description) == ["2:1: xml:base is not a web address: \"javascript:x\"; left out"])
  }

  @Test func `long bases cannot make a document large`() throws {
    let base = "http://h/" + String(repeating: "a", count: 2000) + "/"
    let count = Sample.of(60_000, few: 3_000)
    let links = String(repeating: "&lt;a href=x&gt;", count: count)
    let document = try read(
      "<rss xml:base='\(base)'><channel><item><guid>1</guid><description>\(links)</description></item></channel></rss>")
    let size = document.items[0].contentHTML?.utf8.count ?? 0
    #expect(size < 3 * count * 15 + (2 << 20))
    #expect(
      document.findings.map(\.problem) == ["resolved addresses would make the document too large; some are relative"])
  }

  @Test func `the original link is the page`() throws {
    let document = try read(
      """
      <rss xmlns:f="http://rssnamespace.org/feedburner/ext/1.0"><channel><item><link>http://c/1</link>
      <f:origLink>http://h/1</f:origLink></item></channel></rss>
      """)
    #expect(document.items[0].url == "http://h/1" && document.items[0].id == "http://c/1")
  }

  @Test func `a page is preferred to its other forms`() throws {
    let alternate = "http://www.iana.org/assignments/relation/alternate"
    let links = """
      <link type='application/pdf' href='http://h/pdf'/><link rel='\(alternate)' type='text/html' href='http://h/html'/>
      <link href='http://h/later'/>
      """
    #expect(try read("<feed><entry><id>1</id>\(links)</entry></feed>").items[0].url == "http://h/html")
  }

  @Test func `a repeated identifier is a finding once`() throws {
    let items = ["a", "b", "a", "a", "b"].map { "\n<item><guid>\($0)</guid></item>" }.joined()
    let document = try read("<rss><channel>\(items)</channel></rss>")
    #expect(document.items.count == 5)
    #expect(
      document.findings.map(\.description) == [
        "4:1: the id \"a\" is that of an earlier item; kept", "6:1: the id \"b\" is that of an earlier item; kept",
      ])
  }

  @Test func `a source gives only its authors`() throws {
    let source = "<source><id>s</id><title>no</title><link href='http://no/'/><author><name>S</name></author></source>"
    let item = try read("<feed><entry><id>1</id>\(source)</entry></feed>").items[0]
    #expect(item.title == nil && item.url == nil && item.id == "1" && item.authors == [FeedAuthor(name: "S")])
    let both = try read("<feed><entry><id>1</id>\(source)<author><name>A</name></author></entry></feed>").items[0]
    #expect(both.authors == [FeedAuthor(name: "A")])
  }
}
