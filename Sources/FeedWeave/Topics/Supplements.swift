public import Interception
public import ListModel
import Placement

/// Gives the views that a layout shows beside inserted rows.
///
/// Part of ``WeaverDataSource``; every method is optional, and its default leaves the matter to the list.
public protocol WeaverSupplementaryDataSource: AnyObject {
  /// The view of an element of a layout that belongs to an inserted row; or to an inserted section, under the path of row 0 in
  /// it.
  func weaver(_ weaver: ListWeaver, viewForSupplementaryElementOfKind kind: String, at path: FeedPath) -> ListCell?
}

extension WeaverSupplementaryDataSource {
  /// None.
  public func weaver(
    _ weaver: ListWeaver, viewForSupplementaryElementOfKind kind: String, at path: FeedPath
  ) -> ListCell? { nil }
}

// MARK: - Element messages

/// What is asked and told of the elements of a layout, and of the layout as a whole.
extension ListWeaver {
  /// A message about an element of a layout that is shown.
  public typealias ElementDisplayMessage = Message<
    ListWeaver, (element: OwnedElement, view: ListCell, kind: String), Void
  >

  /// Asks the owner of what an element belongs to for its view.
  public static let viewForSupplementaryElement = Message<
    ListWeaver, (element: OwnedElement, kind: String), ListCell?
  >("list(_:viewForSupplementaryElementOfKind:at:)") { weaver, asked in
    weaver.ask(
      asked.element,
      content: { weaver.content.dataSource?.list($0, viewForSupplementaryElementOfKind: asked.kind, at: $1) },
      insertion: { weaver.dataSource?.weaver(weaver, viewForSupplementaryElementOfKind: asked.kind, at: $0) })
  }

  /// Tells the owner of what an element belongs to that it is about to be shown.
  public static let willDisplaySupplementaryView = ElementDisplayMessage(
    "list(_:willDisplaySupplementaryView:forElementKind:at:)"
  ) { weaver, shown in
    let (element, view, kind) = shown
    weaver.ask(
      element,
      content: {
        weaver.content.delegate?.list($0, willDisplaySupplementaryView: view, forElementKind: kind, at: $1)
      },
      insertion: {
        weaver.delegate?.weaver(weaver, willDisplaySupplementaryView: view, forElementKind: kind, at: $0)
      })
  }

  /// Tells the owner of what an element belonged to when it came into view that it is out of sight.
  public static let didEndDisplayingSupplementaryView = ElementDisplayMessage(
    "list(_:didEndDisplayingSupplementaryView:forElementOfKind:at:)"
  ) { weaver, shown in
    let (element, view, kind) = shown
    weaver.ask(
      element,
      content: {
        weaver.content.delegate?.list($0, didEndDisplayingSupplementaryView: view, forElementOfKind: kind, at: $1)
      },
      insertion: {
        weaver.delegate?.weaver(weaver, didEndDisplayingSupplementaryView: view, forElementOfKind: kind, at: $0)
      })
  }

  /// Asks the content side how far to scroll after a change of the layout.
  public static let targetContentOffset = Message<ListWeaver, Double, Double>(
    "list(_:targetContentOffsetForProposedContentOffset:)"
  ) { weaver, offset in
    guard let list = weaver.list, let content = weaver.content.delegate else { return offset }
    return weaver.inUserSpace { content.list(list, targetContentOffsetForProposedContentOffset: offset) }
  }

  /// Asks the content side for the layout between two others.
  public static let transitionLayout = Message<ListWeaver, (old: ListLayout, new: ListLayout), ListLayout?>(
    "list(_:transitionLayoutForOldLayout:newLayout:)"
  ) { weaver, layouts in
    guard let list = weaver.list, let content = weaver.content.delegate else { return nil }
    return weaver.inUserSpace {
      content.list(list, transitionLayoutForOldLayout: layouts.old, newLayout: layouts.new)
    }
  }

  /// Asks the owner of what an element belongs to.
  @discardableResult
  private func ask<Answer>(
    _ element: OwnedElement, content: (ListView, ListPath) -> Answer?, insertion: (FeedPath) -> Answer?
  ) -> Answer? {
    switch element {
    case .row(let row): ask(row, content: content, insertion: insertion)
    case .section(let section):
      ask(
        section, content: { content($0, ListPath(row: 0, section: $1)) },
        insertion: { insertion(FeedPath(section: $0, row: 0)) })
    }
  }
}

// MARK: - Elements

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
    weaver.display.elements[view] = element
    weaver.send(ListWeaver.willDisplaySupplementaryView, (element: element, view: view, kind: kind))
  }

  func list(
    _ list: ListView, didEndDisplayingSupplementaryView view: ListCell, forElementOfKind kind: String, at path: ListPath
  ) {
    let weaver = weaver
    guard let shown = weaver.display.elements.remove(view) else { return }
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
