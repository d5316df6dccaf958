import Testing

@testable import FeedFormats

/// RSS 0.90 to 1.0, Atom 0.3, and feeds that mix vocabularies.
@Suite struct XMLOldFormatsTests {
  @Test func `RSS 090 is read`() throws {
    let document = try read(
      """
      <?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
       xmlns="http://my.netscape.com/rdf/simple/0.9/"><channel><title>T</title><link>http://h/</link></channel>
      <image><title>no</title><url>http://no/</url><link>http://no/</link></image>
      <item><title>I</title><link>http://h/1</link></item><textinput><title>no</title></textinput></rdf:RDF>
      """)
    #expect([document.title, document.homePage] == ["T", "http://h/"])
    #expect(document.items.map(\.title) == ["I"] && document.items.map(\.id) == ["http://h/1"])
  }

  @Test func `names are read in any case`() throws {
    let document = try read(
      "<RSS><Channel><TITLE>T</TITLE><Item><GUID ispermalink='x'>1</GUID><PubDate>Thu, 01 Jan 1970 00:00:01 GMT</PubDate></Item></Channel></RSS>"
    )
    #expect(document.title == "T" && document.items[0].id == "1" && document.items[0].datePublished == 1)
  }

  @Test func `Atom 03 is read`() throws {
    let document = try read(
      """
      <feed version="0.3" xmlns="http://purl.org/atom/ns#"><title mode="escaped" type="text/html">A &amp;amp; B</title>
      <entry><id>1</id><issued>1970-01-01T00:00:01Z</issued><modified>1970-01-01T00:00:02Z</modified>
      <author><name>N</name><url>http://n/</url></author>
      <summary type="application/xhtml+xml"><div xmlns="http://www.w3.org/1999/xhtml">a <b>b</b></div></summary>
      <content type="text/html" mode="escaped">&lt;p&gt;c&lt;/p&gt;</content></entry>
      <entry><id>2</id><created>1970-01-01T00:00:03Z</created><content type="html">
        <div xmlns="http://www.w3.org/1999/xhtml">d &lt;b&gt;e&lt;/b&gt;</div></content></entry></feed>
      """)
    #expect(document.title == "A & B")
    let item = document.items[0]
    #expect([item.contentHTML, item.summary] == ["<p>c</p>", "a b"])
    #expect(
      item.datePublished == 1 && item.dateModified == 2 && item.authors == [FeedAuthor(name: "N", url: "http://n/")])
    #expect(document.items[1].contentHTML == "d <b>e</b>" && document.items[1].datePublished == 3)
  }

  @Test func `other elements of items give content`() throws {
    let items = [
      ("<body xmlns='http://www.w3.org/1999/xhtml'><p>x</p></body>", "<p>x</p>"),
      ("<fullitem>&lt;p&gt;x&lt;/p&gt;</fullitem>", "<p>x</p>"),
      ("<dc:description>&lt;p&gt;x&lt;/p&gt;</dc:description>", "<p>x</p>"),
      ("<atom:content type='html'>&lt;p&gt;x&lt;/p&gt;</atom:content>", "<p>x</p>"),
      ("<summary>&lt;p&gt;x&lt;/p&gt;</summary>", "<p>x</p>"),
    ]
    for (element, html) in items {
      let document = try read("<rss><channel><item><guid>1</guid>\(element)</item></channel></rss>")
      #expect(document.items[0].contentHTML == html, "\(element)")
    }
    let both = try read(
      "<rss><channel><item><guid>1</guid><summary>s</summary><description>d</description></item></channel></rss>")
    #expect(both.items[0].contentText == "d" && both.items[0].summary == "s")
  }

  @Test func `a picture of an item is read without its title and link`() throws {
    let pictures = [
      "<image><title>no</title><url>http://h/p</url><link>http://no/</link></image>", "<image>http://h/p</image>",
      "<image><url/></image><itunes:image href='http://h/p'/>",
    ]
    for picture in pictures {
      let item = try read("<rss><channel><item><guid>1</guid>\(picture)</item></channel></rss>").items[0]
      #expect(item.image == "http://h/p" && item.title == nil && item.url == nil, "\(picture)")
    }
  }

  @Test func `authors are read from elements and text`() throws {
    let authors =
      "<author><name>N</name><email>m@h</email></author><author><url>http://a/</url></author><author><url>http://b/</url></author>"
      + "<author><email>e@h</email></author>"
    let document = try read(
      "<feed><entry><id>1</id>\(authors)<contributor><name>no</name></contributor></entry></feed>")
    #expect(
      document.items[0].authors == [
        FeedAuthor(name: "N"), FeedAuthor(url: "http://a/"), FeedAuthor(url: "http://b/"), FeedAuthor(name: "e@h"),
      ])
  }

  @Test func `the date and the id of RSS come before those of others`() throws {
    let own = "<pubDate>2024-01-01</pubDate><guid isPermaLink='false'>g</guid>"
    let others = "<dc:date>2020-01-01</dc:date><a10:id>https://h/1</a10:id>"
    for (elements, date, id, page) in [
      (own + others, "2024-01-01", "g", "https://h/1"), (others + own, "2024-01-01", "g", "https://h/1"),
      (others, "2020-01-01", "https://h/1", "https://h/1"),
      (others + "<link>https://h/2</link>", "2020-01-01", "https://h/1", "https://h/2"),
    ] {
      let text = "<rss xmlns:a10='http://www.w3.org/2005/Atom'><channel><item>\(elements)</item></channel></rss>"
      let item = try read(text).items[0]
      #expect(item.datePublished == FeedTime.seconds(of: date), "\(elements)")
      #expect([item.id, item.url] == [id, page], "\(elements)")
    }
  }
}
