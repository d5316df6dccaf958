import Interception
import ListModel

/// A delegate that gives menus and drags as it is told, takes what is dropped, and notes what it is asked and told.
final class InteractionDelegate: ListDelegate, ListDragDelegate, ListDropDelegate {
  var events: [String] = []
  var menu: ListContextMenu? = ListContextMenu(identifier: "menu", title: "Row")
  var showsMenu = true
  var actions: Set<Selector> = ["copy(_:)", "paste(_:)"]
  var springs = true
  var preview: ListTargetedPreview?
  var style = ListMenuAnimator.CommitStyle.dismiss
  var scene: ListSceneActivation?
  var drags: (ListPath) -> [ListDragItem] = { [ListDragItem(localObject: "\($0)")] }
  var adds: (ListPath) -> [ListDragItem] = { [ListDragItem(localObject: "also \($0)")] }
  var parameters: ListPreviewParameters?
  var allowsMove = true
  var isRestricted = false
  var handles = true
  var proposal = ListDropProposal(operation: .move, intent: .insertAtDestinationIndexPath)
  var onDrop: ((ListDropCoordinator) -> Void)?
  var target: Double?
  var allowsTop: Bool?
  /// Called with each event.
  var onEvent: ((String) -> Void)?

  func takeEvents() -> [String] {
    defer { events = [] }
    return events
  }

  func note(_ event: String) {
    events.append(event)
    onEvent?(event)
  }

  // MARK: Menus

  func list(_ list: ListView, shouldShowMenuForRowAt path: ListPath) -> Bool {
    note("shouldShowMenu \(path)")
    return showsMenu
  }

  func list(
    _ list: ListView, canPerformAction action: Selector, forRowAt path: ListPath, withSender sender: Any?
  ) -> Bool {
    note("canPerform \(action) \(path) \(sender as? String ?? "nobody")")
    return actions.contains(action)
  }

  func list(_ list: ListView, performAction action: Selector, forRowAt path: ListPath, withSender sender: Any?) {
    note("perform \(action) \(path) \(sender as? String ?? "nobody")")
  }

  func list(_ list: ListView, contextMenuConfigurationForRowAt path: ListPath, point: ListPoint) -> ListContextMenu? {
    note("menu \(path) at \(point.y)")
    return menu
  }

  func list(
    _ list: ListView, previewForHighlightingContextMenuWith menu: ListContextMenu
  ) -> ListTargetedPreview? {
    note("highlight \(menu.identifier ?? "")")
    return preview
  }

  func list(_ list: ListView, previewForDismissingContextMenuWith menu: ListContextMenu) -> ListTargetedPreview? {
    note("dismiss \(menu.identifier ?? "")")
    return preview
  }

  func list(
    _ list: ListView, willPerformPreviewActionForMenuWith menu: ListContextMenu, animator: ListMenuAnimator
  ) {
    note("commit \(menu.identifier ?? "")")
    animator.preferredCommitStyle = style
    animate(animator, "commit")
  }

  func list(_ list: ListView, willDisplayContextMenu menu: ListContextMenu, animator: ListMenuAnimator) {
    note("display \(menu.identifier ?? "")")
    animate(animator, "display")
  }

  func list(_ list: ListView, willEndContextMenuInteraction menu: ListContextMenu, animator: ListMenuAnimator) {
    note("end \(menu.identifier ?? "")")
    animate(animator, "end")
  }

  private func animate(_ animator: ListMenuAnimator, _ word: String) {
    animator.addCompletion { [unowned self] in note("\(word) completed") }
    animator.addAnimations { [unowned self] in note("\(word) animated") }
  }

  func list(_ list: ListView, shouldSpringLoadRowAt path: ListPath, with context: ListSpringLoadContext) -> Bool {
    note("spring \(path) \(context.targetView === list.cellForRow(at: path))")
    return springs
  }

  func list(
    _ list: ListView, sceneActivationConfigurationForItemAt path: ListPath, point: ListPoint
  ) -> ListSceneActivation? {
    note("scene \(path)")
    return scene
  }

  func list(_ list: ListView, didSelectRowAt path: ListPath) { note("select \(path)") }

  // MARK: Dragging

  func list(_ list: ListView, itemsForBeginning session: ListDragSession, at path: ListPath) -> [ListDragItem] {
    note("items \(path)")
    return drags(path)
  }

  func list(
    _ list: ListView, itemsForAddingTo session: ListDragSession, at path: ListPath, point: ListPoint
  ) -> [ListDragItem] {
    note("add \(path)")
    return adds(path)
  }

  func list(_ list: ListView, dragPreviewParametersForRowAt path: ListPath) -> ListPreviewParameters? {
    note("dragPreview \(path)")
    return parameters
  }

  func list(_ list: ListView, dragSessionWillBegin session: ListDragSession) {
    note("willBegin \(session.items.count)")
  }

  func list(_ list: ListView, dragSessionDidEnd session: ListDragSession) { note("dragEnd \(session.items.count)") }

  func list(_ list: ListView, dragSessionAllowsMoveOperation session: ListDragSession) -> Bool {
    note("allowsMove")
    return allowsMove
  }

  func list(_ list: ListView, dragSessionIsRestrictedToDraggingApplication session: ListDragSession) -> Bool {
    note("isRestricted")
    return isRestricted
  }

  // MARK: Dropping

  func list(_ list: ListView, canHandle session: ListDropSession) -> Bool {
    note("canHandle \(session.items.count)")
    return handles
  }

  func list(_ list: ListView, dropSessionDidEnter session: ListDropSession) { note("enter") }

  func list(
    _ list: ListView, dropSessionDidUpdate session: ListDropSession, withDestinationIndexPath path: ListPath?
  ) -> ListDropProposal {
    note("update \(path?.description ?? "nowhere")")
    return proposal
  }

  func list(_ list: ListView, performDropWith coordinator: ListDropCoordinator) {
    let items = coordinator.items.map { $0.sourceIndexPath?.description ?? "elsewhere" }
    note("drop \(items) at \(coordinator.destinationIndexPath?.description ?? "nowhere")")
    onDrop?(coordinator)
  }

  func list(_ list: ListView, dropSessionDidExit session: ListDropSession) { note("exit") }

  func list(_ list: ListView, dropSessionDidEnd session: ListDropSession) { note("dropEnd") }

  func list(_ list: ListView, dropPreviewParametersForRowAt path: ListPath) -> ListPreviewParameters? {
    note("dropPreview \(path)")
    return parameters
  }

  // MARK: Scrolling

  func listDidScroll(_ list: ListView) { note("scroll \(list.contentOffset)") }

  func listWillBeginDragging(_ list: ListView) { note("willDrag \(list.isDragging)") }

  func list(
    _ list: ListView, willEndDraggingWithVelocity velocity: Double, targetContentOffset target: inout Double
  ) {
    note("willEnd \(velocity) \(target)")
    target = self.target ?? target
  }

  func listDidEndDragging(_ list: ListView, willDecelerate: Bool) {
    note("didEnd \(willDecelerate) \(list.isDragging)")
  }

  func listWillBeginDecelerating(_ list: ListView) { note("willDecelerate \(list.isDecelerating)") }

  func listDidEndDecelerating(_ list: ListView) { note("didDecelerate \(list.isDecelerating)") }

  func listDidEndScrollingAnimation(_ list: ListView) { note("animated \(list.contentOffset)") }

  func listShouldScrollToTop(_ list: ListView) -> Bool? {
    note("shouldTop")
    return allowsTop
  }

  func listDidScrollToTop(_ list: ListView) { note("top") }
}

/// A delegate that leaves everything to the list.
final class SilentInteractions: ListDelegate, ListDragDelegate, ListDropDelegate {
  var items: [ListDragItem] = []

  func list(_ list: ListView, itemsForBeginning session: ListDragSession, at path: ListPath) -> [ListDragItem] { items }

  func list(_ list: ListView, performDropWith coordinator: ListDropCoordinator) {}
}

/// A point in a row of four units, of a list whose first section has nothing else above it.
func point(inRow row: Int) -> ListPoint { ListPoint(x: 1, y: Double(4 * row) + 2) }
