public import Interception

/// The editing menu, of cut, copy and paste, and what else a row can do when it is held.
extension ListView {
  /// What an editing menu may offer.
  public static let editingActions: [Selector] = ["cut(_:)", "copy(_:)", "paste(_:)"]

  /// Opens the editing menu of the row at a point; answers what it offers, nothing where it has none.
  final func openEditingMenu(at point: ListPoint, sender: Any?) -> [Selector] {
    menus.editing = nil
    guard let path = rowRaw(at: point), let delegate = rawDelegate else { return [] }
    let revision = revision
    guard delegate.list(self, shouldShowMenuForRowAt: path) else { return [] }
    var actions: [Selector] = []
    for action in Self.editingActions {
      guard revision == self.revision else { return [] }
      if delegate.list(self, canPerformAction: action, forRowAt: path, withSender: sender) { actions.append(action) }
    }
    guard revision == self.revision, !actions.isEmpty else { return [] }
    menus.editing = EditingMenu(path: path, actions: actions)
    return actions
  }

  /// Performs an action that the open menu offers, and closes it; answers whether it does offer it.
  final func performEditingAction(_ action: Selector, sender: Any?) -> Bool {
    guard let menu = menus.editing, menu.actions.contains(action) else { return false }
    menus.editing = nil
    rawDelegate?.list(self, performAction: action, forRowAt: menu.path, withSender: sender)
    return true
  }

  /// Opens the row at a point over which something is held, as a touch would; answers whether it was opened.
  final func springLoad(at point: ListPoint) -> Bool {
    guard isSpringLoaded, let path = rowRaw(at: point) else { return false }
    let revision = revision
    let context = ListSpringLoadContext(targetView: shown.rows[path])
    guard rawDelegate?.list(self, shouldSpringLoadRowAt: path, with: context) ?? true else { return false }
    guard revision == self.revision else { return false }
    _ = touch(path)
    return true
  }
}
