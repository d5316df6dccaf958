import TestSupport

@testable import TerminalUI

/// Random frames, and what a terminal shows of one, drawn slowly.
enum FrameSamples {
  private static let styles = [
    Style.plain, Style(bold: true), Style(reversed: true), Style(dim: true, background: .named(.blue)),
    Style(underlined: true, foreground: .rgb(1, 200, 3)),
  ]
  private static let links = ["https://a.example/ä", "mailto:b@c.example"].compactMap { try? SafeLink($0) }
  private static let words: [SafeText] = [
    "harbour", " ", "      ", "two words", "中文字", "é", "🇩🇪", "👩🏽‍🚀", "❤️", "가", "ᆨ", "नि", "a\u{301}\u{302}", "…", "‍x",
  ]

  /// A run of a word, hostile characters or bytes.
  static func run(using random: inout SeededGenerator) -> CardLine.Run {
    let text =
      switch Int.random(in: 0..<8, using: &random) {
      case 0: SafeText(TerminalText.hostile(count: .random(in: 1...6, using: &random), using: &random))
      case 1: SafeText(decoding: TerminalText.hostileBytes(count: .random(in: 1...9, using: &random), using: &random))
      default: words.randomElement(using: &random) ?? ""
      }
    let style = Bool.random(using: &random) ? Style.plain : styles.randomElement(using: &random) ?? .plain
    let link = Int.random(in: 0..<6, using: &random) == 0 ? links.randomElement(using: &random) : nil
    return CardLine.Run(text, style, link: link)
  }

  static func line(using random: inout SeededGenerator) -> CardLine {
    CardLine((0..<Int.random(in: 0...5, using: &random)).map { _ in run(using: &random) })
  }

  /// A frame that shares most lines and runs with the one before, if that has the same size.
  static func frame(after last: Frame?, size: ScreenSize, using random: inout SeededGenerator) -> Frame {
    var lines: [CardLine] = []
    for row in 0..<Int.random(in: 0...size.rows + 1, using: &random) {
      guard let last, row < last.lines.count, Int.random(in: 0..<3, using: &random) > 0 else {
        lines.append(line(using: &random))
        continue
      }
      var runs = last.lines[row].runs
      if !runs.isEmpty, Bool.random(using: &random) {
        runs[Int.random(in: runs.indices, using: &random)] = run(using: &random)
      }
      lines.append(CardLine(runs))
    }
    let cursor = ScreenPoint(
      row: .random(in: -1...size.rows, using: &random), column: .random(in: -1...size.columns, using: &random))
    return Frame(size: size, lines: lines, cursor: Bool.random(using: &random) ? cursor : nil)
  }

  /// The cells of a frame, each cluster in a cell of its own, without blank cells at the end of a row.
  static func cells(of frame: Frame, depth: ColorDepth, hasHyperlinks: Bool) -> [[TerminalGrid.Cell]] {
    (0..<frame.size.rows).map { row in
      let runs = row < frame.lines.count ? frame.lines[row].runs : []
      let cells = runs.flatMap { run in
        run.text.string.flatMap { cluster -> [TerminalGrid.Cell] in
          let style = parameters(run.style.sequence(depth))
          let link = hasHyperlinks ? run.link?.string : nil
          let first = TerminalGrid.Cell(text: String(cluster), style: style, link: link)
          let second = TerminalGrid.Cell(text: "", style: style, link: link)
          return [first] + (TextWidth.width(of: cluster) == 2 ? [second] : [])
        }
      }
      return withoutBlanksAtEnd(cells)
    }
  }

  static func withoutBlanksAtEnd(_ cells: [TerminalGrid.Cell]) -> [TerminalGrid.Cell] {
    let last = cells.lastIndex { $0 != TerminalGrid.Cell(text: " ", style: []) }
    return Array(cells.prefix((last ?? -1) + 1))
  }

  private static func parameters(_ sequence: String) -> [Int] {
    sequence.dropFirst(2).dropLast().split(separator: ";").compactMap { Int($0) }
  }
}
