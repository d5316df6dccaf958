public import Interception

extension ListView {
  /// The two messages of ``allowsSelection``.
  public static let allowsSelection = Property<ListView, Bool>("allowsSelection") { list in
    list.isSelectable
  } set: { list, new in
    list.isSelectable = new
  }

  /// Whether a touch can select a row.
  public final var allowsSelection: Bool {
    get { send(ListView.allowsSelection) }
    set { send(ListView.allowsSelection, newValue) }
  }

  /// The message of ``scrollToNearestSelectedRow(at:animated:)``; of all selected rows, or of some.
  public static let scrollToNearestSelectedRow = Message<
    ListView, (among: [ListPath]?, position: ListScrollPosition, animated: Bool), Void
  >("scrollToNearestSelectedRow(at:animated:)") { list, request in
    let among = request.among.map { $0.map { list.callerPath($0) } }
    list.layoutRaw()
    let rows = among?.map(\.current) ?? list.seenByCaller(list.selection.order)
    guard let nearest = list.nearest(of: rows, to: request.position) else { return }
    list.scrollRaw(to: list.callerPath(nearest), request.position)
  }

  /// Scrolls until the selected row that stands nearest to a position of the viewport stands there.
  public final func scrollToNearestSelectedRow(at position: ListScrollPosition, animated: Bool = false) {
    send(ListView.scrollToNearestSelectedRow, (among: nil, position: position, animated: animated))
  }

  /// The row of some that has the least way to a position of the viewport; of two as near, the upper one.
  private func nearest(of rows: [ListPath], to position: ListScrollPosition) -> ListPath? {
    let ways = rows.filter { extents.contains($0) }.sorted().map { (path: $0, way: way(of: $0, to: position)) }
    return ways.min { $0.way < $1.way }?.path
  }

  private func way(of path: ListPath, to position: ListScrollPosition) -> Double {
    let row = extents.row(path)
    switch position {
    case .top: return abs(row.top - window.top)
    case .bottom: return abs(row.bottom - window.bottom)
    case .none, .middle: return abs((row.top + row.bottom) - (window.top + window.bottom))
    }
  }
}
