public import Interception

/// What is in view.
extension ListView {
  /// The message of ``cellForRow(at:)``.
  public static let cellForRow = Message<ListView, ListPath, ListCell?>("cellForRow(at:)") { list, path in
    let path = list.callerPath(path)
    list.layoutRaw()
    return list.shown.rows[path.current]
  }

  /// The cell of a row that is in view; nil for any other.
  public final func cellForRow(at path: ListPath) -> ListCell? { send(ListView.cellForRow, path) }

  /// The message of ``visibleCells``.
  public static let visibleCells = Message<ListView, Void, [ListCell]>("visibleCells") { list, _ in
    list.layoutRaw()
    return list.shown.rows.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The cells of the rows in view, from the top down.
  public final var visibleCells: [ListCell] { send(ListView.visibleCells) }

  /// The message of ``indexPathsForVisibleRows``.
  public static let indexPathsForVisibleRows = Message<ListView, Void, [ListPath]>("indexPathsForVisibleRows") {
    list, _ in
    list.layoutRaw()
    return list.shown.rows.keys.sorted()
  }

  /// The rows in view, from the top down.
  public final var indexPathsForVisibleRows: [ListPath] { send(ListView.indexPathsForVisibleRows) }

  /// The message of ``indexPath(for:)``.
  public static let indexPathForCell = Message<ListView, ListCell, ListPath?>("indexPath(for:)") { list, cell in
    list.layoutRaw()
    return list.shownPath(of: cell)
  }

  /// The row that a cell is shown for; nil for a cell that is not in view.
  public final func indexPath(for cell: ListCell) -> ListPath? { send(ListView.indexPathForCell, cell) }

  /// The row that a cell is shown for, as far as the list has been laid out.
  package final func shownPath(of cell: ListCell) -> ListPath? { shown.rows.first { $0.value === cell }?.key }

  /// The message of ``headerView(forSection:)``.
  public static let headerView = Message<ListView, Int, ListCell?>("headerView(forSection:)") { list, section in
    let section = list.callerSection(section)
    list.layoutRaw()
    return list.shown.headers[section.current.section]
  }

  /// A section's header, if it is in view.
  public final func headerView(forSection section: Int) -> ListCell? { send(ListView.headerView, section) }

  /// The message of ``footerView(forSection:)``.
  public static let footerView = Message<ListView, Int, ListCell?>("footerView(forSection:)") { list, section in
    let section = list.callerSection(section)
    list.layoutRaw()
    return list.shown.footers[section.current.section]
  }

  /// A section's footer, if it is in view.
  public final func footerView(forSection section: Int) -> ListCell? { send(ListView.footerView, section) }
}
