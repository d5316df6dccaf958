public import Interception

/// Asking for the elements of a layout, and where they stand.
extension ListView {
  /// The message of ``layoutAttributesForItem(at:)``.
  public static let layoutAttributesForItem = Message<ListView, ListPath, ListLayoutAttributes?>(
    "layoutAttributesForItem(at:)"
  ) { list, path in
    let named = list.callerPath(path)
    list.layoutRaw()
    list.estimateRaw(named.current)
    let path = named.current
    guard list.extents.contains(path) else { return nil }
    return ListLayoutAttributes(
      element: .row, path: path, frame: list.extents.frame(of: path, width: list.viewportWidth))
  }

  /// Where a row stands; nil for one that the list does not have.
  public final func layoutAttributesForItem(at path: ListPath) -> ListLayoutAttributes? {
    send(ListView.layoutAttributesForItem, path)
  }

  /// The message of ``layoutAttributesForSupplementaryElement(ofKind:at:)``.
  public static let layoutAttributesForSupplementaryElement = Message<
    ListView, (kind: String, path: ListPath), ListLayoutAttributes?
  >("layoutAttributesForSupplementaryElement(ofKind:at:)") { list, element in
    let named = list.callerPath(element.path)
    list.layoutRaw()
    let path = named.current
    guard let frame = list.elementFrame(ofKind: element.kind, at: path) else { return nil }
    return ListLayoutAttributes(element: .supplement(kind: element.kind), path: path, frame: frame)
  }

  /// Where an element of a kind stands, whether it has a view or not; nil where the layout has no such element.
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
    list.layoutRaw()
    let path = named.current
    return list.shownElements(ofKind: element.kind).first { $0.path == path }?.view
  }

  /// The view of an element of a kind that is in view; nil for any other.
  public final func supplementaryView(forElementKind kind: String, at path: ListPath) -> ListCell? {
    send(ListView.supplementaryView, (kind: kind, path: path))
  }

  /// The message of ``visibleSupplementaryViews(ofKind:)``.
  public static let visibleSupplementaryViews = Message<ListView, String, [ListCell]>(
    "visibleSupplementaryViews(ofKind:)"
  ) { list, kind in
    list.layoutRaw()
    return list.shownElements(ofKind: kind).map(\.view)
  }

  /// The views of a kind that are in view, in the order of their paths.
  public final func visibleSupplementaryViews(ofKind kind: String) -> [ListCell] {
    send(ListView.visibleSupplementaryViews, kind)
  }

  /// The message of ``indexPathsForVisibleSupplementaryElements(ofKind:)``.
  public static let indexPathsForVisibleSupplementaryElements = Message<ListView, String, [ListPath]>(
    "indexPathsForVisibleSupplementaryElements(ofKind:)"
  ) { list, kind in
    list.layoutRaw()
    return list.shownElements(ofKind: kind).map(\.path)
  }

  /// The paths of the elements of a kind that are in view, in order.
  public final func indexPathsForVisibleSupplementaryElements(ofKind kind: String) -> [ListPath] {
    send(ListView.indexPathsForVisibleSupplementaryElements, kind)
  }

  private func shownElements(ofKind kind: String) -> [(path: ListPath, view: ListCell)] {
    let edges =
      switch kind {
      case ListElementKind.sectionHeader: shown.headers
      case ListElementKind.sectionFooter: shown.footers
      default: [:] as [Int: ListCell]
      }
    let elements =
      edges.map { (path: ListPath(row: 0, section: $0), view: $1) }
      + shown.supplements.filter { $0.key.kind == kind }.map { (path: $0.path, view: $1) }
    return elements.sorted { $0.path < $1.path }
  }
}
