/// The arrangement of the rows in a list's sections: one below the other as in a table, or several side by side.
///
/// A layout is a value: a list has one for all its sections, and the delegate may return another layout, or single
/// metrics, for a section. It is described for a list that scrolls vertically; in one that scrolls horizontally, lines are
/// columns, and rows are placed from top to bottom in each.
public struct ListLayout: Sendable, Hashable {
  /// The rule by which rows are placed.
  public enum Style: Sendable, Hashable {
    /// Rows one below the other, as wide as the list.
    case table
    /// A fixed number of rows side by side, in lines as high as their highest row.
    case grid
    /// As many rows side by side as fit, in lines as high as their highest row.
    case flow
    /// Each row in the shortest column so far.
    case waterfall
    /// All rows side by side in one line, which scrolls across the list.
    case carousel
    /// As a ``CustomListLayout`` arranges them.
    case custom
  }

  /// The rule by which rows are placed.
  public let style: Style
  /// The number of rows side by side in a grid or waterfall; at least one.
  public var columnCount = 1
  /// The size of rows in a flow or waterfall for which the delegate returns none.
  public var itemSize = ListSize(width: 50, height: 50)
  /// The size assumed for the rows of a flow or waterfall until they become visible; nil to request the sizes of all rows before
  /// the visible ones.
  ///
  /// With an estimate, scrolling to any position requests the sizes of the rows that become visible, and of no others.
  /// Visible rows keep their positions on the screen when rows above them get their sizes; rows are placed exactly as
  /// without an estimate once the list has been scrolled from the top down to them.
  public var estimatedItemSize: ListSize?
  /// Whether all rows of a flow or waterfall have ``itemSize``, so that no sizes are requested.
  ///
  /// Every query and every update then takes logarithmic time. It also applies to rows that a weaver inserts. The delegate
  /// may return such a layout for single sections; a list that has no delegate always lays out flows and waterfalls so.
  public var hasFixedItemSize = false
  /// The insets around the rows of a section; ignored in a table.
  public var inset = ListInsets.zero
  /// The distance between lines, or between the rows of a column.
  public var lineSpacing = 0.0
  /// The distance between rows side by side; in a flow the minimum.
  public var columnSpacing = 0.0
  /// The height of headers; nil to use the list's rules for tables.
  public var headerHeight: Double?
  /// The height of footers; nil to use the list's rules for tables.
  public var footerHeight: Double?
  /// The insets around a header whose height is not zero.
  public var headerInset = ListInsets.zero
  /// The insets around a footer whose height is not zero.
  public var footerInset = ListInsets.zero
  /// Whether a header stays at the top of the viewport while rows of its section are below it.
  ///
  /// It never covers the footer of its section, and lies above the rows that scroll beneath it. A layout that the delegate
  /// returns for a section decides for that section.
  public var pinsHeaders = false
  /// Whether a footer stays at the bottom of the viewport while rows of its section are above it.
  public var pinsFooters = false
  /// Further elements beside rows or behind sections.
  public var supplements: [ListSupplement] = []

  private var custom: AnyCustomLayout?

  private init(_ style: Style) {
    self.style = style
  }

  /// A layout with rows one below the other, as wide as the list.
  public static let table = ListLayout(.table)

  /// Returns a layout with rows side by side in columns of the same width; row heights are found as in a table.
  ///
  /// A row is measured with the width of its column. Every query takes logarithmic time, and rows are requested as they
  /// become visible.
  public static func grid(columns: Int, lineSpacing: Double = 0, columnSpacing: Double = 0) -> ListLayout {
    var layout = ListLayout(.grid)
    layout.columnCount = columns
    layout.lineSpacing = lineSpacing
    layout.columnSpacing = columnSpacing
    return layout
  }

  /// Returns a layout with as many rows side by side as fit, as UICollectionViewFlowLayout arranges them.
  ///
  /// Full lines are justified to the whole width, but not the last line of a section; rows are centred vertically in
  /// their line.
  ///
  /// The position of a row depends on the sizes of all rows before it in its section. These sizes are requested once
  /// each, as far as the list has been scrolled; other rows are assumed to have ``itemSize``. Placed rows are found in
  /// logarithmic time. With an ``estimatedItemSize``, only the sizes of visible rows are requested, and an update costs
  /// what it changes; with a fixed size, see ``hasFixedItemSize``, none are requested. A row without height takes no
  /// space.
  public static func flow(
    itemSize: ListSize = ListSize(width: 50, height: 50), lineSpacing: Double = 10, columnSpacing: Double = 10
  ) -> ListLayout {
    var layout = ListLayout(.flow)
    layout.itemSize = itemSize
    layout.lineSpacing = lineSpacing
    layout.columnSpacing = columnSpacing
    return layout
  }

  /// Returns a layout that puts each row in the shortest column, as CHTCollectionViewWaterfallLayout does.
  ///
  /// Columns have the same width, and a row has the proportions of its size.
  ///
  /// Sizes are requested as in a flow.
  public static func waterfall(columns: Int = 2, lineSpacing: Double = 10, columnSpacing: Double = 10) -> ListLayout {
    var layout = ListLayout(.waterfall)
    layout.columnCount = columns
    layout.lineSpacing = lineSpacing
    layout.columnSpacing = columnSpacing
    return layout
  }

  /// Returns a layout with all rows of a section in one line that is scrolled by itself, across the list.
  ///
  /// The line is as high as `itemSize`; rows are as wide unless the delegate gives another size, which is requested when a
  /// row comes into view. Rows in view stay when others are inserted or deleted. See
  /// ``ListView/setContentOffset(_:inSection:)``.
  public static func carousel(itemSize: ListSize, columnSpacing: Double = 0) -> ListLayout {
    var layout = ListLayout(.carousel)
    layout.itemSize = itemSize
    layout.columnSpacing = columnSpacing
    return layout
  }

  /// Returns a layout whose rows are arranged by a layout of one's own.
  ///
  /// It may be used for all sections or, returned by the delegate, for some. Its insets and spacings are zero unless
  /// they are set; headers, footers and supplements are those of every layout.
  public static func custom(_ custom: some CustomListLayout) -> ListLayout {
    var layout = ListLayout(.custom)
    layout.custom = AnyCustomLayout(layout: custom)
    return layout
  }

  /// Returns the rows of a section in a layout of one's own; nil in any other layout.
  fileprivate func customRows(count: Int, in layout: SectionLayout) -> (any SectionRows)? {
    custom?.layout.rows(count: count, in: layout)
  }
}

/// The element kinds that every layout has.
public enum ListElementKind {
  /// The header of a section.
  public static let sectionHeader = "ListElementKindSectionHeader"
  /// The footer of a section.
  public static let sectionFooter = "ListElementKindSectionFooter"
  /// The header of the whole list, see ``ListView/tableHeaderView``.
  public static let tableHeader = "ListElementKindTableHeader"
  /// The footer of the whole list, see ``ListView/tableFooterView``.
  public static let tableFooter = "ListElementKindTableFooter"
}

/// The layout of one section for a width, with the delegate's metrics, clamped to valid values.
final class SectionLayout: Sendable, Equatable {
  /// The layout with its sizes and insets as they are in a list that scrolls vertically.
  let layout: ListLayout
  /// The layout that the delegate is asked about.
  let asked: ListLayout
  /// The extent across the scroll direction, insets included.
  let width: Double

  init(_ asked: ListLayout, width: Double, along axis: ListAxis = .vertical) {
    self.asked = asked
    var layout = asked
    layout.columnCount = max(1, min(asked.columnCount, ListLimits.columns))
    layout.itemSize = axis.turned(ListLimits.size(asked.itemSize))
    layout.estimatedItemSize = asked.estimatedItemSize.map { axis.turned(ListLimits.size($0)) }
    layout.lineSpacing = ListLimits.height(asked.lineSpacing)
    layout.columnSpacing = ListLimits.height(asked.columnSpacing)
    layout.inset = axis.turned(ListLimits.insets(asked.inset))
    layout.headerInset = axis.turned(ListLimits.insets(asked.headerInset))
    layout.footerInset = axis.turned(ListLimits.insets(asked.footerInset))
    self.layout = layout
    self.width = width
  }

  static func == (one: SectionLayout, other: SectionLayout) -> Bool {
    one === other || (one.width == other.width && one.layout == other.layout && one.asked == other.asked)
  }

  /// The width available for rows.
  var rowsWidth: Double { max(0, width - layout.inset.left - layout.inset.right) }

  var columnWidth: Double {
    max(0, (rowsWidth - layout.columnSpacing * Double(layout.columnCount - 1)) / Double(layout.columnCount))
  }

  /// Returns the height of a row in a column of a waterfall, with the proportions of `size`; zero if that has no area.
  func height(ofColumnRow size: ListSize) -> Double {
    size.width > 0 ? ListLimits.height(size.height * columnWidth / size.width) : 0
  }

  /// Returns the left edge of a column within the insets.
  func x(ofColumn column: Int) -> Double { Double(column) * (columnWidth + layout.columnSpacing) }

  /// Returns the rows of a section with unknown heights.
  func rows(count: Int, estimate: Double) -> any SectionRows {
    switch layout.style {
    case .table: RowHeights(count: count, estimate: estimate)
    case .grid: GridRows(count: count, estimate: estimate, in: self)
    case .flow: FlowRows(arrangement: PlacedRows(count: count, in: self), inset: layout.inset)
    case .waterfall: WaterfallRows(arrangement: PlacedRows(count: count, in: self), inset: layout.inset)
    case .carousel: CarouselRows(count: count, in: self)
    case .custom:
      layout.customRows(count: count, in: self) ?? RowHeights(count: count, estimate: estimate)
    }
  }
}
