public import Interception
public import ListModel

/// What is asked and told of a drag out of a woven list: of its rows their owners, of the whole whose row was lifted first.
extension ListWeaver {
  /// Asks the owner of a row that is lifted what is dragged.
  public static let itemsForBeginningDrag = Message<
    ListWeaver, (row: OwnedRow, session: ListDragSession), [ListDragItem]
  >("list(_:itemsForBeginning:at:)") { weaver, call in
    weaver.interactions.insertedDrag = call.row.owner.isInsertion ? call.session : nil
    return weaver.ask(
      call.row,
      content: { weaver.interactions.contentDragDelegate?.list($0, itemsForBeginning: call.session, at: $1) },
      insertion: { weaver.delegate?.weaver(weaver, itemsForBeginning: call.session, at: $0) }) ?? []
  }

  /// Asks the owner of a row that is touched while a drag is under way what is added to it.
  public static let itemsForAddingToDrag = Message<
    ListWeaver, (row: OwnedRow, session: ListDragSession, point: ListPoint), [ListDragItem]
  >("list(_:itemsForAddingTo:at:point:)") { weaver, call in
    weaver.ask(
      call.row,
      content: {
        weaver.interactions.contentDragDelegate?.list(
          $0, itemsForAddingTo: call.session, at: $1, point: call.point)
      },
      insertion: { weaver.delegate?.weaver(weaver, itemsForAddingTo: call.session, at: $0, point: call.point) }) ?? []
  }

  /// Asks a row's owner which part of it is lifted.
  public static let dragPreviewParametersForRow = RowMessage<ListPreviewParameters?>(
    "list(_:dragPreviewParametersForRowAt:)"
  ) { weaver, row in
    weaver.ask(
      row, content: { weaver.interactions.contentDragDelegate?.list($0, dragPreviewParametersForRowAt: $1) },
      insertion: { weaver.delegate?.weaver(weaver, dragPreviewParametersForRowAt: $0) })
  }

  /// Tells whose drag it is that it begins.
  public static let dragSessionWillBegin = Message<ListWeaver, (session: ListDragSession, isInserted: Bool), Void>(
    "list(_:dragSessionWillBegin:)"
  ) { weaver, call in
    weaver.ask(
      ofInsertion: call.isInserted,
      content: { weaver.interactions.contentDragDelegate?.list($0, dragSessionWillBegin: call.session) },
      insertion: { weaver.delegate?.weaver(weaver, dragSessionWillBegin: call.session) })
  }

  /// Tells whose drag it was that it is over.
  public static let dragSessionDidEnd = Message<ListWeaver, (session: ListDragSession, isInserted: Bool), Void>(
    "list(_:dragSessionDidEnd:)"
  ) { weaver, call in
    weaver.ask(
      ofInsertion: call.isInserted,
      content: { weaver.interactions.contentDragDelegate?.list($0, dragSessionDidEnd: call.session) },
      insertion: { weaver.delegate?.weaver(weaver, dragSessionDidEnd: call.session) })
  }

  /// Asks whose drag it is whether what is dragged may be moved.
  public static let dragSessionAllowsMove = Message<ListWeaver, (session: ListDragSession, isInserted: Bool), Bool>(
    "list(_:dragSessionAllowsMoveOperation:)"
  ) { weaver, call in
    weaver.ask(
      ofInsertion: call.isInserted,
      content: { weaver.interactions.contentDragDelegate?.list($0, dragSessionAllowsMoveOperation: call.session) },
      insertion: { weaver.delegate?.weaver(weaver, dragSessionAllowsMoveOperation: call.session) }) ?? true
  }

  /// Asks whose drag it is whether what is dragged stays in the application.
  public static let dragSessionIsRestricted = Message<ListWeaver, (session: ListDragSession, isInserted: Bool), Bool>(
    "list(_:dragSessionIsRestrictedToDraggingApplication:)"
  ) { weaver, call in
    weaver.ask(
      ofInsertion: call.isInserted,
      content: {
        weaver.interactions.contentDragDelegate?.list(
          $0, dragSessionIsRestrictedToDraggingApplication: call.session)
      },
      insertion: { weaver.delegate?.weaver(weaver, dragSessionIsRestrictedToDraggingApplication: call.session) })
      ?? false
  }
}
