public import Interception
public import ListModel
public import Placement

/// What the owners of rows are asked and told about the focus.
extension ListWeaver {
  /// Asks a row's owner whether it can have the focus.
  public static let canFocusRow = RowMessage<Bool>("list(_:canFocusRowAt:)") { weaver, row in
    weaver.ask(
      row, content: { weaver.contentDelegate?.list($0, canFocusRowAt: $1) },
      insertion: { weaver.delegate?.weaver(weaver, canFocusRowAt: $0) }) ?? weaver.list?.allowsSelection ?? true
  }

  /// Asks the content side for the row to which focus goes that comes to the list; the answer is the feed's path.
  public static let preferredFocusedRow = Message<ListWeaver, Void, FeedPath?>(
    "indexPathForPreferredFocusedView(in:)"
  ) { weaver, _ in
    guard let list = weaver.list, let content = weaver.contentDelegate else { return nil }
    return weaver.inUserSpace { content.indexPathForPreferredFocusedView(in: list) }
      .flatMap { weaver.feedPath($0) }.map { FeedPath($0) }
  }

  /// Asks the owners of both rows whether the focus may move from one to the other; where it is two, both have to say so.
  public static let shouldUpdateFocus = Message<ListWeaver, OwnedFocusUpdate, Bool>(
    "list(_:shouldUpdateFocusIn:)"
  ) { weaver, update in
    var content = true
    let now = weaver.following(update) {
      content = weaver.askContent(update) { $1.list($0, shouldUpdateFocusIn: $2) } ?? true
    }
    return content && weaver.askInsertions(now) { $0.weaver(weaver, shouldUpdateFocusIn: $1) } ?? true
  }

  /// Tells the owners of both rows that the focus has moved from one to the other.
  ///
  /// What a side gives to its coordinator runs with the list's, in that side's space.
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

  /// Asks a row's owner whether it is selected when it gets the focus.
  public static let selectionFollowsFocusForRow = RowMessage<Bool>("list(_:selectionFollowsFocusForRowAt:)") {
    weaver, row in
    weaver.ask(
      row, content: { weaver.contentDelegate?.list($0, selectionFollowsFocusForRowAt: $1) },
      insertion: { weaver.delegate?.weaver(weaver, selectionFollowsFocusForRowAt: $0) }) ?? true
  }

  /// A change as it is when the content side, which may change the list, has heard of it.
  private func following(_ update: OwnedFocusUpdate, _ tellContent: () -> Void) -> OwnedFocusUpdate {
    let rows = following([update.previous, update.next], tellContent)
    return OwnedFocusUpdate(from: rows[0], to: rows[1], heading: update.heading)
  }

  @discardableResult
  private func askContent<Answer>(
    _ update: OwnedFocusUpdate, _ ask: (ListView, any ListDelegate, ListFocusUpdateContext) -> Answer
  ) -> Answer? {
    guard let context = update.contentContext, let list, let content = contentDelegate else { return nil }
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
