public import Interception
public import ListModel

/// What the side whose context menu is open is asked and told about it.
extension ListWeaver {
  /// Asks whose menu it is what is lifted when it opens.
  public static let highlightingPreview = Message<
    ListWeaver, (menu: ListContextMenu, isInserted: Bool), ListTargetedPreview?
  >("list(_:previewForHighlightingContextMenuWith:)") { weaver, call in
    weaver.ask(
      ofInsertion: call.isInserted,
      content: { weaver.contentDelegate?.list($0, previewForHighlightingContextMenuWith: call.menu) },
      insertion: { weaver.delegate?.weaver(weaver, previewForHighlightingContextMenuWith: call.menu) })
  }

  /// Asks whose menu it is what falls back when it is dismissed.
  public static let dismissingPreview = Message<
    ListWeaver, (menu: ListContextMenu, isInserted: Bool), ListTargetedPreview?
  >("list(_:previewForDismissingContextMenuWith:)") { weaver, call in
    weaver.ask(
      ofInsertion: call.isInserted,
      content: { weaver.contentDelegate?.list($0, previewForDismissingContextMenuWith: call.menu) },
      insertion: { weaver.delegate?.weaver(weaver, previewForDismissingContextMenuWith: call.menu) })
  }

  /// Tells whose menu it is that its preview has been chosen.
  public static let willPerformPreviewAction = Message<
    ListWeaver, (menu: ListContextMenu, isInserted: Bool, animator: ListMenuAnimator), Void
  >("list(_:willPerformPreviewActionForMenuWith:animator:)") { weaver, call in
    let animator = weaver.owned(call.animator, ofInsertion: call.isInserted)
    weaver.ask(
      ofInsertion: call.isInserted,
      content: {
        weaver.contentDelegate?.list($0, willPerformPreviewActionForMenuWith: call.menu, animator: animator)
      },
      insertion: {
        weaver.delegate?.weaver(weaver, willPerformPreviewActionForMenuWith: call.menu, animator: animator)
      })
  }

  /// Tells whose menu it is that it is about to be shown.
  public static let willDisplayContextMenu = Message<
    ListWeaver, (menu: ListContextMenu, isInserted: Bool, animator: ListMenuAnimator), Void
  >("list(_:willDisplayContextMenu:animator:)") { weaver, call in
    let animator = weaver.owned(call.animator, ofInsertion: call.isInserted)
    weaver.ask(
      ofInsertion: call.isInserted,
      content: { weaver.contentDelegate?.list($0, willDisplayContextMenu: call.menu, animator: animator) },
      insertion: { weaver.delegate?.weaver(weaver, willDisplayContextMenu: call.menu, animator: animator) })
  }

  /// Tells whose menu it was that it is about to go.
  public static let willEndContextMenu = Message<
    ListWeaver, (menu: ListContextMenu, isInserted: Bool, animator: ListMenuAnimator), Void
  >("list(_:willEndContextMenuInteraction:animator:)") { weaver, call in
    let animator = weaver.owned(call.animator, ofInsertion: call.isInserted)
    weaver.ask(
      ofInsertion: call.isInserted,
      content: { weaver.contentDelegate?.list($0, willEndContextMenuInteraction: call.menu, animator: animator) },
      insertion: { weaver.delegate?.weaver(weaver, willEndContextMenuInteraction: call.menu, animator: animator) })
  }

  /// Asks a side about something that is not a row.
  @discardableResult
  func ask<Answer>(
    ofInsertion isInserted: Bool, content: (ListView) -> Answer?, insertion: () -> Answer?
  ) -> Answer? {
    if isInserted { return inFeedSpace(insertion) }
    return list.flatMap { list in inUserSpace { content(list) } }
  }
}
