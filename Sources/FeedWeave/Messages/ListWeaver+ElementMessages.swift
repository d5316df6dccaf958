public import Interception
public import ListModel
import Placement

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
      content: { weaver.contentSource?.list($0, viewForSupplementaryElementOfKind: asked.kind, at: $1) },
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
        weaver.contentDelegate?.list($0, willDisplaySupplementaryView: view, forElementKind: kind, at: $1)
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
        weaver.contentDelegate?.list($0, didEndDisplayingSupplementaryView: view, forElementOfKind: kind, at: $1)
      },
      insertion: {
        weaver.delegate?.weaver(weaver, didEndDisplayingSupplementaryView: view, forElementOfKind: kind, at: $0)
      })
  }

  /// Asks the content side how far to scroll after a change of the layout.
  public static let targetContentOffset = Message<ListWeaver, Double, Double>(
    "list(_:targetContentOffsetForProposedContentOffset:)"
  ) { weaver, offset in
    guard let list = weaver.list, let content = weaver.contentDelegate else { return offset }
    return weaver.inUserSpace { content.list(list, targetContentOffsetForProposedContentOffset: offset) }
  }

  /// Asks the content side for the layout between two others.
  public static let transitionLayout = Message<ListWeaver, (old: ListLayout, new: ListLayout), ListLayout?>(
    "list(_:transitionLayoutForOldLayout:newLayout:)"
  ) { weaver, layouts in
    guard let list = weaver.list, let content = weaver.contentDelegate else { return nil }
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
