public import Interception

/// Provides the menus of rows, and receives notifications about them.
///
/// Part of ``ListDelegate``; every method is optional, and its default leaves the decision to the list.
public protocol ListMenuDelegate: AnyObject {
  /// Whether a row has an editing menu with cut, copy and paste; false by default.
  func list(_ list: ListView, shouldShowMenuForRowAt path: ListPath) -> Bool
  /// Whether an action of the editing menu can be performed on a row; false by default.
  func list(
    _ list: ListView, canPerformAction action: Selector, forRowAt path: ListPath, withSender sender: Any?
  ) -> Bool
  /// Performs an action of the editing menu on a row.
  func list(_ list: ListView, performAction action: Selector, forRowAt path: ListPath, withSender sender: Any?)
  /// Returns the context menu of a row that is pressed at a point of the content; nil for none.
  func list(
    _ list: ListView, contextMenuConfigurationForRowAt path: ListPath, point: ListPoint
  ) -> ListContextMenu?
  /// Returns the context menu of several rows, or of the pressed row alone; nil for none.
  ///
  /// `paths` has the pressed row first and, if it is one of several selected rows, the other selected rows; it is empty
  /// if there is no row at the point. By default the menu is that of the pressed row.
  func list(
    _ list: ListView, contextMenuConfigurationForItemsAt paths: [ListPath], point: ListPoint
  ) -> ListContextMenu?
  /// Returns the view that is lifted when a context menu opens; nil for the cell of its row.
  func list(_ list: ListView, previewForHighlightingContextMenuWith menu: ListContextMenu) -> ListTargetedPreview?
  /// Returns the view that returns to its row when a context menu is dismissed; nil for the cell of its row.
  func list(_ list: ListView, previewForDismissingContextMenuWith menu: ListContextMenu) -> ListTargetedPreview?
  /// Notifies that the preview of a context menu was chosen.
  func list(
    _ list: ListView, willPerformPreviewActionForMenuWith menu: ListContextMenu, animator: ListMenuAnimator)
  /// Notifies that a context menu is about to be displayed.
  func list(_ list: ListView, willDisplayContextMenu menu: ListContextMenu, animator: ListMenuAnimator)
  /// Notifies that a context menu is about to close: it was dismissed or used, or its row was removed.
  func list(_ list: ListView, willEndContextMenuInteraction menu: ListContextMenu, animator: ListMenuAnimator)
  /// Whether a row opens when a dragged item is held over it; true by default.
  func list(_ list: ListView, shouldSpringLoadRowAt path: ListPath, with context: ListSpringLoadContext) -> Bool
  /// Returns the contents that a row opens in a separate scene; nil for none.
  func list(
    _ list: ListView, sceneActivationConfigurationForItemAt path: ListPath, point: ListPoint
  ) -> ListSceneActivation?
}

extension ListMenuDelegate {
  /// Returns false.
  public func list(_ list: ListView, shouldShowMenuForRowAt path: ListPath) -> Bool { false }
  /// Returns false.
  public func list(
    _ list: ListView, canPerformAction action: Selector, forRowAt path: ListPath, withSender sender: Any?
  ) -> Bool { false }
  /// Does nothing.
  public func list(_: ListView, performAction _: Selector, forRowAt _: ListPath, withSender _: Any?) {}
  /// Returns nil.
  public func list(
    _ list: ListView, contextMenuConfigurationForRowAt path: ListPath, point: ListPoint
  ) -> ListContextMenu? { nil }
  /// Returns the menu of the pressed row.
  public func list(
    _ list: ListView, contextMenuConfigurationForItemsAt paths: [ListPath], point: ListPoint
  ) -> ListContextMenu? {
    paths.first.flatMap { self.list(list, contextMenuConfigurationForRowAt: $0, point: point) }
  }
  /// Returns nil: the cell of its row.
  public func list(
    _ list: ListView, previewForHighlightingContextMenuWith menu: ListContextMenu
  ) -> ListTargetedPreview? { nil }
  /// Returns nil: the cell of its row.
  public func list(_: ListView, previewForDismissingContextMenuWith _: ListContextMenu) -> ListTargetedPreview? { nil }
  /// Does nothing.
  public func list(_: ListView, willPerformPreviewActionForMenuWith _: ListContextMenu, animator: ListMenuAnimator) {}
  /// Does nothing.
  public func list(_ list: ListView, willDisplayContextMenu menu: ListContextMenu, animator: ListMenuAnimator) {}
  /// Does nothing.
  public func list(_: ListView, willEndContextMenuInteraction _: ListContextMenu, animator: ListMenuAnimator) {}
  /// Returns true.
  public func list(_: ListView, shouldSpringLoadRowAt _: ListPath, with _: ListSpringLoadContext) -> Bool { true }
  /// Returns nil.
  public func list(
    _ list: ListView, sceneActivationConfigurationForItemAt path: ListPath, point: ListPoint
  ) -> ListSceneActivation? { nil }
}

// MARK: - Context menu

/// A context menu from its opening to its end, with calls to the delegate at each step.
///
/// It follows its rows in updates. It is closed when the pressed row is deleted or reloaded, or the list is reloaded.
extension ListView {
  /// Opens the context menu for a point, after closing the open one; returns nil if there is no menu.
  final func openContextMenu(at point: ListPoint) -> ListContextMenu? {
    endContextMenu()
    let paths = menuRows(at: point)
    let revision = revision
    guard let menu = rawDelegate?.list(self, contextMenuConfigurationForItemsAt: paths, point: point) else {
      return nil
    }
    guard isCurrent(revision) else { return nil }
    // A callback may have opened another menu.
    endContextMenu()
    menus.context = ListContextMenuInteraction(menu, paths: paths, location: point)
    let asked = rawDelegate?.list(self, previewForHighlightingContextMenuWith: menu)
    let preview = asked ?? menus.context?.paths.first.flatMap { cellPreview(of: $0) }
    menus.context?.preview = preview
    animate { rawDelegate?.list(self, willDisplayContextMenu: menu, animator: $0) }
    return menus.context?.menu
  }

  /// Chooses an action; returns whether it can be chosen.
  final func chooseMenuAction(_ index: Int) -> Bool {
    guard let menu = menus.context?.menu, menu.actions.indices.contains(index) else { return false }
    let action = menu.actions[index]
    guard action.canBeChosen else { return false }
    if !action.attributes.contains(.keepsMenuPresented) { dismissMenu() }
    action.handler()
    return true
  }

  /// Chooses the preview; returns whether a menu is open.
  final func commitMenuPreview() -> Bool {
    guard let menu = menus.context?.menu else { return false }
    let animator = ListMenuAnimator()
    rawDelegate?.list(self, willPerformPreviewActionForMenuWith: menu, animator: animator)
    if animator.preferredCommitStyle == .dismiss { dismissMenu() } else { endContextMenu() }
    animator.run()
    return true
  }

  /// Dismisses the open menu, whose preview returns to its row.
  final func dismissMenu() {
    guard let menu = menus.context?.menu else { return }
    let preview = rawDelegate?.list(self, previewForDismissingContextMenuWith: menu)
    // Uses the current rows: a callback may have changed the list.
    menus.dismissal = preview ?? menus.context?.paths.first.flatMap { cellPreview(of: $0) }
    endContextMenu()
  }

  /// Closes the open menu and notifies the delegate once, whatever callbacks do.
  final func endContextMenu() {
    guard let menu = menus.context?.menu else { return }
    menus.context = nil
    animate { rawDelegate?.list(self, willEndContextMenuInteraction: menu, animator: $0) }
  }

  /// Closes the menu if an update deletes or reloads the pressed row.
  final func endContextMenu(goneBy origins: ListOrigins) {
    guard let pressed = menus.context?.paths.first else { return }
    if origins.reloaded.contains(pressed) || origins.destination(of: pressed) == nil { endContextMenu() }
  }

  /// Returns the row at a point and, if it is one of several selected rows, the others.
  private func menuRows(at point: ListPoint) -> [ListPath] {
    guard let pressed = touchedRow(at: point) else { return [] }
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

/// An open editing menu: its row and its actions.
struct EditingMenu {
  var path: ListPath
  var actions: [Selector]
}

/// The open menus, and the preview of the last dismissed one.
struct OpenMenus {
  var context: ListContextMenuInteraction?
  fileprivate var editing: EditingMenu?
  fileprivate var isSpringLoadingAllowed = false
  /// The view that returns to its row.
  fileprivate var dismissal: ListTargetedPreview?

  /// The rows of the open menus.
  var paths: [ListPath] { (context?.paths ?? []) + (editing.map { [$0.path] } ?? []) }

  /// Moves the menus to the new positions of their rows; rows without a position are dropped.
  mutating func move(_ place: (ListPath) -> ListPath?) {
    if let paths = context?.paths { context?.paths = paths.compactMap(place) }
    if let menu = editing { editing = place(menu.path).map { EditingMenu(path: $0, actions: menu.actions) } }
  }
}

// MARK: - Editing menu

/// The editing menu with cut, copy and paste, and spring loading.
extension ListView {
  /// The actions that an editing menu may contain.
  public static let editingActions: [Selector] = ["cut(_:)", "copy(_:)", "paste(_:)"]

  /// Opens the editing menu of the row at a point; returns its actions, none if the row has no menu.
  final func openEditingMenu(at point: ListPoint, sender: Any?) -> [Selector] {
    menus.editing = nil
    guard let path = touchedRow(at: point), let delegate = rawDelegate else { return [] }
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

  /// Performs an action of the open menu and closes it; returns whether the menu contains the action.
  final func performEditingAction(_ action: Selector, sender: Any?) -> Bool {
    guard let menu = menus.editing, menu.actions.contains(action) else { return false }
    menus.editing = nil
    rawDelegate?.list(self, performAction: action, forRowAt: menu.path, withSender: sender)
    return true
  }

  /// Opens the row at a point, as a touch would, because an item is held over it; returns whether it was opened.
  final func springLoad(at point: ListPoint) -> Bool {
    guard isSpringLoaded, let path = touchedRow(at: point) else { return false }
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
  /// Whether a row opens when a dragged item is held over it.
  public final var isSpringLoaded: Bool {
    get { menus.isSpringLoadingAllowed }
    set { menus.isSpringLoadingAllowed = newValue }
  }

  /// The message of ``contextMenuInteraction``.
  public static let contextMenuInteraction = Message<ListView, Void, ListContextMenuInteraction?>(
    "contextMenuInteraction"
  ) { list, _ in
    list.menus.context
  }

  /// The open context menu, with the current paths of its rows; nil if none is open.
  public final var contextMenuInteraction: ListContextMenuInteraction? { send(ListView.contextMenuInteraction) }

  /// The message of ``dismissContextMenu()``.
  public static let dismissContextMenu = Message<ListView, Void, Void>("dismissContextMenu()") { list, _ in
    list.dismissMenu()
  }

  /// Dismisses the open context menu.
  public final func dismissContextMenu() { send(ListView.dismissContextMenu) }
}

// MARK: - Menus

/// Opening and using menus.
extension ListDisplay {
  /// The open context menu.
  public var contextMenu: ListContextMenu? { list.menus.context?.menu }

  /// The lifted view of the open context menu, or the returning view of the last dismissed one.
  public var contextMenuPreview: ListTargetedPreview? {
    list.menus.context.map(\.preview) ?? list.menus.dismissal
  }

  /// Presses the content at a point, which opens the context menu there.
  ///
  /// - Returns: the menu; nil if there is none.
  @discardableResult
  public func openContextMenu(at point: ListPoint) -> ListContextMenu? {
    list.asList { list.openContextMenu(at: point) }
  }

  /// Chooses an action of the open context menu by its index, which closes the menu unless the action keeps it open.
  ///
  /// - Returns: whether the action exists and can be chosen.
  @discardableResult
  public func chooseMenuAction(_ index: Int) -> Bool {
    list.asList { list.chooseMenuAction(index) }
  }

  /// Chooses the preview of the open context menu, which closes the menu.
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
  /// - Returns: the actions of the menu; empty if the row has none.
  @discardableResult
  public func openEditingMenu(at point: ListPoint, sender: Any? = nil) -> [Selector] {
    list.asList { list.openEditingMenu(at: point, sender: sender) }
  }

  /// Performs an action of the open editing menu, and closes it.
  ///
  /// - Returns: whether the menu contains the action.
  @discardableResult
  public func performEditingAction(_ action: Selector, sender: Any? = nil) -> Bool {
    list.asList { list.performEditingAction(action, sender: sender) }
  }

  /// Holds a dragged item over a point, which opens the row there as a touch would.
  ///
  /// - Returns: whether the row was opened.
  @discardableResult
  public func springLoad(at point: ListPoint) -> Bool {
    list.asList { list.springLoad(at: point) }
  }

  /// Returns the contents that the row at a point opens in a separate scene; nil for none.
  public func sceneActivation(at point: ListPoint) -> ListSceneActivation? {
    list.asList {
      guard let path = list.touchedRow(at: point) else { return nil }
      return list.rawDelegate?.list(list, sceneActivationConfigurationForItemAt: path, point: point)
    }
  }
}
