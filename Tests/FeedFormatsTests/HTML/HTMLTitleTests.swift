import TestSupport
import Testing

@testable import FeedFormats

@Suite struct HTMLTitleTests {
  @Test func `only closed elements within a line are markup in a title`() {
    let cases = [
      ("On The <dl>", "On The <dl>"), ("A guide to <head> elements", "A guide to <head> elements"),
      ("Why <script> and <style> still block", "Why <script> and <style> still block"),
      ("<textarea> that grows", "<textarea> that grows"), ("a<b and b>c", "a<b and b>c"),
      ("`<video>` vs `<canvas>`: which?", "`<video>` vs `<canvas>`: which?"), ("<p>x</p>", "<p>x</p>"),
      ("What does <br> do?", "What does <br> do?"), ("two<br/>lines", "two lines"),
      ("Map<String, Int>", "Map<String, Int>"),
      ("<b>Bold</b> &amp; <i>so</i> on", "Bold & so on"), ("<em class=x>a</EM>b", "ab"), ("10<sup>6</sup>", "10⁶"),
      ("<a href='https://x.org'>Help!</a>", "Help!"), ("if <b> then </i>", "if <b> then </i>"),
      ("<i><b>a</i></b>", "a"), ("</b><b>", "</b><b>"), ("a <!-- b --> c", "a <!-- b --> c"),
      ("<![CDATA[a <b>]]>", "a <b>"),
      ("5 < 6 <", "5 < 6 <"), ("<unknown <b>x</b>>", "<unknown x>"), ("", ""), ("<b></b>", ""),
      ("<img alt='cat'/> x", "[cat] x"), ("x <b", "x <b"), ("<b>a</b> <i x='", "a <i x='"),
    ]
    for (html, line) in cases { #expect(HTMLTitle.line(of: html, isXHTML: false) == line, "\(html)") }
    #expect(HTMLTitle.line(of: "<p>On <br/>the <x>pier</x></p>", isXHTML: true) == "On the pier")
  }

  /// Words and tags in any order: without the tags that an independent pairing takes out, every character stays.
  @Test func `a title keeps every character that is not in a pair of tags`() {
    let pieces = ["<b>", "</b>", "<i>", "</i>", "<dl>", "</dl>", "<T>", "x", " ", "<", ">", "a < b"]
    for seed in 0..<2000 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var title: [String?] = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        pieces.randomElement(using: &random)
      }
      let html = title.compactMap(\.self).joined(separator: " ")
      for tag in ["b", "i"] {
        while let end = title.firstIndex(of: "</\(tag)>") {
          if let start = title[..<end].lastIndex(of: "<\(tag)>") {
            title[start] = nil
          } else {
            title[end] = "</\(tag) >"
          }
          if title[end] == "</\(tag)>" { title[end] = nil }
        }
      }
      let expected = title.compactMap(\.self).joined(separator: " ").replacing(" >", with: ">").filter { $0 != " " }
      #expect(HTMLTitle.line(of: html, isXHTML: false).filter { $0 != " " } == expected, "seed \(seed): \(html)")
    }
  }
}
