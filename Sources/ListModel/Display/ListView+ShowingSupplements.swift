/// Displaying supplements, and notifying the delegate of headers and footers by kind.
extension ListView {
  final func showSupplements(_ parts: VisibleParts) -> Bool {
    let revision = revision
    for place in parts.supplements
    where shown.supplements[place] == nil && parts.isInView(extent(owning: place), of: self) {
      let decoration = decorationView(ofKind: place.kind)
      let view =
        decoration ?? rawDataSource?.list(self, viewForSupplementaryElementOfKind: place.kind, at: place.path)
      guard isCurrent(revision) else { return false }
      guard let view, !shown.contains(view) else { continue }
      cellSupply.withdraw(view)
      shown.show(view, as: place)
      if decoration == nil { notifyWillDisplay(view, ofKind: place.kind, at: place.path) }
      guard isCurrent(revision) else { return false }
    }
    return true
  }

  /// Returns a reused or new decoration view; nil if no class is registered for the kind.
  private func decorationView(ofKind kind: String) -> ListCell? {
    guard let type = cellSupply.decorations[kind] else { return nil }
    let identifier = "ListDecorationView"
    let reused = cellSupply.take(identifier, ofKind: kind)
    reused?.prepareForReuse()
    let view = reused ?? type.init(reuseIdentifier: identifier)
    view.elementKind = kind
    return view
  }

  private func extent(owning place: SupplementPlace) -> ListExtent {
    switch place.owner {
    case .row(let path): extents.row(path)
    case .section(let section):
      ListExtent(top: extents.top(ofSection: section), height: extents.sections[section].total)
    }
  }

  final func notifyWillDisplay(_ view: ListCell, ofKind kind: String, at path: ListPath) {
    shown.beginNotifying(view)
    rawDelegate?.list(self, willDisplaySupplementaryView: view, forElementKind: kind, at: path)
  }

  /// Notifies of an end, unless a callback caused it before the start was notified.
  final func notifyDidEndDisplaying(_ view: ListCell, ofKind kind: String, at path: ListPath) {
    guard shown.endNotifying(view) else { return }
    endingDelegate?.list(self, didEndDisplayingSupplementaryView: view, forElementOfKind: kind, at: path)
  }
}
