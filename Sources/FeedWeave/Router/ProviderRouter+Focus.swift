import Interception
import ListModel
import Placement

/// The part of ListDelegate that is about the focus, and about acting on rows.
extension ProviderRouter {
  func list(_ list: ListView, canFocusRowAt path: ListPath) -> Bool {
    send(ListWeaver.canFocusRow, path) ?? false
  }

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

  func list(_ list: ListView, selectionFollowsFocusForRowAt path: ListPath) -> Bool {
    send(ListWeaver.selectionFollowsFocusForRow, path) ?? false
  }

  func list(_ list: ListView, canPerformPrimaryActionForRowAt path: ListPath) -> Bool {
    send(ListWeaver.canPerformPrimaryActionForRow, path) ?? false
  }

  func list(_ list: ListView, performPrimaryActionForRowAt path: ListPath) {
    send(ListWeaver.performPrimaryActionForRow, path)
  }

  private func owned(_ context: ListFocusUpdateContext) -> OwnedFocusUpdate {
    OwnedFocusUpdate(
      from: context.previouslyFocusedIndexPath.flatMap { weaver.ownedRow(at: $0) },
      to: context.nextFocusedIndexPath.flatMap { weaver.ownedRow(at: $0) }, heading: context.focusHeading)
  }
}

/// The part of ListDelegate that is about selecting several rows in one movement.
extension ProviderRouter {
  func list(_ list: ListView, shouldBeginMultipleSelectionInteractionAt path: ListPath) -> Bool {
    send(ListWeaver.shouldBeginMultipleSelection, path) ?? false
  }

  func list(_ list: ListView, didBeginMultipleSelectionInteractionAt path: ListPath) {
    send(ListWeaver.didBeginMultipleSelection, path)
  }

  func listDidEndMultipleSelectionInteraction(_ list: ListView) {
    let weaver = weaver
    weaver.send(ListWeaver.didEndMultipleSelection)
  }
}
