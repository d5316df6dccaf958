/// An element of a ``PlacedSequence``: rows that are placed together, or loose rows with the assumed size.
protocol PlacedElement: RunElement {
  /// Whether the rows have the assumed size; they are placed when they come into view.
  var isLoose: Bool { get }
  /// Whether the row after the element decides about it, so that it becomes loose when another row follows.
  static var dependsOnNextRow: Bool { get }
  /// Makes loose rows side by side.
  init(looseRows: Int, height: Double)
  /// Returns the element with the height that it has above another one, or at the end.
  func followed(by next: Self?) -> Self
}

/// The lines of a flow, or the bands of a waterfall.
///
/// Neighbouring loose rows form lines of as many rows as fit by the estimate; only the last of these lines may have
/// fewer.
struct PlacedSequence<Element: PlacedElement> {
  /// The number of loose rows side by side, and the height of a loose line with its spacing.
  let loose: (columns: Int, height: Double)
  private(set) var sequence = RunSequence<Element>()

  init(looseRows count: Int, columns: Int, height: Double) {
    loose = (columns, height)
    appendLoose(count)
  }

  private init(_ sequence: RunSequence<Element>, loose: (columns: Int, height: Double)) {
    (self.sequence, self.loose) = (sequence, loose)
  }

  var rows: Int { sequence.rows }
  var height: Double { sequence.height }

  /// Returns the line of an existing row.
  func line(of row: Int) -> RunSequence<Element>.Position { sequence.position(ofRow: row) }

  /// Returns the top of the line that starts at a row; the bottom if there is no such row.
  func top(of row: Int) -> Double { row < rows ? line(of: row).top : height }

  /// Replaces the lines of some rows; what is left of lines that are only replaced in part becomes loose.
  ///
  /// - Complexity: O(log lines).
  mutating func replace(_ range: Range<Int>, by line: Element, count: Int = 1) {
    let upper = startOfLine(atOrBefore: range.lowerBound)
    let lower = startOfLine(atOrAfter: range.upperBound)
    var result = self[0..<upper]
    result.appendLoose(range.lowerBound - upper)
    result.append(RunSequence(line, count: count))
    result.appendLoose(lower - range.upperBound)
    result.append(sequence[lower..<rows])
    self = result
  }

  /// Makes the lines of some rows loose.
  mutating func loosen(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let upper = startOfLine(atOrBefore: range.lowerBound)
    let lower = startOfLine(atOrAfter: range.upperBound)
    var result = self[0..<upper]
    result.appendLoose(lower - upper)
    result.append(sequence[lower..<rows])
    self = result
  }

  /// Appends rows of other lines; parts of lines become loose.
  ///
  /// - Parameter isNextKept: whether the row after them is still the same, or they are still the last ones.
  mutating func append(_ range: Range<Int>, of other: PlacedSequence, isNextKept: Bool) {
    let upper = min(range.upperBound, other.startOfLine(atOrAfter: range.lowerBound))
    var lower = max(upper, other.startOfLine(atOrBefore: range.upperBound))
    if lower == range.upperBound, lower > upper, !isNextKept { lower = other.line(of: lower - 1).firstRow }
    appendLoose(upper - range.lowerBound)
    append(other.sequence[upper..<lower])
    appendLoose(range.upperBound - lower)
  }

  /// Appends loose rows.
  mutating func appendLoose(_ count: Int) {
    guard count > 0 else { return }
    var count = count
    while let last = sequence.lastRun, last.element.isLoose {
      count += last.rows
      sequence = sequence[0..<rows - last.rows]
    }
    join(RunSequence(looseLine(of: loose.columns), count: count / loose.columns))
    if count % loose.columns > 0 { join(RunSequence(looseLine(of: count % loose.columns), count: 1)) }
  }

  private func looseLine(of rows: Int) -> Element { Element(looseRows: rows, height: loose.height) }

  /// Appends lines; loose rows on both sides of the boundary form lines together.
  private mutating func append(_ lines: RunSequence<Element>) {
    guard sequence.lastRun?.element.isLoose == true else { return join(lines) }
    var lines = lines
    while let first = lines.firstRun, first.element.isLoose {
      appendLoose(first.rows)
      lines = lines[first.rows..<lines.rows]
    }
    join(lines)
  }

  /// Appends lines; the last line on each side gets the height that it has there.
  private mutating func join(_ lines: RunSequence<Element>) {
    guard let first = lines.firstRun?.element else { return }
    adjustLast(before: first)
    sequence.append(lines)
    adjustLast(before: nil)
  }

  private mutating func adjustLast(before next: Element?) {
    guard let last = sequence.lastRun?.element else { return }
    let adjusted = last.followed(by: next)
    guard adjusted != last else { return }
    sequence = sequence[0..<rows - last.rows]
    sequence.append(RunSequence(adjusted, count: 1))
  }

  private subscript(rows: Range<Int>) -> PlacedSequence { PlacedSequence(sequence[rows], loose: loose) }

  private func startOfLine(atOrBefore row: Int) -> Int { row < rows ? line(of: row).firstRow : rows }

  private func startOfLine(atOrAfter row: Int) -> Int {
    guard row < rows else { return rows }
    let line = line(of: row)
    return line.firstRow == row ? row : line.endRow
  }
}
