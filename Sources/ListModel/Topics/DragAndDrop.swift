public import Interception

/// Provides the items that are dragged out of a list.
///
/// Methods that are optional in UIKit have a default implementation here. A drag delegate is used where its list is
/// used, so it need not be Sendable.
public protocol ListDragDelegate: AnyObject {
  /// Returns the items to drag when a row is lifted; if empty, no drag begins.
  func list(_ list: ListView, itemsForBeginning session: ListDragSession, at path: ListPath) -> [ListDragItem]
  /// Returns the items to add to a drag under way when a row is touched; none by default.
  func list(
    _ list: ListView, itemsForAddingTo session: ListDragSession, at path: ListPath, point: ListPoint
  ) -> [ListDragItem]
  /// Returns the part of a row that is lifted; nil for its whole cell.
  func list(_ list: ListView, dragPreviewParametersForRowAt path: ListPath) -> ListPreviewParameters?
  /// Notifies that a drag begins.
  func list(_ list: ListView, dragSessionWillBegin session: ListDragSession)
  /// Notifies that a drag has ended, for whatever reason.
  func list(_ list: ListView, dragSessionDidEnd session: ListDragSession)
  /// Whether the items may be moved, and not only copied; true by default.
  func list(_ list: ListView, dragSessionAllowsMoveOperation session: ListDragSession) -> Bool
  /// Whether the items can only be dropped in this application; false by default.
  func list(_ list: ListView, dragSessionIsRestrictedToDraggingApplication session: ListDragSession) -> Bool
}

extension ListDragDelegate {
  /// Returns no items.
  public func list(
    _ list: ListView, itemsForAddingTo session: ListDragSession, at path: ListPath, point: ListPoint
  ) -> [ListDragItem] { [] }
  /// Returns nil: the whole cell.
  public func list(_ list: ListView, dragPreviewParametersForRowAt path: ListPath) -> ListPreviewParameters? { nil }
  /// Does nothing.
  public func list(_ list: ListView, dragSessionWillBegin session: ListDragSession) {}
  /// Does nothing.
  public func list(_ list: ListView, dragSessionDidEnd session: ListDragSession) {}
  /// Returns true.
  public func list(_ list: ListView, dragSessionAllowsMoveOperation session: ListDragSession) -> Bool { true }
  /// Returns false.
  public func list(_: ListView, dragSessionIsRestrictedToDraggingApplication _: ListDragSession) -> Bool { false }
}

/// Handles items that are dropped on a list.
///
/// Methods that are optional in UIKit have a default implementation here. A drop delegate is used where its list is
/// used, so it need not be Sendable.
public protocol ListDropDelegate: AnyObject {
  /// Whether the list can handle the items; true by default; if not, no further calls are made for the session.
  func list(_ list: ListView, canHandle session: ListDropSession) -> Bool
  /// Notifies that the items have entered the list.
  func list(_ list: ListView, dropSessionDidEnter session: ListDropSession)
  /// Returns what a drop at a position would do; a copy by default.
  ///
  /// At the end of a section `path` is the path after its last row; below all sections it is nil.
  func list(
    _ list: ListView, dropSessionDidUpdate session: ListDropSession, withDestinationIndexPath path: ListPath?
  ) -> ListDropProposal
  /// Performs a drop.
  func list(_ list: ListView, performDropWith coordinator: ListDropCoordinator)
  /// Notifies that the items have left the list.
  func list(_ list: ListView, dropSessionDidExit session: ListDropSession)
  /// Notifies that the drag has ended, for whatever reason.
  func list(_ list: ListView, dropSessionDidEnd session: ListDropSession)
  /// Returns the part of the target row that is shown while an item lands; nil for its whole cell.
  func list(_ list: ListView, dropPreviewParametersForRowAt path: ListPath) -> ListPreviewParameters?
}

extension ListDropDelegate {
  /// Returns true.
  public func list(_ list: ListView, canHandle session: ListDropSession) -> Bool { true }
  /// Does nothing.
  public func list(_ list: ListView, dropSessionDidEnter session: ListDropSession) {}
  /// Returns a proposal to copy.
  public func list(
    _ list: ListView, dropSessionDidUpdate session: ListDropSession, withDestinationIndexPath path: ListPath?
  ) -> ListDropProposal { ListDropProposal(operation: .copy) }
  /// Does nothing.
  public func list(_ list: ListView, dropSessionDidExit session: ListDropSession) {}
  /// Does nothing.
  public func list(_ list: ListView, dropSessionDidEnd session: ListDropSession) {}
  /// Returns nil: the whole cell.
  public func list(_ list: ListView, dropPreviewParametersForRowAt path: ListPath) -> ListPreviewParameters? { nil }
}

/// The drag that started in a list, and the drag that is over it.
struct DragState {
  fileprivate weak var dragDelegate: (any ListDragDelegate)?
  fileprivate weak var dropDelegate: (any ListDropDelegate)?
  fileprivate var isDraggingEnabled = true
  var drag: ListDragSession?
  var drop: ListDropSession?

  /// Moves the dragged rows to their new positions.
  func followRows(_ origins: ListOrigins) {
    drag?.move(origins.destination(of:))
  }

  /// Forgets from which rows the items come.
  func forgetRows() {
    drag?.move { _ in nil }
  }
}

// MARK: - Dragging

/// Dragging out of the list, with calls to the drag delegate at each step.
extension ListView {
  /// Lifts the row at a point; returns nil if no part of it can be dragged.
  final func lift(at point: ListPoint) -> ListDragSession? {
    guard dragInteractionEnabled, dragging.drag == nil, let path = touchedRow(at: point) else { return nil }
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

  /// Adds the row at a point to the drag under way; returns whether any item was added.
  final func addToDrag(at point: ListPoint) -> Bool {
    guard let session = dragging.drag, let path = touchedRow(at: point) else { return false }
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
    // An item that is already being dragged is not added again.
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

/// Dragging over the list, with calls to the drop delegate at each step.
extension ListView {
  /// Moves a drag over a point; returns what a drop there would do, nil if the list cannot handle the items.
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

  /// Moves a drag out of the list.
  final func dragLeaves() {
    guard let session = dragging.drop, session.stage == .inside else { return }
    session.stage = .outside
    dragging.dropDelegate?.list(self, dropSessionDidExit: session)
  }

  /// Drops the items over the list; returns where they land, nil if they are refused.
  final func drop() -> [ListDropLanding]? {
    guard let session = dragging.drop, session.stage == .inside else { return nil }
    session.stage = .dropped
    let isTaken = session.proposal.operation == .copy || session.proposal.operation == .move
    if isTaken {
      // The list may have changed since the drag was last moved.
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
    if session.stage != .refused { dragging.dropDelegate?.list(self, dropSessionDidEnd: session) }
  }

  /// Records that an item lands at a row.
  final func land(_ item: ListDragItem, at path: ListPath, _ parameters: (ListPath) -> ListPreviewParameters?) {
    guard let session = dragging.drop, session.items.contains(where: { $0 === item }) else { return }
    let row = callerPath(path)
    layoutRaw()
    // The delegate is not asked about a row that has not been inserted.
    let asked = current(row)
    let parameters = extents.contains(asked) ? parameters(asked) : nil
    session.landings.append(ListDropLanding(item: item, target: cellPreview(of: current(row), parameters)))
  }

  private func enter(
    _ drag: ListDragSession, _ point: ListPoint, _ isForeign: Bool, _ delegate: any ListDropDelegate
  ) -> ListDropSession? {
    if let former = dragging.drop?.drag, former !== drag { endDrop(of: former) }
    if dragging.drop == nil {
      let session = ListDropSession(of: drag, at: point, fromOtherApplication: isForeign)
      dragging.drop = session
      drag.visit(self)
      if !delegate.list(self, canHandle: session) { session.stage = .refused }
    }
    guard let session = dragging.drop, session.drag === drag, [.outside, .inside].contains(session.stage) else {
      return nil
    }
    if session.stage == .outside {
      session.stage = .inside
      delegate.list(self, dropSessionDidEnter: session)
    }
    return session
  }

  /// Returns the drop position for a point: its row, row 0 at a header, the row count at a footer, nil below all
  /// sections.
  private func dropPlace(at point: ListPoint) -> ListPath? {
    if let path = rowRaw(at: point) { return path }
    let point = axis.turned(point)
    guard let section = extents.section(at: point.y) else { return nil }
    let isFooter = point.y >= extents.extent(of: .footer, section).top
    return ListPath(row: isFooter ? extents.sections[section].rows.count : 0, section: section)
  }
}

// MARK: - Dragging messages

extension ListView {
  /// Whether a person can drag rows out of the list.
  public final var dragInteractionEnabled: Bool {
    get { dragging.isDraggingEnabled }
    set { dragging.isDraggingEnabled = newValue }
  }

  /// The two messages of ``dragDelegate``.
  public static let dragDelegate = Property<ListView, (any ListDragDelegate)?>(
    "dragDelegate", get: { $0.dragging.dragDelegate }, set: { $0.dragging.dragDelegate = $1 })

  /// The delegate that provides items to drag; not retained.
  public final var dragDelegate: (any ListDragDelegate)? {
    get { send(ListView.dragDelegate) }
    set { send(ListView.dragDelegate, newValue) }
  }

  /// The two messages of ``dropDelegate``.
  public static let dropDelegate = Property<ListView, (any ListDropDelegate)?>(
    "dropDelegate", get: { $0.dragging.dropDelegate }, set: { $0.dragging.dropDelegate = $1 })

  /// The delegate that handles dropped items; not retained.
  public final var dropDelegate: (any ListDropDelegate)? {
    get { send(ListView.dropDelegate) }
    set { send(ListView.dropDelegate, newValue) }
  }

  /// Replaces the drag and drop delegates without a message that could be hooked.
  package final func installDragAndDrop(_ drag: (any ListDragDelegate)?, _ drop: (any ListDropDelegate)?) {
    dragging.dragDelegate = drag
    dragging.dropDelegate = drop
  }

  /// The message of ``hasActiveDrag``.
  public static let hasActiveDrag = Message<ListView, Void, Bool>("hasActiveDrag") { list, _ in
    list.dragging.drag != nil
  }

  /// Whether a drag that started in the list is under way.
  public final var hasActiveDrag: Bool { send(ListView.hasActiveDrag) }

  /// The message of ``hasActiveDrop``.
  public static let hasActiveDrop = Message<ListView, Void, Bool>("hasActiveDrop") { list, _ in
    list.dragging.drop.map { [.inside, .dropped].contains($0.stage) } ?? false
  }

  /// Whether a drag that the list can handle is over it.
  public final var hasActiveDrop: Bool { send(ListView.hasActiveDrop) }

  /// The message that an item is dropped at a row; see ``ListDropCoordinator/drop(_:toRowAt:)``.
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

  /// The message that an item is dropped into a row; see ``ListDropCoordinator/drop(_:intoRowAt:rect:)``.
  public static let dropItemIntoRow = Message<ListView, (item: ListDragItem, path: ListPath, rect: ListRect), Void>(
    "drop(_:intoRowAt:rect:)"
  ) { list, request in
    list.land(request.item, at: request.path) { _ in ListPreviewParameters(visibleRect: request.rect) }
  }

  final func drop(_ item: ListDragItem, intoRowAt path: ListPath, rect: ListRect) {
    send(ListView.dropItemIntoRow, (item: item, path: path, rect: rect))
  }
}

// MARK: - Dragging (ListDisplay)

/// Drag and drop as a person does it; a drag may begin in one list and end in another.
extension ListDisplay {
  /// Lifts the row at a point, which begins a drag.
  ///
  /// - Returns: the drag; nil if no part of the row can be dragged, or if a drag out of the list is already under way.
  @discardableResult
  public func lift(at point: ListPoint) -> ListDragSession? {
    list.asList { list.lift(at: point) }
  }

  /// The drag out of the list that is under way.
  public var drag: ListDragSession? { list.dragging.drag }

  /// Touches a row to add it to the drag out of the list that is under way.
  ///
  /// - Returns: whether any item was added.
  @discardableResult
  public func addToDrag(at point: ListPoint) -> Bool {
    list.asList { list.addToDrag(at: point) }
  }

  /// Ends the drag out of the list without a drop.
  public func cancelDrag() {
    list.asList { list.dragging.drag?.end() }
  }

  /// Moves a drag, from any list, over a point of this list.
  ///
  /// - Returns: what a drop there would do; nil if the list cannot handle the items.
  @discardableResult
  public func drag(
    _ session: ListDragSession, over point: ListPoint, fromOtherApplication isForeign: Bool = false
  ) -> ListDropProposal? {
    list.asList { list.drag(session, over: point, fromOtherApplication: isForeign) }
  }

  /// Moves the drag that is over the list out of it.
  public func dragLeaves() {
    list.asList { list.dragLeaves() }
  }

  /// Drops the items that are over the list at their position, which ends the drag.
  ///
  /// - Returns: where the items land; nil if no drag is over the list, or if the drop is refused.
  @discardableResult
  public func drop() -> [ListDropLanding]? {
    list.asList { list.drop() }
  }
}
