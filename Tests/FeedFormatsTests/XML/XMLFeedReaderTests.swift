import TestSupport
import Testing

@testable import FeedFormats

@Suite struct XMLFeedReaderTests {
  /// An RSS document around some items.
  private func rss(_ items: String) -> String { "<rss version=\"2.0\"><channel>\(items)</channel></rss>" }

  @Test func `every element of an RSS item is read`() throws {
    let document = try read(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <rss version="2.0" xmlns:c="http://purl.org/rss/1.0/modules/content/" xmlns:d="http://purl.org/dc/elements/1.1/"
        xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">
      <channel><title>A &amp; B</title><link>http://h</link><language>en</language>
      <atom:link rel="self" href="http://f"/><image><title>no</title></image>
      <item><title>T &lt;b&gt;1&lt;/b&gt;</title><link> http://l </link><guid isPermaLink="false">g</guid>
      <description><![CDATA[<p>short</p>]]></description><c:encoded><![CDATA[<p>long & wide</p>]]></c:encoded>
      <d:creator>N</d:creator><author>x@y.z (M)</author><category>a</category><category><![CDATA[b&c]]></category>
      <pubDate>Thu, 01 Jan 1970 00:00:01 GMT</pubDate><enclosure url="http://i" type="image/png" length="1"/>
      <media:title>not this</media:title></item>
      </channel></rss>
      """)
    #expect(document.format == .rss)
    #expect(
      [document.title, document.homePage, document.feedURL, document.language] == [
        "A & B", "http://h", "http://f", "en",
      ])
    let item = try #require(document.items.first)
    #expect([item.id, item.url, item.title, item.summary] == ["g", "http://l", "T 1", "short"])
    #expect([item.contentHTML, item.contentText, item.image] == ["<p>long & wide</p>", nil, "http://i"])
    #expect(item.authors.map(\.name) == ["N", "M"])
    #expect(item.tags == ["a", "b&c"])
    #expect(item.datePublished == 1)
    #expect(item.position == SourcePosition(line: 6, column: 1))
    #expect(document.findings.isEmpty)
  }

  @Test func `every element of an Atom entry is read`() throws {
    let document = try read(
      """
      <a:feed xmlns:a="http://www.w3.org/2005/Atom" xml:lang="de" xml:base="http://h/x/">
      <a:title type="html">A &amp;amp; B</a:title><a:link rel="self" href="f"/><a:link href="/"/>
      <a:author><a:name>F</a:name></a:author>
      <a:entry xml:base="y/"><a:id>1</a:id><a:title>1 &lt; 2</a:title>
      <a:link rel="edit" href="no"/><a:link rel="related" href="../r"/><a:link rel="alternate" href="p?q=1&amp;r=2"/>
      <a:link rel="enclosure" type="image/jpeg" href="//c/i"/>
      <a:published>1970-01-01T00:00:01Z</a:published><a:updated>1970-01-01T00:00:02Z</a:updated>
      <a:author><a:name>N</a:name><a:uri>me</a:uri><a:email>x</a:email></a:author>
      <a:category term="t" label="L"/><a:category term="u"/><a:source><a:title>other</a:title></a:source>
      <a:summary>s</a:summary>
      <a:content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>x <b>y</b></p><br/>z</div></a:content></a:entry>
      <a:entry><a:id>2</a:id><a:summary type="html">&lt;i&gt;h&lt;/i&gt;</a:summary></a:entry>
      </a:feed>
      """)
    #expect(document.format == .atom)
    #expect(
      [document.title, document.homePage, document.feedURL, document.language] == [
        "A & B", "http://h/", "http://h/x/f", "de",
      ])
    #expect(document.authors == [FeedAuthor(name: "F")])
    let item = try #require(document.items.first)
    #expect([item.id, item.title, item.summary] == ["1", "1 < 2", "s"])
    #expect([item.url, item.externalURL, item.image] == ["http://h/x/y/p?q=1&r=2", "http://h/x/r", "http://c/i"])
    #expect(item.contentHTML == "<p>x <b>y</b></p><br/>z")
    #expect(item.datePublished == 1 && item.dateModified == 2)
    #expect(item.authors == [FeedAuthor(name: "N", url: "http://h/x/y/me")])
    #expect(item.tags == ["L", "u"])
    #expect(document.items[1].contentHTML == "<i>h</i>" && document.items[1].summary == nil)
    #expect(document.findings.isEmpty)
  }

  @Test func `items beside the channel are read`() throws {
    let document = try read(
      """
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
      <channel rdf:about="x"><title>T</title><items><rdf:Seq><rdf:li resource="l"/></rdf:Seq></items></channel>
      <item rdf:about="l"><title>I</title><link>l</link><description>plain</description></item></rdf:RDF>
      """)
    #expect(document.format == .rss && document.title == "T")
    #expect(document.items.map(\.id) == ["l"])
    #expect(document.items[0].contentText == "plain")
  }

  @Test func `a document without namespaces is read as meant`() throws {
    let atom = try read("<feed><title>T</title><entry><id>1</id></entry></feed>")
    #expect(atom.format == .atom && atom.items.map(\.id) == ["1"])
    let rss = try read(rss("<item><guid>1</guid><dc:creator>N</dc:creator></item>"))
    #expect(rss.items.first?.authors == [FeedAuthor(name: "N")])
  }

  @Test func `a namespace that nobody knows is taken for the format`() throws {
    let rss = try read("<rss xmlns='http://x/'><channel><item><guid>1</guid></item></channel></rss>")
    #expect(rss.format == .rss && rss.items.map(\.id) == ["1"])
    let atom = try read("<feed xmlns='http://x/'><entry><id>1</id></entry></feed>")
    #expect(atom.format == .atom && atom.items.map(\.id) == ["1"])
  }

  @Test func `content that is no text is passed over`() throws {
    let document = try read(
      "<feed><entry><id>1</id><summary>s</summary><content type='image/png'>aGk=</content></entry></feed>")
    #expect(document.items[0].contentText == "s")
  }

  @Test func `a newline before the declaration is passed over`() throws {
    let document = try read("\n\n<?xml version=\"1.0\"?>\n<!-- x -->" + rss("<item><guid>1</guid></item>"))
    #expect(document.items.map(\.position.line) == [4])
    #expect(document.findings.isEmpty)
  }

  @Test func `a truncated document is an error and in part a prefix`() throws {
    let text = """
      \n<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "b">]><rss><channel><title>T</title>
      <item><guid>1</guid><title><![CDATA[x]]></title></item><!-- c --><item><guid>2</guid>
      <description>a &amp; b <p class='x>y'>c</p></description></item></channel></rss>
      """
    try checkCuts(of: Array(text.utf8), ids: ["1", "2"])
    try checkCuts(of: Array("<feed><entry><id>1</id></entry><entry><id>2</id></entry></feed>".utf8), ids: ["1", "2"])
  }

  @Test func `text behind a bare ampersand stays`() throws {
    let document = try read(rss("\n<item><guid>1</guid><title>Q & A, R&D &foo; &#x; 5 < 6</title></item>"))
    #expect(document.items[0].title == "Q & A, R&D &foo; &#x; 5 < 6")
    #expect(
      document.findings.map(\.description) == [
        "2:30: \"&\" does not begin a known reference; taken as text",
        "2:36: \"&\" does not begin a known reference; taken as text",
        "2:39: \"&\" does not begin a known reference; taken as text",
        "2:45: \"&\" does not begin a known reference; taken as text",
        "2:52: \"<\" does not begin a tag; taken as text",
      ])
  }

  @Test func `undeclared entities are read as in HTML`() throws {
    let document = try read(rss("<item><guid>1</guid><title>a&nbsp;b&mdash;c&#8217;&#146;</title></item>"))
    #expect(document.items[0].title == "a b—c’’")
    #expect(document.findings.map(\.remedy) == [.kept, .kept])
  }

  @Test func `no entity of the document is ever read`() throws {
    let bomb = (1...30).map { "<!ENTITY e\($0) \"\(String(repeating: "&e\($0 - 1);", count: 10))\">" }.joined()
    let document = try read(
      """
      <!DOCTYPE rss SYSTEM "file:///etc/passwd" [ <!ENTITY x SYSTEM "file:///etc/passwd"> <!ENTITY e0 'it]>s'>
      <!-- a quote: ' and ]> -->\(bomb)]>
      """ + rss("<item><guid>1</guid><title>&x;&e30;</title></item>"))
    #expect(document.items[0].title == "&x;&e30;")
    #expect(document.findings.map(\.remedy) == [.cut, .takenAsText, .takenAsText])
  }

  @Test func `a large subset is cut in passing`() throws {
    let count = Sample.of(50_000, few: 20_000)
    let subset = String(repeating: "<!ENTITY x \"y\"><!ATTLIST a b CDATA #IMPLIED>\n", count: count)
    #expect(try read("<!DOCTYPE rss [\(subset)]>" + rss("<item><guid>1</guid></item>")).items.count == 1)
  }

  @Test func `millions of nested elements are a cap and no crash`() throws {
    let deep = String(repeating: "<a>", count: Sample.of(2_000_000, few: 100_000))
    #expect(throws: FeedError.self) { try read(rss(deep)) }
    let lessDeep = deep.prefix(90_000)
    let item = "<item><guid>1</guid><description>\(lessDeep)</description></item><item><guid>2</guid></item>"
    let document = try read(rss(item))
    #expect(document.items.map(\.id) == ["2"])
    #expect(document.findings.contains { $0.remedy == .itemLeftOut && $0.problem == "nested deeper than 512" })
  }

  @Test func `hostile lengths are walked once`() throws {
    let many = Sample.of(60_000, few: 2_500)
    let texts = [
      String(repeating: "<", count: 10 * many), "<rss " + String(repeating: "a='b' ", count: many) + "/>",
      rss("<item>" + (0..<many).map { "<author>\($0)</author>" }.joined() + "</item>"),
      rss("<item " + String(repeating: "xmlns:p='u' ", count: many) + "/>"),
      "<rss>" + String(repeating: "</a>", count: many),
      "<rss>" + String(repeating: "<a></b>", count: many), "<rss>" + String(repeating: "<![CDATA[", count: many),
      "<rss>" + String(repeating: "<!--", count: many), "<rss>" + String(repeating: "&", count: many),
      "<rss>" + String(repeating: "<a ", count: many), "<rss a=\"" + String(repeating: "' ", count: many),
      "<!DOCTYPE " + String(repeating: "[", count: many), "<rss>" + String(repeating: "<a='\"", count: many),
    ]
    for text in texts {
      let document = try? read(text)
      #expect(document?.items.count ?? 0 <= 1)
    }
  }

  @Test func `elements left open are closed with the item`() throws {
    let document = try read(
      rss("<item><guid>1</guid><description><p>a<br>b</description></item>\n<item><guid>2</guid></x></item>"))
    #expect(document.items.map(\.id) == ["1", "2"])
    #expect(document.items[0].contentHTML == "<p>a<br>b")
    #expect(
      document.findings.map(\.description) == [
        "1:71: \"br\" is not closed before \"description\" is; kept", "2:21: the end tag \"x\" has no start tag; cut",
      ])
  }

  @Test func `other encodings are decoded and their bytes counted`() throws {
    let body = "<item><guid>1</guid><title>caf\u{E9} \u{80}</title></item>\n<item/>"
    let latin = "<?xml version='1.0' encoding='ISO-8859-1'?>" + rss(body)
    let document = try FeedReader().read(latin.unicodeScalars.map { UInt8($0.value) })
    #expect(document.items[0].title == "café €")
    #expect(document.findings.map(\.position) == [SourcePosition(line: 2, column: 1)])
    let euro = "<?xml version=\"1.0\" encoding = \"iso-8859-15\" ?>" + rss("<title>\u{A4}</title>")
    #expect(try FeedReader().read(euro.unicodeScalars.map { UInt8($0.value) }).title == "€")
    let utf16 = [0xFEFF] + Array(("<?xml version='1.0' encoding='UTF-16'?>" + rss("<title>日本😀</title>")).utf16)
    #expect(try FeedReader().read(utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }).title == "日本😀")
    #expect(try FeedReader().read([0xEF, 0xBB, 0xBF] + Array(rss("<title>é</title>").utf8)).title == "é")
    for name in ["ISO-2022-JP", "UTF-7", "HZ-GB-2312"] {
      #expect(throws: FeedError.unsupportedEncoding(name)) {
        try read("<?xml version='1.0' encoding='\(name)'?><rss/>")
      }
    }
  }

  @Test func `an encoding that nobody knows does not matter in UTF-8`() throws {
    for name in ["nothing-known", "x/y", "IBM037", "none", ""] {
      let text = "<?xml version='1.0' encoding='\(name)'?>" + rss("<title>日本</title>")
      let document = try read(text)
      #expect(document.title == "日本")
      #expect(
        document.findings.map(\.description) == ["1:1: the encoding \"\(name)\" is not known; read as UTF-8; kept"])
      #expect(throws: FeedError.unsupportedEncoding(name)) { try FeedReader().read(Array(text.utf8) + [0xFF]) }
    }
    for name in [" utf-8 ", "utf-8;", "UTF_8", "utf8mb4", "us-ascii", "US-ASCII"] {
      let document = try read("<?xml version='1.0' encoding='\(name)'?>" + rss("<title>日本</title>"))
      #expect(document.title == "日本" && document.findings.isEmpty, "\(name)")
    }
    for name in ["win-1251", "x-cp1251", "windows-1251"] {
      let bytes = Array("<?xml version='1.0' encoding='\(name)'?><rss><channel><title>".utf8) + [0xC4, 0xE0]
      #expect(try FeedReader().read(bytes + Array("</title></channel></rss>".utf8)).title == "Да")
    }
  }

  @Test func `byte order marks and lines before the document are skipped`() throws {
    for start in ["\u{FEFF}\u{FEFF}", "\n\u{FEFF}", " \u{FEFF} \n"] {
      #expect(try read(start + "<?xml version='1.0'?>" + rss("<title>a</title>")).title == "a")
      #expect(try read(start + #"{"version":"https://jsonfeed.org/version/1","items":[]}"#).items.isEmpty)
    }
    #expect(throws: FeedError.empty) { try read("\u{FEFF} \n\u{FEFF}") }
  }

  @Test func `what is no element of HTML stays in a title`() throws {
    let titles = [
      ("std::vector&lt;int&gt; vs Map&lt;String, Int&gt;", "std::vector<int> vs Map<String, Int>"),
      ("<![CDATA[vector<int>]]>", "vector<int>"),
      ("Generic &lt;T&gt; and &lt;your name&gt;", "Generic <T> and <your name>"),
      ("&lt;b&gt;Bold&lt;/b&gt; &amp;amp; &lt;/T&gt;", "Bold & </T>"), ("a <dl> b", "a <dl> b"),
    ]
    for (title, plain) in titles {
      #expect(try read(rss("<item><title>\(title)</title></item>")).items[0].title == plain)
    }
  }

  @Test func `elements of Atom within RSS are read where the item has no others`() throws {
    let document = try read(
      "<rss xmlns:a='http://www.w3.org/2005/Atom'><channel><a:title>C</a:title><item><guid>1</guid><a:title>T</a:title>"
        + "<a:category term='t'/></item><item><guid>2</guid><a:title>A</a:title><title>R</title></item></channel></rss>"
    )
    #expect(document.title == "C" && document.items.map(\.title) == ["T", "R"] && document.items[0].tags == ["t"])
  }

  @Test func `the id of an entry is its page if it is the only address`() throws {
    let ids = [
      ("<id>http://h/1</id>", "http://h/1"), ("<id>urn:x</id>", nil),
      ("<id>http://h/1</id><link href='http://h/2'/>", "http://h/2"),
      ("<link href='http://h/2'/><id>http://h/1</id>", "http://h/2"),
    ]
    for (elements, page) in ids {
      let document = try read("<feed xmlns='http://www.w3.org/2005/Atom'><entry>\(elements)</entry></feed>")
      #expect(document.items[0].url == page, "\(elements)")
    }
  }

  @Test func `attributes are known in any case`() throws {
    let items = ["isPermaLink", "ispermalink", "ISPERMALINK"].map {
      "<item><guid \($0)='false'>http://h/1</guid></item>"
    }
    #expect(try read(rss(items.joined())).items.allSatisfy { $0.url == nil })
    #expect(
      try read(rss("<item><guid>1</guid><enclosure URL='http://h/a' Type='audio/ogg'/></item>")).items[0].attachments
        .count == 1)
  }

  @Test func `bytes that are no UTF-8 are replaced where they stand`() throws {
    let declaration = "<?xml version='1.0' encoding='utf-8'?>"
    let bytes = Array("\(declaration)<rss><channel><title>a".utf8) + [0xE9] + Array("b</title></channel></rss>".utf8)
    let document = try FeedReader().read(bytes)
    #expect(document.title == "a\u{FFFD}b")
    #expect(document.findings.map(\.description) == ["1:61: invalid UTF-8; read as U+FFFD"])
  }

  @Test func `an item ends what was left open before it`() throws {
    let bodies = [
      "<image><url>x</url><item><guid>1</guid></item><item><guid>2</guid></item>",
      "<title>T<item><guid>1</guid></item><item><guid>2</guid></item>",
      "<title>T<b><item><guid>1</guid></item></b></title><item><guid>2</guid></item>",
      "<item><guid>1</guid><item><guid>2</guid></item>",
      "<item><guid>1</guid><title>t<item><guid>2</guid></item>",
      "<skipDays><day>Monday<item><guid>1</guid></item><x:y xmlns:x='z'><item><guid>2</guid></item></x:y>",
    ]
    for body in bodies {
      let document = try read(rss(body))
      #expect(document.items.map(\.id) == ["1", "2"], "\(body)")
      #expect(
        document.findings.contains { $0.problem.hasSuffix("is not closed before the next item begins") }, "\(body)")
    }
    let rdf = try read(
      "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'>"
        + "<channel/><image><title>t<item rdf:about='http://h/1'/><item rdf:about='b'><title>B</title></item></rdf:RDF>"
    )
    #expect(rdf.items.map(\.id) == ["http://h/1", "b"])
    #expect(rdf.items.map(\.url) == ["http://h/1", nil])
    let atom = try read(
      "<feed xmlns='http://www.w3.org/2005/Atom'><author><name>n<entry><id>1</id></entry><entry><id>2</id></entry></feed>"
    )
    #expect(atom.items.map(\.id) == ["1", "2"])
  }

  @Test func `what is called an item within an item is content of it`() throws {
    let document = try read(rss("<item><gallery><item>p</item><item>q</item></gallery><guid>1</guid></item><item/>"))
    #expect(document.items.map(\.id) == ["1", nil])
    #expect(document.findings.map(\.problem) == ["an item has neither an id nor a link"])
  }

  @Test func `other vocabularies give title and date`() throws {
    let names =
      "xmlns:d='http://purl.org/dc/elements/1.1/' xmlns:t='http://purl.org/dc/terms/' xmlns:media='http://search.yahoo.com/mrss/'"
    let document = try read(
      "<rss \(names)><channel>"
        + "<item><guid>1</guid><d:title>D &amp;amp; e</d:title><t:issued>1970-01-02</t:issued></item>"
        + "<item><guid>2</guid><media:title>M</media:title><title>T</title></item>"
        + "<item><guid>3</guid><media:title>M</media:title></item></channel></rss>")
    #expect(document.items.map(\.title) == ["D & e", "T", "M"])
    #expect(document.items[0].datePublished == 86_400)
  }

  @Test func `text in base 64 is decoded and nothing else is`() throws {
    let contents = [
      (
        "type='application/octet-stream' mode='base64'", "\nRXhhbXBsZSA8\nYj5BdG9tPC9iPg==\n",
        "Example <b>Atom</b>" as String?
      ),
      ("type='text/html' mode='base64'", "YSA8aT5iPC9pPg", "a <i>b</i>"), ("type='image/png'", "iVBORw0KGgo=", nil),
      ("type='text/plain' mode='base64'", "not base 64!", nil), ("type='application/x'", "A", nil),
    ]
    for (attributes, encoded, text) in contents {
      let document = try read(
        "<feed xmlns='http://purl.org/atom/ns#'><entry><id>1</id><content \(attributes)>\(encoded)</content></entry></feed>"
      )
      #expect(document.items[0].contentHTML ?? document.items[0].contentText == text, "\(attributes)")
    }
  }

  @Test func `other documents are named`() {
    for (text, content) in [
      ("<html><body/></html>", "a web page"), ("<x:opml xmlns:x='y'/>", "an XML document of \"x:opml\""),
    ] {
      #expect(throws: FeedError.unrecognised(.start, content: content)) { try read(text) }
    }
  }

  @Test func `items are capped and incomplete ones are findings`() throws {
    let document = try read(
      rss("\n<item><pubDate>soon</pubDate></item>\n<item><guid>2</guid></item>\n<item/><item/>") + "<more/>"
    ) {
      $0.maxItems = 2
    }
    #expect(document.items.map(\.id) == [nil, "2"])
    #expect(
      document.findings.map(\.description) == [
        "2:1: an item has neither an id nor a link; kept", "2:16: a date is not a valid date: \"soon\"; left out",
        "4:1: more than 2 items; the rest left out", "4:38: content after the document; the rest left out",
      ])
  }

  @Test func `damaged documents never do worse than an error`() {
    let seeds = [
      rss("<item><guid>1</guid><title>a &amp; b</title><description><![CDATA[<p>]]></description></item>"),
      "<feed xmlns='http://www.w3.org/2005/Atom'><entry><id>1</id><link href='x'/><content type='xhtml'><div>a</div></content></entry></feed>",
      "<?xml version='1.0' encoding='utf-8'?><!DOCTYPE rss [<!ENTITY a 'b'>]><rss><channel><item/></channel></rss>",
    ].map { Array($0.utf8) }
    for seed in 0..<Sample.of(4000, few: 1500) as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let bytes = random.damaged(seeds[Int(seed) % seeds.count], alphabet: Array("<>/!?&;\"'=[]-:a \n".utf8))
      do throws(FeedError) {
        let document = try FeedReader().read(bytes)
        #expect(document.items.count <= bytes.count / 7, "seed \(seed)")
      } catch {
        #expect(error.position >= .start, "seed \(seed)")
      }
    }
  }
}
