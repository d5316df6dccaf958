public import Interception

/// What distinguishes the rectangles of a list's rows from those at another time.
package struct ListGeometry: Equatable {
  fileprivate let revision: Int
  fileprivate let changes: Int
  fileprivate let breadth: Double
  fileprivate let axis: ListAxis
}

/// Positions in the content; rows that were never visible have their estimated height.
extension ListView {
  /// The two messages of ``contentSize``; the list sends the setter's message when a layout has changed the size.
  public static let contentSize = Property<ListView, ListSize>("contentSize") { list in
    list.layoutRaw()
    return list.told.size.former ?? list.contentSizeNow
  } set: { list, _ in
    list.told.size.accept(list.contentSizeNow)
  }

  final var contentSizeNow: ListSize { axis.turned(ListSize(width: breadth, height: extents.total)) }

  /// The size of the whole content, visible or not.
  public final var contentSize: ListSize { send(ListView.contentSize) }

  /// The message of ``rect(forSection:)``.
  public static let rectForSection = Message<ListView, Int, ListRect>("rect(forSection:)") { list, section in
    list.rect(ofCallerSection: section) {
      list.rect(ListExtent(top: list.extents.top(ofSection: $0), height: list.extents.sections[$0].total))
    }
  }

  /// Returns the rectangle of a section with its header and footer; zero for a section that does not exist.
  public final func rect(forSection section: Int) -> ListRect { send(ListView.rectForSection, section) }

  /// The message of ``rectForHeader(inSection:)``.
  public static let rectForHeader = Message<ListView, Int, ListRect>("rectForHeader(inSection:)") { list, section in
    list.rect(ofCallerSection: section) { list.frame(of: .header, $0, isDisplayed: false) }
  }

  /// Returns the rectangle of a section's header, where it is unless it is pinned; zero for a section that does not exist.
  public final func rectForHeader(inSection section: Int) -> ListRect { send(ListView.rectForHeader, section) }

  /// The message of ``rectForFooter(inSection:)``.
  public static let rectForFooter = Message<ListView, Int, ListRect>("rectForFooter(inSection:)") { list, section in
    list.rect(ofCallerSection: section) { list.frame(of: .footer, $0, isDisplayed: false) }
  }

  /// Returns the rectangle of a section's footer, where it is unless it is pinned; zero for a section that does not exist.
  public final func rectForFooter(inSection section: Int) -> ListRect { send(ListView.rectForFooter, section) }

  /// The message of ``rectForRow(at:)``.
  public static let rectForRow = Message<ListView, ListPath, ListRect>("rectForRow(at:)") { list, path in
    let path = list.pathAfterEstimate(path)
    return list.frame(ofRow: path)
  }

  /// Returns the rectangle of a row; zero for a row that does not exist.
  ///
  /// - Complexity: O(log sections + log rows).
  public final func rectForRow(at path: ListPath) -> ListRect { send(ListView.rectForRow, path) }

  /// Returns the rectangle of a row of a list that is laid out, without a message; zero for a row that does not exist.
  package final func frame(ofRow path: ListPath) -> ListRect {
    extents.contains(path) ? axis.turned(extents.frame(of: path, width: breadth)) : .zero
  }

  /// What is the same as long as every row has the same rectangle.
  package final var geometry: ListGeometry {
    ListGeometry(revision: revision, changes: extents.changes, breadth: breadth, axis: axis)
  }

  /// The message of ``indexPathForRow(at:)``.
  public static let indexPathForRowAtPoint = Message<ListView, ListPoint, ListPath?>("indexPathForRow(at:)") {
    list, point in
    list.rowRaw(at: point)
  }

  /// Returns the row at a point of the content; nil if there is none.
  ///
  /// - Complexity: O(log sections + log rows).
  public final func indexPathForRow(at point: ListPoint) -> ListPath? {
    send(ListView.indexPathForRowAtPoint, point)
  }

  /// The message of ``indexPathsForRows(in:)``.
  public static let indexPathsForRows = Message<ListView, ListRect, [ListPath]>("indexPathsForRows(in:)") {
    list, rect in
    list.layoutRaw()
    return list.rowsRaw(in: rect)
  }

  /// Returns the rows in a rectangle of the content, however narrow it is, in their order.
  public final func indexPathsForRows(in rect: ListRect) -> [ListPath] { send(ListView.indexPathsForRows, rect) }

  final func rect(_ extent: ListExtent) -> ListRect {
    axis.turned(ListRect(x: 0, y: extent.top, width: breadth, height: extent.height))
  }

  /// Returns the rectangle of a header or footer: where it is displayed, or where it would be if it were not pinned.
  final func frame(of edge: SectionEdge, _ section: Int, isDisplayed: Bool = true) -> ListRect {
    let extent = isDisplayed ? displayedExtent(of: edge, section) : extents.extent(of: edge, section)
    let inset = extents.sections[section].inset(of: edge)
    return axis.turned(
      ListRect(
        x: inset.left, y: extent.top, width: max(0, breadth - inset.left - inset.right), height: extent.height))
  }

  /// Returns a rectangle of the section that the caller means after a layout; zero for a section that does not exist.
  private func rect(ofCallerSection section: Int, _ rect: (Int) -> ListRect) -> ListRect {
    let named = callerSection(section)
    layoutRaw()
    let section = current(named).section
    return extents.sections.indices.contains(section) ? rect(section) : .zero
  }

  /// Returns the rows in a rectangle; its extent across the scroll direction only matters for rows side by side.
  private final func rowsRaw(in rect: ListRect) -> [ListPath] {
    let rect = axis.turned(rect)
    return extents.rows(in: ListExtent(top: rect.minY, height: rect.size.height)).filter { path in
      extents.sections[path.section].rows is RowHeights
        || extents.frame(of: path, width: breadth).overlapsHorizontally(rect)
    }
  }

  /// Returns the row at a point that a person touches; nil also if a pinned header or footer covers it.
  final func touchedRow(at point: ListPoint) -> ListPath? {
    layoutRaw()
    return isCovered(point) ? nil : rowRaw(at: point)
  }

  final func rowRaw(at point: ListPoint) -> ListPath? {
    layoutRaw()
    let point = axis.turned(point)
    var found = extents.row(at: point, width: breadth)
    // A requested estimate, or a callback, may move another row to this point.
    for _ in 0..<Self.mostAttempts {
      guard let path = found else { return nil }
      let before = (moves, revision)
      estimateRaw(path)
      guard before != (moves, revision) else { return path }
      found = extents.row(at: point, width: breadth)
    }
    return found
  }
}
