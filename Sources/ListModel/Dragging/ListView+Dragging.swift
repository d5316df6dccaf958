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
    guard revision == self.revision, !items.isEmpty else { return false }
    let parameters = delegate.list(self, dragPreviewParametersForRowAt: path)
    guard revision == self.revision else { return false }
    session.add(items, from: path)
    if let preview = cellPreview(of: path, parameters) { session.previews.append(preview) }
    return true
  }
}
