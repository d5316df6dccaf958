public import Interception

/// Access to the elements of a layout and their positions.
extension ListView {
  /// The message of ``layoutAttributesForItem(at:)``.
  public static let layoutAttributesForItem = Message<ListView, ListPath, ListLayoutAttributes?>(
    "layoutAttributesForItem(at:)"
  ) { list, path in
    let named = list.callerPath(path)
    list.layoutRaw()
    list.estimateRaw(list.current(named))
    let path = list.current(named)
    guard list.extents.contains(path) else { return nil }
    return ListLayoutAttributes(
      element: .row, path: path, frame: list.frame(ofRow: path))
  }

  /// Returns the position of a row; nil for a row that does not exist.
  public final func layoutAttributesForItem(at path: ListPath) -> ListLayoutAttributes? {
    send(ListView.layoutAttributesForItem, path)
  }

  /// The message of ``layoutAttributesForSupplementaryElement(ofKind:at:)``.
  public static let layoutAttributesForSupplementaryElement = Message<
    ListView, (kind: String, path: ListPath), ListLayoutAttributes?
  >("layoutAttributesForSupplementaryElement(ofKind:at:)") { list, element in
    let named = list.callerPath(element.path)
    list.layoutRaw()
    let path = list.current(named)
    guard let frame = list.elementFrame(ofKind: element.kind, at: path) else { return nil }
    return ListLayoutAttributes(element: .supplement(kind: element.kind), path: path, frame: frame)
  }

  /// Returns the position of an element, whether it has a view or not; nil if the layout has no such element.
  public final func layoutAttributesForSupplementaryElement(
    ofKind kind: String, at path: ListPath
  ) -> ListLayoutAttributes? {
    send(ListView.layoutAttributesForSupplementaryElement, (kind: kind, path: path))
  }

  /// The message of ``supplementaryView(forElementKind:at:)``.
  public static let supplementaryView = Message<ListView, (kind: String, path: ListPath), ListCell?>(
    "supplementaryView(forElementKind:at:)"
  ) { list, element in
    let named = list.callerPath(element.path)
    let elements = list.shownElements(ofKind: element.kind)
    let path = list.current(named)
    return elements.first { $0.path == path }?.view
  }

  /// Returns the view of a visible element; nil for any other element.
  public final func supplementaryView(forElementKind kind: String, at path: ListPath) -> ListCell? {
    send(ListView.supplementaryView, (kind: kind, path: path))
  }

  /// The message of ``visibleSupplementaryViews(ofKind:)``.
  public static let visibleSupplementaryViews = Message<ListView, String, [ListCell]>(
    "visibleSupplementaryViews(ofKind:)"
  ) { $0.shownElements(ofKind: $1).map(\.view) }

  /// Returns the visible views of a kind, ordered by path.
  public final func visibleSupplementaryViews(ofKind kind: String) -> [ListCell] {
    send(ListView.visibleSupplementaryViews, kind)
  }

  /// The message of ``indexPathsForVisibleSupplementaryElements(ofKind:)``.
  public static let indexPathsForVisibleSupplementaryElements = Message<ListView, String, [ListPath]>(
    "indexPathsForVisibleSupplementaryElements(ofKind:)"
  ) { $0.shownElements(ofKind: $1).map(\.path) }

  /// Returns the paths of the visible elements of a kind, in order.
  public final func indexPathsForVisibleSupplementaryElements(ofKind kind: String) -> [ListPath] {
    send(ListView.indexPathsForVisibleSupplementaryElements, kind)
  }

  /// Lays the list out, and returns the visible elements of a kind by path; none for a kind of decoration views.
  private func shownElements(ofKind kind: String) -> [(path: ListPath, view: ListCell)] {
    layoutRaw()
    guard cellSupply.decorations[kind] == nil else { return [] }
    let elements =
      shown.edges.compactMap { $0.edge.elementKind == kind ? (path: $0.path, view: $1) : nil }
      + shown.supplements.filter { $0.key.kind == kind }.map { (path: $0.path, view: $1) }
    return elements.sorted { $0.path < $1.path }
  }
}
