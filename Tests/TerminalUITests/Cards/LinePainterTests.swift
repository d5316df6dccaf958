import TestSupport
import Testing

@testable import TerminalUI

@Suite struct LinePainterTests {
  private func painted(_ lines: [CardLine], _ depth: ColorDepth) -> [UInt8] {
    var bytes: [UInt8] = []
    LinePainter(depth: depth).paint(lines) { (part: borrowing Span<UInt8>) in
      for index in part.indices { bytes.append(part[index]) }
    }
    return bytes
  }

  private func string(_ lines: [CardLine], _ depth: ColorDepth) -> String {
    String(decoding: painted(lines, depth), as: UTF8.self)
  }

  @Test func `a line is text and its styles, reset before the newline`() {
    let bold = Style(bold: true)
    let line = CardLine([.init("a", bold), .init(" b"), .init("", bold), .init("  ", bold)])
    #expect(string([line], .plain) == "a b\n")
    #expect(string([line], .named16) == "\u{1B}[1ma\u{1B}[0m b\n")
    #expect(string([CardLine([.init(" ", bold)]), CardLine([])], .trueColor) == "\n\n")
    #expect(string([CardLine([.init(SafeText("a\nb", limits: .body))])], .plain) == "a b\n")
  }

  @Test func `each line reaches the sink as a whole, and its error goes to the caller`() {
    struct Full: Error {}
    var counts: [Int] = []
    let lines = [CardLine([.init("abc")]), CardLine([.init("de")]), CardLine([.init("f")])]
    #expect(throws: Full.self) {
      try LinePainter(depth: .plain).paint(lines) { (part: borrowing Span<UInt8>) throws(Full) in
        counts.append(part.count)
        if counts.count == 2 { throw Full() }
      }
    }
    #expect(counts == [4, 3])
  }

  /// Draws a text in every place of a card, at a width.
  private func lines(_ untrusted: [UInt8], _ columns: Int) -> [CardLine] {
    let title = SafeText(decoding: untrusted)
    let card = Card(
      title: title, author: title, age: title, summary: SafeText(decoding: untrusted, limits: .body),
      link: try? SafeLink("https://a" + String(decoding: untrusted, as: UTF8.self)), gutter: title,
      kind: .ad(reason: title))
    return [SectionHeader(title: title, detail: title).line(columns: columns)] + card.lines(columns: columns)
  }

  private func check(_ untrusted: [UInt8], _ columns: Int, _ label: @autoclosure () -> String) {
    let lines = lines(untrusted, columns)
    let plain = painted(lines, .plain)
    if let control = plain.first(where: { ($0 < 0x20 && $0 != 0x0A) || $0 == 0x7F }) {
      Issue.record("\(label()): plain text holds \(control)")
    }
    if string(lines, .plain).unicodeScalars.contains(where: { (0x80..<0xA0).contains($0.value) }) {
      Issue.record("\(label()): plain text holds a C1 control")
    }
    if string(lines, .plain).contains(" \n") { Issue.record("\(label()): a space at the end of a line") }
    do {
      var flat = TerminalGrid(columns: columns, dialect: .plain) { TextWidth.width(of: $0) }
      try flat.feed(plain)
      for depth in [ColorDepth.named16, .trueColor] {
        var grid = TerminalGrid(columns: columns, dialect: .styled) { TextWidth.width(of: $0) }
        try grid.feed(painted(lines, depth))
        if grid.lines != flat.lines { Issue.record("\(label()): styles change the text") }
        if !grid.style.isEmpty { Issue.record("\(label()): a style is left on") }
      }
    } catch {
      Issue.record("\(label()): \(error)")
    }
  }

  @Test func `random bytes come out as text and styles only`() {
    for seed in UInt64(0)..<Sample.of(1500, few: 120) {
      var random = SeededGenerator(seed: seed)
      let bytes = TerminalText.hostileBytes(count: .random(in: 0...80, using: &random), using: &random)
      check(bytes, .random(in: 1...60, using: &random), "seed \(seed)")
    }
  }

  @Test func `random hostile characters come out as text and styles only`() {
    for seed in UInt64(0)..<Sample.of(1500, few: 120) {
      var random = SeededGenerator(seed: seed)
      let text = TerminalText.hostile(count: .random(in: 0...60, using: &random), using: &random)
      check(Array(text.utf8), .random(in: 1...60, using: &random), "seed \(seed)")
    }
  }

  @Test func `all single controls and all pairs of them come out as text`() {
    let values =
      Array(0x00...0x1F) + Array(0x7F...0x9F) + [0x61C, 0x200E, 0x200F] + Array(0x202A...0x202E)
      + Array(0x2066...0x2069)
    let controls = values.compactMap { UInt32($0) }.compactMap(Unicode.Scalar.init).map { Character($0) }
    for first in controls {
      check(Array(String(first).utf8), 20, first.debugDescription)
      for second in controls {
        let text = SafeText(String([first, second]) + "[2J")
        #expect(throws: Never.self, "\(first.debugDescription) \(second.debugDescription)") {
          var grid = TerminalGrid(columns: 20, dialect: .plain) { TextWidth.width(of: $0) }
          try grid.feed(painted([CardLine([.init(text)])], .plain))
        }
      }
    }
  }
}
