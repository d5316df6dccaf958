import Interception
import ListModel
import Placement

extension ProviderRouter: ListDragDelegate {
  func list(_ list: ListView, itemsForBeginning session: ListDragSession, at path: ListPath) -> [ListDragItem] {
    let weaver = weaver
    guard let row = weaver.ownedRow(at: path) else { return [] }
    return weaver.send(ListWeaver.itemsForBeginningDrag, (row: row, session: session))
  }

  func list(
    _ list: ListView, itemsForAddingTo session: ListDragSession, at path: ListPath, point: ListPoint
  ) -> [ListDragItem] {
    let weaver = weaver
    guard let row = weaver.ownedRow(at: path) else { return [] }
    return weaver.send(ListWeaver.itemsForAddingToDrag, (row: row, session: session, point: point))
  }

  func list(_ list: ListView, dragPreviewParametersForRowAt path: ListPath) -> ListPreviewParameters? {
    send(ListWeaver.dragPreviewParametersForRow, path) ?? nil
  }

  func list(_ list: ListView, dragSessionWillBegin session: ListDragSession) {
    weaver.send(ListWeaver.dragSessionWillBegin, owned(session))
  }

  func list(_ list: ListView, dragSessionDidEnd session: ListDragSession) {
    let weaver = weaver
    let call = owned(session)
    weaver.interactions.insertedDrag = nil
    weaver.send(ListWeaver.dragSessionDidEnd, call)
  }

  func list(_ list: ListView, dragSessionAllowsMoveOperation session: ListDragSession) -> Bool {
    weaver.send(ListWeaver.dragSessionAllowsMove, owned(session))
  }

  func list(_ list: ListView, dragSessionIsRestrictedToDraggingApplication session: ListDragSession) -> Bool {
    weaver.send(ListWeaver.dragSessionIsRestricted, owned(session))
  }

  private func owned(_ session: ListDragSession) -> (session: ListDragSession, isInserted: Bool) {
    (session: session, isInserted: weaver.interactions.insertedDrag === session)
  }
}

extension ProviderRouter: ListDropDelegate {
  func list(_ list: ListView, canHandle session: ListDropSession) -> Bool {
    weaver.send(ListWeaver.canHandleDrop, session)
  }

  func list(_ list: ListView, dropSessionDidEnter session: ListDropSession) {
    weaver.send(ListWeaver.dropSessionDidEnter, session)
  }

  func list(
    _ list: ListView, dropSessionDidUpdate session: ListDropSession, withDestinationIndexPath path: ListPath?
  ) -> ListDropProposal {
    weaver.send(ListWeaver.dropSessionDidUpdate, (session: session, path: path.map { FeedPath($0) }))
  }

  func list(_ list: ListView, performDropWith coordinator: ListDropCoordinator) {
    weaver.send(ListWeaver.performDrop, coordinator)
  }

  func list(_ list: ListView, dropSessionDidExit session: ListDropSession) {
    weaver.send(ListWeaver.dropSessionDidExit, session)
  }

  func list(_ list: ListView, dropSessionDidEnd session: ListDropSession) {
    weaver.send(ListWeaver.dropSessionDidEnd, session)
  }

  func list(_ list: ListView, dropPreviewParametersForRowAt path: ListPath) -> ListPreviewParameters? {
    send(ListWeaver.dropPreviewParametersForRow, path) ?? nil
  }
}
