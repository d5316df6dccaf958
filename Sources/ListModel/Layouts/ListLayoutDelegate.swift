/// Provides the sizes and distances of a layout.
///
/// Part of ``ListDelegate``; every method is optional, and its default uses the layout's value. Metrics are requested
/// once per section when the list is loaded or measured again, sizes when rows are placed. A table only requests
/// ``list(_:layoutForSection:)``.
public protocol ListLayoutDelegate: AnyObject {
  /// Returns the layout of a section; nil for the list's layout.
  ///
  /// If all rows of the section have the same size, give it as the layout's only one; see
  /// ``ListLayout/hasFixedItemSize``.
  func list(_ list: ListView, layoutForSection section: Int) -> ListLayout?
  /// Returns a row's size: its proportions in a waterfall, only the height in a grid; nil for the default.
  ///
  /// The default is the layout's ``ListLayout/itemSize``, in a grid the height that the row would have in a table.
  func list(_ list: ListView, layout: ListLayout, sizeForRowAt path: ListPath) -> ListSize?
  /// Returns the insets around the rows of a section.
  func list(_ list: ListView, layout: ListLayout, insetForSection section: Int) -> ListInsets?
  /// Returns the distance between the lines of a section in a grid or flow.
  func list(_ list: ListView, layout: ListLayout, minimumLineSpacingForSection section: Int) -> Double?
  /// Returns the horizontal distance between rows in a grid or flow, and the vertical one in a waterfall.
  func list(_ list: ListView, layout: ListLayout, minimumInteritemSpacingForSection section: Int) -> Double?
  /// Returns the distance between the columns of a waterfall.
  func list(_ list: ListView, layout: ListLayout, minimumColumnSpacingForSection section: Int) -> Double?
  /// Returns the number of columns of a section in a grid or waterfall.
  func list(_ list: ListView, layout: ListLayout, columnCountForSection section: Int) -> Int?
  /// Returns the size of a section's header, of which only the height is used; nil for the layout's value.
  func list(_ list: ListView, layout: ListLayout, referenceSizeForHeaderInSection section: Int) -> ListSize?
  /// Returns the size of a section's footer, of which only the height is used; nil for the layout's value.
  func list(_ list: ListView, layout: ListLayout, referenceSizeForFooterInSection section: Int) -> ListSize?
  /// Returns the insets around a section's header.
  func list(_ list: ListView, layout: ListLayout, insetForHeaderInSection section: Int) -> ListInsets?
  /// Returns the insets around a section's footer.
  func list(_ list: ListView, layout: ListLayout, insetForFooterInSection section: Int) -> ListInsets?
  /// Returns the content offset after a change of the layout; the proposed offset by default.
  func list(_ list: ListView, targetContentOffsetForProposedContentOffset offset: Double) -> Double
  /// Returns the layout shown during a transition between two others; nil for the new one.
  func list(_ list: ListView, transitionLayoutForOldLayout old: ListLayout, newLayout new: ListLayout) -> ListLayout?
  /// Notifies that an element of a layout is about to be displayed.
  ///
  /// The element is a supplement, a header or a footer; headers and footers are also passed to their own method, which
  /// is called first.
  func list(
    _ list: ListView, willDisplaySupplementaryView view: ListCell, forElementKind kind: String, at path: ListPath)
  /// Notifies that an element of a layout is no longer displayed.
  func list(
    _ list: ListView, didEndDisplayingSupplementaryView view: ListCell, forElementOfKind kind: String, at path: ListPath
  )
}

extension ListLayoutDelegate {
  /// Returns nil: the list's layout.
  public func list(_ list: ListView, layoutForSection section: Int) -> ListLayout? { nil }
  /// Returns nil: the layout's value.
  public func list(_ list: ListView, layout: ListLayout, sizeForRowAt path: ListPath) -> ListSize? { nil }
  /// Returns nil: the layout's value.
  public func list(_ list: ListView, layout: ListLayout, insetForSection section: Int) -> ListInsets? { nil }
  /// Returns nil: the layout's value.
  public func list(_ list: ListView, layout: ListLayout, minimumLineSpacingForSection section: Int) -> Double? { nil }
  /// Returns nil: the layout's value.
  public func list(_: ListView, layout: ListLayout, minimumInteritemSpacingForSection _: Int) -> Double? { nil }
  /// Returns nil: the layout's value.
  public func list(_ list: ListView, layout: ListLayout, minimumColumnSpacingForSection section: Int) -> Double? { nil }
  /// Returns nil: the layout's value.
  public func list(_ list: ListView, layout: ListLayout, columnCountForSection section: Int) -> Int? { nil }
  /// Returns nil: the layout's value.
  public func list(_: ListView, layout: ListLayout, referenceSizeForHeaderInSection _: Int) -> ListSize? { nil }
  /// Returns nil: the layout's value.
  public func list(_: ListView, layout: ListLayout, referenceSizeForFooterInSection _: Int) -> ListSize? { nil }
  /// Returns nil: the layout's value.
  public func list(_ list: ListView, layout: ListLayout, insetForHeaderInSection section: Int) -> ListInsets? { nil }
  /// Returns nil: the layout's value.
  public func list(_ list: ListView, layout: ListLayout, insetForFooterInSection section: Int) -> ListInsets? { nil }
  /// Returns the proposed offset.
  public func list(_ list: ListView, targetContentOffsetForProposedContentOffset offset: Double) -> Double { offset }
  /// Returns nil: the new layout.
  public func list(
    _ list: ListView, transitionLayoutForOldLayout old: ListLayout, newLayout new: ListLayout
  ) -> ListLayout? { nil }
  /// Does nothing.
  public func list(_: ListView, willDisplaySupplementaryView _: ListCell, forElementKind _: String, at _: ListPath) {}
  /// Does nothing.
  public func list(
    _ list: ListView, didEndDisplayingSupplementaryView view: ListCell, forElementOfKind kind: String, at path: ListPath
  ) {}
}
