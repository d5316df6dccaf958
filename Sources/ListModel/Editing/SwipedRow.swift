/// Whether a list is in editing mode, and which row has its actions revealed: one at a time.
struct EditingState {
  var isInEditingMode = false
  var swiped: SwipedRow?
}

/// A row whose actions are revealed; its identity tells one swipe from the next.
final class SwipedRow {
  /// Where the row stands now.
  var path: ListPath
  let edge: ListEdge
  let actions: [RevealedAction]
  /// Whether the delegate hears of it: of a swipe, but not of a tap on the control in editing mode.
  let isTold: Bool

  init(_ path: ListPath, _ edge: ListEdge, _ actions: [RevealedAction], isTold: Bool) {
    self.path = path
    self.edge = edge
    self.actions = actions
    self.isTold = isTold
  }
}

/// An action that is revealed, in whichever form it was given.
struct RevealedAction {
  let title: String
  let style: ListContextualAction.Style
  /// Carries it out on a row, and calls the completion when that is done.
  let perform: (ListView, SwipedRow, @escaping (Bool) -> Void) -> Void

  init(_ action: ListContextualAction) {
    title = action.title ?? ""
    style = action.style
    perform = { list, row, completion in action.handler(action, list.shown.rows[row.path], completion) }
  }

  init(_ action: ListRowAction) {
    title = action.title ?? ""
    style = action.style == .destructive ? .destructive : .normal
    perform = { _, row, completion in
      action.handler(action, row.path)
      completion(true)
    }
  }

  /// The action of a row whose delegate gives none: the data source deletes it.
  init(deletingWithTitle title: String) {
    self.title = title
    style = .destructive
    perform = { list, row, completion in
      list.rawDataSource?.list(list, commit: .delete, forRowAt: row.path)
      completion(true)
    }
  }
}
