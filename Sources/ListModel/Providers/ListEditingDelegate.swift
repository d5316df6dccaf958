/// Says how rows are edited, and hears of it.
///
/// Part of ``ListDelegate``; every method is optional, and its default leaves the matter to the list.
public protocol ListEditingDelegate: AnyObject {
  /// What the control of a row does in editing mode, if the row can be edited; deletes it, unless said otherwise.
  func list(_ list: ListView, editingStyleForRowAt path: ListPath) -> ListEditingStyle
  /// What the action that deletes a row is called; nil for "Delete".
  func list(_ list: ListView, titleForDeleteConfirmationButtonForRowAt path: ListPath) -> String?
  /// The actions at the start of a row; nil for none.
  func list(_ list: ListView, leadingSwipeActionsConfigurationForRowAt path: ListPath) -> ListSwipeActions?
  /// The actions at the end of a row; nil for those of ``list(_:editActionsForRowAt:)``.
  func list(_ list: ListView, trailingSwipeActionsConfigurationForRowAt path: ListPath) -> ListSwipeActions?
  /// The actions at the end of a row, in their older form; nil for one that deletes it, if that is its editing style.
  func list(_ list: ListView, editActionsForRowAt path: ListPath) -> [ListRowAction]?
  /// Whether a row is indented in editing mode; yes, unless said otherwise.
  func list(_ list: ListView, shouldIndentWhileEditingRowAt path: ListPath) -> Bool
  /// A row has been swiped, and its actions are about to be revealed.
  func list(_ list: ListView, willBeginEditingRowAt path: ListPath)
  /// A row that was swiped has been put back; nil for one that is gone or asked for anew.
  func list(_ list: ListView, didEndEditingRowAt path: ListPath?)
  /// How far a row is indented, in levels; none, unless said otherwise.
  func list(_ list: ListView, indentationLevelForRowAt path: ListPath) -> Int
  /// The accessory of a row has been tapped.
  func list(_ list: ListView, accessoryButtonTappedForRowWith path: ListPath)
}

extension ListEditingDelegate {
  /// Deletes.
  public func list(_ list: ListView, editingStyleForRowAt path: ListPath) -> ListEditingStyle { .delete }
  /// "Delete".
  public func list(_ list: ListView, titleForDeleteConfirmationButtonForRowAt path: ListPath) -> String? { nil }
  /// None.
  public func list(_ list: ListView, leadingSwipeActionsConfigurationForRowAt path: ListPath) -> ListSwipeActions? {
    nil
  }
  /// Those of the older form.
  public func list(_ list: ListView, trailingSwipeActionsConfigurationForRowAt path: ListPath) -> ListSwipeActions? {
    nil
  }
  /// To delete the row.
  public func list(_ list: ListView, editActionsForRowAt path: ListPath) -> [ListRowAction]? { nil }
  /// Yes.
  public func list(_ list: ListView, shouldIndentWhileEditingRowAt path: ListPath) -> Bool { true }
  /// Does nothing.
  public func list(_ list: ListView, willBeginEditingRowAt path: ListPath) {}
  /// Does nothing.
  public func list(_ list: ListView, didEndEditingRowAt path: ListPath?) {}
  /// None.
  public func list(_ list: ListView, indentationLevelForRowAt path: ListPath) -> Int { 0 }
  /// Does nothing.
  public func list(_ list: ListView, accessoryButtonTappedForRowWith path: ListPath) {}
}
