public import Interception

/// Dragging a row: the list shows the order that the data source has until the row is dropped, and knows where it would go.
///
/// A reload or an update ends a movement without a drop.
extension ListView {
  /// The message of ``beginInteractiveMovementForItem(at:)``.
  public static let beginInteractiveMovement = Message<ListView, ListPath, Bool>(
    "beginInteractiveMovementForItem(at:)"
  ) { list, path in
    list.beginMovement(path)
  }

  /// Has a person drag a row, if the data source says that it can be moved, and no other is being dragged; answers whether.
  public final func beginInteractiveMovementForItem(at path: ListPath) -> Bool {
    send(ListView.beginInteractiveMovement, path)
  }

  /// The message of ``updateInteractiveMovementTargetPosition(_:)``.
  public static let updateInteractiveMovement = Message<ListView, ListPoint, Void>(
    "updateInteractiveMovementTargetPosition(_:)"
  ) { list, point in
    list.updateMovement(point)
  }

  /// Has the row that is dragged held over a point of the content; the delegate is asked where it goes when the place is new.
  public final func updateInteractiveMovementTargetPosition(_ point: ListPoint) {
    send(ListView.updateInteractiveMovement, point)
  }

  /// The message of ``endInteractiveMovement()``.
  public static let endInteractiveMovement = Message<ListView, Void, Void>("endInteractiveMovement()") { list, _ in
    list.endMovement()
  }

  /// Drops the row that is dragged: the data source is told to move it, and the list shows it there, with its cell.
  ///
  /// Nobody is told of a row that is dropped where it was. A data source that has the movement cancelled, or changes the list,
  /// when it is told has refused the drop. Where its counts do not fit the move, the list is reloaded.
  public final func endInteractiveMovement() { send(ListView.endInteractiveMovement) }

  /// The message of ``cancelInteractiveMovement()``.
  public static let cancelInteractiveMovement = Message<ListView, Void, Void>("cancelInteractiveMovement()") {
    list, _ in
    list.movement = nil
  }

  /// Has the row that is dragged go back to where it was.
  public final func cancelInteractiveMovement() { send(ListView.cancelInteractiveMovement) }

  /// The message of ``interactiveMovement``.
  public static let getInteractiveMovement = Message<ListView, Void, ListMovement?>("interactiveMovement") { list, _ in
    list.movement?.movement
  }

  /// The row that is dragged, and where it would go; nil where none is.
  public final var interactiveMovement: ListMovement? { send(ListView.getInteractiveMovement) }

  /// The message of showing a row where it has been dropped, when the data source has moved it.
  ///
  /// Whoever weaves rows into the list makes of it what the move is to what is shown.
  package static let settleMovement: ThrowingMessage<ListView, ListMovement, Void, ListUpdateError> = .init(
    "settleMovement(_:)"
  ) { (list, movement) throws(ListUpdateError) in
    try list.update(by: ListView.settleMovement.selector) {
      $0.movedRows.append((from: movement.origin, to: movement.target))
    }
  }

  package final func settleMovement(_ movement: ListMovement) throws(ListUpdateError) {
    try send(ListView.settleMovement, movement)
  }
}
