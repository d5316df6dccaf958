/// A dragged item; compared by identity, and not Sendable, since its contents need not be.
public final class ListDragItem {
  /// The data for the receiver, also in another application.
  public let itemProvider: Any?
  /// The object in its own application that the item represents; other applications do not see it.
  public var localObject: Any?
  /// Makes the view shown during the drag; nil for the row that the item comes from.
  public var previewProvider: (() -> ListCell?)?

  /// Makes an item.
  public init(itemProvider: Any? = nil, localObject: Any? = nil) {
    self.itemProvider = itemProvider
    self.localObject = localObject
  }
}

/// A drag out of a list, from lifting a row to the end of the drag.
public final class ListDragSession {
  /// The dragged items.
  public private(set) var items: [ListDragItem] = []
  /// Any information of the application that began the drag.
  public var localContext: Any?
  /// The current or last position, in the content of the list under the drag.
  public internal(set) var location: ListPoint
  /// Whether the items may be moved, and not only copied.
  public internal(set) var allowsMoveOperation = true
  /// Whether the items can only be dropped in this application.
  public internal(set) var isRestrictedToDraggingApplication = false
  /// The lifted views, one for each row.
  public internal(set) var previews: [ListTargetedPreview] = []

  /// The list from which the items come.
  private(set) weak var source: ListView?
  /// For each item, the row that it comes from; nil after that row was removed.
  private(set) var sources: [ListPath?] = []
  /// The lists that the drag has entered, which are notified of its end.
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

  /// Ends the drag in all lists, first in those where it may have been dropped.
  func end() {
    let visited = targets
    targets = []
    for target in visited { target.list?.endDrop(of: self) }
    source?.endDrag(self)
  }
}

/// A drag from the viewpoint of the list under it.
public final class ListDropSession {
  /// The dragged items.
  public let items: [ListDragItem]
  /// The drag, if it began in this application.
  public let localDragSession: ListDragSession?
  /// The position in the content of the list.
  public internal(set) var location: ListPoint
  /// Whether the items may be moved, and not only copied.
  public let allowsMoveOperation: Bool

  /// The drag.
  let drag: ListDragSession
  /// What has become of the drag.
  enum Stage {
    /// The list cannot handle the items.
    case refused
    /// The drag is not over the list now.
    case outside
    /// The drag is over the list.
    case inside
    /// The items were dropped, and the drag is about to end.
    case dropped
  }

  var stage = Stage.outside
  var destination: ListPath?
  var proposal = ListDropProposal(operation: .cancel)
  /// The items that have landed, with their positions.
  var landings: [ListDropLanding] = []

  init(of drag: ListDragSession, at location: ListPoint, fromOtherApplication isForeign: Bool) {
    self.drag = drag
    self.location = location
    localDragSession = isForeign ? nil : drag
    items = isForeign ? drag.items.map { ListDragItem(itemProvider: $0.itemProvider) } : drag.items
    allowsMoveOperation = drag.allowsMoveOperation && !isForeign
  }

  /// Sets the proposal, limited to what is allowed.
  func propose(_ proposal: ListDropProposal) {
    self.proposal = proposal
    if proposal.operation == .move, !allowsMoveOperation { self.proposal.operation = .cancel }
    if destination == nil { self.proposal.intent = .unspecified }
  }
}

/// The position where a dropped item has landed.
public struct ListDropLanding {
  /// The dropped item.
  public let item: ListDragItem
  /// The cell at the item's position, with its rectangle; nil if it is not visible.
  public let target: ListTargetedPreview?
}

/// What a list would do with items dropped on it.
public struct ListDropProposal: Sendable, Hashable {
  /// The operation on the dropped items.
  public enum Operation: Sendable, Hashable {
    /// No operation here.
    case cancel
    /// No operation here, although one may be possible elsewhere.
    case forbidden
    /// The items are copied.
    case copy
    /// The items are moved; no operation if moving is not allowed.
    case move
  }

  /// The target of a drop.
  public enum Intent: Sendable, Hashable {
    /// Not known yet.
    case unspecified
    /// A new row at the destination.
    case insertAtDestinationIndexPath
    /// The existing row at the destination.
    case insertIntoDestinationIndexPath
    /// Either of the two, depending on the position.
    case automatic
  }

  /// The operation on the dropped items.
  public var operation: Operation
  /// The target of the drop; unspecified if there is no destination.
  public var intent: Intent

  /// Makes a proposal.
  public init(operation: Operation, intent: Intent = .unspecified) {
    self.operation = operation
    self.intent = intent
  }
}

/// The items and the destination of a drop, for the drop delegate; it retains the list, and is not Sendable, like the
/// list.
public struct ListDropCoordinator {
  /// The dropped items.
  public let items: [ListDropItem]
  /// The row before which the items are dropped; the row count at the end of a section; nil below all sections.
  public let destinationIndexPath: ListPath?
  /// The last proposal.
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

  /// Makes a coordinator for the same drop in other coordinates.
  package init(_ other: ListDropCoordinator, destination: ListPath?, source: (ListPath) -> ListPath?) {
    items = other.items.map {
      ListDropItem(dragItem: $0.dragItem, sourceIndexPath: $0.sourceIndexPath.flatMap(source))
    }
    destinationIndexPath = destination
    proposal = other.proposal
    session = other.session
    list = other.list
  }

  /// Lets an item land at a row that was inserted for it.
  public func drop(_ item: ListDragItem, toRowAt path: ListPath) {
    list.drop(item, toRowAt: path)
  }

  /// Lets an item land in a part of an existing row, given in the coordinates of its cell.
  public func drop(_ item: ListDragItem, intoRowAt path: ListPath, rect: ListRect) {
    list.drop(item, intoRowAt: path, rect: rect)
  }
}

/// A dropped item.
public struct ListDropItem {
  /// The item that was dragged.
  public let dragItem: ListDragItem
  /// The current path of the row in the same list from which the item comes; nil for any other item.
  public let sourceIndexPath: ListPath?
}
