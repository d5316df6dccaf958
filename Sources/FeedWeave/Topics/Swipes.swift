public import Interception
public import ListModel
import Placement

/// What the owner of a row is asked and told when it is swiped.
extension ListWeaver {
  /// Tells a row's owner that its actions are about to be revealed.
  public static let willBeginEditingRow = RowMessage<Void>("list(_:willBeginEditingRowAt:)") { weaver, row in
    weaver.ask(
      row, content: { weaver.content.delegate?.list($0, willBeginEditingRowAt: $1) },
      insertion: { weaver.delegate?.weaver(weaver, willBeginEditingRowAt: $0) })
  }

  /// Tells whose the row was when it was swiped that it has been put back; the path is nil for one that is gone.
  public static let didEndEditingRow = Message<ListWeaver, (owner: RowOwner, path: FeedPath?), Void>(
    "list(_:didEndEditingRowAt:)"
  ) { weaver, end in
    guard !end.owner.isInsertion else {
      return weaver.inFeedSpace { weaver.delegate?.weaver(weaver, didEndEditingRowAt: end.path) } ?? ()
    }
    guard let list = weaver.list else { return }
    let user = end.path.flatMap { weaver.userPath(ListPath($0)) }
    weaver.inUserSpace { weaver.content.delegate?.list(list, didEndEditingRowAt: user) }
  }

  /// Asks a row's owner for the actions at its start, which are carried out in the owner's coordinates.
  public static let leadingSwipeActions = RowMessage<ListSwipeActions?>(
    "list(_:leadingSwipeActionsConfigurationForRowAt:)"
  ) { weaver, row in
    weaver.ask(
      row, content: { weaver.content.delegate?.list($0, leadingSwipeActionsConfigurationForRowAt: $1) },
      insertion: { weaver.delegate?.weaver(weaver, leadingSwipeActionsConfigurationForRowAt: $0) }
    ).map { weaver.handled($0, ofInsertion: row.owner.isInsertion) }
  }

  /// Asks a row's owner for the actions at its end, which are carried out in the owner's coordinates.
  public static let trailingSwipeActions = RowMessage<ListSwipeActions?>(
    "list(_:trailingSwipeActionsConfigurationForRowAt:)"
  ) { weaver, row in
    weaver.ask(
      row, content: { weaver.content.delegate?.list($0, trailingSwipeActionsConfigurationForRowAt: $1) },
      insertion: { weaver.delegate?.weaver(weaver, trailingSwipeActionsConfigurationForRowAt: $0) }
    ).map { weaver.handled($0, ofInsertion: row.owner.isInsertion) }
  }

  /// Asks a row's owner for the actions at its end in their older form, which get the row's path in the owner's coordinates.
  public static let editActions = RowMessage<[ListRowAction]?>("list(_:editActionsForRowAt:)") { weaver, row in
    weaver.ask(
      row, content: { weaver.content.delegate?.list($0, editActionsForRowAt: $1) },
      insertion: { weaver.delegate?.weaver(weaver, editActionsForRowAt: $0) }
    ).map { $0.map { weaver.handled($0, ofInsertion: row.owner.isInsertion) } }
  }

  /// Actions whose handlers run in the coordinates of their side.
  func handled(_ actions: ListSwipeActions, ofInsertion isInserted: Bool) -> ListSwipeActions {
    actions.handled { [self] handle in perform(ofInsertion: isInserted, handle) }
  }

  /// An action whose handler runs, and gets the row's path, in the coordinates of its side.
  func handled(_ action: ListRowAction, ofInsertion isInserted: Bool) -> ListRowAction {
    action.handled { [self] shown, path in
      if isInserted { return inFeedSpace { action.handler(shown, path) } }
      // The row may have moved since its actions were asked for; without a weaver the list speaks the content's language.
      guard let user = list == nil ? path : userPath(path) else { return }
      inUserSpace { action.handler(shown, user) }
    }
  }
}
