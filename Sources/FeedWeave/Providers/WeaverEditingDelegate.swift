public import ListModel
public import Placement

/// Says how inserted rows are edited, and hears of it.
///
/// Part of ``WeaverDelegate``; every method is optional, and its default leaves the matter to the list.
public protocol WeaverEditingDelegate: AnyObject {
  /// What the control of an inserted row does in editing mode, if it can be edited; deletes it, unless said otherwise.
  func weaver(_ weaver: ListWeaver, editingStyleForRowAt path: FeedPath) -> ListEditingStyle
  /// What the action that deletes an inserted row is called; nil for "Delete".
  func weaver(_ weaver: ListWeaver, titleForDeleteConfirmationButtonForRowAt path: FeedPath) -> String?
  /// The actions at the start of an inserted row; nil for none.
  func weaver(
    _ weaver: ListWeaver, leadingSwipeActionsConfigurationForRowAt path: FeedPath
  ) -> ListSwipeActions?
  /// The actions at the end of an inserted row; nil for those of ``weaver(_:editActionsForRowAt:)``.
  func weaver(
    _ weaver: ListWeaver, trailingSwipeActionsConfigurationForRowAt path: FeedPath
  ) -> ListSwipeActions?
  /// The actions at the end of an inserted row, in their older form, which get its feed path; nil for one that deletes it.
  func weaver(_ weaver: ListWeaver, editActionsForRowAt path: FeedPath) -> [ListRowAction]?
  /// Whether an inserted row is indented in editing mode; yes, unless said otherwise.
  func weaver(_ weaver: ListWeaver, shouldIndentWhileEditingRowAt path: FeedPath) -> Bool
  /// An inserted row has been swiped, and its actions are about to be revealed.
  func weaver(_ weaver: ListWeaver, willBeginEditingRowAt path: FeedPath)
  /// An inserted row that was swiped has been put back; nil for one that is gone or asked for anew.
  func weaver(_ weaver: ListWeaver, didEndEditingRowAt path: FeedPath?)
  /// How far an inserted row is indented, in levels; none, unless said otherwise.
  func weaver(_ weaver: ListWeaver, indentationLevelForRowAt path: FeedPath) -> Int
  /// The accessory of an inserted row has been tapped.
  func weaver(_ weaver: ListWeaver, accessoryButtonTappedForRowWith path: FeedPath)
}

extension WeaverEditingDelegate {
  /// Deletes.
  public func weaver(_ weaver: ListWeaver, editingStyleForRowAt path: FeedPath) -> ListEditingStyle { .delete }
  /// "Delete".
  public func weaver(_ weaver: ListWeaver, titleForDeleteConfirmationButtonForRowAt path: FeedPath) -> String? { nil }
  /// None.
  public func weaver(
    _ weaver: ListWeaver, leadingSwipeActionsConfigurationForRowAt path: FeedPath
  ) -> ListSwipeActions? { nil }
  /// Those of the older form.
  public func weaver(
    _ weaver: ListWeaver, trailingSwipeActionsConfigurationForRowAt path: FeedPath
  ) -> ListSwipeActions? { nil }
  /// To delete the row.
  public func weaver(_ weaver: ListWeaver, editActionsForRowAt path: FeedPath) -> [ListRowAction]? { nil }
  /// Yes.
  public func weaver(_ weaver: ListWeaver, shouldIndentWhileEditingRowAt path: FeedPath) -> Bool { true }
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, willBeginEditingRowAt path: FeedPath) {}
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, didEndEditingRowAt path: FeedPath?) {}
  /// None.
  public func weaver(_ weaver: ListWeaver, indentationLevelForRowAt path: FeedPath) -> Int { 0 }
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, accessoryButtonTappedForRowWith path: FeedPath) {}
}
