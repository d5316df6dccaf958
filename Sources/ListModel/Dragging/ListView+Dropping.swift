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
