/// A context menu from its opening to its end, each step told to the delegate.
///
/// It goes with its rows, and ends with the one that was pressed: when that is deleted, reloaded or no longer known.
extension ListView {
  /// Opens the menu of what stands at a point, in place of one that is open; nil where nobody gives one.
  final func openContextMenu(at point: ListPoint) -> ListContextMenu? {
    endContextMenu()
    let paths = menuRows(at: point)
    let revision = revision
    guard let menu = rawDelegate?.list(self, contextMenuConfigurationForItemsAt: paths, point: point) else {
      return nil
    }
    guard revision == self.revision else { return nil }
    // Whoever was asked may have opened another one.
    endContextMenu()
    menus.context = ListContextMenuInteraction(menu, paths: paths, location: point)
    let asked = rawDelegate?.list(self, previewForHighlightingContextMenuWith: menu)
    let preview = asked ?? menus.context?.paths.first.flatMap { cellPreview(of: $0) }
    menus.context?.preview = preview
    animate { rawDelegate?.list(self, willDisplayContextMenu: menu, animator: $0) }
    return menus.context?.menu
  }

  /// Chooses an action; answers whether it can be chosen.
  final func chooseMenuAction(_ index: Int) -> Bool {
    guard let menu = menus.context?.menu, menu.actions.indices.contains(index) else { return false }
    let action = menu.actions[index]
    guard action.canBeChosen else { return false }
    if !action.attributes.contains(.keepsMenuPresented) { dismissMenu() }
    action.handler()
    return true
  }

  /// Chooses the preview; answers whether a menu is open.
  final func commitMenuPreview() -> Bool {
    guard let menu = menus.context?.menu else { return false }
    let animator = ListMenuAnimator()
    rawDelegate?.list(self, willPerformPreviewActionForMenuWith: menu, animator: animator)
    if animator.preferredCommitStyle == .dismiss { dismissMenu() } else { endContextMenu() }
    animator.run()
    return true
  }

  /// Ends the menu that is open, which falls back to its row.
  final func dismissMenu() {
    guard let menu = menus.context?.menu else { return }
    let preview = rawDelegate?.list(self, previewForDismissingContextMenuWith: menu)
    // The rows as they are now: a callback may have changed the list.
    menus.dismissal = preview ?? menus.context?.paths.first.flatMap { cellPreview(of: $0) }
    endContextMenu()
  }

  /// Ends the menu that is open; told once, whatever is done meanwhile.
  final func endContextMenu() {
    guard let menu = menus.context?.menu else { return }
    menus.context = nil
    animate { rawDelegate?.list(self, willEndContextMenuInteraction: menu, animator: $0) }
  }

  /// Ends the menu whose pressed row an update takes away or asks for anew.
  final func endContextMenu(goneBy origins: ListOrigins) {
    guard let pressed = menus.context?.paths.first else { return }
    if origins.reloaded.contains(pressed) || origins.destination(of: pressed) == nil { endContextMenu() }
  }

  /// The row at a point and, where it is one of several that are selected, the others.
  private func menuRows(at point: ListPoint) -> [ListPath] {
    guard let pressed = rowRaw(at: point) else { return [] }
    guard selection.contains(pressed) else { return [pressed] }
    return [pressed] + selection.order.filter { $0 != pressed }
  }

  private func animate(_ tell: (ListMenuAnimator) -> Void) {
    let animator = ListMenuAnimator()
    tell(animator)
    animator.run()
  }

  final func cellPreview(of path: ListPath, _ parameters: ListPreviewParameters? = nil) -> ListTargetedPreview? {
    guard extents.contains(path), let cell = shown.rows[path] else { return nil }
    return ListTargetedPreview(
      view: cell, frame: rect(extents.row(path)), parameters: parameters ?? ListPreviewParameters())
  }
}
