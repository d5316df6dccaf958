import TestSupport
import Testing

@testable import TerminalUI

@Suite struct UnsafeScalarTests {
  @Test func `each kind is found where it has no use, and nowhere else`() {
    // A literal cannot contain one.
    let noncharacter = Unicode.Scalar(0xFDD0 as UInt32).map { String(Character($0)) } ?? ""
    let vectors: [(String, [String], UnsafeScalar.Kind)] = [
      ("a\u{1B}[31m\u{7}\u{1B}[0m", ["U+001B", "U+0007"], .control),
      ("\0\u{7F}\u{9B}", ["U+0000", "U+007F", "U+009B"], .control),
      ("a\rb\r\n\tc\n", ["U+000D"], .control), ("\u{2028}\u{2029}", ["U+2028", "U+2029"], .lineSeparator),
      ("x\u{202E}\u{2066}\u{200F}", ["U+202E", "U+2066", "U+200F"], .bidirectionalControl),
      (
        "a\u{200B}\u{200D}b\u{FE0F}\u{E0067}\u{FEFF}\u{3164}",
        ["U+200B", "U+200D", "U+FE0F", "U+E0067", "U+FEFF", "U+3164"], .invisible
      ),
      ("\u{E000}\u{10FFFD}" + noncharacter, ["U+E000", "U+10FFFD", "U+FDD0"], .meaningless),
      ("e" + String(repeating: "\u{301}", count: 8), [], .excessiveMark),
      ("e" + String(repeating: "\u{301}", count: 9) + "\u{302}", ["U+0301", "U+0302"], .excessiveMark),
      ("plain\twords\n", [], .control), ("שלום می\u{200C}خواهم क्\u{200D}ष", [], .invisible), ("", [], .control),
      ("👩\u{200D}🚀 ❤\u{FE0F} 🏴\u{E0067}\u{E0062}\u{E0073}\u{E007F} 葛\u{E0100} soft\u{AD}hyphen", [], .invisible),
    ]
    for (text, names, kind) in vectors {
      let found = SafeText.unsafeScalars(in: text)
      #expect(found.map(\.description) == names && found.allSatisfy { $0.kind == kind }, "\(text.debugDescription)")
    }
  }

  @Test func `a text without them is drawn as it is, and one with them is not`() {
    let seed: UInt64 = 20_261_123
    var generator = SeededGenerator(seed: seed)
    let limits = SafeText.Limits(clusters: .max, lines: .max)
    for round in 0..<2000 {
      let text = TerminalText.hostile(count: Int.random(in: 0..<4, using: &generator), using: &generator)
      var sanitizer = TextSanitizer(text, limits: limits)
      let drawn = sanitizer.run()
      let same = text.unicodeScalars.elementsEqual(
        drawn.unicodeScalars)
      let blanks = text.unicodeScalars.contains { $0 == "\t" || $0 == "\r" }
      if blanks { continue }
      #expect(SafeText.unsafeScalars(in: text).isEmpty == same, "seed \(seed), round \(round)")
    }
  }

  @Test func `many different ones take linear time`() {
    let text = (0xF0000...0xFFFFD).reduce(into: "") { $0.unicodeScalars.append(Unicode.Scalar($1) ?? " ") }
    #expect(SafeText.unsafeScalars(in: text + text).count == 0xFFFE)
  }
}
