import TestSupport
import Testing

@testable import TerminalUI

@Suite struct SafeTextColumnsTests {
  @Test func `a text is cut between clusters`() {
    #expect(SafeText("a中b").prefix(columns: 2) == "a")
    #expect(SafeText("a中b").prefix(columns: 3) == "a中")
    #expect(SafeText("a中b").prefix(columns: 0).isEmpty)
    #expect(SafeText("a中b").prefix(columns: -1).isEmpty)
    #expect(SafeText("a中b").prefix(columns: .max) == "a中b")
    #expect(SafeText("a中b").truncated(to: 4) == "a中b")
    #expect(SafeText("a中b").truncated(to: 3) == "a…")
    #expect(SafeText("a中b").truncated(to: 1) == "…")
    #expect(SafeText("a中b").truncated(to: 0).isEmpty)
    #expect(SafeText("").truncated(to: 0).isEmpty)
  }

  @Test func `hostile texts are cut to the longest beginning that fits`() {
    for seed in UInt64(0)..<Sample.of(400, few: 150) {
      var random = SeededGenerator(seed: seed)
      let text = SafeText(TerminalText.hostile(count: 12, using: &random))
      let clusters = Array(text.string)
      for columns in 0...14 {
        let fitting = (0...clusters.count).last {
          clusters.prefix($0).reduce(0) { $0 + TextWidth.width(of: $1) } <= columns
        }
        let label = "seed \(seed), \(columns) columns: \(text)"
        #expect(Array(text.prefix(columns: columns).string) == Array(clusters.prefix(fitting ?? 0)), "\(label)")
        let cut = text.truncated(to: columns)
        #expect(TextWidth.width(of: cut) <= columns, "\(label)")
        #expect(cut == text || columns == 0 || cut.string.unicodeScalars.last == "…", "\(label)")
      }
    }
  }

  @Test func `spaces at both ends are trimmed`() {
    #expect(SafeText(" \n a b\n", limits: .body).trimmed() == "a b")
    #expect(SafeText("  ").trimmed().isEmpty)
    #expect(SafeText("").trimmed().isEmpty)
    #expect(SafeText("中").trimmed() == "中")
  }

  @Test func `line breaks become spaces in a single line`() {
    #expect(SafeText("a\n\nb\n\u{301}", limits: .body).singleLine.string == "a b ◌\u{301}")
    #expect(SafeText("a").singleLine == "a")
  }
}
