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
