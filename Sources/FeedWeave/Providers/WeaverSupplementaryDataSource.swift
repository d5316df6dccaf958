public import ListModel
public import Placement

/// Gives the views that a layout shows beside inserted rows.
///
/// Part of ``WeaverDataSource``; every method is optional, and its default leaves the matter to the list.
public protocol WeaverSupplementaryDataSource: AnyObject {
  /// The view of an element of a layout that belongs to an inserted row; or to an inserted section, under the path of row 0 in
  /// it.
  func weaver(_ weaver: ListWeaver, viewForSupplementaryElementOfKind kind: String, at path: FeedPath) -> ListCell?
}

extension WeaverSupplementaryDataSource {
  /// None.
  public func weaver(
    _ weaver: ListWeaver, viewForSupplementaryElementOfKind kind: String, at path: FeedPath
  ) -> ListCell? { nil }
}
