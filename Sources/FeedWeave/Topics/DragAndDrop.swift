public import Interception
public import ListModel
import Placement

/// Controls drags that begin at inserted rows; drops on the list belong to the content provider.
///
/// Part of ``WeaverDelegate``. Every method is optional; its default uses the list's own behavior.
public protocol WeaverDragDelegate: AnyObject {
  /// Returns the items to drag when an inserted row is lifted; if empty, no drag begins.
  func weaver(_ weaver: ListWeaver, itemsForBeginning session: ListDragSession, at path: FeedPath) -> [ListDragItem]
  /// Returns the items to add to a drag in progress when an inserted row is touched.
  func weaver(
    _ weaver: ListWeaver, itemsForAddingTo session: ListDragSession, at path: FeedPath, point: ListPoint
  ) -> [ListDragItem]
  /// Returns the part of an inserted row's cell to lift; nil for all of it.
  func weaver(_ weaver: ListWeaver, dragPreviewParametersForRowAt path: FeedPath) -> ListPreviewParameters?
  /// A drag of an inserted row begins.
  func weaver(_ weaver: ListWeaver, dragSessionWillBegin session: ListDragSession)
  /// A drag that began at an inserted row has ended.
  func weaver(_ weaver: ListWeaver, dragSessionDidEnd session: ListDragSession)
  /// Whether the items of a drag that began at an inserted row may be moved; true by default.
  func weaver(_ weaver: ListWeaver, dragSessionAllowsMoveOperation session: ListDragSession) -> Bool
  /// Whether the items of a drag that began at an inserted row stay in the application; false by default.
  func weaver(_ weaver: ListWeaver, dragSessionIsRestrictedToDraggingApplication session: ListDragSession) -> Bool
  /// Returns the part of an inserted row's cell to show while an item drops onto it; nil for all of it.
  func weaver(_ weaver: ListWeaver, dropPreviewParametersForRowAt path: FeedPath) -> ListPreviewParameters?
}

extension WeaverDragDelegate {
  /// Returns no items.
  public func weaver(_: ListWeaver, itemsForBeginning _: ListDragSession, at _: FeedPath) -> [ListDragItem] { [] }
  /// Returns no items.
  public func weaver(
    _ weaver: ListWeaver, itemsForAddingTo session: ListDragSession, at path: FeedPath, point: ListPoint
  ) -> [ListDragItem] { [] }
  /// Returns nil, for the list's own behavior.
  public func weaver(_: ListWeaver, dragPreviewParametersForRowAt _: FeedPath) -> ListPreviewParameters? { nil }
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, dragSessionWillBegin session: ListDragSession) {}
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, dragSessionDidEnd session: ListDragSession) {}
  /// Returns true.
  public func weaver(_ weaver: ListWeaver, dragSessionAllowsMoveOperation session: ListDragSession) -> Bool { true }
  /// Returns false.
  public func weaver(_: ListWeaver, dragSessionIsRestrictedToDraggingApplication _: ListDragSession) -> Bool { false }
  /// Returns nil, for the list's own behavior.
  public func weaver(_: ListWeaver, dropPreviewParametersForRowAt _: FeedPath) -> ListPreviewParameters? { nil }
}

// MARK: - Drag messages

/// Questions and notifications about drags from a woven list: rows concern their owners, a session the owner of its
/// first row.
extension ListWeaver {
  /// A message about a drag from the list.
  public typealias DragSessionMessage<Answer> = Message<
    ListWeaver, (session: ListDragSession, isInserted: Bool), Answer
  >

  /// Asks the owner of a lifted row for the items to drag.
  public static let itemsForBeginningDrag = Message<
    ListWeaver, (row: OwnedRow, session: ListDragSession), [ListDragItem]
  >("list(_:itemsForBeginning:at:)") { weaver, call in
    weaver.interactions.insertedDrag = call.row.owner.isInsertion ? call.session : nil
    return weaver.ask(
      call.row, asking: DragDelegates.self, { $0.list($1, itemsForBeginning: call.session, at: $2) },
      insertion: { $0.weaver($1, itemsForBeginning: call.session, at: $2) })
  }

  /// Asks the owner of a row touched during a drag for the items to add.
  public static let itemsForAddingToDrag = Message<
    ListWeaver, (row: OwnedRow, session: ListDragSession, point: ListPoint), [ListDragItem]
  >("list(_:itemsForAddingTo:at:point:)") { weaver, call in
    weaver.ask(
      call.row, asking: DragDelegates.self, { $0.list($1, itemsForAddingTo: call.session, at: $2, point: call.point) },
      insertion: { $0.weaver($1, itemsForAddingTo: call.session, at: $2, point: call.point) })
  }

  /// Asks a row's owner for the part of it to lift.
  public static let dragPreviewParametersForRow = RowMessage<ListPreviewParameters?>(
    "list(_:dragPreviewParametersForRowAt:)", asking: DragDelegates.self,
    { $0.list($1, dragPreviewParametersForRowAt: $2) }, insertion: { $0.weaver($1, dragPreviewParametersForRowAt: $2) })

  /// Notifies the drag's owner that it begins.
  public static let dragSessionWillBegin = DragSessionMessage<Void>("list(_:dragSessionWillBegin:)") { weaver, call in
    weaver.ask(
      ofInsertion: call.isInserted, asking: DragDelegates.self, { $0.list($1, dragSessionWillBegin: call.session) },
      insertion: { $0.weaver($1, dragSessionWillBegin: call.session) })
  }

  /// Notifies the drag's owner that it has ended.
  public static let dragSessionDidEnd = DragSessionMessage<Void>("list(_:dragSessionDidEnd:)") { weaver, call in
    weaver.ask(
      ofInsertion: call.isInserted, asking: DragDelegates.self, { $0.list($1, dragSessionDidEnd: call.session) },
      insertion: { $0.weaver($1, dragSessionDidEnd: call.session) })
  }

  /// Asks the drag's owner whether its items may be moved.
  public static let dragSessionAllowsMove = DragSessionMessage<Bool>("list(_:dragSessionAllowsMoveOperation:)") {
    weaver, call in
    weaver.ask(
      ofInsertion: call.isInserted, asking: DragDelegates.self,
      { $0.list($1, dragSessionAllowsMoveOperation: call.session) },
      insertion: { $0.weaver($1, dragSessionAllowsMoveOperation: call.session) })
  }

  /// Asks the drag's owner whether its items stay in the application.
  public static let dragSessionIsRestricted = DragSessionMessage<Bool>(
    "list(_:dragSessionIsRestrictedToDraggingApplication:)"
  ) { weaver, call in
    weaver.ask(
      ofInsertion: call.isInserted, asking: DragDelegates.self,
      { $0.list($1, dragSessionIsRestrictedToDraggingApplication: call.session) },
      insertion: { $0.weaver($1, dragSessionIsRestrictedToDraggingApplication: call.session) })
  }
}

// MARK: - Drop messages

/// Questions and notifications about drops on a woven list, for the content provider, which alone accepts drops.
///
/// Paths are in feed coordinates. An inserted row is translated to the content row that follows it, or to the end of
/// the section.
extension ListWeaver {
  /// Asks whether the content provider accepts a drop; false if it has no drop delegate.
  public static let canHandleDrop = Message<ListWeaver, ListDropSession, Bool>("list(_:canHandle:)") {
    weaver, session in
    weaver.askContent { $1.list($0, canHandle: session) } ?? false
  }

  /// Notifies the content provider that a drag has entered the list.
  public static let dropSessionDidEnter = Message<ListWeaver, ListDropSession, Void>("list(_:dropSessionDidEnter:)") {
    weaver, session in
    weaver.askContent { $1.list($0, dropSessionDidEnter: session) }
  }

  /// Asks the content provider what a drop would do.
  public static let dropSessionDidUpdate = Message<
    ListWeaver, (session: ListDropSession, path: FeedPath?), ListDropProposal
  >("list(_:dropSessionDidUpdate:withDestinationIndexPath:)") { weaver, call in
    let place = call.path.flatMap { weaver.contentPlace(of: ListPath($0)) }
    return weaver.askContent { $1.list($0, dropSessionDidUpdate: call.session, withDestinationIndexPath: place) }
      ?? ListDropProposal(operation: .cancel)
  }

  /// Has the content provider accept a drop, without the inserted rows that items come from.
  public static let performDrop = Message<ListWeaver, ListDropCoordinator, Void>("list(_:performDropWith:)") {
    weaver, coordinator in
    let translated = ListDropCoordinator(
      coordinator, destination: coordinator.destinationIndexPath.flatMap { weaver.contentPlace(of: $0) },
      source: { weaver.userPath($0) })
    weaver.askContent { $1.list($0, performDropWith: translated) }
  }

  /// Notifies the content provider that a drag has left the list.
  public static let dropSessionDidExit = Message<ListWeaver, ListDropSession, Void>("list(_:dropSessionDidExit:)") {
    weaver, session in
    weaver.askContent { $1.list($0, dropSessionDidExit: session) }
  }

  /// Notifies the content provider that a drag which had entered the list has ended.
  public static let dropSessionDidEnd = Message<ListWeaver, ListDropSession, Void>("list(_:dropSessionDidEnd:)") {
    weaver, session in
    weaver.askContent { $1.list($0, dropSessionDidEnd: session) }
  }

  /// Asks a row's owner for the part of it to show while an item drops onto it.
  public static let dropPreviewParametersForRow = RowMessage<ListPreviewParameters?>(
    "list(_:dropPreviewParametersForRowAt:)", asking: DropDelegates.self,
    { $0.list($1, dropPreviewParametersForRowAt: $2) }, insertion: { $0.weaver($1, dropPreviewParametersForRowAt: $2) })

  @discardableResult
  private func askContent<Answer>(_ ask: (ListView, any ListDropDelegate) -> Answer) -> Answer? {
    guard let list, let delegate = content.dropDelegate else { return nil }
    return inUserSpace { ask(list, delegate) }
  }
}

extension ListWeaver {
  /// Returns the position of the next content row at or after a feed position.
  ///
  /// At a section's end the row is the section's row count. Returns nil if there is no content.
  ///
  /// A position in an inserted section is translated to the beginning of the next content section, or else to the end
  /// of the last one.
  ///
  /// - Complexity: O(log sections + log rows) translations.
  private func contentPlace(of feed: ListPath) -> ListPath? {
    guard let section = userSection(feed.section) else {
      let next = (0..<map.userSectionCount).partitioningIndex { map.feedSection(forUser: $0) ?? .max > feed.section }
      if next < map.userSectionCount { return ListPath(row: 0, section: next) }
      return map.userCount(inUserSection: next - 1).map { ListPath(row: $0, section: next - 1) }
    }
    let count = map.userCount(inUserSection: section) ?? 0
    let row = (0..<count).partitioningIndex {
      map.feedPath(for: UserPath(section: section, row: $0))?.row ?? .max >= feed.row
    }
    return ListPath(row: row, section: section)
  }
}

// MARK: - Dragging

extension ProviderRouter: ListDragDelegate {
  func list(_: ListView, itemsForBeginning session: ListDragSession, at path: ListPath) -> [ListDragItem] {
    ask(ListWeaver.itemsForBeginningDrag, path, else: []) { (row: $0, session: session) }
  }

  func list(
    _ list: ListView, itemsForAddingTo session: ListDragSession, at path: ListPath, point: ListPoint
  ) -> [ListDragItem] {
    ask(ListWeaver.itemsForAddingToDrag, path, else: []) { (row: $0, session: session, point: point) }
  }

  func list(_: ListView, dragPreviewParametersForRowAt path: ListPath) -> ListPreviewParameters? {
    ask(ListWeaver.dragPreviewParametersForRow, path, else: nil)
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

  func list(_: ListView, dropPreviewParametersForRowAt path: ListPath) -> ListPreviewParameters? {
    ask(ListWeaver.dropPreviewParametersForRow, path, else: nil)
  }
}

// MARK: - Menus

extension WovenClass {
  /// Overrides menus and drags: the content provider sees its own; the list's own calls run in feed space.
  static func overrideMenus(in woven: ClassObject) throws(AspectError) {
    try overrideContextMenu(in: woven)
    try overrideDragDelegates(in: woven)
    try overrideDragging(in: woven)
    try overrideRegistrations(in: woven)
    try runInFeedSpace(ListView.setContentOffsetAnimated, in: woven)
  }

  private static func overrideContextMenu(in woven: ClassObject) throws(AspectError) {
    try translate(ListView.contextMenuInteraction, in: woven) { weaver, call in
      guard var open = weaver.callSuper(call, ()), !weaver.interactions.isMenuInserted else { return nil }
      open.paths = open.paths.compactMap { weaver.userPath($0) }
      return open
    }
    try translate(ListView.dismissContextMenu, in: woven) { weaver, call in
      if !weaver.interactions.isMenuInserted { weaver.callSuper(call, ()) }
    }
  }

  private static func overrideDragging(in woven: ClassObject) throws(AspectError) {
    try translate(ListView.hasActiveDrag, in: woven) { weaver, call in
      weaver.callSuper(call, ()) && weaver.interactions.insertedDrag == nil
    }
    try translate(ListView.dropItemToRow, in: woven) { weaver, call in
      let request = call.arguments
      weaver.callSuper(call, about: .row(request.path)) { (item: request.item, path: $0) }
    }
    try translate(ListView.dropItemIntoRow, in: woven) { weaver, call in
      let request = call.arguments
      weaver.callSuper(call, about: .row(request.path)) { (item: request.item, path: $0, rect: request.rect) }
    }
  }

  private static func overrideDragDelegates(in woven: ClassObject) throws(AspectError) {
    try overrideProvider(ListView.dragDelegate, \.dragDelegate, in: woven) { weaver, _ in weaver.router }
    // Insertions accept no drops, so a list whose content has no drop delegate has none, as without a weaver.
    try overrideProvider(ListView.dropDelegate, \.dropDelegate, in: woven) { weaver, own in
      own == nil ? nil : weaver.router
    }
  }

  private static func overrideRegistrations(in woven: ClassObject) throws(AspectError) {
    try runInFeedSpace(ListView.dequeueReusableHeaderFooterView, in: woven)
    try translate(ListView.dequeueConfiguredReusableCell, in: woven) { weaver, call in
      var request = call.arguments
      let user = request.path
      let configure = request.configure
      request.path = weaver.feedPath(user) ?? user
      request.configure = { cell, _ in weaver.inUserSpace { configure(cell, user) } }
      return weaver.callSuper(call, request)
    }
  }
}
