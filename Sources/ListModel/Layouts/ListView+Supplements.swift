public import Interception

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
  public func list(_: ListView, viewForSupplementaryElementOfKind _: String, at _: ListPath) -> ListCell? { nil }
}

/// Layout elements by kind, including headers and footers.
extension ListView {
  /// Registers a class for the views of a kind and identifier.
  public final func register(
    _ type: ListCell.Type, forSupplementaryViewOfKind kind: String, withReuseIdentifier identifier: String
  ) {
    cellSupply.setSupplementMaker({ type.init(reuseIdentifier: identifier) }, for: identifier, ofKind: kind)
  }

  /// Registers a class for the decoration views of a kind: elements of the layout that the list makes itself.
  ///
  /// The data source is not asked for views of this kind, and the delegate is not notified of them. In a woven list,
  /// the rows and sections of insertions are decorated like others.
  public final func register(_ type: ListCell.Type, forDecorationViewOfKind kind: String) {
    cellSupply.decorations[kind] = type
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
    if SectionEdge(elementKind: kind) != nil { return true }
    return supplement(ofKind: kind, in: section).map { $0.anchor == .section }
  }

  final func elementFrame(ofKind kind: String, at path: ListPath) -> ListRect? {
    guard extents.sections.indices.contains(path.section) else { return nil }
    if let edge = SectionEdge(elementKind: kind) {
      return path.row == 0 && extents.sections[path.section][edge].height > 0 ? frame(of: edge, path.section) : nil
    }
    guard let supplement = supplement(ofKind: kind, in: path.section) else { return nil }
    if supplement.anchor == .section {
      return path.row == 0 ? supplement.frame(in: sectionFrame(path.section)) : nil
    }
    return extents.contains(path) ? supplement.frame(in: frame(ofRow: path)) : nil
  }

  final func supplementFrame(_ place: SupplementPlace) -> ListRect {
    elementFrame(ofKind: place.kind, at: place.path) ?? .zero
  }

  /// Returns the supplements to display: those beside `rows`, and those behind the sections in the window.
  final func supplements(in window: ListExtent, rows: [ListPath]) -> [SupplementPlace] {
    var found: [SupplementPlace] = []
    for section in extents.sections(in: window) {
      for supplement in supplements(of: section) where supplement.anchor == .section {
        let frame = axis.turned(supplement.frame(in: sectionFrame(section)))
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
