import TestSupport
import Testing

@testable import FeedFormats

@Suite struct MarkupRewriterTests {
  private func resolved(_ html: String) -> String {
    var budget = AddressBudget(ofDocument: html.utf8.count)
    return MarkupRewriter.resolved(html, against: "http://h/d/p", &budget)
  }

  /// Returns the HTML of XHTML content in an Atom entry.
  private func html(_ xhtml: String) throws -> String? {
    try read(
      "<feed xmlns='http://www.w3.org/2005/Atom'><entry><id>1</id><content type='xhtml'>\(xhtml)</content></entry></feed>"
    )
    .items[0].contentHTML
  }

  @Test func `only relative addresses change`() {
    let cases = [
      ("<a href=\"x\">", "<a href=\"http://h/d/x\">"),
      ("<A HREF = '/x?a=1&amp;b=2' id=y>", "<A HREF=\"http://h/x?a=1&amp;b=2\" id=y>"),
      ("<img src=x/>", "<img src=\"http://h/d/x/\">"),
      ("<video poster='p' src=\"//c/v\">", "<video poster=\"http://h/d/p\" src=\"http://c/v\">"),
      ("<object data=\"o\"><p data=\"o\">", "<object data=\"http://h/d/o\"><p data=\"o\">"),
      ("<img srcset='a 1x, b.png 2x'>", "<img srcset=\"http://h/d/a 1x, http://h/d/b.png 2x\">"),
      ("<form action=\"\"><q cite='\"'>", "<form action=\"\"><q cite=\"http://h/d/&quot;\">"),
    ]
    for (html, expected) in cases { #expect(resolved(html) == expected, "\(html)") }
  }

  @Test func `all else stays`() {
    for html in [
      "", "no markup & none <", "<a href=\"http://x/\">", "<a href=#n>", "<a href='mailto:a@b'>", "<a name=href>",
      "<a href>",
      "<!-- <a href=x> -->", "<script>'<a href=x>'</script>", "<style><a href=x></style>", "<a title=\"<a href=x>\">",
      "<a href=\"x", "<a href=x", "< a href=x>", "<1 href=x>", "<![CDATA[<a href=x>]]>", "</a href=x>", "<?php <b> ?>",
      "<b\n\tclass = x  >\r\n</b >", "<script><a href=x>", "<!-- <a href=x>", "<h:p xmlns:h='u'/>",
      "<a href=\"javascript:x\">",
      "<img srcset=\"http://x/a 1x, b 2x\">", "<a href=\" java\nscript:x\">",
    ] {
      #expect(resolved(html) == html, "\(html)")
    }
  }

  @Test func `XHTML comes out as HTML`() throws {
    let cases: [(String, String?)] = [
      ("<div xmlns='http://www.w3.org/1999/xhtml'><p>x</p></div>", "<p>x</p>"),
      (
        "<h:div xmlns:h='http://www.w3.org/1999/xhtml'><h:p class='a'>x</h:p><h:br/></h:div>", "<p class='a'>x</p><br/>"
      ),
      ("<xhtml:p>x</xhtml:p>", "<p>x</p>"), ("<p>a</p><p>b</p>", "<p>a</p><p>b</p>"),
      ("t <div>a</div>", "t <div>a</div>"),
      ("<div>a</div> t", "<div>a</div> t"), ("<div>a</div><div>b</div>", "<div>a</div><div>b</div>"),
      ("<div>a &amp; &lt;b&gt;<![CDATA[<c> & d]]></div>", "a &amp; &lt;b&gt;&lt;c&gt; &amp; d"),
      ("<div><a name='x'/><br /><hr/><script src='s' /></div>", "<a name='x'></a><br /><hr/><script src='s'></script>"),
      ("<div><svg:svg xmlns:svg='http://www.w3.org/2000/svg'><svg:g/></svg:svg></div>", "<svg><g></g></svg>"),
      ("<div><o:p xmlns:o='urn:office'>x</o:p><?x y?><!-- c --></div>", "<o:p>x</o:p><!-- c -->"),
      ("<div/>", nil), ("<div> </div>", nil), ("", nil),
      (
        "<div xml:base='http://h/a/'><p xml:base='b/'><a href='c'/></p><a href='d'>d</a></div>",
        "<p><a href=\"http://h/a/b/c\"></a></p><a href=\"http://h/a/d\">d</a>"
      ),
    ]
    for (xhtml, expected) in cases { #expect(try html(xhtml) == expected, "\(xhtml)") }
  }

  @Test func `titles and summaries are XHTML too`() throws {
    let div = "<x:div xmlns:x='http://www.w3.org/1999/xhtml'>a <x:em>b</x:em> &amp; c</x:div>"
    let document = try read(
      "<feed xmlns='http://www.w3.org/2005/Atom'><title type='xhtml'>\(div)</title><entry><id>1</id>"
        + "<title type='xhtml'>\(div)</title><summary type='xhtml'>\(div)</summary></entry></feed>"
    )
    #expect(document.title == "a b & c" && document.items[0].title == "a b & c")
    #expect(document.items[0].contentHTML == "a <em>b</em> &amp; c")
  }

  @Test func `hostile markup is walked once`() {
    let many = Sample.of(200_000, few: 8_000)
    for piece in [
      "<", "<a ", "<a href=", "<a href='", "</", "<!--", "<![CDATA[", "<script>", "<script", "</scrip", "&",
      "<a href=x ",
      "<a href=\"x\">", "<x:y>", "<a srcset='a,,,' >",
    ] {
      let html = String(repeating: piece, count: many)
      #expect(resolved(html).utf8.count >= html.utf8.count / 2, "\(piece)")
    }
    #expect(resolved("<a srcset='\(String(repeating: ",", count: many))'>").utf8.count >= many)
  }

  @Test func `what is no address is never touched`() {
    let seeds = [
      "<p class=\"x\">a <b>b</b> &amp; <!-- c --> <script>if (a < b) {}</script><br/>d</p>",
      "<ul><li title='>'>a</li></ul><pre>\n x\t</pre><svg:g xmlns:svg='x'/>",
    ].map { Array($0.utf8) }
    for seed in 0..<Sample.of(20_000, few: 1_000) as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let bytes = random.damaged(seeds[Int(seed) % seeds.count], alphabet: Array("<>/!?&;\"'=[]-:a \n".utf8))
      let html = String(decoding: bytes, as: UTF8.self)
      #expect(resolved(html) == html, "seed \(seed)")
    }
  }
}
