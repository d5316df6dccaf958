public import Interception

/// Gives what is dragged out of a list.
///
/// What is optional in UIKit has a default here that says so. It lives where its list does, so that it need not be Sendable.
public protocol ListDragDelegate: AnyObject {
  /// What is dragged when a row is lifted; with nothing no drag begins.
  func list(_ list: ListView, itemsForBeginning session: ListDragSession, at path: ListPath) -> [ListDragItem]
  /// What is added to a drag that is under way when a row is touched; nothing, unless said otherwise.
  func list(
    _ list: ListView, itemsForAddingTo session: ListDragSession, at path: ListPath, point: ListPoint
  ) -> [ListDragItem]
  /// Which part of a row is lifted; nil for all of its cell.
  func list(_ list: ListView, dragPreviewParametersForRowAt path: ListPath) -> ListPreviewParameters?
  /// A drag begins.
  func list(_ list: ListView, dragSessionWillBegin session: ListDragSession)
  /// A drag is over, however it ended.
  func list(_ list: ListView, dragSessionDidEnd session: ListDragSession)
  /// Whether what is dragged may be moved, and not only copied; yes, unless said otherwise.
  func list(_ list: ListView, dragSessionAllowsMoveOperation session: ListDragSession) -> Bool
  /// Whether what is dragged stays in the application; no, unless said otherwise.
  func list(_ list: ListView, dragSessionIsRestrictedToDraggingApplication session: ListDragSession) -> Bool
}

extension ListDragDelegate {
  /// Nothing.
  public func list(
    _ list: ListView, itemsForAddingTo session: ListDragSession, at path: ListPath, point: ListPoint
  ) -> [ListDragItem] { [] }
  /// Leaves it to the list.
  public func list(_ list: ListView, dragPreviewParametersForRowAt path: ListPath) -> ListPreviewParameters? { nil }
  /// Does nothing.
  public func list(_ list: ListView, dragSessionWillBegin session: ListDragSession) {}
  /// Does nothing.
  public func list(_ list: ListView, dragSessionDidEnd session: ListDragSession) {}
  /// Yes.
  public func list(_ list: ListView, dragSessionAllowsMoveOperation session: ListDragSession) -> Bool { true }
  /// No.
  public func list(
    _ list: ListView, dragSessionIsRestrictedToDraggingApplication session: ListDragSession
  ) -> Bool { false }
}

/// Takes what is dropped on a list.
///
/// What is optional in UIKit has a default here that says so. It lives where its list does, so that it need not be Sendable.
public protocol ListDropDelegate: AnyObject {
  /// Whether the list can take what is dragged; yes, unless said otherwise. If it cannot, nothing more is told of the session.
  func list(_ list: ListView, canHandle session: ListDropSession) -> Bool
  /// What is dragged has come over the list.
  func list(_ list: ListView, dropSessionDidEnter session: ListDropSession)
  /// What would be done with what is dragged at its place; a copy, unless said otherwise.
  ///
  /// At the end of a section the path is that of a row that is not there, below all sections nil.
  func list(
    _ list: ListView, dropSessionDidUpdate session: ListDropSession, withDestinationIndexPath path: ListPath?
  ) -> ListDropProposal
  /// Takes what is dropped.
  func list(_ list: ListView, performDropWith coordinator: ListDropCoordinator)
  /// What is dragged has left the list.
  func list(_ list: ListView, dropSessionDidExit session: ListDropSession)
  /// The drag is over, however it ended.
  func list(_ list: ListView, dropSessionDidEnd session: ListDropSession)
  /// Which part of the row at which something lands is shown on the way; nil for all of its cell.
  func list(_ list: ListView, dropPreviewParametersForRowAt path: ListPath) -> ListPreviewParameters?
}

extension ListDropDelegate {
  /// Yes.
  public func list(_ list: ListView, canHandle session: ListDropSession) -> Bool { true }
  /// Does nothing.
  public func list(_ list: ListView, dropSessionDidEnter session: ListDropSession) {}
  /// A copy.
  public func list(
    _ list: ListView, dropSessionDidUpdate session: ListDropSession, withDestinationIndexPath path: ListPath?
  ) -> ListDropProposal { ListDropProposal(operation: .copy) }
  /// Does nothing.
  public func list(_ list: ListView, dropSessionDidExit session: ListDropSession) {}
  /// Does nothing.
  public func list(_ list: ListView, dropSessionDidEnd session: ListDropSession) {}
  /// Leaves it to the list.
  public func list(_ list: ListView, dropPreviewParametersForRowAt path: ListPath) -> ListPreviewParameters? { nil }
}

/// The drag that comes from a list, and the one that is over it.
struct DragState {
  weak var dragDelegate: (any ListDragDelegate)?
  weak var dropDelegate: (any ListDropDelegate)?
  var drag: ListDragSession?
  var drop: ListDropSession?

  /// Takes the rows that are dragged to their new places.
  func followRows(_ origins: ListOrigins) {
    drag?.move(origins.destination(of:))
  }

  /// Forgets which rows they were.
  func forgetRows() {
    drag?.move { _ in nil }
  }
}

// MARK: - Dragging

/// A drag out of the list, each step asked of and told to the drag delegate.
extension ListView {
  /// Lifts the row at a point; nil where nothing of it can be dragged.
  final func lift(at point: ListPoint) -> ListDragSession? {
    guard dragInteractionEnabled, dragging.drag == nil, let path = rowRaw(at: point) else { return nil }
    let session = ListDragSession(from: self, at: point)
    guard add(to: session, path, { $0.list(self, itemsForBeginning: session, at: path) }),
      let delegate = dragging.dragDelegate, dragging.drag == nil
    else { return nil }
    session.allowsMoveOperation = delegate.list(self, dragSessionAllowsMoveOperation: session)
    session.isRestrictedToDraggingApplication =
      delegate.list(self, dragSessionIsRestrictedToDraggingApplication: session)
    dragging.drag = session
    delegate.list(self, dragSessionWillBegin: session)
    return dragging.drag
  }

  /// Adds the row at a point to the drag that is under way; answers whether anything was added.
  final func addToDrag(at point: ListPoint) -> Bool {
    guard let session = dragging.drag, let path = rowRaw(at: point) else { return false }
    return add(to: session, path) { $0.list(self, itemsForAddingTo: session, at: path, point: point) }
  }

  /// Ends a drag that comes from the list.
  final func endDrag(_ session: ListDragSession) {
    guard dragging.drag === session else { return }
    dragging.drag = nil
    dragging.dragDelegate?.list(self, dragSessionDidEnd: session)
  }

  private func add(
    to session: ListDragSession, _ path: ListPath, _ ask: (any ListDragDelegate) -> [ListDragItem]
  ) -> Bool {
    guard let delegate = dragging.dragDelegate else { return false }
    let revision = revision
    // What is dragged already is not dragged twice.
    let items = ask(delegate).filter { new in !session.items.contains { $0 === new } }
    guard isCurrent(revision), !items.isEmpty else { return false }
    let parameters = delegate.list(self, dragPreviewParametersForRowAt: path)
    guard isCurrent(revision) else { return false }
    session.add(items, from: path)
    if let preview = cellPreview(of: path, parameters) { session.previews.append(preview) }
    return true
  }
}

// MARK: - Dropping

/// A drag over the list, each step asked of and told to the drop delegate.
extension ListView {
  /// Has a drag be over a point; answers what would be done with it, nil where the list cannot take it.
  final func drag(
    _ drag: ListDragSession, over point: ListPoint, fromOtherApplication isForeign: Bool
  ) -> ListDropProposal? {
    if drag.isRestrictedToDraggingApplication, isForeign { return nil }
    guard let delegate = dragging.dropDelegate, let session = enter(drag, point, isForeign, delegate) else {
      return nil
    }
    drag.location = point
    session.location = point
    session.destination = dropPlace(at: point)
    session.propose(
      delegate.list(self, dropSessionDidUpdate: session, withDestinationIndexPath: session.destination))
    return session.proposal
  }

  /// Has a drag leave the list.
  final func dragLeaves() {
    guard let session = dragging.drop, session.isInside else { return }
    session.isInside = false
    dragging.dropDelegate?.list(self, dropSessionDidExit: session)
  }

  /// Drops what is dragged over the list; answers where everything lands, nil where it is not taken.
  final func drop() -> [ListDropLanding]? {
    guard let session = dragging.drop, session.isInside, !session.isDropped else { return nil }
    session.isDropped = true
    let isTaken = session.proposal.operation == .copy || session.proposal.operation == .move
    if isTaken {
      // The list may have changed since something was last dragged over it.
      session.destination = dropPlace(at: session.location)
      session.propose(session.proposal)
      dragging.dropDelegate?.list(self, performDropWith: ListDropCoordinator(session, on: self))
    }
    session.drag.end()
    return isTaken ? session.landings : nil
  }

  /// Ends a drag that has been over the list.
  final func endDrop(of drag: ListDragSession) {
    guard let session = dragging.drop, session.drag === drag else { return }
    dragging.drop = nil
    if session.isHandled { dragging.dropDelegate?.list(self, dropSessionDidEnd: session) }
  }

  /// Notes that something lands at a row.
  final func land(_ item: ListDragItem, at path: ListPath, _ parameters: (ListPath) -> ListPreviewParameters?) {
    guard let session = dragging.drop, session.items.contains(where: { $0 === item }) else { return }
    let row = callerPath(path)
    layoutRaw()
    // Nobody is asked about a row that has not been inserted.
    let asked = row.current
    let parameters = extents.contains(asked) ? parameters(asked) : nil
    session.landings.append(ListDropLanding(item: item, target: cellPreview(of: row.current, parameters)))
  }

  private func enter(
    _ drag: ListDragSession, _ point: ListPoint, _ isForeign: Bool, _ delegate: any ListDropDelegate
  ) -> ListDropSession? {
    if let former = dragging.drop?.drag, former !== drag { endDrop(of: former) }
    if dragging.drop == nil {
      let session = ListDropSession(of: drag, at: point, fromOtherApplication: isForeign)
      dragging.drop = session
      drag.visit(self)
      session.isHandled = delegate.list(self, canHandle: session)
    }
    guard let session = dragging.drop, session.drag === drag, session.isHandled, !session.isDropped else { return nil }
    if !session.isInside {
      session.isInside = true
      delegate.list(self, dropSessionDidEnter: session)
    }
    return session
  }

  /// The row that stands at a point, the first of a section at its header, the row count at its footer; nil below all sections.
  private func dropPlace(at point: ListPoint) -> ListPath? {
    if let path = rowRaw(at: point) { return path }
    guard let section = extents.section(at: point.y) else { return nil }
    let isFooter = point.y >= extents.footer(section).top
    return ListPath(row: isFooter ? extents.sections[section].rows.count : 0, section: section)
  }
}

// MARK: - Dragging messages

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

// MARK: - Dragging

/// Drag and drop, as a person does it; a drag may begin in one list and end in another.
extension ListDisplay {
  /// Lifts the row at a point.
  ///
  /// - Returns: the drag; nil where nothing of the row can be dragged, or a drag out of the list is under way.
  @discardableResult
  public func lift(at point: ListPoint) -> ListDragSession? {
    list.asList { list.lift(at: point) }
  }

  /// The drag out of the list that is under way.
  public var drag: ListDragSession? { list.dragging.drag }

  /// Touches a row while a drag out of the list is under way, which adds to it.
  ///
  /// - Returns: whether anything was added.
  @discardableResult
  public func addToDrag(at point: ListPoint) -> Bool {
    list.asList { list.addToDrag(at: point) }
  }

  /// Ends the drag out of the list without a drop.
  public func cancelDrag() {
    list.asList { list.dragging.drag?.end() }
  }

  /// Has a drag, out of whichever list, be over a point of this one.
  ///
  /// - Returns: what would be done with it; nil where the list cannot take it.
  @discardableResult
  public func drag(
    _ session: ListDragSession, over point: ListPoint, fromOtherApplication isForeign: Bool = false
  ) -> ListDropProposal? {
    list.asList { list.drag(session, over: point, fromOtherApplication: isForeign) }
  }

  /// Has the drag that is over the list leave it.
  public func dragLeaves() {
    list.asList { list.dragLeaves() }
  }

  /// Drops what is dragged over the list, where it is, which ends the drag.
  ///
  /// - Returns: where everything lands; nil where nothing is dragged over the list, or it is not taken.
  @discardableResult
  public func drop() -> [ListDropLanding]? {
    list.asList { list.drop() }
  }
}
