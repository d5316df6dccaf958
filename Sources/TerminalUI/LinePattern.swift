/// A line whose numbers are told later: what stands between them is painted once, for as many lines as there are numbers.
///
/// ```swift
/// let pattern = LinePattern([.number(columns: 3), .words(.init(" ← ")), .number()], painter: LinePainter(depth: .plain))
/// pattern.append([12, 9], to: &bytes)   // " 12 ← 9\n"
/// ```
/// It writes what a ``LinePainter`` writes of the same line, some ten times faster. A line that ends in words cannot end in spaces.
public struct LinePattern: Sendable {
  /// A part of the line.
  public enum Part: Hashable, Sendable {
    /// What is the same in all lines.
    case words(CardLine.Run)
    /// A number in decimal digits, behind spaces where it has fewer of them than there are columns.
    case number(columns: Int = 1, _ style: Style = .plain)
  }

  private let columns: [Int]
  /// What stands before each number, and behind the last.
  private let between: [[UInt8]]

  /// Paints the parts of a line from left to right.
  public init(_ parts: [Part], painter: LinePainter) {
    var columns: [Int] = []
    var between: [[UInt8]] = [[]]
    for part in parts {
      switch part {
      case .words(let run): painter.append(run.text.string, run.style, to: &between[columns.count])
      case .number(let width, let style):
        let sequence = style.sequence(painter.depth)
        between[columns.count] += sequence.utf8
        columns.append(width)
        between.append(sequence.isEmpty ? [] : Array(Style.reset.utf8))
      }
    }
    between[columns.count].append(0x0A)
    (self.columns, self.between) = (columns, between)
  }

  /// Appends the line of some numbers and its newline to a buffer.
  ///
  /// - Precondition: There are as many numbers as the line has places for.
  /// - Complexity: O(*n*) in the length of the line.
  public func append(_ numbers: [Int], to bytes: inout [UInt8]) {
    precondition(numbers.count == columns.count, "A line of \(columns.count) numbers was given \(numbers.count)")
    for (place, number) in numbers.enumerated() {
      bytes += between[place]
      let digits = String(number).utf8
      bytes += repeatElement(0x20, count: max(0, columns[place] - digits.count))
      bytes += digits
    }
    bytes += between[numbers.count]
  }
}
