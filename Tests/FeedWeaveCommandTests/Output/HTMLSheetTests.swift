import Documents
import FeedFormats
import TerminalUI
import TestSupport
import Testing

@testable import FeedWeaveCommand

@Suite struct HTMLSheetTests {
  @Test func `what a feed says is never markup`() {
    let text = "<script>alert('1')</script> & \"\u{202E}\u{7}"
    let html = HTMLText.escaped(untrusted: text)
    #expect(html == "&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; &quot;" + SafeText(text).string.suffix(2))
    let blocks: [Document.Block] = [
      .paragraph([.text("<b>"), .picture(alternative: "<img>"), .link(address: "javascript:alert(1)", [.text("x")])]),
      .preformatted([.text("</pre>\n"), .styled(.superscript, [.text("<script>")])]),
    ]
    #expect(
      HTMLText.html(blocks, under: 3) == """
        <p dir="auto">&lt;b&gt;<span class="picture">[&lt;img&gt;]</span>x</p>
        <pre tabindex="0">&lt;/pre&gt;
        <sup>&lt;script&gt;</sup></pre>

        """)
  }

  @Test func `an address cannot leave its attribute`() throws {
    let link = try SafeLink("https://a.example/?q=\"onclick='x'&b=<c>")
    let html = HTMLText.link(link, around: "x")
    #expect(html.count { $0 == "\"" } == 4 && !html.dropFirst().dropLast(4).contains("<"), "\(html)")
  }

  @Test func `a picture is a link to it, but not within another`() {
    let picture = Document.Inline.picture(alternative: "<a>", address: "https://a.example/?a&b")
    let html = HTMLText.html(
      [.paragraph([picture, .link(address: "https://b.example", [.styled(.strong, [picture])])])], under: 3)
    #expect(html.ranges(of: "<a ").count == 2 && html.ranges(of: ">[&lt;a&gt;]</span>").count == 2, "\(html)")
    #expect(html.contains(#"<a href="https://a.example/?a&amp;b" rel"#))
  }

  @Test func `every construct of a document has its element`() {
    let table = Document.Table(header: [[[.paragraph([.text("a")])]]], [[[.paragraph([.text("1")])], []]])
    let blocks: [Document.Block] = [
      .heading(level: 1, [.text("h")]), .heading(level: 6, [.text("h")]), .quotation([.rule]),
      .list([.init([.paragraph([.text("x")])])]),
      .list([.init(number: 3, []), .init(number: 4, as: .lowerLetter, [])]), .table(table),
      .paragraph(Document.Style.allCases.map { .styled($0, []) } + [.lineBreak]),
    ]
    let html = HTMLText.html(blocks, under: 3).filter { $0 != "\n" }
    #expect(
      html == #"<h4 dir="auto">h</h4><h6 dir="auto">h</h6><blockquote><hr></blockquote>"#
        + #"<ul><li><p dir="auto">x</p></li></ul><ol><li value="3"></li><li value="4" type="a"></li></ol>"#
        + #"<div class="wide" tabindex="0"><table><thead><tr><th scope="col"><p dir="auto">a</p></th></tr></thead>"#
        + #"<tbody><tr><td><p dir="auto">1</p></td><td></td></tr></tbody></table></div>"#
        + #"<p dir="auto"><em></em><strong></strong><code></code><del></del><ins></ins><sup></sup><sub></sub><q></q><br></p>"#
    )
  }

  @Test func `an item without anything is named as the viewer names it`() {
    let page = ItemPage(Card(title: "", author: "Ann"), body: Document([]))
    #expect(HTMLSheet.article(page).contains("<h3 dir=\"auto\">(untitled)</h3>\n<p class=\"byline\""))
    #expect(!HTMLSheet.article(ItemPage(Card(title: ""), body: Document(text: "words"))).contains("untitled"))
  }

  @Test func `the text of a post with a warning is folded`() {
    let page = ItemPage(
      Card(title: ""), details: ["replies to @ada", "warning: <tides>"], body: Document(text: "The pier is gone."))
    let html = HTMLSheet.article(page, warnings: ["warning: <tides>", "filtered: gulls"])
    #expect(
      html == """
        <article>
        <p class="byline" dir="auto">replies to @ada</p>
        <details>
        <summary dir="auto">warning: &lt;tides&gt; · filtered: gulls</summary>
        <p dir="auto">The pier is gone.</p>

        </details>
        </article>

        """)
    #expect(!HTMLSheet.article(page).contains("<details>"))
  }

  @Test func `a page of any feed has no element but its own`() throws {
    let world = TestWorld()
    world.files["ads"] = ProjectFiles.bytes("Fixtures/ads/hostile-ads.json")
    let own: Set = [
      "!DOCTYPE", "a", "article", "blockquote", "body", "br", "code", "del", "details", "div", "em", "footer", "h1",
      "h2", "h3",
      "h4", "h5", "h6",
      "head", "hr", "html", "ins", "li", "main", "meta", "ol", "p", "pre", "q", "section", "span", "strong", "style",
      "summary",
      "sub", "sup",
      "table", "tbody", "td", "th", "thead", "title", "tr", "ul",
    ]
    for name in [
      "hostile.json", "hostile.rss.xml", "hostile.atom", "hostile.mastodon.json", "hostile.bluesky.json",
      "harbour.rss.xml",
    ] {
      world.files["v"] = ProjectFiles.bytes("Fixtures/feeds/\(name)")
      #expect(world.run(["render", "--to", "html", "v", "--ads", "ads", "-q"]) == .done)
      let html = String(decoding: world.output, as: UTF8.self)
      let names = html.split(separator: "<").dropFirst().map { part in
        String(part.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber || $0 == "!" })
      }
      #expect(Set(names).subtracting(own) == [], "\(name)")
      #expect(html.contains("class=\"ad\"") && !html.contains("src=\""), "\(name)")
    }
  }
}
