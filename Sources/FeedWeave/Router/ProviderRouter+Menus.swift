import Interception
import ListModel
import Placement

/// The part of ListDelegate that is about menus.
extension ProviderRouter {
  func list(_ list: ListView, shouldShowMenuForRowAt path: ListPath) -> Bool {
    send(ListWeaver.shouldShowMenuForRow, path) ?? false
  }

  func list(
    _ list: ListView, canPerformAction action: Selector, forRowAt path: ListPath, withSender sender: Any?
  ) -> Bool {
    let weaver = weaver
    guard let row = weaver.ownedRow(at: path) else { return false }
    return weaver.send(ListWeaver.canPerformActionForRow, (row: row, action: action, sender: sender))
  }

  func list(_ list: ListView, performAction action: Selector, forRowAt path: ListPath, withSender sender: Any?) {
    let weaver = weaver
    guard let row = weaver.ownedRow(at: path) else { return }
    weaver.send(ListWeaver.performActionForRow, (row: row, action: action, sender: sender))
  }

  func list(
    _ list: ListView, contextMenuConfigurationForItemsAt paths: [ListPath], point: ListPoint
  ) -> ListContextMenu? {
    let weaver = weaver
    return weaver.send(
      ListWeaver.contextMenuForRows, (rows: paths.compactMap { weaver.ownedRow(at: $0) }, point: point))
  }

  func list(_ list: ListView, previewForHighlightingContextMenuWith menu: ListContextMenu) -> ListTargetedPreview? {
    let weaver = weaver
    return weaver.send(
      ListWeaver.highlightingPreview, (menu: menu, isInserted: weaver.interactions.isMenuInserted))
  }

  func list(_ list: ListView, previewForDismissingContextMenuWith menu: ListContextMenu) -> ListTargetedPreview? {
    let weaver = weaver
    return weaver.send(ListWeaver.dismissingPreview, (menu: menu, isInserted: weaver.interactions.isMenuInserted))
  }

  func list(
    _ list: ListView, willPerformPreviewActionForMenuWith menu: ListContextMenu, animator: ListMenuAnimator
  ) {
    let weaver = weaver
    weaver.send(
      ListWeaver.willPerformPreviewAction,
      (menu: menu, isInserted: weaver.interactions.isMenuInserted, animator: animator))
  }

  func list(_ list: ListView, willDisplayContextMenu menu: ListContextMenu, animator: ListMenuAnimator) {
    let weaver = weaver
    weaver.send(
      ListWeaver.willDisplayContextMenu,
      (menu: menu, isInserted: weaver.interactions.isMenuInserted, animator: animator))
  }

  func list(_ list: ListView, willEndContextMenuInteraction menu: ListContextMenu, animator: ListMenuAnimator) {
    let weaver = weaver
    let isInserted = weaver.interactions.isMenuInserted
    weaver.interactions.isMenuInserted = false
    weaver.send(ListWeaver.willEndContextMenu, (menu: menu, isInserted: isInserted, animator: animator))
  }

  func list(
    _ list: ListView, shouldSpringLoadRowAt path: ListPath, with context: ListSpringLoadContext
  ) -> Bool {
    let weaver = weaver
    guard let row = weaver.ownedRow(at: path) else { return true }
    return weaver.send(ListWeaver.shouldSpringLoadRow, (row: row, context: context))
  }

  func list(
    _ list: ListView, sceneActivationConfigurationForItemAt path: ListPath, point: ListPoint
  ) -> ListSceneActivation? {
    let weaver = weaver
    return weaver.ownedRow(at: path).flatMap {
      weaver.send(ListWeaver.sceneActivationForRow, (row: $0, point: point))
    }
  }
}
