public import Interception
public import ListModel
import Placement

/// Questions and notifications for the owner of a row about swiping it.
extension ListWeaver {
  /// Notifies a row's owner that its actions are about to be shown.
  public static let willBeginEditingRow = RowMessage<Void>(
    "list(_:willBeginEditingRowAt:)", { $0.list($1, willBeginEditingRowAt: $2) },
    insertion: { $0.weaver($1, willBeginEditingRowAt: $2) })

  /// Notifies the owner of a swiped row that its actions are hidden again; the path is nil if the row was deleted.
  public static let didEndEditingRow = Message<ListWeaver, (owner: RowOwner, path: FeedPath?), Void>(
    "list(_:didEndEditingRowAt:)"
  ) { weaver, end in
    let user = end.path.flatMap { weaver.userPath(ListPath($0)) }
    weaver.ask(
      ofInsertion: end.owner.isInsertion,
      { delegate, list in delegate.list(list, didEndEditingRowAt: user) },
      insertion: { delegate, weaver in delegate.weaver(weaver, didEndEditingRowAt: end.path) })
  }

  /// Asks a row's owner for the leading actions, which run in the owner's coordinate space.
  public static let leadingSwipeActions = swipeMessage(
    "list(_:leadingSwipeActionsConfigurationForRowAt:)", { $0.list($1, leadingSwipeActionsConfigurationForRowAt: $2) },
    insertion: { $0.weaver($1, leadingSwipeActionsConfigurationForRowAt: $2) })

  /// Asks a row's owner for the trailing actions, which run in the owner's coordinate space.
  public static let trailingSwipeActions = swipeMessage(
    "list(_:trailingSwipeActionsConfigurationForRowAt:)",
    { $0.list($1, trailingSwipeActionsConfigurationForRowAt: $2) },
    insertion: { $0.weaver($1, trailingSwipeActionsConfigurationForRowAt: $2) })

  /// Makes a message that asks a row's owner for its actions on one side.
  private static func swipeMessage(
    _ name: StaticString, _ ask: @escaping @Sendable (any ListDelegate, ListView, ListPath) -> ListSwipeActions?,
    insertion askInserted: @escaping @Sendable (any WeaverDelegate, ListWeaver, FeedPath) -> ListSwipeActions?
  ) -> RowMessage<ListSwipeActions?> {
    RowMessage(name) { weaver, row in
      weaver.ask(row, ask, insertion: askInserted).map { weaver.handled($0, ofInsertion: row.owner.isInsertion) }
    }
  }

  /// Asks a row's owner for trailing actions in their older form, which receive the path in the owner's coordinates.
  public static let editActions = RowMessage<[ListRowAction]?>("list(_:editActionsForRowAt:)") { weaver, row in
    weaver.ask(
      row, { $0.list($1, editActionsForRowAt: $2) },
      insertion: { $0.weaver($1, editActionsForRowAt: $2) }
    ).map { $0.map { weaver.handled($0, ofInsertion: row.owner.isInsertion) } }
  }

  /// Returns actions whose handlers run in the coordinate space of their provider.
  func handled(_ actions: ListSwipeActions, ofInsertion isInserted: Bool) -> ListSwipeActions {
    actions.handled { [self] handle in perform(ofInsertion: isInserted, handle) }
  }

  /// Returns an action whose handler runs, and receives the row's path, in the coordinate space of its provider.
  func handled(_ action: ListRowAction, ofInsertion isInserted: Bool) -> ListRowAction {
    action.handled { [self] shown, path in
      if isInserted { return inFeedSpace { action.handler(shown, path) } }
      // The row may have moved since its actions were requested; without a weaver the list's paths are in content
      // coordinates.
      guard let user = list == nil ? path : userPath(path) else { return }
      inUserSpace { action.handler(shown, user) }
    }
  }
}

// MARK: - Router

/// Methods of `ListDelegate` about swipes.
extension ProviderRouter {
  func list(_ list: ListView, willBeginEditingRowAt path: ListPath) {
    let weaver = weaver
    guard let row = weaver.ownedRow(at: path) else { return }
    weaver.display.swipedOwner = row.owner
    weaver.send(ListWeaver.willBeginEditingRow, row)
  }

  func list(_ list: ListView, didEndEditingRowAt path: ListPath?) {
    let weaver = weaver
    guard let owner = weaver.display.swipedOwner else { return }
    weaver.display.swipedOwner = nil
    weaver.send(ListWeaver.didEndEditingRow, (owner: owner, path: path.map { FeedPath($0) }))
  }

  func list(_: ListView, leadingSwipeActionsConfigurationForRowAt path: ListPath) -> ListSwipeActions? {
    ask(ListWeaver.leadingSwipeActions, path, else: nil)
  }

  func list(_: ListView, trailingSwipeActionsConfigurationForRowAt path: ListPath) -> ListSwipeActions? {
    ask(ListWeaver.trailingSwipeActions, path, else: nil)
  }

  func list(_: ListView, editActionsForRowAt path: ListPath) -> [ListRowAction]? {
    ask(ListWeaver.editActions, path, else: nil)
  }
}
