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
  var actions: [RevealedAction]
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
  private enum Form {
    case contextual(ListContextualAction)
    case row(ListRowAction)
    /// Of a row whose delegate gives none: the data source deletes it.
    case deletion
  }

  let title: String
  let style: ListContextualAction.Style
  private var form: Form

  init(_ action: ListContextualAction) {
    title = action.title ?? ""
    style = action.style
    form = .contextual(action)
  }

  init(_ action: ListRowAction) {
    title = action.title ?? ""
    style = action.style == .destructive ? .destructive : .normal
    form = .row(action)
  }

  init(deletingWithTitle title: String) {
    self.title = title
    style = .destructive
    form = .deletion
  }

  /// Carries it out on a row, and calls the completion when that is done.
  func perform(_ list: ListView, _ row: SwipedRow, _ completion: @escaping (Bool) -> Void) {
    switch form {
    case .contextual(let action): return action.handler(action, list.shown.rows[row.path], completion)
    case .row(let action): action.handler(action, row.path)
    case .deletion: list.rawDataSource?.list(list, commit: .delete, forRowAt: row.path)
    }
    completion(true)
  }

  /// The same action with other handlers.
  func exchanged(_ exchange: HandlerExchange) -> RevealedAction {
    var other = self
    switch form {
    case .contextual(let action):
      let actions = exchange.swipeActions(ListSwipeActions(actions: [action]))
      if let action = actions.actions.first { other.form = .contextual(action) }
    case .row(let action): other.form = .row(exchange.rowAction(action))
    case .deletion: break
    }
    return other
  }
}
