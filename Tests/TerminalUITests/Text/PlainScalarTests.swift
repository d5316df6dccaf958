import TestSupport
import Testing

@testable import TerminalUI

/// Whatever is found out from bytes is what the standard library's clusters come to.
@Suite struct PlainScalarTests {
  private static let plainScalars = UnicodeFiles.scalars(oneIn: 7).filter { scalar in
    String(Character(scalar)).withBytes { PlainScalar($0, at: 0) != nil }
  }

  @Test func `of each plain character is said what is said of it as a cluster`() {
    #expect(Self.plainScalars.count > Sample.of(33_000, few: 4_700))
    for scalar in Self.plainScalars {
      let cluster = Character(scalar)
      let plain = String(cluster).withBytes { PlainScalar($0, at: 0) }
      let isSame =
        plain.map {
          $0.value == scalar.value && $0.length == cluster.utf8.count && $0.width == TextWidth.width(of: cluster)
            && $0.closes == cluster.closes && $0.opens == cluster.opens
            && ($0.value == 0x20) == cluster.isBreakingSpace && !scalar.isMark
        } ?? false
      if !isSame { Issue.record("U+\(String(scalar.value, radix: 16))") }
    }
  }

  /// Random texts, some of which are made of plain characters for the most part.
  private func text(_ random: inout SeededGenerator) -> String {
    let hostile = TerminalText.hostile(count: Int.random(in: 0...30, using: &random), using: &random)
    guard Bool.random(using: &random) else { return hostile }
    var text = String(hostile.prefix(Int.random(in: 0...3, using: &random)))
    for _ in 0..<Int.random(in: 0...60, using: &random) {
      let words = [
        "a", "word", " ", " ", "\n", "é", "“", "”", "…", "я", "中", "。", "각", "か", "ー", "「", "！", "\u{3099}",
        "\u{37E}", "\u{AD}", ",", "(",
      ]
      text += words.randomElement(using: &random) ?? ""
      if Int.random(in: 0..<20, using: &random) == 0,
        let scalar = TerminalText.hostileScalars.randomElement(using: &random)
      {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  @Test func `texts come out the same as cluster by cluster`() {
    for seed in UInt64(0)..<Sample.of(40_000, few: 300) {
      var random = SeededGenerator(seed: seed)
      let untrusted = text(&random)
      let limits =
        Bool.random(using: &random)
        ? SafeText.Limits.body
        : SafeText.Limits(
          marksPerCluster: .random(in: 1...4, using: &random), scalarsPerCluster: .random(in: 1...12, using: &random),
          clusters: .random(in: 1...40, using: &random), lines: .random(in: 1...4, using: &random))
      var sanitizer = SlowTextSanitizer(untrusted, limits: limits)
      let clean = sanitizer.run()
      let slow = SlowClusterLimiter(limits).limited(clean, isCut: sanitizer.isCut)
      let safe = SafeText(untrusted, limits: limits)
      let label = "seed \(seed): \(untrusted.debugDescription) \(limits)"
      #expect(safe.string.utf8.elementsEqual(slow.utf8), "\(label)")
      #expect(SafeText.cleaned(untrusted, limits).utf8.elementsEqual(slow.utf8), "\(label)")

      let lines = safe.string.split(separator: "\n", omittingEmptySubsequences: false)
      let width = lines.map { $0.reduce(0) { $0 + TextWidth.width(of: $1) } }.max()
      #expect(TextWidth.width(of: safe) == width, "\(label)")
      for columns in [1, 2, 3, 7, 20, .max] {
        let isSame = WrappedLines(safe, columns: columns).elementsEqual(SlowWrappedLines(safe, columns: columns)) {
          $0.string.utf8.elementsEqual($1.string.utf8)
        }
        #expect(isSame, "\(label) at \(columns)")
        let prefix = slowPrefix(safe.singleLine.string, columns)
        #expect(
          safe.singleLine.prefix(columns: columns).string.utf8.elementsEqual(prefix.utf8), "\(label) at \(columns)")
      }
      let trimmed = safe.string.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
      #expect(safe.trimmed().string.utf8.elementsEqual(String(trimmed).utf8), "\(label)")
    }
  }

  private func slowPrefix(_ text: String, _ columns: Int) -> String {
    var width = 0
    return String(
      text.prefix {
        width += TextWidth.width(of: $0)
        return width <= columns
      })
  }
}
