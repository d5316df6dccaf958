import TestSupport
import Testing

@testable import TerminalUI

@Suite struct TerminalModesTests {
  private func grid() -> TerminalGrid {
    TerminalGrid(columns: 20, rows: 5, dialect: .screen) { TextWidth.width(of: $0) }
  }

  @Test func `entering switches the modes on that leaving switches off`() throws {
    var grid = grid()
    try grid.feed(Array("\u{1B}[?7h\u{1B}[?25h".utf8))
    let before = grid.modes
    try grid.feed(TerminalModes.enter)
    #expect(grid.modes == [1049, 1000, 1006, 2004])
    try grid.feed(TerminalModes.leave)
    #expect(grid.modes == before)
    #expect(TerminalModes.leaveText.description == String(decoding: TerminalModes.leave, as: UTF8.self))
  }

  @Test func `leaving ends what a frame has begun`() throws {
    var grid = grid()
    try grid.feed(TerminalModes.enter)
    try grid.feed(Array("\u{1B}[?2026h\u{1B}]8;;https://a.example\u{1B}\\\u{1B}[1;7mword".utf8))
    try grid.feed(TerminalModes.leave)
    #expect(grid.modes == [7, 25] && grid.style.isEmpty && grid.link == nil)
  }
}
