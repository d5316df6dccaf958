/// What a screen sees of a list: what is in view, from the top down, and what a person does to it; no positions of rows.
///
/// A renderer that keeps to it is right over a list into which rows are woven without knowing that there is such a thing.
/// It holds the list, and is no more Sendable than that.
public struct ListDisplay {
  /// Something in view; no more Sendable than its cell.
  public struct Element {
    /// What it is.
    public let kind: Kind
    /// The cell, header, footer or supplement.
    public let view: ListCell
    /// Where it stands in the content.
    public let frame: ListRect
  }

  /// What an element is.
  public enum Kind: Sendable, Hashable {
    /// The header of a section.
    case header
    /// A row.
    case row
    /// The footer of a section.
    case footer
    /// What the layout shows beside a row or behind a section, by its kind.
    case supplement(kind: String)
  }

  let list: ListView

  /// Rows that always refuse end a search before it becomes a walk through a million of them.
  static let mostRowsPassedOver = 100

  init(of list: ListView) {
    self.list = list
  }

  /// What is in view, in reading order: from the top down, and from the left where things stand beside each other.
  public var elements: [Element] {
    list.layoutRaw()
    let shown = list.shown
    let width = list.viewportWidth
    let rows = shown.rows.map { element(.row, $1, list.extents.frame(of: $0, width: width)) }
    let headers = shown.headers.map { element(.header, $1, list.headerFrame($0)) }
    let footers = shown.footers.map { element(.footer, $1, list.footerFrame($0)) }
    let supplements = shown.supplements.sorted { $0.key < $1.key }
      .map { element(.supplement(kind: $0.kind), $1, list.supplementFrame($0)) }
    return Self.inReadingOrder(supplements + headers + rows + footers)
  }

  /// What begins at the same point is ordered by its size, so that what is behind comes first, though it be a supplement as
  /// large as what it is behind.
  private static func inReadingOrder(_ elements: [Element]) -> [Element] {
    elements.enumerated().sorted { one, other in
      let (former, latter) = (one.element.frame, other.element.frame)
      if former.origin != latter.origin { return former.precedes(latter) }
      return (-former.size.area, one.offset) < (-latter.size.area, other.offset)
    }.map(\.element)
  }

  /// How far the content is scrolled, and the size of what is in view.
  public var viewport: ListRect {
    list.layoutRaw()
    return list.rect(ListExtent(top: list.keptInContent(list.offset), height: list.window.height))
  }

  /// The height of everything; rows that have not been in view count with their estimate.
  public var contentHeight: Double {
    list.layoutRaw()
    return list.extents.total
  }

  /// Scrolls by a distance, down or, where it is negative, up; stops at the ends.
  ///
  /// The list hears of it as of any other scrolling, and is laid out, by messages that can be hooked.
  public func scroll(by distance: Double) {
    list.asList {
      list.layoutRaw()
      list.write(offset: list.offset + distance)
      list.layoutIfNeeded()
    }
  }

  /// Touches the row at a point of the content: the delegate is asked and told, as by a finger.
  ///
  /// - Returns: whether a row is selected that was not.
  @discardableResult
  public func select(at point: ListPoint) -> Bool {
    // A touch beside what a swipe has revealed puts that back, and does nothing else.
    list.asList { !list.endSwipe() && (list.rowRaw(at: point).map { list.touch($0) } ?? false) }
  }

  /// Touches the row after the one selected last, or the first in view, and scrolls it into view.
  ///
  /// Rows that cannot be selected are passed over, and so are those without height, which nobody sees.
  ///
  /// - Returns: whether a row is selected that was not.
  @discardableResult
  public func selectNext() -> Bool {
    list.asList { step { list.extents.row(after: $0) } }
  }

  /// Touches the row before the one selected last, or the first in view, and scrolls it into view.
  ///
  /// Rows that cannot be selected are passed over, and so are those without height, which nobody sees.
  ///
  /// - Returns: whether a row is selected that was not.
  @discardableResult
  public func selectPrevious() -> Bool {
    list.asList { step { list.extents.row(before: $0) } }
  }

  private func step(_ neighbour: (ListPath) -> ListPath?) -> Bool {
    list.layoutRaw()
    var target = list.selection.last.map(neighbour) ?? list.shown.firstRow
    for _ in 0..<Self.mostRowsPassedOver {
      guard let path = target, list.extents.contains(path) else { return false }
      if !list.selection.contains(path) {
        // Brings it into view, and so has it measured; a callback may put it elsewhere meanwhile.
        guard let place = list.scrollRaw(following: path, .none) else { return false }
        let revision = list.revision
        if list.extents.row(place).height > 0, list.touch(place, isPrimaryAction: false) { return true }
        // Whoever was asked has changed the list: what the path means now has not been looked for.
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
  /// What a screen sees of the list.
  public final var display: ListDisplay { ListDisplay(of: self) }
}
