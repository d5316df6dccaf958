/// A view that a layout shows beside each row or behind each section, if the data source provides one.
///
/// Views of a kind that is registered as a decoration are made by the list, see
/// ``ListView/register(_:forDecorationViewOfKind:)``.
public struct ListSupplement: Sendable, Hashable {
  /// The element that a supplement belongs to.
  public enum Anchor: Sendable, Hashable {
    /// Each row; the supplement is displayed while its row is visible.
    case row
    /// Each section; the supplement is displayed while any of it is visible, with the path of row 0.
    case section
  }

  /// The element kind.
  public var kind: String
  /// The element that the supplement belongs to.
  public var anchor: Anchor
  /// The size; nil for the size of the element that the supplement belongs to.
  public var size: ListSize?
  /// The position within that element, from 0, 0 for its top left to 1, 1 for its bottom right.
  public var alignment: ListPoint
  /// The insets from the edges of that element; negative insets extend beyond it.
  public var inset: ListInsets

  /// Makes a supplement.
  public init(
    kind: String, anchor: Anchor, size: ListSize? = nil, alignment: ListPoint = ListPoint(x: 0, y: 0),
    inset: ListInsets = .zero
  ) {
    self.kind = kind
    self.anchor = anchor
    self.size = size
    self.alignment = alignment
    self.inset = inset
  }

  /// Returns a small view at a corner of each row; at the top right by default.
  public static func badge(
    kind: String, size: ListSize, alignment: ListPoint = ListPoint(x: 1, y: 0)
  ) -> ListSupplement {
    ListSupplement(kind: kind, anchor: .row, size: size, alignment: alignment)
  }

  /// Returns a view behind each section.
  public static func background(kind: String, inset: ListInsets = .zero) -> ListSupplement {
    ListSupplement(kind: kind, anchor: .section, inset: inset)
  }

  /// Returns the supplement's rectangle for an element with the rectangle `container`.
  func frame(in container: ListRect) -> ListRect {
    let inner = ListSize(
      width: max(0, container.size.width - inset.left - inset.right),
      height: max(0, container.size.height - inset.top - inset.bottom))
    let size = size ?? inner
    return ListRect(
      x: container.origin.x + inset.left + alignment.x * (inner.width - size.width),
      y: container.origin.y + inset.top + alignment.y * (inner.height - size.height),
      width: size.width, height: size.height)
  }
}

/// The position of a layout element.
public struct ListLayoutAttributes: Sendable, Hashable {
  /// The type of an element: a row, or an element of a kind.
  public enum Element: Sendable, Hashable {
    /// A row.
    case row
    /// An element of a kind.
    case supplement(kind: String)
  }

  /// The type of the element.
  public let element: Element
  /// The path of the row; for an element of a section the path of its row 0.
  public let path: ListPath
  /// The rectangle of the element.
  public let frame: ListRect

  /// Makes attributes.
  public init(element: Element, path: ListPath, frame: ListRect) {
    self.element = element
    self.path = path
    self.frame = frame
  }
}

/// The identity of a supplement: its kind, and the row or section it belongs to.
struct SupplementPlace: Hashable {
  enum Owner: Hashable {
    case row(ListPath)
    case section(Int)
  }

  let kind: String
  let owner: Owner

  /// The path with which the data source is asked for the supplement.
  var path: ListPath {
    switch owner {
    case .row(let path): path
    case .section(let section): ListPath(row: 0, section: section)
    }
  }

  /// Returns the identity after a change; nil if the row or section was removed.
  func moved(row: (ListPath) -> ListPath?, section: (Int) -> Int?) -> SupplementPlace? {
    let owner: Owner? =
      switch owner {
      case .row(let path): row(path).map(Owner.row)
      case .section(let number): section(number).map(Owner.section)
      }
    return owner.map { SupplementPlace(kind: kind, owner: $0) }
  }
}

extension SupplementPlace: Comparable {
  /// Orders supplements by path, then by kind.
  static func < (one: SupplementPlace, other: SupplementPlace) -> Bool {
    (one.path, one.kind) < (other.path, other.kind)
  }
}
