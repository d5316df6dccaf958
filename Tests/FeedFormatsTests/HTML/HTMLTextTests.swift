import FeedFormats
import TestSupport
import Testing

@Suite struct HTMLTextTests {
  @Test func markupBecomesWhatAPersonReads() {
    let cases = [
      ("", ""), ("plain", "plain"), ("  a \n b\t c ", "a b c"), ("<p>a</p><p>b</p>", "a\n\nb"),
      ("a<br>b<br/>c", "a\nb\nc"),
      ("a<br><br><br>b", "a\n\nb"), ("<div>a</div><div>b</div>c", "a\nb\nc"), ("<div><div><p>a</p></div></div>", "a"),
      ("<b>a</b><i>b</i>", "ab"), ("a <b> b</b>", "a b"), ("<ul><li>a</li><li><p>b</p></li></ul>", "• a\n\n• b"),
      ("<ul><li>a<li>b</ul>c", "• a\n• b\n\nc"), ("<ul><li></li></ul>a", "a"),
      ("<ol><li>a<li>b</ol>c", "1. a\n2. b\n\nc"),
      ("<ol start='9'><li>a<li value=20>b<li>c</ol>", "9. a\n20. b\n21. c"),
      ("<ol><li>a<ul><li>b</ul><li>c</ol>", "1. a\n• b\n2. c"), ("<ol start=x><li>a</ol></ol><li>b", "1. a\n\n• b"),
      ("<ol start=9223372036854775807><li>a<li>b</ol>", "9223372036854775807. a\n-9223372036854775808. b"),
      ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"),
      ("<h1>T</h1>x", "T\n\nx"), ("x<!-- <p> -- -->y<!doctype html><?php ?>z", "xyz"),
      ("<![CDATA[a <b> &amp;]]>", "a <b> &amp;"),
      ("<script>if (a<b) '</p>'</script>a<style>p{}</style>b", "ab"), ("<SCRIPT>x</ScRiPt >a", "a"),
      ("<head><title>t</title><meta><link>x</head>a", "a"), ("<head><title>t</title><p>a", "a"),
      ("<x:p>a</x:p>b", "a\n\nb"),
      ("<pre>\n a\n  b\r\n</pre>c  d", " a\n  b\n\nc d"), ("a<pre>x &lt; y</pre>", "a\n\nx < y"),
      ("<img alt='a cat' src=x>b<img src=y>", "[a cat] b"), ("1 < 2 <3 a<", "1 < 2 <3 a<"), ("a<b", "a"),
      ("a<b c='>'>d", "ad"),
      ("a <em title=\"x>y\">b</em>", "a b"), ("<p title=it's>a</p>", "a"),
    ]
    for (html, text) in cases { #expect(HTMLText.plainText(of: html) == text, "\(html)") }
  }

  @Test func linksKeepTheirAddress() {
    let cases = [
      ("<a href='https://x.org/a'>text</a>.", "text (https://x.org/a)."),
      ("<a href=https://x.org>text</a>", "text (https://x.org)"),
      ("<a href='https://x.org'>https://x.org</a>", "https://x.org"), ("<a href='https://x.org'>x.org</a>", "x.org"),
      ("<a href='mailto:a@b.c'>a@b.c</a>", "a@b.c"),
      ("<a href='https://x.org?a=1&amp;b=2'>t</a>", "t (https://x.org?a=1&b=2)"),
      ("<a href='https://x.org'></a>", "https://x.org"),
      ("<a href='https://x.org'><img alt='i'></a>", "[i] (https://x.org)"),
      ("<a href='https://x.org'>a<a href='https://y.org'>b", "a (https://x.org)b (https://y.org)"),
      ("<a href='#top'>t</a>", "t"), ("<a href='javascript:alert(1)'>t</a>", "t"), ("<a name=x>t</a>", "t"),
      ("<a HREF='https://x.org/\u{1B}[2J'>t</a>", "t"), ("<a href='https://x.org/a b'>t</a>", "t"),
    ]
    for (html, text) in cases { #expect(HTMLText.plainText(of: html) == text, "\(html)") }
    let long = "https://x.org/" + String(repeating: "a", count: 3000)
    #expect(HTMLText.plainText(of: "<a href='\(long)'>t</a>") == "t")
  }

  @Test func referencesAreDecoded() {
    let cases = [
      ("&lt;b&gt; &amp;amp; &quot;&apos;", "<b> &amp; \"'"), ("&nbsp;&iexcl;&times;&yuml;", "\u{A0}¡×ÿ"),
      ("&mdash;&ndash;&hellip;&rsquo;&ldquo;&bull;&euro;&trade;&rarr;&alpha;&zwnj;", "—–…’“•€™→α\u{200C}"),
      ("&#65;&#x42;&#X43;&#0068&#69.", "ABCDE."), ("&#128;&#146;&#x9F;", "€’Ÿ"),
      ("&#0;&#xD800;&#x110000;&#99999999999999999999;", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
      ("&copy 2020 &amp", "© 2020 &"), ("?a=1&copy=2&region=3", "?a=1&copy=2&region=3"),
      ("&bogus; & &; &# &#x; &#xg;", "&bogus; & &; &# &#x; &#xg;"),
      ("&mdash x", "&mdash x"), ("a&#10;b&#32;&#32;c", "a b c"),
    ]
    for (html, text) in cases { #expect(HTMLText.plainText(of: html) == text, "\(html)") }
  }

  @Test func theTextIsCappedBetweenCharacters() {
    let html = "<p>" + String(repeating: "é", count: 1000)
    for limit in 0...20 {
      let text = HTMLText.plainText(of: html, limit: limit)
      #expect(text == String(repeating: "é", count: limit / 2) + "…")
    }
    #expect(HTMLText.plainText(of: "abc", limit: 3) == "abc")
    #expect(HTMLText.plainText(of: "abcd", limit: 3) == "abc…")
  }

  @Test func anyBytesGiveTextWithinTheLimit() {
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
      let text = HTMLText.plainText(of: String(decoding: html, as: UTF8.self), limit: 100)
      #expect(text.utf8.count <= 103, "seed \(seed)")
    }
  }

  /// Words, known beforehand, in markup of any nesting: the words come out in their order, and no markup does.
  @Test func wordsComeOutAndTagsDoNot() {
    let tags = [
      "p", "b", "div", "ul", "li", "a href='#'", "span title='>'", "td", "pre", "h1", "br", "x-y", "blockquote",
    ]
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
      let text = HTMLText.plainText(of: html)
      #expect(!text.contains("<") && !text.contains(">"), "seed \(seed): \(text)")
      #expect(text.split { $0.isWhitespace || $0 == "•" }.map(String.init) == words, "seed \(seed): \(html)")
    }
  }

  @Test func hostileLengthsAreWalkedOnce() {
    let many = Sample.of(40_000, few: 6_000)
    for piece in [
      "<", "<a ", "<!--", "<p>", "</p>", "<a href='http://x'>", "<script>", "&", "&#", "&amp", "<![CDATA[", "<a href='",
      "<pre>", "<x y='",
    ] {
      let html = String(repeating: piece, count: many)
      #expect(HTMLText.plainText(of: html).utf8.count <= (1 << 20) + 3, "\(piece)")
    }
  }
}
