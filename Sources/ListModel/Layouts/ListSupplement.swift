/// A view that a layout shows beside each row or behind each section, where the data source gives one.
public struct ListSupplement: Sendable, Hashable {
  /// What a supplement belongs to.
  public enum Anchor: Sendable, Hashable {
    /// Each row; it is shown while its row is in view.
    case row
    /// Each section as a whole; it is shown while any of it is in view, under the path of row 0.
    case section
  }

  /// The name of its kind.
  public var kind: String
  /// What it belongs to.
  public var anchor: Anchor
  /// How large it is; nil for as large as what it belongs to.
  public var size: ListSize?
  /// Where it stands in what it belongs to, from 0, 0 for its top left to 1, 1 for its bottom right.
  public var alignment: ListPoint
  /// How far it stays inside the edges of what it belongs to; where negative, it reaches out.
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

  /// A small view at a corner of each row; at the top right, unless said otherwise.
  public static func badge(
    kind: String, size: ListSize, alignment: ListPoint = ListPoint(x: 1, y: 0)
  ) -> ListSupplement {
    ListSupplement(kind: kind, anchor: .row, size: size, alignment: alignment)
  }

  /// A view behind each section.
  public static func background(kind: String, inset: ListInsets = .zero) -> ListSupplement {
    ListSupplement(kind: kind, anchor: .section, inset: inset)
  }

  /// Where it stands, if what it belongs to stands in `container`.
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

/// Where an element of a layout stands.
public struct ListLayoutAttributes: Sendable, Hashable {
  /// What it is: a row, or an element of a kind.
  public enum Element: Sendable, Hashable {
    /// A row.
    case row
    /// An element of a kind.
    case supplement(kind: String)
  }

  /// What it is.
  public let element: Element
  /// The row, or for what belongs to a section the path of row 0 in it.
  public let path: ListPath
  /// The rectangle in which it stands.
  public let frame: ListRect

  /// Makes attributes.
  public init(element: Element, path: ListPath, frame: ListRect) {
    self.element = element
    self.path = path
    self.frame = frame
  }
}
