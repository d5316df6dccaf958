public import Interception
public import ListModel

/// What a woven list asks and tells is a message of its weaver, so that anybody can hook who answers what.
///
/// The arguments hold both sides: the row or section as the list names it, and its owner with the place in the owner's own
/// coordinates. Advice that changes them has another owner asked, or about another row.
extension ListWeaver {
  /// A message about a row.
  public typealias RowMessage<Answer> = Message<ListWeaver, OwnedRow, Answer>
  /// A message about a section.
  public typealias SectionMessage<Answer> = Message<ListWeaver, OwnedSection, Answer>
  /// A message about a row whose cell is shown.
  public typealias RowDisplayMessage = Message<ListWeaver, (row: OwnedRow, cell: ListCell), Void>
  /// A message about a section whose header or footer is shown.
  public typealias SectionDisplayMessage = Message<ListWeaver, (section: OwnedSection, view: ListCell), Void>

  /// Every message of a weaver, area by area, so that hooks by name find it.
  static let allMessages: MessageList =
    countMessages + dataSourceMessages + heightMessages + displayMessages + selectionMessages + interactionMessages
    + editingMessages + swipeMessages + movementMessages + prefetchingMessages + focusMessages + menuMessages
    + openMenuMessages + dragMessages + dropMessages + scrollMessages + indexMessages + layoutMessages + elementMessages

  static let countMessages: MessageList = [
    contentCounts, willLoad, didChange, didUpdateContent, didDropRows, didDeleteSectionOfRows, numberOfSections,
    numberOfRows,
  ]

  static let dataSourceMessages: MessageList = [cellForRow, modelForRow, titleForHeader, titleForFooter]

  static let heightMessages: MessageList = [
    heightForRow, heightForHeader, heightForFooter, viewForHeader, viewForFooter,
    estimatedHeightForRow, estimatedHeightForHeader, estimatedHeightForFooter,
  ]

  static let displayMessages: MessageList = [
    willDisplayRow, didEndDisplayingRow,
    willDisplayHeader, willDisplayFooter, didEndDisplayingHeader, didEndDisplayingFooter,
  ]

  static let selectionMessages: MessageList = [
    shouldHighlightRow, didHighlightRow, didUnhighlightRow,
    willSelectRow, willDeselectRow, didSelectRow, didDeselectRow,
  ]

  static let interactionMessages: MessageList = [
    canPerformPrimaryActionForRow, performPrimaryActionForRow,
    shouldBeginMultipleSelection, didBeginMultipleSelection, didEndMultipleSelection,
  ]

  static let editingMessages: MessageList = [
    canEditRow, commitEditing, editingStyleForRow, titleForDeleteConfirmation, shouldIndentWhileEditingRow,
    indentationLevelForRow, accessoryButtonTapped,
  ]

  static let swipeMessages: MessageList = [
    willBeginEditingRow, didEndEditingRow, leadingSwipeActions, trailingSwipeActions, editActions,
  ]

  static let movementMessages: MessageList = [canMoveRow, targetForMove, moveRow]

  static let prefetchingMessages: MessageList = [prefetchRows, cancelPrefetchingForRows]

  static let focusMessages: MessageList = [
    canFocusRow, preferredFocusedRow, shouldUpdateFocus, didUpdateFocus, selectionFollowsFocusForRow,
  ]

  static let menuMessages: MessageList = [
    shouldShowMenuForRow, canPerformActionForRow, performActionForRow, contextMenuForRows, shouldSpringLoadRow,
    sceneActivationForRow,
  ]

  static let openMenuMessages: MessageList = [
    highlightingPreview, dismissingPreview, willPerformPreviewAction, willDisplayContextMenu, willEndContextMenu,
  ]

  static let dragMessages: MessageList = [
    itemsForBeginningDrag, itemsForAddingToDrag, dragPreviewParametersForRow, dragSessionWillBegin, dragSessionDidEnd,
    dragSessionAllowsMove, dragSessionIsRestricted,
  ]

  static let dropMessages: MessageList = [
    canHandleDrop, dropSessionDidEnter, dropSessionDidUpdate, performDrop, dropSessionDidExit, dropSessionDidEnd,
    dropPreviewParametersForRow,
  ]

  static let scrollMessages: MessageList = [
    didScroll, willBeginDragging, willEndDragging, didEndDragging, willBeginDecelerating, didEndDecelerating,
    didEndScrollingAnimation, shouldScrollToTop, didScrollToTop,
  ]

  static let indexMessages: MessageList = [sectionIndexTitles, sectionForSectionIndexTitle, indexPathForIndexTitle]

  static let layoutMessages: MessageList = [
    layoutForSection, sizeForRow, inset, minimumLineSpacing, minimumInteritemSpacing, minimumColumnSpacing,
    columnCount, referenceSizeForHeader, referenceSizeForFooter, insetForHeader, insetForFooter,
  ]

  static let elementMessages: MessageList = [
    viewForSupplementaryElement, willDisplaySupplementaryView, didEndDisplayingSupplementaryView,
    targetContentOffset, transitionLayout,
  ]
}
