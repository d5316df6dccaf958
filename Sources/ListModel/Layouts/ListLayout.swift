/// How the rows of a list's sections stand: one below the other as in a table, or several side by side.
///
/// A layout is a value: a list has one for all its sections, and the delegate may give a section one of its own, or single
/// numbers of it. Content scrolls down, in every layout.
public struct ListLayout: Sendable, Hashable {
  /// The rule by which rows are placed.
  public enum Style: Sendable, Hashable {
    /// One below the other, as wide as the list.
    case table
    /// A fixed number side by side, in lines as high as their highest row.
    case grid
    /// As many side by side as fit, in lines as high as their highest row.
    case flow
    /// Each in the column that is the shortest so far.
    case waterfall
  }

  /// The rule by which rows are placed.
  public let style: Style
  /// How many rows stand side by side in a grid or waterfall; at least one.
  public var columnCount = 1
  /// The size of rows in a flow or waterfall for which the delegate gives none.
  public var itemSize = ListSize(width: 50, height: 50)
  /// What is left free around the rows of a section; a table leaves nothing.
  public var inset = ListInsets.zero
  /// The distance between lines, or between the rows of a column.
  public var lineSpacing = 0.0
  /// The distance between what stands side by side; in a flow the least.
  public var columnSpacing = 0.0
  /// The height of headers; nil to leave it to the list's rules for tables.
  public var headerHeight: Double?
  /// The height of footers; nil to leave it to the list's rules for tables.
  public var footerHeight: Double?
  /// What is left free around a header that has any height.
  public var headerInset = ListInsets.zero
  /// What is left free around a footer that has any height.
  public var footerInset = ListInsets.zero
  /// What else is shown, beside rows or behind sections.
  public var supplements: [ListSupplement] = []

  private init(_ style: Style) {
    self.style = style
  }

  /// Rows one below the other, as wide as the list.
  public static let table = ListLayout(.table)

  /// Rows side by side in columns of the same width; a row's height is found as in a table, by the width of its column.
  ///
  /// Everything is found in logarithmic time, and rows are asked for as they come into view.
  public static func grid(columns: Int, lineSpacing: Double = 0, columnSpacing: Double = 0) -> ListLayout {
    var layout = ListLayout(.grid)
    layout.columnCount = columns
    layout.lineSpacing = lineSpacing
    layout.columnSpacing = columnSpacing
    return layout
  }

  /// As many rows side by side as fit, as UICollectionViewFlowLayout places them: full lines are spread over the whole width,
  /// the last one of a section is not, and rows stand in the middle of their line.
  ///
  /// Where a row stands follows from the sizes of all before it in its section, which are asked for, once each, as far as has
  /// been scrolled; the rest is taken to have ``itemSize``. What has been placed is found in logarithmic time. A row without
  /// height takes no room.
  public static func flow(
    itemSize: ListSize = ListSize(width: 50, height: 50), lineSpacing: Double = 10, columnSpacing: Double = 10
  ) -> ListLayout {
    var layout = ListLayout(.flow)
    layout.itemSize = itemSize
    layout.lineSpacing = lineSpacing
    layout.columnSpacing = columnSpacing
    return layout
  }

  /// Rows in columns of the same width, each where there is most room above, as CHTCollectionViewWaterfallLayout places them:
  /// a row has the proportions of its size.
  ///
  /// It asks for sizes as a flow does.
  public static func waterfall(columns: Int = 2, lineSpacing: Double = 10, columnSpacing: Double = 10) -> ListLayout {
    var layout = ListLayout(.waterfall)
    layout.columnCount = columns
    layout.lineSpacing = lineSpacing
    layout.columnSpacing = columnSpacing
    return layout
  }
}

/// The kinds of elements that every layout has.
public enum ListElementKind {
  /// The header of a section.
  public static let sectionHeader = "ListElementKindSectionHeader"
  /// The footer of a section.
  public static let sectionFooter = "ListElementKindSectionFooter"
}
