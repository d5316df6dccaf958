public import Interception
public import ListModel
import Placement

/// Controls focus and primary actions of inserted rows, and receives their events.
///
/// Part of ``WeaverDelegate``. Every method is optional; its default uses the list's own behavior.
public protocol WeaverFocusDelegate: AnyObject {
  /// Whether an inserted row can have the focus; by default, if the list's rows can be selected.
  func weaver(_ weaver: ListWeaver, canFocusRowAt path: FeedPath) -> Bool
  /// Whether the focus may move to an inserted row or away from one; true by default.
  func weaver(_ weaver: ListWeaver, shouldUpdateFocusIn context: WeaverFocusUpdateContext) -> Bool
  /// The focus has moved to an inserted row or away from one; add accompanying animations to the coordinator.
  func weaver(
    _ weaver: ListWeaver, didUpdateFocusIn context: WeaverFocusUpdateContext,
    with coordinator: ListFocusAnimationCoordinator)
  /// Whether an inserted row is also selected when it gets the focus; asked only if the list's selection follows its
  /// focus.
  func weaver(_ weaver: ListWeaver, selectionFollowsFocusForRowAt path: FeedPath) -> Bool
  /// Whether a touch performs an inserted row's primary action; by default, except in editing mode.
  func weaver(_ weaver: ListWeaver, canPerformPrimaryActionForRowAt path: FeedPath) -> Bool
  /// Performs an inserted row's primary action.
  func weaver(_ weaver: ListWeaver, performPrimaryActionForRowAt path: FeedPath)
}

extension WeaverFocusDelegate {
  /// Returns whether the list's rows can be selected.
  public func weaver(_ weaver: ListWeaver, canFocusRowAt path: FeedPath) -> Bool {
    weaver.list?.allowsSelection ?? true
  }
  /// Returns true.
  public func weaver(_ weaver: ListWeaver, shouldUpdateFocusIn context: WeaverFocusUpdateContext) -> Bool { true }
  /// Does nothing.
  public func weaver(
    _ weaver: ListWeaver, didUpdateFocusIn context: WeaverFocusUpdateContext,
    with coordinator: ListFocusAnimationCoordinator
  ) {}
  /// Returns whether the list's selection follows its focus.
  public func weaver(_ weaver: ListWeaver, selectionFollowsFocusForRowAt path: FeedPath) -> Bool {
    weaver.list?.selectionFollowsFocus ?? true
  }
  /// Returns whether the list is not in editing mode.
  public func weaver(_ weaver: ListWeaver, canPerformPrimaryActionForRowAt path: FeedPath) -> Bool {
    !(weaver.list?.isEditing ?? false)
  }
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, performPrimaryActionForRowAt path: FeedPath) {}
}

/// A change of the focused row as passed to the inserted provider, without rows of the content.
public struct WeaverFocusUpdateContext: Sendable, Hashable {
  /// The inserted row that had the focus before the change; nil if none had.
  public let previouslyFocusedIndexPath: FeedPath?
  /// The inserted row that has the focus after the change; nil if none has.
  public let nextFocusedIndexPath: FeedPath?
  /// The direction of the change.
  public let focusHeading: ListFocusHeading
}

/// A change of the focused row, with the owners of both rows.
public struct OwnedFocusUpdate: Sendable, Hashable {
  /// The row that had the focus before the change; nil if none had.
  public var previous: OwnedRow?
  /// The row that has the focus after the change; nil if none has.
  public var next: OwnedRow?
  /// The direction of the change.
  public var heading: ListFocusHeading

  /// Makes a change of the focused row.
  public init(from previous: OwnedRow?, to next: OwnedRow?, heading: ListFocusHeading) {
    self.previous = previous
    self.next = next
    self.heading = heading
  }
}

extension OwnedFocusUpdate {
  /// The change as passed to the content provider; nil if neither row is the content's.
  fileprivate var contentContext: ListFocusUpdateContext? {
    let rows = [previous, next].map { row in row?.owner.userPath.map { ListPath($0) } }
    guard rows != [nil, nil] else { return nil }
    return ListFocusUpdateContext(
      previouslyFocusedIndexPath: rows[0], nextFocusedIndexPath: rows[1], focusHeading: heading)
  }

  /// The change as passed to the inserted provider; nil if neither row is inserted.
  fileprivate var insertionContext: WeaverFocusUpdateContext? {
    let rows = [previous, next].map { row in row.flatMap { $0.owner.isInsertion ? $0.path : nil } }
    guard rows != [nil, nil] else { return nil }
    return WeaverFocusUpdateContext(
      previouslyFocusedIndexPath: rows[0], nextFocusedIndexPath: rows[1], focusHeading: heading)
  }
}

extension RowOwner {
  /// The position of the row in the content; nil for an insertion.
  var userPath: UserPath? {
    if case .content(let user) = self { user } else { nil }
  }
}

// MARK: - Focus messages

/// Questions and notifications for the owners of rows about the focus.
extension ListWeaver {
  /// Asks a row's owner whether it can have the focus.
  public static let canFocusRow = RowMessage<Bool>(
    "list(_:canFocusRowAt:)", { $0.list($1, canFocusRowAt: $2) }, insertion: { $0.weaver($1, canFocusRowAt: $2) })

  /// Asks the content provider for the row that the focus enters the list at; returns the feed path.
  public static let preferredFocusedRow = Message<ListWeaver, Void, FeedPath?>(
    "indexPathForPreferredFocusedView(in:)"
  ) { weaver, _ in
    guard let list = weaver.list, let content = weaver.content.delegate else { return nil }
    return weaver.inUserSpace { content.indexPathForPreferredFocusedView(in: list) }
      .flatMap { weaver.feedPath($0) }.map { FeedPath($0) }
  }

  /// Asks the owners of both rows whether the focus may move from one to the other.
  ///
  /// If there are two, both must agree.
  public static let shouldUpdateFocus = Message<ListWeaver, OwnedFocusUpdate, Bool>(
    "list(_:shouldUpdateFocusIn:)"
  ) { weaver, update in
    var content = true
    let now = weaver.following(update) {
      content = weaver.askContent(update) { $1.list($0, shouldUpdateFocusIn: $2) } ?? true
    }
    return content && weaver.askInsertions(now) { $0.weaver(weaver, shouldUpdateFocusIn: $1) } ?? true
  }

  /// Notifies the owners of both rows that the focus has moved from one to the other.
  ///
  /// Animations of each provider run with the list's, in that provider's coordinate space.
  public static let didUpdateFocus = Message<
    ListWeaver, (update: OwnedFocusUpdate, coordinator: ListFocusAnimationCoordinator), Void
  >("list(_:didUpdateFocusIn:with:)") { weaver, change in
    let content = ListFocusAnimationCoordinator()
    let insertions = ListFocusAnimationCoordinator()
    let now = weaver.following(change.update) {
      weaver.askContent(change.update) { $1.list($0, didUpdateFocusIn: $2, with: content) }
    }
    weaver.askInsertions(now) { $0.weaver(weaver, didUpdateFocusIn: $1, with: insertions) }
    change.coordinator.addCoordinatedAnimations {
      weaver.inUserSpace { content.runAnimations() }
      weaver.inFeedSpace { insertions.runAnimations() }
    } completion: {
      weaver.inUserSpace { content.runCompletions() }
      weaver.inFeedSpace { insertions.runCompletions() }
    }
  }

  /// Asks a row's owner whether it is also selected when it gets the focus.
  public static let selectionFollowsFocusForRow = RowMessage<Bool>(
    "list(_:selectionFollowsFocusForRowAt:)", { $0.list($1, selectionFollowsFocusForRowAt: $2) },
    insertion: { $0.weaver($1, selectionFollowsFocusForRowAt: $2) })

  /// Notifies the content provider, which may change the list, and returns the focus change with its rows' new
  /// positions.
  private func following(_ update: OwnedFocusUpdate, _ tellContent: () -> Void) -> OwnedFocusUpdate {
    let rows = following([update.previous, update.next], tellContent)
    return OwnedFocusUpdate(from: rows[0], to: rows[1], heading: update.heading)
  }

  @discardableResult
  private func askContent<Answer>(
    _ update: OwnedFocusUpdate, _ ask: (ListView, any ListDelegate, ListFocusUpdateContext) -> Answer
  ) -> Answer? {
    guard let context = update.contentContext, let list, let content = content.delegate else { return nil }
    return inUserSpace { ask(list, content, context) }
  }

  @discardableResult
  private func askInsertions<Answer>(
    _ update: OwnedFocusUpdate, _ ask: (any WeaverDelegate, WeaverFocusUpdateContext) -> Answer
  ) -> Answer? {
    guard let context = update.insertionContext, let delegate else { return nil }
    return inFeedSpace { ask(delegate, context) }
  }
}

// MARK: - Focus

/// Methods of `ListDelegate` about the focus and primary actions.
extension ProviderRouter {
  func list(_: ListView, canFocusRowAt path: ListPath) -> Bool { ask(ListWeaver.canFocusRow, path, else: false) }

  func indexPathForPreferredFocusedView(in list: ListView) -> ListPath? {
    weaver.send(ListWeaver.preferredFocusedRow).map { ListPath($0) }
  }

  func list(_ list: ListView, shouldUpdateFocusIn context: ListFocusUpdateContext) -> Bool {
    let weaver = weaver
    return weaver.send(ListWeaver.shouldUpdateFocus, owned(context))
  }

  func list(
    _ list: ListView, didUpdateFocusIn context: ListFocusUpdateContext,
    with coordinator: ListFocusAnimationCoordinator
  ) {
    let weaver = weaver
    weaver.send(ListWeaver.didUpdateFocus, (update: owned(context), coordinator: coordinator))
  }

  func list(_: ListView, selectionFollowsFocusForRowAt path: ListPath) -> Bool {
    ask(ListWeaver.selectionFollowsFocusForRow, path, else: false)
  }

  func list(_: ListView, canPerformPrimaryActionForRowAt path: ListPath) -> Bool {
    ask(ListWeaver.canPerformPrimaryActionForRow, path, else: false)
  }

  func list(_: ListView, performPrimaryActionForRowAt path: ListPath) {
    ask(ListWeaver.performPrimaryActionForRow, path, else: ())
  }

  private func owned(_ context: ListFocusUpdateContext) -> OwnedFocusUpdate {
    OwnedFocusUpdate(
      from: context.previouslyFocusedIndexPath.flatMap { weaver.ownedRow(at: $0) },
      to: context.nextFocusedIndexPath.flatMap { weaver.ownedRow(at: $0) }, heading: context.focusHeading)
  }
}

/// Methods of `ListDelegate` about multiple-selection gestures.
extension ProviderRouter {
  func list(_: ListView, shouldBeginMultipleSelectionInteractionAt path: ListPath) -> Bool {
    ask(ListWeaver.shouldBeginMultipleSelection, path, else: false)
  }

  func list(_: ListView, didBeginMultipleSelectionInteractionAt path: ListPath) {
    ask(ListWeaver.didBeginMultipleSelection, path, else: ())
  }

  func listDidEndMultipleSelectionInteraction(_ list: ListView) {
    let weaver = weaver
    weaver.send(ListWeaver.didEndMultipleSelection)
  }
}

// MARK: - Focus (WovenClass)

extension WovenClass {
  /// Overrides the focus: the content provider sees it only on a row of its own.
  static func overrideFocus(in woven: ClassObject) throws(AspectError) {
    try translate(ListView.indexPathForFocusedRow, in: woven) { weaver, call in
      weaver.callSuper(call, ()).flatMap { weaver.userPath($0) }
    }
    try runInFeedSpace(ListView.setNeedsFocusUpdate, ListView.updateFocusIfNeeded, in: woven)
  }
}
