public import Interception
public import ListModel
import Placement

/// Gives the menus of inserted rows, and hears of them.
///
/// Part of ``WeaverDelegate``; every method is optional, and its default leaves the matter to the list.
public protocol WeaverMenuDelegate: AnyObject {
  /// Whether an inserted row has an editing menu; no, unless said otherwise.
  func weaver(_ weaver: ListWeaver, shouldShowMenuForRowAt path: FeedPath) -> Bool
  /// Whether an action of the editing menu can be performed on an inserted row; no, unless said otherwise.
  func weaver(
    _ weaver: ListWeaver, canPerformAction action: Selector, forRowAt path: FeedPath, withSender sender: Any?
  ) -> Bool
  /// Performs an action of the editing menu on an inserted row.
  func weaver(
    _ weaver: ListWeaver, performAction action: Selector, forRowAt path: FeedPath, withSender sender: Any?)
  /// The context menu of an inserted row that is pressed; nil for none.
  func weaver(
    _ weaver: ListWeaver, contextMenuConfigurationForRowAt path: FeedPath, point: ListPoint
  ) -> ListContextMenu?
  /// The context menu of the inserted row that is pressed and of the other inserted ones that are selected with it; nil for none.
  ///
  /// The pressed row comes first. Unless said otherwise the menu is that of the pressed row.
  func weaver(
    _ weaver: ListWeaver, contextMenuConfigurationForItemsAt paths: [FeedPath], point: ListPoint
  ) -> ListContextMenu?
  /// What is lifted when a menu of inserted rows opens; nil for the cell of its row.
  func weaver(
    _ weaver: ListWeaver, previewForHighlightingContextMenuWith menu: ListContextMenu
  ) -> ListTargetedPreview?
  /// What falls back when a menu of inserted rows is dismissed; nil for the cell of its row.
  func weaver(
    _ weaver: ListWeaver, previewForDismissingContextMenuWith menu: ListContextMenu
  ) -> ListTargetedPreview?
  /// The preview of a menu of inserted rows has been chosen.
  func weaver(
    _ weaver: ListWeaver, willPerformPreviewActionForMenuWith menu: ListContextMenu, animator: ListMenuAnimator)
  /// A menu of inserted rows is about to be shown.
  func weaver(_ weaver: ListWeaver, willDisplayContextMenu menu: ListContextMenu, animator: ListMenuAnimator)
  /// A menu of inserted rows is about to go.
  func weaver(_ weaver: ListWeaver, willEndContextMenuInteraction menu: ListContextMenu, animator: ListMenuAnimator)
  /// Whether an inserted row opens when something that is dragged is held over it; yes, unless said otherwise.
  func weaver(
    _ weaver: ListWeaver, shouldSpringLoadRowAt path: FeedPath, with context: ListSpringLoadContext
  ) -> Bool
  /// What an inserted row opens in a scene of its own; nil for nothing.
  func weaver(
    _ weaver: ListWeaver, sceneActivationConfigurationForItemAt path: FeedPath, point: ListPoint
  ) -> ListSceneActivation?
}

extension WeaverMenuDelegate {
  /// No.
  public func weaver(_ weaver: ListWeaver, shouldShowMenuForRowAt path: FeedPath) -> Bool { false }
  /// No.
  public func weaver(
    _ weaver: ListWeaver, canPerformAction action: Selector, forRowAt path: FeedPath, withSender sender: Any?
  ) -> Bool { false }
  /// Does nothing.
  public func weaver(
    _ weaver: ListWeaver, performAction action: Selector, forRowAt path: FeedPath, withSender sender: Any?
  ) {}
  /// None.
  public func weaver(
    _ weaver: ListWeaver, contextMenuConfigurationForRowAt path: FeedPath, point: ListPoint
  ) -> ListContextMenu? { nil }
  /// That of the pressed row.
  public func weaver(
    _ weaver: ListWeaver, contextMenuConfigurationForItemsAt paths: [FeedPath], point: ListPoint
  ) -> ListContextMenu? {
    paths.first.flatMap { self.weaver(weaver, contextMenuConfigurationForRowAt: $0, point: point) }
  }
  /// Leaves it to the list.
  public func weaver(
    _ weaver: ListWeaver, previewForHighlightingContextMenuWith menu: ListContextMenu
  ) -> ListTargetedPreview? { nil }
  /// Leaves it to the list.
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
  public func weaver(
    _ weaver: ListWeaver, willEndContextMenuInteraction menu: ListContextMenu, animator: ListMenuAnimator
  ) {}
  /// Yes.
  public func weaver(
    _ weaver: ListWeaver, shouldSpringLoadRowAt path: FeedPath, with context: ListSpringLoadContext
  ) -> Bool { true }
  /// Nothing.
  public func weaver(
    _ weaver: ListWeaver, sceneActivationConfigurationForItemAt path: FeedPath, point: ListPoint
  ) -> ListSceneActivation? { nil }
}

// MARK: - Menu messages

/// What the owner of a row is asked about its menus.
extension ListWeaver {
  /// Asks a row's owner whether it has an editing menu.
  public static let shouldShowMenuForRow = RowMessage<Bool>("list(_:shouldShowMenuForRowAt:)") { weaver, row in
    weaver.ask(
      row, content: { weaver.content.delegate?.list($0, shouldShowMenuForRowAt: $1) },
      insertion: { weaver.delegate?.weaver(weaver, shouldShowMenuForRowAt: $0) }) ?? false
  }

  /// Asks a row's owner whether an action of its editing menu can be performed.
  public static let canPerformActionForRow = Message<
    ListWeaver, (row: OwnedRow, action: Selector, sender: Any?), Bool
  >("list(_:canPerformAction:forRowAt:withSender:)") { weaver, call in
    weaver.ask(
      call.row,
      content: {
        weaver.content.delegate?.list($0, canPerformAction: call.action, forRowAt: $1, withSender: call.sender)
      },
      insertion: {
        weaver.delegate?.weaver(weaver, canPerformAction: call.action, forRowAt: $0, withSender: call.sender)
      }) ?? false
  }

  /// Has a row's owner perform an action of its editing menu.
  public static let performActionForRow = Message<
    ListWeaver, (row: OwnedRow, action: Selector, sender: Any?), Void
  >("list(_:performAction:forRowAt:withSender:)") { weaver, call in
    weaver.ask(
      call.row,
      content: {
        weaver.content.delegate?.list($0, performAction: call.action, forRowAt: $1, withSender: call.sender)
      },
      insertion: {
        weaver.delegate?.weaver(weaver, performAction: call.action, forRowAt: $0, withSender: call.sender)
      })
  }

  /// Asks the owner of the pressed row, which comes first, for the context menu of its rows among those given; where none is
  /// pressed, the content side.
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
          let paths = call.rows.compactMap(\.contentPath)
          return weaver.content.delegate?.list(list, contextMenuConfigurationForItemsAt: paths, point: call.point)
        }
      }
    weaver.interactions.isMenuInserted = isInserted && menu != nil
    return menu.map { weaver.owned($0, ofInsertion: isInserted) }
  }

  /// Asks a row's owner whether it opens when something that is dragged is held over it.
  public static let shouldSpringLoadRow = Message<ListWeaver, (row: OwnedRow, context: ListSpringLoadContext), Bool>(
    "list(_:shouldSpringLoadRowAt:with:)"
  ) { weaver, call in
    weaver.ask(
      call.row, content: { weaver.content.delegate?.list($0, shouldSpringLoadRowAt: $1, with: call.context) },
      insertion: { weaver.delegate?.weaver(weaver, shouldSpringLoadRowAt: $0, with: call.context) }) ?? true
  }

  /// Asks a row's owner what it opens in a scene of its own.
  public static let sceneActivationForRow = Message<
    ListWeaver, (row: OwnedRow, point: ListPoint), ListSceneActivation?
  >("list(_:sceneActivationConfigurationForItemAt:point:)") { weaver, call in
    weaver.ask(
      call.row,
      content: { weaver.content.delegate?.list($0, sceneActivationConfigurationForItemAt: $1, point: call.point) },
      insertion: { weaver.delegate?.weaver(weaver, sceneActivationConfigurationForItemAt: $0, point: call.point) })
  }
}

extension OwnedRow {
  /// The path of a row of the content, as the content side knows it.
  var contentPath: ListPath? {
    if case .content(let user) = owner { ListPath(user) } else { nil }
  }
}

// MARK: - Open menu messages

/// What the side whose context menu is open is asked and told about it.
extension ListWeaver {
  /// Asks whose menu it is what is lifted when it opens.
  public static let highlightingPreview = Message<
    ListWeaver, (menu: ListContextMenu, isInserted: Bool), ListTargetedPreview?
  >("list(_:previewForHighlightingContextMenuWith:)") { weaver, call in
    weaver.ask(
      ofInsertion: call.isInserted,
      content: { weaver.content.delegate?.list($0, previewForHighlightingContextMenuWith: call.menu) },
      insertion: { weaver.delegate?.weaver(weaver, previewForHighlightingContextMenuWith: call.menu) })
  }

  /// Asks whose menu it is what falls back when it is dismissed.
  public static let dismissingPreview = Message<
    ListWeaver, (menu: ListContextMenu, isInserted: Bool), ListTargetedPreview?
  >("list(_:previewForDismissingContextMenuWith:)") { weaver, call in
    weaver.ask(
      ofInsertion: call.isInserted,
      content: { weaver.content.delegate?.list($0, previewForDismissingContextMenuWith: call.menu) },
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
        weaver.content.delegate?.list($0, willPerformPreviewActionForMenuWith: call.menu, animator: animator)
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
      content: { weaver.content.delegate?.list($0, willDisplayContextMenu: call.menu, animator: animator) },
      insertion: { weaver.delegate?.weaver(weaver, willDisplayContextMenu: call.menu, animator: animator) })
  }

  /// Tells whose menu it was that it is about to go.
  public static let willEndContextMenu = Message<
    ListWeaver, (menu: ListContextMenu, isInserted: Bool, animator: ListMenuAnimator), Void
  >("list(_:willEndContextMenuInteraction:animator:)") { weaver, call in
    let animator = weaver.owned(call.animator, ofInsertion: call.isInserted)
    weaver.ask(
      ofInsertion: call.isInserted,
      content: { weaver.content.delegate?.list($0, willEndContextMenuInteraction: call.menu, animator: animator) },
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

// MARK: - Menus

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

/// What a weaver knows of menus and drags: whom the content side has put in charge of them, and whose those under way are.
struct Interactions {
  weak var contentDragDelegate: (any ListDragDelegate)?
  weak var contentDropDelegate: (any ListDropDelegate)?
  /// Whether the context menu that is open is one of inserted rows.
  var isMenuInserted = false
  /// The drag that began with an inserted row.
  weak var insertedDrag: ListDragSession?

  init() {}

  /// What a list that is about to be woven has.
  init(of list: ListView) {
    contentDragDelegate = list.dragDelegate
    contentDropDelegate = list.dropDelegate
  }
}

extension ListWeaver {
  /// Runs what a side has given to be run later, in that side's coordinates.
  func perform(ofInsertion isInserted: Bool, _ body: () -> Void) {
    if isInserted { inFeedSpace(body) } else { inUserSpace(body) }
  }

  /// A menu whose closures run in the coordinates of the side that made it, and still run when the weaver is gone.
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

  /// What goes along with a menu, run in the coordinates of the side whose menu it is.
  func owned(_ animator: ListMenuAnimator, ofInsertion isInserted: Bool) -> ListMenuAnimator {
    ListMenuAnimator(for: animator) { [weak self] body in
      guard let self else { return body() }
      self.perform(ofInsertion: isInserted, body)
    }
  }
}
