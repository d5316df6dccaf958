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

/// Gives the sizes and distances that a layout asks for.
///
/// Part of ``ListDelegate``; every method is optional, and its default leaves the matter to the layout. They are asked when the
/// list is loaded or laid out anew, once for each section, sizes when rows are placed; a table asks for
/// ``list(_:layoutForSection:)`` alone.
public protocol ListLayoutDelegate: AnyObject {
  /// The layout of a section; nil for the list's.
  func list(_ list: ListView, layoutForSection section: Int) -> ListLayout?
  /// A row's size; in a waterfall its proportions, in a grid only the height counts. Nil for the layout's, in a grid for the
  /// height that the row would have in a table.
  func list(_ list: ListView, layout: ListLayout, sizeForRowAt path: ListPath) -> ListSize?
  /// What is left free around the rows of a section.
  func list(_ list: ListView, layout: ListLayout, insetForSection section: Int) -> ListInsets?
  /// The distance between the lines of a section in a grid or flow.
  func list(_ list: ListView, layout: ListLayout, minimumLineSpacingForSection section: Int) -> Double?
  /// The distance of rows side by side in a grid or flow, and of rows one below the other in a waterfall.
  func list(_ list: ListView, layout: ListLayout, minimumInteritemSpacingForSection section: Int) -> Double?
  /// The distance between the columns of a waterfall.
  func list(_ list: ListView, layout: ListLayout, minimumColumnSpacingForSection section: Int) -> Double?
  /// The number of columns of a section in a grid or waterfall.
  func list(_ list: ListView, layout: ListLayout, columnCountForSection section: Int) -> Int?
  /// The size of a section's header, of which the height counts; nil for the layout's.
  func list(_ list: ListView, layout: ListLayout, referenceSizeForHeaderInSection section: Int) -> ListSize?
  /// The size of a section's footer, of which the height counts; nil for the layout's.
  func list(_ list: ListView, layout: ListLayout, referenceSizeForFooterInSection section: Int) -> ListSize?
  /// What is left free around a section's header.
  func list(_ list: ListView, layout: ListLayout, insetForHeaderInSection section: Int) -> ListInsets?
  /// What is left free around a section's footer.
  func list(_ list: ListView, layout: ListLayout, insetForFooterInSection section: Int) -> ListInsets?
  /// How far the content is to be scrolled after a change of the layout; the proposed offset, unless said otherwise.
  func list(_ list: ListView, targetContentOffsetForProposedContentOffset offset: Double) -> Double
  /// The layout that is shown between two others while a transition is under way; nil for the new one.
  func list(_ list: ListView, transitionLayoutForOldLayout old: ListLayout, newLayout new: ListLayout) -> ListLayout?
  /// An element of a layout is about to be shown: a supplement, or a header or footer, of which it is told after the method of
  /// its own.
  func list(
    _ list: ListView, willDisplaySupplementaryView view: ListCell, forElementKind kind: String, at path: ListPath)
  /// An element of a layout is out of sight.
  func list(
    _ list: ListView, didEndDisplayingSupplementaryView view: ListCell, forElementOfKind kind: String, at path: ListPath
  )
}

extension ListLayoutDelegate {
  /// The list's.
  public func list(_ list: ListView, layoutForSection section: Int) -> ListLayout? { nil }
  /// Leaves it to the layout.
  public func list(_ list: ListView, layout: ListLayout, sizeForRowAt path: ListPath) -> ListSize? { nil }
  /// Leaves it to the layout.
  public func list(_ list: ListView, layout: ListLayout, insetForSection section: Int) -> ListInsets? { nil }
  /// Leaves it to the layout.
  public func list(_ list: ListView, layout: ListLayout, minimumLineSpacingForSection section: Int) -> Double? { nil }
  /// Leaves it to the layout.
  public func list(
    _ list: ListView, layout: ListLayout, minimumInteritemSpacingForSection section: Int
  ) -> Double? { nil }
  /// Leaves it to the layout.
  public func list(_ list: ListView, layout: ListLayout, minimumColumnSpacingForSection section: Int) -> Double? { nil }
  /// Leaves it to the layout.
  public func list(_ list: ListView, layout: ListLayout, columnCountForSection section: Int) -> Int? { nil }
  /// Leaves it to the layout.
  public func list(
    _ list: ListView, layout: ListLayout, referenceSizeForHeaderInSection section: Int
  ) -> ListSize? { nil }
  /// Leaves it to the layout.
  public func list(
    _ list: ListView, layout: ListLayout, referenceSizeForFooterInSection section: Int
  ) -> ListSize? { nil }
  /// Leaves it to the layout.
  public func list(_ list: ListView, layout: ListLayout, insetForHeaderInSection section: Int) -> ListInsets? { nil }
  /// Leaves it to the layout.
  public func list(_ list: ListView, layout: ListLayout, insetForFooterInSection section: Int) -> ListInsets? { nil }
  /// That offset.
  public func list(_ list: ListView, targetContentOffsetForProposedContentOffset offset: Double) -> Double { offset }
  /// The new one.
  public func list(
    _ list: ListView, transitionLayoutForOldLayout old: ListLayout, newLayout new: ListLayout
  ) -> ListLayout? { nil }
  /// Does nothing.
  public func list(
    _ list: ListView, willDisplaySupplementaryView view: ListCell, forElementKind kind: String, at path: ListPath
  ) {}
  /// Does nothing.
  public func list(
    _ list: ListView, didEndDisplayingSupplementaryView view: ListCell, forElementOfKind kind: String, at path: ListPath
  ) {}
}
