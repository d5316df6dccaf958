/// Lines of which a screen shows a part: an opened card, the help, a trace.
struct LinePager {
  /// All lines.
  private(set) var lines: [CardLine]
  /// The index of the first line in view.
  private(set) var top = 0
  /// How many letters are before the line that somebody has scrolled to, while the size of the screen has it elsewhere.
  private var anchor: Int?

  init(_ lines: [CardLine]) { self.lines = lines }

  /// Replaces the lines, keeping the position: that of the first line in view, or, if the same text was wrapped to
  /// another width, that of the text that was first in view when somebody scrolled last.
  mutating func replace(_ lines: [CardLine], rows: Int, isRewrapped: Bool = false) {
    if isRewrapped {
      if top > 0, anchor == nil { anchor = letterCount(before: top) }
    } else if lines.count != self.lines.count {
      anchor = nil
    }
    self.lines = lines
    if var rest = anchor {
      top =
        lines.firstIndex { line in
          rest -= line.letterCount
          return rest < 0
        } ?? lines.count
    }
    scroll(by: 0, rows: rows)
  }

  /// Moves down by a number of lines, or up if it is negative; stops at the ends.
  mutating func scroll(by count: Int, rows: Int) {
    let wanted = top + count
    top = max(0, min(wanted, lines.count - rows))
    if count != 0 {
      anchor = nil
    } else if top < wanted, anchor == nil {
      anchor = letterCount(before: wanted)
    }
  }

  private func letterCount(before line: Int) -> Int {
    lines[..<min(line, lines.count)].reduce(0) { $0 + $1.letterCount }
  }

  /// Moves to the first line.
  mutating func scrollToTop() { (top, anchor) = (0, nil) }

  /// Returns the lines in view.
  func visible(rows: Int) -> ArraySlice<CardLine> { lines[min(top, lines.count)...].prefix(rows) }

  /// Returns which lines are in view, such as `1–20 of 64`; empty if all are.
  func position(rows: Int) -> String {
    guard lines.count > rows else { return "" }
    return "\(top + 1)–\(min(top + rows, lines.count)) of \(lines.count)"
  }

  /// Returns how much of all lines is above the end of the view, such as `43 %`; empty if all are in view.
  func share(rows: Int) -> String {
    lines.count > rows ? "\(min(top + rows, lines.count) * 100 / lines.count) %" : ""
  }
}

extension CardLine {
  /// The number of characters that wrapping does not change.
  fileprivate var letterCount: Int { string.count { $0 != " " } }
}
