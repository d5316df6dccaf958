/// What is dropped, and where, for whoever takes it; it holds the list, and is no more Sendable than that.
public struct ListDropCoordinator {
  /// What is dropped.
  public let items: [ListDropItem]
  /// The row before which it is dropped, the row count at the end of a section; nil below all sections.
  public let destinationIndexPath: ListPath?
  /// What was proposed last.
  public let proposal: ListDropProposal
  /// The session.
  public let session: ListDropSession
  private let list: ListView

  init(_ session: ListDropSession, on list: ListView) {
    let sources = session.drag.source === list && session.localDragSession != nil ? session.drag.sources : []
    items = session.items.enumerated().map { index, item in
      ListDropItem(dragItem: item, sourceIndexPath: sources.indices.contains(index) ? sources[index] : nil)
    }
    destinationIndexPath = session.destination
    proposal = session.proposal
    self.session = session
    self.list = list
  }

  /// The same drop in other coordinates.
  package init(_ other: ListDropCoordinator, destination: ListPath?, source: (ListPath) -> ListPath?) {
    items = other.items.map {
      ListDropItem(dragItem: $0.dragItem, sourceIndexPath: $0.sourceIndexPath.flatMap(source))
    }
    destinationIndexPath = destination
    proposal = other.proposal
    session = other.session
    list = other.list
  }

  /// Has something land at a row, which has been inserted for it.
  public func drop(_ item: ListDragItem, toRowAt path: ListPath) {
    list.drop(item, toRowAt: path)
  }

  /// Has something land in a part of a row that was there before, in the coordinates of its cell.
  public func drop(_ item: ListDragItem, intoRowAt path: ListPath, rect: ListRect) {
    list.drop(item, intoRowAt: path, rect: rect)
  }
}

/// Something that is dropped.
public struct ListDropItem {
  /// What was dragged.
  public let dragItem: ListDragItem
  /// The row of the same list that it comes from, where that stands now; nil for anything else.
  public let sourceIndexPath: ListPath?
}
