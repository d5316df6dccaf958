/// The interface for a screen: the visible elements from top to bottom, and the actions of a person; no row positions.
///
/// A renderer that only uses it needs no changes for a woven list. It retains the list, and is not Sendable, like the
/// list.
public struct ListDisplay {
  /// A visible element; not Sendable, like its cell.
  public struct Element {
    /// The type of the element.
    public let kind: Kind
    /// The cell, header, footer or supplement.
    public let view: ListCell
    /// The rectangle in the content.
    public let frame: ListRect
  }

  /// The type of an element.
  public enum Kind: Sendable, Hashable {
    /// The header of a section.
    case header
    /// A row.
    case row
    /// The footer of a section.
    case footer
    /// An element that the layout shows beside a row or behind a section, with its kind.
    case supplement(kind: String)
  }

  let list: ListView

  /// The maximum number of rows that a search skips, so that it does not visit a million rows that all refuse.
  static let maximumSkippedRows = 100

  init(of list: ListView) {
    self.list = list
  }

  /// The visible elements in the order of the content: in a list that scrolls vertically from top to bottom, and from left to
  /// right in a line.
  ///
  /// Headers and footers that are pinned away from their places come last, since they cover others.
  public var elements: [Element] {
    list.layoutRaw()
    let shown = list.shown
    let rows = shown.rows.map { element(.row, $1, list.frame(ofRow: $0)) }
    let edges = { (edge: SectionEdge, isMoved: Bool) in
      shown.edges.filter { $0.key.edge == edge && list.isMoved(edge, $0.key.section) == isMoved }
        .map { element(edge == .header ? .header : .footer, $1, list.frame(of: edge, $0.section)) }
    }
    let supplements = shown.supplements.sorted { $0.key < $1.key }
      .map { element(.supplement(kind: $0.kind), $1, list.supplementFrame($0)) }
    let ends = list.endsInView.map { element(.supplement(kind: $0.kind), $0.view, $0.frame) }
    return inReadingOrder(ends + supplements + edges(.header, false) + rows + edges(.footer, false))
      + inReadingOrder(edges(.header, true) + edges(.footer, true))
  }

  /// Sorts elements that begin at the same point by decreasing size, so that the ones behind come first.
  ///
  /// Supplements precede other elements of the same size.
  private func inReadingOrder(_ elements: [Element]) -> [Element] {
    elements.enumerated().sorted { one, other in
      let (former, latter) = (list.axis.turned(one.element.frame), list.axis.turned(other.element.frame))
      if former.origin != latter.origin { return former.precedes(latter) }
      return (-former.size.area, one.offset) < (-latter.size.area, other.offset)
    }.map(\.element)
  }

  /// The scroll offset and the size of the visible area.
  public var viewport: ListRect {
    list.layoutRaw()
    return list.rect(ListExtent(top: list.keptInContent(list.offset), height: list.window.height))
  }

  /// The part of the viewport that neither the insets of the content nor pinned headers and footers cover.
  ///
  /// A header or footer counts as wide as the list, even if it has insets at its sides.
  public var uncoveredViewport: ListRect { list.uncoveredViewport }

  /// The extent of the content in the scroll direction, with estimates for rows that were never visible.
  public var contentHeight: Double {
    list.layoutRaw()
    return list.extents.total
  }

  /// Scrolls by a distance, down or to the right, or back if negative; stops at the ends of the content.
  ///
  /// The list handles it like any other scrolling, and is laid out, by messages that can be hooked.
  public func scroll(by distance: Double) {
    list.asList {
      list.layoutRaw()
      list.write(offset: list.offset + distance)
      list.layoutIfNeeded()
    }
  }

  /// Touches the row at a point of the content; the delegate is asked and notified as for a finger.
  ///
  /// - Parameters:
  ///   - point: The point.
  ///   - isPrimaryAction: Whether the primary action of the row is performed too; false for a row that is selected
  ///     because it has come into view, and not because a person wants it.
  /// - Returns: whether a row was selected that was not selected before.
  @discardableResult
  public func select(at point: ListPoint, isPrimaryAction: Bool = true) -> Bool {
    // A touch outside a swiped row closes the swipe and does nothing else.
    list.asList {
      !list.endSwipe() && (list.touchedRow(at: point).map { list.touch($0, isPrimaryAction: isPrimaryAction) } ?? false)
    }
  }

  /// Touches the row after the last selected one, or the first visible row, and scrolls it into view.
  ///
  /// Rows that cannot be selected and rows without height are skipped.
  ///
  /// - Returns: whether a row was selected that was not selected before.
  @discardableResult
  public func selectNext() -> Bool {
    list.asList { step(from: list.selection.last) { list.extents.row(after: $0) } }
  }

  /// Touches the row before the last selected one, or the first visible row, and scrolls it into view.
  ///
  /// Rows that cannot be selected and rows without height are skipped.
  ///
  /// - Returns: whether a row was selected that was not selected before.
  @discardableResult
  public func selectPrevious() -> Bool {
    list.asList { step(from: list.selection.last) { list.extents.row(before: $0) } }
  }

  /// Touches the first row of the list and scrolls it into view.
  ///
  /// Rows that cannot be selected and rows without height are skipped. A row that is selected already is only scrolled
  /// into view.
  ///
  /// - Returns: whether a row was selected that was not selected before.
  @discardableResult
  public func selectFirst() -> Bool {
    list.asList {
      list.layoutRaw()
      guard let section = list.extents.filled.first else { return false }
      return step(to: ListPath(row: 0, section: section), skipsSelected: false) { list.extents.row(after: $0) }
    }
  }

  /// Touches the last row of the list and scrolls it into view; otherwise like ``selectFirst()``.
  ///
  /// - Returns: whether a row was selected that was not selected before.
  @discardableResult
  public func selectLast() -> Bool {
    list.asList {
      list.layoutRaw()
      guard let section = list.extents.filled.last else { return false }
      let last = ListPath(row: list.extents.rowCounts[section] - 1, section: section)
      return step(to: last, skipsSelected: false) { list.extents.row(before: $0) }
    }
  }

  /// The rectangle of the last selected row in the content, visible or not; nil if no row is selected.
  public var selectedFrame: ListRect? {
    list.layoutRaw()
    guard let path = list.selection.last, list.extents.contains(path) else { return nil }
    return list.frame(ofRow: path)
  }

  /// Scrolls as little as possible until the last selected row is uncovered, or its beginning if it is too high.
  public func scrollToSelection() {
    list.asList {
      list.layoutRaw()
      if let path = list.selection.last { _ = list.scrollRaw(following: path, .none) }
    }
  }

  /// Discards all heights, so that visible elements are measured again in the next layout.
  ///
  /// - Complexity: O(*n*) in the number of rows.
  public func remeasure() {
    list.asList {
      list.discardHeights()
      list.setNeedsLayout()
    }
  }

  private func step(from selected: ListPath?, _ neighbour: (ListPath) -> ListPath?) -> Bool {
    list.layoutRaw()
    return step(to: selected.map(neighbour) ?? list.shown.firstRow, skipsSelected: true, neighbour)
  }

  private func step(to start: ListPath?, skipsSelected: Bool, _ neighbour: (ListPath) -> ListPath?) -> Bool {
    var target = start
    for _ in 0..<Self.maximumSkippedRows {
      guard let path = target, list.extents.contains(path) else { return false }
      let isSelected = list.selection.contains(path)
      if isSelected, !skipsSelected, list.extents.row(path).height > 0 {
        _ = list.scrollRaw(following: path, .none)
        return false
      }
      if !isSelected {
        // Scrolling makes the row visible, and so measured; a callback may move the row meanwhile.
        guard let place = list.scrollRaw(following: path, .none) else { return false }
        let revision = list.revision
        if list.extents.row(place).height > 0, list.touch(place, isPrimaryAction: false) { return true }
        // A callback has changed the list, so the path may mean another row.
        guard list.isCurrent(revision) else { return false }
        target = neighbour(place)
      } else {
        target = neighbour(path)
      }
    }
    return false
  }

  private func element(_ kind: Kind, _ view: ListCell, _ frame: ListRect) -> Element {
    Element(kind: kind, view: view, frame: frame)
  }
}

extension ListView {
  /// The interface of the list for a screen.
  public final var display: ListDisplay { ListDisplay(of: self) }
}
