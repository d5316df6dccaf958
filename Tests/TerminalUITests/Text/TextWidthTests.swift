import TestSupport
import Testing

@testable import TerminalUI

@Suite struct TextWidthTests {
  static let vectors: [(String, Int)] = [
    ("a", 1), ("é", 1), ("e\u{301}", 1), ("中", 2), ("Ａ", 2), ("ｱ", 1), ("각", 2), ("\u{1100}\u{1161}\u{11A8}", 2),
    ("⌚", 2), ("❤", 1), ("❤\u{FE0F}", 2), ("1\u{FE0F}\u{20E3}", 2), ("1\u{20E3}", 1), ("a\u{FE0F}", 1),
    ("☝🏻", 2), ("👨‍👩‍👧", 2), ("🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", 2), ("🇩🇪", 2), ("a🏻", 2),
    ("\u{AD}", 1), ("\u{301}", 0), ("\u{903}", 0), ("\u{20DD}", 0), ("\u{200B}", 0), ("\u{200D}", 0), ("\u{FEFF}", 0),
    ("\u{3164}", 0), ("\u{115F}", 0), ("\u{202E}", 0), ("\u{600}", 0), ("\u{E0041}", 0), ("\n", 0), ("\u{1B}", 0),
    ("\u{9B}", 0), ("\u{7F}", 0), ("\u{102C}", 1), ("क्ष", 2), ("कि", 2), ("कु", 1),
    ("क्षि", 2), ("ทำ", 2), ("ที่", 1), ("\u{9AF}\u{9BC}\u{9C7}", 2), ("கௌ", 2), ("\u{1B2E}\u{1B44}", 1),
    ("\u{1000}\u{1031}", 2), ("…", 1), ("·", 1), ("←", 1), ("␛", 1), ("␦", 1), ("�", 1),
    ("\u{3000}", 2), ("א", 1), ("ب", 1), ("😀", 2), ("𝒜", 1), ("\r\n", 0),
  ]

  @Test func `each kind of cluster has its width`() throws {
    for (text, width) in Self.vectors {
      try #require(text.count == 1, "\(text.debugDescription)")
      #expect(TextWidth.width(of: Character(text)) == width, "\(text.unicodeScalars.map { $0.value })")
    }
  }

  /// The rules of the specification, said once more and slowly.
  private func slowWidth(of scalar: Unicode.Scalar) -> Int {
    if scalar == "\u{AD}" { return 1 }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .control, .format, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: return 0
    case .spacingMark: return "a\(Character(scalar))".count == 1 ? 0 : 1
    default: break
    }
    if properties.isDefaultIgnorableCodePoint { return 0 }
    return EastAsianWidth.isWide(scalar) || properties.isEmojiPresentation ? 2 : 1
  }

  @Test func `each character alone has the width that the rules give it`() {
    for scalar in UnicodeFiles.scalars(oneIn: 37) {
      #expect(TextWidth.width(of: Character(scalar)) == slowWidth(of: scalar), "U+\(String(scalar.value, radix: 16))")
    }
  }

  @Test func `the width of a text is that of its widest line, and the sum of its clusters`() {
    var random = SeededGenerator(seed: 1)
    for round in 0..<2000 {
      let text = SafeText(TerminalText.hostile(count: round % 40, using: &random), limits: .body)
      let widths = text.string.split(separator: "\n").map { $0.reduce(0) { $0 + TextWidth.width(of: $1) } }
      #expect(TextWidth.width(of: text) == widths.max() ?? 0, "round \(round): \(text)")
    }
  }

  @Test func `ASCII by bytes is as wide as by clusters`() {
    #expect(TextWidth.width(of: SafeText("")) == 0)
    #expect(TextWidth.width(of: SafeText("abc")) == 3)
    #expect(TextWidth.width(of: SafeText("ab\ncdef\ng", limits: .body)) == 4)
  }

  @Test func `every fully qualified emoji is one cluster of two columns and survives unchanged`() throws {
    guard let lines = UnicodeFiles.fields("emoji/emoji-test.txt") else { return }
    let emoji = lines.filter { $0[1] == "fully-qualified" }.map { UnicodeFiles.text($0[0]) }
    #expect(emoji.count > 3000)
    for one in emoji {
      #expect(one.count == 1, "\(one)")
      #expect(one.map { TextWidth.width(of: $0) } == [2], "\(one)")
      #expect(Array(SafeText(one).string.unicodeScalars) == Array(one.unicodeScalars), "\(one)")
      #expect(TextWidth.needsAbsoluteColumn(Character(one)) || one.unicodeScalars.count == 1, "\(one)")
    }
  }

  @Test func `clusters are those of the Unicode test, but for the one where the library is newer`() throws {
    guard let file = UnicodeFiles.read("auxiliary/GraphemeBreakTest.txt") else { return }
    var count = 0
    for line in file.split(separator: "\n") {
      let clusters = line.prefix { $0 != "#" }.split(separator: "÷").filter { $0.contains { $0.isHexDigit } }
        .map { UnicodeFiles.text($0.split(separator: "×").joined(separator: " ")) }
      guard !clusters.isEmpty, clusters.joined() != "\u{2701}\u{200D}\u{2701}" else { continue }
      count += 1
      // Scalars, since clusters that are canonically equal compare equal.
      #expect(
        clusters.joined().map { Array($0.unicodeScalars) } == clusters.map { Array($0.unicodeScalars) }, "\(line)")
    }
    #expect(count > 600)
  }

  @Test func `only single characters that every terminal measures alike are plainly safe`() {
    for safe in "aZ ~éßΩжԱあカ中각Ａ…←·─█␛␦" { #expect(!TextWidth.needsAbsoluteColumn(safe), "\(safe)") }
    for unsafe in ["e\u{301}", "❤\u{FE0F}", "😀", "🇩🇪", "\u{AD}", "א", "ب", "क्ष", "\u{378}", "\u{483}", "�", "⌚"] {
      #expect(TextWidth.needsAbsoluteColumn(Character(unsafe)), "\(unsafe)")
    }
    for scalar in UnicodeFiles.scalars(oneIn: 7) where !TextWidth.needsAbsoluteColumn(Character(scalar)) {
      #expect(TextWidth.width(of: Character(scalar)) > 0, "U+\(String(scalar.value, radix: 16))")
    }
  }
}
