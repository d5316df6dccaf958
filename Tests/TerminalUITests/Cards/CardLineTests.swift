import TerminalUI
import Testing

@Suite struct CardLineTests {
  private let line = CardLine([.init("ab", Style(bold: true)), .init(""), .init(" · "), .init("中c")])

  @Test func `a line is as wide as its runs, and holds none that is empty`() {
    #expect(line.width == 8)
    #expect(line.runs.count == 3)
    #expect(line.string == "ab · 中c")
    #expect(CardLine([]).width == 0)
  }

  @Test func `a line is cut where the columns end, in the style that stands there`() {
    let cuts = ["", "…", "a…", "ab…", "ab …", "ab ·…", "ab · …", "ab · …", "ab · 中c", "ab · 中c"]
    for (columns, cut) in cuts.enumerated() {
      #expect(line.truncated(to: columns).string == cut, "\(columns) columns")
      #expect(line.truncated(to: columns).width <= columns, "\(columns) columns")
    }
    #expect(line.truncated(to: 2).runs == [.init("a…", Style(bold: true))])
    #expect(line.truncated(to: -1).runs.isEmpty)
  }
}
