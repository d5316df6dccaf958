public import Interception

/// A data source and delegate with every method that a list calls, for classes whose subclasses override some of them.
///
/// A method that only a subclass of a conforming class has is never called: Swift looks the requirements up once, in the
/// class that conforms. A subclass of this class overrides instead, at any depth, and the compiler refuses an `override`
/// whose name or types differ from what the list calls.
///
/// ```swift
/// class Inbox: ListController {
///   override func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { 20 }
/// }
/// class CompactInbox: Inbox {
///   override func list(_ list: ListView, heightForRowAt path: ListPath) -> Double? { 1 }
/// }
/// ```
///
/// Each method is documented in its protocol, and does what the protocol's default does; where there is none, a
/// controller has no rows, no items to drag, and does nothing. A final class needs no more than the protocols.
///
/// A controller may be the provider of the insertions of a woven list as well.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
open class ListController: InterceptableObject, ListDataSource, ListPrefetchDataSource, ListDelegate, ListDragDelegate,
  ListDropDelegate
{
  // MARK: The contents

  open func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { 0 }
  open func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell { ListCell(reuseIdentifier: nil) }
  open func numberOfSections(in list: ListView) -> Int { 1 }
  open func list(_ list: ListView, titleForHeaderInSection section: Int) -> String? { nil }
  open func list(_ list: ListView, titleForFooterInSection section: Int) -> String? { nil }
  open func list(_ list: ListView, modelForRowAt path: ListPath) -> Any? { nil }
  open func sectionIndexTitles(for list: ListView) -> [String]? { nil }
  open func list(_ list: ListView, sectionForSectionIndexTitle title: String, at index: Int) -> Int { index }
  open func list(_ list: ListView, indexPathForIndexTitle title: String, at index: Int) -> ListPath? { nil }
  open func list(_: ListView, viewForSupplementaryElementOfKind _: String, at _: ListPath) -> ListCell? { nil }
  open func list(_ list: ListView, prefetchRowsAt paths: [ListPath]) {}
  open func list(_ list: ListView, cancelPrefetchingForRowsAt paths: [ListPath]) {}

  // MARK: Heights and display

  open func list(_ list: ListView, heightForRowAt path: ListPath) -> Double? { nil }
  open func list(_ list: ListView, heightForHeaderInSection section: Int) -> Double? { nil }
  open func list(_ list: ListView, heightForFooterInSection section: Int) -> Double? { nil }
  open func list(_ list: ListView, estimatedHeightForRowAt path: ListPath) -> Double? { nil }
  open func list(_ list: ListView, estimatedHeightForHeaderInSection section: Int) -> Double? { nil }
  open func list(_ list: ListView, estimatedHeightForFooterInSection section: Int) -> Double? { nil }
  open func list(_ list: ListView, viewForHeaderInSection section: Int) -> ListCell? { nil }
  open func list(_ list: ListView, viewForFooterInSection section: Int) -> ListCell? { nil }
  open func list(_ list: ListView, willDisplay cell: ListCell, forRowAt path: ListPath) {}
  open func list(_ list: ListView, didEndDisplaying cell: ListCell, forRowAt path: ListPath) {}
  open func list(_ list: ListView, willDisplayHeaderView view: ListCell, forSection section: Int) {}
  open func list(_ list: ListView, willDisplayFooterView view: ListCell, forSection section: Int) {}
  open func list(_ list: ListView, didEndDisplayingHeaderView view: ListCell, forSection section: Int) {}
  open func list(_ list: ListView, didEndDisplayingFooterView view: ListCell, forSection section: Int) {}

  // MARK: Layouts

  open func list(_ list: ListView, layoutForSection section: Int) -> ListLayout? { nil }
  open func list(_ list: ListView, layout: ListLayout, sizeForRowAt path: ListPath) -> ListSize? { nil }
  open func list(_ list: ListView, layout: ListLayout, insetForSection section: Int) -> ListInsets? { nil }
  open func list(_ list: ListView, layout: ListLayout, minimumLineSpacingForSection section: Int) -> Double? { nil }
  open func list(_: ListView, layout: ListLayout, minimumInteritemSpacingForSection _: Int) -> Double? { nil }
  open func list(_ list: ListView, layout: ListLayout, minimumColumnSpacingForSection section: Int) -> Double? { nil }
  open func list(_ list: ListView, layout: ListLayout, columnCountForSection section: Int) -> Int? { nil }
  open func list(_: ListView, layout: ListLayout, referenceSizeForHeaderInSection _: Int) -> ListSize? { nil }
  open func list(_: ListView, layout: ListLayout, referenceSizeForFooterInSection _: Int) -> ListSize? { nil }
  open func list(_ list: ListView, layout: ListLayout, insetForHeaderInSection section: Int) -> ListInsets? { nil }
  open func list(_ list: ListView, layout: ListLayout, insetForFooterInSection section: Int) -> ListInsets? { nil }
  open func list(_ list: ListView, targetContentOffsetForProposedContentOffset offset: Double) -> Double { offset }
  open func list(
    _ list: ListView, transitionLayoutForOldLayout old: ListLayout, newLayout new: ListLayout
  ) -> ListLayout? { nil }
  open func list(_: ListView, willDisplaySupplementaryView _: ListCell, forElementKind _: String, at _: ListPath) {}
  open func list(
    _ list: ListView, didEndDisplayingSupplementaryView view: ListCell, forElementOfKind kind: String, at path: ListPath
  ) {}

  // MARK: Selection and focus

  open func list(_ list: ListView, shouldHighlightRowAt path: ListPath) -> Bool { true }
  open func list(_ list: ListView, didHighlightRowAt path: ListPath) {}
  open func list(_ list: ListView, didUnhighlightRowAt path: ListPath) {}
  open func list(_ list: ListView, willSelectRowAt path: ListPath) -> ListPath? { path }
  open func list(_ list: ListView, willDeselectRowAt path: ListPath) -> ListPath? { path }
  open func list(_ list: ListView, didSelectRowAt path: ListPath) {}
  open func list(_ list: ListView, didDeselectRowAt path: ListPath) {}
  open func list(_ list: ListView, shouldBeginMultipleSelectionInteractionAt path: ListPath) -> Bool { false }
  open func list(_ list: ListView, didBeginMultipleSelectionInteractionAt path: ListPath) {}
  open func listDidEndMultipleSelectionInteraction(_ list: ListView) {}
  open func list(_ list: ListView, canFocusRowAt path: ListPath) -> Bool { list.allowsSelection }
  open func indexPathForPreferredFocusedView(in list: ListView) -> ListPath? { nil }
  open func list(_ list: ListView, shouldUpdateFocusIn context: ListFocusUpdateContext) -> Bool { true }
  open func list(_: ListView, didUpdateFocusIn _: ListFocusUpdateContext, with _: ListFocusAnimationCoordinator) {}
  open func list(_ list: ListView, selectionFollowsFocusForRowAt path: ListPath) -> Bool {
    list.selectionFollowsFocus
  }
  open func list(_ list: ListView, canPerformPrimaryActionForRowAt path: ListPath) -> Bool { !list.isEditing }
  open func list(_ list: ListView, performPrimaryActionForRowAt path: ListPath) {}

  // MARK: Editing and movement

  open func list(_ list: ListView, canEditRowAt path: ListPath) -> Bool { true }
  open func list(_ list: ListView, commit style: ListEditingStyle, forRowAt path: ListPath) {}
  open func movesRows(in list: ListView) -> Bool { true }
  open func list(_ list: ListView, canMoveRowAt path: ListPath) -> Bool { movesRows(in: list) }
  open func list(_ list: ListView, moveRowAt path: ListPath, to target: ListPath) {
    list.cancelInteractiveMovement()
  }
  open func list(_ list: ListView, editingStyleForRowAt path: ListPath) -> ListEditingStyle { .delete }
  open func list(_ list: ListView, titleForDeleteConfirmationButtonForRowAt path: ListPath) -> String? { nil }
  open func list(_: ListView, leadingSwipeActionsConfigurationForRowAt _: ListPath) -> ListSwipeActions? { nil }
  open func list(_: ListView, trailingSwipeActionsConfigurationForRowAt _: ListPath) -> ListSwipeActions? { nil }
  open func list(_ list: ListView, editActionsForRowAt path: ListPath) -> [ListRowAction]? { nil }
  open func list(_ list: ListView, shouldIndentWhileEditingRowAt path: ListPath) -> Bool { true }
  open func list(_ list: ListView, willBeginEditingRowAt path: ListPath) {}
  open func list(_ list: ListView, didEndEditingRowAt path: ListPath?) {}
  open func list(_ list: ListView, indentationLevelForRowAt path: ListPath) -> Int { 0 }
  open func list(_ list: ListView, accessoryButtonTappedForRowWith path: ListPath) {}
  open func list(
    _ list: ListView, targetIndexPathForMoveFromRowAt path: ListPath, toProposedIndexPath proposed: ListPath
  ) -> ListPath { proposed }
  open func list(
    _ list: ListView, targetIndexPathForMoveOfItemFromOriginalIndexPath path: ListPath,
    atCurrentIndexPath current: ListPath, toProposedIndexPath proposed: ListPath
  ) -> ListPath {
    self.list(list, targetIndexPathForMoveFromRowAt: path, toProposedIndexPath: proposed)
  }

  // MARK: Menus

  open func list(_ list: ListView, shouldShowMenuForRowAt path: ListPath) -> Bool { false }
  open func list(
    _ list: ListView, canPerformAction action: Selector, forRowAt path: ListPath, withSender sender: Any?
  ) -> Bool { false }
  open func list(_: ListView, performAction _: Selector, forRowAt _: ListPath, withSender _: Any?) {}
  open func list(
    _ list: ListView, contextMenuConfigurationForRowAt path: ListPath, point: ListPoint
  ) -> ListContextMenu? { nil }
  open func list(
    _ list: ListView, contextMenuConfigurationForItemsAt paths: [ListPath], point: ListPoint
  ) -> ListContextMenu? {
    paths.first.flatMap { self.list(list, contextMenuConfigurationForRowAt: $0, point: point) }
  }
  open func list(
    _ list: ListView, previewForHighlightingContextMenuWith menu: ListContextMenu
  ) -> ListTargetedPreview? { nil }
  open func list(_: ListView, previewForDismissingContextMenuWith _: ListContextMenu) -> ListTargetedPreview? { nil }
  open func list(_: ListView, willPerformPreviewActionForMenuWith _: ListContextMenu, animator: ListMenuAnimator) {}
  open func list(_ list: ListView, willDisplayContextMenu menu: ListContextMenu, animator: ListMenuAnimator) {}
  open func list(_: ListView, willEndContextMenuInteraction _: ListContextMenu, animator: ListMenuAnimator) {}
  open func list(_: ListView, shouldSpringLoadRowAt _: ListPath, with _: ListSpringLoadContext) -> Bool { true }
  open func list(
    _ list: ListView, sceneActivationConfigurationForItemAt path: ListPath, point: ListPoint
  ) -> ListSceneActivation? { nil }

  // MARK: Dragging and dropping

  open func list(
    _ list: ListView, itemsForBeginning session: ListDragSession, at path: ListPath
  ) -> [ListDragItem] { [] }
  open func list(
    _ list: ListView, itemsForAddingTo session: ListDragSession, at path: ListPath, point: ListPoint
  ) -> [ListDragItem] { [] }
  open func list(_ list: ListView, dragPreviewParametersForRowAt path: ListPath) -> ListPreviewParameters? { nil }
  open func list(_ list: ListView, dragSessionWillBegin session: ListDragSession) {}
  open func list(_ list: ListView, dragSessionDidEnd session: ListDragSession) {}
  open func list(_ list: ListView, dragSessionAllowsMoveOperation session: ListDragSession) -> Bool { true }
  open func list(_: ListView, dragSessionIsRestrictedToDraggingApplication _: ListDragSession) -> Bool { false }
  open func list(_ list: ListView, performDropWith coordinator: ListDropCoordinator) {}
  open func list(_ list: ListView, canHandle session: ListDropSession) -> Bool { true }
  open func list(_ list: ListView, dropSessionDidEnter session: ListDropSession) {}
  open func list(
    _ list: ListView, dropSessionDidUpdate session: ListDropSession, withDestinationIndexPath path: ListPath?
  ) -> ListDropProposal { ListDropProposal(operation: .copy) }
  open func list(_ list: ListView, dropSessionDidExit session: ListDropSession) {}
  open func list(_ list: ListView, dropSessionDidEnd session: ListDropSession) {}
  open func list(_ list: ListView, dropPreviewParametersForRowAt path: ListPath) -> ListPreviewParameters? { nil }

  // MARK: Scrolling

  open func listDidScroll(_ list: ListView) {}
  open func list(_ list: ListView, didScrollSection section: Int) {}
  open func listWillBeginDragging(_ list: ListView) {}
  open func list(_: ListView, willEndDraggingWithVelocity _: Double, targetContentOffset _: inout Double) {}
  open func listDidEndDragging(_ list: ListView, willDecelerate: Bool) {}
  open func listWillBeginDecelerating(_ list: ListView) {}
  open func listDidEndDecelerating(_ list: ListView) {}
  open func listDidEndScrollingAnimation(_ list: ListView) {}
  open func listShouldScrollToTop(_ list: ListView) -> Bool? { nil }
  open func listDidScrollToTop(_ list: ListView) {}
}
