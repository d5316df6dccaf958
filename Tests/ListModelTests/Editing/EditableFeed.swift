import ListModel

/// Rows of words that can be edited and moved, four units high; says what it is told to, and notes what it is asked and told.
final class EditableFeed: ListDataSource, ListDelegate {
  let list = ListView(size: ListSize(width: 40, height: 100))
  var words: [[String]]
  var events: [String] = []
  var canEdit: (ListPath) -> Bool = { _ in true }
  var canMove: (ListPath) -> Bool = { _ in true }
  var style: (ListPath) -> ListEditingStyle = { _ in .delete }
  var leading: ListSwipeActions?
  var trailing: ListSwipeActions?
  var rowActions: [ListRowAction]?
  var title: String?
  var indents = true
  var level = 0
  var deletes = true
  var target: (ListPath) -> ListPath = { $0 }
  /// Called with the name of each callback.
  var onEvent: ((String) -> Void)?

  init(_ words: [[String]]) {
    self.words = words
    list.rowHeight = 4
    list.dataSource = self
    list.delegate = self
  }

  func takeEvents() -> [String] {
    defer { events = [] }
    return events
  }

  func note(_ event: String) {
    events.append(event)
    onEvent?(String(event.prefix { $0 != " " }))
  }

  /// The middle of a row.
  func middle(_ path: ListPath) -> ListPoint {
    let rect = list.rectForRow(at: path)
    return ListPoint(x: 1, y: rect.minY + rect.size.height / 2)
  }

  func numberOfSections(in list: ListView) -> Int { words.count }

  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { words[section].count }

  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell {
    let cell = TagCell(reuseIdentifier: nil)
    cell.tag = Int(words[path.section][path.row]) ?? -1
    return cell
  }

  func list(_ list: ListView, canEditRowAt path: ListPath) -> Bool {
    note("canEdit \(path)")
    return canEdit(path)
  }

  func list(_ list: ListView, canMoveRowAt path: ListPath) -> Bool {
    note("canMove \(path)")
    return canMove(path)
  }

  func list(_ list: ListView, commit style: ListEditingStyle, forRowAt path: ListPath) {
    note("commit \(style) \(path)")
    if style == .delete, deletes {
      words[path.section].remove(at: path.row)
      try? list.deleteRows(at: [path])
    }
  }

  func list(_ list: ListView, moveRowAt path: ListPath, to target: ListPath) {
    note("move \(path) \(target)")
    guard deletes else { return list.cancelInteractiveMovement() }
    let word = words[path.section].remove(at: path.row)
    words[target.section].insert(word, at: target.row)
  }

  func list(_ list: ListView, editingStyleForRowAt path: ListPath) -> ListEditingStyle {
    note("style \(path)")
    return style(path)
  }

  func list(_ list: ListView, titleForDeleteConfirmationButtonForRowAt path: ListPath) -> String? {
    note("title \(path)")
    return title
  }

  func list(_ list: ListView, leadingSwipeActionsConfigurationForRowAt path: ListPath) -> ListSwipeActions? {
    note("leading \(path)")
    return leading
  }

  func list(_ list: ListView, trailingSwipeActionsConfigurationForRowAt path: ListPath) -> ListSwipeActions? {
    note("trailing \(path)")
    return trailing
  }

  func list(_ list: ListView, editActionsForRowAt path: ListPath) -> [ListRowAction]? {
    note("actions \(path)")
    return rowActions
  }

  func list(_ list: ListView, shouldIndentWhileEditingRowAt path: ListPath) -> Bool {
    note("indent \(path)")
    return indents
  }

  func list(_ list: ListView, willBeginEditingRowAt path: ListPath) { note("begin \(path)") }

  func list(_ list: ListView, didEndEditingRowAt path: ListPath?) { note("end \(path?.description ?? "gone")") }

  func list(_ list: ListView, indentationLevelForRowAt path: ListPath) -> Int {
    note("level \(path)")
    return level
  }

  func list(_ list: ListView, accessoryButtonTappedForRowWith path: ListPath) { note("accessory \(path)") }

  func list(
    _ list: ListView, targetIndexPathForMoveFromRowAt path: ListPath, toProposedIndexPath proposed: ListPath
  ) -> ListPath {
    note("target \(path) \(proposed)")
    return target(proposed)
  }
}

/// A content side that leaves everything to the list.
final class SilentFeed: ListDataSource, ListDelegate {
  let list = ListView(size: ListSize(width: 40, height: 100))
  let count: Int

  init(_ count: Int) {
    self.count = count
    list.rowHeight = 4
    list.dataSource = self
    list.delegate = self
  }

  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { count }

  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell { ListCell(reuseIdentifier: nil) }
}
