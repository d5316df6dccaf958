import ListModel
import WeavingSupport

/// The content side of the editing tests: words that say what may be done to them.
///
/// It writes down all that it is asked and told.
/// A word's beginning decides: `shut` cannot be edited, `keep` not moved, `plus` is where rows are inserted, `calm` has no style;
/// `lead`, `flag` and `old` have actions at their start, their end, and in the older form; `top` goes to the top of a section.
final class EditDesk: ListController {
  var words: [[String]]
  var log: [String] = []
  /// Runs inside every callback of editing and movement, with its name.
  var onEvent: ((ListView, String) -> Void)?
  private var fresh = 0

  init(_ words: [[String]]) { self.words = words }

  func takeLog() -> [String] {
    defer { log = [] }
    return log
  }

  private func note(_ list: ListView, _ event: String) {
    log.append(event)
    onEvent?(list, String(event.prefix { $0 != " " }))
  }

  private func word(_ path: ListPath) -> String {
    words.indices.contains(path.section) && words[path.section].indices.contains(path.row)
      ? words[path.section][path.row] : "?\(path)"
  }

  override func numberOfSections(in list: ListView) -> Int { words.count }

  override func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { words[section].count }

  override func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell {
    log.append("cell \(path)")
    let cell = TextCell(reuseIdentifier: nil)
    cell.text = word(path)
    return cell
  }

  override func list(_ list: ListView, heightForRowAt path: ListPath) -> Double? { 1 }

  override func list(_ list: ListView, willDisplay cell: ListCell, forRowAt path: ListPath) {
    log.append("will display \(path) \(cell.indentationLevel)")
  }

  override func list(_ list: ListView, didEndDisplaying cell: ListCell, forRowAt path: ListPath) {
    log.append("did end \(path)")
  }

  // MARK: Editing

  override func list(_ list: ListView, canEditRowAt path: ListPath) -> Bool {
    note(list, "canEdit \(path)")
    return !word(path).hasPrefix("shut")
  }

  override func list(_ list: ListView, commit style: ListEditingStyle, forRowAt path: ListPath) {
    note(list, "commit \(style) \(path)")
    do throws(ListUpdateError) {
      if style == .delete {
        words[path.section].remove(at: path.row)
        try list.deleteRows(at: [path])
      } else {
        fresh += 1
        words[path.section].insert("fresh\(fresh)", at: path.row)
        try list.insertRows(at: [path])
      }
    } catch {
      log.append("\(error)")
    }
  }

  override func list(_ list: ListView, editingStyleForRowAt path: ListPath) -> ListEditingStyle {
    note(list, "style \(path)")
    return word(path).hasPrefix("plus") ? .insert : word(path).hasPrefix("calm") ? .none : .delete
  }

  override func list(_ list: ListView, titleForDeleteConfirmationButtonForRowAt path: ListPath) -> String? {
    note(list, "title \(path)")
    return "Away with \(word(path))"
  }

  override func list(_ list: ListView, shouldIndentWhileEditingRowAt path: ListPath) -> Bool {
    note(list, "indent \(path)")
    return path.row % 2 == 0
  }

  override func list(_ list: ListView, indentationLevelForRowAt path: ListPath) -> Int {
    note(list, "level \(path)")
    return path.row
  }

  override func list(_ list: ListView, accessoryButtonTappedForRowWith path: ListPath) {
    note(list, "accessory \(path)")
  }

  override func list(_ list: ListView, willBeginEditingRowAt path: ListPath) { note(list, "begin \(path)") }

  override func list(_ list: ListView, didEndEditingRowAt path: ListPath?) {
    note(list, "end \(path?.description ?? "gone")")
  }

  override func list(_ list: ListView, leadingSwipeActionsConfigurationForRowAt path: ListPath) -> ListSwipeActions? {
    note(list, "leading \(path)")
    return word(path).hasPrefix("lead") ? ListSwipeActions(actions: [action("Lead", list)]) : nil
  }

  override func list(_ list: ListView, trailingSwipeActionsConfigurationForRowAt path: ListPath) -> ListSwipeActions? {
    note(list, "trailing \(path)")
    return word(path).hasPrefix("flag")
      ? ListSwipeActions(actions: [action("Flag", list), action("More", list)]) : nil
  }

  override func list(_ list: ListView, editActionsForRowAt path: ListPath) -> [ListRowAction]? {
    note(list, "actions \(path)")
    guard word(path).hasPrefix("old") else { return nil }
    return [
      ListRowAction(style: .normal, title: "Old") { [unowned self, unowned list] _, path in
        note(list, "old \(path) \(word(path)) of \(list.numberOfRows(inSection: path.section))")
      }
    ]
  }

  private func action(_ title: String, _ list: ListView) -> ListContextualAction {
    ListContextualAction(style: .normal, title: title) { [unowned self, unowned list] action, cell, done in
      let place = cell.flatMap { list.indexPath(for: $0) }
      note(list, "perform \(action.title ?? "") \(place?.description ?? "nowhere")")
      done(true)
    }
  }

  // MARK: Movement

  override func list(_ list: ListView, canMoveRowAt path: ListPath) -> Bool {
    note(list, "canMove \(path)")
    return !word(path).hasPrefix("keep")
  }

  override func list(
    _ list: ListView, targetIndexPathForMoveFromRowAt path: ListPath, toProposedIndexPath proposed: ListPath
  ) -> ListPath {
    note(list, "target \(path) \(proposed)")
    return word(path).hasPrefix("top") ? ListPath(row: 0, section: proposed.section) : proposed
  }

  override func list(_ list: ListView, moveRowAt path: ListPath, to target: ListPath) {
    note(list, "move \(path) \(target)")
    words[target.section].insert(words[path.section].remove(at: path.row), at: target.row)
  }
}

/// A list of one unit a row, with its content side.
func makeList(_ desk: EditDesk, height: Double = 1000) -> DeskList {
  let list = DeskList(size: ListSize(width: 10, height: height))
  list.kept.append(desk)
  list.dataSource = desk
  list.delegate = desk
  return list
}

/// The middle of a row of the content.
func middle(_ list: ListView, _ path: ListPath) -> ListPoint {
  let rect = list.rectForRow(at: path)
  return ListPoint(x: 1, y: rect.minY + rect.size.height / 2)
}
