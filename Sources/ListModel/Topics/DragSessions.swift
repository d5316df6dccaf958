/// Something that is dragged; known by its identity, and no more Sendable than what it holds.
public final class ListDragItem {
  /// What is handed to whoever takes it, in another application too.
  public let itemProvider: Any?
  /// What it stands for in its own application; another one does not see it.
  public var localObject: Any?
  /// Makes what is shown while it is dragged; nil for the row that it comes from.
  public var previewProvider: (() -> ListCell?)?

  /// Makes an item.
  public init(itemProvider: Any? = nil, localObject: Any? = nil) {
    self.itemProvider = itemProvider
    self.localObject = localObject
  }
}

/// A drag out of a list, from the lifting of a row to its end.
public final class ListDragSession {
  /// What is dragged.
  public private(set) var items: [ListDragItem] = []
  /// Whatever who began the drag likes to know about it.
  public var localContext: Any?
  /// Where it is, or was last, in the content of the list that it is over.
  public internal(set) var location: ListPoint
  /// Whether what is dragged may be moved, and not only copied.
  public internal(set) var allowsMoveOperation = true
  /// Whether what is dragged stays in the application.
  public internal(set) var isRestrictedToDraggingApplication = false
  /// What is lifted, one for each row.
  public internal(set) var previews: [ListTargetedPreview] = []

  /// The list that it comes from.
  private(set) weak var source: ListView?
  /// For each item, the row that it comes from; nil when that is gone.
  private(set) var sources: [ListPath?] = []
  /// The lists that it has been over, which hear of its end.
  private var targets: [Target] = []

  private struct Target {
    weak var list: ListView?
  }

  init(from source: ListView, at location: ListPoint) {
    self.source = source
    self.location = location
  }

  func add(_ items: [ListDragItem], from path: ListPath) {
    self.items += items
    sources += items.map { _ in path }
  }

  func move(_ place: (ListPath) -> ListPath?) {
    sources = sources.map { $0.flatMap(place) }
  }

  func visit(_ list: ListView) {
    targets.append(Target(list: list))
  }

  /// Ends it everywhere, first where it may have been dropped.
  func end() {
    let visited = targets
    targets = []
    for target in visited { target.list?.endDrop(of: self) }
    source?.endDrag(self)
  }
}

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

/// What a list would do with what is dragged over it.
public struct ListDropProposal: Sendable, Hashable {
  /// What becomes of what is dropped.
  public enum Operation: Sendable, Hashable {
    /// Nothing, here.
    case cancel
    /// Nothing, though it might elsewhere.
    case forbidden
    /// It is copied.
    case copy
    /// It is moved; where that is not allowed, nothing is done.
    case move
  }

  /// Where it goes.
  public enum Intent: Sendable, Hashable {
    /// That is not known yet.
    case unspecified
    /// Into a row of its own, at the destination.
    case insertAtDestinationIndexPath
    /// Into the row at the destination.
    case insertIntoDestinationIndexPath
    /// Either, by the place.
    case automatic
  }

  /// What becomes of it.
  public var operation: Operation
  /// Where it goes; unspecified where there is no destination.
  public var intent: Intent

  /// Makes a proposal.
  public init(operation: Operation, intent: Intent = .unspecified) {
    self.operation = operation
    self.intent = intent
  }
}

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
