import TestSupport
import Testing

import TerminalUI

@Suite struct TerminalGridTests {
  private func grid(_ dialect: TerminalGrid.Dialect = .screen) -> TerminalGrid {
    TerminalGrid(columns: 6, rows: 3, dialect: dialect) { TextWidth.width(of: $0) }
  }

  private func refusal(_ text: String, _ dialect: TerminalGrid.Dialect = .screen) -> TerminalGrid.Refusal? {
    var grid = grid(dialect)
    do { try grid.feed(Array(text.utf8)) } catch { return error }
    return nil
  }

  @Test func `text, styles and addresses land in cells`() throws {
    var grid = grid()
    try grid.feed(Array("ab\u{1B}[1;38;5;9mc中\u{1B}[0m\nx\u{1B}[1;2H-\u{1B}[3;5He".utf8))
    #expect(grid.lines == ["a-c中", "x", "    e"])
    #expect(grid.rows[0][2] == .init(text: "c", style: [1, 38, 5, 9]))
    #expect(grid.rows[0][4] == .init(text: "", style: [1, 38, 5, 9]))
    try grid.feed(Array("\u{1B}[1;5H!\u{1B}[?1049h\u{1B}[2;1H\u{1B}[K".utf8))
    #expect(grid.lines == ["a-c !", "", "    e"], "half of a wide cluster is overwritten")
    #expect(grid.modes == [1049])
    try grid.feed(Array("\u{1B}[?1049l\u{1B}[2J\u{1B}[H".utf8))
    #expect(grid.lines == ["", "", ""] && grid.modes.isEmpty)
    #expect(grid.row == 0 && grid.column == 0)
  }

  @Test func `a hyperlink belongs to the cells that are written before its end`() throws {
    var grid = grid()
    try grid.feed(Array("a\u{1B}]8;;https://x.example/%20\u{1B}\\b\u{1B}]8;;\u{1B}\\c".utf8))
    #expect(grid.rows[0].map(\.link) == [nil, "https://x.example/%20", nil])
    #expect(grid.lines == ["abc"] && grid.link == nil)
    for link in ["]8;;a b\u{1B}\\", "]8;;ä\u{1B}\\", "]8;;a\u{7}", "]8;id=1;a\u{1B}\\", "]8;;a\u{1B}["] {
      guard case .unknownSequence = refusal("\u{1B}" + link) else {
        Issue.record("\(link) was taken, or refused for another reason")
        continue
      }
    }
    #expect(refusal("\u{1B}]8;;a") == .unfinishedSequence(at: 0))
    #expect(refusal("\u{1B}]8;;\u{1B}\\", .styled) == .unknownSequence("]", at: 0))
  }

  @Test func `what would erase too much is refused`() {
    #expect(refusal("123456\u{1B}[K") == .unknownSequence("[K", at: 6), "the last character")
    #expect(refusal("\u{1B}[7m\u{1B}[K") == .unknownSequence("[K", at: 4), "with a background")
    #expect(refusal("12345\u{1B}[K") == nil)
  }

  @Test func `what is not known is refused`() {
    #expect(refusal("\u{1B}[31m", .plain) == .control(0x1B, at: 0))
    #expect(refusal("a\u{7}") == .control(7, at: 1))
    #expect(refusal("\r", .styled) == .control(13, at: 0))
    #expect(refusal("\u{9B}m") == .control(0x9B, at: 0))
    #expect(refusal("\u{1B}[2J", .styled) == .unknownSequence("[2J", at: 0))
    #expect(refusal("\u{1B}[?25h", .styled) == .unknownSequence("[?25h", at: 0))
    for sequence in [
      "]0;x", "[5m", "[0;1m", "[38;5;256m", "[38;2;1;2m", "[38m", "[6n", "[?47h", "[3J", "[1;1;1H", "[>1m", "c",
    ] {
      guard case .unknownSequence = refusal("\u{1B}" + sequence) else {
        Issue.record("\(sequence) was taken, or refused for another reason")
        continue
      }
    }
    #expect(refusal("ab\u{1B}[1") == .unfinishedSequence(at: 2))
    #expect(refusal("\u{1B}") == .unfinishedSequence(at: 0))
    #expect(refusal("1234567") == .outside(row: 0, column: 7, at: 0))
    #expect(refusal("12345中") == .outside(row: 0, column: 7, at: 0))
    #expect(refusal("\n\n\n") == .outside(row: 3, column: 0, at: 2))
    #expect(refusal("\u{1B}[4;1H") == .outside(row: 3, column: 0, at: 0))
    #expect(refusal("\u{200B}") == .invisible("\u{200B}", at: 0))
    var grid = grid()
    #expect(throws: TerminalGrid.Refusal.invalidUTF8(at: 0)) { try grid.feed([0xFF]) }
  }
}
