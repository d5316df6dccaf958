public import Interception
public import ListModel
import Placement

/// Provides the menus of inserted rows, and receives their events.
///
/// Part of ``WeaverDelegate``. Every method is optional; its default uses the list's own behavior.
public protocol WeaverMenuDelegate: AnyObject {
  /// Whether an inserted row has an editing menu; false by default.
  func weaver(_ weaver: ListWeaver, shouldShowMenuForRowAt path: FeedPath) -> Bool
  /// Whether an action of the editing menu can be performed on an inserted row; false by default.
  func weaver(
    _ weaver: ListWeaver, canPerformAction action: Selector, forRowAt path: FeedPath, withSender sender: Any?
  ) -> Bool
  /// Performs an action of the editing menu on an inserted row.
  func weaver(
    _ weaver: ListWeaver, performAction action: Selector, forRowAt path: FeedPath, withSender sender: Any?)
  /// Returns the context menu of a pressed inserted row; nil for none.
  func weaver(
    _ weaver: ListWeaver, contextMenuConfigurationForRowAt path: FeedPath, point: ListPoint
  ) -> ListContextMenu?
  /// Returns the context menu of a pressed inserted row and the other selected inserted rows; nil for none.
  ///
  /// The pressed row comes first. By default the menu is that of the pressed row.
  func weaver(
    _ weaver: ListWeaver, contextMenuConfigurationForItemsAt paths: [FeedPath], point: ListPoint
  ) -> ListContextMenu?
  /// Returns the preview to lift when a menu of inserted rows opens; nil for the cell of its row.
  func weaver(
    _ weaver: ListWeaver, previewForHighlightingContextMenuWith menu: ListContextMenu
  ) -> ListTargetedPreview?
  /// Returns the preview to move back when a menu of inserted rows is dismissed; nil for the cell of its row.
  func weaver(
    _ weaver: ListWeaver, previewForDismissingContextMenuWith menu: ListContextMenu
  ) -> ListTargetedPreview?
  /// The preview of a menu of inserted rows has been tapped.
  func weaver(
    _ weaver: ListWeaver, willPerformPreviewActionForMenuWith menu: ListContextMenu, animator: ListMenuAnimator)
  /// A menu of inserted rows is about to be displayed.
  func weaver(_ weaver: ListWeaver, willDisplayContextMenu menu: ListContextMenu, animator: ListMenuAnimator)
  /// A menu of inserted rows is about to be dismissed.
  func weaver(_ weaver: ListWeaver, willEndContextMenuInteraction menu: ListContextMenu, animator: ListMenuAnimator)
  /// Whether an inserted row opens when a drag is held over it (spring loading); true by default.
  func weaver(
    _ weaver: ListWeaver, shouldSpringLoadRowAt path: FeedPath, with context: ListSpringLoadContext
  ) -> Bool
  /// Returns what an inserted row opens in a new scene; nil for nothing.
  func weaver(
    _ weaver: ListWeaver, sceneActivationConfigurationForItemAt path: FeedPath, point: ListPoint
  ) -> ListSceneActivation?
}

extension WeaverMenuDelegate {
  /// Returns false.
  public func weaver(_ weaver: ListWeaver, shouldShowMenuForRowAt path: FeedPath) -> Bool { false }
  /// Returns false.
  public func weaver(
    _ weaver: ListWeaver, canPerformAction action: Selector, forRowAt path: FeedPath, withSender sender: Any?
  ) -> Bool { false }
  /// Does nothing.
  public func weaver(_: ListWeaver, performAction _: Selector, forRowAt _: FeedPath, withSender _: Any?) {}
  /// Returns nil.
  public func weaver(
    _ weaver: ListWeaver, contextMenuConfigurationForRowAt path: FeedPath, point: ListPoint
  ) -> ListContextMenu? { nil }
  /// Returns the menu of the pressed row.
  public func weaver(
    _ weaver: ListWeaver, contextMenuConfigurationForItemsAt paths: [FeedPath], point: ListPoint
  ) -> ListContextMenu? {
    paths.first.flatMap { self.weaver(weaver, contextMenuConfigurationForRowAt: $0, point: point) }
  }
  /// Returns nil, for the list's own behavior.
  public func weaver(
    _ weaver: ListWeaver, previewForHighlightingContextMenuWith menu: ListContextMenu
  ) -> ListTargetedPreview? { nil }
  /// Returns nil, for the list's own behavior.
  public func weaver(
    _ weaver: ListWeaver, previewForDismissingContextMenuWith menu: ListContextMenu
  ) -> ListTargetedPreview? { nil }
  /// Does nothing.
  public func weaver(
    _ weaver: ListWeaver, willPerformPreviewActionForMenuWith menu: ListContextMenu, animator: ListMenuAnimator
  ) {}
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, willDisplayContextMenu menu: ListContextMenu, animator: ListMenuAnimator) {}
  /// Does nothing.
  public func weaver(_: ListWeaver, willEndContextMenuInteraction _: ListContextMenu, animator: ListMenuAnimator) {}
  /// Returns true.
  public func weaver(_: ListWeaver, shouldSpringLoadRowAt _: FeedPath, with _: ListSpringLoadContext) -> Bool { true }
  /// Returns nil.
  public func weaver(
    _ weaver: ListWeaver, sceneActivationConfigurationForItemAt path: FeedPath, point: ListPoint
  ) -> ListSceneActivation? { nil }
}

// MARK: - Menu messages

/// Questions for the owner of a row about its menus.
extension ListWeaver {
  /// Asks a row's owner whether it has an editing menu.
  public static let shouldShowMenuForRow = RowMessage<Bool>(
    "list(_:shouldShowMenuForRowAt:)", { $0.list($1, shouldShowMenuForRowAt: $2) },
    insertion: { $0.weaver($1, shouldShowMenuForRowAt: $2) })

  /// Asks a row's owner whether an action of its editing menu can be performed.
  public static let canPerformActionForRow = Message<
    ListWeaver, (row: OwnedRow, action: Selector, sender: Any?), Bool
  >("list(_:canPerformAction:forRowAt:withSender:)") { weaver, call in
    weaver.ask(
      call.row, { $0.list($1, canPerformAction: call.action, forRowAt: $2, withSender: call.sender) },
      insertion: { $0.weaver($1, canPerformAction: call.action, forRowAt: $2, withSender: call.sender) })
  }

  /// Has a row's owner perform an action of its editing menu.
  public static let performActionForRow = Message<
    ListWeaver, (row: OwnedRow, action: Selector, sender: Any?), Void
  >("list(_:performAction:forRowAt:withSender:)") { weaver, call in
    weaver.ask(
      call.row, { $0.list($1, performAction: call.action, forRowAt: $2, withSender: call.sender) },
      insertion: { $0.weaver($1, performAction: call.action, forRowAt: $2, withSender: call.sender) })
  }

  /// Asks the owner of the pressed row, which comes first, for the context menu of its rows among those given.
  ///
  /// If no row is pressed, the content provider is asked.
  public static let contextMenuForRows = Message<
    ListWeaver, (rows: [OwnedRow], point: ListPoint), ListContextMenu?
  >("list(_:contextMenuConfigurationForItemsAt:point:)") { weaver, call in
    let isInserted = call.rows.first?.owner.isInsertion ?? false
    let menu: ListContextMenu? =
      isInserted
      ? weaver.inFeedSpace {
        let paths = call.rows.filter(\.owner.isInsertion).map(\.path)
        return weaver.delegate?.weaver(weaver, contextMenuConfigurationForItemsAt: paths, point: call.point)
      }
      : weaver.list.flatMap { list in
        weaver.inUserSpace {
          let paths = call.rows.compactMap(\.contentPosition)
          return weaver.content.delegate?.list(list, contextMenuConfigurationForItemsAt: paths, point: call.point)
        }
      }
    weaver.interactions.isMenuInserted = isInserted && menu != nil
    return menu.map { weaver.owned($0, ofInsertion: isInserted) }
  }

  /// Asks a row's owner whether it opens when a drag is held over it.
  public static let shouldSpringLoadRow = Message<ListWeaver, (row: OwnedRow, context: ListSpringLoadContext), Bool>(
    "list(_:shouldSpringLoadRowAt:with:)"
  ) { weaver, call in
    weaver.ask(
      call.row, { $0.list($1, shouldSpringLoadRowAt: $2, with: call.context) },
      insertion: { $0.weaver($1, shouldSpringLoadRowAt: $2, with: call.context) })
  }

  /// Asks a row's owner what it opens in a new scene.
  public static let sceneActivationForRow = Message<
    ListWeaver, (row: OwnedRow, point: ListPoint), ListSceneActivation?
  >("list(_:sceneActivationConfigurationForItemAt:point:)") { weaver, call in
    weaver.ask(
      call.row, { $0.list($1, sceneActivationConfigurationForItemAt: $2, point: call.point) },
      insertion: { $0.weaver($1, sceneActivationConfigurationForItemAt: $2, point: call.point) })
  }
}

// MARK: - Open menu messages

/// Questions and notifications about an open context menu, for the provider that made it.
extension ListWeaver {
  /// A message about an open menu.
  public typealias OpenMenuMessage<Answer> = Message<ListWeaver, (menu: ListContextMenu, isInserted: Bool), Answer>
  /// A message about an open menu that is about to change, with animations.
  public typealias MenuChangeMessage = Message<
    ListWeaver, (menu: ListContextMenu, isInserted: Bool, animator: ListMenuAnimator), Void
  >

  /// Asks the menu's owner for the preview to lift when it opens.
  public static let highlightingPreview = OpenMenuMessage<ListTargetedPreview?>(
    "list(_:previewForHighlightingContextMenuWith:)"
  ) { weaver, call in
    weaver.ask(
      ofInsertion: call.isInserted, { $0.list($1, previewForHighlightingContextMenuWith: call.menu) },
      insertion: { $0.weaver($1, previewForHighlightingContextMenuWith: call.menu) })
  }

  /// Asks the menu's owner for the preview to move back when it is dismissed.
  public static let dismissingPreview = OpenMenuMessage<ListTargetedPreview?>(
    "list(_:previewForDismissingContextMenuWith:)"
  ) { weaver, call in
    weaver.ask(
      ofInsertion: call.isInserted, { $0.list($1, previewForDismissingContextMenuWith: call.menu) },
      insertion: { $0.weaver($1, previewForDismissingContextMenuWith: call.menu) })
  }

  /// Notifies the menu's owner that its preview has been tapped.
  public static let willPerformPreviewAction = changeMessage(
    "list(_:willPerformPreviewActionForMenuWith:animator:)",
    { $0.list($1, willPerformPreviewActionForMenuWith: $2, animator: $3) },
    insertion: { $0.weaver($1, willPerformPreviewActionForMenuWith: $2, animator: $3) })

  /// Notifies the menu's owner that it is about to be displayed.
  public static let willDisplayContextMenu = changeMessage(
    "list(_:willDisplayContextMenu:animator:)", { $0.list($1, willDisplayContextMenu: $2, animator: $3) },
    insertion: { $0.weaver($1, willDisplayContextMenu: $2, animator: $3) })

  /// Notifies the menu's owner that it is about to be dismissed.
  public static let willEndContextMenu = changeMessage(
    "list(_:willEndContextMenuInteraction:animator:)", { $0.list($1, willEndContextMenuInteraction: $2, animator: $3) },
    insertion: { $0.weaver($1, willEndContextMenuInteraction: $2, animator: $3) })

  /// Makes a message whose animations run in the coordinate space of the menu's owner.
  private static func changeMessage(
    _ name: StaticString,
    _ tell: @escaping @Sendable (any ListDelegate, ListView, ListContextMenu, ListMenuAnimator) -> Void,
    insertion tellInserted:
      @escaping @Sendable (any WeaverDelegate, ListWeaver, ListContextMenu, ListMenuAnimator) -> Void
  ) -> MenuChangeMessage {
    MenuChangeMessage(name) { weaver, call in
      let animator = weaver.owned(call.animator, ofInsertion: call.isInserted)
      weaver.ask(
        ofInsertion: call.isInserted, { provider, list in tell(provider, list, call.menu, animator) },
        insertion: { provider, weaver in tellInserted(provider, weaver, call.menu, animator) })
    }
  }
}

// MARK: - Menus

/// Methods of `ListDelegate` about menus.
extension ProviderRouter {
  func list(_: ListView, shouldShowMenuForRowAt path: ListPath) -> Bool {
    ask(ListWeaver.shouldShowMenuForRow, path, else: false)
  }

  func list(_: ListView, canPerformAction action: Selector, forRowAt path: ListPath, withSender sender: Any?) -> Bool {
    ask(ListWeaver.canPerformActionForRow, path, else: false) { (row: $0, action: action, sender: sender) }
  }

  func list(_: ListView, performAction action: Selector, forRowAt path: ListPath, withSender sender: Any?) {
    ask(ListWeaver.performActionForRow, path, else: ()) { (row: $0, action: action, sender: sender) }
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

  func list(_: ListView, shouldSpringLoadRowAt path: ListPath, with context: ListSpringLoadContext) -> Bool {
    ask(ListWeaver.shouldSpringLoadRow, path, else: true) { (row: $0, context: context) }
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

/// What a person has begun at an inserted row, and has not ended.
struct Interactions {
  /// Whether the open context menu is one of inserted rows.
  var isMenuInserted = false
  /// The drag that began at an inserted row.
  weak var insertedDrag: ListDragSession?
  /// Whether a multiple selection began at an inserted row, so that the inserted provider is notified of its end.
  var isSelectionInserted = false
}

extension ListWeaver {
  /// Runs a closure of a provider in that provider's coordinate space.
  func perform(ofInsertion isInserted: Bool, _ body: () -> Void) {
    if isInserted { inFeedSpace(body) } else { inUserSpace(body) }
  }

  /// Returns a menu whose closures run in its provider's coordinate space, or plainly once the weaver no longer exists.
  func owned(_ menu: ListContextMenu, ofInsertion isInserted: Bool) -> ListContextMenu {
    var owned = menu
    owned.actions = menu.actions.map { [weak self] action in
      var owned = action
      owned.handler = {
        guard let self else { return action.handler() }
        self.perform(ofInsertion: isInserted, action.handler)
      }
      return owned
    }
    owned.preview = menu.preview.map { [weak self] make in
      {
        var view: ListCell?
        guard let self else { return make() }
        self.perform(ofInsertion: isInserted) { view = make() }
        return view
      }
    }
    return owned
  }

  /// Returns an animator whose closures run in the coordinate space of the menu's provider.
  func owned(_ animator: ListMenuAnimator, ofInsertion isInserted: Bool) -> ListMenuAnimator {
    ListMenuAnimator(for: animator) { [weak self] body in
      guard let self else { return body() }
      self.perform(ofInsertion: isInserted, body)
    }
  }
}
