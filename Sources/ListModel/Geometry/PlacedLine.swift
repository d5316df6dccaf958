/// Rows that are placed together, or loose rows side by side, which have the size that the layout assumes.
protocol PlacedLine: RunElement {
  /// Whether the rows have the assumed size; they are placed when they come into view.
  var isLoose: Bool { get }
  /// How far down the next row starts at the earliest.
  var nextTop: Double { get }
  /// How far down the lowest of the columns starts.
  var lowestStart: Double { get }
  /// Whether rows of the same sizes below the line form an equal line.
  var isRepeatable: Bool { get }
  /// Whether the row after the line decides about it, so that it becomes loose when another row follows.
  static var dependsOnNextRow: Bool { get }

  /// Makes loose rows.
  init(looseRows rows: Int, height: Double, spacing: Double)
  /// Places a line from its first row on.
  ///
  /// - Parameter present: The rows of the line so far, of which the first stays the first.
  init(
    from present: Range<Int>, of sizes: RunSequence<RowSize>, below line: Self?, in layout: SectionLayout
  ) throws(MissingSize)
  /// Places a line so that it ends where another one starts.
  ///
  /// - Parameter present: The rows of the line so far, of which the last stays the last.
  init(
    upTo present: Range<Int>, of sizes: RunSequence<RowSize>, above line: Self, in layout: SectionLayout
  ) throws(MissingSize)

  /// Whether the line is as it would be placed from its first row on below another line, or as the first one.
  func isExact(below line: Self?) -> Bool
  /// Returns the line with the height that it has above another one, or at the end.
  func followed(by next: Self?) -> Self
  /// Returns the rectangle of a row that is not loose, relative to the top of its line, which starts at `first`.
  func frame(of row: Int, from first: Int, _ sizes: RunSequence<RowSize>, _ layout: SectionLayout) -> ListRect

  /// Returns the size of a row for which the delegate gives a size.
  static func size(_ asked: ListSize, in layout: SectionLayout) -> ListSize
  /// Returns how many rows of a size fit side by side.
  static func columns(of size: ListSize, in layout: SectionLayout) -> Int
}

/// The size of a row, as far as it is known.
struct RowSize: RunElement {
  let size: ListSize?

  var rows: Int { 1 }
  /// One if the size is unknown, so that the first unknown one is found as the first row that reaches a height.
  var height: Double { size == nil ? 1 : 0 }
}

/// A row whose size has to be known first.
struct MissingSize: Error {
  let row: Int
}

extension RunSequence<RowSize> {
  /// Returns the first row at or after a row whose size is unknown.
  func firstUnknown(from row: Int) -> Int? { first(reaching: top(of: row))?.firstRow }

  /// Returns the size of a row, and the rows next to it that are known to have the same.
  func size(of row: Int) throws(MissingSize) -> (size: ListSize, run: Range<Int>) {
    let found = self[row]
    guard let size = found.element.size else { throw MissingSize(row: row) }
    return (size, found.run)
  }
}

/// The lines of a flow, or the bands of a waterfall.
///
/// Neighbouring loose rows form lines of as many rows as fit; only the last of these lines may have fewer.
struct PlacedLines<Line: PlacedLine> {
  /// The size of loose rows, and how many of them are side by side.
  let assumed: (columns: Int, size: ListSize)
  private let spacing: Double
  private(set) var all = RunSequence<Line>()

  init(looseRows count: Int, in layout: SectionLayout) {
    var size = Line.size(layout.layout.estimatedItemSize ?? layout.layout.itemSize, in: layout)
    size.height = ListLimits.estimate(size.height)
    assumed = (Line.columns(of: size, in: layout), size)
    spacing = layout.layout.lineSpacing
    appendLoose(count)
  }

  var rows: Int { all.rows }

  subscript(row: Int) -> RunSequence<Line>.Position { all[row] }

  func startOfLine(atOrBefore row: Int) -> Int { row < rows ? all[row].firstRow : rows }

  private func startOfLine(atOrAfter row: Int) -> Int {
    guard row < rows else { return rows }
    let line = all[row]
    return line.firstRow == row ? row : line.endRow
  }

  /// Replaces the lines of some rows; what is left of lines that are only replaced in part becomes loose.
  mutating func replace(_ range: Range<Int>, by lines: RunSequence<Line>) {
    let (upper, lower) = (startOfLine(atOrBefore: range.lowerBound), startOfLine(atOrAfter: range.upperBound))
    let below = all[lower..<rows]
    all = all[0..<upper]
    appendLoose(range.lowerBound - upper)
    append(lines)
    appendLoose(lower - range.upperBound)
    append(below)
  }

  /// Makes the lines of some rows loose.
  mutating func loosen(_ range: Range<Int>) {
    let (upper, lower) = (startOfLine(atOrBefore: range.lowerBound), startOfLine(atOrAfter: range.upperBound))
    let below = all[lower..<rows]
    all = all[0..<upper]
    appendLoose(lower - upper)
    append(below)
  }

  /// Appends rows of other lines; parts of lines become loose.
  ///
  /// - Parameter isNextKept: whether the row after them is still the same, or they are still the last ones.
  mutating func append(_ range: Range<Int>, of other: PlacedLines, isNextKept: Bool) {
    let upper = min(range.upperBound, other.startOfLine(atOrAfter: range.lowerBound))
    var lower = max(upper, other.startOfLine(atOrBefore: range.upperBound))
    if lower == range.upperBound, lower > upper, !isNextKept { lower = other[lower - 1].firstRow }
    appendLoose(upper - range.lowerBound)
    append(other.all[upper..<lower])
    appendLoose(range.upperBound - lower)
  }

  /// Appends loose rows, which form lines together with those at the end.
  mutating func appendLoose(_ count: Int) {
    guard count > 0 else { return }
    var count = count
    while let last = all.last, last.element.isLoose {
      count += last.run.count
      all = all[0..<last.run.lowerBound]
    }
    let (lines, rest) = count.quotientAndRemainder(dividingBy: assumed.columns)
    if lines > 0 { join(RunSequence(looseLine(of: assumed.columns), count: lines)) }
    if rest > 0 { join(RunSequence(looseLine(of: rest), count: 1)) }
  }

  private func looseLine(of rows: Int) -> Line {
    Line(looseRows: rows, height: assumed.size.height, spacing: spacing)
  }

  /// Appends lines; loose rows on both sides of the boundary form lines together.
  private mutating func append(_ lines: RunSequence<Line>) {
    var lines = lines
    if all.last?.element.isLoose == true {
      while lines.rows > 0, lines[0].element.isLoose {
        let count = lines[0].run.count
        appendLoose(count)
        lines = lines[count..<lines.rows]
      }
    }
    join(lines)
  }

  /// Appends lines; the last line on each side gets the height that it has there.
  private mutating func join(_ lines: RunSequence<Line>) {
    guard lines.rows > 0 else { return }
    adjustLast(before: lines[0].element)
    all = all + lines
    adjustLast(before: nil)
  }

  private mutating func adjustLast(before next: Line?) {
    guard let last = all.last else { return }
    let adjusted = last.element.followed(by: next)
    if adjusted != last.element { all = all[0..<last.firstRow] + RunSequence(adjusted, count: 1) }
  }
}
