/// Showing the elements of a layout that belong to rows and sections, and telling of headers and footers by their kind.
extension ListView {
  final func showSupplements(_ parts: VisibleParts) -> Bool {
    let revision = revision
    for place in parts.supplements
    where shown.supplements[place] == nil && parts.isInView(extent(owning: place), of: self) {
      let view = rawDataSource?.list(self, viewForSupplementaryElementOfKind: place.kind, at: place.path)
      guard revision == self.revision else { return false }
      guard let view, !shown.contains(view) else { continue }
      reusePool.remove(view)
      shown.show(view, as: place)
      tellWillDisplay(view, ofKind: place.kind, at: place.path)
      guard revision == self.revision else { return false }
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
