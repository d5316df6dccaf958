/// A line of a flow.
struct FlowLine: RunElement {
  /// What is known of a line.
  enum State {
    /// The rows have the assumed size; they are put into lines when they come into view.
    case loose
    /// The rows have their real sizes, but the next row may fit as well.
    ///
    /// The line was made while the rows below it were visible, which must not move.
    case held
    /// The rows have their real sizes, and the next row does not fit.
    case settled
  }

  let rows: Int
  /// The height of the line and of the spacing below it.
  let height: Double
  /// Whether the rows are justified to the whole width.
  var isFull = false
  let state: State

  var isSettled: Bool { state == .settled }
}

/// A line to which rows are added at either end, as long as they fit.
struct OpenLine {
  /// How much too wide a line may be, to allow for rounding errors in sums of widths.
  static let tolerance = 1e-6

  private(set) var rows = 0
  private(set) var height = 0.0
  /// The width of all rows and of the spacing between them.
  private(set) var width = 0.0
  /// The number of rows with a height; rows without height take no space.
  private(set) var shownCount = 0

  func fits(_ size: ListSize, in layout: SectionLayout) -> Bool {
    size.height == 0 || shownCount == 0
      || width + layout.layout.columnSpacing + size.width <= layout.rowsWidth + Self.tolerance
  }

  mutating func add(_ size: ListSize, count: Int = 1, in layout: SectionLayout) {
    rows += count
    guard size.height > 0 else { return }
    let spacings = Double(shownCount > 0 ? count : count - 1) * layout.layout.columnSpacing
    width += size.width * Double(count) + spacings
    height = max(height, size.height)
    shownCount += count
  }
}

/// The lines of a flow.
///
/// Neighbouring rows in loose lines form lines of as many rows as fit by the estimate; only the last of these lines may
/// have fewer.
struct FlowLines {
  /// The number of loose rows side by side, and the height of a loose line with its spacing.
  let loose: (columns: Int, height: Double)
  private(set) var sequence = RunSequence<FlowLine>()

  init(looseRows count: Int, columns: Int, height: Double) {
    loose = (columns, height)
    appendLoose(count)
  }

  private init(_ sequence: RunSequence<FlowLine>, loose: (columns: Int, height: Double)) {
    (self.sequence, self.loose) = (sequence, loose)
  }

  var rows: Int { sequence.rows }
  var height: Double { sequence.height }

  /// Returns the line of an existing row.
  func line(of row: Int) -> RunSequence<FlowLine>.Position { sequence.position(ofRow: row) }

  /// Returns the top of the line that starts at a row; the bottom if there is no such row.
  func top(of row: Int) -> Double { row < rows ? line(of: row).top : height }

  /// Replaces the lines of some rows; what is left of lines that are only replaced in part becomes loose.
  ///
  /// - Complexity: O(log lines).
  mutating func replace(_ range: Range<Int>, by line: FlowLine, count: Int = 1) {
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
  mutating func append(_ range: Range<Int>, of other: FlowLines, isNextKept: Bool) {
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
    while let last = sequence.lastRun, last.element.state == .loose {
      count += last.rows
      sequence = sequence[0..<rows - last.rows]
    }
    sequence.append(RunSequence(looseLine(of: loose.columns), count: count / loose.columns))
    if count % loose.columns > 0 { sequence.append(RunSequence(looseLine(of: count % loose.columns), count: 1)) }
  }

  private func looseLine(of rows: Int) -> FlowLine { FlowLine(rows: rows, height: loose.height, state: .loose) }

  /// Appends lines; loose rows on both sides of the boundary form lines together.
  private mutating func append(_ lines: RunSequence<FlowLine>) {
    guard sequence.lastRun?.element.state == .loose else { return sequence.append(lines) }
    var lines = lines
    while let first = lines.firstRun, first.element.state == .loose {
      appendLoose(first.rows)
      lines = lines[first.rows..<lines.rows]
    }
    sequence.append(lines)
  }

  private subscript(rows: Range<Int>) -> FlowLines { FlowLines(sequence[rows], loose: loose) }

  private func startOfLine(atOrBefore row: Int) -> Int { row < rows ? line(of: row).firstRow : rows }

  private func startOfLine(atOrAfter row: Int) -> Int {
    guard row < rows else { return rows }
    let line = line(of: row)
    return line.firstRow == row ? row : line.endRow
  }
}
