public import Interception

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

/// Which supplement something is: its kind, and what it belongs to.
struct SupplementPlace: Hashable {
  enum Owner: Hashable {
    case row(ListPath)
    case section(Int)
  }

  let kind: String
  let owner: Owner

  /// The path under which it is asked for.
  var path: ListPath {
    switch owner {
    case .row(let path): path
    case .section(let section): ListPath(row: 0, section: section)
    }
  }

  /// Its place after a change, which is nil where what it belongs to has gone.
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
  /// Whether one belongs to what comes first, by kind where both belong to the same.
  static func < (one: SupplementPlace, other: SupplementPlace) -> Bool {
    (one.path, one.kind) < (other.path, other.kind)
  }
}

/// Gives the views that a layout shows beside rows.
///
/// Part of ``ListDataSource``; every method is optional, and its default leaves the matter to the list.
public protocol ListSupplementaryDataSource: AnyObject {
  /// The view of an element of a layout, which must be shown for no other; nil for none.
  ///
  /// The path is that of the row, or for a header, a footer or what else belongs to a section that of row 0 in it, whether the
  /// section has such a row or not. Headers and footers, which have the kinds of ``ListElementKind``, are asked for where the layout is
  /// no table, they have been given a height, and the delegate gives no view.
  func list(_ list: ListView, viewForSupplementaryElementOfKind kind: String, at path: ListPath) -> ListCell?
}

extension ListSupplementaryDataSource {
  /// None.
  public func list(
    _ list: ListView, viewForSupplementaryElementOfKind kind: String, at path: ListPath
  ) -> ListCell? { nil }
}

// MARK: - Supplements

/// The elements of a layout by their kind; headers and footers are two kinds of them.
extension ListView {
  /// Has a class make the views of an identifier and a kind.
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

  /// A view to use for an element of a layout: one that is out of sight, or a new one of the registered class.
  ///
  /// - Precondition: a class is registered for the kind and the identifier.
  public final func dequeueReusableSupplementaryView(
    ofKind kind: String, withReuseIdentifier identifier: String, for path: ListPath
  ) -> ListCell {
    send(ListView.dequeueReusableSupplementaryView, (kind: kind, identifier: identifier, path: path))
  }
}

// MARK: - Supplement frames

/// Which elements a layout has, and where they stand.
extension ListView {
  /// Whether a section's elements of a kind belong to the section, and not to its rows; nil where it has none of that kind.
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

  /// The supplements that are to be shown beside rows, and behind the sections that are in view.
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

// MARK: - Showing supplements

/// Showing the elements of a layout that belong to rows and sections, and telling of headers and footers by their kind.
extension ListView {
  final func showSupplements(_ parts: VisibleParts) -> Bool {
    let revision = revision
    for place in parts.supplements
    where shown.supplements[place] == nil && parts.isInView(extent(owning: place), of: self) {
      let view = rawDataSource?.list(self, viewForSupplementaryElementOfKind: place.kind, at: place.path)
      guard isCurrent(revision) else { return false }
      guard let view, !shown.contains(view) else { continue }
      cellSupply.withdraw(view)
      shown.show(view, as: place)
      tellWillDisplay(view, ofKind: place.kind, at: place.path)
      guard isCurrent(revision) else { return false }
    }
    return true
  }

  private func extent(owning place: SupplementPlace) -> ListExtent {
    switch place.owner {
    case .row(let path): extents.row(path)
    case .section(let section):
      ListExtent(top: extents.top(ofSection: section), height: extents.sections[section].total)
    }
  }

  final func tellWillDisplay(_ view: ListCell, ofKind kind: String, at path: ListPath) {
    toldByKind.insert(ObjectIdentifier(view))
    rawDelegate?.list(self, willDisplaySupplementaryView: view, forElementKind: kind, at: path)
  }

  /// Tells of an end, unless a callback has brought it about before the beginning was told.
  final func tellDidEndDisplaying(_ view: ListCell, ofKind kind: String, at path: ListPath) {
    guard toldByKind.remove(ObjectIdentifier(view)) != nil else { return }
    endingDelegate?.list(self, didEndDisplayingSupplementaryView: view, forElementOfKind: kind, at: path)
  }
}
