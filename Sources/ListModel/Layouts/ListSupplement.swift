public import Interception

/// A view that a layout shows beside each row or behind each section, if the data source provides one.
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

/// Provides the views that a layout shows beside rows and behind sections.
///
/// Part of ``ListDataSource``; every method is optional, and its default provides no view.
public protocol ListSupplementaryDataSource: AnyObject {
  /// Returns the view of a layout element, which must not be in use for another element; nil for none.
  ///
  /// The path is that of the row; for a header, a footer or another element of a section it is that of row 0, whether
  /// the section has such a row or not. Headers and footers have the kinds of ``ListElementKind``. They are requested
  /// if the layout is not a table, they have been given a height, and the delegate returns no view.
  func list(_ list: ListView, viewForSupplementaryElementOfKind kind: String, at path: ListPath) -> ListCell?
}

extension ListSupplementaryDataSource {
  /// Returns nil.
  public func list(
    _ list: ListView, viewForSupplementaryElementOfKind kind: String, at path: ListPath
  ) -> ListCell? { nil }
}

// MARK: - Supplements

/// Layout elements by kind, including headers and footers.
extension ListView {
  /// Registers a class for the views of a kind and identifier.
  public final func register(
    _ type: ListCell.Type, forSupplementaryViewOfKind kind: String, withReuseIdentifier identifier: String
  ) {
    cellSupply.setSupplementMaker({ type.init(reuseIdentifier: identifier) }, for: identifier, ofKind: kind)
  }

  /// The message of ``dequeueReusableSupplementaryView(ofKind:withReuseIdentifier:for:)``.
  public static let dequeueReusableSupplementaryView = Message<
    ListView, (kind: String, identifier: String, path: ListPath), ListCell
  >("dequeueReusableSupplementaryView(ofKind:withReuseIdentifier:for:)") { list, request in
    guard let make = list.cellSupply.supplementMaker(for: request.identifier, ofKind: request.kind) else {
      fatalError(
        "\(request.kind) \(request.path): no class is registered for the identifier '\(request.identifier)'")
    }
    if let view = list.cellSupply.take(request.identifier, ofKind: request.kind) {
      view.prepareForReuse()
      return view
    }
    let view = make()
    view.elementKind = request.kind
    return view
  }

  /// Returns a reused view for a layout element, or a new one of the registered class.
  ///
  /// - Precondition: a class is registered for the kind and the identifier.
  public final func dequeueReusableSupplementaryView(
    ofKind kind: String, withReuseIdentifier identifier: String, for path: ListPath
  ) -> ListCell {
    send(ListView.dequeueReusableSupplementaryView, (kind: kind, identifier: identifier, path: path))
  }
}

// MARK: - Supplement frames

/// The elements of a layout and their positions.
extension ListView {
  /// Whether elements of a kind belong to the section instead of its rows; nil if the section has no such elements.
  package final func belongsToSections(kind: String, in section: Int) -> Bool? {
    if kind == ListElementKind.sectionHeader || kind == ListElementKind.sectionFooter { return true }
    return supplement(ofKind: kind, in: section).map { $0.anchor == .section }
  }

  final func elementFrame(ofKind kind: String, at path: ListPath) -> ListRect? {
    guard extents.sections.indices.contains(path.section) else { return nil }
    switch kind {
    case ListElementKind.sectionHeader:
      return path.row == 0 && extents.sections[path.section].header.height > 0 ? headerFrame(path.section) : nil
    case ListElementKind.sectionFooter:
      return path.row == 0 && extents.sections[path.section].footer.height > 0 ? footerFrame(path.section) : nil
    default:
      guard let supplement = supplement(ofKind: kind, in: path.section) else { return nil }
      if supplement.anchor == .section {
        return path.row == 0 ? supplement.frame(in: sectionFrame(path.section)) : nil
      }
      return extents.contains(path)
        ? supplement.frame(in: extents.frame(of: path, width: viewportWidth)) : nil
    }
  }

  final func supplementFrame(_ place: SupplementPlace) -> ListRect {
    elementFrame(ofKind: place.kind, at: place.path) ?? .zero
  }

  /// Returns the supplements to display: those beside `rows`, and those behind the sections in the window.
  final func supplements(in window: ListExtent, rows: [ListPath]) -> [SupplementPlace] {
    var found: [SupplementPlace] = []
    for section in extents.sections(in: window) {
      for supplement in supplements(of: section) where supplement.anchor == .section {
        let frame = supplement.frame(in: sectionFrame(section))
        guard ListExtent(top: frame.minY, height: frame.size.height).overlaps(window) else { continue }
        found.append(SupplementPlace(kind: supplement.kind, owner: .section(section)))
      }
    }
    for path in rows {
      for supplement in supplements(of: path.section) where supplement.anchor == .row {
        found.append(SupplementPlace(kind: supplement.kind, owner: .row(path)))
      }
    }
    return found
  }

  private func supplements(of section: Int) -> [ListSupplement] {
    extents.sections[section].layout?.layout.supplements ?? []
  }

  private func supplement(ofKind kind: String, in section: Int) -> ListSupplement? {
    guard extents.sections.indices.contains(section) else { return nil }
    return supplements(of: section).first { $0.kind == kind }
  }

  private func sectionFrame(_ section: Int) -> ListRect {
    rect(ListExtent(top: extents.top(ofSection: section), height: extents.sections[section].total))
  }
}
