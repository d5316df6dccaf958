import FeedWeave
import Interception
import ListModel
import Placement
import WeavingSupport

/// A content side that gives menus, drags, headers and registered cells, and writes down all that it is told of them.
///
/// What stands in a row says how it answers: `menu…` has menus, `drag…` can be dragged, `free…` both; others neither.
final class ActionDesk: ListController {
  var articles: [[String]]
  private(set) var log: [String] = []
  /// Called with each word, the list as it speaks to the content side.
  var whenTold: ((String, ListView) -> Void)?
  var comparesGeometry = true
  var proposal = ListDropProposal(operation: .move, intent: .insertAtDestinationIndexPath)
  private let cells = ListCellRegistration<TextCell, String> { cell, path, text in cell.text = "\(text) \(path)" }

  init(_ articles: [[String]]) {
    self.articles = articles
    super.init()
  }

  /// A message that no list knows.
  static let shake = Message<ActionDesk, (times: Int, list: ListView), Int>("list(_:shaken:)") { desk, call in
    desk.note("shaken \(call.times)", call.list)
    return call.times + 1
  }

  override class var messages: MessageList { [shake] }

  func takeLog() -> [String] {
    defer { log.removeAll() }
    return log
  }

  private func note(_ word: String, _ list: ListView) {
    log.append("\(word) of \(list.numberOfRows(inSection: 0))")
    whenTold?(word, list)
  }

  func text(_ path: ListPath) -> String { articles[path.section][path.row] }

  private func hasMenu(_ path: ListPath) -> Bool { text(path).hasPrefix("menu") || text(path).hasPrefix("free") }

  private func canDrag(_ path: ListPath) -> Bool { text(path).hasPrefix("drag") || text(path).hasPrefix("free") }

  // MARK: Data source

  override func numberOfSections(in list: ListView) -> Int { articles.count }

  override func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { articles[section].count }

  override func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell {
    list.dequeueConfiguredReusableCell(using: cells, for: path, item: text(path))
  }

  override func list(_ list: ListView, heightForRowAt path: ListPath) -> Double? { 1 }

  override func list(_ list: ListView, heightForHeaderInSection section: Int) -> Double? { 1 }

  override func list(_ list: ListView, heightForFooterInSection section: Int) -> Double? { 1 }

  override func list(_ list: ListView, viewForHeaderInSection section: Int) -> ListCell? {
    let view = list.dequeueReusableHeaderFooterView(withIdentifier: "header")
    (view as? TextCell)?.text = "header \(section)"
    return view
  }

  // MARK: Menus

  override func list(_ list: ListView, shouldShowMenuForRowAt path: ListPath) -> Bool {
    note("shows \(path)", list)
    return hasMenu(path)
  }

  override func list(
    _ list: ListView, canPerformAction action: Selector, forRowAt path: ListPath, withSender sender: Any?
  ) -> Bool {
    note("can \(action) \(path)", list)
    return action != "cut(_:)"
  }

  override func list(_ list: ListView, performAction action: Selector, forRowAt path: ListPath, withSender sender: Any?)
  {
    note("performs \(action) \(path)", list)
  }

  override func list(
    _ list: ListView, contextMenuConfigurationForItemsAt paths: [ListPath], point: ListPoint
  ) -> ListContextMenu? {
    note("menu \(paths)", list)
    guard let path = paths.first, hasMenu(path) else { return nil }
    let choose = { [unowned self, unowned list] in note("chosen", list) }
    return ListContextMenu(
      identifier: text(path),
      actions: [
        ListMenuAction(title: "choose", handler: choose),
        ListMenuAction(title: "keep", attributes: .keepsMenuPresented, handler: choose),
      ],
      preview: { [unowned self, unowned list] in
        note("preview", list)
        return nil
      })
  }

  override func list(
    _ list: ListView, previewForHighlightingContextMenuWith menu: ListContextMenu
  ) -> ListTargetedPreview? {
    note("highlights \(menu.identifier ?? "")", list)
    return nil
  }

  override func list(_ list: ListView, previewForDismissingContextMenuWith menu: ListContextMenu)
    -> ListTargetedPreview?
  {
    note("dismisses \(menu.identifier ?? "")", list)
    return nil
  }

  override func list(
    _ list: ListView, willPerformPreviewActionForMenuWith menu: ListContextMenu, animator: ListMenuAnimator
  ) {
    note("commits \(menu.identifier ?? "")", list)
    animator.addCompletion { [unowned self, unowned list] in note("committed", list) }
    animator.preferredCommitStyle = .pop
  }

  override func list(_ list: ListView, willDisplayContextMenu menu: ListContextMenu, animator: ListMenuAnimator) {
    note("displays \(menu.identifier ?? "")", list)
    animator.addAnimations { [unowned self, unowned list] in note("displayed", list) }
  }

  override func list(_ list: ListView, willEndContextMenuInteraction menu: ListContextMenu, animator: ListMenuAnimator)
  {
    note("ends \(menu.identifier ?? "")", list)
  }

  override func list(_ list: ListView, shouldSpringLoadRowAt path: ListPath, with context: ListSpringLoadContext)
    -> Bool
  {
    note("springs \(path) \((context.targetView as? TextCell)?.text ?? "")", list)
    return canDrag(path)
  }

  override func list(
    _ list: ListView, sceneActivationConfigurationForItemAt path: ListPath, point: ListPoint
  ) -> ListSceneActivation? {
    note("scene \(path)", list)
    return hasMenu(path) ? ListSceneActivation(activityType: text(path)) : nil
  }

  // MARK: Drag and drop

  override func list(_ list: ListView, itemsForBeginning session: ListDragSession, at path: ListPath) -> [ListDragItem]
  {
    note("items \(path)", list)
    return canDrag(path) ? [ListDragItem(localObject: text(path))] : []
  }

  override func list(
    _ list: ListView, itemsForAddingTo session: ListDragSession, at path: ListPath, point: ListPoint
  ) -> [ListDragItem] {
    note("adds \(path)", list)
    return canDrag(path) ? [ListDragItem(localObject: text(path))] : []
  }

  override func list(_ list: ListView, dragPreviewParametersForRowAt path: ListPath) -> ListPreviewParameters? {
    note("drag preview \(path)", list)
    return nil
  }

  override func list(_ list: ListView, dragSessionWillBegin session: ListDragSession) {
    note("drag begins \(list.hasActiveDrag)", list)
  }

  override func list(_ list: ListView, dragSessionDidEnd session: ListDragSession) {
    note("drag ends \(list.hasActiveDrag)", list)
  }

  override func list(_ list: ListView, dragSessionAllowsMoveOperation session: ListDragSession) -> Bool {
    note("moves \(session.items.count)", list)
    return true
  }

  override func list(_ list: ListView, dragSessionIsRestrictedToDraggingApplication session: ListDragSession) -> Bool {
    note("restricts \(session.items.count)", list)
    return false
  }

  override func list(_ list: ListView, canHandle session: ListDropSession) -> Bool {
    note("handles \(session.items.count)", list)
    return true
  }

  override func list(_ list: ListView, dropSessionDidEnter session: ListDropSession) { note("enters", list) }

  override func list(
    _ list: ListView, dropSessionDidUpdate session: ListDropSession, withDestinationIndexPath path: ListPath?
  ) -> ListDropProposal {
    note("over \(path?.description ?? "nowhere")", list)
    return proposal
  }

  override func list(_ list: ListView, performDropWith coordinator: ListDropCoordinator) {
    let sources = coordinator.items.map { $0.sourceIndexPath?.description ?? "elsewhere" }
    note("dropped \(sources) at \(coordinator.destinationIndexPath?.description ?? "nowhere")", list)
    guard let place = coordinator.destinationIndexPath, let item = coordinator.items.first else { return }
    coordinator.drop(item.dragItem, toRowAt: place)
    coordinator.drop(item.dragItem, intoRowAt: place, rect: .zero)
  }

  override func list(_ list: ListView, dropSessionDidExit session: ListDropSession) { note("exits", list) }

  override func list(_ list: ListView, dropSessionDidEnd session: ListDropSession) { note("drop ends", list) }

  override func list(_ list: ListView, dropPreviewParametersForRowAt path: ListPath) -> ListPreviewParameters? {
    note("drop preview \(path)", list)
    return nil
  }

  // MARK: Scrolling

  override func listDidScroll(_ list: ListView) {
    note(comparesGeometry ? "scrolls \(list.contentOffset)" : "scrolls", list)
  }

  override func listWillBeginDragging(_ list: ListView) { note("pulls", list) }

  override func list(
    _ list: ListView, willEndDraggingWithVelocity velocity: Double, targetContentOffset target: inout Double
  ) {
    note("lets go \(velocity)", list)
    target = target.rounded()
  }

  override func listDidEndDragging(_ list: ListView, willDecelerate: Bool) { note("let go \(willDecelerate)", list) }

  override func listWillBeginDecelerating(_ list: ListView) { note("rolls", list) }

  override func listDidEndDecelerating(_ list: ListView) { note("rests", list) }

  override func listDidEndScrollingAnimation(_ list: ListView) { note("animated", list) }

  override func listShouldScrollToTop(_ list: ListView) -> Bool? {
    note("to top", list)
    return nil
  }

  override func listDidScrollToTop(_ list: ListView) { note("at top", list) }

  override func list(_ list: ListView, didSelectRowAt path: ListPath) { note("selects \(path)", list) }
}

/// A list of one unit a part, with a content side that gives menus and drags.
func makeList(_ desk: ActionDesk, height: Double = 1000) -> DeskList {
  let list = DeskList(size: ListSize(width: 10, height: height))
  list.kept.append(desk)
  list.register(TextCell.self, forHeaderFooterViewReuseIdentifier: "header")
  list.isSpringLoaded = true
  list.dataSource = desk
  list.delegate = desk
  list.dragDelegate = desk
  list.dropDelegate = desk
  return list
}
