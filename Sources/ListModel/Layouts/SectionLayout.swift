/// The layout of one section, with the delegate's numbers in it, brought into range for a width.
final class SectionLayout: Sendable, Equatable {
  let layout: ListLayout
  let width: Double

  init(_ asked: ListLayout, width: Double) {
    var layout = asked
    layout.columnCount = max(1, min(asked.columnCount, ListLimits.columns))
    layout.itemSize = ListLimits.size(asked.itemSize)
    layout.lineSpacing = ListLimits.height(asked.lineSpacing)
    layout.columnSpacing = ListLimits.height(asked.columnSpacing)
    layout.inset = ListLimits.insets(asked.inset)
    layout.headerInset = ListLimits.insets(asked.headerInset)
    layout.footerInset = ListLimits.insets(asked.footerInset)
    self.layout = layout
    self.width = width
  }

  static func == (one: SectionLayout, other: SectionLayout) -> Bool {
    one === other || (one.width == other.width && one.layout == other.layout)
  }

  /// The width that rows have side by side.
  var rowsWidth: Double { max(0, width - layout.inset.left - layout.inset.right) }

  var columnWidth: Double {
    max(0, (rowsWidth - layout.columnSpacing * Double(layout.columnCount - 1)) / Double(layout.columnCount))
  }

  /// The left edge of a column.
  func x(ofColumn column: Int) -> Double {
    layout.inset.left + Double(column) * (columnWidth + layout.columnSpacing)
  }

  /// The rows of a section, of which nothing is known.
  func rows(count: Int, estimate: Double) -> RowExtents {
    switch layout.style {
    case .table: RowExtents(count: count, estimate: estimate)
    case .grid: RowExtents(GridRows(count: count, estimate: estimate, in: self))
    case .flow: RowExtents(PlacedRows<FlowPlacement>(count: count, in: self))
    case .waterfall: RowExtents(PlacedRows<WaterfallPlacement>(count: count, in: self))
    }
  }
}
