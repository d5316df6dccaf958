/// What a screen sees of a list: what is in view, from the top down, and what a person does to it; no positions of rows.
///
/// A renderer that keeps to it is right over a list into which rows are woven without knowing that there is such a thing.
public struct ListDisplay {
  /// Something in view.
  public struct Element {
    /// What it is.
    public let kind: Kind
    /// The cell, header or footer.
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
  }

  private let list: ListView

  init(of list: ListView) {
    self.list = list
  }

  /// What is in view, from the top down.
  public var elements: [Element] {
    list.layoutRaw()
    let rows = list.shownRows.map { path, cell in element(.row, cell, list.extents.row(path)) }
    let headers = list.shownHeaders.map { element(.header, $1, list.extents.header($0)) }
    let footers = list.shownFooters.map { element(.footer, $1, list.extents.footer($0)) }
    return (headers + rows + footers).sorted { $0.frame.minY < $1.frame.minY }
  }

  /// How far the content is scrolled, and the size of what is in view.
  public var viewport: ListRect {
    list.layoutRaw()
    return ListRect(x: 0, y: list.offset, width: list.viewportSize.width, height: list.viewportSize.height)
  }

  /// The height of everything; rows that have not been in view count with their estimate.
  public var contentHeight: Double {
    list.layoutRaw()
    return list.extents.total
  }

  /// Scrolls by a distance, down or, where it is negative, up; stops at the ends.
  public func scroll(by distance: Double) {
    list.offset += distance
    list.setNeedsLayout()
    list.layoutRaw()
  }

  /// Touches the row at a point of the content: the delegate is asked and told, as by a finger.
  ///
  /// - Returns: whether a row is selected that was not.
  @discardableResult
  public func select(at point: ListPoint) -> Bool {
    list.layoutRaw()
    guard let path = list.extents.row(at: point.y) else { return false }
    return list.touch(path)
  }

  /// Touches the row after the selected one, or the first in view, and scrolls it into view.
  @discardableResult
  public func selectNext() -> Bool {
    step { list.extents.row(after: $0) }
  }

  /// Touches the row before the selected one, or the first in view, and scrolls it into view.
  @discardableResult
  public func selectPrevious() -> Bool {
    step { list.extents.row(before: $0) }
  }

  private func step(_ neighbour: (ListPath) -> ListPath?) -> Bool {
    list.layoutRaw()
    let target = list.selection.first.map(neighbour) ?? list.shownRows.keys.min()
    guard let target else { return false }
    list.scrollRaw(to: target, .none)
    return list.touch(target)
  }

  private func element(_ kind: Kind, _ view: ListCell, _ extent: (top: Double, height: Double)) -> Element {
    Element(kind: kind, view: view, frame: list.rect(extent.top, extent.height))
  }
}

extension ListView {
  /// What a screen sees of the list.
  public final var display: ListDisplay { ListDisplay(of: self) }
}

extension ListExtents {
  /// The row below a row, in its section or a later one.
  func row(after path: ListPath) -> ListPath? {
    if path.row + 1 < sections[path.section].rows.count { return ListPath(row: path.row + 1, section: path.section) }
    return sections.indices.dropFirst(path.section + 1).first { sections[$0].rows.count > 0 }
      .map { ListPath(row: 0, section: $0) }
  }

  /// The row above a row, in its section or an earlier one.
  func row(before path: ListPath) -> ListPath? {
    if path.row > 0 { return ListPath(row: path.row - 1, section: path.section) }
    return sections.indices.prefix(path.section).last { sections[$0].rows.count > 0 }
      .map { ListPath(row: sections[$0].rows.count - 1, section: $0) }
  }
}
