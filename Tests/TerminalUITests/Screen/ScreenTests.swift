import TestSupport
import Testing

@testable import TerminalUI

@Suite struct ScreenTests {
  private func frame(_ lines: [CardLine], columns: Int = 10, rows: Int = 3, cursor: ScreenPoint? = nil) -> Frame {
    Frame(size: ScreenSize(columns: columns, rows: rows), lines: lines, cursor: cursor)
  }

  private func lines(_ texts: SafeText...) -> [CardLine] { texts.map { CardLine([.init($0)]) } }

  /// The bytes between the marks of a frame, with `^` for ESC.
  private func words(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.map { $0 == 0x1B ? UInt8(ascii: "^") : $0 }, as: UTF8.self)
  }

  /// Shows frames and returns the bytes of the last, without the marks of a frame.
  private func last(_ frames: Frame..., depth: ColorDepth = .named16, links: Bool = false) -> String {
    var screen = Screen(depth: depth, hasHyperlinks: links, isSynchronized: false)
    return frames.map { words(screen.bytes(showing: $0)) }.last ?? ""
  }

  @Test func `the first frame clears the screen, and the same frame again is nothing`() {
    var screen = Screen(depth: .named16)
    let frame = frame(lines("a", "", "b"))
    let first = "^[?2026h^[0m^[2J^[1;1Ha^[3;1Hb^[?25l^[?2026l"
    #expect(words(screen.bytes(showing: frame)) == first)
    #expect(screen.bytes(showing: frame).isEmpty)
    #expect(screen.bytes(showing: self.frame([CardLine([.init("a"), .init("  ")])] + lines("", "b"))).isEmpty)
    screen.forget()
    #expect(words(screen.bytes(showing: frame)) == first)
    #expect(words(screen.bytes(showing: self.frame(lines("a"), rows: 4))) == "^[?2026h^[0m^[2J^[1;1Ha^[?25l^[?2026l")
  }

  @Test func `only changed cells are written`() {
    let old = frame(lines("abcdefghij", "0123456789", "x"))
    #expect(last(old, frame(lines("abcdEfghij", "0123456789", "x"))) == "^[1;5HE")
    #expect(last(old, frame(lines("Abcdefghij", "0123456789", "xy"))) == "^[1;1HA^[3;2Hy")
    #expect(last(old, frame(lines("AbCdefghiJ", "0123456789", "x"))) == "^[1;1HAbC^[10GJ", "a short gap is written")
    #expect(last(old, frame(lines("abcdefghij", "01234", "x"))) == "^[2;6H^[K")
    #expect(last(old, frame(lines("abcdefghij", "01234567", "x"))) == "^[2;9H  ", "spaces are shorter")
    #expect(last(old, frame(lines("abcdefghij"))) == "^[2;1H^[K^[3;1H ")
  }

  @Test func `styles and links are selected where they change and ended with the frame`() throws {
    let bold = Style(bold: true)
    let link = try SafeLink("https://a.example")
    let lines = [CardLine([.init("a", bold), .init("b", bold, link: link), .init("c"), .init(" ", bold)])]
    let open = "^]8;;https://a.example^\\"
    let start = "^[0m^[2J^[1;1H"
    #expect(last(frame(lines), links: true) == start + "^[1ma\(open)b^[0m^]8;;^\\c^[1m ^[0m^[?25l")
    #expect(last(frame(lines)) == start + "^[1mab^[0mc^[1m ^[0m^[?25l")
    #expect(last(frame(lines), depth: .plain) == "^[2J^[1;1Habc^[?25l")
    #expect(
      last(frame(lines), frame([CardLine([.init("a", bold), .init("bc")])]))
        == "^[1;2Hbc ")
  }

  @Test func `the cursor is placed when it or the cells change`() {
    let point = ScreenPoint(row: 1, column: 4)
    let without = frame(lines("a"))
    let with = frame(lines("a"), cursor: point)
    #expect(last(without, with) == "^[2;5H^[?25h")
    #expect(last(with, without) == "^[?25l")
    #expect(last(with, frame(lines("b"), cursor: point)) == "^[1;1Hb^[2;5H")
    #expect(last(with, frame(lines("a"), cursor: ScreenPoint(row: 99, column: -1))) == "^[3;1H")
  }

  @Test func `a cluster of uncertain width is addressed, and what follows it is written again`() {
    #expect(last(frame(lines("a❤️b"))) == "^[0m^[2J^[1;1Ha  ^[2G❤️^[4Gb^[K^[?25l")
    #expect(last(frame(lines("a❤️bcd")), frame(lines("x❤️bcd"))) == "^[1;1Hx")
    #expect(last(frame(lines("a❤️bcd")), frame(lines("aeebcd"))) == "^[1;2Heebcd^[K")
    #expect(last(frame(lines("a中b")), frame(lines("a国b"))) == "^[1;2H国")
  }

  @Test func `a cluster that a terminal does not draw leaves no old character`() {
    #expect(last(frame(lines("a8b")), frame(lines("a\u{378}b"))) == "^[1;2H ^[2G\u{378}^[3Gb^[K")
  }

  private func draw(
    _ seed: UInt64, depth: ColorDepth, links: Bool, width: @escaping @Sendable (Character) -> Int,
    check: (Frame, TerminalGrid) -> Void
  ) throws {
    var random = SeededGenerator(seed: seed)
    var screen = Screen(depth: depth, hasHyperlinks: links, isSynchronized: Bool.random(using: &random))
    var size = ScreenSize(columns: .random(in: 1...30, using: &random), rows: .random(in: 1...6, using: &random))
    var grid = TerminalGrid(columns: 40, rows: 10, dialect: .screen, width: width)
    var last: Frame?
    for _ in 0..<6 {
      if Int.random(in: 0..<5, using: &random) == 0 {
        size = ScreenSize(columns: .random(in: 1...30, using: &random), rows: .random(in: 1...6, using: &random))
      }
      let frame = FrameSamples.frame(after: last, size: size, using: &random)
      try grid.feed(screen.bytes(showing: frame))
      check(frame, grid)
      last = frame
      #expect(screen.bytes(showing: frame).isEmpty, "seed \(seed)")
    }
  }

  @Test func `any sequence of frames ends in what the last shows`() throws {
    for seed in UInt64(0)..<Sample.of(3000, few: 100) {
      let depth = ColorDepth.allCases[Int(seed % 5)]
      let links = seed.isMultiple(of: 3)
      try draw(seed, depth: depth, links: links, width: { TextWidth.width(of: $0) }) { frame, grid in
        let cells = FrameSamples.cells(of: frame, depth: depth, hasHyperlinks: links)
        let rows = grid.rows.map(FrameSamples.withoutBlanksAtEnd)
        let blank = [[TerminalGrid.Cell]](repeating: [], count: max(0, cells.count - rows.count))
        if (rows + blank).prefix(cells.count) != cells[...]
          || rows.dropFirst(cells.count).contains(where: { !$0.isEmpty })
        {
          Issue.record("seed \(seed): \(grid.lines) instead of \(frame.lines.map(\.string))")
        }
        #expect(grid.style.isEmpty && grid.link == nil && grid.modes.subtracting([25]).isEmpty, "seed \(seed)")
        #expect(grid.modes.contains(25) == (frame.cursor != nil), "seed \(seed)")
      }
    }
  }

  @Test func `a frame stays in its columns`() throws {
    for seed in UInt64(0)..<Sample.of(2000, few: 200) {
      var random = SeededGenerator(seed: seed)
      let size = ScreenSize(columns: .random(in: 1...12, using: &random), rows: 3)
      var grid = TerminalGrid(columns: size.columns, rows: 3, dialect: .screen) { TextWidth.width(of: $0) }
      var screen = Screen(depth: .trueColor, hasHyperlinks: true)
      var last: Frame?
      for _ in 0..<4 {
        let frame = FrameSamples.frame(after: last, size: size, using: &random)
        do { try grid.feed(screen.bytes(showing: frame)) } catch { Issue.record("seed \(seed): \(error)") }
        last = frame
      }
    }
  }

  @Test func `where a terminal measures clusters differently, the others still stand in their columns`() throws {
    let other: @Sendable (Character) -> Int = { cluster in
      let width = TextWidth.width(of: cluster)
      return TextWidth.needsAbsoluteColumn(cluster) ? 3 - width : width
    }
    for seed in UInt64(0)..<Sample.of(6000, few: 400) {
      try draw(seed, depth: .plain, links: false, width: other) { frame, grid in
        for (row, line) in FrameSamples.cells(of: frame, depth: .plain, hasHyperlinks: false).enumerated() {
          for (column, cell) in line.enumerated() {
            guard let cluster = cell.text.first, !TextWidth.needsAbsoluteColumn(cluster) else { continue }
            let shown = row < grid.rows.count && column < grid.rows[row].count ? grid.rows[row][column].text : " "
            if shown != cell.text {
              Issue.record("seed \(seed), row \(row), column \(column): \(shown), not \(cell.text)")
            }
          }
        }
      }
    }
  }

  @Test func `moving a selected row takes few bytes`() {
    let text: SafeText = "A title of many words that is nearly as wide as the screen it is drawn on, with 80 cells"
    func frame(selected: Int) -> Frame {
      let lines = (0..<24).map { row in
        CardLine([.init(row == selected ? "▌ " : "  "), .init(text, Style(bold: row == selected))])
      }
      return self.frame(lines, columns: 80, rows: 24)
    }
    var screen = Screen(depth: .palette256)
    let first = screen.bytes(showing: frame(selected: 4))
    #expect(first.count < 24 * 100)
    #expect(screen.bytes(showing: frame(selected: 5)).count <= 250)
  }
}
