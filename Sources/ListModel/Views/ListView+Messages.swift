import Interception

extension ListView {
  /// Every message of a list; each area lists its own, so that one that is added is added there too.
  static let allMessages: MessageList =
    providerMessages + countMessages + rectangleMessages + visibleMessages + scrollingMessages + selectionMessages
    + reuseMessages + updateMessages + batchMessages
    + editingMessages + movementMessages + interactionMessages + prefetchingMessages + focusMessages + menuMessages
    + indexMessages + layoutMessages

  static let providerMessages: MessageList = [getDataSource, setDataSource, getDelegate, setDelegate]

  static let countMessages: MessageList = [numberOfSections, numberOfRows, reloadData, layoutIfNeeded]

  static let rectangleMessages: MessageList = [
    contentSize, rectForSection, rectForHeader, rectForFooter, rectForRow, indexPathForRowAtPoint, indexPathsForRows,
  ]

  static let visibleMessages: MessageList = [
    cellForRow, visibleCells, indexPathsForVisibleRows, indexPathForCell, headerView, footerView,
  ]

  static let scrollingMessages: MessageList = [setContentOffset, scrollToRow]

  static let selectionMessages: MessageList = [
    indexPathForSelectedRow, indexPathsForSelectedRows, selectRow, deselectRow,
  ]

  static let reuseMessages: MessageList = [dequeueReusableCell, dequeueReusableCellForPath]

  static let updateMessages: MessageList = [
    insertRows, deleteRows, reloadRows, moveRow, insertSections, deleteSections, reloadSections, moveSection,
    reconfigureRows,
  ]

  static let batchMessages: MessageList = [beginUpdates, endUpdates, performBatchUpdates, hasUncommittedUpdates]
}
