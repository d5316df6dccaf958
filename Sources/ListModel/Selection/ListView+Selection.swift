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

  /// The two messages of ``indexPathsForSelectedRows``; the list sends the second one when what is selected has changed.
  ///
  /// Sent by others, it selects these rows and no others, as far as the list has them, and that many can be selected.
  public static let indexPathsForSelectedRows = Property<ListView, [ListPath]>("indexPathsForSelectedRows") { list in
    if let former = list.told.selection.former { return former }
    list.loadIfNeeded()
    return list.selection.order
  } set: { list, paths in
    if list.told.selection.former != nil { return list.told.selection.former = nil }
    list.loadIfNeeded()
    let there = paths.filter { list.extents.contains($0) }
    list.clearSelection()
    for path in list.canSelectSeveral ? there : Array(there.prefix(1)) { list.setSelected(true, path) }
    list.acceptSelection(list.selection.order)
  }

  /// The selected rows, in the order in which they were selected.
  public final var indexPathsForSelectedRows: [ListPath] { send(ListView.indexPathsForSelectedRows) }

  /// The message of ``selectRow(at:animated:scrollPosition:)``.
  public static let selectRow = Message<
    ListView, (path: ListPath?, animated: Bool, position: ListScrollPosition), Void
  >("selectRow(at:animated:scrollPosition:)") { list, request in
    list.loadIfNeeded()
    guard let path = request.path else {
      list.clearSelection()
      return list.tellChanges()
    }
    guard list.extents.contains(path) else { return }
    if !list.canSelectSeveral { list.clearSelection(except: path) }
    list.setSelected(true, path)
    list.tellChanges()
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
    list.tellChanges()
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
