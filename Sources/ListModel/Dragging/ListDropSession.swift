/// A drag as the list sees it that it is over.
public final class ListDropSession {
  /// What is dragged.
  public let items: [ListDragItem]
  /// The drag, where it comes from this application.
  public let localDragSession: ListDragSession?
  /// Where it is in the content of the list.
  public internal(set) var location: ListPoint
  /// Whether what is dragged may be moved, and not only copied.
  public let allowsMoveOperation: Bool

  /// The drag.
  let drag: ListDragSession
  /// Whether the list takes it.
  var isHandled = true
  /// Whether it is over the list now.
  var isInside = false
  /// Whether it has been dropped, and is about to end.
  var isDropped = false
  var destination: ListPath?
  var proposal = ListDropProposal(operation: .cancel)
  /// What has landed where.
  var landings: [ListDropLanding] = []

  init(of drag: ListDragSession, at location: ListPoint, fromOtherApplication isForeign: Bool) {
    self.drag = drag
    self.location = location
    localDragSession = isForeign ? nil : drag
    items = isForeign ? drag.items.map { ListDragItem(itemProvider: $0.itemProvider) } : drag.items
    allowsMoveOperation = drag.allowsMoveOperation && !isForeign
  }

  /// What is proposed, as far as it is allowed.
  func propose(_ proposal: ListDropProposal) {
    self.proposal = proposal
    if proposal.operation == .move, !allowsMoveOperation { self.proposal.operation = .cancel }
    if destination == nil { self.proposal.intent = .unspecified }
  }
}

/// Where something that was dropped has come to stand.
public struct ListDropLanding {
  /// What was dropped.
  public let item: ListDragItem
  /// The cell that it goes to, and where that stands; nil where it is not in view.
  public let target: ListTargetedPreview?
}
