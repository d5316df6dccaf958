public import Interception

extension ListView {
  /// The two messages of ``dragDelegate``.
  public static let dragDelegate = Property<ListView, (any ListDragDelegate)?>("dragDelegate") { list in
    list.dragging.dragDelegate
  } set: { list, new in
    list.dragging.dragDelegate = new
  }

  /// Who gives what is dragged out of the list; not kept alive by it.
  public final var dragDelegate: (any ListDragDelegate)? {
    get { send(ListView.dragDelegate) }
    set { send(ListView.dragDelegate, newValue) }
  }

  /// The two messages of ``dropDelegate``.
  public static let dropDelegate = Property<ListView, (any ListDropDelegate)?>("dropDelegate") { list in
    list.dragging.dropDelegate
  } set: { list, new in
    list.dragging.dropDelegate = new
  }

  /// Who takes what is dropped on the list; not kept alive by it.
  public final var dropDelegate: (any ListDropDelegate)? {
    get { send(ListView.dropDelegate) }
    set { send(ListView.dropDelegate, newValue) }
  }

  /// Puts others in charge of dragging and dropping, without a message that could be hooked.
  package final func installDragAndDrop(_ drag: (any ListDragDelegate)?, _ drop: (any ListDropDelegate)?) {
    dragging.dragDelegate = drag
    dragging.dropDelegate = drop
  }

  /// The message of ``hasActiveDrag``.
  public static let hasActiveDrag = Message<ListView, Void, Bool>("hasActiveDrag") { list, _ in
    list.dragging.drag != nil
  }

  /// Whether a row has been lifted, and its drag is not over.
  public final var hasActiveDrag: Bool { send(ListView.hasActiveDrag) }

  /// The message of ``hasActiveDrop``.
  public static let hasActiveDrop = Message<ListView, Void, Bool>("hasActiveDrop") { list, _ in
    list.dragging.drop?.isInside ?? false
  }

  /// Whether something is dragged over the list that it can take.
  public final var hasActiveDrop: Bool { send(ListView.hasActiveDrop) }

  /// The message of dropping an item at a row; see ``ListDropCoordinator/drop(_:toRowAt:)``.
  public static let dropItemToRow = Message<ListView, (item: ListDragItem, path: ListPath), Void>(
    "drop(_:toRowAt:)"
  ) { list, request in
    list.land(request.item, at: request.path) {
      list.dragging.dropDelegate?.list(list, dropPreviewParametersForRowAt: $0)
    }
  }

  final func drop(_ item: ListDragItem, toRowAt path: ListPath) {
    send(ListView.dropItemToRow, (item: item, path: path))
  }

  /// The message of dropping an item into a row; see ``ListDropCoordinator/drop(_:intoRowAt:rect:)``.
  public static let dropItemIntoRow = Message<ListView, (item: ListDragItem, path: ListPath, rect: ListRect), Void>(
    "drop(_:intoRowAt:rect:)"
  ) { list, request in
    list.land(request.item, at: request.path) { _ in ListPreviewParameters(visibleRect: request.rect) }
  }

  final func drop(_ item: ListDragItem, intoRowAt path: ListPath, rect: ListRect) {
    send(ListView.dropItemIntoRow, (item: item, path: path, rect: rect))
  }
}
