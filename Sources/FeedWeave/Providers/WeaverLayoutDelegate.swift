public import ListModel
public import Placement

/// Gives the sizes of inserted rows, and the distances in inserted sections.
///
/// Part of ``WeaverDelegate``; every method is optional, and its default leaves the matter to the list.
public protocol WeaverLayoutDelegate: AnyObject {
  /// The layout of an inserted section; nil for the list's.
  func weaver(_ weaver: ListWeaver, layoutForSection section: Int) -> ListLayout?
  /// An inserted row's size; nil for the layout's.
  func weaver(_ weaver: ListWeaver, layout: ListLayout, sizeForRowAt path: FeedPath) -> ListSize?
  /// What is left free around the rows of an inserted section.
  func weaver(_ weaver: ListWeaver, layout: ListLayout, insetForSection section: Int) -> ListInsets?
  /// The distance between the lines of an inserted section.
  func weaver(_ weaver: ListWeaver, layout: ListLayout, minimumLineSpacingForSection section: Int) -> Double?
  /// The distance of rows side by side in an inserted section, in a waterfall of rows one below the other.
  func weaver(_ weaver: ListWeaver, layout: ListLayout, minimumInteritemSpacingForSection section: Int) -> Double?
  /// The distance between the columns of an inserted section.
  func weaver(_ weaver: ListWeaver, layout: ListLayout, minimumColumnSpacingForSection section: Int) -> Double?
  /// The number of columns of an inserted section.
  func weaver(_ weaver: ListWeaver, layout: ListLayout, columnCountForSection section: Int) -> Int?
  /// The size of an inserted section's header.
  func weaver(_ weaver: ListWeaver, layout: ListLayout, referenceSizeForHeaderInSection section: Int) -> ListSize?
  /// The size of an inserted section's footer.
  func weaver(_ weaver: ListWeaver, layout: ListLayout, referenceSizeForFooterInSection section: Int) -> ListSize?
  /// What is left free around an inserted section's header.
  func weaver(_ weaver: ListWeaver, layout: ListLayout, insetForHeaderInSection section: Int) -> ListInsets?
  /// What is left free around an inserted section's footer.
  func weaver(_ weaver: ListWeaver, layout: ListLayout, insetForFooterInSection section: Int) -> ListInsets?
  /// An element that belongs to an inserted row or section is about to be shown.
  func weaver(
    _ weaver: ListWeaver, willDisplaySupplementaryView view: ListCell, forElementKind kind: String, at path: FeedPath)
  /// An element that belonged to an inserted row or section is out of sight.
  func weaver(
    _ weaver: ListWeaver, didEndDisplayingSupplementaryView view: ListCell, forElementOfKind kind: String,
    at path: FeedPath)
}

extension WeaverLayoutDelegate {
  /// The list's.
  public func weaver(_ weaver: ListWeaver, layoutForSection section: Int) -> ListLayout? { nil }
  /// Leaves it to the layout.
  public func weaver(_ weaver: ListWeaver, layout: ListLayout, sizeForRowAt path: FeedPath) -> ListSize? { nil }
  /// Leaves it to the layout.
  public func weaver(_ weaver: ListWeaver, layout: ListLayout, insetForSection section: Int) -> ListInsets? { nil }
  /// Leaves it to the layout.
  public func weaver(
    _ weaver: ListWeaver, layout: ListLayout, minimumLineSpacingForSection section: Int
  ) -> Double? { nil }
  /// Leaves it to the layout.
  public func weaver(
    _ weaver: ListWeaver, layout: ListLayout, minimumInteritemSpacingForSection section: Int
  ) -> Double? { nil }
  /// Leaves it to the layout.
  public func weaver(
    _ weaver: ListWeaver, layout: ListLayout, minimumColumnSpacingForSection section: Int
  ) -> Double? { nil }
  /// Leaves it to the layout.
  public func weaver(_ weaver: ListWeaver, layout: ListLayout, columnCountForSection section: Int) -> Int? { nil }
  /// Leaves it to the layout.
  public func weaver(
    _ weaver: ListWeaver, layout: ListLayout, referenceSizeForHeaderInSection section: Int
  ) -> ListSize? { nil }
  /// Leaves it to the layout.
  public func weaver(
    _ weaver: ListWeaver, layout: ListLayout, referenceSizeForFooterInSection section: Int
  ) -> ListSize? { nil }
  /// Leaves it to the layout.
  public func weaver(
    _ weaver: ListWeaver, layout: ListLayout, insetForHeaderInSection section: Int
  ) -> ListInsets? { nil }
  /// Leaves it to the layout.
  public func weaver(
    _ weaver: ListWeaver, layout: ListLayout, insetForFooterInSection section: Int
  ) -> ListInsets? { nil }
  /// Does nothing.
  public func weaver(
    _ weaver: ListWeaver, willDisplaySupplementaryView view: ListCell, forElementKind kind: String, at path: FeedPath
  ) {}
  /// Does nothing.
  public func weaver(
    _ weaver: ListWeaver, didEndDisplayingSupplementaryView view: ListCell, forElementOfKind kind: String,
    at path: FeedPath
  ) {}
}
