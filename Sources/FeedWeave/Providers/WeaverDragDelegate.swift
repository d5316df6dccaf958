public import ListModel
public import Placement

/// Gives what is dragged out of inserted rows; what is dropped on the list is the content side's.
///
/// Part of ``WeaverDelegate``; every method is optional, and its default leaves the matter to the list.
public protocol WeaverDragDelegate: AnyObject {
  /// What is dragged when an inserted row is lifted; with nothing no drag begins.
  func weaver(_ weaver: ListWeaver, itemsForBeginning session: ListDragSession, at path: FeedPath) -> [ListDragItem]
  /// What is added to a drag that is under way when an inserted row is touched.
  func weaver(
    _ weaver: ListWeaver, itemsForAddingTo session: ListDragSession, at path: FeedPath, point: ListPoint
  ) -> [ListDragItem]
  /// Which part of an inserted row is lifted; nil for all of its cell.
  func weaver(_ weaver: ListWeaver, dragPreviewParametersForRowAt path: FeedPath) -> ListPreviewParameters?
  /// A drag of an inserted row begins.
  func weaver(_ weaver: ListWeaver, dragSessionWillBegin session: ListDragSession)
  /// A drag that began with an inserted row is over.
  func weaver(_ weaver: ListWeaver, dragSessionDidEnd session: ListDragSession)
  /// Whether what is dragged since an inserted row was lifted may be moved; yes, unless said otherwise.
  func weaver(_ weaver: ListWeaver, dragSessionAllowsMoveOperation session: ListDragSession) -> Bool
  /// Whether what is dragged since an inserted row was lifted stays in the application; no, unless said otherwise.
  func weaver(_ weaver: ListWeaver, dragSessionIsRestrictedToDraggingApplication session: ListDragSession) -> Bool
  /// Which part of an inserted row at which something lands is shown on the way; nil for all of its cell.
  func weaver(_ weaver: ListWeaver, dropPreviewParametersForRowAt path: FeedPath) -> ListPreviewParameters?
}

extension WeaverDragDelegate {
  /// Nothing.
  public func weaver(
    _ weaver: ListWeaver, itemsForBeginning session: ListDragSession, at path: FeedPath
  ) -> [ListDragItem] { [] }
  /// Nothing.
  public func weaver(
    _ weaver: ListWeaver, itemsForAddingTo session: ListDragSession, at path: FeedPath, point: ListPoint
  ) -> [ListDragItem] { [] }
  /// Leaves it to the list.
  public func weaver(_ weaver: ListWeaver, dragPreviewParametersForRowAt path: FeedPath) -> ListPreviewParameters? {
    nil
  }
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, dragSessionWillBegin session: ListDragSession) {}
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, dragSessionDidEnd session: ListDragSession) {}
  /// Yes.
  public func weaver(_ weaver: ListWeaver, dragSessionAllowsMoveOperation session: ListDragSession) -> Bool { true }
  /// No.
  public func weaver(
    _ weaver: ListWeaver, dragSessionIsRestrictedToDraggingApplication session: ListDragSession
  ) -> Bool { false }
  /// Leaves it to the list.
  public func weaver(_ weaver: ListWeaver, dropPreviewParametersForRowAt path: FeedPath) -> ListPreviewParameters? {
    nil
  }
}
