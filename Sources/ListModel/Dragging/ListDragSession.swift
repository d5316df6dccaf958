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
