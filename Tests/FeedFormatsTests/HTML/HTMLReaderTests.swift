import Documents
import TestSupport
import Testing

@testable import FeedFormats

@Suite struct HTMLReaderTests {
  private func text(_ html: String, limit: Int = 1 << 20) -> String {
    Document(html: html, limit: limit).plainText(limit: limit)
  }

  @Test func `relative links of an item lead to the site of its page`() throws {
    for (page, feed, address) in [
      ("https://notes.example/n/0", nil, "https://notes.example/t/0"), (nil, nil, nil),
      ("mailto:a@b.example", nil, nil),
      (nil, "https://other.example/x", "https://other.example/t/0"),
    ] as [(String?, String?, String?)] {
      let json = #"{"items":[{"id":"1","content_html":"see <a href='/t/0'>times</a>"}]}"#
      var item = try #require(try FeedReader().read(Array(json.utf8)).items.first)
      item.url = page
      item.feeds = [FeedSource(url: feed)]
      #expect(item.document.plainText() == (address.map { "see times (\($0))" } ?? "see times"))
    }
  }

  @Test func `markup becomes what a person reads`() {
    let cases = [
      ("", ""), ("plain", "plain"), ("  a \n b\t c ", "a b c"), ("<p>a</p><p>b</p>", "a\n\nb"),
      ("a<br>b<br/>c", "a\nb\nc"),
      ("a<br><br><br>b", "a\n\nb"), ("<div>a</div><div>b</div>c", "a\nb\nc"), ("<div><div><p>a</p></div></div>", "a"),
      ("<b>a</b><i>b</i>", "ab"), ("a <b> b</b>", "a b"), ("<ul><li>a</li><li><p>b</p></li></ul>", "• a\n• b"),
      ("<ul><li>a<li>b</ul>c", "• a\n• b\n\nc"), ("<ul><li></li></ul>a", "a"),
      ("<ol><li>a<li>b</ol>c", "1. a\n2. b\n\nc"),
      ("<ol start='9'><li>a<li value=20>b<li>c</ol>", "9. a\n20. b\n21. c"),
      ("<ol><li>a<ul><li>b</ul><li>c</ol>", "1. a\n   • b\n2. c"), ("<ol start=x><li>a</ol></ol><li>b", "1. a\n\n• b"),
      ("<ol start=9223372036854775807><li>a<li>b</ol>", "9223372036854775807. a\n-9223372036854775808. b"),
      ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a | b\nc"),
      ("<h1>T</h1>x", "T\n\nx"), ("x<!-- <p> -- -->y<!doctype html><?php ?>z", "xyz"),
      ("<![CDATA[a <b> &amp;]]>", "a <b> &amp;"),
      ("<script>if (a<b) '</p>'</script>a<style>p{}</style>b", "ab"), ("<SCRIPT>x</ScRiPt >a", "a"),
      ("<head><title>t</title><meta><link>x</head>a", "a"), ("<head><title>t</title><p>a", "a"),
      ("<x:p>a</x:p>b", "a\n\nb"),
      ("<pre>\n a\n  b\r\n</pre>c  d", " a\n  b\n\nc d"), ("a<pre>x &lt; y</pre>", "a\n\nx < y"),
      ("<img alt='a cat' src=x>b<img src=y>", "[a cat] b"), ("a<img src='http://h/p.png'>b", "a [image] b"),
      ("<img alt='' src='http://h/p.png'><img src='http://h/' width=1 height=1>b", "b"), ("1 < 2 <3 a<", "1 < 2 <3 a<"),
      ("a<b", "a"),
      ("a<b c='>'>d", "ad"),
      ("a <em title=\"x>y\">b</em>", "a b"), ("<p title=it's>a</p>", "a"),
    ]
    for (html, plain) in cases { #expect(text(html) == plain, "\(html)") }
  }

  @Test func `links keep their addresses`() {
    let cases = [
      ("<a href='https://x.org/a'>text</a>.", "text (https://x.org/a)."),
      ("<a href=https://x.org>text</a>", "text (https://x.org)"),
      ("<a href='https://x.org'>https://x.org</a>", "https://x.org"), ("<a href='https://x.org'>x.org</a>", "x.org"),
      ("<a href='mailto:a@b.c'>a@b.c</a>", "a@b.c"),
      ("<a href='https://x.org?a=1&amp;b=2'>t</a>", "t (https://x.org?a=1&b=2)"),
      ("<a href=' https://x.org/a b\n/c '>t</a>", "t (https://x.org/a%20b/c)"),
      ("<a href='//x.org/a'>t</a>", "t (https://x.org/a)"),
      ("<a href='https://x.org'></a>", "https://x.org"),
      ("<a href='https://x.org'><img alt='i'></a>", "[i] (https://x.org)"),
      ("<a href='https://x.org'>a<a href='https://y.org'>b", "a (https://x.org)b (https://y.org)"),
      ("<a href='#top'>t</a>", "t"), ("<a href='javascript:alert(1)'>t</a>", "t"), ("<a name=x>t</a>", "t"),
      ("<a HREF='https://x.org/\u{1B}[2J'>t</a>", "t"),
    ]
    for (html, plain) in cases { #expect(text(html) == plain, "\(html)") }
    let long = "https://x.org/" + String(repeating: "a", count: 3000)
    #expect(text("<a href='\(long)'>t</a>") == "t")
  }

  @Test func `references are decoded`() {
    let cases = [
      ("&lt;b&gt; &amp;amp; &quot;&apos;", "<b> &amp; \"'"), ("&nbsp;&iexcl;&times;&yuml;", "\u{A0}¡×ÿ"),
      ("&mdash;&ndash;&hellip;&rsquo;&ldquo;&bull;&euro;&trade;&rarr;&alpha;&zwnj;", "—–…’“•€™→α\u{200C}"),
      ("&#65;&#x42;&#X43;&#0068&#69.", "ABCDE."), ("&#128;&#146;&#x9F;", "€’Ÿ"),
      ("&#0;&#xD800;&#x110000;&#99999999999999999999;", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
      ("&copy 2020 &amp", "© 2020 &"), ("?a=1&copy=2&region=3", "?a=1&copy=2&region=3"),
      ("&bogus; & &; &# &#x; &#xg;", "&bogus; & &; &# &#x; &#xg;"),
      ("&check;&commat;&Lstrok;&lt&num;&num x", "✓@Ł<#&num x"), ("&mdash x", "&mdash x"),
      ("a&#10;b&#32;&#32;c", "a b c"),
    ]
    for (html, plain) in cases { #expect(text(html) == plain, "\(html)") }
  }

  @Test func `text is truncated between characters`() {
    let html = "<p>" + String(repeating: "é", count: 1000)
    for limit in 0...20 {
      #expect(text(html, limit: limit) == String(repeating: "é", count: limit / 2) + "…")
    }
    #expect(text("abc", limit: 3) == "abc")
    #expect(text("abcd", limit: 3) == "abc…")
  }

  @Test func `any bytes give text within the limit`() {
    let alphabet = Array("<>/!-[]=&;#'\" \nabliprestx".utf8)
    let words = [
      "<a href='http://x'>", "</a>", "<pre>", "</pre>", "<script>", "</script>", "<li>", "<!--", "-->", "&amp;",
      "<![CDATA[",
    ]
    for seed in 0..<3000 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var html: [UInt8] = []
      for _ in 0..<Int.random(in: 0...60, using: &random) {
        if Bool.random(using: &random), let word = words.randomElement(using: &random) {
          html += word.utf8
        } else {
          html.append(random.byte(of: alphabet))
        }
      }
      #expect(text(String(decoding: html, as: UTF8.self), limit: 100).utf8.count <= 103, "seed \(seed)")
    }
  }

  /// Words, known beforehand, in markup of any nesting: the words come out in their order, and no markup does.
  @Test func `words stay in their order and tags do not stay`() {
    let tags = [
      "p", "b", "div", "ul", "ol", "li", "a href='#'", "span title='>'", "table", "tr", "th", "td rowspan=2 colspan=3",
      "pre",
      "h1", "br", "x-y", "blockquote", "hr",
    ]
    let marks = Set("•|>*")
    for seed in 0..<2000 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var html = ""
      var words: [String] = []
      for number in 0..<Int.random(in: 1...30, using: &random) {
        let tag = tags.randomElement(using: &random) ?? "p"
        html += Bool.random(using: &random) ? "<\(tag)>" : "</\(tag.split(separator: " ")[0])>"
        guard Bool.random(using: &random) else { continue }
        words.append("w\(number)")
        html += " w\(number) "
      }
      let plain = text(html)
      #expect(!plain.contains("<"), "seed \(seed): \(plain)")
      let found = plain.split { $0.isWhitespace || marks.contains($0) }.map(String.init).filter { !$0.hasSuffix(".") }
      #expect(found == words, "seed \(seed): \(html)")
    }
  }

  /// Elements that overlap in any way: each word has the styles that are open where it is, whatever their order.
  @Test func `each word has the styles that are open`() {
    let styles: [(tag: String, style: Document.Style)] = [
      ("b", .strong), ("i", .emphasis), ("code", .code), ("s", .struck), ("ins", .inserted),
    ]
    for seed in 0..<1000 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var html = ""
      var open: [Document.Style] = []
      var expected: [Set<Document.Style>] = []
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        let (tag, style) = styles[Int.random(in: 0..<styles.count, using: &random)]
        if Bool.random(using: &random) {
          html += "<\(tag)>"
          open.append(style)
        } else {
          html += "</\(tag)>"
          if let place = open.lastIndex(of: style) { open.remove(at: place) }
        }
        html += ["w", "<p>w", "<div>w</div>", "w<br>"].randomElement(using: &random) ?? ""
        expected.append(Set(open))
      }
      let blocks = Document(html: html).blocks
      #expect(blocks.flatMap { $0.inlines.stylesOfLetters() } == expected, "seed \(seed): \(html)")
    }
  }

  @Test func `hidden elements are left out`() {
    let cases = [
      ("a<span hidden>b</span>c", "ac"), ("a<p style='color:red; DISPLAY : none'>b</p>d", "ad"),
      ("a<img hidden alt='xy'>b", "ab"), ("<div hidden>a<div>b</div>c</div>d", "d"), ("<div hidden>a", ""),
      ("<video>Your browser shows none.</video>a", "a"), ("<svg><title>x</title></svg>a", "a"),
      ("<p style='display:inline'>a", "a"),
    ]
    for (html, plain) in cases { #expect(text(html) == plain, "\(html)") }
  }

  @Test func `a hidden element without an end tag ends as it would be shown`() {
    let cases = [
      ("<p hidden>a<p>b</p>c", "b\n\nc"), ("<div><p hidden>a</div>b", "b"), ("<p hidden>a<ul><li>b</ul>", "• b"),
      ("<p hidden>a<b>b</i></b><hr>c", "* * *\n\nc"), ("<p hidden>a<br><!-- <p> --><img src=x>b</p>c", "c"),
      ("<ul><li hidden>a<li>b<li>c</ul>", "• b\n• c"), ("<ul><li>a<li hidden>b</ul>c", "• a\n\nc"),
      ("<ul><li hidden>a<ul><li>b</li></ul><p>c</p>d</li><li>e</ul>", "• e"),
      ("<table><tr hidden><td>x<tr><td>y<td>z</table>end", "y | z\n\nend"),
      ("<table><tr hidden><td><table><tbody><tr><td>x</table>y</tr><tr><td>z</table>", "z"),
      ("<table><tr><td hidden>x<p>x</p><td>y<tr><td>z</table>", "y\n\nz"),
      ("<table><thead hidden><tr><th>x<tbody><tr><td>y<td>z</table>", "y | z"),
      ("<dl><dt hidden>a<dd>b</dl>", "b"), ("<div hidden>a<div>b<p></div></p>c</div>d", "d"),
    ]
    for (html, plain) in cases { #expect(text(html) == plain, "\(html)") }
  }

  @Test func `what a page shows within itself is a line with its address`() {
    let cases = [
      ("a<iframe src='https://v.org/1?a&amp;b'>no</iframe>b", "a\n\nEmbedded page: https://v.org/1?a&b\n\nb"),
      ("<video src=https://v.org/2 controls></video>", "Video: https://v.org/2"),
      (
        "<audio>x < y<source type=a><source src='https://v.org/3'><source src='https://v.org/4'></audio>",
        "Audio: https://v.org/3"
      ),
      ("<a href='https://v.org/5'>b<video src='https://v.org/6'/>", "b (https://v.org/5)\n\nVideo: https://v.org/6"),
      ("<iframe src='about:blank'></iframe><video src='/7'></video><video><source></video>a", "a"),
      ("<video><source </video><source src='https://v.org/8'>", ""),
      ("<div hidden><video src='https://v.org/9'></video></div><iframe hidden src='https://v.org/9'></iframe>", ""),
    ]
    for (html, plain) in cases { #expect(text(html) == plain, "\(html)") }
    let many = Document(html: String(repeating: "<video><source <!-- ", count: 100_000))
    #expect(many.blocks.isEmpty, "in linear time")
  }

  @Test func `numbers and corrections keep their meaning`() {
    let cases = [
      ("10<sup>6</sup> or 2<sup>-32</sup>", "10⁶ or 2⁻³²"), ("H<sub>2</sub>O, x<sub>i</sub>", "H₂O, x_i"),
      ("10<sup>n+1</sup>, e<sup>x</sup>", "10^(n+1), e^x"), ("V<sub>max</sub>", "V_(max)"),
      ("1<sup>er</sup> 2<sup>nd</sup> XIX<sup>e</sup>", "1er 2nd XIXe"),
      ("n<sup>th</sup> N<sup>o</sup> M<sup>me</sup> <b>3</b><i><sup>rd</sup></i>", "nth No Mme 3rd"),
      ("x<sup>a</sup>y<sup>r</sup> k<sup>e</sup>, x<sup>∞</sup>", "x^ay^r k^e, x^∞"),
      ("T<sub>e</sub> V<sub>a</sub> R<sub>th</sub> x<sub>[1]</sub>", "T_e V_a R_(th) x_([1])"),
      ("10<sup>(n+1)</sup> f<sup>(3)</sup>(x) note<sup>(3)</sup>", "10^(n+1) f^(3)(x) note(3)"),
      ("so<sup>[citation needed]</sup> Foo<sup>TM</sup>", "so[citation needed] FooTM"),
      ("note<sup><a href='#fn'>1</a></sup> or<sup>[2]</sup> or<sup>*</sup>", "note¹ or[2] or*"),
      ("now <del>10</del> <ins>5</ins> euros", "now ~~10~~ 5 euros"), ("<s></s>a<strike> b </strike>c", "a ~~b~~ c"),
      ("she said <q>no</q>, <q>he said <q>yes</q></q>", "she said “no”, “he said ‘yes’”"),
      ("<ruby>漢<rt>kan</rt>字<rt>ji</ruby>!", "漢(kan)字(ji)!"),
      ("<ruby>漢<rp>[</rp><rt>kan</rt><rp>]</rp></ruby><ruby>字<rt>ji</rt></ruby>", "漢[kan]字(ji)"),
      ("2<sup>2<sup>3</sup></sup>", "2^(2³)"), ("a<sup></sup>b<sub> </sub>c", "ab c"),
    ]
    for (html, plain) in cases { #expect(text(html) == plain, "\(html)") }
  }

  @Test func `formulas keep their meaning on a line`() {
    let (x, two, sum) = ("<mi>x</mi>", "<mn>2</mn>", "<mrow>\n<mi>a</mi> <mo>+</mo> <mi>b</mi>\n</mrow>")
    let cases = [
      ("<mi>m</mi><msup><mi>c</mi>\(two)</msup>", "mc²"), ("<msup>\(two)\(sum)</msup>", "2^(a+b)"),
      ("<mfrac>\(sum)\(two)</mfrac>", "(a+b)/2"), ("<mfrac><mrow>\(two)\(x)</mrow>\(sum)</mfrac>", "2x/(a+b)"),
      ("<mfrac>\(two)<mrow>\(two)\(x)</mrow></mfrac>", "2/(2x)"), ("<msqrt>\(sum)</msqrt>", "√(a+b)"),
      ("<mroot>\(x)<mn>3</mn></mroot>", "³√x"),
      (
        "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><msub>\(x)<mi>i</mi></msub>",
        "∑_(i=1)^nx_i"
      ), ("<msubsup>\(x)<mn>1</mn>\(two)</msubsup>", "x₁²"), ("<mi>sin</mi><mo>&#x2061;</mo>\(x)", "sin x"),
      ("<semantics>\(x)<annotation encoding=TeX>y</annotation></semantics>", "x"),
      ("<mtable><mtr><mtd>\(two)</mtd><mtd>\(x)</mtd></mtr><mtr><mtd>\(x)</mtd></mtr></mtable>", "2 x; x"),
      ("<m:mfrac><m:mn>1</m:mn></m:mfrac>1 < 2", "1/1<2"), ("", "αβ"),
    ]
    for (math, plain) in cases {
      #expect(text("E = <math alttext='αβ'>\(math)</math>.") == "E = \(plain).", "\(math)")
    }
    #expect(text("a<math display=block>\(x)</math>b") == "a\nx\nb")
    #expect(text("<p>a <math><mi>b<msup>c</mn></p><p>d") == "a bc\n\nd", "it is not closed")
    #expect(text("a<math/>b<math hidden>c</math>d") == "abd")
  }

  @Test func `only code without an end tag takes the rest of a page`() {
    let cases = [
      ("Use the <video> element, and <select> too.", "Use the element, and too."), ("a<textarea>b", "ab"),
      ("<video src='https://v.org/1'><p>a<video>b", "Video: https://v.org/1\n\nab"), ("a<svg><svg>b</svg>c", "ac"),
      ("a<script>b", "a"), ("a<style>b", "a"), ("a<select>b</selected></select>c", "ac"),
    ]
    for (html, plain) in cases { #expect(text(html) == plain, "\(html)") }
  }

  @Test func `what replaces an object is read`() {
    let html = "<object data=https://x.org/d.pdf>the <a href='https://x.org/d.pdf'>report</a><param name=a></object>"
    #expect(text("a \(html) b") == "a the report (https://x.org/d.pdf) b")
  }

  @Test func `preformatted text keeps its parts and its spaces`() {
    let cases = [
      (
        "<pre>2<sup>32</sup> <del>10</del> <ins>5</ins> <a href='https://x.org/m'>man</a> <img alt=fig> <q>no</q></pre>",
        "2³² ~~10~~ 5 man (https://x.org/m) [fig] “no”"
      ),
      ("<pre> a<b>\n</b>\n<i> </i></pre>b", " a\n\nb"), ("<pre>\n\n\t</pre>b", "b"),
      ("<pre>a<p>b</p>c<br>d</pre>", "a\nb\nc\nd"), ("<b><pre>a </b>b<sup></pre>c", "a b\n\nc"),
    ]
    for (html, plain) in cases { #expect(text(html) == plain, "\(html)") }
    let outline = Document(html: "<pre><code>a\n  <b>b</b>\n</code></pre>").outline
    #expect(outline == #"preformatted code("a\n  " strong("b"))"# + "\n")
  }

  @Test func `lists and quotations keep their shape`() {
    let cases = [
      (
        "<ol start=3><li>three<ul><li>a<li>b<ol><li>deep</ol></ul><li>four</ol>",
        "3. three\n   • a\n   • b\n     1. deep\n4. four"
      ),
      ("<ul><li>a<ul><li>b</ul>c</ul>", "• a\n\n  • b\n\n  c"),
      ("<ul><li>a</li><ul><li>b</li></ul></ul>", "• a\n  • b"),
      ("<ol type=a start=26><li>x<li>y</ol><ol type=A><li>z</ol>", "z. x\n27. y\n\nA. z"),
      (
        "<ol type=i start=4><li>a<li>b<li value=1999>c</ol><ol type=I start=0><li>a<li>b</ol>",
        "iv. a\nv. b\nmcmxcix. c\n\n0. a\nI. b"
      ),
      (
        "<ul><li><input type=checkbox checked> a<li><p><INPUT type=Checkbox disabled>b</ul><input type=checkbox>c",
        "• [x] a\n• [ ] b\n\nc"
      ),
      ("<ol reversed><li>a<li>b</ol>", "2. a\n1. b"), ("<ul>a<li>b</ul>", "• a\n• b"),
      ("<ul><li><p>a<p>b<li>c</ul>", "• a\n\n  b\n\n• c"), ("<ol><li><li>b</ol>", "2. b"),
      ("a<blockquote><p>b<p>c<blockquote>d</blockquote></blockquote>e", "a\n\n> b\n>\n> c\n>\n> > d\n\ne"),
      ("<blockquote><ul><li>a<li>b</ul></blockquote>", "> • a\n> • b"), ("<blockquote></blockquote>a", "a"),
      ("<ul><li><pre>a\n  b</pre></ul>", "• a\n    b"), ("a<hr>b", "a\n\n* * *\n\nb"),
      ("<li>a</li>b<li>c", "• a\n\nb\n\n• c"),
      ("<p>She</p><blockquote>cited</p>x</blockquote>", "She\n\n> cited\n>\n> x"),
    ]
    for (html, plain) in cases { #expect(text(html) == plain, "\(html)") }
  }

  @Test func `cells stay in their columns`() {
    let cases = [
      ("<table><tr><th>A<th>B<tr><td>1<td><tr><td><td>2</table>", "A | B\n1\n | 2"),
      ("<table><tr><td colspan=2>a<td>b<tr><td>1<td>2<td>3</table>", "a |  | b\n1 | 2 | 3"),
      ("<table><tr><td rowspan=2>a<td>b<tr><td>c<tr><td>d<td>e</table>", "a | b\n | c\nd | e"),
      ("<table><caption>T</caption><tr><td>a<td>b</table>", "T\n\na | b"), ("<table>a<td>b<tr>c</table>", "a | b\nc"),
      ("<table><tr><td><p>a<p>b</table>", "a\n\nb"), ("<table><tr><td><p>a<p>b<td>c</table>", "a\n\nb\nc"),
      ("<table><tr><td><table><tr><td>a<td>b</table><td>c</table>", "a | b | c"), ("<td>a</td><td>b</td>", "a b"),
      (
        "<table><tfoot><tr><td>sum<td>3</tfoot><tbody><tr><td>a<td>1</tbody><tr><td>b<td>2</table>",
        "a | 1\nb | 2\nsum | 3"
      ),
      ("<table><tr><td><b>a<td>b</table>", "a | b"), ("<table><tr><td></table>a", "a"),
    ]
    for (html, plain) in cases { #expect(text(html) == plain, "\(html)") }
    let head = "<table><thead><tr><td>A<td>B</thead><tbody><tr><th>1<td>2</table>"
    #expect(Document(html: head).outline == "table\n  header\n    \"A\"\n    \"B\"\n  row\n    \"1\"\n    \"2\"\n")
  }

  @Test func `names and pictures need no address`() {
    let cases = [
      ("<a href='https://x.org/@o'>@<span>owen</span></a>", "@owen"),
      ("<a href='https://x.org/t/h'>#<span>harbour</span></a>", "#harbour"),
      ("<a href='https://x.org/12'>#12</a>", "#12 (https://x.org/12)"), ("<img class=emoji alt='😀'>", "😀"),
      (
        "<a href='https://www.v.example/w?v=I'><span>https://www.</span><span>v.example/w?v=</span><span>I</span></a>",
        "https://www.v.example/w?v=I"
      ),
    ]
    for (html, plain) in cases { #expect(text(html) == plain, "\(html)") }
  }

  @Test func `hostile HTML is bounded and read once`() {
    let many = Sample.of(40_000, few: 1_500)
    for piece in [
      "<", "<a ", "<a", "<!--", "<p>", "</p>", "<a href='http://x'>", "<script>", "&", "&#", "&amp", "<![CDATA[",
      "<a href='",
      "<pre>", "<x y='", "<b>", "<b>x", "<sup>1", "<ul>", "<ul><li>", "<blockquote>x", "<table>", "<table><tr><td>x",
      "<hr>", "<br>x",
      "<td>", "<li>x", "<p hidden>", "<div hidden>x</div>", "<h1>", "x<p>&nbsp;", "<q>x", "<img alt='ab'>", "</ul>",
      "<pre><ul>", "<math>", "<math><msup>", "<mfrac>x", "<math>x</math>", "<video>",
    ] {
      let html = String(repeating: piece, count: many)
      let document = Document(html: html)
      #expect(document.plainText(limit: 1 << 20).utf8.count <= (1 << 20) + 3, "\(piece)")
      #expect(document.blocks.depth <= 52, "\(piece)")
      #expect(HTMLTitle.line(of: html, isXHTML: false).utf8.count <= html.utf8.count + 3, "\(piece)")
    }
    let spans =
      "<table>" + String(repeating: "<td colspan=99 rowspan=9999>x", count: many)
      + String(repeating: "<tr><td>y", count: many)
    #expect(Document(html: spans).plainText(limit: 1 << 20).utf8.count <= (1 << 20) + 3)
  }
}
