public import Interception
import ListModel
public import Placement

/// Controls highlighting and selection of inserted rows, and receives their events.
///
/// Part of ``WeaverDelegate``. Every method is optional; its default uses the list's own behavior.
public protocol WeaverSelectionDelegate: AnyObject {
  /// Whether a touch highlights an inserted row; true by default.
  func weaver(_ weaver: ListWeaver, shouldHighlightRowAt path: FeedPath) -> Bool
  /// An inserted row has been highlighted.
  func weaver(_ weaver: ListWeaver, didHighlightRowAt path: FeedPath)
  /// An inserted row is no longer highlighted.
  func weaver(_ weaver: ListWeaver, didUnhighlightRowAt path: FeedPath)
  /// Returns the row to select instead of an inserted one, by default that row; nil for none.
  func weaver(_ weaver: ListWeaver, willSelectRowAt path: FeedPath) -> FeedPath?
  /// Returns the row to deselect instead of an inserted one, by default that row; nil for none.
  func weaver(_ weaver: ListWeaver, willDeselectRowAt path: FeedPath) -> FeedPath?
  /// An inserted row has been selected.
  func weaver(_ weaver: ListWeaver, didSelectRowAt path: FeedPath)
  /// An inserted row has been deselected.
  func weaver(_ weaver: ListWeaver, didDeselectRowAt path: FeedPath)
  /// Whether a multiple-selection gesture can begin at an inserted row; false by default.
  func weaver(_ weaver: ListWeaver, shouldBeginMultipleSelectionInteractionAt path: FeedPath) -> Bool
  /// A multiple-selection gesture begins at an inserted row.
  func weaver(_ weaver: ListWeaver, didBeginMultipleSelectionInteractionAt path: FeedPath)
  /// A multiple-selection gesture that began at an inserted row has ended; the rows stay selected.
  func weaverDidEndMultipleSelectionInteraction(_ weaver: ListWeaver)
}

extension WeaverSelectionDelegate {
  /// Returns true.
  public func weaver(_ weaver: ListWeaver, shouldHighlightRowAt path: FeedPath) -> Bool { true }
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, didHighlightRowAt path: FeedPath) {}
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, didUnhighlightRowAt path: FeedPath) {}
  /// Returns that row.
  public func weaver(_ weaver: ListWeaver, willSelectRowAt path: FeedPath) -> FeedPath? { path }
  /// Returns that row.
  public func weaver(_ weaver: ListWeaver, willDeselectRowAt path: FeedPath) -> FeedPath? { path }
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, didSelectRowAt path: FeedPath) {}
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, didDeselectRowAt path: FeedPath) {}
  /// Returns false.
  public func weaver(_ weaver: ListWeaver, shouldBeginMultipleSelectionInteractionAt path: FeedPath) -> Bool { false }
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, didBeginMultipleSelectionInteractionAt path: FeedPath) {}
  /// Does nothing.
  public func weaverDidEndMultipleSelectionInteraction(_ weaver: ListWeaver) {}
}

// MARK: - Selection messages

/// Questions and notifications for the owner of a row about highlighting and selection.
extension ListWeaver {
  /// Asks a row's owner whether a touch highlights it.
  public static let shouldHighlightRow = RowMessage<Bool>(
    "list(_:shouldHighlightRowAt:)", { $0.list($1, shouldHighlightRowAt: $2) },
    insertion: { $0.weaver($1, shouldHighlightRowAt: $2) })

  /// Notifies a row's owner that it has been highlighted.
  public static let didHighlightRow = RowMessage<Void>(
    "list(_:didHighlightRowAt:)", { $0.list($1, didHighlightRowAt: $2) },
    insertion: { $0.weaver($1, didHighlightRowAt: $2) })

  /// Notifies a row's owner that it is no longer highlighted.
  public static let didUnhighlightRow = RowMessage<Void>(
    "list(_:didUnhighlightRowAt:)", { $0.list($1, didUnhighlightRowAt: $2) },
    insertion: { $0.weaver($1, didUnhighlightRowAt: $2) })

  /// Asks a row's owner which row to select instead of it; returns the feed path.
  public static let willSelectRow = RowMessage<FeedPath?>(
    "list(_:willSelectRowAt:)", { $1.feedPath($0.list($1, willSelectRowAt: $2)) },
    insertion: { $0.weaver($1, willSelectRowAt: $2) })

  /// Asks a row's owner which row to deselect instead of it; returns the feed path.
  public static let willDeselectRow = RowMessage<FeedPath?>(
    "list(_:willDeselectRowAt:)", { $1.feedPath($0.list($1, willDeselectRowAt: $2)) },
    insertion: { $0.weaver($1, willDeselectRowAt: $2) })

  /// Notifies a row's owner that it has been selected.
  public static let didSelectRow = RowMessage<Void>(
    "list(_:didSelectRowAt:)", { $0.list($1, didSelectRowAt: $2) }, insertion: { $0.weaver($1, didSelectRowAt: $2) })

  /// Notifies a row's owner that it has been deselected.
  public static let didDeselectRow = RowMessage<Void>(
    "list(_:didDeselectRowAt:)", { $0.list($1, didDeselectRowAt: $2) },
    insertion: { $0.weaver($1, didDeselectRowAt: $2) })
}

// MARK: - Router

/// Methods of `ListDelegate` about highlights and selection.
extension ProviderRouter {
  func list(_: ListView, shouldHighlightRowAt path: ListPath) -> Bool {
    ask(ListWeaver.shouldHighlightRow, path, else: true)
  }

  func list(_: ListView, didHighlightRowAt path: ListPath) { ask(ListWeaver.didHighlightRow, path, else: ()) }
  func list(_: ListView, didUnhighlightRowAt path: ListPath) { ask(ListWeaver.didUnhighlightRow, path, else: ()) }

  func list(_ list: ListView, willSelectRowAt path: ListPath) -> ListPath? {
    ask(ListWeaver.willSelectRow, path, else: nil).map { ListPath($0) }
  }

  func list(_ list: ListView, willDeselectRowAt path: ListPath) -> ListPath? {
    ask(ListWeaver.willDeselectRow, path, else: nil).map { ListPath($0) }
  }

  func list(_: ListView, didSelectRowAt path: ListPath) { ask(ListWeaver.didSelectRow, path, else: ()) }
  func list(_: ListView, didDeselectRowAt path: ListPath) { ask(ListWeaver.didDeselectRow, path, else: ()) }
}

// MARK: - Interaction messages

/// Questions and notifications for the owners of rows about primary actions and multiple-selection gestures.
extension ListWeaver {
  /// Asks a row's owner whether a touch performs its primary action.
  public static let canPerformPrimaryActionForRow = RowMessage<Bool>(
    "list(_:canPerformPrimaryActionForRowAt:)", { $0.list($1, canPerformPrimaryActionForRowAt: $2) },
    insertion: { $0.weaver($1, canPerformPrimaryActionForRowAt: $2) })

  /// Has a row's owner perform its primary action.
  public static let performPrimaryActionForRow = RowMessage<Void>(
    "list(_:performPrimaryActionForRowAt:)", { $0.list($1, performPrimaryActionForRowAt: $2) },
    insertion: { $0.weaver($1, performPrimaryActionForRowAt: $2) })

  /// Asks a row's owner whether a multiple-selection gesture can begin there.
  public static let shouldBeginMultipleSelection = RowMessage<Bool>(
    "list(_:shouldBeginMultipleSelectionInteractionAt:)",
    { $0.list($1, shouldBeginMultipleSelectionInteractionAt: $2) },
    insertion: { $0.weaver($1, shouldBeginMultipleSelectionInteractionAt: $2) })

  /// Notifies a row's owner that a multiple-selection gesture begins there.
  public static let didBeginMultipleSelection = RowMessage<Void>("list(_:didBeginMultipleSelectionInteractionAt:)") {
    weaver, row in
    weaver.interactions.isSelectionInserted = row.owner.isInsertion
    weaver.ask(
      row, { $0.list($1, didBeginMultipleSelectionInteractionAt: $2) },
      insertion: { $0.weaver($1, didBeginMultipleSelectionInteractionAt: $2) })
  }

  /// Notifies the provider that was notified of the beginning that a multiple-selection gesture has ended.
  public static let didEndMultipleSelection = Message<ListWeaver, Void, Void>(
    "listDidEndMultipleSelectionInteraction(_:)"
  ) { weaver, _ in
    weaver.ask(
      ofInsertion: weaver.interactions.isSelectionInserted,
      { provider, list in provider.listDidEndMultipleSelectionInteraction(list) },
      insertion: { provider, weaver in provider.weaverDidEndMultipleSelectionInteraction(weaver) })
  }
}

extension ListView {
  /// Returns the feed path of a content provider's answer.
  fileprivate func feedPath(_ user: ListPath?) -> FeedPath? {
    user.flatMap { woven?.feedPath($0) }.map { FeedPath($0) }
  }
}

// MARK: - Selection

extension WovenClass {
  /// Overrides selection: the content provider sees and selects its own rows.
  static func overrideSelection(in woven: ClassObject) throws(AspectError) {
    try translate(ListView.indexPathForSelectedRow, in: woven) { weaver, call in
      guard let first = weaver.callSuper(call, ()) else { return nil }
      return weaver.userPath(first) ?? call.receiver.selectedRows.lazy.compactMap { weaver.userPath($0) }.first
    }
    try overrideSelectedRows(in: woven)
    try translate(ListView.selectRow, in: woven) { weaver, call in
      let request = call.arguments
      guard let path = request.path else {
        weaver.loadList()
        return weaver.callSuper(call, request)
      }
      weaver.callSuper(call, about: .row(path)) {
        (path: $0, animated: request.animated, position: request.position)
      }
    }
    try translate(ListView.deselectRow, in: woven) { weaver, call in
      // A list that is not loaded has no selection, and is not loaded for this.
      var request = call.arguments
      request.path = weaver.feedPath(request.path) ?? .invalid
      weaver.callSuper(call, request)
    }
  }

  /// Overrides the observable selection: observers receive changes and former values in content coordinates.
  private static func overrideSelectedRows(in woven: ClassObject) throws(AspectError) {
    try translate(ListView.indexPathsForSelectedRows.getter, in: woven) { weaver, call in
      let isTold = call.receiver.isNotifyingOfSelection
      let selected = weaver.callSuper(call, ())
      return isTold ? selected : selected.compactMap { weaver.userPath($0) }
    }
    try translate(ListView.indexPathsForSelectedRows.setter, in: woven) { weaver, call in
      if call.receiver.isNotifyingOfSelection { return call.callSuper() }
      weaver.loadList()
      weaver.callSuper(call, call.arguments.compactMap { weaver.feedPath($0) })
      call.receiver.acceptSelection(call.receiver.selectedRows.compactMap { weaver.userPath($0) })
    }
    try woven.override(ListView.performForObservers) { call in
      guard let weaver = call.weaver else { return call.callSuper() }
      weaver.inUserSpace { call.callSuper() }
    }
  }

  /// Overrides scrolling to a row of the content, or to a selected one.
  static func overrideScrolling(in woven: ClassObject) throws(AspectError) {
    try translate(ListView.scrollToRow, in: woven) { weaver, call in
      let request = call.arguments
      weaver.callSuper(call, about: .row(request.path)) {
        (path: $0, position: request.position, animated: request.animated)
      }
    }
    try translate(ListView.scrollToNearestSelectedRow, in: woven) { weaver, call in
      weaver.loadList()
      var request = call.arguments
      request.among = request.among.map { $0.compactMap { weaver.feedPath($0) } }
      // Without given rows, the list chooses among those of the content.
      weaver.inFeedSpace(for: ContentRequest()) { call.callSuper(request) }
    }
    try runInFeedSpace(ListView.contentOffset.getter, in: woven)
    try runInFeedSpace(ListView.contentOffset.setter, in: woven)
  }
}
