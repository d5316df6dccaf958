import FeedWeave
import ListModel
import Placement
import WeavingSupport

/// An insertions' side that lets its rows be edited and dragged, or says nothing of it; notes what it is asked and told.
final class EditAds: WeaverDataSource, WeaverDelegate {
  var rows: [FeedPath]
  var log: [String] = []
  var canEdit = true
  var canMove = true
  var style = ListEditingStyle.delete
  var leading: ListSwipeActions?
  var trailing: ListSwipeActions?
  var rowActions: [ListRowAction]?
  var whenMoved: ((ListWeaver) -> Void)?

  init(_ rows: [FeedPath]) { self.rows = rows }

  func takeLog() -> [String] {
    defer { log = [] }
    return log
  }

  func weaver(_ weaver: ListWeaver, willLoad userCounts: [Int]) {
    try? weaver.replaceInsertions(rows: rows)
  }

  func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell {
    let cell = TextCell(reuseIdentifier: nil)
    if case .insertion(let number)? = weaver.owner(of: path) { cell.text = "AD\(number)" }
    return cell
  }

  func weaver(_ weaver: ListWeaver, heightForRowAt path: FeedPath) -> Double? { 1 }

  func weaver(_ weaver: ListWeaver, canEditRowAt path: FeedPath) -> Bool {
    log.append("canEdit \(path)")
    return canEdit
  }

  func weaver(_ weaver: ListWeaver, commit style: ListEditingStyle, forRowAt path: FeedPath) {
    log.append("commit \(style) \(path)")
    guard style == .delete, case .insertion(let number)? = weaver.owner(of: path) else { return }
    weaver.removeInsertions([number])
    try? weaver.updateInsertions()
  }

  func weaver(_ weaver: ListWeaver, canMoveRowAt path: FeedPath) -> Bool {
    log.append("canMove \(path)")
    return canMove
  }

  func weaver(_ weaver: ListWeaver, moveRowAt path: FeedPath, to target: FeedPath) {
    log.append("move \(path) \(target)")
    whenMoved?(weaver)
  }

  func weaver(_ weaver: ListWeaver, editingStyleForRowAt path: FeedPath) -> ListEditingStyle {
    log.append("style \(path)")
    return style
  }

  func weaver(_ weaver: ListWeaver, titleForDeleteConfirmationButtonForRowAt path: FeedPath) -> String? {
    log.append("title \(path)")
    return "Hide"
  }

  func weaver(
    _ weaver: ListWeaver, leadingSwipeActionsConfigurationForRowAt path: FeedPath
  ) -> ListSwipeActions? {
    log.append("leading \(path)")
    return leading
  }

  func weaver(
    _ weaver: ListWeaver, trailingSwipeActionsConfigurationForRowAt path: FeedPath
  ) -> ListSwipeActions? {
    log.append("trailing \(path)")
    return trailing
  }

  func weaver(_ weaver: ListWeaver, editActionsForRowAt path: FeedPath) -> [ListRowAction]? {
    log.append("actions \(path)")
    return rowActions
  }

  func weaver(_ weaver: ListWeaver, shouldIndentWhileEditingRowAt path: FeedPath) -> Bool {
    log.append("indent \(path)")
    return false
  }

  func weaver(_ weaver: ListWeaver, willBeginEditingRowAt path: FeedPath) { log.append("begin \(path)") }

  func weaver(_ weaver: ListWeaver, didEndEditingRowAt path: FeedPath?) {
    log.append("end \(path.map { "\($0)" } ?? "gone")")
  }

  func weaver(_ weaver: ListWeaver, indentationLevelForRowAt path: FeedPath) -> Int {
    log.append("level \(path)")
    return 7
  }

  func weaver(_ weaver: ListWeaver, accessoryButtonTappedForRowWith path: FeedPath) {
    log.append("accessory \(path)")
  }
}
