/// Which part of a screen shows what.
struct ViewerLayout: Hashable {
  /// Columns side by side.
  struct Pane: Hashable {
    /// The first column.
    var column: Int
    /// The number of columns.
    var columns: Int
  }

  /// The column beside the list; nil without one.
  private(set) var side: Pane?
  /// The list with its margin; nil if the opened card takes its place.
  private(set) var list: Pane?
  /// The opened card; nil if none is open.
  private(set) var page: Pane?
  /// The rows above the status line.
  let bodyRows: Int
  /// The width of the cards.
  private(set) var cardColumns: Int
  /// The columns left of a card, for the mark of the selected one.
  let margin: Int

  init(_ size: ScreenSize, _ options: ViewerOptions, isOpen: Bool, hasSide: Bool) {
    bodyRows = max(1, size.rows - 1)
    margin = size.columns < 2 ? 0 : size.columns < 20 ? 1 : 2
    let measure = max(1, options.measure)
    let wholeCard = margin + measure
    let listColumns: Int
    if isOpen, size.columns >= options.wide {
      listColumns = min(wholeCard, (size.columns - 1) / 2)
      list = Pane(column: 0, columns: listColumns)
      page = Pane(
        column: listColumns + 2, columns: min(measure, size.columns - listColumns - 2))
    } else if isOpen {
      listColumns = size.columns
      page = Pane(column: margin, columns: min(measure, size.columns - margin))
    } else if hasSide, size.columns >= 30 {
      let sideColumns = min(measure / 2, size.columns * 2 / 5)
      side = Pane(column: 0, columns: sideColumns)
      listColumns = size.columns - sideColumns - 1
      list = Pane(column: sideColumns + 1, columns: listColumns)
    } else {
      listColumns = size.columns
      list = Pane(column: 0, columns: listColumns)
    }
    cardColumns = max(1, min(measure, listColumns - margin))
  }

  /// Returns the row of the list's viewport at a point of the screen; nil beside it.
  func listRow(at point: ScreenPoint) -> Int? {
    guard let list, list.column..<list.column + list.columns ~= point.column else { return nil }
    return 0..<bodyRows ~= point.row ? point.row : nil
  }
}

extension Viewer {
  /// The layout of the screen.
  var layout: ViewerLayout {
    ViewerLayout(size, options, isOpen: opened != nil, hasSide: hasSideColumn)
  }
}
