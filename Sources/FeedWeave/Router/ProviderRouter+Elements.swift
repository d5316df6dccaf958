import Interception
import ListModel
import Placement

/// The parts of ListDataSource and ListDelegate that are about the elements of a layout.
extension ProviderRouter {
  func list(_ list: ListView, viewForSupplementaryElementOfKind kind: String, at path: ListPath) -> ListCell? {
    let weaver = weaver
    guard let element = weaver.ownedElement(ofKind: kind, at: path, in: list) else { return nil }
    return weaver.send(ListWeaver.viewForSupplementaryElement, (element: element, kind: kind))
  }

  func list(
    _ list: ListView, willDisplaySupplementaryView view: ListCell, forElementKind kind: String, at path: ListPath
  ) {
    let weaver = weaver
    guard let element = weaver.ownedElement(ofKind: kind, at: path, in: list) else { return }
    weaver.displayedElements[ObjectIdentifier(view)] = element
    weaver.send(ListWeaver.willDisplaySupplementaryView, (element: element, view: view, kind: kind))
  }

  func list(
    _ list: ListView, didEndDisplayingSupplementaryView view: ListCell, forElementOfKind kind: String, at path: ListPath
  ) {
    let weaver = weaver
    guard let shown = weaver.displayedElements.removeValue(forKey: ObjectIdentifier(view)) else { return }
    let element = weaver.element(shown, endingAt: path)
    weaver.send(ListWeaver.didEndDisplayingSupplementaryView, (element: element, view: view, kind: kind))
  }
}

extension ListWeaver {
  /// What an element of the list belongs to, and whose that is.
  ///
  /// The path of a header, a footer or another element of a section says nothing of the section's row 0.
  func ownedElement(ofKind kind: String, at path: ListPath, in list: ListView) -> OwnedElement? {
    if list.belongsToSections(kind: kind, in: path.section) ?? false {
      return ownedSection(path.section, in: map).map(OwnedElement.section)
    }
    return ownedRow(at: path).map(OwnedElement.row)
  }

  /// An element as its owner knows it when it goes: whose it was when it came into view, at the place where it was last shown.
  fileprivate func element(_ shown: OwnedElement, endingAt path: ListPath) -> OwnedElement {
    switch shown {
    case .row(let row):
      let map = endingMap()
      guard case .content(let former) = row.owner else { return .row(OwnedRow(FeedPath(path), of: row.owner)) }
      return .row(OwnedRow(FeedPath(path), of: .content(map.userPath(for: FeedPath(path)) ?? former)))
    case .section(let shown): return .section(section(shown, endingAt: path.section))
    }
  }

  /// A section as its owner knows it when an element of it goes: whose it was when that came into view, where it was last shown.
  func section(_ shown: OwnedSection, endingAt section: Int) -> OwnedSection {
    let map = endingMap()
    return OwnedSection(section, ofContent: shown.userSection.map { map.userSection(forFeed: section) ?? $0 })
  }
}
