/// A line of a flow: as many rows as fit, justified to the whole width, and vertically centred.
struct FlowLine: PlacedLine {
  /// What is known of a line.
  private enum State {
    /// The rows have the assumed size.
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
  let reach: Double
  /// The distance between the rows.
  private let gap: Double
  private let state: State

  var isLoose: Bool { state == .loose }
  var nextTop: Double { height }
  var lowestStart: Double { 0 }
  var isRepeatable: Bool { true }
  /// The next row decides whether the line is justified.
  static var dependsOnNextRow: Bool { true }

  init(looseRows rows: Int, height: Double, spacing: Double) {
    (self.rows, self.height, reach, gap, state) = (rows, height + spacing, height, 0, .loose)
  }

  private init(_ line: OpenLine, isFull: Bool, _ state: State) {
    let layout = line.layout
    (rows, height, reach) = (line.rows, line.height + layout.layout.lineSpacing, line.height)
    let rest = isFull && line.shownCount > 1 ? max(0, layout.rowsWidth - line.width) : 0
    gap = layout.layout.columnSpacing + rest / Double(max(1, line.shownCount - 1))
    self.state = state
  }

  init(
    from present: Range<Int>, of sizes: RunSequence<RowSize>, below line: FlowLine?, in layout: SectionLayout
  ) throws(MissingSize) {
    var (line, row) = (OpenLine(layout: layout), present.lowerBound)
    while row < sizes.rows {
      let (size, run) = try sizes.size(of: row)
      let count = min(run.upperBound - row, line.room(for: size))
      guard count > 0 else { break }
      line.add(size, count: count)
      row += count
    }
    self.init(line, isFull: row < sizes.rows, .settled)
  }

  init(
    upTo present: Range<Int>, of sizes: RunSequence<RowSize>, above next: FlowLine, in layout: SectionLayout
  ) throws(MissingSize) {
    let end = present.upperBound
    var (line, row) = (OpenLine(layout: layout), end)
    while row > 0 {
      let (size, run) = try sizes.size(of: row - 1)
      let count = min(row - run.lowerBound, line.room(for: size))
      guard count > 0 else { break }
      line.add(size, count: count)
      row -= count
    }
    let next = sizes[end].element.size
    let isSettled = next.map { line.room(for: $0) == 0 } ?? false
    self.init(line, isFull: isSettled || row > 0, isSettled ? .settled : .held)
  }

  func isExact(below line: FlowLine?) -> Bool { state == .settled }

  func followed(by next: FlowLine?) -> FlowLine { self }

  func frame(of row: Int, from first: Int, _ sizes: RunSequence<RowSize>, _ layout: SectionLayout) -> ListRect {
    var (x, next) = (0.0, first)
    while next < row {
      let found = sizes[next]
      let end = min(row, found.run.upperBound)
      if let size = found.element.size, size.height > 0 { x += (size.width + gap) * Double(end - next) }
      next = end
    }
    let size = sizes[row].element.size ?? ListSize(width: 0, height: 0)
    return ListRect(x: x, y: (reach - size.height) / 2, width: size.width, height: size.height)
  }

  static func size(_ asked: ListSize, in layout: SectionLayout) -> ListSize {
    ListSize(width: min(asked.width, layout.rowsWidth), height: asked.height)
  }

  static func columns(of size: ListSize, in layout: SectionLayout) -> Int { OpenLine(layout: layout).room(for: size) }
}

/// A line to which rows are added at either end, as long as they fit.
private struct OpenLine {
  /// How much too wide a line may be, to allow for rounding errors in sums of widths.
  private static let tolerance = 1e-6

  let layout: SectionLayout
  private(set) var rows = 0
  private(set) var height = 0.0
  /// The width of all rows and of the spacing between them.
  private(set) var width = 0.0
  /// The number of rows with a height; rows without height take no space.
  private(set) var shownCount = 0

  init(layout: SectionLayout) {
    self.layout = layout
  }

  /// Returns how many rows of the same size fit.
  func room(for size: ListSize) -> Int {
    guard size.height > 0 else { return .max }
    let pitch = size.width + layout.layout.columnSpacing
    let free = layout.rowsWidth - width + (shownCount > 0 ? 0 : layout.layout.columnSpacing) + Self.tolerance
    let fitting = pitch > 0 ? max(0, free / pitch) : .infinity
    return max(shownCount > 0 ? 0 : 1, Int(min(fitting, 1e6)))
  }

  mutating func add(_ size: ListSize, count: Int) {
    rows += count
    guard size.height > 0 else { return }
    width += size.width * Double(count)
    width += layout.layout.columnSpacing * Double(shownCount > 0 ? count : count - 1)
    height = max(height, size.height)
    shownCount += count
  }
}
