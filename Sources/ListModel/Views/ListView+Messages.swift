import Interception

extension ListView {
  /// Every message of a list, area by area, so that hooks by name find it.
  static let allMessages: MessageList =
    providerMessages + countMessages + rectangleMessages + visibleMessages + screenMessages + scrollingMessages
    + selectionMessages + interactionMessages + registrationMessages + reuseMessages + updateMessages + batchMessages
    + editingMessages + movementMessages + prefetchingMessages + focusMessages + menuMessages + draggingMessages
    + indexMessages + layoutMessages + forwardingMessages

  static let providerMessages: MessageList = [dataSource, delegate]

  static let countMessages: MessageList = [numberOfSections, numberOfRows, reloadData, layoutIfNeeded]

  static let rectangleMessages: MessageList = [
    contentSize, rectForSection, rectForHeader, rectForFooter, rectForRow, indexPathForRowAtPoint, indexPathsForRows,
  ]

  static let visibleMessages: MessageList = [
    cellForRow, visibleCells, indexPathsForVisibleRows, indexPathForCell, headerView, footerView,
  ]

  static let screenMessages: MessageList = [willMoveToScreen, didMoveToScreen]

  static let scrollingMessages: MessageList = [contentOffset, setContentOffsetAnimated, scrollToRow]

  static let selectionMessages: MessageList = [
    indexPathForSelectedRow, indexPathsForSelectedRows, selectRow, deselectRow,
  ]

  static let interactionMessages: MessageList = [allowsSelection, scrollToNearestSelectedRow]

  static let registrationMessages: MessageList = [
    registerCell, registerCellMaker, registerHeaderFooter, registerHeaderFooterMaker,
  ]

  static let reuseMessages: MessageList = [
    dequeueReusableCell, dequeueReusableCellForPath, dequeueConfiguredReusableCell, dequeueReusableHeaderFooterView,
  ]

  static let updateMessages: MessageList = [
    insertRows, deleteRows, reloadRows, moveRow, insertSections, deleteSections, reloadSections, moveSection,
    reconfigureRows,
  ]

  static let batchMessages: MessageList = [beginUpdates, endUpdates, performBatchUpdates, hasUncommittedUpdates]

  static let editingMessages: MessageList = [isEditing, setEditing, indexPathForSwipedRow]

  static let movementMessages: MessageList = [
    beginInteractiveMovement, updateInteractiveMovement, endInteractiveMovement, cancelInteractiveMovement,
    getInteractiveMovement, settleMovement,
  ]

  static let prefetchingMessages: MessageList = [prefetchDataSource]

  static let focusMessages: MessageList = [indexPathForFocusedRow, setNeedsFocusUpdate, updateFocusIfNeeded]

  static let menuMessages: MessageList = [contextMenuInteraction, dismissContextMenu]

  static let draggingMessages: MessageList = [
    dragDelegate, dropDelegate, hasActiveDrag, hasActiveDrop, dropItemToRow,
    dropItemIntoRow,
  ]

  static let indexMessages: MessageList = [reloadSectionIndexTitles]

  static let layoutMessages: MessageList = [
    getLayout, setLayout, setLayoutWithCompletion,
    startInteractiveTransition, finishInteractiveTransition, cancelInteractiveTransition,
    layoutAttributesForItem, layoutAttributesForSupplementaryElement,
    supplementaryView, visibleSupplementaryViews, indexPathsForVisibleSupplementaryElements,
    dequeueReusableSupplementaryView,
  ]

  static let forwardingMessages: MessageList = [performOnDelegate, performOnDataSource]
}
