public import Interception
public import ListModel
public import Placement

/// Gives the menus of inserted rows, and hears of them.
///
/// Part of ``WeaverDelegate``; every method is optional, and its default leaves the matter to the list.
public protocol WeaverMenuDelegate: AnyObject {
  /// Whether an inserted row has an editing menu; no, unless said otherwise.
  func weaver(_ weaver: ListWeaver, shouldShowMenuForRowAt path: FeedPath) -> Bool
  /// Whether an action of the editing menu can be performed on an inserted row; no, unless said otherwise.
  func weaver(
    _ weaver: ListWeaver, canPerformAction action: Selector, forRowAt path: FeedPath, withSender sender: Any?
  ) -> Bool
  /// Performs an action of the editing menu on an inserted row.
  func weaver(
    _ weaver: ListWeaver, performAction action: Selector, forRowAt path: FeedPath, withSender sender: Any?)
  /// The context menu of an inserted row that is pressed; nil for none.
  func weaver(
    _ weaver: ListWeaver, contextMenuConfigurationForRowAt path: FeedPath, point: ListPoint
  ) -> ListContextMenu?
  /// The context menu of the inserted row that is pressed and of the other inserted ones that are selected with it; nil for none.
  ///
  /// The pressed row comes first. Unless said otherwise the menu is that of the pressed row.
  func weaver(
    _ weaver: ListWeaver, contextMenuConfigurationForItemsAt paths: [FeedPath], point: ListPoint
  ) -> ListContextMenu?
  /// What is lifted when a menu of inserted rows opens; nil for the cell of its row.
  func weaver(
    _ weaver: ListWeaver, previewForHighlightingContextMenuWith menu: ListContextMenu
  ) -> ListTargetedPreview?
  /// What falls back when a menu of inserted rows is dismissed; nil for the cell of its row.
  func weaver(
    _ weaver: ListWeaver, previewForDismissingContextMenuWith menu: ListContextMenu
  ) -> ListTargetedPreview?
  /// The preview of a menu of inserted rows has been chosen.
  func weaver(
    _ weaver: ListWeaver, willPerformPreviewActionForMenuWith menu: ListContextMenu, animator: ListMenuAnimator)
  /// A menu of inserted rows is about to be shown.
  func weaver(_ weaver: ListWeaver, willDisplayContextMenu menu: ListContextMenu, animator: ListMenuAnimator)
  /// A menu of inserted rows is about to go.
  func weaver(_ weaver: ListWeaver, willEndContextMenuInteraction menu: ListContextMenu, animator: ListMenuAnimator)
  /// Whether an inserted row opens when something that is dragged is held over it; yes, unless said otherwise.
  func weaver(
    _ weaver: ListWeaver, shouldSpringLoadRowAt path: FeedPath, with context: ListSpringLoadContext
  ) -> Bool
  /// What an inserted row opens in a scene of its own; nil for nothing.
  func weaver(
    _ weaver: ListWeaver, sceneActivationConfigurationForItemAt path: FeedPath, point: ListPoint
  ) -> ListSceneActivation?
}

extension WeaverMenuDelegate {
  /// No.
  public func weaver(_ weaver: ListWeaver, shouldShowMenuForRowAt path: FeedPath) -> Bool { false }
  /// No.
  public func weaver(
    _ weaver: ListWeaver, canPerformAction action: Selector, forRowAt path: FeedPath, withSender sender: Any?
  ) -> Bool { false }
  /// Does nothing.
  public func weaver(
    _ weaver: ListWeaver, performAction action: Selector, forRowAt path: FeedPath, withSender sender: Any?
  ) {}
  /// None.
  public func weaver(
    _ weaver: ListWeaver, contextMenuConfigurationForRowAt path: FeedPath, point: ListPoint
  ) -> ListContextMenu? { nil }
  /// That of the pressed row.
  public func weaver(
    _ weaver: ListWeaver, contextMenuConfigurationForItemsAt paths: [FeedPath], point: ListPoint
  ) -> ListContextMenu? {
    paths.first.flatMap { self.weaver(weaver, contextMenuConfigurationForRowAt: $0, point: point) }
  }
  /// Leaves it to the list.
  public func weaver(
    _ weaver: ListWeaver, previewForHighlightingContextMenuWith menu: ListContextMenu
  ) -> ListTargetedPreview? { nil }
  /// Leaves it to the list.
  public func weaver(
    _ weaver: ListWeaver, previewForDismissingContextMenuWith menu: ListContextMenu
  ) -> ListTargetedPreview? { nil }
  /// Does nothing.
  public func weaver(
    _ weaver: ListWeaver, willPerformPreviewActionForMenuWith menu: ListContextMenu, animator: ListMenuAnimator
  ) {}
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, willDisplayContextMenu menu: ListContextMenu, animator: ListMenuAnimator) {}
  /// Does nothing.
  public func weaver(
    _ weaver: ListWeaver, willEndContextMenuInteraction menu: ListContextMenu, animator: ListMenuAnimator
  ) {}
  /// Yes.
  public func weaver(
    _ weaver: ListWeaver, shouldSpringLoadRowAt path: FeedPath, with context: ListSpringLoadContext
  ) -> Bool { true }
  /// Nothing.
  public func weaver(
    _ weaver: ListWeaver, sceneActivationConfigurationForItemAt path: FeedPath, point: ListPoint
  ) -> ListSceneActivation? { nil }
}
