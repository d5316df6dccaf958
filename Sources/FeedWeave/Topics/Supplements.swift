public import Interception
public import ListModel
import Placement

/// Provides the supplementary views of inserted rows and sections.
///
/// Part of ``WeaverDataSource``. Every method is optional; its default uses the list's own behavior.
public protocol WeaverSupplementaryDataSource: AnyObject {
  /// Returns the view of a layout element that belongs to an inserted row, or to an inserted section, at its row 0.
  func weaver(_ weaver: ListWeaver, viewForSupplementaryElementOfKind kind: String, at path: FeedPath) -> ListCell?
}

extension WeaverSupplementaryDataSource {
  /// Returns nil.
  public func weaver(_: ListWeaver, viewForSupplementaryElementOfKind _: String, at _: FeedPath) -> ListCell? { nil }
}

// MARK: - Element messages

/// Questions and notifications about layout elements, and about the layout as a whole.
extension ListWeaver {
  /// A message about a displayed layout element.
  public typealias ElementDisplayMessage = Message<
    ListWeaver, (element: OwnedElement, view: ListCell, kind: String), Void
  >

  /// Asks an element's owner for its view.
  public static let viewForSupplementaryElement = Message<
    ListWeaver, (element: OwnedElement, kind: String), ListCell?
  >("list(_:viewForSupplementaryElementOfKind:at:)") { weaver, call in
    weaver.ask(
      call.element, asking: DataSources.self, { $0.list($1, viewForSupplementaryElementOfKind: call.kind, at: $2) },
      insertion: { $0.weaver($1, viewForSupplementaryElementOfKind: call.kind, at: $2) })
  }

  /// Notifies an element's owner that it is about to be displayed.
  public static let willDisplaySupplementaryView = ElementDisplayMessage(
    "list(_:willDisplaySupplementaryView:forElementKind:at:)"
  ) { weaver, call in
    weaver.ask(
      call.element, { $0.list($1, willDisplaySupplementaryView: call.view, forElementKind: call.kind, at: $2) },
      insertion: { $0.weaver($1, willDisplaySupplementaryView: call.view, forElementKind: call.kind, at: $2) })
  }

  /// Notifies the provider that owned an element when it came into view that it is no longer displayed.
  public static let didEndDisplayingSupplementaryView = ElementDisplayMessage(
    "list(_:didEndDisplayingSupplementaryView:forElementOfKind:at:)"
  ) { weaver, call in
    weaver.ask(
      call.element, { $0.list($1, didEndDisplayingSupplementaryView: call.view, forElementOfKind: call.kind, at: $2) },
      insertion: { $0.weaver($1, didEndDisplayingSupplementaryView: call.view, forElementOfKind: call.kind, at: $2) })
  }

  /// Asks the content provider for the content offset after a change of the layout.
  public static let targetContentOffset = Message<ListWeaver, Double, Double>(
    "list(_:targetContentOffsetForProposedContentOffset:)"
  ) { weaver, offset in
    guard let list = weaver.list, let content = weaver.content.delegate else { return offset }
    return weaver.inUserSpace { content.list(list, targetContentOffsetForProposedContentOffset: offset) }
  }

  /// Asks the content provider for the layout of a transition between two others.
  public static let transitionLayout = Message<ListWeaver, (old: ListLayout, new: ListLayout), ListLayout?>(
    "list(_:transitionLayoutForOldLayout:newLayout:)"
  ) { weaver, layouts in
    guard let list = weaver.list, let content = weaver.content.delegate else { return nil }
    return weaver.inUserSpace {
      content.list(list, transitionLayoutForOldLayout: layouts.old, newLayout: layouts.new)
    }
  }
}

// MARK: - Elements

/// Methods of `ListDataSource` and `ListDelegate` about the elements of a layout.
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
  /// Returns a layout element with its owner.
  ///
  /// A header, a footer or another element of a section belongs to the section, not to its row 0.
  func ownedElement(ofKind kind: String, at path: ListPath, in list: ListView) -> OwnedElement? {
    if list.belongsToSections(kind: kind, in: path.section) ?? false {
      return feed.shown.ownedSection(path.section).map(OwnedElement.section)
    }
    return ownedRow(at: path).map(OwnedElement.row)
  }

  /// Returns an element whose display ends: its owner when it came into view, and its last position.
  fileprivate func element(_ shown: OwnedElement, endingAt path: ListPath) -> OwnedElement {
    switch shown {
    case .row(let row):
      let map = mapOfEndingDisplays()
      guard case .content(let former) = row.owner else { return .row(OwnedRow(FeedPath(path), of: row.owner)) }
      return .row(OwnedRow(FeedPath(path), of: .content(map.userPath(for: FeedPath(path)) ?? former)))
    case .section(let shown): return .section(section(shown, endingAt: path.section))
    }
  }

  /// Returns the section of an element whose display ends: its owner when that came into view, and its last position.
  func section(_ shown: OwnedSection, endingAt section: Int) -> OwnedSection {
    let map = mapOfEndingDisplays()
    return OwnedSection(section, ofContent: shown.userSection.map { map.userSection(forFeed: section) ?? $0 })
  }
}
