public import Interception

/// Gives the menus of rows, and hears of them.
///
/// Part of ``ListDelegate``; every method is optional, and its default leaves the matter to the list.
public protocol ListMenuDelegate: AnyObject {
  /// Whether a row has an editing menu, of cut, copy and paste; no, unless said otherwise.
  func list(_ list: ListView, shouldShowMenuForRowAt path: ListPath) -> Bool
  /// Whether an action of the editing menu can be performed on a row; no, unless said otherwise.
  func list(
    _ list: ListView, canPerformAction action: Selector, forRowAt path: ListPath, withSender sender: Any?
  ) -> Bool
  /// Performs an action of the editing menu on a row.
  func list(_ list: ListView, performAction action: Selector, forRowAt path: ListPath, withSender sender: Any?)
  /// The context menu of a row that is pressed at a point of the content; nil for none.
  func list(
    _ list: ListView, contextMenuConfigurationForRowAt path: ListPath, point: ListPoint
  ) -> ListContextMenu?
  /// The context menu of the row that is pressed and, where it is one of several selected ones, the others; nil for none.
  ///
  /// The pressed row comes first; beside all rows there is none. Unless said otherwise the menu is that of the pressed row.
  func list(
    _ list: ListView, contextMenuConfigurationForItemsAt paths: [ListPath], point: ListPoint
  ) -> ListContextMenu?
  /// What is lifted when a context menu opens; nil for the cell of its row.
  func list(_ list: ListView, previewForHighlightingContextMenuWith menu: ListContextMenu) -> ListTargetedPreview?
  /// What falls back when a context menu is dismissed; nil for the cell of its row.
  func list(_ list: ListView, previewForDismissingContextMenuWith menu: ListContextMenu) -> ListTargetedPreview?
  /// The preview of a context menu has been chosen.
  func list(
    _ list: ListView, willPerformPreviewActionForMenuWith menu: ListContextMenu, animator: ListMenuAnimator)
  /// A context menu is about to be shown.
  func list(_ list: ListView, willDisplayContextMenu menu: ListContextMenu, animator: ListMenuAnimator)
  /// A context menu is about to go: it was dismissed or used, or its row is gone.
  func list(_ list: ListView, willEndContextMenuInteraction menu: ListContextMenu, animator: ListMenuAnimator)
  /// Whether a row opens when something that is dragged is held over it; yes, unless said otherwise.
  func list(_ list: ListView, shouldSpringLoadRowAt path: ListPath, with context: ListSpringLoadContext) -> Bool
  /// What a row opens in a scene of its own; nil for nothing.
  func list(
    _ list: ListView, sceneActivationConfigurationForItemAt path: ListPath, point: ListPoint
  ) -> ListSceneActivation?
}

extension ListMenuDelegate {
  /// No.
  public func list(_ list: ListView, shouldShowMenuForRowAt path: ListPath) -> Bool { false }
  /// No.
  public func list(
    _ list: ListView, canPerformAction action: Selector, forRowAt path: ListPath, withSender sender: Any?
  ) -> Bool { false }
  /// Does nothing.
  public func list(
    _ list: ListView, performAction action: Selector, forRowAt path: ListPath, withSender sender: Any?
  ) {}
  /// None.
  public func list(
    _ list: ListView, contextMenuConfigurationForRowAt path: ListPath, point: ListPoint
  ) -> ListContextMenu? { nil }
  /// That of the pressed row.
  public func list(
    _ list: ListView, contextMenuConfigurationForItemsAt paths: [ListPath], point: ListPoint
  ) -> ListContextMenu? {
    paths.first.flatMap { self.list(list, contextMenuConfigurationForRowAt: $0, point: point) }
  }
  /// Leaves it to the list.
  public func list(
    _ list: ListView, previewForHighlightingContextMenuWith menu: ListContextMenu
  ) -> ListTargetedPreview? { nil }
  /// Leaves it to the list.
  public func list(
    _ list: ListView, previewForDismissingContextMenuWith menu: ListContextMenu
  ) -> ListTargetedPreview? { nil }
  /// Does nothing.
  public func list(
    _ list: ListView, willPerformPreviewActionForMenuWith menu: ListContextMenu, animator: ListMenuAnimator
  ) {}
  /// Does nothing.
  public func list(_ list: ListView, willDisplayContextMenu menu: ListContextMenu, animator: ListMenuAnimator) {}
  /// Does nothing.
  public func list(
    _ list: ListView, willEndContextMenuInteraction menu: ListContextMenu, animator: ListMenuAnimator
  ) {}
  /// Yes.
  public func list(
    _ list: ListView, shouldSpringLoadRowAt path: ListPath, with context: ListSpringLoadContext
  ) -> Bool { true }
  /// Nothing.
  public func list(
    _ list: ListView, sceneActivationConfigurationForItemAt path: ListPath, point: ListPoint
  ) -> ListSceneActivation? { nil }
}
