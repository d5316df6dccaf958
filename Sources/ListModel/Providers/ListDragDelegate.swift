/// Gives what is dragged out of a list.
///
/// What is optional in UIKit has a default here that says so. It lives where its list does, so that it need not be Sendable.
public protocol ListDragDelegate: AnyObject {
  /// What is dragged when a row is lifted; with nothing no drag begins.
  func list(_ list: ListView, itemsForBeginning session: ListDragSession, at path: ListPath) -> [ListDragItem]
  /// What is added to a drag that is under way when a row is touched; nothing, unless said otherwise.
  func list(
    _ list: ListView, itemsForAddingTo session: ListDragSession, at path: ListPath, point: ListPoint
  ) -> [ListDragItem]
  /// Which part of a row is lifted; nil for all of its cell.
  func list(_ list: ListView, dragPreviewParametersForRowAt path: ListPath) -> ListPreviewParameters?
  /// A drag begins.
  func list(_ list: ListView, dragSessionWillBegin session: ListDragSession)
  /// A drag is over, however it ended.
  func list(_ list: ListView, dragSessionDidEnd session: ListDragSession)
  /// Whether what is dragged may be moved, and not only copied; yes, unless said otherwise.
  func list(_ list: ListView, dragSessionAllowsMoveOperation session: ListDragSession) -> Bool
  /// Whether what is dragged stays in the application; no, unless said otherwise.
  func list(_ list: ListView, dragSessionIsRestrictedToDraggingApplication session: ListDragSession) -> Bool
}

extension ListDragDelegate {
  /// Nothing.
  public func list(
    _ list: ListView, itemsForAddingTo session: ListDragSession, at path: ListPath, point: ListPoint
  ) -> [ListDragItem] { [] }
  /// Leaves it to the list.
  public func list(_ list: ListView, dragPreviewParametersForRowAt path: ListPath) -> ListPreviewParameters? { nil }
  /// Does nothing.
  public func list(_ list: ListView, dragSessionWillBegin session: ListDragSession) {}
  /// Does nothing.
  public func list(_ list: ListView, dragSessionDidEnd session: ListDragSession) {}
  /// Yes.
  public func list(_ list: ListView, dragSessionAllowsMoveOperation session: ListDragSession) -> Bool { true }
  /// No.
  public func list(
    _ list: ListView, dragSessionIsRestrictedToDraggingApplication session: ListDragSession
  ) -> Bool { false }
}
