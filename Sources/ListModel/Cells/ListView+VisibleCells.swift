public import Interception

/// The visible cells.
extension ListView {
  /// The message of ``cellForRow(at:)``.
  public static let cellForRow = Message<ListView, ListPath, ListCell?>("cellForRow(at:)") { list, path in
    // Before the rows are read, which the layout changes.
    let path = list.pathAfterLayout(path)
    return list.shown.rows[path]
  }

  /// Returns the cell of a visible row; nil for any other row.
  public final func cellForRow(at path: ListPath) -> ListCell? { send(ListView.cellForRow, path) }

  /// The message of ``visibleCells``.
  public static let visibleCells = Message<ListView, Void, [ListCell]>("visibleCells") { list, _ in
    list.layoutRaw()
    return list.shown.rows.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The cells of the visible rows, from top to bottom.
  public final var visibleCells: [ListCell] { send(ListView.visibleCells) }

  /// The message of ``indexPathsForVisibleRows``.
  public static let indexPathsForVisibleRows = Message<ListView, Void, [ListPath]>("indexPathsForVisibleRows") {
    list, _ in
    list.layoutRaw()
    return list.shown.rows.keys.sorted()
  }

  /// The visible rows, from top to bottom.
  public final var indexPathsForVisibleRows: [ListPath] { send(ListView.indexPathsForVisibleRows) }

  /// The message of ``indexPath(for:)``.
  public static let indexPathForCell = Message<ListView, ListCell, ListPath?>("indexPath(for:)") { list, cell in
    list.layoutRaw()
    return list.shownPath(of: cell)
  }

  /// Returns the row of a visible cell; nil for any other cell.
  public final func indexPath(for cell: ListCell) -> ListPath? { send(ListView.indexPathForCell, cell) }

  /// Returns the row of a displayed cell, without a layout first.
  package final func shownPath(of cell: ListCell) -> ListPath? { shown.rows.first { $0.value === cell }?.key }

  /// The message of ``headerView(forSection:)``.
  public static let headerView = Message<ListView, Int, ListCell?>("headerView(forSection:)") { list, section in
    list.shownView(of: .header, callerSection: section)
  }

  /// Returns a section's header if it is visible.
  public final func headerView(forSection section: Int) -> ListCell? { send(ListView.headerView, section) }

  /// The message of ``footerView(forSection:)``.
  public static let footerView = Message<ListView, Int, ListCell?>("footerView(forSection:)") { list, section in
    list.shownView(of: .footer, callerSection: section)
  }

  /// Returns a section's footer if it is visible.
  public final func footerView(forSection section: Int) -> ListCell? { send(ListView.footerView, section) }

  private func shownView(of edge: SectionEdge, callerSection section: Int) -> ListCell? {
    let section = callerSection(section)
    layoutRaw()
    return shown.edges[EdgePlace(edge: edge, section: current(section).section)]
  }
}
