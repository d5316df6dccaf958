public import Interception

/// Selecting by program, which asks and tells nobody; for what a touch does, see ``ListDisplay``.
extension ListView {
  /// The message of ``indexPathForSelectedRow``.
  public static let indexPathForSelectedRow = Message<ListView, Void, ListPath?>("indexPathForSelectedRow") { list, _ in
    list.loadIfNeeded()
    return list.selection.first
  }

  /// The selected row, the one that was selected first where there are several; nil where there is none.
  public final var indexPathForSelectedRow: ListPath? { send(ListView.indexPathForSelectedRow) }

  /// The message of ``indexPathsForSelectedRows``.
  public static let indexPathsForSelectedRows = Message<ListView, Void, [ListPath]>("indexPathsForSelectedRows") {
    list, _ in
    list.loadIfNeeded()
    return list.selection.order
  }

  /// The selected rows, in the order in which they were selected.
  public final var indexPathsForSelectedRows: [ListPath] { send(ListView.indexPathsForSelectedRows) }

  /// The message of ``selectRow(at:animated:scrollPosition:)``.
  public static let selectRow = Message<
    ListView, (path: ListPath?, animated: Bool, position: ListScrollPosition), Void
  >("selectRow(at:animated:scrollPosition:)") { list, request in
    list.loadIfNeeded()
    guard let path = request.path else { return list.clearSelection() }
    guard list.extents.contains(path) else { return }
    if !list.canSelectSeveral { list.clearSelection(except: path) }
    list.setSelected(true, path)
    guard request.position != .none else { return }
    let target = list.callerPath(path)
    list.scroll(animated: request.animated) { list.scrollRaw(to: target, request.position) }
  }

  /// Selects a row, in place of the one that is selected unless several can be; nil deselects all.
  public final func selectRow(
    at path: ListPath?, animated: Bool = false, scrollPosition position: ListScrollPosition = .none
  ) {
    send(ListView.selectRow, (path: path, animated: animated, position: position))
  }

  /// The message of ``deselectRow(at:animated:)``.
  public static let deselectRow = Message<ListView, (path: ListPath, animated: Bool), Void>(
    "deselectRow(at:animated:)"
  ) { list, request in
    list.setSelected(false, request.path)
  }

  /// Deselects a row.
  public final func deselectRow(at path: ListPath, animated: Bool = false) {
    send(ListView.deselectRow, (path: path, animated: animated))
  }

  /// The selected rows, in the order in which they were selected, without a message that could be hooked.
  package final var selectedRows: [ListPath] { selection.order }

  final func setSelected(_ isSelected: Bool, _ path: ListPath) {
    if isSelected { selection.insert(path) } else { selection.remove(path) }
    shown.rows[path]?.isSelected = isSelected
  }

  final func clearSelection(except kept: ListPath? = nil) {
    for path in selection.order where path != kept { shown.rows[path]?.isSelected = false }
    selection.move { $0 == kept ? $0 : nil }
  }
}
