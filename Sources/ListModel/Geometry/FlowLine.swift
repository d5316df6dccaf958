/// A line of a flow.
struct FlowLine: PlacedElement {
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
  let isFull: Bool
  let state: State

  var isLoose: Bool { state == .loose }
  /// The next row decides whether the line is full.
  static var dependsOnNextRow: Bool { true }

  init(rows: Int, height: Double, isFull: Bool, state: State) {
    (self.rows, self.height, self.isFull, self.state) = (rows, height, isFull, state)
  }

  init(looseRows rows: Int, height: Double) {
    self.init(rows: rows, height: height, isFull: false, state: .loose)
  }

  func followed(by next: FlowLine?) -> FlowLine { self }
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
