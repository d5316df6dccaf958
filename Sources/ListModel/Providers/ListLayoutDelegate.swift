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
