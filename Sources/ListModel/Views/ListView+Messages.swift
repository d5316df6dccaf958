import Interception

extension ListView {
  /// Every message of a list; a method that is added to it is added here too.
  static let allMessages: MessageList = [
    getDataSource, setDataSource, getDelegate, setDelegate,
    numberOfSections, numberOfRows,
    contentSize, rectForSection, rectForHeader, rectForFooter, rectForRow, indexPathForRowAtPoint, indexPathsForRows,
    cellForRow, visibleCells, indexPathsForVisibleRows, indexPathForCell, headerView, footerView,
    setContentOffset, scrollToRow,
    indexPathForSelectedRow, indexPathsForSelectedRows, selectRow, deselectRow,
    reloadData, layoutIfNeeded,
    dequeueReusableCell, dequeueReusableCellForPath,
    insertRows, deleteRows, reloadRows, moveRow,
    insertSections, deleteSections, reloadSections,
    beginUpdates, endUpdates, performBatchUpdates,
  ]
}
