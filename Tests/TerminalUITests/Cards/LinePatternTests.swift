import Testing

@testable import TerminalUI

@Suite struct LinePatternTests {
  private static let styles = [Style.plain, Style(dim: true), Style(bold: true, foreground: .named(.yellow))]
  private static let depths: [ColorDepth] = [.plain, .named16, .palette256, .trueColor]

  @Test func `a pattern writes what a painter writes of the same line`() {
    let numbers = [0, 7, 10, 99, 1234, .max]
    for (depth, style) in Self.depths.flatMap({ depth in Self.styles.map { (depth, $0) } }) {
      let painter = LinePainter(depth: depth)
      let arrow = CardLine.Run(" ← ", style)
      let pattern = LinePattern(
        [.number(columns: 3), .words(arrow), .number(style), .words(.init("|"))], painter: painter)
      for (one, other) in numbers.flatMap({ one in numbers.map { (one, $0) } }) {
        let padding = String(repeating: " ", count: max(0, 3 - String(one).count))
        let line = CardLine([
          .init(SafeText(padding + String(one))), arrow, .init(SafeText(String(other)), style), .init("|"),
        ])
        var (written, expected): ([UInt8], [UInt8]) = (Array("before".utf8), Array("before".utf8))
        pattern.append([one, other], to: &written)
        painter.append(line, to: &expected)
        #expect(written == expected, "\(one), \(other), \(depth)")
      }
    }
  }

  @Test func `a pattern without numbers is a line`() {
    var bytes: [UInt8] = []
    LinePattern([.words(CardLine.Run("a"))], painter: LinePainter(depth: .plain)).append([], to: &bytes)
    LinePattern([], painter: LinePainter(depth: .plain)).append([], to: &bytes)
    #expect(bytes == Array("a\n\n".utf8))
  }

  @Test func `too few numbers are refused`() async {
    await #expect(processExitsWith: .failure) {
      var bytes: [UInt8] = []
      LinePattern([.number()], painter: LinePainter(depth: .plain)).append([], to: &bytes)
    }
  }
}
