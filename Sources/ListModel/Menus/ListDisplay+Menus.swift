public import Interception

/// Menus, as a person opens and uses them.
extension ListDisplay {
  /// The context menu that is open.
  public var contextMenu: ListContextMenu? { list.menus.context?.menu }

  /// What is lifted while the context menu is open, or else falls back from the one that was dismissed last.
  public var contextMenuPreview: ListTargetedPreview? {
    list.menus.context.map(\.preview) ?? list.menus.dismissal
  }

  /// Presses the content at a point, whereupon the context menu of what stands there opens.
  ///
  /// - Returns: the menu; nil where nobody gives one.
  @discardableResult
  public func openContextMenu(at point: ListPoint) -> ListContextMenu? {
    list.asList { list.openContextMenu(at: point) }
  }

  /// Chooses an action of the open context menu by its number, whereupon the menu goes, unless the action keeps it.
  ///
  /// - Returns: whether there is such an action that can be chosen.
  @discardableResult
  public func chooseMenuAction(_ index: Int) -> Bool {
    list.asList { list.chooseMenuAction(index) }
  }

  /// Chooses what the open context menu shows beside itself, whereupon the menu goes.
  ///
  /// - Returns: whether a menu is open.
  @discardableResult
  public func commitMenuPreview() -> Bool {
    list.asList { list.commitMenuPreview() }
  }

  /// Dismisses the open context menu.
  public func dismissContextMenu() {
    list.asList { list.dismissMenu() }
  }

  /// Opens the editing menu of the row at a point.
  ///
  /// - Returns: what it offers; nothing where it has none.
  @discardableResult
  public func openEditingMenu(at point: ListPoint, sender: Any? = nil) -> [Selector] {
    list.asList { list.openEditingMenu(at: point, sender: sender) }
  }

  /// Performs an action of the open editing menu, and closes it.
  ///
  /// - Returns: whether the menu offers it.
  @discardableResult
  public func performEditingAction(_ action: Selector, sender: Any? = nil) -> Bool {
    list.asList { list.performEditingAction(action, sender: sender) }
  }

  /// Holds something that is dragged over a point, whereupon the row there opens as by a touch.
  ///
  /// - Returns: whether it does.
  @discardableResult
  public func springLoad(at point: ListPoint) -> Bool {
    list.asList { list.springLoad(at: point) }
  }

  /// What the row at a point opens in a scene of its own; nil for nothing.
  public func sceneActivation(at point: ListPoint) -> ListSceneActivation? {
    list.asList {
      guard let path = list.rowRaw(at: point) else { return nil }
      return list.rawDelegate?.list(list, sceneActivationConfigurationForItemAt: path, point: point)
    }
  }
}
