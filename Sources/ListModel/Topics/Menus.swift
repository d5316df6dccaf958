public import Interception

/// Gives the menus of rows, and hears of them.
///
/// Part of ``ListDelegate``; every method is optional, and its default leaves the matter to the list.
public protocol ListMenuDelegate: AnyObject {
  /// Whether a row has an editing menu, of cut, copy and paste; no, unless said otherwise.
  func list(_ list: ListView, shouldShowMenuForRowAt path: ListPath) -> Bool
  /// Whether an action of the editing menu can be performed on a row; no, unless said otherwise.
  func list(
    _ list: ListView, canPerformAction action: Selector, forRowAt path: ListPath, withSender sender: Any?
  ) -> Bool
  /// Performs an action of the editing menu on a row.
  func list(_ list: ListView, performAction action: Selector, forRowAt path: ListPath, withSender sender: Any?)
  /// The context menu of a row that is pressed at a point of the content; nil for none.
  func list(
    _ list: ListView, contextMenuConfigurationForRowAt path: ListPath, point: ListPoint
  ) -> ListContextMenu?
  /// The context menu of the row that is pressed and, where it is one of several selected ones, the others; nil for none.
  ///
  /// The pressed row comes first; beside all rows there is none. Unless said otherwise the menu is that of the pressed row.
  func list(
    _ list: ListView, contextMenuConfigurationForItemsAt paths: [ListPath], point: ListPoint
  ) -> ListContextMenu?
  /// What is lifted when a context menu opens; nil for the cell of its row.
  func list(_ list: ListView, previewForHighlightingContextMenuWith menu: ListContextMenu) -> ListTargetedPreview?
  /// What falls back when a context menu is dismissed; nil for the cell of its row.
  func list(_ list: ListView, previewForDismissingContextMenuWith menu: ListContextMenu) -> ListTargetedPreview?
  /// The preview of a context menu has been chosen.
  func list(
    _ list: ListView, willPerformPreviewActionForMenuWith menu: ListContextMenu, animator: ListMenuAnimator)
  /// A context menu is about to be shown.
  func list(_ list: ListView, willDisplayContextMenu menu: ListContextMenu, animator: ListMenuAnimator)
  /// A context menu is about to go: it was dismissed or used, or its row is gone.
  func list(_ list: ListView, willEndContextMenuInteraction menu: ListContextMenu, animator: ListMenuAnimator)
  /// Whether a row opens when something that is dragged is held over it; yes, unless said otherwise.
  func list(_ list: ListView, shouldSpringLoadRowAt path: ListPath, with context: ListSpringLoadContext) -> Bool
  /// What a row opens in a scene of its own; nil for nothing.
  func list(
    _ list: ListView, sceneActivationConfigurationForItemAt path: ListPath, point: ListPoint
  ) -> ListSceneActivation?
}

extension ListMenuDelegate {
  /// No.
  public func list(_ list: ListView, shouldShowMenuForRowAt path: ListPath) -> Bool { false }
  /// No.
  public func list(
    _ list: ListView, canPerformAction action: Selector, forRowAt path: ListPath, withSender sender: Any?
  ) -> Bool { false }
  /// Does nothing.
  public func list(
    _ list: ListView, performAction action: Selector, forRowAt path: ListPath, withSender sender: Any?
  ) {}
  /// None.
  public func list(
    _ list: ListView, contextMenuConfigurationForRowAt path: ListPath, point: ListPoint
  ) -> ListContextMenu? { nil }
  /// That of the pressed row.
  public func list(
    _ list: ListView, contextMenuConfigurationForItemsAt paths: [ListPath], point: ListPoint
  ) -> ListContextMenu? {
    paths.first.flatMap { self.list(list, contextMenuConfigurationForRowAt: $0, point: point) }
  }
  /// Leaves it to the list.
  public func list(
    _ list: ListView, previewForHighlightingContextMenuWith menu: ListContextMenu
  ) -> ListTargetedPreview? { nil }
  /// Leaves it to the list.
  public func list(
    _ list: ListView, previewForDismissingContextMenuWith menu: ListContextMenu
  ) -> ListTargetedPreview? { nil }
  /// Does nothing.
  public func list(
    _ list: ListView, willPerformPreviewActionForMenuWith menu: ListContextMenu, animator: ListMenuAnimator
  ) {}
  /// Does nothing.
  public func list(_ list: ListView, willDisplayContextMenu menu: ListContextMenu, animator: ListMenuAnimator) {}
  /// Does nothing.
  public func list(
    _ list: ListView, willEndContextMenuInteraction menu: ListContextMenu, animator: ListMenuAnimator
  ) {}
  /// Yes.
  public func list(
    _ list: ListView, shouldSpringLoadRowAt path: ListPath, with context: ListSpringLoadContext
  ) -> Bool { true }
  /// Nothing.
  public func list(
    _ list: ListView, sceneActivationConfigurationForItemAt path: ListPath, point: ListPoint
  ) -> ListSceneActivation? { nil }
}

// MARK: - Context menu

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
    guard isCurrent(revision) else { return nil }
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

/// An editing menu that is open: its row, and what can be done to it.
struct EditingMenu {
  var path: ListPath
  var actions: [Selector]
}

/// The menus that are open, and what is left of the one that was dismissed last.
struct OpenMenus {
  var context: ListContextMenuInteraction?
  var editing: EditingMenu?
  /// What falls back to its row.
  var dismissal: ListTargetedPreview?

  /// The rows that they are for.
  var paths: [ListPath] { (context?.paths ?? []) + (editing.map { [$0.path] } ?? []) }

  /// Takes them to the new places of their rows; rows without one leave them.
  mutating func move(_ place: (ListPath) -> ListPath?) {
    if let paths = context?.paths { context?.paths = paths.compactMap(place) }
    if let menu = editing { editing = place(menu.path).map { EditingMenu(path: $0, actions: menu.actions) } }
  }
}

// MARK: - Editing menu

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
      guard isCurrent(revision) else { return [] }
      if delegate.list(self, canPerformAction: action, forRowAt: path, withSender: sender) { actions.append(action) }
    }
    guard isCurrent(revision), !actions.isEmpty else { return [] }
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
    guard isCurrent(revision) else { return false }
    _ = touch(path)
    return true
  }
}

// MARK: - Menu messages

extension ListView {
  /// The message of ``contextMenuInteraction``.
  public static let contextMenuInteraction = Message<ListView, Void, ListContextMenuInteraction?>(
    "contextMenuInteraction"
  ) { list, _ in
    list.menus.context
  }

  /// The context menu that is open, with its rows where they stand now; nil where none is.
  public final var contextMenuInteraction: ListContextMenuInteraction? { send(ListView.contextMenuInteraction) }

  /// The message of ``dismissContextMenu()``.
  public static let dismissContextMenu = Message<ListView, Void, Void>("dismissContextMenu()") { list, _ in
    list.dismissMenu()
  }

  /// Dismisses the context menu that is open.
  public final func dismissContextMenu() { send(ListView.dismissContextMenu) }
}

// MARK: - Menus

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
