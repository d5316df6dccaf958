import FeedWeave
import Interception
import ListModel
import Placement
import WeavingSupport

/// The insertions' side that gives menus and drags for its rows, and writes down all that it is told.
final class AdActions: InterceptableObject, WeaverDataSource, WeaverDelegate {
  let rows: [FeedPath]
  private(set) var log: [String] = []
  var answersTop: Bool?
  var target: Double?
  var offers = true

  init(_ rows: [FeedPath]) {
    self.rows = rows
    super.init()
  }

  func takeLog() -> [String] {
    defer { log.removeAll() }
    return log
  }

  func note(_ word: String, _ weaver: ListWeaver) {
    log.append("\(word) of \(weaver.list?.numberOfRows(inSection: 0) ?? -1)")
  }

  func weaver(_ weaver: ListWeaver, willLoad userCounts: [Int]) {
    try? weaver.replaceInsertions(rows: rows)
  }

  func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell {
    let cell = TextCell(reuseIdentifier: nil)
    cell.text = "AD"
    return cell
  }

  func weaver(_ weaver: ListWeaver, heightForRowAt path: FeedPath) -> Double? { 1 }

  func weaver(_ weaver: ListWeaver, shouldShowMenuForRowAt path: FeedPath) -> Bool {
    note("shows \(path)", weaver)
    return true
  }

  func weaver(
    _ weaver: ListWeaver, canPerformAction action: Selector, forRowAt path: FeedPath, withSender sender: Any?
  ) -> Bool {
    note("can \(action) \(path)", weaver)
    return action == "copy(_:)"
  }

  func weaver(
    _ weaver: ListWeaver, performAction action: Selector, forRowAt path: FeedPath, withSender sender: Any?
  ) { note("performs \(action) \(path)", weaver) }

  func weaver(
    _ weaver: ListWeaver, contextMenuConfigurationForItemsAt paths: [FeedPath], point: ListPoint
  ) -> ListContextMenu? {
    note("menu \(paths)", weaver)
    return ListContextMenu(
      identifier: "ad", actions: [ListMenuAction(title: "hide") { [unowned self] in note("hides", weaver) }],
      preview: { [unowned self] in
        note("preview", weaver)
        return nil
      })
  }

  func weaver(
    _ weaver: ListWeaver, previewForHighlightingContextMenuWith menu: ListContextMenu
  ) -> ListTargetedPreview? {
    note("highlights", weaver)
    return nil
  }

  func weaver(
    _ weaver: ListWeaver, previewForDismissingContextMenuWith menu: ListContextMenu
  ) -> ListTargetedPreview? {
    note("dismisses", weaver)
    return nil
  }

  func weaver(
    _ weaver: ListWeaver, willPerformPreviewActionForMenuWith menu: ListContextMenu, animator: ListMenuAnimator
  ) {
    note("commits", weaver)
    animator.addCompletion { [unowned self] in note("committed", weaver) }
  }

  func weaver(_ weaver: ListWeaver, willDisplayContextMenu menu: ListContextMenu, animator: ListMenuAnimator) {
    note("displays", weaver)
  }

  func weaver(_ weaver: ListWeaver, willEndContextMenuInteraction menu: ListContextMenu, animator: ListMenuAnimator) {
    note("ends", weaver)
  }

  func weaver(
    _ weaver: ListWeaver, shouldSpringLoadRowAt path: FeedPath, with context: ListSpringLoadContext
  ) -> Bool {
    note("springs \(path)", weaver)
    return false
  }

  func weaver(
    _ weaver: ListWeaver, sceneActivationConfigurationForItemAt path: FeedPath, point: ListPoint
  ) -> ListSceneActivation? {
    note("scene \(path)", weaver)
    return ListSceneActivation(activityType: "ad")
  }

  func weaver(_ weaver: ListWeaver, itemsForBeginning session: ListDragSession, at path: FeedPath) -> [ListDragItem] {
    note("items \(path)", weaver)
    return offers ? [ListDragItem(localObject: "ad")] : []
  }

  func weaver(
    _ weaver: ListWeaver, itemsForAddingTo session: ListDragSession, at path: FeedPath, point: ListPoint
  ) -> [ListDragItem] {
    note("adds \(path)", weaver)
    return [ListDragItem(localObject: "ad")]
  }

  func weaver(_ weaver: ListWeaver, dragPreviewParametersForRowAt path: FeedPath) -> ListPreviewParameters? {
    note("drag preview \(path)", weaver)
    return ListPreviewParameters(visibleRect: .zero)
  }

  func weaver(_ weaver: ListWeaver, dragSessionWillBegin session: ListDragSession) { note("begins", weaver) }

  func weaver(_ weaver: ListWeaver, dragSessionDidEnd session: ListDragSession) { note("drag ends", weaver) }

  func weaver(_ weaver: ListWeaver, dragSessionAllowsMoveOperation session: ListDragSession) -> Bool {
    note("moves", weaver)
    return false
  }

  func weaver(_ weaver: ListWeaver, dragSessionIsRestrictedToDraggingApplication session: ListDragSession) -> Bool {
    note("restricts", weaver)
    return true
  }

  func weaver(_ weaver: ListWeaver, dropPreviewParametersForRowAt path: FeedPath) -> ListPreviewParameters? {
    note("drop preview \(path)", weaver)
    return nil
  }

  func weaverDidScroll(_ weaver: ListWeaver) { note("scrolls", weaver) }

  func weaverWillBeginDragging(_ weaver: ListWeaver) { note("pulls", weaver) }

  func weaver(
    _ weaver: ListWeaver, willEndDraggingWithVelocity velocity: Double, targetContentOffset target: inout Double
  ) {
    note("lets go", weaver)
    target = self.target ?? target
  }

  func weaverDidEndDragging(_ weaver: ListWeaver, willDecelerate: Bool) { note("let go", weaver) }

  func weaverWillBeginDecelerating(_ weaver: ListWeaver) { note("rolls", weaver) }

  func weaverDidEndDecelerating(_ weaver: ListWeaver) { note("rests", weaver) }

  func weaverDidEndScrollingAnimation(_ weaver: ListWeaver) { note("animated", weaver) }

  func weaverShouldScrollToTop(_ weaver: ListWeaver) -> Bool? {
    note("to top", weaver)
    return answersTop
  }

  func weaverDidScrollToTop(_ weaver: ListWeaver) { note("at top", weaver) }
}
