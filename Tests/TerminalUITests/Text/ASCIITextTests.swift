import TestSupport
import Testing

@testable import TerminalUI

@Suite struct ASCIITextTests {
  @Test func `letters lose their accents and signs become similar ones`() {
    let cases: [(SafeText, SafeText)] = [
      ("plain", "plain"), ("", ""), ("café Łódź ế ÑØ", "cafe Lodz e NO"), ("a\u{301}b", "ab"),
      ("ad · every 6 … “x” ‘y’ « »", "ad - every 6 ~ \"x\" 'y' \" \""), ("12 ← 9 → ↑ ↓ ▲ ▼", "12 < 9 > ^ v ^ v"),
      ("▌ • ✓ ─│", "| * + -|"), ("中é", "??e"), ("Ａb", "A b"), ("a\u{A0}b\u{3000}c", "a b  c"), ("😀🇩🇪", "????"),
      ("ж", "?"), ("␛[31m", "?[31m"),
    ]
    for (text, ascii) in cases { #expect(text.asciiOnly == ascii, "\(text)") }
    #expect(SafeText("é\nb", limits: .body).asciiOnly.string == "e\nb")
  }

  @Test func `a line keeps its width, styles and links`() throws {
    let link = try SafeLink("https://a.example")
    let line = CardLine([.init("▌", Style(bold: true)), .init("中…", link: link)])
    #expect(line.asciiOnly == CardLine([.init("|", Style(bold: true)), .init("??~", link: link)]))
  }

  @Test func `the width of any text is kept and all of it is ASCII`() {
    for seed in UInt64(0)..<Sample.of(6000, few: 30) {
      var random = SeededGenerator(seed: seed)
      let line = FrameSamples.line(using: &random)
      #expect(line.asciiOnly.width == line.width, "seed \(seed): \(line.string)")
      #expect(line.asciiOnly.string.utf8.allSatisfy { 0x20..<0x7F ~= $0 }, "seed \(seed): \(line.string)")
    }
    for value in UInt32(0)...0x2_0000 {
      guard let scalar = Unicode.Scalar(value), value != 0x0A else { continue }
      let text = SafeText(String(scalar))
      let ascii = text.asciiOnly
      if TextWidth.width(of: ascii) != TextWidth.width(of: text) || !ascii.string.utf8.allSatisfy({ $0 < 0x80 }) {
        Issue.record("U+\(String(value, radix: 16))")
      }
    }
  }
}
