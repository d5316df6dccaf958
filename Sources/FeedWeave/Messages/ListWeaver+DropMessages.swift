public import Interception
public import ListModel
public import Placement

/// What the content side, which alone takes what is dropped, is asked and told of a drag over a woven list.
///
/// Paths are the list's; an inserted row stands for the row of the content that follows it, or the end of the section.
extension ListWeaver {
  /// Asks whether the content can take what is dragged; it cannot where the content side has nobody for it.
  public static let canHandleDrop = Message<ListWeaver, ListDropSession, Bool>("list(_:canHandle:)") {
    weaver, session in
    weaver.askContent { $1.list($0, canHandle: session) } ?? false
  }

  /// Tells that a drag has come over the list.
  public static let dropSessionDidEnter = Message<ListWeaver, ListDropSession, Void>("list(_:dropSessionDidEnter:)") {
    weaver, session in
    weaver.askContent { $1.list($0, dropSessionDidEnter: session) }
  }

  /// Asks what would be done with what is dragged.
  public static let dropSessionDidUpdate = Message<
    ListWeaver, (session: ListDropSession, path: FeedPath?), ListDropProposal
  >("list(_:dropSessionDidUpdate:withDestinationIndexPath:)") { weaver, call in
    let place = call.path.flatMap { weaver.contentPlace(of: ListPath($0)) }
    return weaver.askContent { $1.list($0, dropSessionDidUpdate: call.session, withDestinationIndexPath: place) }
      ?? ListDropProposal(operation: .cancel)
  }

  /// Has the content take what is dropped; it does not hear from which inserted rows that comes.
  public static let performDrop = Message<ListWeaver, ListDropCoordinator, Void>("list(_:performDropWith:)") {
    weaver, coordinator in
    let translated = ListDropCoordinator(
      coordinator, destination: coordinator.destinationIndexPath.flatMap { weaver.contentPlace(of: $0) },
      source: { weaver.userPath($0) })
    weaver.askContent { $1.list($0, performDropWith: translated) }
  }

  /// Tells that a drag has left the list.
  public static let dropSessionDidExit = Message<ListWeaver, ListDropSession, Void>("list(_:dropSessionDidExit:)") {
    weaver, session in
    weaver.askContent { $1.list($0, dropSessionDidExit: session) }
  }

  /// Tells that a drag that has been over the list is over.
  public static let dropSessionDidEnd = Message<ListWeaver, ListDropSession, Void>("list(_:dropSessionDidEnd:)") {
    weaver, session in
    weaver.askContent { $1.list($0, dropSessionDidEnd: session) }
  }

  /// Asks a row's owner which part of it is shown while something lands there.
  public static let dropPreviewParametersForRow = RowMessage<ListPreviewParameters?>(
    "list(_:dropPreviewParametersForRowAt:)"
  ) { weaver, row in
    weaver.ask(
      row, content: { weaver.interactions.contentDropDelegate?.list($0, dropPreviewParametersForRowAt: $1) },
      insertion: { weaver.delegate?.weaver(weaver, dropPreviewParametersForRowAt: $0) })
  }

  @discardableResult
  private func askContent<Answer>(_ ask: (ListView, any ListDropDelegate) -> Answer) -> Answer? {
    guard let list, let delegate = interactions.contentDropDelegate else { return nil }
    return inUserSpace { ask(list, delegate) }
  }
}

extension ListWeaver {
  /// The row of the content before which a place of the list stands; the row count at a section's end, nil where there is no
  /// content.
  ///
  /// An inserted section stands before the next section of the content, or else at the end of the last one.
  ///
  /// - Complexity: O(log sections + log rows) translations.
  func contentPlace(of feed: ListPath) -> ListPath? {
    guard let section = userSection(feed.section) else {
      let next = (0..<map.userSectionCount).partitioningIndex { map.feedSection(forUser: $0) ?? .max > feed.section }
      if next < map.userSectionCount { return ListPath(row: 0, section: next) }
      return map.userCount(inUserSection: next - 1).map { ListPath(row: $0, section: next - 1) }
    }
    let count = map.userCount(inUserSection: section) ?? 0
    let row = (0..<count).partitioningIndex {
      map.feedPath(for: UserPath(section: section, row: $0))?.row ?? .max >= feed.row
    }
    return ListPath(row: row, section: section)
  }
}
